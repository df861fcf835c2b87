import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { enqueue } from '../src/engine/jobs/queue.ts';
import type { JobHandlers } from '../src/engine/jobs/worker.ts';
import { Database } from '../src/foundation/db/database.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { migrate } from '../src/foundation/db/migrate.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { Vault } from '../src/foundation/db/vault.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { ensureSandbox } from '../src/parties/platforms/first-platform.ts';
import { TestApp } from './support/app.ts';
import { openEmptyDatabase } from './support/database.ts';
import { ServerHome, until } from './support/server-process.ts';

// Starts and stops whole servers, on a machine that may be busy.
const limit = { timeout: 90_000 };

const undo: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function startApp(options: Parameters<typeof TestApp.start>[0] = {}): Promise<TestApp> {
  const app = await TestApp.start(options);
  undo.push(() => app.stop());
  return app;
}

const addJobs = ({ client, database }: TestApp, resourceIds: string[]): Promise<boolean> => {
  const now = systemClock.now();
  const job = { platformId: client.platformId, kind: 'note', runAt: now, createdAt: now, clockOffsetMs: 0 };
  return apply(database.db, { effects: [enqueue(resourceIds.map((resourceId) => ({ ...job, resourceId })))] });
};

describe('two processes on one database', limit, () => {
  test('share the jobs, and one continues alone when the other stops', async () => {
    const ran: string[] = [];
    const workers = new Set<string>();
    const handlersOf = (worker: string): JobHandlers => ({
      note: {
        run: async ({ resourceId }) => {
          await sleep(2);
          workers.add(worker);
          ran.push(resourceId);
        },
      },
    });
    const first = await startApp({ jobHandlers: handlersOf('first') });
    const second = await TestApp.start({ beside: first, jobHandlers: handlersOf('second') });
    /** More jobs than one process claims at a time. */
    const batch = (name: string): string[] => Array.from({ length: 400 }, (_, i) => `${name} ${i}`);
    await addJobs(first, batch('together'));
    for (const { app } of [first, second]) app.worker.wake();
    await until(() => ran.length >= 400, 'both to do the work');
    await second.stop();
    await addJobs(first, batch('alone'));
    const isEmpty = async () => (await first.database.db.read(sql`SELECT 1 FROM jobs`)).length === 0;
    await until(isEmpty, 'one to do the work');
    expect(ran.sort()).toEqual([...batch('together'), ...batch('alone')].sort());
    expect(workers).toEqual(new Set(['first', 'second']));
  });

  test('have one clock per platform', async () => {
    const first = await startApp();
    const second = await startApp({ beside: first });
    expect((await second.client.get('/sandbox/clock')).body.offsetSeconds).toBe(0);
    await first.client.post('/sandbox/clock/advance', { seconds: 86_400 });
    await sleep(1_000);
    const { body: token } = await second.client.post('/tokens', { name: 'tomorrow', permissions: ['VIEW'] });
    expect(new Date(token.createdAt).getTime()).toBeGreaterThan(systemClock.now().getTime() + 86_000_000);
    const { body } = await second.client.post('/sandbox/clock/advance', { seconds: 86_400 });
    expect(body.offsetSeconds).toBe(2 * 86_400);
  });
});

describe('servers started at the same moment on an empty database', limit, () => {
  test('create one schema, one set of keys and one sandbox platform with the configured token', async () => {
    const { url, close } = await openEmptyDatabase();
    const databases = Array.from({ length: 4 }, () => new Database({ connection: url }));
    undo.push(close, ...databases.map((db) => () => db.close()));
    await Promise.all(databases.map((db) => db.isHealthy()));
    await Promise.all(databases.map((db) => migrate(db, systemClock.now())));
    const masterKey = randomBytes(32);
    const vaults = await Promise.all(databases.map((db) => Vault.open(db, [masterKey], systemClock.now())));
    const chosen = { clientId: 'shared', clientSecret: 'secret' };
    await Promise.all(
      databases.map((db, i) =>
        ensureSandbox(db, vaults[i] as Vault, { chosen, isWanted: true, at: systemClock.now() }),
      ),
    );
    const [made] = await (databases[0] as Database).read(sql`
      SELECT (SELECT count(*) FROM platforms) AS platforms, (SELECT count(*) FROM api_tokens) AS tokens,
        (SELECT count(*) FROM data_keys) AS keys,
        (SELECT array_agg(currency ORDER BY currency) FROM accounts WHERE kind = 'platform') AS held`);
    const held = ['BTC', 'EUR', 'GBP', 'USD', 'USDB', 'USDC'];
    expect(made).toEqual({ platforms: 1n, tokens: 1n, keys: 2n, held });
    expect(new Set(vaults.map((vault) => vault.hash('secret').toString('hex'))).size).toBe(1);
  });

  test('pay every key once, whichever server receives it', async () => {
    const database = await openEmptyDatabase();
    undo.push(database.close);
    const env = {
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('hex'),
      CREATE_SANDBOX: 'true',
      SANDBOX_CLIENT_ID: 'shared',
      SANDBOX_CLIENT_SECRET: 'secret',
    };
    const homes = [new ServerHome(), new ServerHome()];
    undo.push(...homes.map((home) => () => home.clean()));
    const servers = await Promise.all(homes.map((home) => home.start(env)));
    const accounts = await Promise.all(
      servers.map(async ({ client }) => (await client.get('/platform/internal-accounts?currency=USD')).body.data[0].id),
    );
    expect(new Set(accounts).size).toBe(1);
    const path = `/sandbox/internal-accounts/${accounts[0]}/fund`;
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(servers.map(({ client }) => client.post(path, { amount: 5 }, { headers })));
    expect(answers.map(({ status, body }) => [status, body.balance?.amount])).toEqual([
      [200, 5],
      [200, 5],
    ]);
    for (const server of servers) expect(await server.stop()).toBe(0);
  });
});
