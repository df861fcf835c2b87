import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  eventsOf,
  newExternalAccount,
  quoted,
  systemBalances,
  typesOf,
  useCurrencies,
} from './support/payment-world.ts';
import { balanceOf, newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';
import { watchQueries } from './support/queries.ts';

let app: TestApp;
let operator: Client;

beforeAll(async () => {
  app = await TestApp.start();
  operator = await app.newOperator();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const reason = { reason: 'the bank has confirmed that it kept nothing' };
const refundPath = (transactionId: string, { platformId }: Client): string =>
  `/operator/platforms/${platformId}/transactions/${transactionId}/refund`;
const refund = (transactionId: string, client: Client) => operator.post(refundPath(transactionId, client), reason);

interface Lost {
  client: Client;
  payer: Payer;
  payee: string;
  transactionId: string;
}

/** A platform with a payment that was neither paid out nor refunded. */
async function lost(): Promise<Lost> {
  const client = await app.newPlatform();
  await useCurrencies(client, ['USD', 'EUR', 'USDC']);
  const payer = await newPayer(client);
  const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'EUR_ACCOUNT', suffix: '007' });
  const override = { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 0 };
  const wish = { immediatelyExecute: true, platformFeeOverride: override };
  const { transactionId } = await quoted(client, quoteFor(payer, payee, wish));
  await transactionIn(client, transactionId, 'FAILED');
  return { client, payer, payee, transactionId };
}

test('payments with a failed refund are listed for operators across platforms, newest first, page by page', async () => {
  const [first, second] = [await lost(), await lost()];
  const newest = await operator.get('/operator/transactions/suspended?limit=1');
  expect(newest).toMatchObject({ status: 200, body: { hasMore: true } });
  const { body: older } = await operator.get(
    `/operator/transactions/suspended?limit=1&cursor=${newest.body.nextCursor}`,
  );
  for (const [page, { client, transactionId }] of [
    [newest.body, second],
    [older, first],
  ] as const) {
    const { body: transaction } = await client.get(`/transactions/${transactionId}`);
    expect(page.data).toEqual([{ platformId: client.platformId, transaction }]);
    expect(transaction.refund.status).toBe('FAILED');
  }
});

test('the list uses its index, however many payments have failed and were refunded', async () => {
  const [{ transactionId }] = [await lost(), await lost()];
  const { db } = app.database;
  const seen = watchQueries(db);
  const { body } = await operator.get('/operator/transactions/suspended?limit=1');
  await operator.get(`/operator/transactions/suspended?limit=1&cursor=${body.nextCursor}`);
  const statements = new Set(seen.filter((text) => text.includes('is_suspended')));
  expect(statements.size).toBe(3);
  const connection = await db.pool.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(
      `INSERT INTO listed_statuses
       SELECT platform_id, type, status, 'Transaction:' || gen_random_uuid(), false
       FROM listed_statuses, generate_series(1, 5000) WHERE id = $1`,
      [transactionId],
    );
    await connection.query('ANALYZE listed_statuses');
    for (const text of statements) {
      const { rows } = await connection.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan Backward using listed_statuses_suspended on listed_statuses/);
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    }
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
});

test("an operator's refund returns the full amount with fees, and clears the suspense accounts", async () => {
  const { client, payer, transactionId } = await lost();
  expect(await balanceOf(client, payer)).toEqual({ balance: 990_000, totalBalance: 990_000 });
  expect(Object.keys(await systemBalances(app, client))).toEqual(
    expect.arrayContaining(['suspense:EUR', 'suspense:USD']),
  );
  const { body: failed } = await client.get(`/transactions/${transactionId}`);
  const { status, body } = await refund(transactionId, client);
  expect([status, body]).toEqual([
    200,
    {
      ...failed,
      refund: { ...failed.refund, status: 'COMPLETED', settledAt: body.updatedAt },
      updatedAt: body.updatedAt,
    },
  ]);
  expect((await client.get(`/transactions/${transactionId}`)).body).toEqual(body);
  expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
  expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -1_000_000 });
  const { body: list } = await operator.get('/operator/transactions/suspended?limit=100');
  expect(JSON.stringify(list)).not.toContain(transactionId);
});

