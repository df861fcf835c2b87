import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sqlState } from './database.ts';
import { rawSql, sql } from './sql.ts';

const directory = new URL('./migrations/', import.meta.url);
const MINIMUM_SERVER = 150_000;

/** The schema cannot be migrated, and nothing was changed. */
export class MigrationRejected extends Error {}

/** The database was created with migrations that this release does not contain. */
export class EarlierSchema extends MigrationRejected {
  readonly hint: string;

  constructor(hint = 'Use an empty database.') {
    super('The database was created by an earlier release of Causeway, whose schema this release cannot migrate.');
    this.hint = hint;
  }
}

export interface Migrated {
  from: number;
  to: number;
}

interface MigrateOptions {
  /** Limit for waiting for a table lock. Short, because other sessions queue behind the migration while it waits. */
  lockTimeoutMs?: number;
  /** Maximum number of attempts to lock a table that is in use. */
  tries?: number;
}

const LOCK_TIMEOUT_MS = 5_000;
const LOCK_TRIES = 12;
const LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Applies the missing migrations in one transaction, under a lock. There are no down migrations. If none is missing,
 * the schema is only read, so that a role without the right to create tables can start.
 */
export async function migrate(
  db: Database,
  at: Date,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, tries = LOCK_TRIES }: MigrateOptions = {},
): Promise<Migrated> {
  const known = await knownMigrations();
  await rejectOldServer(db);
  const applied = await findApplied(db);
  rejectForeign(applied, known);
  if (applied.length === known.length) return { from: applied.length, to: known.length };
  await ensureTable(db);
  for (let left = tries - 1; ; left--) {
    try {
      return await apply(db, known, { at, lockTimeoutMs });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (left === 0) throw busyTable(tries);
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** No statement timeout: migrating a large table, or waiting for another server to migrate it, takes time. */
function apply(
  db: Database,
  known: readonly Migration[],
  { at, lockTimeoutMs }: { at: Date; lockTimeoutMs: number },
): Promise<Migrated> {
  return db.transaction(
    async (query) => {
      await query(sql`LOCK TABLE schema_migrations IN EXCLUSIVE MODE`);
      await query(rawSql(`SET LOCAL lock_timeout = ${lockTimeoutMs}`));
      const applied = await query<Applied>(appliedMigrations);
      rejectForeign(applied, known);
      for (const migration of known.slice(applied.length)) {
        await query(rawSql(migration.text));
        await query(
          sql`INSERT INTO schema_migrations VALUES (${migration.version}, ${migration.name}, ${migration.checksum}, ${at})`,
        );
      }
      return { from: applied.length, to: known.length };
    },
    { isUnbounded: true },
  );
}

const busyTable = (tries: number): MigrationRejected =>
  new MigrationRejected(
    `A migration could not lock a table in ${tries} tries, because another session uses it. End long transactions in the database, then start again.`,
  );

interface SchemaVersions {
  applied: number;
  known: number;
  isEarlier: boolean;
}

/** Returns the number of migrations in the database and in this release. Changes nothing. */
export async function schemaVersions(db: Database): Promise<SchemaVersions> {
  const known = await knownMigrations();
  const applied = await findApplied(db);
  return { applied: applied.length, known: known.length, isEarlier: isEarlier(applied, known) };
}

async function findApplied(db: Database): Promise<Applied[]> {
  const [found] = await db.read<{ is_there: boolean }>(
    sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there`,
  );
  return found?.is_there ? db.read<Applied>(appliedMigrations) : [];
}

/** Number of migrations in a database that has the schema. */
export async function appliedVersion(db: Database): Promise<number> {
  const [row] = await db.read<{ version: number }>(sql`SELECT max(version) AS version FROM schema_migrations`);
  return row?.version ?? 0;
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

const appliedMigrations = sql`SELECT version, name, checksum FROM schema_migrations ORDER BY version`;

interface Migration extends Applied {
  text: string;
}

async function knownMigrations(): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, i) => {
      const text = await readFile(new URL(name, directory), 'utf8');
      return { version: i + 1, name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function rejectOldServer(db: Database): Promise<void> {
  const [row] = await db.read<{ version: number }>(sql`SELECT current_setting('server_version_num')::int AS version`);
  if (row && row.version >= MINIMUM_SERVER) return;
  throw new MigrationRejected('PostgreSQL 15 or later is required; this one is older.');
}

/** Ignores the error of a concurrent CREATE TABLE IF NOT EXISTS: the table then exists. */
async function ensureTable(db: Database): Promise<void> {
  try {
    await db.write(
      sql`CREATE TABLE IF NOT EXISTS schema_migrations
        (version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL)`,
    );
  } catch (error) {
    if (!CREATED_MEANWHILE.has(sqlState(error) ?? '')) throw error;
  }
}

/** The name of the table, or of its row type, is taken: another session created it. */
const CREATED_MEANWHILE = new Set(['42P07', '42710', '23505']);

/** An edited file keeps its name and a renamed file its checksum. If both differ, the database has another history. */
const isEarlier = (applied: readonly Applied[], known: readonly Migration[]): boolean =>
  known.some(({ name, checksum }, i) => {
    const row = applied[i];
    return row !== undefined && row.name !== name && row.checksum !== checksum;
  });

function rejectForeign(applied: readonly Applied[], known: readonly Migration[]): void {
  if (isEarlier(applied, known)) throw new EarlierSchema();
  if (applied.length > known.length) {
    throw new MigrationRejected(
      `The database has schema version ${applied.length}, this release supports up to ${known.length}. Use the release that migrated it, or a newer one.`,
    );
  }
  for (const [i, row] of applied.entries()) {
    if (known[i]?.checksum === row.checksum) continue;
    throw new MigrationRejected(
      `Migration ${row.name} in the database differs from the one in this release. Use the release that applied it.`,
    );
  }
}
