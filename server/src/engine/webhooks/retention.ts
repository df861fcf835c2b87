import type { Database, TransactionQuery } from '../../foundation/db/database.ts';
import { defaultPartition, isIn, type Period, partitionName } from '../../foundation/db/periods.ts';
import { DELETED_PORTION, inPortions } from '../../foundation/db/portions.ts';
import { rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, type Clock, DAY_MS } from '../../foundation/kernel/clock.ts';
import { earliestId, earliestUuid } from '../../foundation/kernel/ids.ts';
import { isOver } from './event-status.ts';
import { sweepHours } from './hourly-figures.ts';
import { uuidIn } from './stored-event.ts';

interface Retention {
  db: Database;
  clock: Clock;
  /** Retention in days of real time, because the ids of events contain real time. */
  keepEventsDays: number;
}

/**
 * Deletes old delivered and skipped events outside of all periods: events that were open when their period was removed,
 * and events written while there was no period.
 */
export async function sweepWebhooks({ db, clock, keepEventsDays }: Retention): Promise<void> {
  const [events, attempts] = [defaultPartition('events'), defaultPartition('webhook_attempts')];
  await deleteOver(db, { events, attempts, before: addMs(clock.now(), -keepEventsDays * DAY_MS) });
  await sweepHours(db, clock.now());
}

/** Deletes old events within a period that cannot be removed as a whole. */
export const sweepEventsOf = (db: Database, period: Period, before: Date): Promise<void> =>
  deleteOver(db, {
    events: partitionName('events', period),
    attempts: partitionName('webhook_attempts', period),
    before,
  });

interface OldRows {
  /** Partitions with the rows to delete. */
  events: string;
  attempts: string;
  before: Date;
}

const deleteOver = (db: Database, { events, attempts, before }: OldRows): Promise<void> =>
  inPortions(async (portion) => {
    const [deleted] = await db.write<{ count: number }>(sql`
      WITH old AS (
        SELECT p.id AS owner, e.platform_id, e.id FROM platforms p
        CROSS JOIN LATERAL (
          SELECT e.platform_id, e.id FROM ${rawSql(events)} e
          WHERE e.platform_id = ${uuidIn(sql`p.id`)} AND e.id < ${earliestUuid(before)} AND ${isOver}
          ORDER BY e.id LIMIT ${portion}
        ) e
      ), marked AS (${markSwept(sql`SELECT DISTINCT owner`, sql`old`, before)}
      ), attempts_deleted AS (
        DELETE FROM ${rawSql(attempts)} a USING old WHERE a.platform_id = old.platform_id AND a.event_id = old.id
      ), resends_deleted AS (
        DELETE FROM resent_events a USING old WHERE a.platform_id = old.platform_id AND a.event_id = old.id
      ), deleted AS (
        DELETE FROM ${rawSql(events)} e USING old WHERE e.platform_id = old.platform_id AND e.id = old.id RETURNING 1
      )
      SELECT count(*)::int AS count FROM deleted`);
    return deleted?.count ?? 0;
  }, DELETED_PORTION);

const markSwept = (select: Sql, from: Sql, before: Date): Sql => sql`
  INSERT INTO event_sweeps (platform_id, swept_to) ${select}, ${earliestId('Webhook', before)} FROM ${from}
  ON CONFLICT (platform_id) DO UPDATE SET swept_to = greatest(event_sweeps.swept_to, EXCLUDED.swept_to)`;

/** Counts the failed and unsent events of a period, up to `most`. */
export async function countOpenEvents(db: Database, period: Period, most: number): Promise<number> {
  const [row] = await db.read<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${openEvents(period)} LIMIT ${most}) AS open`,
  );
  return row?.count ?? 0;
}

/** Copies open events of a detached period, with their attempts, to the default partitions. */
export async function keepOpenEvents(query: TransactionQuery, period: Period): Promise<void> {
  const copied = (table: string, column: string): Sql => sql`
    SELECT r.* FROM open CROSS JOIN LATERAL (
      SELECT * FROM ${rawSql(partitionName(table, period))} r
      WHERE r.platform_id = open.platform_id AND ${rawSql(`r.${column}`)} = open.event_id OFFSET 0
    ) r`;
  await query(sql`
    WITH open AS MATERIALIZED (${openEvents(period)}),
    kept AS (INSERT INTO events ${copied('events', 'id')}),
    attempts_kept AS (INSERT INTO webhook_attempts ${copied('webhook_attempts', 'event_id')}),
    resends_deleted AS (
      DELETE FROM resent_events r USING platforms p
      WHERE r.platform_id = ${uuidIn(sql`p.id`)} AND ${isIn(period, 'r.event_id')} AND NOT EXISTS (
        SELECT 1 FROM open WHERE open.platform_id = r.platform_id AND open.event_id = r.event_id))
    ${markSwept(sql`SELECT id`, sql`platforms`, period.to)}`);
}

const openEvents = (period: Period): Sql => sql`
  SELECT o.platform_id, o.event_id FROM platforms p CROSS JOIN LATERAL (
    SELECT platform_id, event_id FROM pending_deliveries
    WHERE platform_id = ${uuidIn(sql`p.id`)} AND ${isIn(period, 'event_id')}
    UNION
    SELECT platform_id, event_id FROM delivery_states
    WHERE platform_id = ${uuidIn(sql`p.id`)} AND ${isIn(period, 'event_id')}
  ) o`;
