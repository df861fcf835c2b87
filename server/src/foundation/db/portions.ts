import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import type { Database } from './database.ts';
import { rawSql, type Sql, sql } from './sql.ts';

/** A portion takes a few milliseconds; with the pauses between them the work uses a fifth of one core. */
const PORTION = 200;
/** Larger, so that deletion is faster than payments add rows. Nothing else uses the deleted rows. */
export const DELETED_PORTION = 1_000;
const PAUSE_MS = 20;
/** The next run of the housekeeping does the rest, so that one table does not delay the others. */
const MAX_MS = 50_000;

/** Runs background work in small portions, so that payments are not delayed. `take` returns the number of rows. */
export async function inPortions(take: (portion: Sql) => Promise<number>, size = PORTION): Promise<void> {
  const portion = rawSql(String(size));
  const end = monotonicMs() + MAX_MS;
  while ((await take(portion)) >= size && monotonicMs() < end) await sleep(PAUSE_MS);
}

/** Deletes the rows whose ctids `found` selects: at most a portion per platform. `found` must use an index. */
export const deleteInPortions = (db: Database, table: Sql, found: (portion: Sql) => Sql): Promise<void> =>
  inPortions(async (portion) => {
    const [deleted] = await db.write<{ count: number }>(sql`
      WITH deleted AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${found(portion)})) RETURNING 1)
      SELECT count(*)::int AS count FROM deleted`);
    return deleted?.count ?? 0;
  }, DELETED_PORTION);
