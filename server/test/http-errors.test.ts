import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { makeCursor } from '../src/foundation/db/page.ts';
import { newId, uuidv7 } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { exampleCall, WALK_MS } from './support/examples.ts';
import { RawConnection } from './support/raw-http.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.start();
  client = app.client;
});
afterAll(() => app.stop());

const fieldsOf = (answer: Answer): string[] =>
  answer.body.details.errors.map((error: { field: string }) => error.field);

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a cursor', () => {
  it('that no list or another list has issued is rejected by every list', { timeout: WALK_MS }, async () => {
    const operator = await app.newOperator();
    const lists = app.app.routes.filter(({ query }) => query?.properties['cursor'] !== undefined);
    expect(lists.length).toBeGreaterThan(25);
    for (const route of lists) {
      const isOperators = route.access === 'OPERATOR';
      const { path, as } = isOperators ? { path: route.path, as: operator } : await exampleCall(route, client);
      for (const key of ['x', '1', newId('PlatformConfig'), `${uuidv7()}\n`]) {
        const answer = await as.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${makeCursor(key)}`);
        expect([path, key, answer.status]).toEqual([path, key, 400]);
        expect([path, key, fieldsOf(answer)]).toEqual([path, key, ['cursor']]);
      }
    }
  });
});

describe('the error body', () => {
  it('has status, code, message and details, and links to the page of the code', async () => {
    const { status, body } = await client.get(`/tokens/${newId('Token')}`);
    expect(status).toBe(404);
    expect(body).toEqual({
      status: 404,
      code: 'TOKEN_NOT_FOUND',
      message: expect.any(String),
      details: { docUrl: `${app.url}/docs/errors/TOKEN_NOT_FOUND` },
    });
  });

  it('is the same under an Idempotency-Key', async () => {
    const path = `/sandbox/internal-accounts/${newId('InternalAccount')}/fund`;
    const plain = await client.post(path, { amount: 1 });
    const keyed = await client.post(path, { amount: 1 }, { headers: { 'idempotency-key': 'same rejection' } });
    expect(keyed.body).toEqual(plain.body);
  });

  it('answers unknown paths under and outside of the base path with 404', async () => {
    const outside = new (client.constructor as typeof Client)({ ...client, basePath: '' });
    const paths: [Client, string][] = [
      [client, '/nothing'],
      [client, '/config/'],
      [client, '/tokens/a/b'],
      [client, ''],
      [outside, '/'],
      [outside, '/nothing'],
      [outside, '/api/2020-01-01/config'],
    ];
    for (const [asker, path] of paths) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await asker.request(method, path);
        expect([method, path, status, body.code]).toEqual([method, path, 404, 'REFERENCE_NOT_FOUND']);
        expect(body.details.hint).toContain(BASE_PATH);
      }
    }
  });

  it('answers a wrong method with 405 and the methods that are allowed', async () => {
    for (const method of ['DELETE', 'PUT', 'OPTIONS']) {
      const { status, body, headers } = await client.request(method, '/config');
      expect([status, body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(headers.get('allow')).toBe('GET, HEAD, PATCH');
      expect(body.details.allowed).toEqual(['GET', 'HEAD', 'PATCH']);
    }
    const { headers } = await client.request('PATCH', `/tokens/${newId('Token')}`);
    expect(headers.get('allow')).toBe('GET, HEAD, DELETE');
  });

  it('answers QUERY with 405 like any wrong method, with or without a content type', async () => {
    for (const [path, expected] of [
      ['/config', 405],
      ['/nothing', 404],
    ] as const) {
      for (const type of ['', 'Content-Type: application/json\r\n']) {
        const connection = await RawConnection.open(app.url);
        connection.send(`QUERY ${BASE_PATH}${path} HTTP/1.1\r\nHost: x\r\n${type}Content-Length: 2\r\n`, '{}');
        const { status, body } = await connection.answer();
        expect([path, type, status, JSON.parse(body).status]).toEqual([path, type, expected, expected]);
        connection.end();
      }
    }
  });

  it('lists the methods of a literal path, and not those of a pattern that matches it', async () => {
    const { status, body, headers } = await client.request('POST', '/agents/me');
    expect([status, body.details.allowed, headers.get('allow')]).toEqual([405, ['GET', 'HEAD'], 'GET, HEAD']);
  });

  it('names the failed authentication check in the code and in the details', async () => {
    const { status, body, headers } = await client.with({ clientId: 'nobody', clientSecret: 'x' }).get('/config');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Basic realm="causeway", charset="UTF-8"');
    expect(body).toMatchObject({ code: 'UNAUTHORIZED', reason: 'Unknown client id or wrong secret' });
    expect(body.details).toMatchObject({ reason: 'CREDENTIALS_WRONG', hint: expect.any(String) });
  });
});

describe('every response', () => {
  it('has its own X-Request-Id and forbids sniffing and caching', async () => {
    const answers = [
      await client.get('/config'),
      await client.get('/nothing'),
      await client.with({ clientId: 'x', clientSecret: 'x' }).get('/config'),
      await client.get('/tokens/%zz'),
      await client.get(`/tokens/${'x'.repeat(600)}`),
      await client.request('PUT', '/config'),
      await client.post('/tokens', undefined, { raw: '{', headers: JSON_TYPE }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
  });

  it('to HEAD is the response to GET without its body', async () => {
    const get = await client.get('/config');
    const head = await client.request('HEAD', '/config');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await client.request('HEAD', '/nothing')).status).toBe(404);
  });

  it('to bytes that are not HTTP has the same shape, and closes the connection', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
    ]) {
      const connection = await RawConnection.open(app.url);
      connection.send(bytes);
      const { status, body, headers } = await connection.answer();
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'INVALID_REQUEST_FORMAT' });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      await connection.closed;
    }
    const connection = await RawConnection.open(app.url);
    connection.send('GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`, '', '');
    const { status, body } = await connection.answer();
    expect([status, JSON.parse(body).status]).toEqual([431, 431]);
  });
});

describe('an internal error', () => {
  it('returns only its request id, and is logged with its cause', async () => {
    const { db } = app.database;
    await db.pool.query('ALTER TABLE messages RENAME TO messages_gone');
    const { status, body, headers, text } = await client.get('/sandbox/messages');
    await db.pool.query('ALTER TABLE messages_gone RENAME TO messages');
    const requestId = headers.get('x-request-id');
    expect(status).toBe(500);
    expect(body).toEqual({
      status: 500,
      code: 'INTERNAL_ERROR',
      message: 'Something went wrong on our side.',
      details: { requestId, docUrl: expect.any(String) },
    });
    expect(text).not.toMatch(/messages"|relation|SELECT|\.ts/);
    const line = app.logs.find((entry) => JSON.parse(entry).requestId === requestId && JSON.parse(entry).level === 50);
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      msg: 'request failed',
      err: { code: '42P01', message: expect.stringContaining('messages') },
    });
    expect((await client.get('/sandbox/messages')).status).toBe(200);
  });
});
