import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { addMs, type Clock, DAY_MS } from '../kernel/clock.ts';
import { earliestId } from '../kernel/ids.ts';
import { sweepHours } from './hours.ts';

/** Events that one sweep deletes at most; the rest follows in later sweeps. */
const MAX_SWEPT = 10_000;

interface Retention {
  db: Database;
  clock: Clock;
  /** Wall time, which the ids of events contain. */
  keepEventsDays: number;
}

export async function sweepWebhooks(retention: Retention): Promise<void> {
  await sweepEvents(retention);
  await sweepHours(retention.db, retention.clock.now());
}

/** Deletes delivered and skipped events after the retention time; failed ones stay until they are redelivered. */
async function sweepEvents({ db, clock, keepEventsDays }: Retention): Promise<void> {
  const first = earliestId('Webhook', addMs(clock.now(), -keepEventsDays * DAY_MS));
  await db.write(sql`
    WITH old AS (
      SELECT e.platform_id, e.id FROM platforms p
      CROSS JOIN LATERAL (
        SELECT platform_id, id FROM events
        WHERE platform_id = p.id AND id < ${first} AND status IN ('DELIVERED', 'SKIPPED') ORDER BY id LIMIT ${MAX_SWEPT}
      ) e
    ), marked AS (
      INSERT INTO event_sweeps (platform_id, swept_to) SELECT DISTINCT platform_id, ${first} FROM old
      ON CONFLICT (platform_id) DO UPDATE SET swept_to = EXCLUDED.swept_to
    ), attempts_deleted AS (
      DELETE FROM webhook_attempts a USING old WHERE a.platform_id = old.platform_id AND a.event_id = old.id
    )
    DELETE FROM events e USING old WHERE e.platform_id = old.platform_id AND e.id = old.id`);
}
