import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { exampleInfo } from './support/external-accounts.ts';
import { executed, newExternalAccount, platformAccount, quoted, useCurrencies } from './support/payment-world.ts';
import { accountIn, balanceOf, fund, newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';

let app: TestApp;
let client: Client;
let payer: Payer;
/** Accounts of other owners, by type. */
let payees: Record<'internal' | 'converted' | 'dollars' | 'pesos' | 'euros' | 'wallet', string>;

beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  await useCurrencies(client, ['USD', 'EUR', 'MXN', 'USDC', 'USDB']);
  payer = await newPayer(client);
  const other = await newPayer(client, { balance: 0 });
  const { customerId } = payer;
  payees = {
    internal: other.accountId,
    converted: await accountIn(client, other.customerId, 'EUR'),
    dollars: await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT' }),
    pesos: await newExternalAccount(client, { customerId, type: 'MXN_ACCOUNT' }),
    euros: await newExternalAccount(client, { customerId, type: 'EUR_ACCOUNT' }),
    wallet: await newExternalAccount(client, { customerId, type: 'SOLANA_WALLET' }),
  };
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const toAccount = (accountId: string, more: object = {}) => ({ destinationType: 'ACCOUNT', accountId, ...more });

async function toUma(name: string) {
  const umaAddress = `$${name}@sandbox.causeway.test`;
  const { body } = await client.get(`/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${payer.customerId}`);
  return { destination: { destinationType: 'UMA_ADDRESS', umaAddress }, lookupId: body.lookupId };
}

/** Invariants of every quote. */
function expectSums(quote: any, { side, amount }: { side: string; amount: number }): void {
  const { totalSendingAmount, totalReceivingAmount, feesIncluded, exchangeRate } = quote;
  expect(side === 'SENDING' ? totalSendingAmount : totalReceivingAmount).toBe(amount);
  expect(totalReceivingAmount).toBe(Math.round((totalSendingAmount - feesIncluded) / exchangeRate));
  expect(feesIncluded).toBeLessThan(totalSendingAmount);
  expect(quote.platformFeesIncluded).toBeLessThanOrEqual(feesIncluded);
}

describe('every source pays every destination', () => {
  const sources: Record<string, () => Promise<object>> = {
    'an internal account': async () => ({ sourceType: 'ACCOUNT', accountId: payer.accountId }),
    'an account of the platform': async () => ({
      sourceType: 'ACCOUNT',
      accountId: (await platformAccount(client, 'USD')).id,
    }),
    'a pooled account of the platform': async () => ({
      sourceType: 'ACCOUNT',
      accountId: (await platformAccount(client, 'USD')).id,
      customerId: payer.customerId,
    }),
    'an external account that can be debited': async () => ({
      sourceType: 'ACCOUNT',
      accountId: await newExternalAccount(client, { type: 'USD_ACCOUNT', suffix: '211' }),
    }),
    'real-time funding in dollars': async () => ({
      sourceType: 'REALTIME_FUNDING',
      currency: 'USD',
      customerId: payer.customerId,
    }),
    'real-time funding in stablecoins': async () => ({
      sourceType: 'REALTIME_FUNDING',
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      customerId: payer.customerId,
    }),
    'an embedded wallet': async () => ({
      sourceType: 'ACCOUNT',
      accountId: await accountIn(client, payer.customerId, 'USDB'),
    }),
  };

  test.each(Object.entries(sources))('from %s, both sides locked, in one currency and between two', async (_, make) => {
    const source = await make();
    const destinations = [
      ...Object.values(payees).map((id) => ({ destination: toAccount(id) })),
      await toUma('success.usd'),
      await toUma('success.mxn'),
    ];
    for (const request of destinations) {
      for (const side of ['SENDING', 'RECEIVING']) {
        const amount = 9_000_000;
        const quote = await quoted(client, {
          source,
          ...request,
          lockedCurrencySide: side,
          lockedCurrencyAmount: amount,
        });
        expectSums(quote, { side, amount });
        expect(quote).toMatchObject({ status: 'PENDING', source, destination: request.destination });
        expect(quote.transactionId).toBe(quote.id.replace('Quote:', 'Transaction:'));
      }
    }
  });
});

describe('the amounts of a quote', () => {
  const quote = (accountId: string, more: object) => quoted(client, quoteFor(payer, accountId, more));

  test('in one currency: the sent amount is the received amount plus the fee of the rail', async () => {
    expect(await quote(payees.dollars, {})).toMatchObject({
      totalSendingAmount: 10_000,
      totalReceivingAmount: 9_950,
      feesIncluded: 50,
      platformFeesIncluded: 0,
      exchangeRate: 1,
    });
    expect(await quote(payees.dollars, { lockedCurrencySide: 'RECEIVING' })).toMatchObject({
      totalSendingAmount: 10_050,
      totalReceivingAmount: 10_000,
    });
  });

  test('between two: with SENDING locked the received amount is rounded down', async () => {
    // 18.35 pesos a dollar less 30 bps; SPEI costs 5 pesos, 27 cents.
    expect(await quote(payees.pesos, {})).toMatchObject({
      totalSendingAmount: 10_000,
      feesIncluded: 27,
      totalReceivingAmount: Math.floor((9_973 * 18.35 * 9_970) / 10_000),
      sendingCurrency: { code: 'USD', decimals: 2 },
      receivingCurrency: { code: 'MXN', decimals: 2 },
    });
  });

  test('between two: with RECEIVING locked the sent amount is rounded up', async () => {
    const made = await quote(payees.pesos, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 182_455 });
    expect(made).toMatchObject({
      totalReceivingAmount: 182_455,
      feesIncluded: 27,
      totalSendingAmount: 27 + Math.ceil(182_455 / ((18.35 * 9_970) / 10_000)),
    });
  });

  test('between internal accounts are free of fees, and in one currency the full amount arrives', async () => {
    expect(await quote(payees.internal, {})).toMatchObject({ feesIncluded: 0, totalReceivingAmount: 10_000 });
    expect(await quote(payees.converted, {})).toMatchObject({
      feesIncluded: 0,
      totalReceivingAmount: Math.floor(10_000 * 0.8642 * 0.997),
    });
  });

  test('rateDetails multiply to the applied rate, by way of milli-satoshis', async () => {
    const { rateDetails } = await quote(payees.pesos, {});
    expect(rateDetails.serviceMultiplier * rateDetails.counterpartyMultiplier).toBeCloseTo(18.35 * 0.997, 6);
    expect(rateDetails).toMatchObject({
      counterpartyFixedFee: 0,
      serviceFixedFee: 27,
      serviceVariableFeeRate: 0,
      serviceVariableFeeAmount: 0,
    });
  });
});

