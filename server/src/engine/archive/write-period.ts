import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../foundation/db/database.ts';
import { appliedVersion } from '../../foundation/db/migrate.ts';
import { archivedTables, type DividedTable, type Period, partitionName } from '../../foundation/db/periods.ts';
import { emptySql, joinSql, literalLimit, rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { type ArchivedData, archivedEvent, DATA_COLUMNS } from '../webhooks/archived-event.ts';
import { type ArchivedColumn, writeArchive } from './archive-file.ts';
import { columnsOf } from './columns.ts';
import { type KeyStore, requireArchiveKey } from './keys.ts';

/** Rows per read: a few megabytes. */
const ROWS_AT_ONCE = 5_000;

export const FILE_ENDING = '.jsonl.gz';

export interface WrittenFile {
  path: string;
  table: string;
  rows: number;
  bytes: number;
}

interface PeriodWrite {
  period: Period;
  directory: string;
  now: Date;
}

/** Writes one file and its code per table. Returns undefined if another process is writing one of the files. */
export async function writePeriod(
  store: KeyStore,
  { period, directory, now }: PeriodWrite,
): Promise<WrittenFile[] | undefined> {
  const { db } = store;
  await mkdir(directory, { recursive: true });
  const key = await requireArchiveKey(store, now);
  const schemaVersion = await appliedVersion(db);
  const files: WrittenFile[] = [];
  for (const table of archivedTables) {
    const partition = partitionName(table.name, period);
    const path = join(directory, `${partition}${FILE_ENDING}`);
    const columns = await columnsOf(db, partition);
    const [from, to] = [period.from.toISOString(), period.to.toISOString()];
    const described = { table: table.name, columns, from, to, schemaVersion, writtenAt: now.toISOString() };
    const lines = linesOf(db, { table, partition, columns });
    const written = await writeArchive({ path, key, described, lines });
    if (!written) return undefined;
    files.push({ path, table: table.name, ...written });
  }
  return files;
}

interface Source {
  table: DividedTable;
  partition: string;
  columns: readonly ArchivedColumn[];
}

/** Reads by key in short statements: a cursor would hold a transaction open, so that vacuum keeps dead rows. */
async function* linesOf(db: Database, { table, partition, columns }: Source): AsyncGenerator<string[]> {
  const isEvents = table.name === 'events';
  const plain = isEvents ? columns.filter(({ name }) => !DATA_COLUMNS.includes(name)) : columns;
  const typeOf = (key: string): Sql => rawSql(columns.find(({ name }) => name === key)?.type ?? 'text');
  const indexed = (key: string, value: Sql): Sql => (table.ids?.includes(key) ? sql`uuid_of(${value})` : value);
  const order = joinSql(
    table.keys.map((key) => indexed(key, rawSql(key))),
    ', ',
  );
  const names = rawSql(plain.map(({ name }) => name).join(', '));
  let after: Sql = emptySql;
  for (;;) {
    const found = await db.read<{ line: string } & ArchivedData>(sql`
      SELECT (SELECT row_to_json(r)::text FROM (SELECT ${names}) AS r) AS line
        ${isEvents ? sql`, data, balance, sequence` : emptySql}
      FROM ${rawSql(partition)} ${after} ORDER BY ${order} ${literalLimit(ROWS_AT_ONCE)}`);
    const last = found.at(-1);
    if (!last) return;
    yield found.map((row) => (isEvents ? archivedEvent(row.line, row) : row.line));
    if (found.length < ROWS_AT_ONCE) return;
    const row: Record<string, unknown> = JSON.parse(last.line);
    const place = table.keys.map((key) => indexed(key, sql`${row[key]}::${typeOf(key)}`));
    after = sql`WHERE (${order}) > (${joinSql(place, ', ')})`;
  }
}
