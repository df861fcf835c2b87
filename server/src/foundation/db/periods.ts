import { setTimeout as sleep } from 'node:timers/promises';
import { addMs, DAY_MS } from '../kernel/clock.ts';
import { earliestUuid } from '../kernel/ids.ts';
import { type Database, sqlState, type TransactionQuery } from './database.ts';
import { joinSql, rawSql, type Sql, sql } from './sql.ts';

/** A table that is divided into periods by a time-ordered id. */
export interface DividedTable {
  name: string;
  /** Id column that determines the period of a row. */
  key: string;
  /** Columns of the key. */
  keys: readonly string[];
  /** Key columns with ids, of which the index stores only the UUIDs. */
  ids?: readonly string[];
  /** Unique index created on each partition in addition to the indexes of the table. */
  unique?: { name: string; columns: string };
}

/** Archived together, so that an archive contains all attempts of its events. */
export const archivedTables: readonly DividedTable[] = [
  {
    name: 'events',
    key: 'id',
    keys: ['platform_id', 'id'],
    unique: { name: 'sequence', columns: 'platform_id, uuid_of(resource_id), sequence' },
  },
  { name: 'webhook_attempts', key: 'event_id', keys: ['platform_id', 'event_id', 'number'] },
  { name: 'job_runs', key: 'id', keys: ['platform_id', 'resource_id', 'id'], ids: ['platform_id', 'resource_id'] },
];

/** Partitions of these tables are created and removed together. The request log is not archived. */
export const dividedTables: readonly DividedTable[] = [
  ...archivedTables,
  { name: 'request_log', key: 'id', keys: ['platform_id', 'id'] },
];

/** Range of days (midnight to midnight UTC) whose rows are one partition of each divided table. */
export interface Period {
  from: Date;
  to: Date;
}

export interface StoredPeriod extends Period {
  /** False once the partitions are detached: their rows are about to be archived and dropped. */
  isAttached: boolean;
  /** Set for a period that was read back from an archive. */
  keptUntil: Date | null;
}

/** Number of periods in the retention time. More would make plans larger; fewer would keep rows longer. */
const PERIODS = 12;
/** The next period is created this long before it begins. */
const AHEAD_MS = DAY_MS;
/** Maximum time that a partition change blocks payments. */
const LOCK_TIMEOUT_MS = 200;
const LOCK_TRIES = 5;
const VACUUM_TIMEOUT_MS = 5_000;
const LOCK_PAUSE_MS = 300;
/** Lock not available, deadlock, or rows of the new period in the default partition. Another try may succeed. */
const BUSY = new Set(['55P03', '40P01', '23514']);
/** The role of the server does not own the tables. */
const NOT_ALLOWED = '42501';
/** Advisory lock that serializes partition changes. */
const LOCK = 7_036_001;

const isoDay = (day: Date): string => day.toISOString().slice(0, 10);
const digitsOf = (day: Date): string => isoDay(day).replaceAll('-', '');
const dayOf = (digits: string): Date =>
  new Date(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}T00:00:00Z`);
const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** `20261118_20261126` */
export const periodName = ({ from, to }: Period): string => `${digitsOf(from)}_${digitsOf(to)}`;
export const partitionName = (table: string, period: Period): string => `${table}_${periodName(period)}`;
export const defaultPartition = (table: string): string => `${table}_default`;

/** The periods of the database, oldest first. */
export async function listPeriods(db: Pick<Database, 'read'>): Promise<StoredPeriod[]> {
  const found = await db.read<{ name: string; is_attached: boolean; kept_until: Date | null }>(sql`
    SELECT c.period AS name, c.relispartition AS is_attached, r.kept_until FROM (
      SELECT substr(relname, 8) AS period, relispartition FROM pg_class
      WHERE relname ~ '^events_[0-9]{8}_[0-9]{8}$' AND relkind = 'r'
        AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'events'::regclass)
    ) c LEFT JOIN restored_periods r ON to_char(r.starts_on, 'YYYYMMDD') = left(c.period, 8) ORDER BY 1`);
  return found.map(({ name, is_attached, kept_until }) => {
    const [from = '', to = ''] = name.split('_');
    return { from: dayOf(from), to: dayOf(to), isAttached: is_attached, keptUntil: kept_until };
  });
}

/** Creates the current period, and the next one a day before it begins. May run in several processes at once. */
export async function createPeriods(db: Database, now: Date, keepDays: number): Promise<void> {
  while (nextOf(await listPeriods(db), now, keepDays)) {
    const isCreated = await changePartitions(db, async (query) => {
      const next = nextOf(await listPeriods({ read: query }), now, keepDays);
      if (!next) return;
      // Rows of today in the default partition stay there, and the period begins tomorrow.
      const isTaken = await hasDefaultRows(query, next);
      await attachPeriod(query, isTaken ? periodFrom(addMs(startOfDay(now), DAY_MS), keepDays) : next);
    });
    if (!isCreated) return;
  }
}

function nextOf(periods: readonly StoredPeriod[], now: Date, keepDays: number): Period | undefined {
  const ends = periods.filter(({ isAttached }) => isAttached).map(({ to }) => to.getTime());
  const end = Math.max(...ends, startOfDay(now).getTime());
  if (end > now.getTime() + AHEAD_MS) return undefined;
  return periodFrom(new Date(end), keepDays);
}

const periodFrom = (from: Date, keepDays: number): Period => ({
  from,
  to: addMs(from, Math.ceil(keepDays / PERIODS) * DAY_MS),
});

async function hasDefaultRows(query: TransactionQuery, { from }: Period): Promise<boolean> {
  const each = dividedTables.map(
    ({ name, key }) =>
      sql`EXISTS (SELECT 1 FROM ${rawSql(defaultPartition(name))} WHERE ${rawSql(key)} >= ${earliestUuid(from)})`,
  );
  const [found] = await query<{ is_taken: boolean }>(sql`SELECT ${joinSql(each, ' OR ')} AS is_taken`);
  return found?.is_taken ?? false;
}

/**
 * Cancels an autovacuum of these partitions: PostgreSQL does so for a session that has waited for its lock for a
 * second. Payments do not wait for this lock.
 */
async function endVacuum(query: TransactionQuery, partitions: readonly string[]): Promise<void> {
  await query(rawSql(`SET LOCAL lock_timeout = ${VACUUM_TIMEOUT_MS}`));
  await query(rawSql(`LOCK TABLE ${partitions.join(', ')} IN SHARE UPDATE EXCLUSIVE MODE`));
  await query(rawSql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`));
}

