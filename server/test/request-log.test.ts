import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redact } from '../src/engine/http/redaction.ts';
import { AccountName, Personal, Secret, sensitivityOf } from '../src/engine/http/sensitivity.ts';
import { listErrorGroups } from '../src/engine/request-log/errors.ts';
import { listRequests, MAX_EXAMINED, type RequestFilter } from '../src/engine/request-log/history.ts';
import { RequestLog, type RequestLogLine } from '../src/engine/request-log/log.ts';
import { MAX_COUNT } from '../src/foundation/db/page.ts';
import { addMs, MINUTE_MS } from '../src/foundation/kernel/clock.ts';
import { earliestUuid, uuidv7 } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { documentForm } from './support/documents.ts';
import { platformAccount } from './support/examples.ts';
import { plansOf } from './support/plans.ts';
import { storedLines } from './support/request-lines.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ config: { requestLogKeep: 50 } });
});
afterAll(() => app.stop());

const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';

/** The log entry of a request, once it is written. */
async function logged(client: Client, answer: Answer) {
  await app.app.requestLog.flush();
  return (await client.get(`/request-log/${idOf(answer)}`)).body;
}

describe('the request log', () => {
  it('shows each request and its answer, by X-Request-Id', async () => {
    const client = await app.newPlatform();
    const answer = await client.patch('/config', { umaDomain: 'log.example' });
    expect(await logged(client, answer)).toEqual({
      id: idOf(answer),
      at: expect.any(String),
      method: 'PATCH',
      path: '/api/2025-10-13/config',
      route: '/config',
      status: 200,
      durationMs: expect.any(Number),
      tokenId: client.tokenId,
      isReplay: false,
      responseBytes: Buffer.byteLength(answer.text),
      requestBody: { umaDomain: 'log.example' },
      responseBody: answer.body,
    });
  });

  it('shows a request whose client disconnected before the answer', async () => {
    const client = await app.newPlatform();
    const holder = await app.database.db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE platform_configs');
    const abandoned = fetch(`${client.url}${client.basePath}/config`, {
      method: 'PATCH',
      headers: { authorization: client.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ umaDomain: 'abandoned.example' }),
      signal: AbortSignal.timeout(300),
    });
    await expect(abandoned).rejects.toThrow(/timeout/);
    await holder.query('COMMIT');
    holder.release();
    await vi.waitFor(async () => {
      await app.app.requestLog.flush();
      const { body } = await client.get('/request-log');
      expect(body.data).toContainEqual(expect.objectContaining({ method: 'PATCH', route: '/config', status: 200 }));
    }, 10_000);
  });

  it('shows errors with their code', async () => {
    const client = await app.newPlatform();
    const viewer = await app.clientWith(['VIEW'], client);
    const rejected = [
      [await client.delete('/tokens/x'), 400, 'INVALID_INPUT'],
      [await viewer.post('/tokens', { name: 'x', permissions: ['VIEW'] }), 403, 'FORBIDDEN'],
      [await client.post('/tokens', undefined, { raw: '{"broken' }), 400, 'INVALID_INPUT'],
    ] as const;
    for (const [answer, status, code] of rejected) {
      const entry = await logged(client, answer);
      expect(entry).toMatchObject({ status, code, responseBody: answer.body });
    }
    expect(await logged(client, rejected[2][0])).toMatchObject({ requestBody: null });
    expect(await logged(client, await client.request('HEAD', '/config'))).toMatchObject({
      method: 'HEAD',
      status: 200,
    });
  });

  it('stores the resources that a request named in its path or got in its answer, but not those of lists', async () => {
    const client = await app.newPlatform();
    const account = await platformAccount(client);
    const customer = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada', region: 'US' });
    const read = await client.get(`/customers/${encodeURIComponent(customer.body.id)}`);
    const funded = await client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 'much' });
    const listed = await client.get('/customers');
    await app.app.requestLog.flush();
    const lines = await storedLines(app.database.db);
    const of = (answer: Answer) => lines.find(({ id }) => id === idOf(answer));
    expect(of(customer)?.resourceIds).toContain(customer.body.id);
    expect(of(read)?.resourceIds).toContain(customer.body.id);
    expect(of(funded)).toMatchObject({ resourceIds: [account], field: 'amount' });
    expect(of(listed)?.resourceIds).toBeNull();
  });

  it('distinguishes replays from first requests', async () => {
    const client = await app.newPlatform();
    const path = `/sandbox/internal-accounts/${await platformAccount(client)}/fund`;
    const ask = () => client.post(path, { amount: 1 }, { headers: { 'idempotency-key': 'log me' } });
    const [first, repeat] = [await ask(), await ask()];
    expect(await logged(client, first)).toMatchObject({ isReplay: false, idempotencyKey: 'log me' });
    expect(await logged(client, repeat)).toMatchObject({ isReplay: true, idempotencyKey: 'log me' });
  });

  it('is listed newest first, without bodies, by status and by prefix of the path', async () => {
    const client = await app.newPlatform();
    const made = [
      await client.get('/config'),
      await client.delete('/tokens/x'),
      await client.get('/tokens'),
      await client.delete('/tokens/y'),
    ];
    await app.app.requestLog.flush();
    const list = async (query: string): Promise<string[]> => {
      const { body } = await client.get(`/request-log?${query}`);
      for (const entry of body.data) expect(entry).not.toHaveProperty('requestBody');
      return body.data.map(({ id }: { id: string }) => id);
    };
    const [config, badX, tokens, badY] = made.map(idOf) as [string, string, string, string];
    expect(await list('limit=100')).toEqual([badY, tokens, badX, config]);
    expect(await list('status=400')).toEqual([badY, badX]);
    expect(await list('path=/api/2025-10-13/tokens')).toEqual([badY, tokens, badX]);
    expect(await list('path=/api/2025-10-13/tokens&status=200')).toEqual([tokens]);
    expect(await list('path=/api/2025-10-13/tokens/%25')).toEqual([]);
    const { body: first } = await client.get('/request-log?limit=1&status=400');
    expect(first.data[0].id).toBe(badY);
    const { body: second } = await client.get(`/request-log?limit=1&status=400&cursor=${first.nextCursor}`);
    expect([second.data[0].id, second.hasMore]).toEqual([badX, false]);
    for (const query of ['status=99', 'status=600', 'status=ok', `path=${'x'.repeat(501)}`]) {
      expect([query, (await client.get(`/request-log?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('is filtered by class of status, code, field, method, route, token, resource and time', async () => {
    const client = await app.newPlatform();
    const viewer = await app.clientWith(['VIEW'], client);
    const account = await platformAccount(client);
    const fund = (amount: unknown) => client.post(`/sandbox/internal-accounts/${account}/fund`, { amount });
    await app.app.requestLog.flush();
    const since = new Date(Date.now()).toISOString();
    const made = {
      funded: await fund(1),
      invalid: await fund('much'),
      forbidden: await viewer.post('/tokens', { name: 'x', permissions: ['VIEW'] }),
      read: await viewer.get('/config'),
    };
    await app.app.requestLog.flush();
    const nameOf = new Map(Object.entries(made).map(([name, answer]) => [idOf(answer), name]));
    const namesOf = async (query: Record<string, string>): Promise<unknown[]> => {
      const { body } = await client.get(`/request-log?${new URLSearchParams({ since, ...query })}`);
      return body.data.flatMap(({ id }: { id: string }) => nameOf.get(id) ?? []).toReversed();
    };
    const expected: [Record<string, string>, string[]][] = [
      [{}, ['funded', 'invalid', 'forbidden', 'read']],
      [{ statusClass: '2xx' }, ['funded', 'read']],
      [{ statusClass: '4xx' }, ['invalid', 'forbidden']],
      [{ statusClass: '5xx' }, []],
      [{ code: 'FORBIDDEN' }, ['forbidden']],
      [{ field: 'amount' }, ['invalid']],
      [{ method: 'GET' }, ['read']],
      [{ route: '/sandbox/internal-accounts/{accountId}/fund' }, ['funded', 'invalid']],
      [{ tokenId: viewer.tokenId }, ['forbidden', 'read']],
      [{ resourceId: account }, ['funded', 'invalid']],
      [{ resourceId: account, statusClass: '4xx' }, ['invalid']],
      [{ until: new Date(Date.now() - 60_000).toISOString() }, []],
      [{ until: new Date(Date.now() + 60_000).toISOString(), method: 'GET' }, ['read']],
      [{ since: new Date(Date.now() + 60_000).toISOString() }, []],
    ];
    for (const [query, names] of expected) expect([query, await namesOf(query)]).toEqual([query, names]);
    for (const query of ['statusClass=4', 'method=get', 'tokenId=x', 'since=yesterday', 'resourceId=']) {
      expect([query, (await client.get(`/request-log?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('groups errors by route, code and first invalid field, the latest group first', async () => {
    const client = await app.newPlatform();
    const account = await platformAccount(client);
    const fund = (amount: unknown) => client.post(`/sandbox/internal-accounts/${account}/fund`, { amount });
    const tokens = (permissions: string[]) => client.post('/tokens', { name: 'x', permissions });
    const [first] = [await fund('much'), await tokens(['VIEW', 'ALL']), await fund('more'), await fund(0)];
    const last = await tokens(['ALL']);
    await app.app.requestLog.flush();
    const { body } = await client.get('/request-log/errors');
    const logOf = async (answer: Answer) => (await client.get(`/request-log/${idOf(answer)}`)).body;
    expect(body.data).toEqual([
      {
        method: 'POST',
        route: '/tokens',
        code: 'INVALID_INPUT',
        field: 'permissions.*',
        count: 2,
        firstAt: expect.any(String),
        lastAt: (await logOf(last)).at,
        lastRequestId: idOf(last),
      },
      {
        method: 'POST',
        route: '/sandbox/internal-accounts/{accountId}/fund',
        code: 'INVALID_INPUT',
        field: 'amount',
        count: 3,
        firstAt: (await logOf(first)).at,
        lastAt: expect.any(String),
        lastRequestId: expect.any(String),
      },
    ]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await client.get(`/request-log/errors?since=${later}`)).body.data).toEqual([]);
    expect((await (await app.newPlatform()).get('/request-log/errors')).body.data).toEqual([]);
  });

  const line = (client: Client, path: string): RequestLogLine => ({
    platformId: client.platformId,
    id: uuidv7(),
    at: new Date('2026-01-01T00:00:00Z'),
    method: 'GET',
    path,
    route: path,
    status: 200,
    durationMs: 1,
    tokenId: client.tokenId,
    isReplay: false,
    requestBody: undefined,
    responseBody: undefined,
  });
  const newLog = () => new RequestLog({ db: app.database.db, keep: 1_000_000, onDropped: () => expect.unreachable() });

  async function write(log: RequestLog, lines: readonly RequestLogLine[]): Promise<void> {
    for (let i = 0; i < lines.length; i += 256) {
      for (const one of lines.slice(i, i + 256)) log.add(() => one);
      await log.flush();
    }
  }

  it('lists requests that several servers wrote in the order of their ids, on pages of any size', async () => {
    const client = await app.newPlatform();
    const slow = { ...line(client, '/slow'), id: earliestUuid(addMs(new Date(), -MINUTE_MS)) };
    const lines = [slow, ...Array.from({ length: 150 }, (_, i) => line(client, `/${i % 2}`))];
    const [even, odd] = [newLog(), newLog()];
    await write(even, [...lines.filter((_, i) => i % 2 === 0)].reverse());
    await write(
      odd,
      lines.filter((_, i) => i % 2 === 1),
    );
    const ids = lines.map(({ id }) => id).toReversed();
    for (const limit of [1, 7, 64, 100]) {
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listRequests(app.database.db, client.platformId, { limit, cursor });
        expect(page.totalCount).toBe(lines.length);
        listed.push(...page.data.map((one) => (one as { id: string }).id));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect([limit, listed]).toEqual([limit, ids]);
    }
    for (const id of [slow.id, ids[0], ids[75]]) expect((await client.get(`/request-log/${id}`)).body.id).toBe(id);
  });

  it('counts the requests of a time, path or resource among others', async () => {
    const client = await app.newPlatform();
    const start = Date.now();
    const at = (i: number) => new Date(start + i * 10).toISOString();
    const lines = Array.from({ length: 60 }, (_, i) => ({
      ...line(client, `/things/Quote:${uuidOfNumber(i % 3)}/${i % 2}`),
      at: new Date(at(i)),
      route: '/things',
      status: i % 4 === 0 ? 400 : 200,
    }));
    await write(newLog(), lines);
    const countOf = async (filter: RequestFilter) => {
      const { data, totalCount } = await listRequests(app.database.db, client.platformId, { limit: 100, ...filter });
      return [data.length, totalCount];
    };
    const expected: [RequestFilter, number][] = [
      [{}, 60],
      [{ since: at(10) }, 50],
      [{ until: at(-1) }, 0],
      [{ since: at(59) }, 1],
      [{ status: 400 }, 15],
      [{ status: 400, since: at(10) }, 12],
      [{ path: '/things/Quote:' }, 60],
      [{ path: `/things/Quote:${uuidOfNumber(1)}` }, 20],
      [{ path: `/things/Quote:${uuidOfNumber(1)}/1` }, 10],
      [{ path: '/other' }, 0],
      [{ resourceId: `Quote:${uuidOfNumber(2)}` }, 20],
      [{ resourceId: `Quote:${uuidOfNumber(2)}`, status: 400 }, 5],
      [{ resourceId: `Quote:${uuidOfNumber(3)}` }, 0],
    ];
    for (const [filter, count] of expected) expect([filter, await countOf(filter)]).toEqual([filter, [count, count]]);
  });

  const uuidOfNumber = (n: number): string => `01900000-0000-7000-8000-00000000000${n}`;

  it('finds rare errors, routes and resources by an index, and other rare requests on later pages', async () => {
    const client = await app.newPlatform();
    const mixed = (i: number) => ({
      ...line(client, `/old/Quote:${uuidv7()}`),
      route: '/old',
      status: i % 2 ? 200 : 201,
    });
    const rare = { ...line(client, '/rare'), method: 'PUT', status: 409, code: 'CONFLICT', tokenId: 'Token:1' };
    const before = Array.from({ length: MAX_EXAMINED / 2 }, (_, i) => mixed(i));
    const named = before[100]?.path.slice('/old/'.length) ?? '';
    await write(newLog(), before);
    await write(newLog(), [rare]);
    await write(
      newLog(),
      Array.from({ length: MAX_EXAMINED }, (_, i) => mixed(i)),
    );
    const list = (filter: RequestFilter) => listRequests(app.database.db, client.platformId, filter);
    const idsOf = ({ data }: { data: object[] }) => data.map((one) => (one as { id: string }).id);
    const indexed: [RequestFilter, number][] = [
      [{ route: '/rare' }, 1],
      [{ status: 409 }, 1],
      [{ statusClass: '4xx' }, 1],
      [{ code: 'CONFLICT' }, 1],
      [{ code: 'CONFLICT', method: 'PUT', path: '/rare' }, 1],
      [{ resourceId: named }, 1],
      [{ resourceId: named, status: 200 }, 0],
      [{ field: 'amount' }, 0],
      [{ route: '/nothing' }, 0],
      [{ resourceId: `Quote:${uuidv7()}` }, 0],
      [{ resourceId: 'Quote:none' }, 0],
    ];
    await app.database.db.pool.query('VACUUM ANALYZE request_log');
    for (const [filter, count] of indexed) {
      const { data, totalCount, hasMore } = await list(filter);
      expect([filter, data.length, totalCount, hasMore]).toEqual([filter, count, count, false]);
      const plans = await plansOf(app.database.db, (db) => listRequests(db, client.platformId, filter));
      const examined = plans
        .filter((node) => node['Relation Name']?.startsWith('request_log'))
        .map((node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));
      const isFew = (most: number): boolean => most <= 20;
      expect([filter, Math.max(...examined)]).toEqual([filter, expect.toSatisfy(isFew)]);
    }
    for (const filter of [{ method: 'PUT' }, { path: '/rare' }, { tokenId: 'Token:1' }] as const) {
      const first = await list(filter);
      expect([filter, idsOf(first), first.hasMore, first.totalCount]).toEqual([filter, [], true, undefined]);
      const second = await list({ ...filter, cursor: first.nextCursor });
      expect([filter, idsOf(second), second.hasMore]).toEqual([filter, [rare.id], false]);
    }
    const all = await list({ limit: 100 });
    expect([all.data.length, all.hasMore, all.totalCount]).toEqual([100, true, undefined]);
    const { data } = await listErrorGroups(app.database.db, client.platformId, new Date(0));
    expect(data).toMatchObject([{ route: '/rare', code: 'CONFLICT', count: 1 }]);
  });

  it('lists the requests of a resource that most of them name, newest first and without a total', async () => {
    const client = await app.newPlatform();
    const resourceId = `Customer:${uuidv7()}`;
    const lines = Array.from({ length: MAX_COUNT + 100 }, () => line(client, `/customers/${resourceId}`));
    await write(newLog(), lines);
    const { data, totalCount, hasMore } = await listRequests(app.database.db, client.platformId, {
      resourceId,
      limit: 2,
    });
    const newest = lines.slice(-2).map(({ id }) => id);
    expect(data.map((one) => (one as { id: string }).id)).toEqual(newest.toReversed());
    expect([totalCount, hasMore]).toEqual([undefined, true]);
  });

  it('shows a platform only its own requests', async () => {
    const [mine, theirs] = [await app.newPlatform(), await app.newPlatform()];
    const answer = await theirs.get('/config');
    await app.app.requestLog.flush();
    expect((await mine.get(`/request-log/${idOf(answer)}`)).status).toBe(404);
    expect((await theirs.get(`/request-log/${idOf(answer)}`)).status).toBe(200);
    expect((await mine.get(`/request-log/${uuidv7()}`)).body.code).toBe('REFERENCE_NOT_FOUND');
    expect((await mine.get('/request-log/x')).status).toBe(400);
  });

  it('does not record unauthenticated requests', async () => {
    const client = await app.newPlatform();
    await client.with({ clientId: client.clientId, clientSecret: 'wrong' }).get('/config');
    await app.app.requestLog.flush();
    const lines = await storedLines(app.database.db);
    expect(lines.filter(({ status }) => status === 401)).toEqual([]);
  });

  it('keeps the newest entries of each platform and removes the rest', async () => {
    const [busy, quiet] = [await app.newPlatform(), await app.newPlatform()];
    const kept = await quiet.get('/config');
    const answers: Answer[] = [];
    for (let i = 0; i < 60; i++) answers.push(await busy.get('/sandbox/magic-values'));
    await app.app.requestLog.flush();
    await app.app.housekeeping.run();
    const { body } = await busy.get('/request-log?limit=100');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(answers.slice(-50).map(idOf).toReversed());
    expect((await quiet.get(`/request-log/${idOf(kept)}`)).status).toBe(200);
  });

  it('removes the rest however many there are', async () => {
    const client = await app.newPlatform();
    const old = (n: number) => ({
      ...line(client, '/old'),
      id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    });
    await write(
      app.app.requestLog,
      Array.from({ length: 1_200 }, (_, i) => old(i + 1)),
    );
    const newest = await client.get('/config');
    await app.app.requestLog.flush();
    await app.app.housekeeping.run();
    const { body } = await client.get('/request-log?limit=100');
    expect(body.data).toHaveLength(50);
    expect(body.data[0].id).toBe(idOf(newest));
    expect(body.data.at(-1).id).toMatch(/001152$/);
  });

  it('removes the rest at most a hundredth later than the setting says', async () => {
    const client = await app.newPlatform();
    const log = new RequestLog({ db: app.database.db, keep: 1_000, onDropped: () => expect.unreachable() });
    const total = async () => (await listRequests(app.database.db, client.platformId, { limit: 1 })).totalCount;
    const add = (count: number) =>
      write(
        log,
        Array.from({ length: count }, () => line(client, '/kept')),
      );
    await add(1_005);
    await log.prune();
    expect(await total()).toBe(1_000);
    await add(9);
    await log.prune();
    expect(await total()).toBe(1_009);
    await add(1);
    await log.prune();
    expect(await total()).toBe(1_000);
  });

  it('writes all sequential requests, in any number of batches', async () => {
    const client = await app.newPlatform();
    const answers: Answer[] = [];
    for (let i = 0; i < 45; i++) answers.push(await client.get('/sandbox/magic-values'));
    await vi.waitFor(async () => {
      const { body } = await client.get('/request-log?limit=100&path=/api/2025-10-13/sandbox/magic-values');
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(answers.map(idOf).toReversed());
    }, 10_000);
  });

  const linesOf = async (wanted: string) => (await storedLines(app.database.db)).filter(({ path }) => path === wanted);

  const droppedLines = async (): Promise<number> => {
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    return Number(/^causeway_request_log_dropped_total (\d+)$/m.exec(metrics)?.[1]);
  };

  it('drops excess entries, and counts them, instead of slowing the service', async () => {
    const client = await app.newPlatform();
    await app.app.requestLog.flush();
    const before = await droppedLines();
    for (let i = 0; i < 1_000; i++) app.app.requestLog.add(() => line(client, '/flood'));
    await app.app.requestLog.flush();
    expect(await linesOf('/flood')).toHaveLength(256);
    expect((await droppedLines()) - before).toBe(744);
  });

  it('is bounded while the database stalls: one batch and 256 waiting entries, the rest is dropped', async () => {
    const client = await app.newPlatform();
    await app.app.requestLog.flush();
    const holder = await app.database.db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE request_log');
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 100; i++) app.app.requestLog.add(() => line(client, '/stalled'));
      await sleep(150);
    }
    await holder.query('COMMIT');
    holder.release();
    await vi.waitFor(async () => expect(await linesOf('/stalled')).toHaveLength(320), 10_000);
  });

  it('limits the stored size of one request', async () => {
    const client = await app.newPlatform();
    const long = await client.post('/tokens', { name: 'y'.repeat(100_000), permissions: ['VIEW'] });
    expect((await logged(client, long)).requestBody.name).toBe(`${'y'.repeat(500)}...`);
    const wide = await client.post('/tokens', { name: 'x', permissions: Array.from({ length: 900 }, () => 'z') });
    expect((await logged(client, wide)).requestBody.permissions).toHaveLength(50);
    const permissions = Array.from({ length: 50 }, () => 'z'.repeat(600));
    const huge = await client.post('/tokens', { name: 'x', permissions });
    expect((await logged(client, huge)).requestBody).toMatch(/^\[\d+ characters, too long to keep\]$/);
    const path = await client.get(`/tokens/${'p'.repeat(8_000)}`);
    expect((await logged(client, path)).path).toHaveLength(500);
    const key = await client.post(
      '/customers',
      { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      { headers: { 'idempotency-key': 'k'.repeat(5_000) } },
    );
    expect((await logged(client, key)).idempotencyKey).toHaveLength(255);
  });

  it('stores only members of the schema, and no value of the wrong type', async () => {
    const client = await app.newPlatform();
    const answer = await client.post('/tokens', {
      name: { password: 'hidden' },
      permissions: ['VIEW'],
      note: 'hidden',
      'hidden@example.com': 1,
    });
    const entry = await logged(client, answer);
    expect(entry.requestBody).toEqual({ name: '[redacted]', permissions: ['VIEW'] });
  });

  it('masks personal data in bodies, in answers and in paths', async () => {
    const client = await app.newPlatform();
    const customer = {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      birthDate: '1990-12-10',
      email: 'ada@example.com',
      phoneNumber: '+12025550123',
      address: { line1: '12 Main St', city: 'London', postalCode: 'SW1A 1AA', country: 'GB' },
      idType: 'SSN',
      identifier: '123-45-6789',
      region: 'US',
    };
    const made = await client.post('/customers', customer);
    expect(made.status).toBe(201);
    const entry = await logged(client, made);
    const hidden = '[redacted]';
    const shown = {
      customerType: 'INDIVIDUAL',
      fullName: hidden,
      birthDate: hidden,
      email: hidden,
      phoneNumber: '****0123',
      address: { line1: hidden, city: hidden, postalCode: hidden, country: 'GB' },
      idType: 'SSN',
    };
    expect(entry.requestBody).toEqual({ ...shown, identifier: hidden, region: 'US' });
    expect(entry.responseBody).toMatchObject(shown);
    const looked = await client.get(`/receiver/uma/${encodeURIComponent('$grace@bank.example')}`);
    expect((await logged(client, looked)).path).toBe('/api/2025-10-13/receiver/uma/****mple');
  });

  it('loses no request because of unusual characters in it or in another one', async () => {
    const client = await app.newPlatform();
    const raw = (text: string) => client.post('/tokens', undefined, { raw: text });
    // A cut in the middle of a surrogate pair once made the whole batch unstorable.
    const answers = [
      await raw(JSON.stringify({ name: 'x', permissions: ['VIEW'], text: `${'a'.repeat(499)}😀` })),
      await raw('{"name":"\\u0000","permissions":["VIEW"]}'),
      await raw('{"name":"\\ud800","permissions":["VIEW"]}'),
      await raw('{"name":"x","permissions":5,"a\\u0000":{"b":"\\ud800"}}'),
      await client.post('/customers', { customerType: 'INDIVIDUAL', phoneNumber: '😀+12' }),
      await client.post('/documents', documentForm({ documentHolder: 'a\0b' })),
      await client.get('/tokens/%00'),
      await client.get('/config'),
    ];
    for (const answer of answers) expect((await logged(client, answer)).id).toBe(idOf(answer));
  });
});

describe('redaction', () => {
  const Token = Type.Object({ id: Type.String(), clientSecret: Type.Optional(Secret(Type.String())) });

  it('replaces marked members at any depth and of any content', () => {
    const schema = Type.Object({
      token: Token,
      codes: Secret(Type.Array(Type.String())),
      people: Type.Array(Type.Object({ name: Personal(Type.String()), iban: AccountName(Type.String()) })),
      either: Type.Union([Secret(Type.String()), Type.Null()]),
      map: Type.Record(Type.String(), Type.Unknown()),
      any: Type.Unknown(),
    });
    const value = {
      token: { id: 'Token:1', clientSecret: 's' },
      codes: ['s'],
      people: [
        { name: 's', iban: 'DE89370400440532013000' },
        { name: { first: 's' }, iban: ['s'] },
        { name: 5, iban: 123 },
      ],
      either: 's',
      map: { name: 's' },
      any: 's',
      unknown: 's',
    };
    const hidden = '[redacted]';
    expect(redact(schema, value)).toEqual({
      token: { id: 'Token:1', clientSecret: hidden },
      codes: hidden,
      people: [
        { name: hidden, iban: '****3000' },
        { name: hidden, iban: hidden },
        { name: hidden, iban: '****' },
      ],
      either: hidden,
      map: hidden,
      any: hidden,
    });
  });

  it('shows a value only if it has the type of the schema', () => {
    const schema = Type.Object({ text: Type.String(), count: Type.Integer(), token: Token });
    expect(redact(schema, { text: 1, count: 's', token: 's' })).toEqual({
      text: '[redacted]',
      count: '[redacted]',
      token: '[redacted]',
    });
    expect(redact(schema, { text: 't', count: 1, token: null })).toEqual({ text: 't', count: 1, token: null });
  });

  it('keeps the mark of a schema that becomes optional, partial or part of another', () => {
    const Part = Type.Object({ name: Personal(Type.String()), id: Type.String() });
    const value = { name: 's', id: '1' };
    for (const schema of [Part, Type.Partial(Part), Type.Omit(Part, []), Type.Pick(Part, ['name', 'id'])]) {
      expect(redact(schema, value)).toEqual({ name: '[redacted]', id: '1' });
    }
  });
});

/** Names of members that describe a person, an account or a secret. New members of such a name need a mark. */
const SENSITIVE = [
  /name$/i,
  /birth|nationality/i,
  /address|^line[12]$|^city$|postalCode|^state$/i,
  /e-?mail|phone|^mobile$/i,
  /^uma|uma$/i,
  /taxId|identifier|documentNumber|registrationNumber|^ssn$|passport/i,
  /accountNumber|iban|clabe|pixKey|^vpa$|invoice|bolt1|lightning|qrCode/i,
  /secret|password|token$|^code$|codes$|otp(?!Length)|totp|payloadToSign|privateKey|signature$|challenge$/i,
  /Url$|^url$|Link$|Uri$/,
  /remittance|^note$|nickname|ipAddress/i,
];

/** Members with such names that describe the platform, an institution or the service, by name or by schema and name. */
const HARMLESS = new Set([
  'appName',
  'bankAddress',
  'bankIdentifier',
  'bankName',
  'bodyText',
  'displayName',
  'fromName',
  'intermediaryBankName',
  'logoUrl',
  'networkTokenIdentifier',
  'providerTokenIdentifier',
  'sendFromEmailSenderName',
  'sourceTokenIdentifier',
  'umaDomain',
  'vaspName',
  'ApiToken.name',
  'BalanceChange.code',
  'ExchangeRateCurrency.code',
  'ExchangeRateCurrency.name',
  'SandboxCardAuthorizationRequest.currency.name',
  'ApiTokenCreateRequest.name',
  'BulkCustomerImportJob.errors.code',
  'CardTransaction.issuerTransactionToken',
  'Currency.code',
  'Currency.name',
  'EndUserTerms.url',
  'IncomingTransaction.requestedReceiverCustomerInfoFields.name',
  'LedgerAccountEntry.code',
  'LedgerEntry.code',
  'LoggedRequest.code',
  'OperatorAction.operatorName',
  'OperatorBankFileFinding.code',
  'OperatorBankFiles.files.name',
  'OperatorBankFiles.files.state',
  'OperatorBankFiles.findings.code',
  'OperatorBankFiles.inbox.name',
  'OperatorBankFiles.inbox.state',
  'OperatorBankFiles.payments.state',
  'OperatorPerson.name',
  'OperatorPersonCreateRequest.name',
  'OperatorPersonInvitation.name',
  'OperatorPlatform.name',
  'OperatorPlatformCreateRequest.name',
  'OperatorPlatformCreated.name',
  'OperatorReviewClaim.operatorName',
  'OperatorSession.operatorName',
  'OperatorWaitingReview.claim.operatorName',
  'RequestErrorGroup.code',
  'SandboxCardAuthorizationRequest.currency.code',
  'SandboxPlatform.name',
  'SandboxPlatformRequest.name',
  'Stablecoin.name',
  'TestWebhookResponse.url',
  'TimelineAttempt.detail.url',
  'TimelineEntries.detail.entries.code',
  'TimelineRequest.detail.code',
  'UmaProvider.name',
  'Vasp.url',
  'WebhookAttempt.url',
  'WebhookEndpoint.url',
]);

function* membersIn(
  schema: any,
  place: string,
  seen = new Set(),
): Generator<{ place: string; name: string; member: any }> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  const here = schema.$id ?? place;
  for (const [name, member] of Object.entries<any>(schema.properties ?? {})) {
    yield { place: here, name, member };
    yield* membersIn(member, `${here}.${name}`, seen);
  }
  for (const part of [schema.items, schema.oneOf, schema.anyOf, schema.allOf].flat())
    yield* membersIn(part, here, seen);
}

describe('every schema of the service', () => {
  it('marks the members that describe a person, an account or a secret', () => {
    const unmarked = new Set<string>();
    for (const { operationId, body, responses } of app.app.routes) {
      for (const schema of [body, ...Object.values(responses)]) {
        for (const { place, name, member } of membersIn(schema, operationId)) {
          const isText = [member.type].flat().includes('string') && !member.enum && member.const === undefined;
          const looksSensitive = SENSITIVE.some((pattern) => pattern.test(name));
          if (isText && looksSensitive && !sensitivityOf(member) && !HARMLESS.has(name))
            unmarked.add(`${place}.${name}`);
        }
      }
    }
    expect([...unmarked].filter((member) => !HARMLESS.has(member)).sort()).toEqual([]);
  });
});
