import { enqueue } from '../../src/engine/jobs/queue.ts';
import type { PaymentOutcome } from '../../src/engine/providers/rails/port.ts';
import { apply } from '../../src/foundation/db/effects.ts';
import { sql } from '../../src/foundation/db/sql.ts';
import { systemClock } from '../../src/foundation/kernel/clock.ts';
import type { Leg } from '../../src/payments/transactions/legs.ts';
import { OUTCOME_JOB } from '../../src/payments/transactions/legs.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

interface RailReport {
  transactionId: string;
  outcome: PaymentOutcome;
  leg: Leg;
  /** Number of concurrent reports of the same outcome. */
  times?: number;
}

/** Reports the outcome of a payment like its rail, `times` times at once; resolves when all reports are processed. */
export async function reportRailOutcome(
  app: TestApp,
  client: Client,
  { transactionId, outcome, leg, times = 1 }: RailReport,
) {
  const { db } = app.database;
  const at = systemClock.now();
  const job = {
    platformId: client.platformId,
    kind: OUTCOME_JOB,
    resourceId: transactionId,
    payload: { outcome, leg },
    runAt: at,
    createdAt: at,
    clockOffsetMs: 0,
  };
  await apply(db, { effects: [enqueue(Array.from({ length: times }, () => job))] });
  for (;;) {
    const left = await db.read<{ state: string; last_error: string | null }>(sql`
      SELECT state, last_error FROM jobs
      WHERE platform_id = ${client.platformId} AND resource_id = ${transactionId} AND kind = ${OUTCOME_JOB}
        AND (due_at <= ${at} OR last_error IS NOT NULL)`);
    const failed = left.find(({ last_error }) => last_error !== null);
    if (failed) throw new Error(`a report of the rail was not processed: ${failed.last_error}`);
    if (left.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
