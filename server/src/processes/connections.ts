import { ConfigError } from '../config.ts';

/** What a process takes where there is enough, and the least it can work with: a pool, and the lanes of quick reads. */
const POOL_SIZE = 10;
const LEAST_POOL_SIZE = 3;
const LANES = 2;
/** For the primary, commands beside the server, and what PostgreSQL keeps for its own administrators. */
const OTHERS = 20;
const DEFAULT_OF_EMBEDDED = 60;

/** How many connections an embedded PostgreSQL must allow. */
export const connectionsFor = (processes: number): number =>
  Math.max(DEFAULT_OF_EMBEDDED, OTHERS + processes * (POOL_SIZE + LANES));

/** What each process may have of the connections that a PostgreSQL allows. */
export function poolSizeFor(processes: number, allowed: number): number {
  const share = Math.floor((allowed - OTHERS) / processes) - LANES;
  if (share >= LEAST_POOL_SIZE) return Math.min(POOL_SIZE, share);
  const needed = OTHERS + processes * (LEAST_POOL_SIZE + LANES);
  throw new ConfigError(
    `PROCESSES ${processes} needs ${needed} connections, and the database allows ${allowed}. Lower PROCESSES, or raise max_connections of PostgreSQL.`,
  );
}
