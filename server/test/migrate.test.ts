import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { DELETED_JOB } from '../src/customers/customers.ts';
import { Database } from '../src/db/database.ts';
import { MigrationRefused, migrate } from '../src/db/migrate.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { openEmptyDatabase } from './support/database.ts';
import { watchQueries } from './support/queries.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function emptyDatabase(): Promise<{ open: () => Database }> {
  const { url, close } = await openEmptyDatabase();
  opened.push(close);
  const open = (): Database => {
    const db = new Database({ connection: url });
    opened.push(() => db.close());
    return db;
  };
  return { open };
}

const now = () => systemClock.now();

async function migrated(): Promise<Database> {
  const db = (await emptyDatabase()).open();
  await migrate(db, now());
  return db;
}

const directory = new URL('../src/db/migrations/', import.meta.url);

/** As an older Causeway left it: with the first of the migrations alone. */
async function migratedTo(version: number): Promise<Database> {
  const applied = (await appliedIn(await migrated())).slice(0, version);
  const db = (await emptyDatabase()).open();
  await db.pool.query(
    'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text, checksum text, applied_at timestamptz)',
  );
  for (const { version, name, checksum, applied_at } of applied) {
    await db.pool.query(await readFile(new URL(name, directory), 'utf8'));
    await db.pool.query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', [version, name, checksum, applied_at]);
  }
  return db;
}

const appliedIn = async (db: Database) =>
  (await db.pool.query('SELECT version, name, checksum, applied_at FROM schema_migrations ORDER BY version')).rows;

const tablesIn = async (db: Database): Promise<string[]> => {
  const { rows } = await db.pool.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return rows.map((row) => row.table_name);
};

