import type { PoolClient } from 'pg';
import type { Database } from '../../src/foundation/db/database.ts';

/** Collects the text of every statement sent from now on. */
export function watchQueries(db: Database): string[] {
  const seen: string[] = [];
  const watched = new WeakSet<object>();
  const watch = (client: PoolClient): void => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((first: string | { text: string }, ...rest: unknown[]) => {
      seen.push(typeof first === 'string' ? first : first.text);
      return query(first, ...rest);
    }) as typeof client.query;
  };
  for (const pool of db.pools) pool.on('acquire', watch);
  const { pipeline } = db;
  const query = pipeline.query.bind(pipeline);
  pipeline.query = (sent) => {
    seen.push(sent.text);
    return query(sent);
  };
  return seen;
}
