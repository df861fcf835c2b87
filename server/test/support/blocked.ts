import type pg from 'pg';

/**
 * How many statements in this database wait for a lock. Within a transaction PostgreSQL goes on showing the connections
 * there were when it was first asked for them.
 */
export async function countBlocked(observer: pg.Client): Promise<number> {
  await observer.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await observer.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
