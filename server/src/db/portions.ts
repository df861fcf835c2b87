import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { rawSql, type Sql, sql } from './sql.ts';

/** Some milliseconds of the database: with the pause a fifth of one core, and more than payments leave behind. */
const PORTION = 200;
const PAUSE_MS = 20;

/**
 * Does what nobody waits for, some of it at a time: those who make payments meanwhile do not notice. `take` tells how
 * many it found.
 */
export async function inPortions(take: (portion: Sql) => Promise<number>): Promise<void> {
  const portion = rawSql(String(PORTION));
  while ((await take(portion)) >= PORTION) await sleep(PAUSE_MS);
}

/** `found` names the rows by their ctid, at most a portion for each platform, by an index whatever the table holds. */
export const deleteInPortions = (db: Database, table: Sql, found: (portion: Sql) => Sql): Promise<void> =>
  inPortions(async (portion) => {
    const [gone] = await db.write<{ count: number }>(sql`
      WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${found(portion)})) RETURNING 1)
      SELECT count(*)::int AS count FROM gone`);
    return gone?.count ?? 0;
  });
