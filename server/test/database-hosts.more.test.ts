import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Database } from '../src/foundation/db/database.ts';
import { ADMIN_ROLE, type EmbeddedPostgres, openEmbeddedPostgres } from '../src/foundation/db/embedded.ts';
import { InvalidDatabaseUrl, readDatabaseUrl } from '../src/foundation/db/hosts.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { until } from './support/server-process.ts';
import { TcpProxy } from './support/tcp-proxy.ts';

const TIMEOUTS = { connectMs: 300, reconnectMs: 600, deadlineMs: 500 };

describe('DATABASE_URL', () => {
  test('accepts several hosts, each with its port, and requires a writable one by default', () => {
    expect(readDatabaseUrl('postgres://ada:p%23w@h1:5432,h2:5433/causeway?sslmode=disable')).toEqual({
      urls: [
        'postgres://ada:p%23w@h1:5432/causeway?sslmode=disable',
        'postgres://ada:p%23w@h2:5433/causeway?sslmode=disable',
      ],
      mustBeWritable: true,
      description: 'h1:5432,h2:5433/causeway',
    });
    expect(readDatabaseUrl('postgresql://ada@h1/causeway')).toMatchObject({ mustBeWritable: false });
  });

  test('accepts several socket directories in its query', () => {
    const { urls } = readDatabaseUrl('postgresql://ada@/causeway?host=/a,/b&port=5432,5433');
    expect(urls).toEqual([
      'postgresql://ada@/causeway?host=%2Fa&port=5432',
      'postgresql://ada@/causeway?host=%2Fb&port=5433',
    ]);
  });

  test.each([
    { attribute: 'read-write', mustBeWritable: true },
    { attribute: 'primary', mustBeWritable: true },
    { attribute: 'any', mustBeWritable: false },
  ])('supports target_session_attrs=$attribute', ({ attribute, mustBeWritable }) => {
    const address = readDatabaseUrl(`postgresql://ada@h1,h2/causeway?target_session_attrs=${attribute}`);
    expect(address).toMatchObject({
      mustBeWritable,
      urls: ['postgresql://ada@h1/causeway', 'postgresql://ada@h2/causeway'],
    });
  });

  test.each(['standby', 'read-only', 'prefer-standby', 'writable'])(
    'rejects target_session_attrs=%s, which a writing service cannot use',
    (attribute) => {
      const url = `postgresql://ada:hush@h1,h2/causeway?target_session_attrs=${attribute}`;
      expect(() => readDatabaseUrl(url)).toThrow(InvalidDatabaseUrl);
      expect(() => readDatabaseUrl(url)).toThrow(/target_session_attrs.*any, read-write, primary/);
    },
  );
});

describe('with two servers', () => {
  let dataDir: string;
  let other: EmbeddedPostgres;
  let database: TestDatabase;
  let proxies: TcpProxy[];
  let url: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'causeway-test-'));
    [other, database] = await Promise.all([
      openEmbeddedPostgres({ dataDir, exclusive: true, settings: { fsync: 'off' } }),
      openTestDatabase(),
    ]);
    const { user, database: name } = database.connection;
    await administer(`CREATE DATABASE ${name} OWNER ${user}`);
    proxies = await Promise.all([other.connection, database.connection].map((node) => TcpProxy.start(node)));
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`);
    url = `postgresql://${user}@${hosts}/${name}?target_session_attrs=read-write`;
    for (const [node, connection] of [
      ['first', other.connection],
      ['second', database.connection],
    ] as const) {
      const client = new pg.Client({ ...connection, database: name });
      await client.connect();
      await client.query(`CREATE TABLE whereabouts AS SELECT '${node}' AS node, 0 AS writes`);
      await client.end();
    }
  });
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await Promise.all([other.stop(), database.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  async function administer(statement: string): Promise<void> {
    const client = new pg.Client({ ...other.connection, user: ADMIN_ROLE, database: 'postgres' });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await administer(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await administer('SELECT pg_reload_conf()');
    await until(async () => {
      const client = new pg.Client({ ...other.connection, user: ADMIN_ROLE, database: 'postgres' });
      await client.connect();
      const { rows } = await client.query('SHOW default_transaction_read_only');
      await client.end();
      return rows[0].default_transaction_read_only === value;
    }, 'the setting');
  };

  const open = (): Database => {
    const db = new Database({ connection: url, timeouts: { connectMs: TIMEOUTS.connectMs } });
    onTestFinished(() => db.close());
    return db;
  };

  const write = async (db: Database): Promise<unknown> =>
    (await db.write(sql`UPDATE whereabouts SET writes = writes + 1 RETURNING node`))[0]?.['node'];
  const read = async (db: Database): Promise<unknown> =>
    (await db.readPipelined(sql`SELECT node FROM whereabouts`))[0]?.['node'];

  test('the first writable one is used', async () => {
    const db = open();
    expect([await write(db), await read(db)]).toEqual(['first', 'first']);
    await setReadOnly('on');
    onTestFinished(() => setReadOnly('off'));
    const later = open();
    expect([await read(later), await write(later)]).toEqual(['second', 'second']);
  });

  test('a server that becomes read-only is replaced by the other, and no write fails', async () => {
    const db = open();
    expect([await write(db), await read(db)]).toEqual(['first', 'first']);
    await setReadOnly('on');
    onTestFinished(() => setReadOnly('off'));
    const nodes = await Promise.all(Array.from({ length: 20 }, () => write(db)));
    expect(new Set(nodes)).toEqual(new Set(['second']));
    for (let i = 0; i < 4; i++) expect(await read(db)).toBe('second');
    expect(await db.isHealthy()).toBe(true);
  });

  test('an unresponsive server is skipped', async () => {
    proxies[0]?.swallow(true);
    onTestFinished(() => proxies[0]?.swallow(false));
    const db = open();
    expect(await write(db)).toBe('second');
  });

  test('a database is healthy only if it is writable', async () => {
    const { user, database: name } = database.connection;
    const connection = `postgresql://${user}@127.0.0.1:${proxies[0]?.port}/${name}`;
    const single = new Database({ connection, timeouts: TIMEOUTS });
    onTestFinished(() => single.close());
    expect(await single.isHealthy()).toBe(true);
    await setReadOnly('on');
    expect(await single.isHealthy()).toBe(false);
    await expect(write(single)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { hint: expect.stringContaining('Nothing was changed') },
    });
    await setReadOnly('off');
    await until(() => single.isHealthy(), 'the node to be writable');
    expect(await write(single)).toBe('first');
  });
});