/** Creates the partitions of a period and moves their rows out of the default partitions. */
export async function attachPeriod(query: TransactionQuery, period: Period): Promise<void> {
  await endVacuum(
    query,
    dividedTables.map(({ name }) => defaultPartition(name)),
  );
  for (const { name, key, unique } of dividedTables) {
    const partition = partitionName(name, period);
    const [stored] = await query<{ options: string }>(sql`
      SELECT COALESCE('WITH (' || array_to_string(reloptions, ', ') || ')', '') AS options
      FROM pg_class WHERE oid = ${defaultPartition(name)}::regclass`);
    await query(rawSql(`CREATE TABLE ${partition} (LIKE ${name} INCLUDING ALL) ${stored?.options ?? ''}`));
    // As on the table itself (0007_webhooks.sql).
    await query(rawSql(`ALTER TABLE ${partition} ALTER COLUMN platform_id SET STATISTICS 0`));
    if (unique) {
      await query(rawSql(`CREATE UNIQUE INDEX ${partition}_${unique.name} ON ${partition} (${unique.columns})`));
    }
    await query(sql`
      WITH moved AS (DELETE FROM ${rawSql(defaultPartition(name))} WHERE ${isIn(period, key)} RETURNING *)
      INSERT INTO ${rawSql(partition)} SELECT * FROM moved`);
    await query(
      rawSql(`ALTER TABLE ${name} ATTACH PARTITION ${partition}
        FOR VALUES FROM ('${earliestUuid(period.from)}') TO ('${earliestUuid(period.to)}')`),
    );
  }
}

/** SQL condition: the id belongs to the period. */
export const isIn = ({ from, to }: Period, key: string): Sql =>
  sql`${rawSql(key)} >= ${earliestUuid(from)} AND ${rawSql(key)} < ${earliestUuid(to)}`;

/**
 * Detaches the partitions of a period. `keep` runs in the same transaction, while no other statement uses the tables:
 * it copies rows that must stay from the detached partitions. Returns false if the tables are in use.
 */
export const detachPeriod = (
  db: Database,
  period: Period,
  keep: (query: TransactionQuery) => Promise<void>,
): Promise<boolean> =>
  changePartitions(db, async (query) => {
    const stored = (await listPeriods({ read: query })).find((other) => periodName(other) === periodName(period));
    if (!stored?.isAttached) return;
    const names = dividedTables.map(({ name }) => name);
    await endVacuum(
      query,
      names.map((name) => partitionName(name, period)),
    );
    await query(rawSql(`LOCK TABLE ${names.map((name) => `ONLY ${name}`).join(', ')} IN ACCESS EXCLUSIVE MODE`));
    for (const name of names) {
      await query(rawSql(`ALTER TABLE ${name} DETACH PARTITION ${partitionName(name, period)}`));
    }
    await keep(query);
  });

/** Marks a period as restored from an archive. The housekeeping keeps it until `keptUntil`. */
export async function markRestored(query: TransactionQuery, { from, to }: Period, keptUntil: Date): Promise<void> {
  await query(sql`
    INSERT INTO restored_periods (starts_on, ends_on, kept_until)
    VALUES (${isoDay(from)}, ${isoDay(to)}, ${keptUntil})
    ON CONFLICT (starts_on) DO UPDATE SET kept_until = greatest(restored_periods.kept_until, EXCLUDED.kept_until)`);
}

/** Deletes the rows of a detached period. */
export async function dropPeriod(db: Database, period: Period): Promise<void> {
  const partitions = dividedTables.map(({ name }) => partitionName(name, period)).join(', ');
  await changePartitions(db, async (query) => {
    await query(rawSql(`DROP TABLE IF EXISTS ${partitions}`));
    await query(sql`DELETE FROM restored_periods WHERE starts_on = ${isoDay(period.from)}`);
  });
}

/**
 * Changes partitions in one transaction, one process at a time. The lock timeout is short, because payments queue
 * behind the lock; failures are retried. Returns false if a table stays in use or belongs to another role.
 */
export async function changePartitions(
  db: Database,
  change: (query: TransactionQuery) => Promise<void>,
): Promise<boolean> {
  for (let left = LOCK_TRIES - 1; ; left--) {
    try {
      await db.transaction(async (query) => {
        await query(rawSql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`));
        await query(rawSql(`SELECT pg_advisory_xact_lock(${LOCK})`));
        await change(query);
      });
      return true;
    } catch (error) {
      const state = sqlState(error) ?? '';
      if (state === NOT_ALLOWED) return false;
      if (!BUSY.has(state)) throw error;
      if (left === 0) return false;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}
