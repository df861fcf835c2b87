import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { DAY_MS } from '../src/foundation/kernel/clock.ts';
import { sweepChallenges } from '../src/parties/wallets/challenge-record.ts';
import { TestApp } from './support/app.ts';
import { countBlocked } from './support/blocked.ts';
import type { Answer, Client } from './support/client.ts';
import { HandClock } from './support/hand-clock.ts';
import { until } from './support/server-process.ts';
import {
  addPasskey,
  ClientKey,
  loginByCode,
  newWallet,
  oidcToken,
  retry,
  type Session,
  send,
  signedHeaders,
  signedTwice,
  type Wallet,
} from './support/wallets.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.start();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

interface Holder {
  wallet: Wallet;
  session: Session;
}

interface Ask {
  method: string;
  path: string;
  body?: unknown;
}

async function newHolder(): Promise<Holder> {
  const wallet = await newWallet(client);
  return { wallet, session: await loginByCode(wallet) };
}

const newIdentity = ({ wallet: { accountId } }: Holder): Ask => ({
  method: 'POST',
  path: '/auth/credentials',
  body: { type: 'OAUTH', accountId, oidcToken: oidcToken({ sub: randomUUID() }) },
});

const revocation = async ({ wallet, session }: Holder): Promise<Ask> => {
  const { id } = await addPasskey(wallet, session);
  return { method: 'DELETE', path: `/auth/credentials/${id}` };
};

const newExport = ({ wallet: { accountId } }: Holder): Ask => ({
  method: 'POST',
  path: `/internal-accounts/${accountId}/export`,
  body: { clientPublicKey: new ClientKey().uncompressed },
});

/** Every operation with an event at its end: its request, its status, and the type of its resource. */
const operations: Record<string, { ask: (of: Holder) => Ask | Promise<Ask>; status: number; resourceType: string }> = {
  'auth_credential.create': { ask: newIdentity, status: 201, resourceType: 'AUTH_METHOD' },
  'auth_credential.delete': { ask: revocation, status: 204, resourceType: 'AUTH_METHOD' },
  'session.revoke': {
    ask: async ({ wallet }) => ({ method: 'DELETE', path: `/auth/sessions/${(await loginByCode(wallet)).id}` }),
    status: 204,
    resourceType: 'SESSION',
  },
  'wallet.export': { ask: newExport, status: 200, resourceType: 'INTERNAL_ACCOUNT' },
};

/** A requested operation, with its signed retry. */
async function asked(makeAsk: (of: Holder) => Ask | Promise<Ask>, given?: Holder) {
  const holder = given ?? (await newHolder());
  const ask = await makeAsk(holder);
  const { status, body: challenge } = await send(client, ask);
  expect(status).toBe(202);
  const { key } = holder.session;
  return { holder, ask, requestId: challenge.requestId, retry: () => retry(client, ask, { challenge, key }) };
}

/** Makes the wallet respond with PROCESSING once to every operation. */
async function slowDown({ wallet, session }: Holder): Promise<void> {
  const body = { customerType: 'INDIVIDUAL', email: `holder.${randomUUID()}+slow@example.com` };
  const change = { method: 'PATCH', path: `/customers/${wallet.customerId}`, body };
  expect((await signedTwice(client, change, session.key)).status).toBe(200);
}

async function expectAtWork(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer;
  expect([status, body.status]).toEqual([200, 'PROCESSING']);
}

const operationOf = (requestId: string): string => requestId.replace('Request:', 'Operation:');

/** The events of the operation of this request, validated against the document. */
async function operationEvents(requestId: string): Promise<any[]> {
  const { body } = await client.get(`/webhooks/events?resourceId=${operationOf(requestId)}`);
  const events = await Promise.all(body.data.map(({ id }: { id: string }) => client.get(`/webhooks/events/${id}`)));
  return events.map(({ body: { payload } }) => {
    app.contract.checkEvent(payload);
    return payload;
  });
}

const expectNoEvents = async (requestId: string) => expect(await operationEvents(requestId)).toEqual([]);

interface Asked {
  requestId: string;
  ask: Ask;
}

/** Expects one event, with the resource and nothing beyond it. */
async function expectEvent(name: string, { requestId, ask }: Asked, { type, resourceId, ...outcome }: any) {
  const emitted = await operationEvents(requestId);
  expect(emitted.map((event) => [event.type, event.sequence])).toEqual([[type, 1]]);
  const [named] = /\w+:[0-9a-f-]{36}/.exec(ask.path) ?? [resourceId];
  expect(emitted[0].data).toEqual({
    operationId: operationOf(requestId),
    requestId,
    operationType: name,
    resourceType: operations[name]?.resourceType,
    resourceId: named,
    ...outcome,
  });
}

