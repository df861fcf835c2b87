import type { Database } from '../../foundation/db/database.ts';
import { rows, sql } from '../../foundation/db/sql.ts';
import { emitHints } from '../../foundation/kernel/hints.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import type { OpenStatus } from './delivery-queue.ts';
import { hintOfAttempt } from './event-hints.ts';
import { countAttempts, hourOf } from './hourly-figures.ts';
import { type Attempt, KEPT_ANSWER_BYTES } from './sender.ts';

export interface DeliveryOutcome {
  platformId: string;
  id: string;
  /** Undefined for DIRECT events, which have a delivery state already. */
  resourceId?: string;
  sequence?: bigint;
  status: OpenStatus | 'DELIVERED' | 'FAILED';
  dueAt?: Date;
  tries?: number;
  givesUpAt?: Date;
  attempt: Attempt;
}

/**
 * Records attempts and outcomes in one statement. An event without an open row was delivered by another process
 * meanwhile; a late report does not reopen it.
 */
export async function recordOutcomes(db: Database, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  await db.write(sql`
    WITH r AS MATERIALIZED (SELECT * FROM ${rows(outcomes.map(outcomeRow))} AS r(owner text, platform_id uuid, id uuid,
      resource_id text, sequence bigint, status text, due_at timestamptz, tries smallint, gives_up_at timestamptz,
      at timestamptz, url text, code smallint, error text, latency_ms real, answer text, hour timestamptz, bucket smallint)),
    counted AS (${countAttempts}),
    first AS (
      DELETE FROM pending_deliveries p USING r WHERE p.platform_id = r.platform_id AND p.event_id = r.id
      RETURNING p.platform_id, p.event_id, 1 AS number),
    ended AS (
      DELETE FROM delivery_states d USING r
      WHERE d.platform_id = r.platform_id AND d.event_id = r.id AND r.status = 'DELIVERED'
      RETURNING d.platform_id, d.event_id, d.attempts + 1),
    failed AS (
      UPDATE delivery_states d SET status = r.status, due_at = r.due_at, tries = r.tries, gives_up_at = r.gives_up_at,
        attempts = d.attempts + 1
      FROM r WHERE d.platform_id = r.platform_id AND d.event_id = r.id AND r.status <> 'DELIVERED'
      RETURNING d.platform_id, d.event_id, d.attempts),
    delayed AS (
      INSERT INTO delivery_states (platform_id, event_id, resource_id, sequence, status, due_at, tries, gives_up_at, attempts)
      SELECT r.platform_id, r.id, r.resource_id, r.sequence, r.status, r.due_at, r.tries, r.gives_up_at, first.number
      FROM r JOIN first ON first.platform_id = r.platform_id AND first.event_id = r.id WHERE r.status <> 'DELIVERED')
    INSERT INTO webhook_attempts (platform_id, event_id, number, at, url, status, error, latency_ms, answer, has_arrived)
    SELECT r.platform_id, r.id, recorded.number, r.at, r.url, r.code, r.error, r.latency_ms, r.answer,
      r.status = 'DELIVERED'
    FROM r JOIN (SELECT * FROM first UNION ALL SELECT * FROM ended UNION ALL SELECT * FROM failed) recorded
      ON recorded.platform_id = r.platform_id AND recorded.event_id = r.id`);
  emitHints(db.signals, () => outcomes.map(({ platformId, id, attempt }) => hintOfAttempt(platformId, id, attempt.at)));
}

const outcomeRow = (outcome: DeliveryOutcome) => ({
  owner: outcome.platformId,
  platform_id: uuidOf(outcome.platformId),
  id: uuidOf(outcome.id),
  resource_id: outcome.resourceId ?? null,
  sequence: outcome.sequence?.toString() ?? null,
  status: outcome.status,
  due_at: outcome.dueAt ?? null,
  tries: outcome.tries ?? 0,
  gives_up_at: outcome.givesUpAt ?? null,
  ...attemptRow(outcome.attempt),
  ...hourOf(outcome.attempt),
});

const attemptRow = ({ at, url, status, error, latencyMs, answer }: Attempt) => ({
  at,
  url,
  code: status ?? null,
  error: error ?? null,
  latency_ms: latencyMs,
  answer: answer ? answer.slice(0, KEPT_ANSWER_BYTES) : null,
});
