import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import type { Database } from './database.ts';
import { rawSql, type Sql, sql } from './sql.ts';

/** Takes a few milliseconds; with the pause a fifth of one core. */
const PORTION = 200;
/** Rows that are deleted are used by nobody: more at once, to be faster than payments create them. */
export const DELETED_PORTION = 1_000;
const PAUSE_MS = 20;
/** The rest follows in the next run of the housekeeping, so that one table does not keep the others waiting. */
const MAX_MS = 50_000;

/** Runs background work in small portions, so that payments are not delayed. `take` returns the number of rows. */
export async function inPortions(take: (portion: Sql) => Promise<number>, size = PORTION): Promise<void> {
  const portion = rawSql(String(size));
  const end = monotonicMs() + MAX_MS;
  while ((await take(portion)) >= size && monotonicMs() < end) await sleep(PAUSE_MS);
}

/** `found` selects the ctids of at most a portion of rows per platform. It must use an index. */
export const deleteInPortions = (db: Database, table: Sql, found: (portion: Sql) => Sql): Promise<void> =>
  inPortions(async (portion) => {
    const [deleted] = await db.write<{ count: number }>(sql`
      WITH deleted AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${found(portion)})) RETURNING 1)
      SELECT count(*)::int AS count FROM deleted`);
    return deleted?.count ?? 0;
  }, DELETED_PORTION);
