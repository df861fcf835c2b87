import { type TSchema, Type } from '@sinclair/typebox';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BASE_PATH } from '../src/config.ts';
import { makeCursor } from '../src/db/page.ts';
import { fieldErrors } from '../src/http/field-errors.ts';
import { route } from '../src/http/route.ts';
import { validator } from '../src/http/validation.ts';
import { ApiError } from '../src/kernel/errors.ts';
import { newId, uuidv7 } from '../src/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import { countBlocked } from './support/blocked.ts';
import type { Answer, Client } from './support/client.ts';
import { exampleCall, platformAccount, WALK_MS } from './support/examples.ts';
import { RawConnection } from './support/raw-http.ts';
import { until } from './support/server-process.ts';
import { schemasIn } from './support/worst-bodies.ts';

let app: TestApp;
let client: Client;
let account: string;
beforeAll(async () => {
  app = await TestApp.start();
  client = app.client;
  account = await platformAccount(client);
});
afterAll(() => app.stop());

const authorization = () => `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
const fieldsOf = (answer: Answer): string[] =>
  answer.body.details.errors.map((error: { field: string }) => error.field);
const fund = (amount: unknown) => client.post(`/sandbox/internal-accounts/${account}/fund`, { amount });
/** Unknown members are ignored, as without `Prefer: handling=strict`. */
const judging = { unknown: { isStrict: false, warn: () => undefined } };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a cursor', () => {
  it('that no list or another one has issued is refused by every list', { timeout: WALK_MS }, async () => {
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
  it('has status, code, message and details, and names the operation in the docs', async () => {
    const { status, body } = await client.get(`/tokens/${newId('Token')}`);
    expect(status).toBe(404);
    expect(body).toEqual({
      status: 404,
      code: 'TOKEN_NOT_FOUND',
      message: expect.any(String),
      details: { docUrl: `${app.url}/docs#/API%20Tokens/getTokenById` },
    });
  });

  it('is the same under an Idempotency-Key', async () => {
    const path = `/sandbox/internal-accounts/${newId('InternalAccount')}/fund`;
    const plain = await client.post(path, { amount: 1 });
    const keyed = await client.post(path, { amount: 1 }, { headers: { 'idempotency-key': 'same refusal' } });
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

  it('answers QUERY, which no operation has, like any wrong method, with or without a content type', async () => {
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

  it('allows on a path that is written out what that path has, and not what its pattern would', async () => {
    const { status, body, headers } = await client.request('POST', '/agents/me');
    expect([status, body.details.allowed, headers.get('allow')]).toEqual([405, ['GET', 'HEAD'], 'GET, HEAD']);
  });

  it('says which authentication check failed, at the top and in the details', async () => {
    const { status, body, headers } = await client.with({ clientId: 'nobody', clientSecret: 'x' }).get('/config');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Basic realm="causeway", charset="UTF-8"');
    expect(body).toMatchObject({ code: 'UNAUTHORIZED', reason: expect.any(String) });
    expect(body.details).toMatchObject({ reason: body.reason, hint: expect.any(String) });
  });
});

describe('the shape of a request', () => {
  it('is checked whole: one answer lists every invalid field of path, query and body', () => {
    const everywhere = route({
      method: 'POST',
      path: '/things/{id}',
      operationId: 'test',
      tag: 'Test',
      summary: '',
      access: 'VIEW',
      params: Type.Object({ id: Type.String({ pattern: '^Thing:' }) }),
      query: Type.Object({ limit: Type.Integer(), since: Type.String({ format: 'date-time' }) }),
      body: Type.Object({ name: Type.String({ minLength: 2 }), nested: Type.Object({ amount: Type.Integer() }) }),
      answers: {},
      errors: [],
      handle: async () => ({ status: 200 }),
    });
    const check = validator(everywhere);
    const input = { params: { id: 'x' }, query: { limit: 'many' }, body: { name: 'a', nested: {} } };
    const rejection = rejectionOf(() => check(input, judging));
    expect(rejection).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(rejection.details?.errors?.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'id', message: 'id does not have the required form.', constraint: { pattern: '^Thing:' } },
      { field: 'limit', message: 'limit must be integer.' },
      { field: 'name', message: expect.any(String), constraint: { minLength: 2 } },
      { field: 'nested.amount', message: 'nested.amount is required.' },
      { field: 'since', message: 'since is required.' },
    ]);
  });

  it('explains a pattern in words, and leaves the expression to machines', async () => {
    const answer = await client.post('/sandbox/internal-accounts/x/fund', { amount: 1 });
    expect(answer.body.details.errors).toEqual([
      {
        field: 'accountId',
        message:
          'accountId must be the id of an internal account, like InternalAccount:01a1dd2e-3518-7076-ac4f-f7e039bd6b07.',
        constraint: { pattern: expect.stringContaining('^InternalAccount:') },
      },
    ]);
    const judged = new Map<string, TSchema>();
    for (const { params, query, body } of app.app.routes) {
      for (const schema of schemasIn([params, query, body])) {
        if (typeof schema.pattern === 'string') judged.set(`${schema.pattern} ${schema.examples?.[0]}`, schema);
      }
    }
    expect(judged.size).toBeGreaterThan(60);
    for (const schema of judged.values()) {
      const [error] = fieldErrors(Type.Object({ field: schema }), { field: '~'.repeat(schema.minLength ?? 1) });
      expect(error?.constraint?.pattern).toBe(schema.pattern);
      expect(error?.message).not.toMatch(/\^|\\|\[|\]|\{|\}|\*|\?|must match/);
      expect(error?.message).toMatch(/^field (must|does not have the required form)/);
      expect([schema.pattern, error?.message]).not.toEqual([schema.pattern, 'field does not have the required form.']);
    }
  });

  it('names path and body together over HTTP', async () => {
    const answer = await client.post('/sandbox/internal-accounts/Token:x/fund', { amount: 'ten' });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['accountId', 'amount']);
    expect(answer.body.message).toContain('2 fields');
  });

  it('tells the constraint of each field that breaks one', async () => {
    const { body } = await client.patch('/config', {
      umaDomain: 'not a domain',
      supportedCurrencies: [
        {
          currencyCode: 'X',
          minAmount: 0,
          maxAmount: 1,
          requiredCounterpartyFields: [{ name: 'SHOE_SIZE', mandatory: true }],
          enabledTransactionTypes: ['INCOMING'],
        },
      ],
      embeddedWalletConfig: { appName: 'x'.repeat(256), sendFromEmailAddress: 'nobody' },
    });
    const constraints = Object.fromEntries(
      body.details.errors.map((error: { field: string; constraint: object }) => [error.field, error.constraint]),
    );
    expect(constraints).toEqual({
      umaDomain: { pattern: expect.any(String) },
      'supportedCurrencies.0.currencyCode': { minLength: 3 },
      'supportedCurrencies.0.requiredCounterpartyFields.0.name': { enum: expect.arrayContaining(['FULL_NAME']) },
      'embeddedWalletConfig.appName': { maxLength: 255 },
      'embeddedWalletConfig.sendFromEmailAddress': { format: 'email' },
    });
  });

  it('names a field once, with all that it breaks, by the same path whether its shape or a rule is broken', async () => {
    const address = `Customer:${'x'.repeat(300)}`;
    const shapes = await client.patch('/config', {
      umaDomain: `${'x'.repeat(300)}!`,
      embeddedWalletConfig: { sendFromEmailAddress: address, expirationSeconds: 'soon' },
      supportedCurrencies: [{ ...anyCurrency, enabledTransactionTypes: [5] }],
    });
    const email = 'embeddedWalletConfig.sendFromEmailAddress';
    const types = 'supportedCurrencies.0.enabledTransactionTypes.0';
    const named = Object.fromEntries(
      shapes.body.details.errors.map((error: { field: string }) => [error.field, error]),
    );
    expect(Object.keys(named)).toHaveLength(shapes.body.details.errors.length);
    expect(named[email]).toEqual({
      field: email,
      message: `${email} must NOT have more than 255 characters, and must be a valid email.`,
      constraint: { maxLength: 255, format: 'email' },
    });
    expect(named['umaDomain'].constraint).toEqual({ maxLength: expect.any(Number), pattern: expect.any(String) });
    expect(named['embeddedWalletConfig.expirationSeconds'].message).toMatch(/ must be integer\.$/);
    expect(named[types].message).toBe(`${types} must be one of INCOMING, OUTGOING.`);
    const twice = { ...anyCurrency, currencyCode: 'XYZ' };
    const rules = await client.patch('/config', { supportedCurrencies: [twice, twice] });
    expect(fieldsOf(rules)).toEqual(['supportedCurrencies.0.currencyCode', 'supportedCurrencies.1.currencyCode']);
    const card = await client.patch(`/cards/${newId('Card')}`, { maxSpendPerTransaction: 'all' });
    expect(card.body.message).toBe('maxSpendPerTransaction must be integer or null.');
  });

  it('never coerces: an amount is a JSON integer in the safe range', async () => {
    for (const amount of ['100', '1', 1.5, true, null, [100], {}, 0, -1, 9_007_199_254_740_992, 1e300]) {
      const answer = await fund(amount);
      expect([amount, answer.status]).toEqual([amount, 400]);
      expect(fieldsOf(answer)).toEqual(['amount']);
    }
    const raw = (text: string) =>
      client.post(`/sandbox/internal-accounts/${account}/fund`, undefined, { raw: `{"amount":${text}}` });
    for (const text of ['1.0', '1e2', '100']) expect((await raw(text)).status).toBe(200);
    for (const text of ['1e400', '01', 'NaN', '1n']) expect((await raw(text)).status).toBe(400);
    const name = await client.post('/tokens', { name: 5, permissions: 'VIEW' });
    expect(fieldsOf(name)).toEqual(['name', 'permissions']);
    const flag = await client.post('/sandbox/platforms', { isRegulatedFinancialInstitution: 'true' });
    expect(fieldsOf(flag)).toEqual(['isRegulatedFinancialInstitution']);
  });

  it('ignores unknown JSON fields: no handler ever sees them', async () => {
    const stranger = await app.newPlatform();
    const chosen = { clientId: 'chosen', clientSecret: 'chosen' };
    const body = { name: 'x', permissions: ['VIEW'], platformId: stranger.platformId, at: '2001-01-01', ...chosen };
    const made = await client.post('/tokens', body);
    expect(made.status).toBe(201);
    expect(made.body.clientId).not.toBe('chosen');
    expect(made.body.clientSecret).not.toBe('chosen');
    expect((await stranger.get(`/tokens/${made.body.id}`)).status).toBe(404);
    expect((await client.get(`/tokens/${made.body.id}`)).status).toBe(200);
    const platform = await client.post('/sandbox/platforms', { name: 'x', mode: 'PRODUCTION', token: chosen });
    expect(platform.body.token.clientId).not.toBe('chosen');
    const config = await client.patch('/config', { embeddedWalletConfig: { appName: 'a', colour: 'red' }, extra: 1 });
    expect(config.body.embeddedWalletConfig).not.toHaveProperty('colour');
  });

  it('keeps what a free-form or combined schema allows', () => {
    const combined = Type.Intersect([
      Type.Object({ kind: Type.String() }),
      Type.Union([Type.Object({ a: Type.Object({ b: Type.Integer() }) }), Type.Object({ c: Type.Integer() })]),
    ]);
    const body = Type.Object({
      free: Type.Optional(Type.Unknown()),
      map: Type.Optional(Type.Record(Type.String(), Type.Object({ n: Type.Integer() }))),
      list: Type.Optional(Type.Array(combined)),
    });
    const check = validator(bodyRoute(body));
    const pass = (value: unknown) => check({ params: {}, query: {}, body: value }, judging).body;
    expect(pass({ free: { any: [1] }, other: 1 })).toEqual({ free: { any: [1] } });
    expect(pass({ map: { x: { n: 1 } } })).toEqual({ map: { x: { n: 1 } } });
    expect(
      pass({
        list: [
          { kind: 'k', a: { b: 1, other: 1 }, other: 1 },
          { kind: 'k', c: 1 },
        ],
      }),
    ).toEqual({
      list: [
        { kind: 'k', a: { b: 1 } },
        { kind: 'k', c: 1 },
      ],
    });
  });

  it('refuses what fits more than one choice of an exclusive set', () => {
    const either = Type.Unsafe({ oneOf: [Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })] });
    const check = validator(bodyRoute(Type.Object({ either })));
    const rejection = rejectionOf(() => check({ params: {}, query: {}, body: { either: { a: 1, b: 1 } } }, judging));
    expect(rejection.details?.errors).toEqual([{ field: 'either', message: expect.any(String) }]);
  });

  it('reads lists of a query repeated or joined by commas, and names what it cannot read', () => {
    const lists = route({
      ...bodyRoute(undefined),
      query: Type.Object({
        currency: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }))),
        n: Type.Optional(Type.Array(Type.Integer())),
        flag: Type.Optional(Type.Boolean()),
        rate: Type.Optional(Type.Number()),
        limit: Type.Optional(Type.Integer({ default: 20 })),
      }),
      handle: async () => ({ status: 200 }),
    });
    const read = (query: Record<string, string | string[]>) =>
      validator(lists)({ params: {}, query, body: undefined }, judging).query;
    expect(read({ currency: ['USD', 'EUR'] })).toEqual({ currency: ['USD', 'EUR'], limit: 20 });
    expect(read({ currency: 'USD,EUR', n: ['1,2', '3'] })).toEqual({
      currency: ['USD', 'EUR'],
      n: [1, 2, 3],
      limit: 20,
    });
    expect(read({ flag: 'true', rate: '1.5', limit: '5', unknown: 'x' })).toEqual({ flag: true, rate: 1.5, limit: 5 });
    const rejected: Record<string, string | string[]>[] = [
      { currency: 'USD,eur' },
      { n: 'one' },
      { flag: 'yes' },
      { rate: 'x' },
      { rate: '' },
      { limit: '' },
      { limit: '1.5' },
      { limit: ['1', '2'] },
    ];
    for (const query of rejected) expect(rejectionOf(() => read(query)).status).toBe(400);
  });

  it('knows an id by its type: another type is 400, an unknown one 404, percent-encoded the same as raw', async () => {
    const { body: made } = await client.post('/tokens', { name: 'x', permissions: ['VIEW'] });
    const encoded = `/tokens/${encodeURIComponent(made.id)}`;
    expect(encoded).toContain('%3A');
    expect((await client.get(encoded)).body).toEqual((await client.get(`/tokens/${made.id}`)).body);
    expect((await client.get(`/tokens/${newId('Token')}`)).status).toBe(404);
    const wrong = [newId('Customer'), made.id.toUpperCase(), made.id.slice(6), `${made.id}0`, 'Token:', 'x', '%20'];
    for (const id of wrong) {
      const answer = await client.get(`/tokens/${id}`);
      expect([id, answer.status]).toEqual([id, 400]);
      expect(fieldsOf(answer)).toEqual(['tokenId']);
    }
  });

  it('refuses very long ids and invalid percent encoding with 400', async () => {
    for (const id of ['x'.repeat(300), 'x'.repeat(600), 'x'.repeat(8_000), '%zz', '%', 'Token:%ff']) {
      const { status, body } = await client.get(`/tokens/${id}`);
      expect([id.slice(0, 20), status, body.code]).toEqual([id.slice(0, 20), 400, 'INVALID_INPUT']);
    }
  });

  it('refuses dates that no calendar or database has, with 400', async () => {
    const leapSecond = '2016-12-31T23:59:60Z';
    const yearZero = ['0000-01-01T00:00:00Z', '0000-12-31T23:00:00-05:00'];
    const farAway = ['2025-01-01T00:00:00+23:00', '2025-01-01T00:00:00-16:00'];
    const noDates = ['yesterday', '2025-02-30T00:00:00Z', '2025-01-01'];
    const ask = (date: string) => client.get(`/tokens?createdAfter=${encodeURIComponent(date)}`);
    for (const date of [...noDates, ...yearZero, ...farAway, leapSecond]) {
      const answer = await ask(date);
      expect([date, answer.status]).toEqual([date, 400]);
      expect([date, fieldsOf(answer)]).toEqual([date, ['createdAfter']]);
    }
    for (const date of ['0001-01-01T00:00:00+15:59', '9999-12-31T23:59:59-15:59', '2025-01-01t00:00:00z']) {
      expect([date, (await ask(date)).status]).toEqual([date, 200]);
    }
  });
});

