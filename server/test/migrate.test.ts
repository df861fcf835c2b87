import { readdir, readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Database, type DatabaseOptions } from '../src/foundation/db/database.ts';
import { EarlierSchema, MigrationRejected, migrate, schemaVersions } from '../src/foundation/db/migrate.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { openEmptyDatabase } from './support/database.ts';
import { watchQueries } from './support/queries.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

type Open = (timeouts?: DatabaseOptions['timeouts']) => Database;

async function emptyDatabase(): Promise<{ open: Open }> {
  const { url, close } = await openEmptyDatabase();
  opened.push(close);
  const open: Open = (timeouts = {}) => {
    const db = new Database({ connection: url, timeouts });
    opened.push(() => db.close());
    return db;
  };
  return { open };
}

/** Number of applied migrations. Later ones lock the table `platforms`, which they refer to. */
const FEW = 2;

const now = () => systemClock.now();

async function migrated(): Promise<Database> {
  const db = (await emptyDatabase()).open();
  await migrate(db, now());
  return db;
}

const directory = new URL('../src/foundation/db/migrations/', import.meta.url);

/** A database with only the first migrations applied. */
async function migratedTo(last: number): Promise<Database> {
  const applied = (await appliedIn(await migrated())).slice(0, last);
  const db = (await emptyDatabase()).open();
  await createHistory(db);
  for (const { version, name, checksum, applied_at } of applied) {
    await db.pool.query(await readFile(new URL(name, directory), 'utf8'));
    await db.pool.query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', [version, name, checksum, applied_at]);
  }
  return db;
}

const createHistory = (db: Database) =>
  db.pool.query(
    'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text, checksum text, applied_at timestamptz)',
  );

const appliedIn = async (db: Database) =>
  (await db.pool.query('SELECT version, name, checksum, applied_at FROM schema_migrations ORDER BY version')).rows;

const tablesIn = async (db: Database): Promise<string[]> => {
  const { rows } = await db.pool.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return rows.map((row) => row.table_name);
};