describe('the rail of a quote', () => {
  const railOf = async (accountId: string, more: object = {}) => {
    const { paymentRail = undefined, ...rest } = more as { paymentRail?: string };
    const { transactionId } = await quoted(client, {
      ...quoteFor(payer, accountId, rest),
      destination: toAccount(accountId, { ...(paymentRail && { paymentRail }) }),
    });
    const { body } = await client.get(`/transactions/${transactionId}`);
    return [body.paymentRail, body.railSelectionMode, body.settlementTimelineSeconds, body.fees];
  };

  test('is the fastest, then the cheapest, that carries the amount', async () => {
    expect(await railOf(payees.euros)).toEqual(['SEPA_INSTANT', 'AUTO', 60, 34]);
    expect(['RTP', 'FEDNOW']).toContain((await railOf(payees.dollars))[0]);
  });

  test('is another one if the fastest does not carry the amount', async () => {
    const more = { accountInfo: exampleInfo('INR_ACCOUNT', { isFull: true }) };
    const account = await newExternalAccount(client, { customerId: payer.customerId, type: 'INR_ACCOUNT', more });
    const railFor = async (rupees: number) => {
      const locked = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: rupees * 100 };
      return (await railOf(account, { ...locked, purposeOfPayment: 'GIFT' }))[0];
    };
    expect([await railFor(100_000), await railFor(100_001), await railFor(200_000)]).toEqual(['UPI', 'NEFT', 'RTGS']);
  });

  test('is the requested one, MANUAL', async () => {
    expect(await railOf(payees.euros, { paymentRail: 'SEPA' })).toEqual(['SEPA', 'MANUAL', 86_400, 23]);
    expect(await railOf(payees.dollars, { paymentRail: 'ACH' })).toEqual(['ACH', 'MANUAL', 172_800, 25]);
    expect(await railOf(payees.dollars, { paymentRail: 'ACH_SAME_DAY' })).toEqual([
      'ACH_SAME_DAY',
      'MANUAL',
      28_800,
      75,
    ]);
  });

  test('is absent for internal and chain payments', async () => {
    expect((await railOf(payees.internal)).slice(0, 2)).toEqual([null, null]);
    expect((await railOf(payees.wallet)).slice(0, 2)).toEqual([null, null]);
  });
});