describe('a database that stops responding on its open connections', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let app: TestApp;

  beforeAll(async () => {
    database = await openTestDatabase();
    proxy = await TcpProxy.start(database.connection);
    const connection = { ...database.connection, host: '127.0.0.1', port: proxy.port };
    const db = new Database({ connection, timeouts: TIMEOUTS });
    app = await TestApp.start({ database: { ...database, db, connection, close: () => db.close() } });
  });
  afterAll(async () => {
    await app.stop();
    await proxy.stop();
    await database.close();
  });

  test('makes requests return 503 after the deadline, and is used again afterwards', async () => {
    const client = await app.newPlatform();
    const { body } = await client.get('/platform/internal-accounts?currency=USD');
    const funding = `/sandbox/internal-accounts/${body.data[0].id}/fund`;
    const key = { headers: { 'idempotency-key': 'black-hole' } };
    expect((await client.post(funding, { amount: 1 })).status).toBe(200);
    proxy.swallow(true);
    const [write, read, readiness] = await Promise.all([
      client.post(funding, { amount: 5 }, key),
      client.get('/platform/internal-accounts?currency=USD'),
      fetch(`${app.url}/readyz`),
    ]);
    expect([write.status, read.status, readiness.status]).toEqual([503, 503, 503]);
    proxy.swallow(false);
    await until(() => app.database.db.isHealthy(), 'the database to answer');
    expect((await client.post(funding, { amount: 5 }, key)).status).toBe(200);
    const after = await client.get('/platform/internal-accounts?currency=USD');
    expect(after.body.data[0].balance.amount).toBe(6);
    await app.audit();
  });

  test('leaves the outcome of a sent write unknown', async () => {
    const { db } = app.database;
    await db.write(sql`SELECT 1`);
    proxy.swallow(true);
    const writing = db.write(sql`SELECT 1`);
    await expect(writing).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { hint: expect.stringContaining('Repeat it with the same Idempotency-Key') },
    });
    proxy.swallow(false);
    await until(() => db.isHealthy(), 'the database to answer');
  });

  test('ends a transaction of several statements as an outage too', async () => {
    const { db } = app.database;
    await db.read(sql`SELECT 1`);
    proxy.swallow(true);
    const ending = db.transaction((query) => query(sql`SELECT 1`));
    await expect(ending).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    proxy.swallow(false);
    await until(() => db.isHealthy(), 'the database to answer');
  });
});

describe('an exhausted connection pool', () => {
  test('makes every kind of statement return 503, with nothing changed', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const db = new Database({ connection: database.connection, poolSize: 3, timeouts: TIMEOUTS });
    onTestFinished(() => db.close());
    const holders = await Promise.all([db.pool.connect(), db.pool.connect()]);
    const outcomes = await Promise.allSettled([
      db.transaction((query) => query(sql`SELECT 1`)),
      db.write(sql`SELECT 1`),
      db.read(sql`SELECT 1`),
    ]);
    for (const holder of holders) holder.release();
    const rejection = {
      code: 'SERVICE_UNAVAILABLE',
      details: { hint: expect.stringContaining('Nothing was changed') },
    };
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: expect.objectContaining(rejection) })));
  });
});
