import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { ClusterPaths } from './place.ts';

/** Messages of PostgreSQL that report damage a restart does not repair. */
const CORRUPT =
  /could not locate a valid checkpoint record|invalid (primary )?checkpoint|incorrect checksum in control file|database files are incompatible|is not a database cluster directory|not a valid data directory/i;

/** Reason why PostgreSQL requires manual repair; undefined if a restart may succeed. */
export function damageOf({ cluster }: ClusterPaths, binaries: Binaries, failure: Error): string | undefined {
  if (!existsSync(binaries.postgres)) return `the PostgreSQL program ${binaries.postgres} is missing`;
  for (const file of ['PG_VERSION', 'global/pg_control']) {
    if (!existsSync(join(cluster, file))) return `${join(cluster, file)} is missing`;
  }
  return CORRUPT.test(failure.message) ? failure.message : undefined;
}