describe('a quote is valid', () => {
  const windowOf = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000;

  test('for 5 minutes over banks and internally, for 1 minute over chains', async () => {
    expect(windowOf(await quoted(client, quoteFor(payer, payees.dollars)))).toBe(300);
    expect(windowOf(await quoted(client, quoteFor(payer, payees.internal)))).toBe(300);
    expect(windowOf(await quoted(client, quoteFor(payer, payees.wallet)))).toBe(60);
  });

  test('for 15 minutes with real-time funding by bank, for 1 with crypto', async () => {
    const funded = (source: object) => ({
      ...quoteFor(payer, payees.dollars, { lockedCurrencyAmount: 1_000_000 }),
      source: { sourceType: 'REALTIME_FUNDING', customerId: payer.customerId, ...source },
    });
    expect(windowOf(await quoted(client, funded({ currency: 'USD' })))).toBe(900);
    expect(windowOf(await quoted(client, funded({ currency: 'USDC', cryptoNetwork: 'BASE' })))).toBe(60);
  });
});

describe('the response of a quote', () => {
  test('comes with a PENDING transaction with the same amounts', async () => {
    const request = quoteFor(payer, payees.pesos, { description: 'Rent', remittanceInformation: 'Invoice 12' });
    const quote = await quoted(client, request);
    const { body } = await client.get(`/transactions/${quote.transactionId}`);
    expect(body).toMatchObject({
      id: quote.transactionId,
      status: 'PENDING',
      type: 'OUTGOING',
      quoteId: quote.id,
      customerId: payer.customerId,
      description: 'Rent',
      sentAmount: { amount: quote.totalSendingAmount, currency: { code: 'USD' } },
      receivedAmount: { amount: quote.totalReceivingAmount, currency: { code: 'MXN' } },
      fees: quote.feesIncluded,
      platformFees: 0,
      exchangeRate: quote.exchangeRate,
      rateDetails: quote.rateDetails,
      source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payees.pesos },
      reconciliationInstructions: { reference: expect.stringMatching(/^UMA-Q[0-9A-F]{12}-REF$/) },
    });
    expect((await client.get(`/quotes/${quote.id}`)).body).toEqual(quote);
  });

  test('has the counterpartyInformation that the platform has configured, as far as it is known', async () => {
    const platform = await app.newPlatform();
    const requiredCounterpartyFields = [
      { name: 'FULL_NAME', mandatory: true },
      { name: 'TAX_ID', mandatory: false },
    ];
    await useCurrencies(platform, ['USD', 'MXN'], { only: { MXN: { requiredCounterpartyFields } } });
    const sender = await newPayer(platform);
    const payee = await newExternalAccount(platform, { customerId: sender.customerId, type: 'MXN_ACCOUNT' });
    const { counterpartyInformation } = await quoted(platform, quoteFor(sender, payee));
    expect(counterpartyInformation).toEqual({ FULL_NAME: 'Ana Example' });
  });

  test('is PROCESSING with immediatelyExecute, and completes without a second call', async () => {
    const before = await balanceOf(client, payer);
    const quote = await quoted(client, quoteFor(payer, payees.dollars, { immediatelyExecute: true }));
    expect(quote.status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await balanceOf(client, payer)).toEqual({
      balance: before.balance - 10_000,
      totalBalance: before.totalBalance - 10_000,
    });
  });
});

