import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../src/foundation/db/database.ts';
import { ADMIN_ROLE, type EmbeddedPostgres, openEmbeddedPostgres } from '../src/foundation/db/embedded.ts';
import { migrate } from '../src/foundation/db/migrate.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { MINUTE_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { Payers } from './support/payers.ts';
import { until } from './support/server-process.ts';

// Starts and stops whole servers, on a machine that may be busy.
const limit = { timeout: 90_000 };

const CLIENTS = 8;

async function balanceOf(client: Client): Promise<{ id: string; amount: number }> {
  const { body } = await client.get('/platform/internal-accounts?currency=USD');
  return { id: body.data[0].id, amount: body.data[0].balance.amount };
}

describe('when PostgreSQL closes the connections', limit, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  async function endConnections(): Promise<number> {
    const { database } = app.database.connection;
    const admin = new pg.Client({ ...app.database.connection, user: ADMIN_ROLE, database: 'postgres' });
    await admin.connect();
    const { rowCount } = await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [database],
    );
    await admin.end();
    return rowCount ?? 0;
  }

  test('reads continue without errors', async () => {
    let isDone = false;
    const readers = Array.from({ length: CLIENTS }, async () => {
      const statuses = new Set<number>();
      while (!isDone) statuses.add((await app.client.get('/platform/internal-accounts')).status);
      return statuses;
    });
    for (let round = 0; round < 5; round++) {
      await sleep(60);
      expect(await endConnections()).toBeGreaterThan(0);
    }
    isDone = true;
    expect(await Promise.all(readers)).toEqual(Array(CLIENTS).fill(new Set([200])));
  });

  test('every write succeeds, or is reported as unknown and can be repeated', async () => {
    const payers = new Payers(await app.newPlatform());
    await payers.start(CLIENTS);
    for (let round = 0; round < 5; round++) {
      await sleep(60);
      await endConnections();
    }
    await payers.stop();
    await payers.settle();
    await app.audit();
  });

  test('a write that was sent is not sent again', async () => {
    const client = await app.newPlatform();
    const { id } = await balanceOf(client);
    const blocker = new pg.Client(app.database.connection);
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query('BEGIN');
    const held = await blocker.query('SELECT pg_backend_pid() AS pid FROM accounts WHERE id = $1 FOR UPDATE', [id]);
    const answer = client.post(`/sandbox/internal-accounts/${id}/fund`, { amount: 5 });
    // `blocker` keeps the account locked to the end: otherwise a funding could still succeed at the last moment.
    const endWaiting = async (): Promise<boolean> => {
      const ended = await app.database.db.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [held.rows[0].pid],
      );
      return ended.rowCount === 1;
    };
    await until(endWaiting, 'the funding to wait for the account');
    expect(await answer).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', details: { hint: expect.stringContaining('Idempotency-Key') } },
    });
    expect((await answer).headers.get('retry-after')).toBe('1');
    await blocker.query('ROLLBACK');
    expect(await balanceOf(client)).toMatchObject({ amount: 0 });
    await app.audit();
  });
});

describe('when PostgreSQL is killed', limit, () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  let app: TestApp;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'causeway-test-'));
    // Without fsync, acknowledged data survives the end of PostgreSQL, but not a crash of the machine.
    postgres = await openEmbeddedPostgres({ dataDir, exclusive: true, settings: { fsync: 'off' } });
    app = await TestApp.start({ database: await databaseOf(postgres) });
  });
  afterAll(async () => {
    await app.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function postmasterPid(): Promise<number> {
    return Number.parseInt(await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8'), 10);
  }

  const readiness = async (): Promise<number> => (await fetch(`${app.url}/readyz`)).status;

  test('it is restarted, and acknowledged writes are kept', async () => {
    const payers = new Payers(app.client);
    await payers.start(CLIENTS);
    for (let round = 0; round < 3; round++) {
      await sleep(150);
      const pid = await postmasterPid();
      process.kill(pid, 'SIGKILL');
      await until(async () => (await readiness()) === 200 && (await postmasterPid()) !== pid, 'PostgreSQL to be back');
    }
    await payers.stop();
    await payers.settle();
    await app.audit();
  });

  test('/readyz returns 503 during the outage and 200 after it, and /livez always returns 200', async () => {
    const statuses: number[] = [];
    let isDone = false;
    const watching = (async () => {
      while (!isDone) statuses.push(await readiness());
    })();
    await until(() => statuses.includes(200), 'the first answer');
    process.kill(await postmasterPid(), 'SIGKILL');
    await until(() => statuses.includes(503), 'the loss to be seen');
    expect((await fetch(`${app.url}/livez`)).status).toBe(200);
    await until(() => statuses.at(-1) === 200, 'PostgreSQL to be back');
    isDone = true;
    await watching;
  });

  test('a read during the outage is answered after it', async () => {
    // Sends requests continuously from before the kill: the outage is short.
    const loss = (async () => {
      for (let status = 200; status !== 503; ) status = await readiness();
    })();
    process.kill(await postmasterPid(), 'SIGKILL');
    await loss;
    const answers = Array.from({ length: CLIENTS }, () => app.client.get('/platform/internal-accounts'));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(CLIENTS).fill(200));
  });
});

test(
  'a request during a long outage returns 503 with Retry-After, and states that nothing was changed',
  limit,
  async () => {
    const app = await TestApp.start();
    onTestFinished(() => app.stop());
    const { pool } = app.database.db;
    const { host } = app.database.connection;
    await app.client.get('/config');
    // The database is gone: new connections fail, and the old ones are closed.
    pool.options.host = join(tmpdir(), randomUUID());
    const admin = new pg.Client({ ...app.database.connection, host, user: ADMIN_ROLE, database: 'postgres' });
    await admin.connect();
    const terminate = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await admin.query(terminate, [app.database.connection.database]);
    await admin.end();
    // A connection whose end is not yet detected would leave the outcome of the request unknown.
    await until(() => pool.totalCount === 0, 'the pool to see that its connections are gone');
    const { status, headers, body } = await app.client.post('/tokens', { name: 'lost', permissions: ['VIEW'] });
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(body).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { hint: expect.stringContaining('Nothing was changed') },
    });
    pool.options.host = host;
    expect((await app.client.get('/config')).status).toBe(200);
  },
);

async function databaseOf({ connection }: EmbeddedPostgres): Promise<TestDatabase> {
  const opened: Database[] = [];
  const open = (): Database => {
    const db = new Database({ connection });
    opened.push(db);
    return db;
  };
  const db = open();
  await migrate(db, systemClock.now());
  const close = async (): Promise<void> => void (await Promise.all(opened.map((each) => each.close())));
  return { db, connection, open, close };
}

describe('an idle connection', limit, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  test('is kept for ten minutes, because a new one plans every statement again', async () => {
    // No fake timers: a shared server in this process needs real ones.
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const db = new Database({ connection: database.connection });
    onTestFinished(() => db.close());
    await Promise.all(Array.from({ length: 3 }, () => db.read(sql`SELECT pg_sleep(0.1)`)));
    expect(db.pool.totalCount).toBe(3);
    const ends = timers.mock.calls.filter(([, ms]) => ms === 10 * MINUTE_MS).map(([end]) => end);
    expect(ends.length).toBeGreaterThanOrEqual(3);
    for (const end of ends) end();
    expect(db.pool.totalCount).toBe(0);
  });
});
