import { type TSchema, Type } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldErrors } from '../src/engine/http/field-errors.ts';
import { route } from '../src/engine/http/route.ts';
import { validator } from '../src/engine/http/validation.ts';
import { ApiError } from '../src/foundation/kernel/errors.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { exampleCall, platformAccount, WALK_MS } from './support/examples.ts';
import { schemasIn } from './support/worst-bodies.ts';

let app: TestApp;
let client: Client;
let account: string;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  account = await platformAccount(client);
});
afterAll(() => app.stop());

const fieldsOf = (answer: Answer): string[] =>
  answer.body.details.errors.map((error: { field: string }) => error.field);

const fund = (amount: unknown) => client.post(`/sandbox/internal-accounts/${account}/fund`, { amount });

/** Ignores unknown members, as without `Prefer: handling=strict`. */
const judging = { unknown: { isStrict: false, warn: () => undefined } };

describe('the shape of a request', () => {
  it('is validated completely: one response lists every invalid field of path, query and body', () => {
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
      responses: {},
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

  it('explains a pattern in words, and returns the expression separately', async () => {
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

  it('returns errors of path and body together over HTTP', async () => {
    const answer = await client.post('/sandbox/internal-accounts/Token:x/fund', { amount: 'ten' });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['accountId', 'amount']);
    expect(answer.body.message).toContain('2 fields');
  });

  it('returns the constraint of each invalid field', async () => {
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

  it('lists a field once with all its errors, by the same path for its shape and for rules', async () => {
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
    expect(card.body.message).toBe(
      'maxSpendPerTransaction must be null or an integer in the smallest unit of the currency, like 2550 for 25.50 USD.',
    );
  });

  it('is not coerced: an amount is a JSON integer in the safe range', async () => {
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

  it('does not pass unknown JSON fields to handlers', async () => {
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

  it('keeps members that a free-form or combined schema allows', () => {
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

  it('rejects a value that matches more than one choice of an exclusive set', () => {
    const either = Type.Unsafe({ oneOf: [Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })] });
    const check = validator(bodyRoute(Type.Object({ either })));
    const rejection = rejectionOf(() => check({ params: {}, query: {}, body: { either: { a: 1, b: 1 } } }, judging));
    expect(rejection.details?.errors).toEqual([{ field: 'either', message: expect.any(String) }]);
  });

  it('accepts lists in a query repeated or joined by commas, and names invalid items', () => {
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

  it('has ids with a type: another type is malformed, an unknown id 404, percent-encoded or not', async () => {
    const { body: made } = await client.post('/tokens', { name: 'x', permissions: ['VIEW'] });
    const encoded = `/tokens/${encodeURIComponent(made.id)}`;
    expect(encoded).toContain('%3A');
    expect((await client.get(encoded)).body).toEqual((await client.get(`/tokens/${made.id}`)).body);
    expect((await client.get(`/tokens/${newId('Token')}`)).status).toBe(404);
    const wrong = [newId('Customer'), made.id.toUpperCase(), made.id.slice(6), `${made.id}0`, 'Token:', 'x', '%20'];
    for (const id of wrong) {
      const answer = await client.delete(`/tokens/${id}`);
      expect([id, answer.status]).toEqual([id, 400]);
      expect(fieldsOf(answer)).toEqual(['tokenId']);
      expect([id, (await client.get(`/tokens/${id}`)).status]).toEqual([id, 404]);
    }
  });

  it('rejects very long ids and invalid percent encoding with 400', async () => {
    for (const id of ['x'.repeat(300), 'x'.repeat(600), 'x'.repeat(8_000), '%zz', '%', 'Token:%ff']) {
      const { status, body } = await client.delete(`/tokens/${id}`);
      expect([id.slice(0, 20), status, body.code]).toEqual([id.slice(0, 20), 400, 'INVALID_INPUT']);
    }
  });

  it('rejects dates outside of the calendar or the range of the database with 400', async () => {
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
  throw new Error('it was not rejected');
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
    responses: {},
    errors: [],
    handle: async () => ({ status: 200 }),
  });

/** Every object inside of a body, items of lists included. */
const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Record<string, unknown>];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
};

describe('a member name that cannot be stored', () => {
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
