import { basename } from 'node:path';
import type { Database } from '../../foundation/db/database.ts';
import {
  archivedTables,
  attachPeriod,
  changePartitions,
  listPeriods,
  markRestored,
  type Period,
  periodName,
  type StoredPeriod,
} from '../../foundation/db/periods.ts';
import { rawSql, sql } from '../../foundation/db/sql.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { restoredEvent } from '../webhooks/archived-event.ts';
import { type ArchiveHeader, readArchive, verifyArchive } from './archive-file.ts';
import { authenticityOf, codeFileOf, type Doubt } from './authentication-code.ts';
import { columnsOf } from './columns.ts';
import { ArchiveRejected } from './errors.ts';
import type { KeyStore } from './keys.ts';

/** Rows per insert statement. */
const ROWS_AT_ONCE = 2_000;

interface RestoreOptions {
  now: Date;
  /** Number of days before housekeeping may remove the restored period again. */
  keepDays: number;
  /** Also restores a file that no key of this database can verify; only its form is checked. */
  isUnverifiedAccepted: boolean;
  /** Called with the number of rows read so far. */
  onProgress?: (done: number, header: ArchiveHeader) => void;
  /** Called after all checks of the file, before the first row is written. */
  onSound?: (header: ArchiveHeader, isVerified: boolean) => Promise<void>;
}

export interface Restored {
  table: string;
  from: string;
  to: string;
  isVerified: boolean;
  rows: number;
  /** Rows inserted because the database did not contain them. */
  added: number;
  /** Null if the database still contained the period, so that its normal retention applies. */
  keptUntil: Date | null;
}

/** Restores the rows of a file to their table. Rows that exist are skipped. */
export async function restoreArchive(store: KeyStore, path: string, options: RestoreOptions): Promise<Restored> {
  const { db } = store;
  const isVerified = await requireAuthentic(store, path, options);
  const header = await verifyArchive(path);
  await requireColumns(db, path, header);
  await requirePlatforms(db, path);
  await options.onSound?.(header, isVerified);
  const keptUntil = await preparePeriod(db, path, header, options);
  let [added, done] = [0, 0];
  for await (const { lines } of readArchive(path)) {
    for (let i = 0; i < lines.length; i += ROWS_AT_ONCE) {
      const some = lines.slice(i, i + ROWS_AT_ONCE);
      added += await insert(db, header, some);
      done += some.length;
      options.onProgress?.(done, header);
    }
  }
  const { table, from, to, rows } = header;
  return { table, from, to, isVerified, rows, added, keptUntil };
}

const UNVERIFIED_HINT =
  'If you are sure where the file is from, restore it with --unverified, which checks its form only.';

/** Reasons to reject a file before it is parsed. */
const rejections: Readonly<Record<Doubt, { reason: (path: string) => string; hint: string }>> = {
  CHANGED: {
    reason: (path) =>
      `differs from the file whose code is in ${basename(codeFileOf(path))}: one of the two was changed`,
    hint: 'Nothing was restored from it. Use another copy of both files.',
  },
  WITHOUT_CODE: {
    reason: (path) => `has no authentication code: there is no file ${basename(codeFileOf(path))} beside it`,
    hint: `Put the file that was written with it there. ${UNVERIFIED_HINT}`,
  },
  UNKNOWN_KEY: {
    reason: () => 'was written with a key that this database does not have',
    hint: `Restore it into the database that wrote it, or into a copy of that database. ${UNVERIFIED_HINT}`,
  },
};

/** Returns false for an unverifiable file that the options accept. A changed file is always rejected. */
async function requireAuthentic(
  store: KeyStore,
  path: string,
  { isUnverifiedAccepted }: Pick<RestoreOptions, 'isUnverifiedAccepted'>,
): Promise<boolean> {
  const authenticity = await authenticityOf(store, path);
  if (authenticity === 'AUTHENTIC') return true;
  if (isUnverifiedAccepted && authenticity !== 'CHANGED') return false;
  const { reason, hint } = rejections[authenticity];
  throw new ArchiveRejected(`${basename(path)} ${reason(path)}.`, hint);
}

