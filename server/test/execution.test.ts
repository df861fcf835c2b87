import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  advance,
  eventsOf,
  executed,
  newExternalAccount,
  platformAccount,
  quoted,
  typesOf,
  useCurrencies,
} from './support/payment-world.ts';
import { accountIn, balanceOf, fund, newPayer, type Payer, quoteFor } from './support/payments.ts';
import { watchQueries } from './support/queries.ts';

let app: TestApp;
let client: Client;
let payer: Payer;
let payee: string;

// Without a worker nothing happens between two requests: jobs run only when the clock is advanced.
beforeAll(async () => {
  app = await TestApp.start();
  await app.app.worker.stop();
  client = app.client;
  await useCurrencies(client, ['USD', 'EUR', 'USDB']);
  payer = await newPayer(client);
  payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'USD_ACCOUNT' });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const execute = (quoteId: string, at = client, headers: Record<string, string> = {}) =>
  at.post(`/quotes/${quoteId}/execute`, undefined, { headers });

async function accountJson(id: string, at = client): Promise<unknown> {
  const { body } = await at.get('/customers/internal-accounts?limit=100');
  return body.data.find((account: { id: string }) => account.id === id);
}

/** Every row that could change when money moves. */
async function everything(): Promise<unknown> {
  const tables = ['accounts', 'ledger_entries', 'transactions', 'events', 'jobs', 'daily_volumes'] as const;
  const found = await Promise.all(
    tables.map((table) =>
      app.database.db.pool.query(`SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${table} t`),
    ),
  );
  return found.map(({ rows }) => rows[0]);
}