const anyCurrency = {
  currencyCode: 'USD',
  minAmount: 1,
  maxAmount: 5,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['INCOMING'],
};

function rejectionOf(rejected: () => unknown): ApiError {
  try {
    rejected();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const bodyRoute = (body: import('@sinclair/typebox').TSchema | undefined) =>
  route({
    method: 'POST' as const,
    path: '/things',
    operationId: 'test',
    tag: 'Test',
    summary: '',
    access: 'VIEW' as const,
    body,
    answers: {},
    errors: [],
    handle: async () => ({ status: 200 }),
  });

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

  it('is limited to 1 MiB when its length is not announced, too', async () => {
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

  it('with any member of the wrong type is 400, whatever rules are asked about the rest', {
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
        // Some limits are taken away by null.
        expect([path, member, nothing.status]).toEqual([path, member, expect.toBeOneOf([200, 400])]);
      }
    }
  });

  it('that is refused is no failure of ours, and logged as none', async () => {
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

  it('is refused with 400 where it is not JSON', async () => {
    const broken = ['{', '{"name":', "{'name':1}", 'name=x', '{} {}', '{"name":"\n"}', '\u0000', '[1,]'];
    for (const text of broken) {
      const { status, body } = await send(text);
      expect([text, status, body.code]).toEqual([text, 400, 'INVALID_INPUT']);
    }
    const notUtf8 = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect((await send(notUtf8)).body.message).toBe('The body is not valid JSON.');
  });

  it('is refused with 400 where it is required and empty, or not an object', async () => {
    const empty = await send('', JSON_TYPE);
    expect([empty.status, fieldsOf(empty)]).toEqual([400, ['body']]);
    const missing = await client.post('/tokens');
    expect([missing.status, fieldsOf(missing)]).toEqual([400, ['body']]);
    for (const text of ['null', '[]', '"text"', '5', 'true']) {
      const answer = await send(text);
      expect([text, answer.status, fieldsOf(answer)]).toEqual([text, 400, ['body']]);
    }
  });

  it('may be left out where it is optional, with or without a content type', async () => {
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

  it('with characters that cannot be stored is 400, never 500, and names them beside what else is wrong', async () => {
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

  it('is bounded in depth, in values, in items and in the length of names, known to the operation or not', async () => {
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

describe('a client that goes before its body is complete', () => {
  it('is no failure: no line above debug in the log, no 5xx in the metrics', async () => {
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
      // Seen by the server once another request is answered.
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

/** Every object inside of a body, items of lists included. */
const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Record<string, unknown>];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
};

describe('a name of a member that cannot be stored', () => {
  const policy = {
    spendingLimits: { currency: 'USD', perTransactionLimit: 5 },
    accountRestrictions: { accountRules: [{ accountId: newId('InternalAccount') }] },
  };

  it('is 400 for every operation, in every object of its body, never 500', { timeout: WALK_MS }, async () => {
    for (const route of app.app.routes.filter(({ body, form, access }) => body && !form && access !== 'OPERATOR')) {
      const { method, path, body: example, as, headers } = await exampleCall(route, client);
      const body = route.operationId === 'updateAgentPolicy' ? policy : (example ?? {});
      for (const place of objectsIn(body).keys()) {
        for (const [name, value] of [
          ['\0', 1],
          ['\0', '\0'],
          ['a\ud800', [{ '\0': '\0' }]],
        ] as const) {
          const copy = structuredClone(body);
          Object.assign(objectsIn(copy)[place] as object, { [name]: value });
          const raw = JSON.stringify(copy);
          const { status } = await as.request(method, path, { raw, headers });
          expect([route.operationId, raw, status]).toEqual([route.operationId, raw, 400]);
        }
      }
    }
  });
});

describe('every answer', () => {
  it('carries its own X-Request-Id and cannot be sniffed or cached', async () => {
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

  it('to HEAD is the answer to GET without its body', async () => {
    const get = await client.get('/config');
    const head = await client.request('HEAD', '/config');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await client.request('HEAD', '/nothing')).status).toBe(404);
  });

  it('to bytes that are not HTTP has the same shape, and ends the connection', async () => {
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

describe('a failure of ours', () => {
  it('tells nothing but its request id, and is logged with its cause', async () => {
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

  it('that does not finish its head or its body gets 408 in the same shape, and holds nobody up', async () => {
    const connections = await Promise.all(Array.from({ length: 6 }, () => RawConnection.open(impatient.url)));
    const [head, body, ...others] = connections as [RawConnection, RawConnection, ...RawConnection[]];
    head.send('GET / HTTP/1.1', 'Host: te');
    body.send(...started(500));
    for (const other of others) other.send(...started(500));
    expect((await impatient.client.get('/config')).status).toBe(200);
    for (const connection of connections) {
      const { status, body, headers } = await connection.answer(5_000);
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

  it('that says nothing at all is let go', async () => {
    const connection = await RawConnection.open(impatient.url);
    await connection.closed;
  });
});

describe('a server that is told to stop', () => {
  it('finishes what is running, refuses what is new, says so on /readyz, and then lets go of its connections', async () => {
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

  it('stops at once when nothing is running, however many idle connections there are', async () => {
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
  it('is told without credentials: alive, ready, and what is measured', async () => {
    expect(await (await fetch(`${app.url}/livez`)).json()).toEqual({ status: 'ok' });
    const ready = await (await fetch(`${app.url}/readyz`)).json();
    expect(ready).toEqual({ status: 'ready', database: true, draining: false });
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain(
      'causeway_http_request_duration_seconds_count{method="GET",route="/config",status="200"}',
    );
    expect(metrics).not.toContain(account);
  });

  it('tells how long requests took, in buckets that each hold all smaller ones', async () => {
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