/** Another release may have other columns, which the rows of the file would not fit. */
async function requireColumns(
  db: Database,
  path: string,
  { table, columns, schemaVersion }: ArchiveHeader,
): Promise<void> {
  if (!archivedTables.some(({ name }) => name === table)) {
    throw rejected(path, `contains ${JSON.stringify(table)}, which is not a table of archives`);
  }
  const signature = (of: typeof columns): string => of.map(({ name, type }) => `${name} ${type}`).join(', ');
  const current = signature(await columnsOf(db, table));
  if (signature(columns) === current) return;
  throw rejected(
    path,
    `was written with schema version ${schemaVersion}, in which ${table} has the columns ${signature(columns)}; here it has ${current}`,
  );
}

const rejected = (path: string, reason: string): ArchiveRejected =>
  new ArchiveRejected(`${basename(path)} ${reason}.`, 'Restore it into a database of the release that wrote it.');

/** Maximum number of platforms listed in an error message. */
const NAMED_PLATFORMS = 3;

/** Rejects rows of platforms that are not in this database: no caller could read these rows. */
async function requirePlatforms(db: Database, path: string): Promise<void> {
  const owners = new Set<string>();
  for await (const { lines } of readArchive(path)) {
    for (const line of lines) owners.add(uuidOf(JSON.parse(line).platform_id));
  }
  const unknown = await db.read<{ id: string }>(sql`
    SELECT id FROM (SELECT 'Platform:' || unnest(${[...owners]}::text[]) AS id) AS owners
    WHERE NOT EXISTS (SELECT 1 FROM platforms p WHERE p.id = owners.id) ORDER BY id`);
  if (unknown.length === 0) return;
  const named = unknown.slice(0, NAMED_PLATFORMS).map(({ id }) => id);
  const others = unknown.length > named.length ? [`${unknown.length - named.length} others`] : [];
  throw new ArchiveRejected(
    `${basename(path)} contains rows of platforms that this database does not have: ${[...named, ...others].join(', ')}.`,
    'Restore it into the database that wrote it, or into a copy of that database.',
  );
}

/** Recreates removed partitions and marks them, so that housekeeping keeps them until `keptUntil`. */
async function preparePeriod(
  db: Database,
  path: string,
  { from, to }: ArchiveHeader,
  { now, keepDays }: RestoreOptions,
): Promise<Date | null> {
  const period = { from: new Date(from), to: new Date(to) };
  const keptUntil = addMs(now, keepDays * DAY_MS);
  let isKept = false;
  const isChanged = await changePartitions(db, async (query) => {
    const stored = placeOf(path, period, await listPeriods({ read: query }));
    if (!stored) await attachPeriod(query, period);
    isKept = !stored || stored.keptUntil !== null;
    if (isKept) await markRestored(query, stored ?? period, keptUntil);
  });
  if (isChanged) return isKept ? keptUntil : null;
  throw new ArchiveRejected(
    'The tables of events are in use by a long transaction, or belong to another role.',
    'End long transactions in the database, then run the command again.',
  );
}

/** Stored period that contains the given period; undefined if no stored period overlaps it. */
function placeOf(path: string, period: Period, periods: readonly StoredPeriod[]): StoredPeriod | undefined {
  const touched = periods.filter(({ from, to }) => from < period.to && to > period.from);
  const [first] = touched;
  if (!first) return undefined;
  if (!first.isAttached) {
    throw new ArchiveRejected(
      `The period ${periodName(first)} is being archived and removed.`,
      'Run the command again in some minutes.',
    );
  }
  if (touched.length === 1 && first.from <= period.from && first.to >= period.to) return first;
  throw new ArchiveRejected(
    `${basename(path)} overlaps the periods ${touched.map(periodName).join(' and ')} of this database.`,
    'Restore it into a database without them.',
  );
}

async function insert(db: Database, { table, columns }: ArchiveHeader, lines: readonly string[]): Promise<number> {
  const names = rawSql(columns.map(({ name }) => name).join(', '));
  const rows = table === 'events' ? lines.map(restoredEvent) : lines;
  const [row] = await db.write<{ count: number }>(sql`
    WITH added AS (
      INSERT INTO ${rawSql(table)} (${names})
      SELECT ${names} FROM json_populate_recordset(NULL::${rawSql(table)}, ${`[${rows.join(',')}]`}::json)
      ON CONFLICT DO NOTHING RETURNING 1)
    SELECT count(*)::int AS count FROM added`);
  return row?.count ?? 0;
}
