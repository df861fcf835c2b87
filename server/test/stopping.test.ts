import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { Balancer } from './support/balancer.ts';
import { Client } from './support/client.ts';
import { openEmptyDatabase } from './support/database.ts';
import { RawConnection } from './support/raw-http.ts';
import { ServerHome, type ServerProcess, until } from './support/server-process.ts';

// Whole servers are started and ended here, on a machine that may be busy.
const limit = { timeout: 90_000 };

const CONNECTIONS = 60;
const REQUEST = ['GET /api/2025-10-13/config HTTP/1.1', 'host: localhost', '', ''];
/** A stopping server waits longer than this for the first request of a connection. */
const PROMPT_MS = 500;
const ATTEMPTS = 10;

const home = new ServerHome();
beforeAll(() => home.prepare());
afterAll(() => home.clean());

/** Opens connections and sends one request on each, without waiting for the server. */
const ask = (url: string, count: number): Promise<RawConnection[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await RawConnection.open(url);
      connection.send(...REQUEST);
      return connection;
    }),
  );

/** Expects a response on each connection: the usual one, or 503 with Retry-After. */
async function expectAnswers(server: ServerProcess, connections: RawConnection[]): Promise<void> {
  for (const answer of connections.map((connection) => connection.answer())) {
    const { status, headers } = await answer;
    if (status === 503) expect([headers.get('retry-after'), headers.get('connection')]).toEqual(['1', 'close']);
    else expect(status).toBe(401);
  }
  expect(await server.ended).toBe(0);
}

describe.each(['1', '2'])('a server of %s processes that gets the signal to stop', limit, (PROCESSES) => {
  test('answers every connection that waits to be accepted', async () => {
    const server = await home.start({ PROCESSES });
    // SIGSTOP keeps the connections in the accept queue until the server gets the signal to stop.
    server.child.kill('SIGSTOP');
    const connections = await ask(server.url, CONNECTIONS);
    server.child.kill('SIGTERM');
    server.child.kill('SIGCONT');
    await expectAnswers(server, connections);
  });

  test('answers every connection that arrives just before and just after the signal', async () => {
    const server = await home.start({ PROCESSES });
    const before = await ask(server.url, CONNECTIONS / 2);
    // SIGSTOP holds the server until all connections are open, however slow the machine is.
    server.child.kill('SIGSTOP');
    server.child.kill('SIGTERM');
    const after = await ask(server.url, CONNECTIONS / 2);
    server.child.kill('SIGCONT');
    await expectAnswers(server, [...before, ...after]);
  });

  test('answers a request on a connection that was made before and had sent nothing', async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const server = await home.start({ PROCESSES });
      const connections = await Promise.all(Array.from({ length: 4 }, () => RawConnection.open(server.url)));
      server.child.kill('SIGTERM');
      const signalledAt = performance.now();
      for (const connection of connections) connection.send(...REQUEST);
      // The server may disconnect a client that sends too late: such an attempt does not count.
      if (performance.now() - signalledAt < PROMPT_MS) return expectAnswers(server, connections);
      await server.ended;
    }
    throw new Error(`this process sent nothing within ${PROMPT_MS} ms in ${ATTEMPTS} attempts`);
  });
});

describe('a rolling restart', limit, () => {
  /** The delay lasts for several checks of the balancer, because a busy machine may miss some. */
  const [CHECK_EVERY_MS, DRAIN_DELAY_SECONDS] = [100, 3];

  test('of two servers behind a load balancer fails no request', async () => {
    const database = await openEmptyDatabase();
    onTestFinished(database.close);
    const homes = [new ServerHome(), new ServerHome()];
    onTestFinished(async () => void (await Promise.all(homes.map((each) => each.clean()))));
    const balancer = await Balancer.start({ checkEveryMs: CHECK_EVERY_MS });
    onTestFinished(() => balancer.close());
    const env = {
      DRAIN_DELAY_SECONDS: String(DRAIN_DELAY_SECONDS),
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('hex'),
      CREATE_SANDBOX: 'true',
      SANDBOX_CLIENT_ID: 'rolling',
      SANDBOX_CLIENT_SECRET: 'a secret of the rolling restart',
    };
    const start = async (each: ServerHome): Promise<ServerProcess> => {
      const server = await each.start(env);
      await balancer.add(server.url);
      return server;
    };
    const servers = await Promise.all(homes.map(start));

    const client = new Client({
      ...{ url: balancer.url, basePath: BASE_PATH, platformId: '', tokenId: '' },
      ...{ clientId: env.SANDBOX_CLIENT_ID, clientSecret: env.SANDBOX_CLIENT_SECRET },
    });
    const account = (await client.get('/platform/internal-accounts?currency=USD')).body.data[0].id;
    const statuses: (number | string)[] = [];
    let isLoaded = true;
    const load = Promise.all(
      [1, 2, 3].map(async () => {
        while (isLoaded) {
          const funded = client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 1 });
          statuses.push(await funded.then(({ status }) => status, String));
        }
      }),
    );

    for (const [index, server] of servers.entries()) {
      expect(await server.stop()).toBe(0);
      balancer.remove(server.url);
      await start(homes[index] as ServerHome);
    }
    isLoaded = false;
    await load;
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const { balance } = (await client.get('/platform/internal-accounts?currency=USD')).body.data[0];
    expect(balance.amount).toBe(statuses.length);
  });

  test('shows at once on /readyz that the server is stopping, and serves requests until the delay is over', async () => {
    const server = await home.start({ PROCESSES: '2', DRAIN_DELAY_SECONDS: '3' });
    const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;
    server.child.kill('SIGTERM');
    await until(async () => !(await isReady()), 'the server to be not ready');
    const response = await server.client.get('/config');
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await server.ended).toBe(0);
  });
});