const expectCompleted = (name: string, operation: Asked, { body }: Answer) =>
  expectEvent(name, operation, { type: 'WALLET_OPERATION.COMPLETED', resourceId: body?.id, status: 'completed' });

/** A failed operation names the id of the credential that was not added. */
const expectFailed = (name: string, operation: Asked, code: string) =>
  expectEvent(name, operation, {
    type: 'WALLET_OPERATION.FAILED',
    resourceId: expect.stringMatching(/^AuthMethod:/),
    status: 'failed',
    error: { code },
  });

/** Advances the clock by the lifetime of a challenge. */
const letExpire = () => client.post('/sandbox/clock/advance', { seconds: 300 });

/** Makes the event of the completion fail, and with it the statement of the operation. */
async function whileBroken(work: () => Promise<void>): Promise<void> {
  const { db } = app.database;
  await db.write(sql`
    ALTER TABLE events ADD CONSTRAINT broken CHECK (type <> 'WALLET_OPERATION.COMPLETED') NOT VALID`);
  try {
    await work();
  } finally {
    await db.write(sql`ALTER TABLE events DROP CONSTRAINT broken`);
  }
}

describe.each(Object.entries(operations))('%s', (name, { ask, status }) => {
  it('emits one event when the signed retry has executed it, and none when that is repeated', async () => {
    const operation = await asked(ask);
    await expectNoEvents(operation.requestId);
    const done = await operation.retry();
    expect(done.status).toBe(status);
    expect((await operation.retry()).status).toBe(401);
    await expectCompleted(name, operation, done);
  });

  it('emits one event for concurrent retries', async () => {
    const operation = await asked(ask);
    const answers = await Promise.all(Array.from({ length: 8 }, operation.retry));
    const [done, ...others] = answers.toSorted((a, b) => a.status - b.status) as [Answer, ...Answer[]];
    expect([done.status, new Set(others.map((other) => other.status))]).toEqual([status, new Set([401])]);
    await expectCompleted(name, operation, done);
  });

  it('emits its event when it is completed, not while it is PROCESSING', async () => {
    const operation = await asked(ask);
    await slowDown(operation.holder);
    await expectAtWork(operation.retry());
    await expectNoEvents(operation.requestId);
    const done = await operation.retry();
    expect(done.status).toBe(status);
    await letExpire();
    await expectCompleted(name, operation, done);
  });

  it('that was PROCESSING and is not retried in time emits one failure event', async () => {
    const operation = await asked(ask);
    await slowDown(operation.holder);
    await expectAtWork(operation.retry());
    await letExpire();
    await expectFailed(name, operation, 'EXPIRED');
    const late = await operation.retry();
    expect([late.status, late.body.reason]).toEqual([401, 'The requestId has expired']);
    await letExpire();
    await expectFailed(name, operation, 'EXPIRED');
  });

  it('that failed with an internal error emits a failure event, and has changed nothing', async () => {
    const operation = await asked(ask);
    await whileBroken(async () => {
      for (const attempt of [operation.retry, operation.retry]) expect((await attempt()).status).toBe(500);
    });
    await expectNoEvents(operation.requestId);
    await letExpire();
    await expectFailed(name, operation, 'INTERNAL_ERROR');
    await asked(() => operation.ask, operation.holder);
  });

  it('that failed with an internal error and was retried emits only its completion', async () => {
    const operation = await asked(ask);
    await whileBroken(async () => expect((await operation.retry()).status).toBe(500));
    const done = await operation.retry();
    expect(done.status).toBe(status);
    await letExpire();
    await expectCompleted(name, operation, done);
  });
});

/** Operations that a concurrent request can precede, with the resulting error code. */
const overtaken: Record<string, string> = {
  'auth_credential.create': 'INVALID_INPUT',
  'auth_credential.delete': 'REFERENCE_NOT_FOUND',
  'session.revoke': 'REFERENCE_NOT_FOUND',
};

