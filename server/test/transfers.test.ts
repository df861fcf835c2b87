import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleRequest } from './support/external-accounts.ts';
import { advance, eventsOf, newExternalAccount, systemBalances, useCurrencies } from './support/payment-world.ts';
import { accountIn, balanceOf, newPayer, type Payer, payeeWithSuffix, transactionIn } from './support/payments.ts';
import { reportRailOutcome } from './support/rail-outcome.ts';

let app: TestApp;
let client: Client;
let payer: Payer;

beforeAll(async () => {
  app = await TestApp.shared();
});
afterEach(() => app.audit());
afterAll(() => app.stop());

/** Creates a separate platform, so that its system accounts show only one transfer. */
async function setUp(balance = 100_000): Promise<void> {
  client = await app.newPlatform();
  payer = await newPayer(client, { balance });
}

const outOf = (accountId: string, amount = 10_000, more: object = {}) => ({
  source: { accountId: payer.accountId },
  destination: { accountId },
  amount,
  ...more,
});
const into = (accountId: string, amount = 10_000) => ({
  source: { accountId },
  destination: { accountId: payer.accountId },
  amount,
});

async function made(path: string, request: object): Promise<any> {
  const { status, body, text } = await client.post(path, request);
  expect(status, text).toBe(201);
  return body;
}

async function rejected(path: string, request: object): Promise<any> {
  const before = await balanceOf(client, payer);
  const { status, body, headers } = await client.post(path, request);
  expect(headers.get('deprecation')).not.toBeNull();
  expect(await balanceOf(client, payer)).toEqual(before);
  const { body: list } = await client.get('/transactions?type=OUTGOING');
  expect(list.data).toEqual([]);
  expect(body.status).toBe(status);
  return body;
}

/** The event types of a resource; each event matches its schema, and the last equals the resource. */
async function eventTypes(id: string): Promise<string[]> {
  const events = await eventsOf(app, client, id);
  for (const event of events) app.contract.checkEvent(event);
  if (id.startsWith('Transaction:')) {
    expect(events.at(-1)?.data).toEqual((await client.get(`/transactions/${id}`)).body);
  }
  return events.map(({ type }) => type);
}

const balances = async () => Object.values(await balanceOf(client, payer));
const account = (suffix: string) => payeeWithSuffix(client, payer.customerId, suffix);

const refundSteps = ['OUTGOING_PAYMENT.REFUND_PENDING', 'OUTGOING_PAYMENT.REFUND_COMPLETED'];
const sentOut = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING'];