describe('the same Idempotency-Key', () => {
  const post = (key: string, body: object) =>
    client.post('/quotes', body, { headers: { 'idempotency-key': `quotes-${key}` } });

  test('returns the same quote byte for byte, also after its execution', async () => {
    const first = await post('same', quoteFor(payer, payees.dollars));
    await executed(client, first.body.id);
    const second = await post('same', quoteFor(payer, payees.dollars));
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.text]).toEqual([201, first.text]);
    await transactionIn(client, first.body.transactionId, 'COMPLETED');
  });

  test('returns the same quote after its payee is deleted, and reports a reused key before other errors', async () => {
    const { customerId } = await newPayer(client, { balance: 0 });
    const payee = await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT' });
    const first = await post('gone', quoteFor(payer, payee));
    expect((await client.delete(`/customers/external-accounts/${payee}`)).status).toBe(204);
    const second = await post('gone', quoteFor(payer, payee));
    expect([second.status, second.text]).toEqual([201, first.text]);
    const other = await post('gone', quoteFor(payer, payee, { lockedCurrencyAmount: 1, scaFactor: 'TOTP' }));
    expect(other.body).toMatchObject({ code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await client.post('/quotes', quoteFor(payer, payee))).status).toBe(404);
  });

  test('with immediatelyExecute pays once under concurrency', async () => {
    const sender = await newPayer(client, { balance: 1_000_000 });
    const request = quoteFor(sender, payees.dollars, { immediatelyExecute: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('immediate', request)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await transactionIn(client, answers[0]?.body.transactionId, 'COMPLETED');
    expect((await balanceOf(client, sender)).totalBalance).toBe(990_000);
  });

  test('with another request is a conflict; an amount error is replayed, a validation error is not stored', async () => {
    await post('other', quoteFor(payer, payees.dollars));
    const other = await post('other', quoteFor(payer, payees.dollars, { lockedCurrencyAmount: 1 }));
    expect(other.body).toMatchObject({ code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
    const small = quoteFor(payer, payees.dollars, { lockedCurrencyAmount: 10 });
    expect((await post('small', small)).body.code).toBe('AMOUNT_OUT_OF_RANGE');
    expect((await post('small', small)).headers.get('idempotent-replayed')).toBe('true');
    const wrong = quoteFor(payer, payees.dollars, { scaFactor: 'TOTP' });
    expect((await post('wrong', wrong)).body.code).toBe('INVALID_INPUT');
    expect((await post('wrong', quoteFor(payer, payees.dollars))).status).toBe(201);
  });
});

test('the platform pays from its own account, and its customers from a pooled account', async () => {
  const platform = await app.newPlatform();
  const { id } = await platformAccount(platform, 'USD');
  await fund(platform, id, 100_000);
  const owner = await newPayer(platform, { balance: 0 });
  const own = { customerId: platform.platformId, accountId: id, currency: 'USD' };
  const payee = await newExternalAccount(platform, { type: 'USD_ACCOUNT' });
  for (const [source, customerId] of [
    [{ sourceType: 'ACCOUNT', accountId: id }, platform.platformId],
    [{ sourceType: 'ACCOUNT', accountId: id, customerId: owner.customerId }, owner.customerId],
  ] as const) {
    const quote = await quoted(platform, { ...quoteFor(own, payee), source, immediatelyExecute: true });
    const transaction = await transactionIn(platform, quote.transactionId, 'COMPLETED');
    expect(transaction.customerId).toBe(customerId);
  }
  expect(await platformAccount(platform, 'USD')).toMatchObject({
    balance: { amount: 80_000 },
    totalBalance: { amount: 80_000 },
  });
});
