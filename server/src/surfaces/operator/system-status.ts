import { findOldestOverdue } from '../../engine/jobs/oversight.ts';
import type { Database } from '../../foundation/db/database.ts';
import { schemaVersions } from '../../foundation/db/migrate.ts';
import { sql } from '../../foundation/db/sql.ts';
import { listDataKeys } from '../../foundation/db/vault.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import { countPlatforms } from '../../parties/platforms/platforms.ts';
import { countRows, readBacklog } from './gauges.ts';

/** Facts of this server that do not change while it runs. */
export interface ServerFacts {
  version: string;
  /** Number of processes that serve requests. */
  processes: number;
  startedAt: Date;
}

interface Deps {
  db: Database;
  server: ServerFacts;
}

/** Queries run one after the other, so that a polling page uses one connection. */
export async function getSystemStatus({ db, server }: Deps, now: Date) {
  const { applied, known } = await schemaVersions(db);
  const overdue = sql`
    SELECT 1 FROM jobs WHERE state = 'READY' AND due_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now})`;
  const oldest = await findOldestOverdue(db, now);
  const backlog = await readBacklog(db);
  const { time, ...database } = await readDatabase(db);
  return {
    version: server.version,
    processes: server.processes,
    startedAt: server.startedAt,
    schema: { version: applied, known },
    platforms: await readPlatforms(db),
    jobs: {
      overdue: await countRows(db, overdue),
      dead: await countRows(db, sql`SELECT 1 FROM jobs WHERE state = 'DEAD'`),
      lagSeconds: oldest ? secondsSince(oldest.dueAt, now) : 0,
    },
    deliveries: { pending: backlog.count, lagSeconds: backlog.oldest ? secondsSince(backlog.oldest, now) : 0 },
    queues: {
      reviews: await countRows(db, sql`SELECT 1 FROM verifications WHERE status = 'PENDING_MANUAL_REVIEW'`),
      unmatchedCredits: await countRows(db, sql`SELECT 1 FROM bank_credits WHERE state = 'UNMATCHED'`),
    },
    keys: await readKeys(db),
    database,
    archive: await readArchive(db),
    clock: { server: now, database: time, differenceMs: now.getTime() - time.getTime() },
  };
}

const secondsSince = (since: Date, now: Date): number => Math.max(0, (now.getTime() - since.getTime()) / SECOND_MS);

async function readPlatforms(db: Database) {
  const { SANDBOX, PRODUCTION } = await countPlatforms(db);
  return { sandbox: SANDBOX, production: PRODUCTION };
}

/** The newest key of each purpose is in use. */
async function readKeys(db: Database) {
  const keys = await listDataKeys(db);
  return keys.map(({ id, purpose, createdAt }) => ({
    id,
    purpose,
    createdAt,
    isCurrent: keys.findLast((key) => key.purpose === purpose)?.id === id,
  }));
}

interface DatabaseFacts {
  version: string;
  sizeBytes: number;
  connections: number;
  time: Date;
}

async function readDatabase(db: Database): Promise<DatabaseFacts> {
  const [row] = await db.read<{ version: string; size: bigint; connections: bigint; time: Date }>(sql`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      -- Start of this statement by the clock of the database.
      (SELECT query_start FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS time`);
  const { version = '', size = 0n, connections = 0n, time = new Date(0) } = row ?? {};
  return { version, sizeBytes: Number(size), connections: Number(connections), time };
}

/** State of the PostgreSQL archiver, on which continuous backups rely. Null while it is off. */
async function readArchive(db: Database) {
  const [row] = await db.read<{ mode: string; archived: Date | null; failed: Date | null }>(sql`
    SELECT current_setting('archive_mode') AS mode, last_archived_time AS archived, last_failed_time AS failed
    FROM pg_stat_archiver`);
  return !row || row.mode === 'off' ? null : { lastArchivedAt: row.archived, lastFailedAt: row.failed };
}
