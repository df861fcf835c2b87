import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import {
  advance,
  balancesReported,
  eventsOf,
  newExternalAccount,
  platformAccount,
  quoted,
  systemBalances,
  typesOf,
  useCurrencies,
} from './support/payment-world.ts';
import { accountIn, balanceOf, newPayer, quoteFor, transactionIn } from './support/payments.ts';

let app: TestApp;
let client: Client;
let customerId: string;

beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});
beforeEach(async () => {
  client = await app.newPlatform();
  await useCurrencies(client, ['USD', 'EUR', 'USDC', 'BTC']);
  ({ customerId } = await newPayer(client, { balance: 0 }));
});

/** Funding sources of the quotes. */
const USD = { currency: 'USD', amount: 10_000 };
const USDC = { currency: 'USDC', amount: 50_000_000, cryptoNetwork: 'SOLANA' };

interface Wish {
  source: { currency: string; amount: number; cryptoNetwork?: string };
  suffix?: string;
  payee?: string;
}

const newPayee = (suffix = '111'): Promise<string> =>
  newExternalAccount(client, { customerId, type: 'EUR_ACCOUNT', suffix });

async function newQuote({ source: { amount, ...source }, suffix, ...wish }: Wish): Promise<any> {
  const payee = wish.payee ?? (await newPayee(suffix));
  return quoted(client, {
    source: { sourceType: 'REALTIME_FUNDING', customerId, ...source },
    destination: { destinationType: 'ACCOUNT', accountId: payee },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  });
}

const send = (quoteId: string, currencyCode: string, more: object = {}, key?: string): Promise<Answer> =>
  client.post(
    '/sandbox/send',
    { quoteId, currencyCode, ...more },
    key ? { headers: { 'idempotency-key': key } } : undefined,
  );

/** The transaction in its last event, which equals GET. */
async function finalEvents(transactionId: string) {
  const events = await eventsOf(app, client, transactionId);
  const { body } = await client.get(`/transactions/${transactionId}`);
  expect(events.at(-1)?.data).toEqual(body);
  return { transaction: body, types: typesOf(events), events };
}

const refundOf = (reason: string) => ({
  reference: expect.stringMatching(/-REFUND$/),
  status: 'COMPLETED',
  reason,
  initiatedAt: expect.any(String),
  settledAt: expect.any(String),
});

describe('a real-time funded quote', () => {
  test('waits for its funding and cannot be executed', async () => {
    const quote = await newQuote({ source: USD });
    expect(quote).toMatchObject({ status: 'PENDING', paymentInstructions: [expect.anything()] });
    const { status, body } = await client.post(`/quotes/${quote.id}/execute`);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('is PROCESSING after funding, then COMPLETED, and shows the known data of the payer', async () => {
    const quote = await newQuote({ source: USD });
    const { status, body } = await send(quote.id, 'USD');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: quote.transactionId,
      type: 'OUTGOING',
      status: 'PROCESSING',
      source: {
        sourceType: 'REALTIME_FUNDING',
        currency: 'USD',
        customerId,
        accountHolderName: 'Sandbox Payer',
        accountIdentifier: expect.stringMatching(/^\*{4}\d{4}$/),
        paymentRail: expect.stringMatching(/^(RTP|FEDNOW)$/),
        remittanceInformation: quote.paymentInstructions[0].accountOrWalletInfo.reference,
        endToEndId: expect.any(String),
        traceNumber: expect.any(String),
      },
    });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    const { types, events, transaction } = await finalEvents(quote.transactionId);
    expect(types).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    expect(events[1]?.data).toEqual(body);
    expect(transaction.source).toEqual(body.source);
    expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe('COMPLETED');
    const net = quote.totalSendingAmount - quote.feesIncluded;
    expect(await systemBalances(app, client)).toEqual({
      'fees.service:USD': quote.feesIncluded,
      'fx.position:USD': net,
      'fx.position:EUR': -quote.totalReceivingAmount,
      'rail.nostro:USD': -quote.totalSendingAmount,
      'rail.nostro:EUR': quote.totalReceivingAmount,
    });
    await app.audit();
  });

  test('in crypto shows the transfer on its chain', async () => {
    const quote = await newQuote({ source: USDC });
    const { body } = await send(quote.id, 'USDC', { currencyAmount: USDC.amount });
    expect(body.source).toEqual({
      sourceType: 'REALTIME_FUNDING',
      currency: 'USDC',
      customerId,
      onChainTransaction: { transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/), network: 'SOLANA' },
    });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });

  test('over Lightning has no on-chain transaction', async () => {
    const quote = await newQuote({ source: { currency: 'BTC', amount: 200_000, cryptoNetwork: 'LIGHTNING' } });
    const { body } = await send(quote.id, 'BTC');
    expect(body).toMatchObject({ status: 'PROCESSING', source: { currency: 'BTC' } });
    expect(body.source).not.toHaveProperty('onChainTransaction');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
  });

  test('can belong to the platform itself, into an internal account', async () => {
    const accountId = await accountIn(client, customerId, 'USD');
    const quote = await quoted(client, {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 5_000,
    });
    await send(quote.id, 'USD');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await balanceOf(client, { customerId, currency: 'USD' })).toEqual({ balance: 5_000, totalBalance: 5_000 });
    await app.audit();
  });

  test('from an account that cannot be debited waits for the deposit', async () => {
    const from = await newExternalAccount(client, { customerId, type: 'EUR_ACCOUNT' });
    const accountId = await accountIn(client, customerId, 'EUR');
    const quote = await quoted(client, {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000,
    });
    const { body } = await send(quote.id, 'EUR');
    expect(body).toMatchObject({ status: 'PROCESSING' });
    expect(body.source).toEqual({ sourceType: 'ACCOUNT', accountId: from, currency: 'EUR' });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });
});