describe('a transfer out', () => {
  test('returns PENDING with the source debited, and completes without a fee', async () => {
    await setUp();
    const payee = await account('111');
    const request = outOf(payee, 10_000, { remittanceInformation: 'Invoice 7', purposeOfPayment: 'GIFT' });
    const { status, headers, body } = await client.post('/transfer-out', request);
    expect(status).toBe(201);
    expect(headers.get('deprecation')).toBe(`@${Date.UTC(2025, 9, 13) / 1_000}`);
    expect(headers.get('link')).toBe('</api/2025-10-13/quotes>; rel="successor-version"');
    const usd = expect.objectContaining({ code: 'USD' });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^Transaction:/),
      status: 'PENDING',
      type: 'OUTGOING',
      direction: 'DEBIT',
      customerId: payer.customerId,
      source: { sourceType: 'ACCOUNT', accountId: payer.accountId, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: payee, currency: 'USD' },
      sentAmount: { amount: 10_000, currency: usd },
      receivedAmount: { amount: 10_000, currency: usd },
      fees: 0,
      exchangeRate: 1,
      railSelectionMode: 'AUTO',
      paymentRail: 'RTP',
      settlementTimelineSeconds: 60,
      reconciliationInstructions: { reference: expect.stringMatching(/^TRANSFER-/) },
    });
    expect(Date.parse(body.expectedSettlementAt) - Date.parse(body.createdAt)).toBe(60_000);
    expect(body.settledAt).toBeUndefined();
    const done = await transactionIn(client, body.id, 'COMPLETED');
    expect(done.settledAt).toBe(done.updatedAt);
    expect(await eventTypes(body.id)).toEqual([...sentOut, 'OUTGOING_PAYMENT.COMPLETED']);
    expect(await balances()).toEqual([90_000, 90_000]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -90_000 });
  });

  test.each([
    ['002', 'INSUFFICIENT_FUNDS'],
    ['003', 'ACCOUNT_INVALID'],
  ])('to %s returns 201 already FAILED, and no money has moved', async (suffix, failureReason) => {
    await setUp();
    const body = await made('/transfer-out', outOf(await account(suffix)));
    expect(body).toMatchObject({ status: 'FAILED', failureReason });
    expect(body.refund).toBeUndefined();
    expect((await client.get(`/transactions/${body.id}`)).body).toEqual(body);
    expect(await eventTypes(body.id)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.FAILED']);
    expect(await balances()).toEqual([100_000, 100_000]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -100_000 });
  });

  test('to 004 is rejected by the bank, and refunded', async () => {
    await setUp();
    const { id } = await made('/transfer-out', outOf(await account('004')));
    const failed = await transactionIn(client, id, 'FAILED');
    expect(failed).toMatchObject({
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED', reference: expect.stringMatching(/-REFUND$/) },
    });
    expect(await eventTypes(id)).toEqual([...sentOut, 'OUTGOING_PAYMENT.FAILED', ...refundSteps]);
    expect(await balances()).toEqual([100_000, 100_000]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -100_000 });
  });

  test('to 005 is in transit for 30 seconds, then fails and is refunded', async () => {
    await setUp();
    const { id } = await made('/transfer-out', outOf(await account('005')));
    await transactionIn(client, id, 'PROCESSING');
    await advance(client, 29);
    await transactionIn(client, id, 'PROCESSING');
    expect(await balances()).toEqual([90_000, 100_000]);
    await advance(client, 2);
    await transactionIn(client, id, 'FAILED');
    expect(await eventTypes(id)).toEqual([...sentOut, 'OUTGOING_PAYMENT.FAILED', ...refundSteps]);
    expect(await balances()).toEqual([100_000, 100_000]);
  });

  test('uses the requested rail if the account supports it', async () => {
    await setUp();
    const payee = await account('111');
    const body = await made(
      '/transfer-out',
      outOf(payee, 5_000, { destination: { accountId: payee, paymentRail: 'ACH' } }),
    );
    expect(body).toMatchObject({ paymentRail: 'ACH', railSelectionMode: 'MANUAL', settlementTimelineSeconds: 172_800 });
    const wrong = await client.post(
      '/transfer-out',
      outOf(payee, 5_000, { destination: { accountId: payee, paymentRail: 'SEPA' } }),
    );
    expect(wrong.status).toBe(400);
    expect(wrong.body.details.errors).toMatchObject([
      { field: 'destination.paymentRail', constraint: { enum: ['ACH', 'ACH_SAME_DAY', 'WIRE', 'RTP', 'FEDNOW'] } },
    ]);
    await transactionIn(client, body.id, 'COMPLETED');
  });

  test('of stablecoins uses the chain of the wallet, and returns the transaction hash', async () => {
    await setUp();
    await useCurrencies(client, ['USD', 'USDC']);
    payer = await newPayer(client, { currency: 'USDC', balance: 5_000_000 });
    const wallet = await newExternalAccount(client, { customerId: payer.customerId, type: 'SOLANA_WALLET' });
    const body = await made('/transfer-out', outOf(wallet, 2_000_000));
    expect(body).toMatchObject({ paymentRail: null, railSelectionMode: null });
    const done = await transactionIn(client, body.id, 'COMPLETED');
    expect(done.destination.onChainTransaction).toMatchObject({ network: 'SOLANA' });
  });

  test('of the platform itself pays from its own account', async () => {
    await setUp();
    const { body: own } = await client.get('/platform/internal-accounts?currency=USD');
    const [{ id: accountId }] = own.data;
    await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 500 });
    const payee = await newExternalAccount(client, { type: 'USD_ACCOUNT' });
    const body = await made('/transfer-out', { source: { accountId }, destination: { accountId: payee }, amount: 500 });
    expect(body).toMatchObject({ customerId: client.platformId, platformCustomerId: client.platformId });
    await transactionIn(client, body.id, 'COMPLETED');
  });

  test('with one Idempotency-Key pays once, and is replayed with the same headers', async () => {
    await setUp();
    const request = outOf(await account('111'));
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/transfer-out', request, { headers })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replay = await client.post('/transfer-out', request, { headers });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('link')).toContain('successor-version');
    expect(replay.text).toBe(answers[0]?.text);
    await transactionIn(client, replay.body.id, 'COMPLETED');
    expect(await balances()).toEqual([90_000, 90_000]);
  });

  test('with insufficient balance changes nothing, and returns the balances', async () => {
    await setUp(9_999);
    const body = await rejected('/transfer-out', outOf(await account('111')));
    expect(body).toMatchObject({ status: 400, code: 'INVALID_AMOUNT', details: { reason: 'INSUFFICIENT_BALANCE' } });
    expect(body.details.hint).toContain(`${payer.accountId} has 9999 USD`);
  });

  test('for the last unit succeeds once under concurrency', async () => {
    await setUp(10_000);
    const payee = await account('111');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => client.post('/transfer-out', outOf(payee, 7_000))),
    );
    const [winners, losers] = [201, 400].map((status) => answers.filter((answer) => answer.status === status));
    expect(winners).toHaveLength(1);
    expect(losers).toHaveLength(11);
    for (const { body } of losers ?? []) expect(body.code).toBe('INVALID_AMOUNT');
    await transactionIn(client, winners?.[0]?.body.id, 'COMPLETED');
    expect(await balances()).toEqual([3_000, 3_000]);
  });

  test('reports every invalid field, including the amount', async () => {
    await setUp();
    const payee = await account('111');
    const { status, body } = await client.post('/transfer-out', {
      source: { accountId: payee },
      destination: { accountId: payer.accountId, paymentRail: 'PIGEON' },
      remittanceInformation: 'x'.repeat(81),
      purposeOfPayment: 'FUN',
      amount: 0,
    });
    expect(status).toBe(400);
    expect(body.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'amount',
      'destination.accountId',
      'destination.paymentRail',
      'purposeOfPayment',
      'remittanceInformation',
      'source.accountId',
    ]);
    for (const amount of [0, -1, 1.5, '100', 9_000_000_000_000_001]) {
      const wrong = await client.post('/transfer-out', outOf(payee, amount as number));
      expect([amount, wrong.status, wrong.body.details.errors[0].field]).toEqual([amount, 400, 'amount']);
    }
  });

  test('to an account in another currency is rejected in favour of quotes', async () => {
    await setUp();
    const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'GBP_ACCOUNT' });
    const body = await rejected('/transfer-out', outOf(payee));
    expect(body).toMatchObject({
      status: 400,
      code: 'INVALID_CURRENCY',
      details: { hint: expect.stringContaining('/quotes') },
    });
  });

  test('requires a purpose if the currency does', async () => {
    await setUp();
    await useCurrencies(client, ['USD', 'NGN']);
    payer = await newPayer(client, { currency: 'NGN', balance: 10_000_000 });
    const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'NGN_ACCOUNT' });
    const body = await rejected('/transfer-out', outOf(payee, 1_000_000));
    expect(body.details.errors).toMatchObject([{ field: 'purposeOfPayment' }]);
    const { id } = await made('/transfer-out', outOf(payee, 1_000_000, { purposeOfPayment: 'GIFT' }));
    await transactionIn(client, id, 'COMPLETED');
  });

  test('above the limit of a single transaction is rejected', async () => {
    await setUp();
    const body = await rejected('/transfer-out', outOf(await account('111'), 100_000_001));
    expect(body).toMatchObject({ code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED', details: { maxAmount: 100_000_000 } });
  });

  test("applies the platform's limits for the currency", async () => {
    await setUp();
    await useCurrencies(client, ['USD'], { only: { USD: { minAmount: 100, maxAmount: 5_000 } } });
    const payee = await account('111');
    const body = await rejected('/transfer-out', outOf(payee, 5_001));
    expect(body).toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE', details: { minAmount: 100, maxAmount: 5_000 } });
    await useCurrencies(client, ['USD'], { only: { USD: { enabledTransactionTypes: ['INCOMING'] } } });
    expect(await rejected('/transfer-out', outOf(payee))).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' });
  });

  test('below the minimum of its rail is rejected', async () => {
    await setUp();
    const accountId = await account('111');
    const destination = { accountId, paymentRail: 'WIRE' };
    const body = await rejected('/transfer-out', outOf(accountId, 99, { destination }));
    expect(body).toMatchObject({ status: 400, code: 'AMOUNT_OUT_OF_RANGE', details: { minAmount: 100 } });
  });

  test('beyond the daily volume returns 429, and works again the next day', async () => {
    await setUp(1_100_000_000);
    const payee = await account('111');
    for (let i = 0; i < 10; i++) await made('/transfer-out', outOf(payee, 100_000_000));
    const { status, body } = await client.post('/transfer-out', outOf(payee, 1));
    expect([status, body.code]).toEqual([429, 'DAILY_VOLUME_LIMIT_EXCEEDED']);
    await advance(client, 86_400);
    const { id } = await made('/transfer-out', outOf(payee, 1));
    await transactionIn(client, id, 'COMPLETED');
  });

  test('of a customer without approval or accepted terms is rejected', async () => {
    await setUp();
    const payee = await account('111');
    const transfer = outOf(payee);
    await app.database.db.pool.query(`UPDATE customers SET verification_status = 'HOLD' WHERE id = $1`, [
      payer.customerId,
    ]);
    expect(await rejected('/transfer-out', transfer)).toMatchObject({ status: 403, code: 'USER_NOT_READY' });
    await app.database.db.pool.query(`UPDATE customers SET verification_status = 'APPROVED' WHERE id = $1`, [
      payer.customerId,
    ]);
    await app.database.db.pool.query(
      `UPDATE platform_configs SET settings = settings || '{"isRegulatedFinancialInstitution": false}' WHERE platform_id = $1`,
      [client.platformId],
    );
    expect(await rejected('/transfer-out', transfer)).toMatchObject({
      status: 403,
      code: 'END_USER_TERMS_NOT_ACCEPTED',
    });
  });

  test('of a customer subject to strong customer authentication is rejected in favour of quotes', async () => {
    await setUp();
    payer = await newPayer(client, { region: 'DE' });
    const body = await rejected('/transfer-out', outOf(await account('111')));
    expect(body).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      details: { reason: 'SCA_REQUIRED', hint: expect.stringContaining('/quotes') },
    });
  });

  test('from an embedded wallet is rejected in favour of quotes', async () => {
    await setUp();
    await useCurrencies(client, ['USD', 'USDB']);
    payer = await newPayer(client, { currency: 'USDB', balance: 1_000_000 });
    const request = { ...exampleRequest('SPARK_WALLET'), currency: 'USDB', customerId: payer.customerId };
    const { body: wallet } = await client.post('/customers/external-accounts', request);
    const body = await rejected('/transfer-out', outOf(wallet.id));
    expect(body).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      details: { hint: expect.stringContaining('/quotes') },
    });
  });

  test('between unknown, foreign or inactive accounts is rejected', async () => {
    await setUp();
    const payee = await account('111');
    const unknown = await client.post('/transfer-out', outOf(`ExternalAccount:${uuidv7()}`));
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    const stranger = await app.newPlatform();
    const foreign = await stranger.post('/transfer-out', outOf(payee));
    expect([foreign.status, foreign.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    const { pool } = app.database.db;
    await pool.query(`UPDATE external_accounts SET status = 'INACTIVE' WHERE id = $1`, [payee]);
    expect(await rejected('/transfer-out', outOf(payee))).toMatchObject({ status: 400, code: 'INVALID_RECEIVER' });
    await pool.query(`UPDATE external_accounts SET status = 'ACTIVE' WHERE id = $1`, [payee]);
    await pool.query(`UPDATE accounts SET status = 'FROZEN' WHERE id = $1`, [payer.accountId]);
    const frozen = await rejected('/transfer-out', outOf(payee));
    expect(frozen).toMatchObject({ status: 409, details: { reason: 'ACCOUNT_NOT_ACTIVE' } });
  });

  test('of more than 1,000 dollars to a wallet without a proof of ownership is rejected', async () => {
    await setUp();
    await useCurrencies(client, ['USD', 'USDC']);
    payer = await newPayer(client, { currency: 'USDC', balance: 2_000_000_000 });
    const more = { ownershipType: 'FIRST_PARTY' };
    const wallet = await newExternalAccount(client, { customerId: payer.customerId, type: 'SOLANA_WALLET', more });
    const body = await rejected('/transfer-out', outOf(wallet, 1_100_000_000));
    expect(body).toMatchObject({ status: 400, code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED' });
    const { id } = await made('/transfer-out', outOf(wallet, 900_000_000));
    await transactionIn(client, id, 'COMPLETED');
  });
});

test('transfers of a deleted customer are rejected in both directions', async () => {
  await setUp(0);
  const bank = await newExternalAccount(client, { type: 'USD_ACCOUNT' });
  expect((await client.delete(`/customers/${payer.customerId}`)).status).toBe(200);
  for (const [path, request] of [
    ['/transfer-out', outOf(bank)],
    ['/transfer-in', into(bank)],
  ] as const) {
    const { status, body } = await client.post(path, request);
    expect([path, status, body.code]).toEqual([path, 410, 'CUSTOMER_DELETED']);
  }
});

test('transfers are marked as deprecated in the served document', () => {
  const { paths } = app.contract.document as { paths: Record<string, { post: { deprecated?: boolean } }> };
  const deprecated = Object.entries(paths).filter(([, { post }]) => post?.deprecated);
  expect(deprecated.map(([path]) => path.split('/').at(-1))).toEqual(['transfer-in', 'transfer-out']);
});

describe('a transfer in', () => {
  test('is PENDING until the money has arrived, and then credited', async () => {
    await setUp(0);
    const source = await account('111');
    const { status, headers, body } = await client.post('/transfer-in', into(source));
    expect(status).toBe(201);
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('link')).toContain('rel="successor-version"');
    expect(body).toMatchObject({
      status: 'PENDING',
      type: 'INCOMING',
      direction: 'DEBIT',
      customerId: payer.customerId,
      source: { sourceType: 'ACCOUNT', accountId: source, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: payer.accountId, currency: 'USD' },
      sentAmount: { amount: 10_000 },
      receivedAmount: { amount: 10_000 },
      fees: 0,
      reconciliationInstructions: { reference: expect.stringMatching(/^TRANSFER-/) },
    });
    const done = await transactionIn(client, body.id, 'COMPLETED');
    expect(done.settledAt).toBe(done.updatedAt);
    expect(await eventTypes(body.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
    expect(await eventTypes(payer.accountId)).toEqual([
      'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    ]);
    expect(await balances()).toEqual([10_000, 10_000]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -10_000 });
  });

  test.each([
    ['002', 'INSUFFICIENT_FUNDS'],
    ['003', 'ACCOUNT_CLOSED'],
  ])('from %s returns 201 already FAILED with %s', async (suffix, failureReason) => {
    await setUp(0);
    const body = await made('/transfer-in', into(await account(suffix)));
    expect(body).toMatchObject({ status: 'FAILED', failureReason });
    expect(await eventTypes(body.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    expect(await balances()).toEqual([0, 0]);
  });

  test.each([
    ['004', 0],
    ['005', 31],
  ])('from %s fails after %i seconds, and credits nothing', async (suffix, seconds) => {
    await setUp(0);
    const { id, status } = await made('/transfer-in', into(await account(suffix)));
    expect(status).toBe('PENDING');
    if (seconds > 0) {
      await advance(client, seconds - 2);
      await transactionIn(client, id, 'PENDING');
      await advance(client, 2);
    }
    const failed = await transactionIn(client, id, 'FAILED');
    expect(failed.failureReason).toBe('COLLECTION_FAILED');
    expect(failed.refund).toBeUndefined();
    expect(await eventTypes(id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    expect(await balances()).toEqual([0, 0]);
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('with one Idempotency-Key collects once', async () => {
    await setUp(0);
    const request = into(await account('111'));
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/transfer-in', request, { headers })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await transactionIn(client, answers[0]?.body.id, 'COMPLETED');
    expect(await balances()).toEqual([10_000, 10_000]);
  });

  test('requires an account that can be debited, and lists the supported types', async () => {
    await setUp();
    await useCurrencies(client, ['USD', 'GBP']);
    const source = await newExternalAccount(client, { customerId: payer.customerId, type: 'GBP_ACCOUNT' });
    const destination = await accountIn(client, payer.customerId, 'GBP').catch(() => payer.accountId);
    const { status, body } = await client.post('/transfer-in', {
      ...into(source),
      destination: { accountId: destination },
    });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.details).toMatchObject({
      errors: [{ field: 'source.accountId' }],
      hint: expect.stringContaining('USD_ACCOUNT'),
    });
  });

  test("applies the platform's limits for the currency", async () => {
    await setUp();
    await useCurrencies(client, ['USD'], { only: { USD: { minAmount: 100, maxAmount: 5_000 } } });
    const source = await account('111');
    for (const amount of [99, 5_001]) {
      const body = await rejected('/transfer-in', into(source, amount));
      expect(body).toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE', details: { minAmount: 100, maxAmount: 5_000 } });
    }
    for (const amount of [100, 5_000]) await made('/transfer-in', into(source, amount));
  });

  test('requires an amount, two accounts of the right type, one currency, and an allowed size', async () => {
    await setUp();
    await useCurrencies(client, ['USD', 'EUR']);
    const { body: empty } = await client.post('/transfer-in', {});
    expect(empty.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'amount',
      'destination',
      'source',
    ]);
    const source = await account('111');
    const { status, body } = await client.post('/transfer-in', { ...into(source), amount: undefined });
    expect([status, body.details.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['amount']]);
    expect(body.details.hint).toContain('2550 is 25.50 USD');
    const euros = (await newPayer(client, { currency: 'EUR', balance: 0 })).accountId;
    const other = await client.post('/transfer-in', { ...into(source), destination: { accountId: euros } });
    expect([other.status, other.body.code]).toEqual([400, 'INVALID_CURRENCY']);
    const large = await client.post('/transfer-in', into(source, 100_000_001));
    expect([large.status, large.body.code]).toEqual([400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED']);
    const unknown = await client.post('/transfer-in', into(`ExternalAccount:${uuidv7()}`));
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    const { pool } = app.database.db;
    await pool.query(`UPDATE customers SET verification_status = 'HOLD' WHERE id = $1`, [payer.customerId]);
    const held = await client.post('/transfer-in', into(source));
    expect([held.status, held.body.code]).toEqual([403, 'USER_NOT_READY']);
    await pool.query(`UPDATE customers SET verification_status = 'APPROVED' WHERE id = $1`, [payer.customerId]);
    await pool.query(`UPDATE external_accounts SET status = 'UNDER_REVIEW' WHERE id = $1`, [source]);
    expect((await client.post('/transfer-in', into(source))).body.details.reason).toBe('ACCOUNT_NOT_ACTIVE');
    await pool.query(`UPDATE external_accounts SET status = 'ACTIVE' WHERE id = $1`, [source]);
    await pool.query(
      `UPDATE platform_configs SET settings = jsonb_set(settings, '{supportedCurrencies,0,enabledTransactionTypes}', '["OUTGOING"]')
       WHERE platform_id = $1`,
      [client.platformId],
    );
    expect((await client.post('/transfer-in', into(source))).body.code).toBe('INVALID_CURRENCY');
    await pool.query(
      `UPDATE platform_configs SET settings = settings || '{"isRegulatedFinancialInstitution": false}' WHERE platform_id = $1`,
      [client.platformId],
    );
    const unasked = await client.post('/transfer-in', into(source));
    expect([unasked.status, unasked.body.code]).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
  });

  test('is credited to an account frozen in the meantime', async () => {
    await setUp(0);
    const { id } = await made('/transfer-in', into(await account('005')));
    await app.database.db.pool.query(`UPDATE accounts SET status = 'FROZEN' WHERE id = $1`, [payer.accountId]);
    await reportRailOutcome(app, client, { transactionId: id, outcome: { type: 'COMPLETED' }, leg: 'PULL' });
    await transactionIn(client, id, 'COMPLETED');
    expect(await balances()).toEqual([10_000, 10_000]);
  });

  test('is credited once, however often the bank reports it', async () => {
    await setUp(0);
    const { id } = await made('/transfer-in', into(await account('005')));
    await reportRailOutcome(app, client, { transactionId: id, outcome: { type: 'COMPLETED' }, leg: 'PULL', times: 20 });
    await reportRailOutcome(app, client, { transactionId: id, outcome: { type: 'CANCELLED' }, leg: 'PULL', times: 5 });
    await reportRailOutcome(app, client, {
      transactionId: id,
      outcome: { type: 'FAILED', reason: 'ACCOUNT_INVALID' },
      leg: 'PAYOUT',
    });
    await transactionIn(client, id, 'COMPLETED');
    expect(await balances()).toEqual([10_000, 10_000]);
  });

  const RETURNED = { type: 'FAILED', reason: 'PAYOUT_RETURNED' } as const;

  test('returned by the bank is debited from the account, once', async () => {
    await setUp(500);
    const { id } = await made('/transfer-in', into(await account('111')));
    await transactionIn(client, id, 'COMPLETED');
    await reportRailOutcome(app, client, { transactionId: id, outcome: RETURNED, leg: 'PULL', times: 20 });
    expect(await transactionIn(client, id, 'FAILED')).toMatchObject({
      failureReason: 'COLLECTION_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    });
    expect((await eventTypes(id)).slice(2)).toEqual(
      ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'].map((name) => `INCOMING_PAYMENT.${name}`),
    );
    expect(await balances()).toEqual([500, 500]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -500 });
  });

  test('returned after it was spent leaves a receivable for the missing part', async () => {
    await setUp(500);
    const { id } = await made('/transfer-in', into(await account('111')));
    await transactionIn(client, id, 'COMPLETED');
    const spent = await made('/transfer-out', outOf(await account('111'), 10_300));
    await transactionIn(client, spent.id, 'COMPLETED');
    await reportRailOutcome(app, client, { transactionId: id, outcome: RETURNED, leg: 'PULL' });
    await transactionIn(client, id, 'FAILED');
    expect(await balances()).toEqual([0, 0]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': 9_800, 'receivable:USD': -9_800 });
  });

  test('returned while it is being spent is never debited twice', async () => {
    await setUp(0);
    const { id } = await made('/transfer-in', into(await account('111')));
    await transactionIn(client, id, 'COMPLETED');
    const payee = await account('111');
    const [, ...answers] = await Promise.all([
      reportRailOutcome(app, client, { transactionId: id, outcome: RETURNED, leg: 'PULL', times: 3 }),
      ...Array.from({ length: 10 }, () => client.post('/transfer-out', outOf(payee, 1_000))),
    ]);
    const paid = answers.filter(({ status }) => status === 201);
    for (const { body } of paid) await transactionIn(client, body.id, 'COMPLETED');
    expect(await balances()).toEqual([0, 0]);
    const owed = paid.length * 1_000;
    expect(await systemBalances(app, client)).toEqual(owed ? { 'rail.nostro:USD': owed, 'receivable:USD': -owed } : {});
  });
});