describe('migrations', () => {
  it('bring an empty database, given by its URL, to the current schema', async () => {
    const db = (await emptyDatabase()).open();
    const at = now();
    const { from, to } = await migrate(db, at);
    expect(from).toBe(0);
    expect(to).toBeGreaterThan(0);
    const applied = await appliedIn(db);
    expect(applied.map(({ version }) => version)).toEqual(Array.from({ length: to }, (_, i) => i + 1));
    expect(applied[0]).toMatchObject({
      name: '0001_foundation.sql',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(applied[0].applied_at).toEqual(at);
    expect(await tablesIn(db)).toEqual(expect.arrayContaining(['platforms', 'accounts', 'moves', 'api_tokens']));
  });

  it('do nothing the second time', async () => {
    const db = await migrated();
    const before = await appliedIn(db);
    const { from, to } = await migrate(db, now());
    expect(from).toBe(to);
    expect(await appliedIn(db)).toEqual(before);
  });

  it('started by several processes at once on an empty database are applied once', async () => {
    for (let round = 0; round < 3; round++) {
      const { open } = await emptyDatabase();
      const processes = Array.from({ length: 6 }, open);
      const results = await Promise.all(processes.map((db) => migrate(db, now())));
      const { to } = results[0] ?? { to: 0 };
      expect(results.filter(({ from }) => from === 0)).toHaveLength(1);
      expect(results.filter(({ from }) => from === to)).toHaveLength(5);
      expect(await appliedIn(processes[0] as Database)).toHaveLength(to);
    }
  });

  it('wait for another process that is migrating', async () => {
    const db = await migrated();
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

  it('are all or nothing', async () => {
    const db = (await emptyDatabase()).open();
    await db.pool.query('CREATE TABLE accounts (in_the_way int)');
    await expect(migrate(db, now())).rejects.toThrow('accounts');
    expect((await tablesIn(db)).toSorted()).toEqual(['accounts', 'schema_migrations']);
    expect(await appliedIn(db)).toEqual([]);
  });

  it('refuse a database of a newer version, in one line that says what to do', async () => {
    const db = await migrated();
    const known = (await appliedIn(db)).length;
    await db.pool.query(`INSERT INTO schema_migrations VALUES ($1, 'later.sql', 'x', $2)`, [known + 1, now()]);
    const refusal = await refusalOf(db);
    expect(refusal.message).toBe(
      `The database has schema version ${known + 1}, this Causeway knows ${known}. Start the newer Causeway that made it.`,
    );
  });

  it('refuse a database whose migrations differ from theirs', async () => {
    const db = await migrated();
    await db.pool.query(`UPDATE schema_migrations SET checksum = 'other' WHERE version = 1`);
    const refusal = await refusalOf(db);
    expect(refusal.message).toContain('0001_foundation.sql');
    expect(refusal.message).toMatch(/^[^\n]+$/);
  });

  it('keep what a quote needs that waits to be executed, where its execution was written down with it', async () => {
    const db = await migratedTo(20);
    await db.pool.query(`
      INSERT INTO platforms VALUES ('P', 'p', 'SANDBOX', 0, NULL, now());
      INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, destination,
          reference, created_at, updated_at)
        SELECT 'P', status, 'OUTGOING', 'DEBIT', status, 'C', 'c', '{}', 'R', now(), now()
        FROM unnest('{PENDING,PENDING_AUTHORIZATION,COMPLETED}'::text[]) status;
      INSERT INTO quotes (platform_id, id, transaction_id, set_off_by, body, plan, expires_at, created_at)
        SELECT 'P', 'Quote:' || id, id, 'EXECUTE', '{}',
          '{"moves":[],"jobs_enqueued":[{"payload":{"amount":"5","at":"~Quote~now"}}],"volume_counted":[{"maximum":"700"}]}',
          now(), now()
        FROM transactions`);
    await migrate(db, now());
    const { rows } = await db.pool.query('SELECT transaction_id, handed_over, daily_max FROM quotes ORDER BY 1');
    const kept = { handed_over: '{"at": "~Quote~now", "amount": "5"}', daily_max: 700n };
    expect(rows).toEqual([
      { transaction_id: 'COMPLETED', handed_over: '{}', daily_max: 0n },
      { transaction_id: 'PENDING', ...kept },
      { transaction_id: 'PENDING_AUTHORIZATION', ...kept },
    ]);
  });

  it('end the credentials of wallets that were closed before they ended with them', async () => {
    const db = await migratedTo(29);
    await db.pool.query(`
      INSERT INTO platforms VALUES ('P', 'p', 'SANDBOX', 0, NULL, now());
      INSERT INTO accounts (platform_id, id, kind, owner_id, type, status, currency, created_at, updated_at)
        SELECT 'P', status, 'customer', status, 'EMBEDDED_WALLET', status, 'USDB', now(), now()
        FROM unnest('{ACTIVE,CLOSED}'::text[]) status;
      INSERT INTO wallet_credentials (platform_id, id, account_id, type, nickname, is_first, created_at, updated_at)
        SELECT 'P', 'Of' || id, id, 'EMAIL_OTP', 'ada@example.com', true, now(), now() FROM accounts`);
    await migrate(db, now());
    const { rows } = await db.pool.query('SELECT id FROM wallet_credentials');
    expect(rows).toEqual([{ id: 'OfACTIVE' }]);
  });

  it('end the cards and the delegated keys whose holder or source was gone before they ended with it', async () => {
    const db = await migratedTo(31);
    await db.pool.query(`
      INSERT INTO platforms VALUES ('P', 'p', 'SANDBOX', 5000, NULL, now());
      INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address, profile,
          is_deleted, created_at, updated_at)
        SELECT 'P', id, id, 'INDIVIDUAL', 'APPROVED', id, '{}', id <> 'There', '2026-01-01Z', '2026-01-02Z'
        FROM unnest('{There,Gone,GoneWithCard}'::text[]) id;
      INSERT INTO cards (platform_id, id, cardholder_id, platform_card_id, state, state_reason, form, currency, version,
          created_at, updated_at)
        SELECT 'P', 'Of' || id, id, id, state, CASE state WHEN 'CLOSED' THEN 'CLOSED_BY_SERVICE' END, 'VIRTUAL', 'USDB', 1,
          now(), now()
        FROM (VALUES ('There', 'ACTIVE'), ('Gone', 'ACTIVE'), ('GoneWithCard', 'CLOSED')) AS card(id, state);
      INSERT INTO accounts (platform_id, id, kind, owner_id, type, status, currency, created_at, updated_at)
        VALUES ('P', 'A', 'customer', 'There', 'EMBEDDED_WALLET', 'ACTIVE', 'USDB', now(), now());
      INSERT INTO card_funding_sources (platform_id, id, card_id, account_id, position, created_at, detached_at)
        VALUES ('P', 'Attached', 'OfThere', 'A', 0, now(), NULL), ('P', 'Detached', 'OfThere', 'A', 0, now(), now());
      INSERT INTO delegated_keys (platform_id, id, account_id, card_id, funding_source_id, public_key, secret_sealed,
          nickname, status, created_at, updated_at)
        SELECT 'P', source || status, 'A', 'OfThere', source, '', '', '', status, now(), now()
        FROM unnest('{Attached,Detached}'::text[]) source, unnest('{PENDING,ACTIVE}'::text[]) status`);
    await migrate(db, now());
    const { rows: jobs } = await db.pool.query('SELECT kind, resource_id, run_at, due_at FROM jobs');
    const [run_at, due_at] = [new Date('2026-01-02T00:00:00Z'), new Date('2026-01-01T23:59:55Z')];
    expect(jobs).toEqual([{ kind: DELETED_JOB, resource_id: 'Gone', run_at, due_at }]);
    const { rows: keys } = await db.pool.query('SELECT id, status FROM delegated_keys ORDER BY id');
    expect(keys).toEqual([
      { id: 'AttachedACTIVE', status: 'ACTIVE' },
      { id: 'AttachedPENDING', status: 'PENDING' },
      { id: 'DetachedACTIVE', status: 'REVOKED' },
      { id: 'DetachedPENDING', status: 'REVOKED' },
    ]);
  });

  it('refuse a PostgreSQL before version 15, and touch nothing', async () => {
    const db = (await emptyDatabase()).open();
    const read = db.read.bind(db);
    const old: Database = Object.assign(Object.create(db), {
      read: async (statement: Parameters<typeof read>[0]) =>
        statement.strings.join('').includes('server_version_num') ? [{ version: 140_012 }] : read(statement),
    });
    const queries = watchQueries(db);
    const refusal = await refusalOf(old);
    expect(refusal.message).toBe('This PostgreSQL is older than version 15. Causeway needs PostgreSQL 15 or later.');
    expect(queries).toEqual([]);
    expect(await tablesIn(db)).toEqual([]);
  });
});

async function refusalOf(db: Database): Promise<MigrationRefused> {
  const error = await migrate(db, now()).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(MigrationRefused);
  return error as MigrationRefused;
}