describe('a funding amount other than the quoted one', () => {
  test.each([[9_999], [10_001], [1]])('fails the payment and is refunded to its origin: %d', async (amount) => {
    const quote = await newQuote({ source: USD });
    const { status, body } = await send(quote.id, 'USD', { currencyAmount: amount });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      refund: refundOf('TRANSACTION_FAILED'),
      source: { accountHolderName: 'Sandbox Payer' },
    });
    const { types, transaction } = await finalEvents(quote.transactionId);
    expect(types).toEqual(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
    expect(transaction).toEqual(body);
    expect(await systemBalances(app, client)).toEqual({});
    await advance(client, 3_600);
    expect((await finalEvents(quote.transactionId)).types).toHaveLength(4);
    await app.audit();
  });

  test('in crypto is credited to the customer in that asset, never sent back to a wallet', async () => {
    const quote = await newQuote({ source: USDC });
    const { body } = await send(quote.id, 'USDC', { currencyAmount: 49_999_999 });
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'FUNDING_AMOUNT_MISMATCH' });
    const left = { balance: 49_999_999, totalBalance: 49_999_999 };
    expect(await balanceOf(client, { customerId, currency: 'USDC' })).toEqual(left);
    const events = await eventsOf(app, client, await accountIn(client, customerId, 'USDC'));
    expect(balancesReported(events)).toEqual([[49_999_999, 49_999_999]]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USDC': -49_999_999 });
    await app.audit();
  });
});

