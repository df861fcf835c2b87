import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { rawSql, type Sql, sql } from './sql.ts';

const PORTION = 500;
const PAUSE_MS = 50;

/**
 * Deletes what nobody needs any more, some of it at a time: those who make payments meanwhile do not notice. `found` names
 * the rows by their ctid, at most a portion for each platform, by an index whatever the table holds.
 */
export async function deleteInPortions(db: Database, table: Sql, found: (portion: Sql) => Sql): Promise<void> {
  const portion = rawSql(String(PORTION));
  for (;;) {
    const [gone] = await db.write<{ count: number }>(sql`
      WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${found(portion)})) RETURNING 1)
      SELECT count(*)::int AS count FROM gone`);
    if (!gone || gone.count < PORTION) return;
    await sleep(PAUSE_MS);
  }
}
