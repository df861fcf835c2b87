import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Database, sqlState } from './database.ts';
import { rawSql, sql } from './sql.ts';

const directory = new URL('./migrations/', import.meta.url);
const MINIMUM_SERVER = 150_000;

/** One clear line for the operator; nothing was changed. */
export class MigrationRefused extends Error {}

export interface Migrated {
  from: number;
  to: number;
}

/** Brings the schema forward, under a lock, all or nothing. Never backward. */
export async function migrate(db: Database, at: Date): Promise<Migrated> {
  const known = await knownMigrations();
  await refuseOldServer(db);
  await ensureTable(db);
  return db.transaction(async (query) => {
    await query(sql`LOCK TABLE schema_migrations IN EXCLUSIVE MODE`);
    const applied = await query<Applied>(sql`SELECT version, name, checksum FROM schema_migrations ORDER BY version`);
    refuseForeign(applied, known);
    for (const migration of known.slice(applied.length)) {
      await query(rawSql(migration.text));
      await query(
        sql`INSERT INTO schema_migrations VALUES (${migration.version}, ${migration.name}, ${migration.checksum}, ${at})`,
      );
    }
    return { from: applied.length, to: known.length };
  });
}

/** What is applied and what this Causeway knows; changes nothing. */
export async function schemaVersions(db: Database): Promise<{ applied: number; known: number }> {
  const known = (await knownMigrations()).length;
  const [found] = await db.read<{ is_there: boolean }>(
    sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there`,
  );
  if (!found?.is_there) return { applied: 0, known };
  const [row] = await db.read<{ count: bigint }>(sql`SELECT count(*) FROM schema_migrations`);
  return { applied: Number(row?.count ?? 0), known };
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

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

async function refuseOldServer(db: Database): Promise<void> {
  const [row] = await db.read<{ version: number }>(sql`SELECT current_setting('server_version_num')::int AS version`);
  if (row && row.version >= MINIMUM_SERVER) return;
  throw new MigrationRefused('This PostgreSQL is older than version 15. Causeway needs PostgreSQL 15 or later.');
}

/** Of two that create it at once one fails, IF NOT EXISTS or not: then it is there. */
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

/** The table's name, or that of its row type, is taken. */
const CREATED_MEANWHILE = new Set(['42P07', '42710', '23505']);

function refuseForeign(applied: Applied[], known: Migration[]): void {
  if (applied.length > known.length) {
    throw new MigrationRefused(
      `The database has schema version ${applied.length}, this Causeway knows ${known.length}. Start the newer Causeway that made it.`,
    );
  }
  for (const [i, row] of applied.entries()) {
    if (known[i]?.checksum === row.checksum) continue;
    throw new MigrationRefused(
      `Migration ${row.name} in the database differs from the one in this Causeway. Use the version that applied it.`,
    );
  }
}
