import { ConfigError } from '../../foundation/config.ts';

const POOL_SIZE = 10;
const MIN_POOL_SIZE = 3;
/** Connections for pipelined reads, in addition to the pool. */
const PIPELINES = 2;
/** Connections for the primary, for commands and for PostgreSQL superusers. */
const RESERVED = 20;
const EMBEDDED_DEFAULT = 60;

/** Number of connections that an embedded PostgreSQL must allow. */
export const connectionsFor = (processes: number): number =>
  Math.max(EMBEDDED_DEFAULT, RESERVED + processes * (POOL_SIZE + PIPELINES));

/** Divides the allowed connections of PostgreSQL among the processes. */
export function poolSizeFor(processes: number, allowed: number): number {
  const share = Math.floor((allowed - RESERVED) / processes) - PIPELINES;
  if (share >= MIN_POOL_SIZE) return Math.min(POOL_SIZE, share);
  const needed = RESERVED + processes * (MIN_POOL_SIZE + PIPELINES);
  throw new ConfigError(
    `PROCESSES=${processes} requires ${needed} connections and the database allows ${allowed}. Lower PROCESSES, or raise max_connections of PostgreSQL.`,
  );
}
