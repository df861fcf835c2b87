import { randomUUID } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdempotentRequest } from '../src/engine/http/idempotency.ts';
import type { Reply, Route } from '../src/engine/http/route.ts';
import { sensitivityOf } from '../src/engine/http/sensitivity.ts';
import { ApiError, errorStatus, InvalidFields } from '../src/foundation/kernel/errors.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { agentQuote, everyPermission, newAgent } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { type Call, exampleCall, platformAccount, WALK_MS } from './support/examples.ts';
import { exampleRequest } from './support/external-accounts.ts';
import { quoteFor } from './support/payments.ts';
import { storedLines } from './support/request-lines.ts';

let app: TestApp;
let client: Client;
let account: string;
beforeAll(async () => {
  app = await TestApp.start();
  client = app.client;
  account = await platformAccount(client);
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const fundPath = (id = account) => `/sandbox/internal-accounts/${id}/fund`;
const fund = (key: string, body: unknown = { amount: 100 }, asker = client) => asker.post(fundPath(), body, keyed(key));
const balance = async (): Promise<number> => {
  const { body } = await client.get('/platform/internal-accounts?currency=USD');
  return body.data[0].balance.amount;
};
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';
const count = async (statement: string): Promise<number> => (await app.database.db.pool.query(statement)).rowCount ?? 0;

describe('the same key and the same request', () => {
  it('have one effect and one answer, and the repeat is marked as a replay', async () => {
    const key = randomUUID();
    const before = await balance();
    const first = await fund(key);
    const repeats = [await fund(key), await fund(key)];
    expect([first.status, isReplay(first)]).toEqual([200, false]);
    for (const repeat of repeats) {
      expect(isReplay(repeat)).toBe(true);
      expect([repeat.status, repeat.text]).toEqual([first.status, first.text]);
      expect(repeat.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(repeat.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
    expect(await balance()).toBe(before + 100);
  });

  it('replay the original answer, whatever has changed since', async () => {
    const key = randomUUID();
    const first = await fund(key);
    await fund(randomUUID());
    expect((await fund(key)).body.balance).toEqual(first.body.balance);
  });

  it('fifty times at once on two processes have one effect and fifty equal answers', async () => {
    const other = await TestApp.start({ beside: app });
    const key = randomUUID();
    const before = await balance();
    const transactions = await count('SELECT 1 FROM transactions');
    const events = await count('SELECT 1 FROM events');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => fund(key, { amount: 7 }, i % 2 ? client : other.client)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await balance()).toBe(before + 7);
    expect(await count('SELECT 1 FROM transactions')).toBe(transactions + 1);
    expect(await count('SELECT 1 FROM events')).toBe(events + 2);
    await other.stop();
    await app.audit();
  });

  it('fifty times at once create one token, and all fifty answers contain its secret', async () => {
    const body = { name: `once ${randomUUID()}`, permissions: ['VIEW'] };
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.post('/tokens', body, keyed(key))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { body: listed } = await client.get(`/tokens?name=${encodeURIComponent(body.name)}`);
    expect(listed.totalCount).toBe(1);
    const { clientId, clientSecret } = answers[0]?.body ?? {};
    expect((await client.with({ clientId, clientSecret }).get('/config')).status).toBe(200);
  });

  it('are recognised with a percent-encoded path and with another token of the platform', async () => {
    const key = randomUUID();
    const first = await fund(key);
    const encoded = await client.post(fundPath(encodeURIComponent(account)), { amount: 100 }, keyed(key));
    expect([encoded.text, isReplay(encoded)]).toEqual([first.text, true]);
    const colleague = await fund(key, { amount: 100 }, await app.clientWith(['TRANSACT']));
    expect([colleague.text, isReplay(colleague)]).toEqual([first.text, true]);
  });

  it('still require the permission', async () => {
    const key = randomUUID();
    await fund(key);
    expect((await fund(key, { amount: 100 }, await app.clientWith(['VIEW']))).status).toBe(403);
  });
});

describe('the same key for a different request', () => {
  it('returns 409 CONFLICT: another body, another path, another operation', async () => {
    const key = randomUUID();
    const before = await balance();
    await fund(key);
    const other = await platformAccount(client, 'USDC');
    const rejected = [
      await fund(key, { amount: 101 }),
      await fund(key, { amount: 100, extra: true }),
      await client.post(fundPath(), undefined, { raw: '{ "amount": 100 }', ...keyed(key) }),
      await client.post(fundPath(other), { amount: 100 }, keyed(key)),
      await client.post('/tokens', { name: 'x', permissions: ['VIEW'] }, keyed(key)),
    ];
    for (const { status, body } of rejected) {
      expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED']);
      expect(body.details.idempotencyKey).toBe(key);
    }
    expect(await balance()).toBe(before + 100);
    expect(isReplay(await fund(key))).toBe(true);
  });

  it('returns 409 also if the first request failed', async () => {
    const key = randomUUID();
    await client.post(fundPath(newId('InternalAccount')), { amount: 1 }, keyed(key));
    expect((await fund(key)).status).toBe(409);
  });

  it('under concurrency lets one request succeed and rejects the other', async () => {
    const key = randomUUID();
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => fund(key, { amount: (i % 2) + 1 })));
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 409).length + won.length).toBe(10);
    expect(won).toHaveLength(5);
    const { amount } = won[0]?.body.balance ?? {};
    expect([before + 1, before + 2]).toContain(amount);
    expect(await balance()).toBe(amount);
  });
});

