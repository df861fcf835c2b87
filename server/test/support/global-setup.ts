import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { Database } from '../../src/foundation/db/database.ts';
import { openEmbeddedPostgres } from '../../src/foundation/db/embedded.ts';
import { migrate } from '../../src/foundation/db/migrate.ts';
import { createPeriods } from '../../src/foundation/db/periods.ts';
import { systemClock } from '../../src/foundation/kernel/clock.ts';

/** Default of EVENTS_KEEP_DAYS. */
const KEPT_DAYS = 90;

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string };
    /** Directory for the data of a server that was started once (ServerHome.prepare). */
    preparedData: string;
  }
}

/** One PostgreSQL for the whole run; servers under test use copies of the migrated database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const say = (step: string): unknown => process.stderr.write(`test: ${step}\n`);
  say('starting PostgreSQL');
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-test-'));
  // PostgreSQL runs as another user when the tests run as root, and must reach its directory.
  await chmod(dataDir, 0o755);
  const postgres = await openEmbeddedPostgres({
    dataDir,
    exclusive: true,
    // Tests crash processes, never the machine, so nothing needs to reach the disk.
    settings: {
      ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' },
      // Databases exist for seconds. Tests that need statistics run ANALYZE themselves.
      autovacuum: 'off',
    },
  });
  say('migrating the database that every worker copies');
  const db = new Database({ connection: postgres.connection });
  await migrate(db, systemClock.now());
  await createPeriods(db, systemClock.now(), KEPT_DAYS);
  await db.close();
  project.provide('postgres', postgres.connection);
  project.provide('preparedData', join(dataDir, 'prepared'));
  say('loading the service into the workers; each file has a line when it ends');
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
