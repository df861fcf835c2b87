import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redact } from '../src/http/redaction.ts';
import { uuidv7 } from '../src/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { documentForm } from './support/documents.ts';
import { platformAccount } from './support/examples.ts';

let test: TestApp;
beforeAll(async () => {
  test = await TestApp.start({ config: { requestLogKeep: 50 } });
});
afterAll(() => test.stop());

const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';

/** As the log shows a request once it is written. */
async function logged(client: Client, answer: Answer) {
  await test.app.requestLog.flush();
  return (await client.get(`/request-log/${idOf(answer)}`)).body;
}

describe('the request log', () => {
  it('tells of each request what was asked and answered, by its X-Request-Id', async () => {
    const client = await test.newPlatform();
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
      requestBody: { umaDomain: 'log.example' },
      responseBody: answer.body,
    });
  });

  it('tells of what was done for somebody who has gone before the answer', async () => {
    const client = await test.newPlatform();
    const holder = await test.database.db.pool.connect();
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
      await test.app.requestLog.flush();
      const { body } = await client.get('/request-log');
      expect(body.data).toContainEqual(expect.objectContaining({ method: 'PATCH', route: '/config', status: 200 }));
    });
  });

  it('tells of refusals, with their code', async () => {
    const client = await test.newPlatform();
    const viewer = await test.clientWith(['VIEW'], client);
    const refused = [
      [await client.get(`/tokens/x`), 400, 'INVALID_INPUT'],
      [await viewer.post('/tokens', { name: 'x', permissions: ['VIEW'] }), 403, 'FORBIDDEN'],
      [await client.post('/tokens', undefined, { raw: '{"broken' }), 400, 'INVALID_INPUT'],
    ] as const;
    for (const [answer, status, code] of refused) {
      const entry = await logged(client, answer);
      expect(entry).toMatchObject({ status, code, responseBody: answer.body });
    }
    expect(await logged(client, refused[2][0])).toMatchObject({ requestBody: null });
    expect(await logged(client, await client.request('HEAD', '/config'))).toMatchObject({
      method: 'HEAD',
      status: 200,
    });
  });

  it('tells replays from first requests', async () => {
    const client = await test.newPlatform();
    const path = `/sandbox/internal-accounts/${await platformAccount(client)}/fund`;
    const ask = () => client.post(path, { amount: 1 }, { headers: { 'idempotency-key': 'log me' } });
    const [first, repeat] = [await ask(), await ask()];
    expect(await logged(client, first)).toMatchObject({ isReplay: false, idempotencyKey: 'log me' });
    expect(await logged(client, repeat)).toMatchObject({ isReplay: true, idempotencyKey: 'log me' });
  });

  it('is listed newest first, without bodies, by status and by the beginning of the path', async () => {
    const client = await test.newPlatform();
    const made = [
      await client.get('/config'),
      await client.get('/tokens/x'),
      await client.get('/tokens'),
      await client.get('/tokens/y'),
    ];
    await test.app.requestLog.flush();
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

  it('shows a platform its own requests only', async () => {
    const [mine, theirs] = [await test.newPlatform(), await test.newPlatform()];
    const answer = await theirs.get('/config');
    await test.app.requestLog.flush();
    expect((await mine.get(`/request-log/${idOf(answer)}`)).status).toBe(404);
    expect((await theirs.get(`/request-log/${idOf(answer)}`)).status).toBe(200);
    expect((await mine.get(`/request-log/${uuidv7()}`)).body.code).toBe('REFERENCE_NOT_FOUND');
    expect((await mine.get('/request-log/x')).status).toBe(400);
  });

  it('does not know of those who are not known', async () => {
    const client = await test.newPlatform();
    await client.with({ clientId: client.clientId, clientSecret: 'wrong' }).get('/config');
    await test.app.requestLog.flush();
    const { rows } = await test.database.db.pool.query(`SELECT 1 FROM request_log WHERE status = 401`);
    expect(rows).toEqual([]);
  });

  it('keeps the newest of each platform and forgets the rest', async () => {
    const [busy, quiet] = [await test.newPlatform(), await test.newPlatform()];
    const kept = await quiet.get('/config');
    const answers: Answer[] = [];
    for (let i = 0; i < 60; i++) answers.push(await busy.get('/sandbox/magic-values'));
    await test.app.requestLog.flush();
    await test.app.housekeeping.run();
    const { body } = await busy.get('/request-log?limit=100');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(answers.slice(-50).map(idOf).toReversed());
    expect((await quiet.get(`/request-log/${idOf(kept)}`)).status).toBe(200);
  });

  it('forgets the rest however much it is', async () => {
    const client = await test.newPlatform();
    await test.database.db.pool.query(
      `INSERT INTO request_log (platform_id, id, at, method, path, route, status, duration_ms, token_id, is_replay)
      SELECT $1, '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), now(), 'GET', '/old', '/old', 200, 1, $2, false
      FROM generate_series(1, 1200) n`,
      [client.platformId, client.tokenId],
    );
    const newest = await client.get('/config');
    await test.app.requestLog.flush();
    await test.app.housekeeping.run();
    const { body } = await client.get('/request-log?limit=100');
    expect(body.data).toHaveLength(50);
    expect(body.data[0].id).toBe(idOf(newest));
    expect(body.data.at(-1).id).toMatch(/001152$/);
  });

  it('writes all that comes one after the other, however many portions that are', async () => {
    const client = await test.newPlatform();
    const answers: Answer[] = [];
    for (let i = 0; i < 45; i++) answers.push(await client.get('/sandbox/magic-values'));
    await vi.waitFor(async () => {
      const { body } = await client.get('/request-log?limit=100&path=/api/2025-10-13/sandbox/magic-values');
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(answers.map(idOf).toReversed());
    }, 10_000);
  });

  const line = (client: Client, path: string) => ({
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
    responseText: undefined,
    isSecret: false,
  });
  const linesOf = async (path: string) =>
    (await test.database.db.pool.query('SELECT 1 FROM request_log WHERE path = $1', [path])).rows;

  it('drops what comes too fast, and counts it, in place of slowing the service', async () => {
    const client = await test.newPlatform();
    await test.app.requestLog.flush();
    for (let i = 0; i < 1_000; i++) test.app.requestLog.add(() => line(client, '/flood'));
    await test.app.requestLog.flush();
    expect(await linesOf('/flood')).toHaveLength(100);
    const metrics = await (await fetch(`${test.url}/metrics`)).text();
    expect(metrics).toMatch(/causeway_request_log_dropped_total 900/);
  });

  it('piles nothing up while the database takes nothing: beside one portion a hundred wait, the rest is dropped', async () => {
    const client = await test.newPlatform();
    await test.app.requestLog.flush();
    const holder = await test.database.db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE request_log');
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 100; i++) test.app.requestLog.add(() => line(client, '/stalled'));
      await sleep(150);
    }
    await holder.query('COMMIT');
    holder.release();
    await vi.waitFor(async () => expect(await linesOf('/stalled')).toHaveLength(120), 10_000);
  });

  it('is bounded in what it keeps of one request', async () => {
    const client = await test.newPlatform();
    const long = await client.post('/tokens', { name: 'x', permissions: ['VIEW'], text: 'y'.repeat(100_000) });
    expect((await logged(client, long)).requestBody.text).toBe(`${'y'.repeat(500)}...`);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`n${i}`, i]));
    const wide = await client.post('/tokens', { name: 'x', permissions: ['VIEW'], many, list: Object.values(many) });
    const { requestBody } = await logged(client, wide);
    expect([Object.keys(requestBody.many).length, requestBody.list.length]).toEqual([50, 50]);
    const names = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`${i}${'n'.repeat(9_000)}`, 'z'.repeat(500)]),
    );
    const huge = await client.post('/tokens', { name: 'x', permissions: ['VIEW'], names });
    expect((await logged(client, huge)).requestBody).toMatch(/^\[\d+ characters, too long to keep\]$/);
    const path = await client.get(`/tokens/${'p'.repeat(8_000)}`);
    expect((await logged(client, path)).path).toHaveLength(500);
    const key = await client.post(
      '/tokens',
      { name: 'x', permissions: ['VIEW'] },
      { headers: { 'idempotency-key': 'k'.repeat(5_000) } },
    );
    expect((await logged(client, key)).idempotencyKey).toHaveLength(255);
  });

  it('loses no request to odd characters in it or in another one', async () => {
    const client = await test.newPlatform();
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
  it('replaces secrets by name, wherever they are and whatever they hold', () => {
    const secret = {
      clientSecret: 's',
      Authorization: 's',
      nested: [{ password: 's' }, { identifier: { number: 's' } }],
    };
    expect(redact({ ...secret, recoveryCodes: ['s'], token: 's' })).toEqual({
      clientSecret: '[redacted]',
      Authorization: '[redacted]',
      nested: [{ password: '[redacted]' }, { identifier: '[redacted]' }],
      recoveryCodes: '[redacted]',
      token: '[redacted]',
    });
  });

  it('tells one-time codes from the codes of errors and currencies', () => {
    expect(redact({ code: 'ABCDEF' })).toEqual({ code: '[redacted]' });
    expect(redact({ code: '123456' })).toEqual({ code: '[redacted]' });
    const currency = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
    expect(redact({ balance: { currency } })).toEqual({ balance: { currency } });
    const refusal = { status: 404, code: 'TOKEN_NOT_FOUND', message: 'There is none.' };
    expect(redact(refusal)).toEqual(refusal);
  });

  it('shows a token that is a resource, without its secret', () => {
    const token = { id: 'Token:1', clientId: 'c', clientSecret: 's' };
    expect(redact({ token })).toEqual({ token: { ...token, clientSecret: '[redacted]' } });
  });

  it('goes no deeper than it must', () => {
    let deep: unknown = 'secret';
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(JSON.stringify(redact(deep))).not.toContain('secret');
  });
});