describe('migrations', () => {
  it('bring an empty external database to the current schema', async () => {
    const db = (await emptyDatabase()).open();
    const at = now();
    const { from, to } = await migrate(db, at);
    expect(from).toBe(0);
    expect(to).toBeGreaterThan(0);
    const applied = await appliedIn(db);
    expect(applied.map(({ version }) => version)).toEqual(Array.from({ length: to }, (_, i) => i + 1));
    expect(applied[0]).toMatchObject({
      name: '0001_db.sql',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(applied[0].applied_at).toEqual(at);
    expect(await tablesIn(db)).toEqual(
      expect.arrayContaining(['platforms', 'accounts', 'ledger_entries', 'api_tokens']),
    );
  });

  it('are numbered without gaps', async () => {
    const names = (await readdir(directory)).toSorted();
    const numbers = names.map((name) => /^(\d{4})_[a-z]+(_[a-z]+)*\.sql$/.exec(name)?.[1]);
    expect(numbers).toEqual(names.map((_, i) => `${i + 1}`.padStart(4, '0')));
  });

  it('change nothing the second time', async () => {
    const db = await migrated();
    const before = await appliedIn(db);
    const { from, to } = await migrate(db, now());
    expect(from).toBe(to);
    expect(await appliedIn(db)).toEqual(before);
  });

  it('are applied once by several concurrent processes', async () => {
    for (let round = 0; round < 3; round++) {
      const { open } = await emptyDatabase();
      const processes = Array.from({ length: 6 }, () => open());
      const results = await Promise.all(processes.map((db) => migrate(db, now())));
      const { to } = results[0] ?? { to: 0 };
      expect(results.filter(({ from }) => from === 0)).toHaveLength(1);
      expect(results.filter(({ from }) => from === to)).toHaveLength(5);
      expect(await appliedIn(processes[0] as Database)).toHaveLength(to);
    }
  });

  it('wait for another process that is migrating', async () => {
    const db = await migratedTo(FEW);
    const holder = await db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE schema_migrations IN EXCLUSIVE MODE');
    let isDone = false;
    const waiting = migrate(db, now()).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isDone).toBe(false);
    await holder.query('COMMIT');
    holder.release();
    await waiting;
  });

  it('wait briefly for a locked table, retry, and then fail with a remedy', async () => {
    const db = await migratedTo(FEW);
    const holder = await db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE platforms');
    const rejection = await migrate(db, now(), { lockTimeoutMs: 20, tries: 1 }).catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(MigrationRejected);
    expect((rejection as Error).message).toMatch(/could not lock a table .* End long transactions/);
    expect(await appliedIn(db)).toHaveLength(FEW);
    const migrating = migrate(db, now(), { lockTimeoutMs: 20, tries: 100 });
    await holder.query('COMMIT');
    holder.release();
    expect(await migrating).toMatchObject({ from: FEW });
  });

  it('have no time limit, although requests have one', async () => {
    const { open } = await emptyDatabase();
    const db = open({ deadlineMs: 100 });
    const sent = watchQueries(db);
    await migrate(db, now());
    expect(sent.join('\n')).toMatch(
      /BEGIN; SET LOCAL statement_timeout = 0\nLOCK TABLE schema_migrations .*\nSET LOCAL lock_timeout = 5000\n/,
    );
    const slow = sql`SELECT pg_sleep(0.3)`;
    await db.transaction((query) => query(slow), { isUnbounded: true });
    await expect(db.transaction((query) => query(slow))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('are applied completely or not at all', async () => {
    const db = (await emptyDatabase()).open();
    await db.pool.query('CREATE TABLE accounts (in_the_way int)');
    await expect(migrate(db, now())).rejects.toThrow('accounts');
    expect((await tablesIn(db)).toSorted()).toEqual(['accounts', 'schema_migrations']);
    expect(await appliedIn(db)).toEqual([]);
  });

  it('reject a database of a newer version in one line with a remedy', async () => {
    const db = await migrated();
    const known = (await appliedIn(db)).length;
    await db.pool.query(`INSERT INTO schema_migrations VALUES ($1, 'later.sql', 'x', $2)`, [known + 1, now()]);
    const rejection = await rejectionOf(db);
    expect(rejection.message).toBe(
      `The database has schema version ${known + 1}, this release supports up to ${known}. Use the release that migrated it, or a newer one.`,
    );
  });

  it('reject a database whose migrations differ', async () => {
    const db = await migrated();
    await db.pool.query(`UPDATE schema_migrations SET checksum = 'other' WHERE version = 1`);
    const rejection = await rejectionOf(db);
    expect(rejection.message).toContain('0001_db.sql');
    expect(rejection.message).toMatch(/^[^\n]+$/);
  });

  it('reject a database of an earlier release, with fewer or more migrations, and change nothing', async () => {
    for (const count of [1, 40]) {
      const db = (await emptyDatabase()).open();
      await createHistory(db);
      await db.pool.query(
        `INSERT INTO schema_migrations
          SELECT n, lpad(n::text, 4, '0') || '_of_before.sql', 'checksum ' || n, $1 FROM generate_series(1, $2::int) n`,
        [now(), count],
      );
      const rejection = await rejectionOf(db);
      expect(rejection).toBeInstanceOf(EarlierSchema);
      expect(rejection.message).toBe(
        'The database was created by an earlier release of Causeway, whose schema this release cannot migrate.',
      );
      expect(await tablesIn(db)).toEqual(['schema_migrations']);
      expect(await appliedIn(db)).toHaveLength(count);
      expect(await schemaVersions(db)).toMatchObject({ applied: count, isEarlier: true });
    }
  });

  it('accept a renamed but unchanged file', async () => {
    const db = await migrated();
    await db.pool.query(`UPDATE schema_migrations SET name = 'renamed.sql' WHERE version = 1`);
    const { from, to } = await migrate(db, now());
    expect(from).toBe(to);
  });

  it('reject a PostgreSQL before version 15, and change nothing', async () => {
    const db = (await emptyDatabase()).open();
    const read = db.read.bind(db);
    const old: Database = Object.assign(Object.create(db), {
      read: async (statement: Parameters<typeof read>[0]) =>
        statement.strings.join('').includes('server_version_num') ? [{ version: 140_012 }] : read(statement),
    });
    const queries = watchQueries(db);
    const rejection = await rejectionOf(old);
    expect(rejection.message).toBe('PostgreSQL 15 or later is required; this one is older.');
    expect(queries).toEqual([]);
    expect(await tablesIn(db)).toEqual([]);
  });
});

async function rejectionOf(db: Database): Promise<MigrationRejected> {
  const error = await migrate(db, now()).catch((rejection: unknown) => rejection);
  expect(error).toBeInstanceOf(MigrationRejected);
  return error as MigrationRejected;
}
