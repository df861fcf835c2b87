import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { platformAccount } from './support/examples.ts';
import { watchQueries } from './support/queries.ts';
import { until } from './support/server-process.ts';

let app: TestApp;
/** Another process on the same database. */
let sibling: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
  sibling = await TestApp.start({ beside: app });
});
afterAll(async () => {
  await app.audit();
  await sibling.stop();
});

const FAULTS = '/sandbox/faults';

async function addFault(client: Client, fault: object) {
  const answer = await client.post(FAULTS, fault);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

const listFaults = async (client: Client) => (await client.get(FAULTS)).body.data;
const lost = (request: Promise<unknown>) => expect(request).rejects.toThrow('socket hang up');
const fundings = async (client: Client) => (await client.get('/transactions')).body.totalCount as number;

async function newAccount() {
  const client = await app.newPlatform();
  const path = `/sandbox/internal-accounts/${await platformAccount(client)}/fund`;
  const fund = (key: string, by = client) => by.post(path, { amount: 100 }, { headers: { 'idempotency-key': key } });
  return { client, path, fund };
}

describe('POST /sandbox/faults', () => {
  it.each([
    [429, 'RATE_LIMITED', '1'],
    [500, 'INTERNAL_ERROR', null],
    [503, 'SERVICE_UNAVAILABLE', '1'],
  ])('answers the next requests with %s, which changes nothing', async (status, code, retryAfter) => {
    const { client, path, fund } = await newAccount();
    const fault = await addFault(client, { method: 'POST', path, times: 2, status });
    expect(fault).toEqual({
      id: expect.stringMatching(/^Fault:/),
      method: 'POST',
      path,
      times: 2,
      remaining: 2,
      status,
      createdAt: expect.any(String),
    });
    for (const remaining of [1, 0]) {
      const rejected = await fund('key');
      expect([rejected.status, rejected.body.code, rejected.body.details.reason]).toEqual([
        status,
        code,
        'SANDBOX_FAULT',
      ]);
      expect(rejected.headers.get('retry-after')).toBe(retryAfter);
      expect(await listFaults(client)).toEqual([{ ...fault, remaining }]);
    }
    const repeated = await fund('key');
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(await fundings(client)).toBe(1);
  });

  it('loses a request before its operation runs', async () => {
    const { client, fund } = await newAccount();
    await addFault(client, { path: '/sandbox/internal-accounts/{accountId}/fund', drop: 'REQUEST' });
    await lost(fund('key'));
    expect(await fundings(client)).toBe(0);
    expect((await fund('key')).headers.get('idempotent-replayed')).toBeNull();
  });

  it('loses an answer after its operation has taken effect, so that a repeat with the key is a replay', async () => {
    const { client, path, fund } = await newAccount();
    await addFault(client, { path, drop: 'ANSWER' });
    await lost(fund('key'));
    expect(await fundings(client)).toBe(1);
    expect((await fund('key')).headers.get('idempotent-replayed')).toBe('true');
    expect(await fundings(client)).toBe(1);
    await addFault(client, { path, drop: 'ANSWER' });
    await lost(client.post(path, { amount: -1 }));
    const isLogged = async () => (await client.get('/request-log?status=400')).body.data.length > 0;
    await until(isLogged, 'the line of the lost answer');
  });

  it('delays an operation', async () => {
    const { client, path, fund } = await newAccount();
    await addFault(client, { path, delayMs: 150 });
    const begunAt = performance.now();
    expect((await fund('key')).status).toBe(200);
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(149);
  });

  it('disturbs its method and path only, and its own platform only', async () => {
    const { client } = await newAccount();
    const other = await newAccount();
    await addFault(client, { method: 'POST', path: '/customers', status: 500 });
    expect((await client.get('/customers')).status).toBe(200);
    expect((await other.client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' })).status).toBe(201);
    expect((await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' })).status).toBe(500);
    expect(await listFaults(other.client)).toEqual([]);
  });

  it('disturbs as many requests as it says, however many arrive at once at however many processes', async () => {
    const { client, path, fund } = await newAccount();
    const beside = client.at(sibling.url);
    await addFault(client, { path, times: 5, status: 503 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fund(`key ${i}`, i % 2 === 0 ? client : beside)),
    );
    expect(answers.map(statusOf).filter((status) => status === 503)).toHaveLength(5);
    expect(await fundings(client)).toBe(15);
  });

  it('uses faults for the same request in the order of their creation', async () => {
    const { client, path, fund } = await newAccount();
    await addFault(client, { path, status: 500 });
    await addFault(client, { path, status: 503 });
    expect([(await fund('a')).status, (await fund('a')).status, (await fund('a')).status]).toEqual([500, 503, 200]);
  });

  it('is not read once no fault remains', async () => {
    const { client, path, fund } = await newAccount();
    await addFault(client, { path, status: 500 });
    const statements = watchQueries(app.database.db);
    const taken = () => statements.filter((text) => text.includes('UPDATE sandbox_faults')).length;
    await fund('a');
    expect(taken()).toBe(1);
    await fund('b');
    expect(taken()).toBe(1);
  });

  it.each([
    [{ path: '/quotes' }, 'status'],
    [{ path: '/quotes', status: 500, drop: 'ANSWER' }, 'status'],
    [{ path: '/quotes', status: 404 }, 'status'],
    [{ path: '/quotes', drop: 'BOTH' }, 'drop'],
    [{ path: '/quotes', delayMs: 60_001 }, 'delayMs'],
    [{ path: '/quotes', status: 500, times: 0 }, 'times'],
    [{ path: '/quote', status: 500 }, 'path'],
    [{ path: '/api/2025-10-13/quotes', status: 500 }, 'path'],
    [{ path: '/quotes', method: 'DELETE', status: 500 }, 'path'],
    [{ path: '/sandbox/faults', status: 500 }, 'path'],
    [{ path: '/operator/reviews', status: 500 }, 'path'],
    [{ status: 500 }, 'path'],
  ])('rejects %j', async (fault, field) => {
    const { status, body } = await app.client.post(FAULTS, fault);
    expect([status, body.details.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  });

  it('limits the number of faults', async () => {
    const client = await app.newPlatform();
    for (let i = 0; i < 100; i++) await addFault(client, { path: '/quotes', status: 500 });
    const rejected = await client.post(FAULTS, { path: '/quotes', status: 500 });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('does not exist for production platforms', async () => {
    const production = await app.newPlatform('PRODUCTION');
    expect((await production.post(FAULTS, { path: '/quotes', status: 500 })).status).toBe(403);
    // A fault that was inserted into the table has no effect either.
    await app.database.db.pool.query(
      `INSERT INTO sandbox_faults (platform_id, id, path, times, remaining, status, created_at)
       VALUES ($1, 'Fault:1', '/config', 9, 9, 500, now())`,
      [production.platformId],
    );
    expect((await production.get('/config')).status).toBe(200);
  });
});

describe('DELETE /sandbox/faults', () => {
  it('removes all faults of the platform at once, in every process', async () => {
    const { client, path, fund } = await newAccount();
    await addFault(client, { path, times: 100, status: 500 });
    expect((await fund('a', client.at(sibling.url))).status).toBe(500);
    expect((await client.delete(FAULTS)).status).toBe(204);
    expect(await listFaults(client)).toEqual([]);
    expect((await fund('a')).status).toBe(200);
    expect((await fund('b', client.at(sibling.url))).status).toBe(200);
  });
});

const statusOf = ({ status }: { status: number }): number => status;