describe('an error', () => {
  it('of the domain is stored: the repeat gets it even after the cause is gone', async () => {
    const key = randomUUID();
    const { db } = app.database;
    const frozen = await platformAccount(client, 'USDB');
    const ask = () => client.post(fundPath(frozen), { amount: 5 }, keyed(key));
    await db.pool.query(`UPDATE accounts SET status = 'FROZEN' WHERE id = $1`, [frozen]);
    const first = await ask();
    expect([first.status, first.body.code]).toEqual([409, 'CONFLICT']);
    await db.pool.query(`UPDATE accounts SET status = 'ACTIVE' WHERE id = $1`, [frozen]);
    const repeat = await ask();
    expect([repeat.status, repeat.text, isReplay(repeat)]).toEqual([409, first.text, true]);
    expect((await client.post(fundPath(frozen), { amount: 5 }, keyed(randomUUID()))).status).toBe(200);
  });

  it('for an unknown resource is stored, and fifty concurrent requests get the same one', async () => {
    const key = randomUUID();
    const path = fundPath(newId('InternalAccount'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.post(path, { amount: 1 }, keyed(key))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    const repeat = await client.post(path, { amount: 1 }, keyed(key));
    expect([repeat.status, isReplay(repeat)]).toEqual([404, true]);
  });

  it('of validation is not stored: the key can be used for the corrected request', async () => {
    const key = randomUUID();
    expect((await fund(key, { amount: 'ten' })).status).toBe(400);
    expect((await client.post(fundPath(), undefined, { raw: '{', ...keyed(key) })).status).toBe(400);
    const corrected = await fund(key, { amount: 10 });
    expect([corrected.status, isReplay(corrected)]).toEqual([200, false]);
  });

  it('of authentication or permission is not stored', async () => {
    const key = randomUUID();
    expect((await fund(key, { amount: 1 }, client.with({ clientId: 'x', clientSecret: 'x' }))).status).toBe(401);
    expect((await fund(key, { amount: 1 }, await app.clientWith(['MANAGE']))).status).toBe(403);
    const allowed = await fund(key, { amount: 1 });
    expect([allowed.status, isReplay(allowed)]).toEqual([200, false]);
  });

  it('of the rate limit is not stored', async () => {
    const slow = await TestApp.start({ beside: app, config: { rateLimit: { perSecond: 0.01, burst: 1 } } });
    const key = randomUUID();
    await slow.client.get('/sandbox/magic-values');
    expect((await fund(key, { amount: 1 }, slow.client)).status).toBe(429);
    const allowed = await fund(key, { amount: 1 });
    expect([allowed.status, isReplay(allowed)]).toEqual([200, false]);
    await slow.stop();
  });

  it('500 is not stored, and the failure leaves no changes', async () => {
    const { db } = app.database;
    const key = randomUUID();
    const before = await balance();
    await db.pool.query('ALTER TABLE events RENAME TO events_gone');
    const failed = await fund(key);
    await db.pool.query('ALTER TABLE events_gone RENAME TO events');
    expect(failed.status).toBe(500);
    expect(await balance()).toBe(before);
    const again = await fund(key);
    expect([again.status, isReplay(again)]).toEqual([200, false]);
  });
});

describe('an error thrown by an operation', () => {
  const attempt = (key: string, handle: () => Promise<Reply>) =>
    new IdempotentRequest(
      { db: app.database.db, vault: app.app.vault, rebuildResponse: async () => '' },
      {
        platformId: client.platformId,
        tokenId: client.tokenId,
        key,
        method: 'POST',
        path: '/quotes',
        content: Buffer.from('{}'),
        now: new Date(),
        isSecret: false,
        rejectionText: ({ code }) => JSON.stringify({ code }),
      },
    ).run(handle);
  const rejecting = (error: ApiError) => async (): Promise<Reply> => {
    throw error;
  };

  it('is stored if it is a final decision on the request', async () => {
    for (const code of [
      'INVALID_AMOUNT',
      'QUOTE_NOT_FOUND',
      'CONFLICT',
      'CUSTOMER_DELETED',
      'ACCOUNT_LOCKED',
    ] as const) {
      const key = randomUUID();
      const first = await attempt(key, rejecting(new ApiError(code, 'no', {}, { headers: { 'retry-after': '5' } })));
      expect(first).toEqual({ status: errorStatus[code], text: `{"code":"${code}"}`, headers: { 'retry-after': '5' } });
      const repeat = await attempt(key, rejecting(new ApiError('INTERNAL_ERROR', 'must not run again')));
      expect(repeat).toMatchObject({ status: first.status, text: first.text });
    }
  });

  it('is not stored if a repeat can succeed', async () => {
    const passing = [
      new InvalidFields([{ field: 'amount', message: 'no' }]),
      ...(
        [
          'WALLET_SIGNATURE_INVALID',
          'END_USER_TERMS_NOT_ACCEPTED',
          'RATE_LIMITED',
          'DAILY_VOLUME_LIMIT_EXCEEDED',
        ] as const
      ).map((code) => new ApiError(code, 'no')),
      ...(['INTERNAL_ERROR', 'NOT_IMPLEMENTED', 'SERVICE_UNAVAILABLE'] as const).map(
        (code) => new ApiError(code, 'no'),
      ),
    ];
    for (const error of passing) {
      const key = randomUUID();
      await expect(attempt(key, rejecting(error))).rejects.toBe(error);
      const later = new ApiError('CONFLICT', 'ran again', { reason: 'CHANGED_MEANWHILE' });
      expect((await attempt(key, rejecting(later))).status).toBe(409);
    }
  });

  it('must have been stored by the operation; otherwise the request fails with an internal error', async () => {
    await expect(attempt(randomUUID(), async () => ({ status: 201, text: '{}' }))).rejects.toThrow('did not store');
  });
});

describe('a key', () => {
  it('has 1 to 255 characters', async () => {
    for (const key of ['', '   ', 'x'.repeat(256), 'x'.repeat(5_000)]) {
      const { status, body } = await fund(key);
      expect([key.length, status]).toEqual([key.length, 400]);
      expect(body.details.errors).toEqual([
        { field: 'Idempotency-Key', message: expect.any(String), constraint: { minLength: 1, maxLength: 255 } },
      ]);
    }
    for (const key of ['x', 'y'.repeat(255), "odd ' key; -- $1 \\ %00"]) {
      expect([key, (await fund(key)).status]).toEqual([key, 200]);
      expect(isReplay(await fund(key))).toBe(true);
    }
  });

  it('belongs to its platform: another platform can use the same key', async () => {
    const key = randomUUID();
    const stranger = await app.newPlatform();
    const body = { name: 'same key', permissions: ['VIEW'] };
    const ours = await client.post('/tokens', body, keyed(key));
    const theirs = await stranger.post('/tokens', body, keyed(key));
    expect([theirs.status, isReplay(theirs)]).toEqual([201, false]);
    expect(theirs.body.id).not.toBe(ours.body.id);
  });

  it('expires after 24 hours on the clock of its platform, and is then removed', async () => {
    const patient = await app.newPlatform();
    const key = randomUUID();
    const body = { name: 'kept for a day', permissions: ['VIEW'] };
    const ask = () => patient.post('/tokens', body, keyed(key));
    const advance = (seconds: number) => patient.post('/sandbox/clock/advance', { seconds });
    const kept = `SELECT 1 FROM idempotency_records WHERE key = '${key}'`;
    const first = await ask();
    await advance(24 * 3_600 - 60);
    await app.app.housekeeping.run();
    expect((await ask()).text).toBe(first.text);
    await advance(61);
    const fresh = await ask();
    expect([fresh.status, isReplay(fresh)]).toEqual([201, false]);
    expect(fresh.body.id).not.toBe(first.body.id);
    expect((await ask()).text).toBe(fresh.text);
    await advance(24 * 3_600 + 1);
    expect(await count(kept)).toBe(1);
    await app.app.housekeeping.run();
    expect(await count(kept)).toBe(0);
  });

  it('is removed with all expired keys, however many there are', async () => {
    const [busy, calm] = [await app.newPlatform(), await app.newPlatform()];
    const { pool } = app.database.db;
    const keep = (platformId: string, age: string) =>
      pool.query(
        `INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at)
        SELECT $1, 'many-' || $2 || n, 'x', 200, '{}', false, now() - $2::interval FROM generate_series(1, 1200) n`,
        [platformId, age],
      );
    await Promise.all([keep(busy.platformId, '1 minute'), keep(calm.platformId, '-1 minute')]);
    await app.app.housekeeping.run();
    expect(await count(`SELECT 1 FROM idempotency_records WHERE platform_id = '${busy.platformId}'`)).toBe(0);
    expect(await count(`SELECT 1 FROM idempotency_records WHERE platform_id = '${calm.platformId}'`)).toBe(1_200);
  });

  it('does not affect the keys of other platforms', async () => {
    const hasty = await app.newPlatform();
    const key = randomUUID();
    await fund(key);
    await hasty.post('/sandbox/clock/advance', { seconds: 100 * 24 * 3_600 });
    await app.app.housekeeping.run();
    expect(isReplay(await fund(key))).toBe(true);
  });

  it('is ignored by operations without idempotency', async () => {
    const key = randomUUID();
    const once = await client.request('PATCH', '/config', { body: { umaDomain: 'a.example' }, ...keyed(key) });
    const twice = await client.request('PATCH', '/config', { body: { umaDomain: 'b.example' }, ...keyed(key) });
    expect([once.body.umaDomain, twice.body.umaDomain]).toEqual(['a.example', 'b.example']);
  });
});

describe('an answer that contains a secret', () => {
  it('is stored sealed, and is opened only for a replay', async () => {
    const key = randomUUID();
    const made = await client.post('/tokens', { name: 'sealed', permissions: ['VIEW'] }, keyed(key));
    const platform = await client.post('/sandbox/platforms', {}, keyed(`${key}-platform`));
    const { rows } = await app.database.db.pool.query('SELECT * FROM idempotency_records WHERE key LIKE $1', [
      `${key}%`,
    ]);
    expect(rows.map((row) => row.is_sealed)).toEqual([true, true]);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(made.body.clientSecret);
    expect(stored).not.toContain(made.body.clientId);
    expect(stored).not.toContain(platform.body.token.clientSecret);
    const repeat = await client.post('/tokens', { name: 'sealed', permissions: ['VIEW'] }, keyed(key));
    expect(repeat.body.clientSecret).toBe(made.body.clientSecret);
  });
});

const taking = (): Route[] => app.app.routes.filter((route) => (route.idempotency ?? 'NONE') !== 'NONE');

describe('a repeat by another token', () => {
  it('that may not grant the permissions of the new token gets 403 and no replay', async () => {
    const body = { name: 'all permissions', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] };
    const key = randomUUID();
    const made = await client.post('/tokens', body, keyed(key));
    const weaker = await client.post('/tokens', { name: 'more', permissions: ['TRANSACT'] }, keyed(`${key}-2`));
    const manager = await app.clientWith(['MANAGE']);
    const repeats = [
      await manager.post('/tokens', body, keyed(key)),
      await manager.post('/tokens', { name: 'more', permissions: ['TRANSACT'] }, keyed(`${key}-2`)),
    ];
    for (const repeat of repeats) {
      expect([repeat.status, isReplay(repeat)]).toEqual([403, false]);
      expect(repeat.body.details.missingPermissions).toEqual(['TRANSACT']);
      for (const { clientId, clientSecret } of [made.body, weaker.body]) {
        expect(repeat.text).not.toContain(clientSecret);
        expect(repeat.text).not.toContain(clientId);
      }
    }
    expect((await client.post('/tokens', body, keyed(key))).text).toBe(made.text);
  });

  it('gets 403 from every operation that returns a secret, and the first token its response', {
    timeout: WALK_MS,
  }, async () => {
    const colleague = await app.clientWith(['VIEW', 'TRANSACT', 'MANAGE']);
    const secretive = taking().filter(({ secretResponse, access }) => secretResponse && access !== 'AGENT');
    expect(secretive.length).toBeGreaterThan(8);
    for (const route of secretive) {
      const { method, path, body } = await exampleCall(route, client);
      const key = randomUUID();
      const first = await client.request(method, path, { body, ...keyed(key) });
      const other = await colleague.request(method, path, { body, ...keyed(key) });
      expect([route.operationId, other.status, isReplay(other)]).toEqual([route.operationId, 403, false]);
      expect(other.body.details.reason).toBe('IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN');
      const again = await client.request(method, path, { body, ...keyed(key) });
      expect([route.operationId, again.text, isReplay(again)]).toEqual([route.operationId, first.text, true]);
    }
  });

  it('at the same time gets 403, whichever of them created the token', async () => {
    const colleague = await app.clientWith(['VIEW', 'TRANSACT', 'MANAGE']);
    const body = { name: `raced ${randomUUID()}`, permissions: ['VIEW'] };
    const key = randomUUID();
    const ask = (asker: Client) => asker.post('/tokens', body, keyed(key));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i % 2 ? client : colleague)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(10).fill(403)]);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
  });

  it('gets 403 for a secret that was stored without its token', async () => {
    const key = randomUUID();
    const body = { name: 'of an earlier release', permissions: ['VIEW'] };
    await client.post('/tokens', body, keyed(key));
    await app.database.db.pool.query('UPDATE idempotency_records SET token_id = NULL WHERE key = $1', [key]);
    expect((await client.post('/tokens', body, keyed(key))).status).toBe(403);
  });
});

