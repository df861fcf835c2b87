import type pg from 'pg';

/**
 * Number of statements in this database that wait for a lock. Within a transaction PostgreSQL keeps returning the
 * connections of the first query.
 */
export async function countBlocked(observer: pg.Client): Promise<number> {
  await observer.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await observer.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
