import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { addMs, type Clock, DAY_MS } from '../kernel/clock.ts';
import { earliestId, earliestUuid } from '../kernel/ids.ts';
import { isOver } from './event-status.ts';
import { sweepHours } from './hours.ts';
import { uuidIn } from './stored-event.ts';

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
  const first = addMs(clock.now(), -keepEventsDays * DAY_MS);
  await db.write(sql`
    WITH old AS (
      SELECT p.id AS owner, e.platform_id, e.id FROM platforms p
      CROSS JOIN LATERAL (
        SELECT e.platform_id, e.id FROM events e
        WHERE e.platform_id = ${uuidIn(sql`p.id`)} AND e.id < ${earliestUuid(first)} AND ${isOver}
        ORDER BY e.id LIMIT ${MAX_SWEPT}
      ) e
    ), marked AS (
      INSERT INTO event_sweeps (platform_id, swept_to) SELECT DISTINCT owner, ${earliestId('Webhook', first)} FROM old
      ON CONFLICT (platform_id) DO UPDATE SET swept_to = EXCLUDED.swept_to
    ), attempts_deleted AS (
      DELETE FROM webhook_attempts a USING old WHERE a.platform_id = old.platform_id AND a.event_id = old.id
    ), resends_deleted AS (
      DELETE FROM resent_events a USING old WHERE a.platform_id = old.platform_id AND a.event_id = old.id
    )
    DELETE FROM events e USING old WHERE e.platform_id = old.platform_id AND e.id = old.id`);
}
