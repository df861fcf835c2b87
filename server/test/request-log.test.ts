import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redact } from '../src/http/redaction.ts';
import { listErrorGroups, listRequests, type RequestFilter } from '../src/http/request-history.ts';
import { AccountName, Personal, Secret, sensitivityOf } from '../src/http/sensitivity.ts';
import { uuidv7 } from '../src/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { documentForm } from './support/documents.ts';
import { platformAccount } from './support/examples.ts';
import { plansOf } from './support/plans.ts';

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
      [await client.get(`/tokens/x`), 400, 'INVALID_INPUT'],
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
    const { rows } = await app.database.db.pool.query(
      'SELECT id, resource_ids, field FROM request_log WHERE platform_id = $1',
      [client.platformId],
    );
    const of = (answer: Answer) => rows.find(({ id }) => id === idOf(answer));
    expect(of(customer).resource_ids).toContain(customer.body.id);
    expect(of(read).resource_ids).toContain(customer.body.id);
    expect(of(funded)).toMatchObject({ resource_ids: [account], field: 'amount' });
    expect(of(listed).resource_ids).toBeNull();
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
      await client.get('/tokens/x'),
      await client.get('/tokens'),
      await client.get('/tokens/y'),
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

  it('finds rare requests in its indexes, however long it is', async () => {
    const client = await app.newPlatform();
    await app.database.db.pool.query(
      `INSERT INTO request_log
        (platform_id, id, at, method, path, route, status, duration_ms, token_id, is_replay, response_body, resource_ids)
      SELECT $1, '01900000-0000-7000-8000-' || lpad(n::text, 12, '0'), '2026-01-01', 'GET', '/old', '/old', 200, 1, $2,
        false, to_jsonb(repeat('x', 1500)), ARRAY['Quote:' || n]
      FROM generate_series(1, 20000) n`,
      [client.platformId, client.tokenId],
    );
    // Rows count as visible to all once every older transaction has ended.
    await vi.waitFor(async () => {
      await app.database.db.pool.query('VACUUM ANALYZE request_log');
      const { rows } = await app.database.db.pool.query(
        `SELECT relallvisible >= relpages - 5 AS is_visible FROM pg_class WHERE oid = 'request_log'::regclass`,
      );
      expect(rows).toEqual([{ is_visible: true }]);
    }, 20_000);
    const planOf = async (filter: RequestFilter) => {
      const nodes = await plansOf(app.database.db, (db) => listRequests(db, client.platformId, filter));
      const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))];
      return { indexes, fetched: nodes.reduce((sum, node) => sum + (node['Heap Fetches'] ?? 0), 0) };
    };
    for (const rare of [{ method: 'PUT' }, { route: '/rare' }, { tokenId: 'Token:1' }, { status: 204 }] as const) {
      expect([rare, await planOf(rare)]).toEqual([rare, { indexes: ['request_log_pkey'], fetched: 0 }]);
    }
    for (const error of [{ code: 'CONFLICT' }, { field: 'amount' }, { statusClass: '5xx' }] as const) {
      expect([error, await planOf(error)]).toEqual([error, { indexes: ['request_log_errors'], fetched: 0 }]);
    }
    expect((await planOf({ resourceId: 'Quote:none' })).indexes).toEqual(['request_log_resources']);
    const nodes = await plansOf(app.database.db, (db) => listErrorGroups(db, client.platformId, new Date(0)));
    expect(nodes.map((node) => node['Index Name']).filter(Boolean)).toContain('request_log_errors');
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
    const { rows } = await app.database.db.pool.query(`SELECT 1 FROM request_log WHERE status = 401`);
    expect(rows).toEqual([]);
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
    await app.database.db.pool.query(
      `INSERT INTO request_log (platform_id, id, at, method, path, route, status, duration_ms, token_id, is_replay)
      SELECT $1, '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), now(), 'GET', '/old', '/old', 200, 1, $2, false
      FROM generate_series(1, 1200) n`,
      [client.platformId, client.tokenId],
    );
    const newest = await client.get('/config');
    await app.app.requestLog.flush();
    await app.app.housekeeping.run();
    const { body } = await client.get('/request-log?limit=100');
    expect(body.data).toHaveLength(50);
    expect(body.data[0].id).toBe(idOf(newest));
    expect(body.data.at(-1).id).toMatch(/001152$/);
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
    responseBody: undefined,
  });
  const linesOf = async (path: string) =>
    (await app.database.db.pool.query('SELECT 1 FROM request_log WHERE path = $1', [path])).rows;

  it('drops excess entries, and counts them, instead of slowing the service', async () => {
    const client = await app.newPlatform();
    await app.app.requestLog.flush();
    for (let i = 0; i < 1_000; i++) app.app.requestLog.add(() => line(client, '/flood'));
    await app.app.requestLog.flush();
    expect(await linesOf('/flood')).toHaveLength(100);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(/causeway_request_log_dropped_total 900/);
  });

  it('is bounded while the database stalls: one batch and a hundred waiting entries, the rest is dropped', async () => {
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
    await vi.waitFor(async () => expect(await linesOf('/stalled')).toHaveLength(120), 10_000);
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
      '/tokens',
      { name: 'x', permissions: ['VIEW'] },
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

/** Names of members that describe a person, an account or a secret; new ones of these kinds need a mark. */
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

/** Similar names that describe the platform, an institution or the service: by name, or by schema and name. */
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
    for (const { operationId, body, answers } of app.app.routes) {
      for (const schema of [body, ...Object.values(answers)]) {
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