describe.each(Object.entries(overtaken))('%s that was rejected', (name, code) => {
  const { ask, status } = operations[name] as (typeof operations)[string];

  it('after PROCESSING emits a failure event with that reason, once it can no longer be retried', async () => {
    const operation = await asked(ask);
    const faster = await asked(() => operation.ask, operation.holder);
    await slowDown(operation.holder);
    await expectAtWork(operation.retry());
    await expectAtWork(faster.retry());
    expect((await faster.retry()).status).toBe(status);
    expect((await operation.retry()).body.code).toBe(code);
    await expectNoEvents(operation.requestId);
    await letExpire();
    await expectFailed(name, operation, code);
  });

  it('before it started emits no event', async () => {
    const operation = await asked(ask);
    const faster = await asked(() => operation.ask, operation.holder);
    expect((await faster.retry()).status).toBe(status);
    expect((await operation.retry()).body.code).toBe(code);
    await letExpire();
    await expectNoEvents(operation.requestId);
  });
});

/** Reverses the seed; a second call restores it. */
const reverseSeed = ({ wallet: { accountId } }: Holder) =>
  app.database.db.write(sql`
    UPDATE wallet_seeds SET mnemonic_sealed = reverse(mnemonic_sealed)
    WHERE platform_id = ${client.platformId} AND account_id = ${accountId}`);

it('an export whose seed cannot be opened emits a failure event, unless it can be opened before it expires', async () => {
  const [failing, mended] = [await asked(newExport), await asked(newExport)];
  for (const operation of [failing, mended]) {
    await reverseSeed(operation.holder);
    expect((await operation.retry()).status).toBe(500);
  }
  await reverseSeed(mended.holder);
  const done = await mended.retry();
  expect(done.status).toBe(200);
  await letExpire();
  await expectFailed('wallet.export', failing, 'INTERNAL_ERROR');
  await expectCompleted('wallet.export', mended, done);
});

it('an attempt that ends after its challenge has expired has no effect', async () => {
  const operation = await asked(revocation);
  await slowDown(operation.holder);
  await expectAtWork(operation.retry());
  const blocker = new pg.Client(app.database.connection);
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM wallet_credentials WHERE account_id = $1 FOR UPDATE', [
    operation.holder.wallet.accountId,
  ]);
  const late = operation.retry();
  await until(async () => (await countBlocked(blocker)) === 1, 'the attempt to wait');
  await letExpire();
  await blocker.query('COMMIT');
  const { status, body } = await late;
  expect([status, body.reason]).toEqual([401, 'The requestId has expired']);
  await expectFailed('auth_credential.delete', operation, 'EXPIRED');
  await asked(() => operation.ask, operation.holder);
});

it('an operation that has started emits a failure event also if housekeeping runs first', async () => {
  const wall = new HandClock();
  const operation = await asked(newIdentity);
  await slowDown(operation.holder);
  await expectAtWork(operation.retry());
  wall.move(DAY_MS);
  await sweepChallenges({ db: app.database.db, clock: wall });
  await letExpire();
  await expectFailed('auth_credential.create', operation, 'EXPIRED');
  await sweepChallenges({ db: app.database.db, clock: wall });
  expect((await operation.retry()).body.reason).toBe('The requestId is unknown');
});

it('a credential added under a key emits one event, however often the answer is replayed', async () => {
  const holder = await newHolder();
  const ask = newIdentity(holder);
  const key = { 'idempotency-key': randomUUID() };
  const { body: challenge } = await send(client, ask, key);
  const signature = holder.session.key.stamp(challenge.payloadToSign);
  const headers = { ...key, ...signedHeaders(challenge.requestId, signature) };
  const done = await send(client, ask, headers);
  const again = await send(client, ask, headers);
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([done.text, 'true']);
  await expectCompleted('auth_credential.create', { requestId: challenge.requestId, ask }, done);
});

it('unsigned operations, other operations and rejections emit no event', async () => {
  const platform = await app.newPlatform();
  const other = await newWallet(platform, { email: undefined });
  const added = await platform.post('/auth/credentials', { type: 'SMS_OTP', accountId: other.accountId });
  expect(added.status).toBe(201);
  const { id, key } = await loginByCode(other, added.body.id);
  const path = `/auth/sessions/${id}`;
  const refresh = { method: 'POST', path: `${path}/refresh`, body: { clientPublicKey: new ClientKey().compressed } };
  expect((await signedTwice(platform, refresh, key)).status).toBe(201);
  const hide = { method: 'PATCH', path: `/internal-accounts/${other.accountId}`, body: { privateEnabled: true } };
  expect((await signedTwice(platform, hide, key)).status).toBe(200);
  const revoke = { method: 'DELETE', path };
  const { body: challenge } = await send(platform, revoke);
  expect((await retry(platform, revoke, { challenge, key: new ClientKey() })).status).toBe(401);
  const { body } = await platform.get('/webhooks/events?limit=100');
  expect(body.data.filter(({ type }: { type: string }) => type.startsWith('WALLET_OPERATION'))).toEqual([]);
});
