import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import { countBlocked } from './support/blocked.ts';
import { platformAccount } from './support/examples.ts';
import { RawConnection } from './support/raw-http.ts';
import { until } from './support/server-process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe('a slow client', () => {
  let impatient: TestApp;
  beforeAll(async () => {
    impatient = await TestApp.start({ config: { requestTimeoutMs: 1_000 } });
  });
  afterAll(() => impatient.stop());

  const started = (length: number) => [
    `POST ${BASE_PATH}/tokens HTTP/1.1`,
    'Host: test',
    `Authorization: Basic ${Buffer.from(`${impatient.client.clientId}:${impatient.client.clientSecret}`).toString('base64')}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    '{"name":',
  ];

  it('that does not finish its head or its body gets 408 in the usual shape, and delays no other client', async () => {
    const connections = await Promise.all(Array.from({ length: 6 }, () => RawConnection.open(impatient.url)));
    const [head, body, ...others] = connections as [RawConnection, RawConnection, ...RawConnection[]];
    head.send('GET / HTTP/1.1', 'Host: te');
    body.send(...started(500));
    for (const other of others) other.send(...started(500));
    expect((await impatient.client.get('/config')).status).toBe(200);
    for (const connection of connections) {
      const { status, body, headers } = await connection.answer();
      expect(status).toBe(408);
      expect(JSON.parse(body)).toMatchObject({
        status: 408,
        code: 'INVALID_REQUEST_FORMAT',
        message: 'Request Timeout',
      });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      await connection.closed;
    }
    expect((await impatient.client.get('/tokens')).body.totalCount).toBe(1);
  });

  it('that sends nothing is disconnected', async () => {
    const connection = await RawConnection.open(impatient.url);
    await connection.closed;
  });
});

describe('a server that stops', () => {
  it('finishes running requests, rejects new ones, reports it on /readyz, and then closes its connections', async () => {
    const stopping = await TestApp.start();
    const { connection } = stopping.database;
    const holder = new pg.Client(connection);
    await holder.connect();
    await holder.query('BEGIN');
    const account = await platformAccount(stopping.client);
    await holder.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [account]);
    const idle = await RawConnection.open(stopping.url);
    idle.send('GET /livez HTTP/1.1', 'Host: test', '', '');
    expect((await idle.answer()).headers.get('connection')).toBe('keep-alive');

    const running = stopping.client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 700 });
    await untilWaitingForLock(holder);
    expect((await fetch(`${stopping.url}/readyz`)).status).toBe(200);
    const stopped = stopping.app.stop();
    const ready = await fetch(`${stopping.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', database: true, draining: true }]);
    const rejected = await stopping.client.get('/config');
    expect([rejected.status, rejected.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(rejected.headers.get('retry-after')).toBe('1');
    expect(rejected.headers.get('connection')).toBe('close');

    await holder.query('COMMIT');
    await holder.end();
    const { status, body } = await running;
    expect([status, body.balance.amount]).toEqual([200, 700]);
    await stopped;
    await idle.closed;
    await expect(fetch(`${stopping.url}/livez`)).rejects.toThrow();
    await stopping.audit();
    await stopping.stop();
  });

  it('does not wait for idle connections if nothing is running', async () => {
    const stopping = await TestApp.start();
    const connections = await Promise.all(Array.from({ length: 5 }, () => RawConnection.open(stopping.url)));
    const [unused, ...used] = connections as [RawConnection, ...RawConnection[]];
    for (const connection of used) {
      connection.send('GET /livez HTTP/1.1', 'Host: test', '', '');
      await connection.answer();
    }
    const before = Date.now();
    await stopping.stop();
    await Promise.all(used.map((connection) => connection.closed));
    unused.end();
    // Far less than the 72 seconds that a connection may be idle, and enough for a busy machine.
    expect(Date.now() - before).toBeLessThan(30_000);
  });
});

const untilWaitingForLock = (observer: pg.Client): Promise<void> =>
  until(async () => (await countBlocked(observer)) > 0, 'a statement to wait for the lock');

describe('health', () => {
  it('and metrics are available without credentials', async () => {
    expect(await (await fetch(`${app.url}/livez`)).json()).toEqual({ status: 'ok' });
    const ready = await (await fetch(`${app.url}/readyz`)).json();
    expect(ready).toEqual({ status: 'ready', database: true, draining: false });
    await app.client.get('/config');
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain(
      'causeway_http_request_duration_seconds_count{method="GET",route="/config",status="200"}',
    );
    expect(metrics).not.toContain(await platformAccount(app.client));
  });

  it('includes the durations of requests in cumulative buckets', async () => {
    const readings = async () => {
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      const name = 'causeway_http_request_duration_seconds';
      const labels = 'method="GET",route="/config",status="200"';
      const value = (series: string) => Number(metrics.match(new RegExp(`^${series} (\\S+)$`, 'm'))?.[1]);
      const buckets = metrics.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)",${labels}\\} (\\d+)$`, 'gm'));
      return {
        buckets: [...buckets].map(([, bound, count]) => ({ bound, count: Number(count) })),
        count: value(`${name}_count\\{${labels}\\}`),
        seconds: value(`${name}_sum\\{${labels}\\}`),
      };
    };
    await app.client.get('/config');
    const before = await readings();
    await app.client.get('/config');
    const { buckets, count, seconds } = await readings();
    expect(count).toBe(before.count + 1);
    expect(seconds).toBeGreaterThan(before.seconds);
    expect(buckets.map(({ bound }) => bound)).toEqual(
      '0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 5 +Inf'.split(' '),
    );
    const counts = buckets.map((bucket) => bucket.count);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(count);
  });
});