test('a refund by an operator notifies the platform of its progress and of the balance', async () => {
  const { client, payer, transactionId } = await lost();
  await refund(transactionId, client);
  const events = await eventsOf(app, client, transactionId);
  expect(typesOf(events).slice(-4)).toEqual(['REFUND_PENDING', 'REFUND_FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
  expect(events.at(-1)?.data).toEqual((await client.get(`/transactions/${transactionId}`)).body);
  const balance = (await eventsOf(app, client, payer.accountId)).at(-1);
  expect(balance?.data).toMatchObject({ balance: { amount: 1_000_000 }, totalBalance: { amount: 1_000_000 } });
});

test('the operator log records who refunded a payment, and why', async () => {
  const { client, transactionId } = await lost();
  await refund(transactionId, client);
  const { body } = await operator.get('/operator/actions');
  const { platformId } = client;
  const action = { action: 'PAYMENT_REFUNDED', platformId, resourceId: transactionId, details: reason };
  expect(body.data[0]).toMatchObject({ operatorId: operator.clientId, ...action });
});

test('ten concurrent refunds by operators refund once, and the others are rejected', async () => {
  const { client, payer, transactionId } = await lost();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(transactionId, client)));
  const rejected = answers.filter(({ status }) => status !== 200);
  expect(rejected.map(({ status, body }) => [status, body.code])).toEqual(
    Array(9).fill([409, 'INVALID_STATE_TRANSITION']),
  );
  expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
});

test('a refund by an operator reaches a frozen account', async () => {
  const { client, payer, transactionId } = await lost();
  const account = `/operator/platforms/${client.platformId}/internal-accounts/${payer.accountId}`;
  expect((await operator.post(`${account}/freeze`, reason)).status).toBe(200);
  expect((await refund(transactionId, client)).status).toBe(200);
  expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
});

test('externally funded payments are refunded to their origin, and crypto to the account of the customer', async () => {
  const { client, payer, payee } = await lost();
  const { customerId } = payer;
  for (const { currency, ...source } of [{ currency: 'USD' }, { currency: 'USDC', cryptoNetwork: 'SOLANA' }]) {
    const quote = await quoted(client, {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency, ...source },
      destination: { destinationType: 'ACCOUNT', accountId: payee },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 50_000_000,
    });
    const sent = await client.post('/sandbox/send', { quoteId: quote.id, currencyCode: currency });
    expect(sent.status, sent.text).toBe(200);
    await transactionIn(client, quote.transactionId, 'FAILED');
    expect((await refund(quote.transactionId, client)).status).toBe(200);
  }
  expect((await balanceOf(client, { customerId, currency: 'USDC' })).balance).toBe(50_000_000);
  expect((await balanceOf(client, payer)).balance).toBe(990_000);
});

test('a payment that was paid out or already refunded cannot be refunded', async () => {
  const { client, payer } = await lost();
  for (const [suffix, status] of [
    ['111', 'COMPLETED'],
    ['002', 'FAILED'],
  ] as const) {
    const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'EUR_ACCOUNT', suffix });
    const { transactionId } = await quoted(client, quoteFor(payer, payee, { immediatelyExecute: true }));
    const before = await transactionIn(client, transactionId, status);
    const rejected = await refund(transactionId, client);
    expect(rejected).toMatchObject({ status: 409, body: { code: 'INVALID_STATE_TRANSITION' } });
    expect((await client.get(`/transactions/${transactionId}`)).body).toEqual(before);
  }
});

test('a refund by an operator requires a reason, a transaction and its platform', async () => {
  const { transactionId, client } = await lost();
  expect((await operator.post(refundPath(transactionId, client), {})).status).toBe(400);
  expect((await refund('Transaction:1', client)).status).toBe(400);
  const elsewhere = await refund(transactionId, await app.newPlatform());
  expect(elsewhere).toMatchObject({ status: 404, body: { code: 'TRANSACTION_NOT_FOUND' } });
});