describe('a repeat by an agent', () => {
  it('gets 403 and no replay while its policy does not allow the request', async () => {
    const platform = await app.newPlatform();
    const agent = await newAgent(platform);
    const { source, ...request } = quoteFor(agent.payer, agent.payee);
    const calls: [string, object | undefined][] = [
      ['/agents/me/quotes', { source, ...request }],
      ['/agents/me/external-accounts', { ...exampleRequest('USD_ACCOUNT') }],
      ['/agents/me/transfer-out', { source, destination: { accountId: agent.payee }, amount: 100 }],
    ];
    const { id: quoteId } = await agentQuote(agent, 100);
    calls.push([`/agents/me/quotes/${quoteId}/execute`, undefined]);
    const key = randomUUID();
    const send = async () => {
      const answers: Answer[] = [];
      for (const [i, [path, body]] of calls.entries())
        answers.push(await agent.client.post(path, body, keyed(`${key} ${i}`)));
      return answers;
    };
    const allow = (permissions: string[]) =>
      platform.request('PATCH', `/agents/${agent.id}/policy`, { body: { permissions } });
    const first = await send();
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201, 200]);
    await allow(['VIEW_TRANSACTIONS']);
    for (const { status, body, headers } of await send()) {
      expect([status, body.details?.reason, headers.get('idempotent-replayed')]).toEqual([
        403,
        'PERMISSION_MISSING',
        null,
      ]);
    }
    await allow(everyPermission);
    const again = await send();
    expect(again.map(isReplay)).toEqual([true, true, true, true]);
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  });
});

