import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '../src/db/sql.ts';
import { DAY_MS } from '../src/kernel/clock.ts';
import { sweepChallenges } from '../src/wallets/challenge-record.ts';
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

/** Every operation whose end is told, ready to be asked, what it ends in, and what is told of it. */
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

/** An operation that was asked for, and how it is sent signed. */
async function asked(makeAsk: (of: Holder) => Ask | Promise<Ask>, given?: Holder) {
  const holder = given ?? (await newHolder());
  const ask = await makeAsk(holder);
  const { status, body: challenge } = await send(client, ask);
  expect(status).toBe(202);
  const { key } = holder.session;
  return { holder, ask, requestId: challenge.requestId, retry: () => retry(client, ask, { challenge, key }) };
}

/** From now on the wallet is at work once with every operation. */
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

/** What was told of the operation of this request, judged by the document. */
async function toldOf(requestId: string): Promise<any[]> {
  const { body } = await client.get(`/webhooks/events?resourceId=${operationOf(requestId)}`);
  const events = await Promise.all(body.data.map(({ id }: { id: string }) => client.get(`/webhooks/events/${id}`)));
  return events.map(({ body: { payload } }) => {
    app.contract.checkEvent(payload);
    return payload;
  });
}

const expectNothingTold = async (requestId: string) => expect(await toldOf(requestId)).toEqual([]);

interface Asked {
  requestId: string;
  ask: Ask;
}

/** One event, which names the resource and says nothing beyond it. */
async function expectTold(name: string, { requestId, ask }: Asked, { type, resourceId, ...outcome }: any) {
  const told = await toldOf(requestId);
  expect(told.map((event) => [event.type, event.sequence])).toEqual([[type, 1]]);
  const [named] = /\w+:[0-9a-f-]{36}/.exec(ask.path) ?? [resourceId];
  expect(told[0].data).toEqual({
    operationId: operationOf(requestId),
    requestId,
    operationType: name,
    resourceType: operations[name]?.resourceType,
    resourceId: named,
    ...outcome,
  });
}

const expectCompleted = (name: string, operation: Asked, { body }: Answer) =>
  expectTold(name, operation, { type: 'WALLET_OPERATION.COMPLETED', resourceId: body?.id, status: 'completed' });

/** A credential that was not added has an id all the same, which nobody knows. */
const expectFailed = (name: string, operation: Asked, code: string) =>
  expectTold(name, operation, {
    type: 'WALLET_OPERATION.FAILED',
    resourceId: expect.stringMatching(/^AuthMethod:/),
    status: 'failed',
    error: { code },
  });

/** As long as a challenge is good. */
const letExpire = () => client.post('/sandbox/clock/advance', { seconds: 300 });

/** While nothing can be told as done, nothing can be done: the statement that does it breaks. */
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
  it('is told once, when the signed retry has carried it out, and not by a repeat of that', async () => {
    const operation = await asked(ask);
    await expectNothingTold(operation.requestId);
    const done = await operation.retry();
    expect(done.status).toBe(status);
    expect((await operation.retry()).status).toBe(401);
    await expectCompleted(name, operation, done);
  });

  it('is told once when many carry it out at once', async () => {
    const operation = await asked(ask);
    const answers = await Promise.all(Array.from({ length: 8 }, operation.retry));
    const [done, ...others] = answers.toSorted((a, b) => a.status - b.status) as [Answer, ...Answer[]];
    expect([done.status, new Set(others.map((other) => other.status))]).toEqual([status, new Set([401])]);
    await expectCompleted(name, operation, done);
  });

  it('is told once it is done, not while it is at work', async () => {
    const operation = await asked(ask);
    await slowDown(operation.holder);
    await expectAtWork(operation.retry());
    await expectNothingTold(operation.requestId);
    const done = await operation.retry();
    expect(done.status).toBe(status);
    await letExpire();
    await expectCompleted(name, operation, done);
  });

  it('that was at work, and not asked for again in time, is told to have failed, once', async () => {
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

  it('that a fault of ours has kept from being done is told to have failed, and has changed nothing', async () => {
    const operation = await asked(ask);
    await whileBroken(async () => {
      for (const attempt of [operation.retry, operation.retry]) expect((await attempt()).status).toBe(500);
    });
    await expectNothingTold(operation.requestId);
    await letExpire();
    await expectFailed(name, operation, 'INTERNAL_ERROR');
    await asked(() => operation.ask, operation.holder);
  });

  it('that a fault of ours has kept up, and that was sent again, is told as done and nothing else', async () => {
    const operation = await asked(ask);
    await whileBroken(async () => expect((await operation.retry()).status).toBe(500));
    const done = await operation.retry();
    expect(done.status).toBe(status);
    await letExpire();
    await expectCompleted(name, operation, done);
  });
});

/** Those that can be overtaken: what they are refused for when another request has done the same before them. */
const overtaken: Record<string, string> = {
  'auth_credential.create': 'INVALID_INPUT',
  'auth_credential.delete': 'REFERENCE_NOT_FOUND',
  'session.revoke': 'REFERENCE_NOT_FOUND',
};

describe.each(Object.entries(overtaken))('%s that was refused', (name, code) => {
  const { ask, status } = operations[name] as (typeof operations)[string];

  it('after it was at work is told to have failed for that reason, once it cannot be sent again', async () => {
    const operation = await asked(ask);
    const faster = await asked(() => operation.ask, operation.holder);
    await slowDown(operation.holder);
    await expectAtWork(operation.retry());
    await expectAtWork(faster.retry());
    expect((await faster.retry()).status).toBe(status);
    expect((await operation.retry()).body.code).toBe(code);
    await expectNothingTold(operation.requestId);
    await letExpire();
    await expectFailed(name, operation, code);
  });

  it('before it was begun is none, and nothing is told of it', async () => {
    const operation = await asked(ask);
    const faster = await asked(() => operation.ask, operation.holder);
    expect((await faster.retry()).status).toBe(status);
    expect((await operation.retry()).body.code).toBe(code);
    await letExpire();
    await expectNothingTold(operation.requestId);
  });
});

/** Done twice, it is as it was. */
const reverseSeed = ({ wallet: { accountId } }: Holder) =>
  app.database.db.write(sql`
    UPDATE wallet_seeds SET mnemonic_sealed = reverse(mnemonic_sealed)
    WHERE platform_id = ${client.platformId} AND account_id = ${accountId}`);

it('an export whose words cannot be opened is told to have failed, unless they can be before it expires', async () => {
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

it('an attempt that is overtaken by the end of its challenge does nothing any more: what has failed is not done', async () => {
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

it('an operation that has begun is told to have failed also where housekeeping comes first', async () => {
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

it('a credential that is added under a key is told of once, however often the answer is asked for', async () => {
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

it('of what needed no signature, of other operations and of refusals nothing is told', async () => {
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