describe('executing a quote', () => {
  test('returns PROCESSING with the quote as GET returns it, and debits the source immediately', async () => {
    const before = await balanceOf(client, payer);
    const quote = await quoted(client, quoteFor(payer, payee));
    const { status, body } = await execute(quote.id);
    expect([status, body]).toEqual([200, { ...quote, status: 'PROCESSING' }]);
    expect((await client.get(`/quotes/${quote.id}`)).body).toEqual(body);
    expect(await balanceOf(client, payer)).toEqual({
      balance: before.balance - 10_000,
      totalBalance: before.totalBalance,
    });
    await advance(client, 1);
    expect((await client.get(`/quotes/${quote.id}`)).body).toEqual({ ...quote, status: 'COMPLETED' });
    expect((await balanceOf(client, payer)).totalBalance).toBe(before.totalBalance - 10_000);
  });

  test('takes one database round trip if this process created the quote, with or without a key', async () => {
    const quotes: string[] = [];
    for (let i = 0; i < 3; i++) quotes.push((await quoted(client, quoteFor(payer, payee))).id);
    const [first = '', second = '', third = ''] = quotes;
    await execute(first);
    await app.app.requestLog.flush();
    const seen = watchQueries(app.database.db);
    // Statements of background work: the request log, revoked tokens, the delivery worker and the job worker.
    const background = ['request_log', 'FROM revisions', 'FROM pending_deliveries', 'FROM webhook', 'jobs.attempts'];
    const statements = async (act: () => Promise<unknown>): Promise<string[]> => {
      seen.length = 0;
      await act();
      return seen.filter((text) => !background.some((part) => text.includes(part)));
    };
    const [only, ...others] = await statements(() => execute(second));
    expect(others).toEqual([]);
    expect(only).toContain('UPDATE transactions');
    expect(only).toContain('UPDATE accounts');
    const keyed = await statements(() => execute(third, client, { 'idempotency-key': randomUUID() }));
    expect(keyed).toHaveLength(1);
    // A quote that is not in memory, for example after a restart, is read first.
    const [looked] = await statements(() => execute(first).catch(() => {}));
    expect(looked).toContain('FROM transactions');
    await advance(client, 1);
  });

  test('replays the first answer under its key, also an error that would no longer occur', async () => {
    const poor = await newPayer(client, { balance: 0 });
    const quote = await quoted(client, quoteFor(poor, payee));
    const key = { 'idempotency-key': randomUUID() };
    const rejected = await execute(quote.id, client, key);
    expect(rejected).toMatchObject({ status: 400, body: { details: { reason: 'INSUFFICIENT_BALANCE' } } });
    await fund(client, poor.accountId, 1_000_000);
    const again = await execute(quote.id, client, key);
    expect([again.status, again.body]).toEqual([400, rejected.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const done = await execute(quote.id, client, { 'idempotency-key': randomUUID() });
    expect(done.status).toBe(200);
    const { body: other } = await execute((await quoted(client, quoteFor(poor, payee))).id, client, key);
    expect(other).toMatchObject({ details: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
    await advance(client, 1);
  });

  test('that another process has started is rejected by the process that created the quote, and moves no money twice', async () => {
    const sender = await newPayer(client);
    const quote = await quoted(client, quoteFor(sender, payee));
    const other = await TestApp.start({ beside: app });
    expect((await execute(quote.id, client.at(other.url))).status).toBe(200);
    await other.stop();
    expect(await execute(quote.id)).toMatchObject({ status: 409, body: { details: { reason: 'ALREADY_EXECUTED' } } });
    expect((await balanceOf(client, sender)).balance).toBe(1_000_000 - quote.totalSendingAmount);
    await advance(client, 1);
  });

  test('accepts a key again after its retention', async () => {
    const platform = await app.newPlatform();
    const sender = await newPayer(platform);
    const { accountId } = await newPayer(platform, { balance: 0 });
    const key = { 'idempotency-key': randomUUID() };
    expect((await execute((await quoted(platform, quoteFor(sender, accountId))).id, platform, key)).status).toBe(200);
    await advance(platform, 86_401);
    expect((await execute((await quoted(platform, quoteFor(sender, accountId))).id, platform, key)).status).toBe(200);
    await advance(platform, 1);
  });

  test('emits each step with the resource at that moment, and every balance', async () => {
    const sender = await newPayer(client);
    const request = quoteFor(sender, await accountIn(client, payer.customerId, 'EUR'));
    const states: unknown[] = [];
    const balances: unknown[] = [await accountJson(sender.accountId)];
    const quote = await quoted(client, request);
    const remember = async () => states.push((await client.get(`/transactions/${quote.transactionId}`)).body);
    await remember();
    await execute(quote.id);
    await remember();
    balances.push(await accountJson(sender.accountId));
    await advance(client, 1);
    await remember();
    balances.push(await accountJson(sender.accountId));
    const events = await eventsOf(app, client, quote.transactionId);
    expect(typesOf(events)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    expect(events.map(({ data }) => data)).toEqual(states);
    expect(events.map(({ timestamp }) => timestamp)).toEqual(states.map((state: any) => state.updatedAt));
    const [opened, ...changes] = await eventsOf(app, client, sender.accountId);
    expect(opened?.type).toBe('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED');
    expect(changes.map(({ data }) => data)).toEqual(balances);
    const arrived = (await eventsOf(app, client, request.destination.accountId)).at(-1);
    expect(arrived?.data).toEqual(await accountJson(request.destination.accountId));
    expect(arrived?.data.balance.amount).toBe(quote.totalReceivingAmount);
  });

  test('by immediatelyExecute emits the same steps', async () => {
    const quote = await quoted(client, quoteFor(payer, payee, { immediatelyExecute: true }));
    const { body } = await client.get(`/transactions/${quote.transactionId}`);
    const [pending, processing] = await eventsOf(app, client, quote.transactionId);
    expect(pending?.data).toEqual({ ...body, status: 'PENDING' });
    expect(processing?.data).toEqual(body);
    await advance(client, 1);
    expect(typesOf(await eventsOf(app, client, quote.transactionId)).at(-1)).toBe('COMPLETED');
  });

  test("counts the sent amount on the platform's day, whatever the outcome", async () => {
    const sender = await newPayer(client);
    const failing = await newExternalAccount(client, {
      customerId: sender.customerId,
      type: 'USD_ACCOUNT',
      suffix: '002',
    });
    await quoted(client, quoteFor(sender, failing, { immediatelyExecute: true }));
    await advance(client, 1);
    const [row] = await app.database.db.read<{ sent: string }>(
      sql`SELECT sent FROM daily_volumes WHERE owner_id = ${sender.customerId}`,
    );
    expect(Number(row?.sent)).toBe(10_000);
  });
});

test.each([
  ['111', ['COMPLETED'], 990_000],
  ['002', ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'], 1_000_000],
  ['005', ['COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'], 1_000_000],
  ['006', ['REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'], 1_000_000],
  ['007', ['FAILED', 'REFUND_PENDING', 'REFUND_FAILED'], 990_000],
])('a payment submitted to its rail three times after a crash (%s) is paid once', async (suffix, events, left) => {
  const sender = await newPayer(client);
  const to = await newExternalAccount(client, { customerId: sender.customerId, type: 'USD_ACCOUNT', suffix });
  const quote = await quoted(client, quoteFor(sender, to));
  await executed(client, quote.id);
  for (let i = 0; i < 2; i++) {
    await app.database.db.write(sql`
      INSERT INTO jobs (platform_id, id, kind, resource_id, payload, run_at, due_at, created_at)
      SELECT platform_id, ${newId('TimedJob')}, kind, resource_id, payload, run_at, due_at, created_at
      FROM jobs WHERE resource_id = ${quote.transactionId} LIMIT 1`);
  }
  // Two minutes cover the submission and a return that is due 60 seconds later.
  await advance(client, 120);
  expect(typesOf(await eventsOf(app, client, quote.transactionId)).slice(2)).toEqual(events);
  expect(await balanceOf(client, sender)).toEqual({ balance: left, totalBalance: left });
});

describe('a quote is not executed if it', () => {
  const conflict = (reason: string) => ({ status: 409, body: { code: 'CONFLICT', details: { reason } } });

  test('is unknown: 404, and 400 if the id is malformed', async () => {
    expect(await execute(`Quote:${randomUUID()}`)).toMatchObject({ status: 404, body: { code: 'QUOTE_NOT_FOUND' } });
    expect(await execute('Quote:1')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await execute(`Transaction:${randomUUID()}`)).toMatchObject({ status: 400 });
  });

  test('belongs to another platform: 404', async () => {
    const quote = await quoted(client, quoteFor(payer, payee));
    expect((await execute(quote.id, await app.newPlatform())).status).toBe(404);
  });

  test('is executed with a VIEW token: 403', async () => {
    const quote = await quoted(client, quoteFor(payer, payee));
    expect((await execute(quote.id, await app.clientWith(['VIEW']))).status).toBe(403);
  });

  test.each([
    ['111', ['PROCESSING', 'COMPLETED']],
    ['002', ['PROCESSING', 'FAILED']],
  ])('has been executed (%s): 409 in every later status, and nothing changes', async (suffix, statuses) => {
    const sender = await newPayer(client);
    const to = await newExternalAccount(client, { customerId: sender.customerId, type: 'USD_ACCOUNT', suffix });
    const quote = await quoted(client, quoteFor(sender, to));
    await executed(client, quote.id);
    for (const status of statuses) {
      expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe(status);
      const before = await everything();
      expect(await execute(quote.id)).toMatchObject(conflict('ALREADY_EXECUTED'));
      expect(await everything()).toEqual(before);
      await advance(client, 1);
    }
  });

  test('has expired: 409 from that moment on, also before its job has run', async () => {
    const platform = await app.newPlatform();
    const sender = await newPayer(platform);
    const { accountId } = await newPayer(platform, { balance: 0 });
    const quote = await quoted(platform, quoteFor(sender, accountId));
    await app.database.db.write(sql`UPDATE transactions SET expires_at = created_at WHERE id = ${quote.transactionId}`);
    // Executes in another process, because the process that created the quote knows its expiry from memory.
    const other = await TestApp.start({ beside: app });
    const answer = await execute(quote.id, platform.at(other.url));
    await other.stop();
    expect(answer).toMatchObject(conflict('QUOTE_EXPIRED'));
    expect(answer.body.message).toContain(quote.createdAt);
    expect((await platform.get(`/quotes/${quote.id}`)).body.status).toBe('EXPIRED');
    const { happened } = await advance(platform, 300);
    expect(happened).toContainEqual(expect.objectContaining({ kind: 'quote.expire', resourceId: quote.id }));
    expect(await execute(quote.id, platform)).toMatchObject(conflict('QUOTE_EXPIRED'));
    const expired = { ...quote, expiresAt: quote.createdAt, status: 'EXPIRED' };
    expect((await platform.get(`/quotes/${quote.id}`)).body).toEqual(expired);
    const { body: transaction } = await platform.get(`/transactions/${quote.transactionId}`);
    expect(transaction).toMatchObject({ status: 'EXPIRED', failureReason: 'QUOTE_EXPIRED' });
    const events = await eventsOf(app, platform, quote.transactionId);
    expect(typesOf(events)).toEqual(['PENDING', 'EXPIRED']);
    expect(events[1]?.data).toEqual(transaction);
    expect(await balanceOf(platform, sender)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
  });

  test('pays an external account deleted in the meantime: 409, and nothing changes', async () => {
    const wish = { customerId: payer.customerId, type: 'USD_ACCOUNT', suffix: '112' } as const;
    const gone = await newExternalAccount(client, wish);
    const quote = await quoted(client, quoteFor(payer, gone));
    expect((await client.delete(`/customers/external-accounts/${gone}`)).status).toBe(204);
    const before = await everything();
    for (let i = 0; i < 2; i++) expect(await execute(quote.id)).toMatchObject(conflict('ACCOUNT_NOT_ACTIVE'));
    expect(await everything()).toEqual(before);
    expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });

  test('checks for deleted external accounts by their index', async () => {
    const { db } = app.database;
    const wish = { customerId: payer.customerId, type: 'USD_ACCOUNT', suffix: '113' } as const;
    const external = await newExternalAccount(client, wish);
    const quote = await quoted(client, quoteFor(payer, external));
    const seen = watchQueries(db);
    await executed(client, quote.id);
    const [text] = seen.filter((one) => one.includes('FROM external_accounts e'));
    const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Only Scan using external_accounts_deleted on external_accounts/);
  });

  test('can be executed in its last second, and does not expire after that', async () => {
    const platform = await app.newPlatform();
    const sender = await newPayer(platform);
    const { accountId } = await newPayer(platform, { balance: 0 });
    const quote = await quoted(platform, quoteFor(sender, accountId));
    await advance(platform, 290);
    await executed(platform, quote.id);
    const { happened } = await advance(platform, 60);
    expect(happened.map(({ kind }: { kind: string }) => kind)).toEqual(['payment.submit']);
    expect((await platform.get(`/quotes/${quote.id}`)).body.status).toBe('COMPLETED');
  });

  test('awaits external funding: 400 with a hint', async () => {
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: payer.customerId };
    const quote = await quoted(client, quoteFor(payer, payee, { source }));
    const answer = await execute(quote.id);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(answer.body.details.hint).toContain('paymentInstructions');
  });

  test('draws on an embedded wallet: 202 with the payload to sign, and no money moves', async () => {
    const source = { sourceType: 'ACCOUNT', accountId: await accountIn(client, payer.customerId, 'USDB') };
    const quote = await quoted(client, quoteFor(payer, payee, { source, lockedCurrencyAmount: 5_000_000 }));
    const asked = await execute(quote.id);
    expect(asked).toMatchObject({ status: 202, body: { payloadToSign: quote.payloadToSign } });
    expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });
});

describe('an insufficient balance', () => {
  const short = { status: 400, body: { code: 'INVALID_AMOUNT', details: { reason: 'INSUFFICIENT_BALANCE' } } };

  test("returns 400 INVALID_AMOUNT with the customer's other balances, and changes nothing", async () => {
    const poor = await newPayer(client, { balance: 9_999 });
    const euros = await accountIn(client, poor.customerId, 'EUR');
    await fund(client, euros, 777);
    const quote = await quoted(client, quoteFor(poor, payee));
    const before = await everything();
    const answer = await execute(quote.id);
    expect(answer).toMatchObject(short);
    expect(answer.body.details.hint).toContain(`${poor.accountId} has 9999 USD`);
    expect(answer.body.details.hint).toContain(`${euros} has 777 EUR`);
    expect(await everything()).toEqual(before);
    await fund(client, poor.accountId, 1);
    await executed(client, quote.id);
    expect((await balanceOf(client, poor)).balance).toBe(0);
    await advance(client, 1);
  });

  test("returns the same for the platform, with the platform's accounts", async () => {
    const platform = await app.newPlatform();
    await useCurrencies(platform, ['USD', 'EUR']);
    const { accountId } = await newPayer(platform, { balance: 0 });
    const [dollars, euros] = [await platformAccount(platform, 'USD'), await platformAccount(platform, 'EUR')];
    await fund(platform, euros.id, 55);
    const own = { customerId: platform.platformId, accountId: dollars.id, currency: 'USD' };
    const quote = await quoted(platform, quoteFor(own, accountId));
    const answer = await execute(quote.id, platform);
    expect(answer).toMatchObject(short);
    expect(answer.body.details.hint).toBe(`Balances of this platform: ${euros.id} has 55 EUR.`);
  });

  test('with immediatelyExecute leaves no quote and no transaction', async () => {
    const poor = await newPayer(client, { balance: 9_999 });
    const before = await everything();
    const answer = await client.post('/quotes', quoteFor(poor, payee, { immediatelyExecute: true }));
    expect(answer).toMatchObject(short);
    expect(await everything()).toEqual(before);
  });
});

describe('the same Idempotency-Key', () => {
  test('executes once and returns the same answer, also after the payment has progressed', async () => {
    const quote = await quoted(client, quoteFor(payer, payee));
    const key = { 'idempotency-key': randomUUID() };
    const first = await execute(quote.id, client, key);
    await advance(client, 1);
    const second = await execute(quote.id, client, key);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  test('replays an error; another key executes again', async () => {
    const poor = await newPayer(client, { balance: 1 });
    const quote = await quoted(client, quoteFor(poor, payee));
    const key = { 'idempotency-key': randomUUID() };
    const first = await execute(quote.id, client, key);
    await fund(client, poor.accountId, 9_999);
    const second = await execute(quote.id, client, key);
    expect([second.status, second.text]).toEqual([400, first.text]);
    expect((await execute(quote.id, client, { 'idempotency-key': randomUUID() })).status).toBe(200);
    await advance(client, 1);
  });

  test('for another quote is a conflict', async () => {
    const [one, other] = [await quoted(client, quoteFor(payer, payee)), await quoted(client, quoteFor(payer, payee))];
    const key = { 'idempotency-key': randomUUID() };
    await execute(one.id, client, key);
    const answer = await execute(other.id, client, key);
    expect(answer).toMatchObject({ status: 409, body: { details: { reason: 'IDEMPOTENCY_KEY_REUSED' } } });
    expect((await client.get(`/quotes/${other.id}`)).body.status).toBe('PENDING');
    await advance(client, 1);
  });
});
