import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../foundation/db/database.ts';
import { archivedTables, listPeriods, partitionName, type StoredPeriod } from '../../foundation/db/periods.ts';
import { rows, sql } from '../../foundation/db/sql.ts';
import { type ArchiveHeader, readHeader } from './archive-file.ts';
import { authenticityOf, type Doubt } from './authentication-code.ts';
import type { KeyStore } from './keys.ts';
import { FILE_ENDING } from './write-period.ts';

export interface ListedPeriod extends StoredPeriod {
  /** Size of all tables of the period, including indexes. */
  bytes: number;
}

/** Lists the periods of the database with their sizes, oldest first. */
export async function listPeriodSizes(db: Database): Promise<ListedPeriod[]> {
  const periods = await listPeriods(db);
  const partitions = periods.flatMap((period, n) =>
    archivedTables.map(({ name }) => ({ n, partition: partitionName(name, period) })),
  );
  const sizes = await db.read<{ n: number; bytes: bigint }>(sql`
    SELECT n, sum(COALESCE(pg_total_relation_size(to_regclass(partition)), 0))::bigint AS bytes
    FROM ${rows(partitions)} AS r(n int, partition text) GROUP BY n`);
  const bytesOf = new Map(sizes.map(({ n, bytes }) => [n, Number(bytes)]));
  return periods.map((period, n) => ({ ...period, bytes: bytesOf.get(n) ?? 0 }));
}

/** Only authentic files have a header, because other files are not parsed. */
export type ListedFile = { path: string } & (
  | { authenticity: 'AUTHENTIC'; header: ArchiveHeader }
  | { authenticity: Doubt; header?: undefined }
);

/** Lists the archives of a directory by name and skips other files. */
export async function listArchives(store: KeyStore, directory: string): Promise<ListedFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(FILE_ENDING)).sort();
  const files: ListedFile[] = [];
  for (const name of names) {
    const path = join(directory, name);
    const authenticity = await authenticityOf(store, path);
    files.push(
      authenticity === 'AUTHENTIC' ? { path, authenticity, header: await readHeader(path) } : { path, authenticity },
    );
  }
  return files;
}
