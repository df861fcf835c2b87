import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BASE_PATH } from '../src/foundation/config.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { exampleCall, WALK_MS } from './support/examples.ts';
import { RawConnection } from './support/raw-http.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  // Separate, because other platforms would add queries, log lines and metrics.
  app = await TestApp.start();
  client = app.client;
});
afterAll(() => app.stop());

const authorization = () => `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;

const fieldsOf = (answer: Answer): string[] =>
  answer.body.details.errors.map((error: { field: string }) => error.field);

const JSON_TYPE = { 'content-type': 'application/json' };

/** The paths of everything inside of a body. */
const membersOf = (value: unknown): string[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, item]) => [[name], ...membersOf(item).map((path) => [name, ...path])]);

function put(body: unknown, path: string[], value: unknown): unknown {
  const copy = structuredClone(body);
  const holder = path.slice(0, -1).reduce((at, name) => at[name], copy as any);
  holder[path.at(-1) as string] = value;
  return copy;
}

describe('the body of a request', () => {
  const send = (raw: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
    client.post('/tokens', undefined, { raw, headers });

  it('is limited to 1 MiB: more is 413', async () => {
    const ofSize = (bytes: number) => JSON.stringify({ name: 'x', permissions: ['VIEW'], pad: 'x'.repeat(bytes - 44) });
    expect(Buffer.byteLength(ofSize(1_048_576))).toBe(1_048_576);
    expect((await send(ofSize(1_048_576))).status).toBe(201);
    const { status, body } = await send(ofSize(1_048_577));
    expect([status, body.code]).toEqual([413, 'INVALID_INPUT']);
    expect(body.details.hint).toContain('1048576');
  });

  it('is limited to 1 MiB without a Content-Length as well', async () => {
    const connection = await RawConnection.open(app.url);
    const chunk = 'x'.repeat(0x10000);
    connection.send(
      `POST ${BASE_PATH}/tokens HTTP/1.1`,
      'Host: test',
      `Authorization: ${authorization()}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      '',
    );
    for (let i = 0; i < 17; i++) connection.send('10000', chunk, '');
    connection.send('0', '', '');
    const { status, body } = await connection.answer();
    expect([status, JSON.parse(body).status]).toEqual([413, 413]);
    connection.end();
  });

  it('with any member of the wrong type is 400, whatever rules apply to the rest', {
    timeout: WALK_MS,
  }, async () => {
    const ruled = app.app.routes.filter(({ rules }) => rules !== undefined);
    expect(ruled.length).toBeGreaterThan(3);
    for (const route of ruled) {
      const { method, path, body, as } = await exampleCall(route, client);
      for (const member of membersOf(body)) {
        for (const value of [{}, [[]], -1.5]) {
          const answer = await as.request(method, path, { body: put(body, member, value) });
          expect([path, member, value, answer.status]).toEqual([path, member, value, 400]);
        }
        const nothing = await as.request(method, path, { body: put(body, member, null) });
        // null removes some limits, and is invalid elsewhere.
        expect([path, member, nothing.status]).toEqual([path, member, expect.toBeOneOf([200, 400])]);
      }
    }
  });

  it('that is rejected is not logged as an internal error', async () => {
    const rejected = [
      await send('x'.repeat(2_000_000)),
      await send('{}', { 'content-type': 'text/plain' }),
      await client.get('/tokens/%zz'),
      await client.get('/tokens?createdAfter=0000-01-01T00:00:00Z'),
    ];
    expect(rejected.map(({ status }) => status)).toEqual([413, 415, 400, 400]);
    const ids = rejected.map(({ headers }) => headers.get('x-request-id'));
    const lines = app.logs.map((line) => JSON.parse(line)).filter(({ requestId }) => ids.includes(requestId));
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('is JSON: other types, and a body without a type, are 415', async () => {
    const body = JSON.stringify({ name: 'x', permissions: ['VIEW'] });
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/html'];
    for (const type of [...types, 'application/xml', 'json', '']) {
      const { status, body: rejection } = await send(body, { 'content-type': type });
      expect([type, status, rejection.code]).toEqual([type, 415, 'INVALID_REQUEST_FORMAT']);
    }
    const connection = await RawConnection.open(app.url);
    connection.send(
      `POST ${BASE_PATH}/tokens HTTP/1.1`,
      'Host: test',
      `Authorization: ${authorization()}`,
      'Content-Length: 2',
      '',
      '{}',
    );
    expect((await connection.answer()).status).toBe(415);
    connection.end();
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
      expect([type, (await send(body, { 'content-type': type })).status]).toEqual([type, 201]);
    }
  });

  it('is rejected with 400 if it is not JSON', async () => {
    const broken = ['{', '{"name":', "{'name':1}", 'name=x', '{} {}', '{"name":"\n"}', '\u0000', '[1,]'];
    for (const text of broken) {
      const { status, body } = await send(text);
      expect([text, status, body.code]).toEqual([text, 400, 'INVALID_INPUT']);
    }
    const notUtf8 = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect((await send(notUtf8)).body.message).toBe('The body is not valid JSON.');
  });

  it('is rejected with 400 if it is required and empty, or not an object', async () => {
    const empty = await send('', JSON_TYPE);
    expect([empty.status, fieldsOf(empty)]).toEqual([400, ['body']]);
    const missing = await client.post('/tokens');
    expect([missing.status, fieldsOf(missing)]).toEqual([400, ['body']]);
    for (const text of ['null', '[]', '"text"', '5', 'true']) {
      const answer = await send(text);
      expect([text, answer.status, fieldsOf(answer)]).toEqual([text, 400, ['body']]);
    }
  });

  it('can be omitted if it is optional, with or without a content type', async () => {
    const path = '/sandbox/platforms';
    expect((await client.post(path)).status).toBe(201);
    expect((await client.post(path, {})).status).toBe(201);
    expect((await client.post(path, undefined, { headers: JSON_TYPE })).status).toBe(201);
    expect((await client.post(path, undefined, { raw: '', headers: JSON_TYPE })).status).toBe(201);
    expect((await client.post(path, null)).status).toBe(400);
  });

  it('cannot reach a prototype', async () => {
    const bodies = [
      '{"__proto__":{"name":"x","permissions":["MANAGE"]}}',
      '{"name":"x","permissions":["VIEW"],"__proto__":{"a":1}}',
      '{"name":"x","permissions":["VIEW"],"constructor":{"prototype":{"a":1}}}',
      '{"name":"x","permissions":["VIEW"],"\\u005f_proto__":{"a":1}}',
    ];
    for (const text of bodies) expect([text, (await send(text)).status]).toEqual([text, 400]);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('with characters that cannot be stored is 400, never 500, and lists them with the other errors', async () => {
    for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800', 'a\\udfffb']) {
      const named = await send(`{"name":"${text}","permissions":["VIEW"]}`);
      expect([text, named.status, named.body.code]).toEqual([text, 400, 'INVALID_INPUT']);
      const config = await client.patch('/config', undefined, {
        raw: `{"embeddedWalletConfig":{"appName":"${text}"}}`,
      });
      expect([text, config.status]).toEqual([text, 400]);
    }
    const beside = await send('{"name":"a\\u0000b","permissions":["FLY"],"unknown":{"deep":["\\ud800"]}}');
    expect([beside.status, fieldsOf(beside).sort()]).toEqual([400, ['name', 'permissions.0', 'unknown.deep.0']]);
    const ruled = await client.patch('/config', undefined, {
      raw: '{"umaDomain":"\\u0000","webhookEndpoint":"ftp://example.com","feeConfigs":7}',
    });
    expect(fieldsOf(ruled).sort()).toEqual(['feeConfigs', 'umaDomain', 'webhookEndpoint']);
    const unasked = await client.post(`/agents/${newId('Agent')}/device-codes`, undefined, { raw: '"\\u0000"' });
    expect([unasked.status, fieldsOf(unasked)]).toEqual([400, ['body']]);
    const query = await client.get('/transactions?reference=a%00b&platformCustomerId=%00&limit=5');
    expect(query.status).toBe(400);
    expect(fieldsOf(query).sort()).toEqual(['platformCustomerId', 'reference']);
    const path = await client.get('/receiver/uma/%00');
    expect([path.status, fieldsOf(path)]).toEqual([400, ['receiverUmaAddress']]);
    expect((await client.get(`/tokens?cursor=${Buffer.from('{"id":"\\u0000"}').toString('base64url')}`)).status).toBe(
      400,
    );
    const emoji = await send('{"name":"\\ud83d\\ude00 😀 \\\\u0000","permissions":["VIEW"]}');
    expect([emoji.status, emoji.body.name]).toEqual([201, '😀 😀 \\u0000']);
  });

  it('is rejected with 400 if a discriminator is an object with a toString of its own', async () => {
    const { status, body } = await client.post('/customers', { customerType: { toString: 'x' } });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.details.errors[0]).toMatchObject({ field: 'customerType', constraint: { enum: expect.any(Array) } });
  });

  it('is limited in depth, values, items and length of names, also for unknown members', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const beside = (text: string) => send(`{"name":"bounded","permissions":["VIEW"],"x":${text}}`);
    const list = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join(',')}]`;
    const bounds: [within: string, beyond: string, message: RegExp][] = [
      [nested(31), nested(32), /more than 32 levels of nesting/],
      [nested(31), nested(500_000), /more than 32 levels of nesting/],
      [list(1_000, '{}'), list(1_001, '{}'), /more than 1000 items/],
      [list(9, list(1_000, '1')), list(10, list(1_000, '1')), /more than 10000 values/],
      [`{"${'n'.repeat(256)}":1}`, `{"${'n'.repeat(257)}":1}`, /longer than 256 bytes/],
      [`"${'[{,'.repeat(20_000)}\\""`, `{"${'\\"'.repeat(200)}":1}`, /longer than 256 bytes/],
    ];
    for (const [within, beyond, message] of bounds) {
      expect([String(message), (await beside(within)).status]).toEqual([String(message), 201]);
      const { status, body } = await beside(beyond);
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
      expect(body.details).toMatchObject({ errors: [{ field: 'body' }], hint: expect.stringContaining('smaller') });
      expect(body.message).toMatch(message);
    }
  });
});

describe('a client that disconnects before its body is complete', () => {
  it('causes no log line above debug and no 5xx in the metrics', async () => {
    const before = app.logs.length;
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const path = type.startsWith('multipart') ? '/documents' : '/tokens';
      const connection = await RawConnection.open(app.url);
      connection.send(
        `POST ${BASE_PATH}${path} HTTP/1.1`,
        'Host: test',
        `Authorization: ${authorization()}`,
        `Content-Type: ${type}`,
        'Content-Length: 500',
        '',
        '{"name":',
      );
      // Once this request has a response, the server has processed the earlier one.
      await client.get('/config');
      connection.end();
    }
    await vi.waitFor(async () => {
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      for (const route of ['/tokens', '/documents']) {
        expect(metrics).toContain(`_count{method="POST",route="${route}",status="400"}`);
        expect(metrics).not.toContain(`_count{method="POST",route="${route}",status="500"}`);
      }
    });
    const levels = app.logs.slice(before).map((line) => JSON.parse(line).level);
    expect(Math.max(...levels, 0)).toBeLessThan(30);
  });
});