test('funding for a deleted account fails the payment and is refunded', async () => {
  const payee = await newPayee();
  const quote = await newQuote({ source: USD, payee });
  expect((await client.delete(`/customers/external-accounts/${payee}`)).status).toBe(204);
  const { status, body } = await send(quote.id, 'USD');
  expect(status).toBe(200);
  const refund = refundOf('TRANSACTION_FAILED');
  expect(body).toMatchObject({ status: 'FAILED', failureReason: 'ACCOUNT_INVALID', refund });
  const { types, transaction } = await finalEvents(quote.transactionId);
  expect(types).toEqual(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']);
  expect(transaction).toEqual(body);
  expect(await systemBalances(app, client)).toEqual({});
  await app.audit();
});

/** The outcome for each suffix of the payee after real-time funding. */
const outcomes: Record<string, { status: string; failureReason?: string; after?: number; types: string[] }> = {
  '002': {
    status: 'FAILED',
    failureReason: 'QUOTE_EXECUTION_FAILED',
    types: ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  },
  '004': {
    status: 'FAILED',
    failureReason: 'ACCOUNT_CANNOT_RECEIVE',
    types: ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  },
  '005': {
    status: 'FAILED',
    failureReason: 'PAYOUT_RETURNED',
    after: 60,
    types: ['COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  },
  '006': { status: 'COMPLETED', types: ['REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'] },
};

describe.each([USD, USDC])('a payout that fails after funding in $currency', (source) => {
  test.each(Object.entries(outcomes))('%s is refunded in full', async (suffix, outcome) => {
    const quote = await newQuote({ source, suffix });
    await send(quote.id, source.currency);
    if (outcome.after) {
      await transactionIn(client, quote.transactionId, 'COMPLETED');
      await advance(client, outcome.after);
    }
    await transactionIn(client, quote.transactionId, outcome.status);
    const { types, transaction } = await finalEvents(quote.transactionId);
    expect(types).toEqual(['PENDING', 'PROCESSING', ...outcome.types]);
    expect(transaction.failureReason).toBe(outcome.failureReason);
    expect(transaction.refund).toMatchObject({ status: 'COMPLETED' });
    const isCrypto = source.currency === 'USDC';
    expect(await systemBalances(app, client)).toEqual(isCrypto ? { 'rail.nostro:USDC': -source.amount } : {});
    const back = isCrypto ? source.amount : 0;
    expect(await balanceOf(client, { customerId, currency: source.currency })).toEqual({
      balance: back,
      totalBalance: back,
    });
    await app.audit();
  });

  test('007 leaves the money in suspense for an operator', async () => {
    const quote = await newQuote({ source, suffix: '007' });
    await send(quote.id, source.currency);
    await transactionIn(client, quote.transactionId, 'FAILED');
    const { types, transaction } = await finalEvents(quote.transactionId);
    expect(types).toEqual(['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED']);
    expect(transaction.refund.status).toBe('FAILED');
    expect(await systemBalances(app, client)).toMatchObject({
      'suspense:EUR': quote.totalReceivingAmount,
      [`rail.nostro:${source.currency}`]: -source.amount,
    });
    expect(await balanceOf(client, { customerId, currency: source.currency })).toMatchObject({ totalBalance: 0 });
    await app.audit();
  });
});

test('the platform fee is earned when the payment completes, and reversed when it is returned', async () => {
  const feeConfigs = [
    {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: 'USD',
      variableFeeBps: 100,
      fixedFee: { amount: 50, currency: 'USD' },
    },
  ];
  await client.patch('/config', { feeConfigs });
  const quote = await newQuote({ source: USD, suffix: '005' });
  expect(quote.platformFeesIncluded).toBeGreaterThan(50);
  await send(quote.id, 'USD');
  await transactionIn(client, quote.transactionId, 'COMPLETED');
  const { id } = await platformAccount(client, 'USD');
  await advance(client, 60);
  await transactionIn(client, quote.transactionId, 'FAILED');
  expect(balancesReported(await eventsOf(app, client, id))).toEqual([
    [quote.platformFeesIncluded, quote.platformFeesIncluded],
    [0, 0],
  ]);
  expect(await systemBalances(app, client)).toEqual({});
  await app.audit();
});

const LATE = ['PENDING', 'EXPIRED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

describe('funding that arrives for an expired quote', () => {
  test.each([60, 3_600])('is refunded with the reason TIMEOUT %d seconds after its window', async (seconds) => {
    const quote = await newQuote({ source: USD });
    const windowMs = Date.parse(quote.expiresAt) - Date.parse(quote.createdAt);
    await advance(client, windowMs / 1_000 + seconds);
    const { status, body } = await send(quote.id, 'USD');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'EXPIRED', failureReason: 'QUOTE_EXPIRED', refund: refundOf('TIMEOUT') }),
    ]);
    const { transaction, types } = await finalEvents(quote.transactionId);
    expect([transaction, types]).toEqual([body, LATE]);
    expect(await systemBalances(app, client)).toEqual({});
    await app.audit();
  });

  test('in crypto is credited to the account of the customer', async () => {
    const quote = await newQuote({ source: USDC });
    await advance(client, 3_600);
    expect((await send(quote.id, 'USDC')).body.refund).toEqual(refundOf('TIMEOUT'));
    const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}&currency=USDC`);
    expect(body.data[0].balance.amount).toBe(USDC.amount);
    await app.audit();
  });

  test('is refunded once, also by concurrent requests', async () => {
    const quote = await newQuote({ source: USD });
    await advance(client, 3_600);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(quote.id, 'USD')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect((await finalEvents(quote.transactionId)).types).toEqual(LATE);
    await app.audit();
  });
});

describe('POST /sandbox/send is rejected', () => {
  test('in another currency than the funding currency', async () => {
    const quote = await newQuote({ source: USD });
    for (const currency of ['EUR', 'XXX']) {
      const { status, body } = await send(quote.id, currency);
      expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
    }
    expect((await finalEvents(quote.transactionId)).types).toEqual(['PENDING']);
  });

  test('for a quote from an internal account', async () => {
    const payer = await newPayer(client);
    const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'USD_ACCOUNT' });
    const quote = await quoted(client, quoteFor(payer, payee));
    const { status, body } = await send(quote.id, 'USD');
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('for an unknown quote and for a quote of another platform', async () => {
    const quote = await newQuote({ source: USD });
    const unknown = await send('Quote:019542f5-b3e7-7d02-8000-000000000001', 'USD');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
    const stranger = await app.newPlatform();
    const { status, body } = await stranger.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' });
    expect([status, body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
  });

  test('with every invalid field', async () => {
    const { status, body } = await client.post('/sandbox/send', { quoteId: 'x', currencyAmount: 0 });
    expect(status).toBe(400);
    const fields = body.details.errors.map((error: { field: string }) => error.field);
    expect(fields.sort()).toEqual(['currencyAmount', 'currencyCode', 'quoteId']);
  });

  test('for an expired quote whose funding was refunded', async () => {
    const quote = await newQuote({ source: USD });
    await advance(client, 3_600);
    expect((await send(quote.id, 'USD')).status).toBe(200);
    const { status, body } = await send(quote.id, 'USD');
    expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'QUOTE_EXPIRED']);
    expect((await finalEvents(quote.transactionId)).types).toEqual(LATE);
    await app.audit();
  });

  test('before its customer has authorized it', async () => {
    ({ customerId } = await newPayer(client, { balance: 0, region: 'DE', phoneNumber: '+4915112345678' }));
    const payee = await newPayee();
    const { status, body: quote } = await client.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: payee },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    });
    expect([status, quote.status]).toEqual([202, 'PENDING_AUTHORIZATION']);
    expect(quote).not.toHaveProperty('paymentInstructions');
    const early = await send(quote.id, 'USD');
    expect([early.status, early.body.details.reason]).toEqual([409, 'PENDING_AUTHORIZATION']);
    for (let step = 0; step < 3; step++) await client.post(`/quotes/${quote.id}/authorize`, { code: '123456' });
    const { body: authorized } = await client.get(`/quotes/${quote.id}`);
    expect(authorized).toMatchObject({ status: 'PENDING', paymentInstructions: [expect.anything()] });
    const { body } = await send(quote.id, 'USD');
    expect(body).toMatchObject({ status: 'PROCESSING', paymentInstructions: authorized.paymentInstructions });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });

  test('a second time', async () => {
    const quote = await newQuote({ source: USD });
    await send(quote.id, 'USD');
    const { status, body } = await send(quote.id, 'USD');
    expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'ALREADY_EXECUTED']);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await app.audit();
  });
});

describe('concurrent funding', () => {
  test('takes effect once', async () => {
    const quote = await newQuote({ source: USD });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(quote.id, 'USD')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await finalEvents(quote.transactionId)).types).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    expect(await systemBalances(app, client)).toMatchObject({ 'rail.nostro:USD': -10_000 });
    await app.audit();
  });

  test('with the correct and a wrong amount: one of them decides', async () => {
    const quote = await newQuote({ source: USD });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(quote.id, 'USD', { currencyAmount: i % 2 === 0 ? 10_000 : 9_000 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const won = answers.find(({ status }) => status === 200);
    await transactionIn(client, quote.transactionId, won?.body.status === 'FAILED' ? 'FAILED' : 'COMPLETED');
    await app.audit();
  });

  test('during the expiry: the quote is either funded, or expired with a refund', async () => {
    const payee = await newPayee();
    const quotes = await Promise.all(Array.from({ length: 5 }, () => newQuote({ source: USD, payee })));
    const [, ...answers] = await Promise.all([
      client.post('/sandbox/clock/advance', { seconds: 3_600 }),
      ...quotes.map((quote) => send(quote.id, 'USD')),
    ]);
    for (const [i, quote] of quotes.entries()) {
      expect(answers[i]?.status).toBe(200);
      const isLate = answers[i]?.body.status === 'EXPIRED';
      const { refund } = await transactionIn(client, quote.transactionId, isLate ? 'EXPIRED' : 'COMPLETED');
      expect(refund).toEqual(isLate ? refundOf('TIMEOUT') : undefined);
    }
    await app.audit();
  });

  test('with one Idempotency-Key returns one answer, also when repeated later', async () => {
    const quote = await newQuote({ source: USD });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(quote.id, 'USD', {}, 'one')));
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    const later = await send(quote.id, 'USD', {}, 'one');
    expect(later.headers.get('idempotent-replayed')).toBe('true');
    for (const { status, text } of answers) expect([status, text]).toEqual([200, later.text]);
    await app.audit();
  });
});

test('funding beyond the daily limit fails the payment and is refunded', async () => {
  const platformLimit = 100_000_000_00;
  const accountId = await accountIn(client, customerId, 'USD');
  const make = (amount: number) =>
    client.post('/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
    });
  const statuses: string[] = [];
  for (let sent = 0; sent < platformLimit && !statuses.includes('FAILED'); sent += 99_000_000) {
    const { body: quote } = await make(99_000_000);
    const { body } = await send(quote.id, 'USD');
    statuses.push(body.status);
    if (body.status === 'FAILED') expect(body.failureReason).toBe('LIMIT_EXCEEDED');
    else await transactionIn(client, quote.transactionId, 'COMPLETED');
  }
  expect(statuses.at(-1)).toBe('FAILED');
  await app.audit();
});