describe('the key of an operation that returns a secret', () => {
  it('belongs to an operation whose response has a secret; others have only members that a GET returns again', () => {
    const open = taking().filter(({ secretResponse }) => !secretResponse);
    const members = open.flatMap(({ responses }) => [...secretMembers(Object.values(responses))]);
    expect([...new Set(members)].toSorted()).toEqual([
      // Code and link of an invitation.
      'code',
      'documentNumber',
      'otpEncryptionTargetBundle',
      'payloadToSign',
      'paymentUrl',
      'taxId',
      'url',
    ]);
  });
});

/** Names of the members of level SECRET in a schema or a list of schemas. */
function* secretMembers(schema: unknown, name = '', seen = new Set<unknown>()): Generator<string> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  if (sensitivityOf(schema as TSchema) === 'SECRET') yield name;
  for (const [member, part] of Object.entries(schema)) yield* secretMembers(part, part?.type ? member : name, seen);
}

describe('every operation that accepts a key', () => {
  interface Sent {
    route: Route;
    call: Call;
    key: string;
    first: Answer;
    repeat: Answer;
  }

  let platform: Client;
  const sent: Sent[] = [];
  beforeAll(async () => {
    platform = await app.newPlatform();
    for (const route of taking()) {
      const call = await exampleCall(route, platform);
      const key = `key of ${route.operationId} ${randomUUID()}`;
      const send = () => call.as.request(call.method, call.path, { body: call.body, ...keyed(key) });
      sent.push({ route, call, key, first: await send(), repeat: await send() });
    }
  }, WALK_MS);

  it('honours it', () => {
    expect(sent.length).toBeGreaterThan(2);
    for (const { route, first, repeat } of sent) {
      expect([route.operationId, first.status < 300, isReplay(first)]).toEqual([route.operationId, true, false]);
      expect([route.operationId, repeat.status, repeat.text, isReplay(repeat)]).toEqual([
        route.operationId,
        first.status,
        first.text,
        true,
      ]);
    }
  });

  it('has it masked in the list and the details of the request log if its response has a secret', async () => {
    const viewer = await app.clientWith(['VIEW'], platform);
    await app.app.requestLog.flush();
    for (const { route, key, first } of sent.filter(({ route }) => route.access !== 'AGENT')) {
      const { body } = await viewer.get(`/request-log/${first.headers.get('x-request-id')}`);
      const shown = route.secretResponse ? '[redacted]' : key;
      expect([route.operationId, body.idempotencyKey]).toEqual([route.operationId, shown]);
    }
    const { body: list } = await viewer.get(`/request-log?limit=100&path=${platform.basePath}/tokens`);
    expect(list.data.map(({ idempotencyKey }: { idempotencyKey?: string }) => idempotencyKey)).toContain('[redacted]');
    const stored = (await storedLines(app.database.db)).map(({ text }) => text).join('\n');
    expect(stored).toContain('key of createQuote');
    expect(stored).not.toContain('key of createToken');
  });

  it('returns 400 without a key if it requires one', async () => {
    for (const { route, call } of sent.filter(({ route }) => route.idempotency === 'REQUIRED')) {
      const { status, body: rejection } = await call.as.request(call.method, call.path, { body: call.body });
      expect([route.operationId, status]).toEqual([route.operationId, 400]);
      expect(rejection.details.errors[0].field).toBe('Idempotency-Key');
    }
  });

  it('is every POST that creates a resource or moves money', () => {
    // Operations without a key: a repetition returns the same response, or has no second effect.
    const without = new Set([
      'advanceSandboxClock',
      'runNextSandboxEvent',
      'createSandboxListener',
      'renewSandboxListener',
      'sendTestWebhook',
      'testWebhookEndpoint',
      'sendCustomerEmailVerification',
      'sendCustomerPhoneVerification',
      'confirmCustomerEmailVerification',
      'confirmCustomerPhoneVerification',
      'startScaLogin',
      'resendQuoteScaCode',
      'estimateCryptoWithdrawalFee',
      // A decided payment rejects a second outcome.
      'sandboxResolveTransaction',
      'runLedgerChecks',
      // The requestId of a wallet's challenge is valid once, whatever the key; an export is not stored.
      'challengeAuthCredential',
      'verifyAuthCredential',
      'refreshAuthSession',
      'exportInternalAccount',
      'createDelegatedKey',
      // A device code is valid once, and its caller has no identity that could own a key.
      'redeemAgentDeviceCode',
    ]);
    const posts = app.app.routes.filter((route) => route.method === 'POST' && route.access !== 'OPERATOR');
    const unkeyed = posts.filter((route) => (route.idempotency ?? 'NONE') === 'NONE');
    expect(unkeyed.map(({ operationId }) => operationId).filter((name) => !without.has(name))).toEqual([]);
  });
});
