import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { externalAccountStatuses } from '../src/parties/accounts/external-names.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { advance, newExternalAccount, platformAccount, quoted, useCurrencies } from './support/payment-world.ts';
import { accountIn, balanceOf, newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';

let app: TestApp;
let client: Client;
let payer: Payer;
let dollars: string;
let pesos: string;
let rupees: string;

beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  await useCurrencies(client, ['USD', 'EUR', 'MXN', 'USDC', 'USDB']);
  payer = await newPayer(client);
  const { customerId } = payer;
  dollars = await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT' });
  pesos = await newExternalAccount(client, { customerId, type: 'MXN_ACCOUNT' });
  rupees = await newExternalAccount(client, { customerId, type: 'INR_ACCOUNT' });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** Rejection of a quote: status, code, and the reported fields. */
async function rejection(request: object, at: Client = client) {
  const { status, body } = await at.post('/quotes', request);
  const fields = (body.details?.errors ?? []).map(({ field }: { field: string }) => field);
  return { status, code: body.code, ...(fields.length > 0 && { fields: fields.sort() }), details: body.details };
}

const invalid = (...fields: string[]) => ({ status: 400, code: 'INVALID_INPUT', fields: fields.sort() });

const realtime = (more: object = {}) => ({
  sourceType: 'REALTIME_FUNDING',
  currency: 'USD',
  customerId: payer.customerId,
  ...more,
});

async function lookUp(name: string, at = client, customerId = payer.customerId): Promise<any> {
  const address = name.includes('@') ? name : `$${name}@sandbox.causeway.test`;
  const { body } = await at.get(`/receiver/uma/${encodeURIComponent(address)}?customerId=${customerId}`);
  return { lookupId: body.lookupId, destination: { destinationType: 'UMA_ADDRESS', umaAddress: address } };
}

describe('the request must be well-formed', () => {
  const cases: Record<string, [more: () => object, ...fields: string[]]> = {
    'an amount of zero': [() => ({ lockedCurrencyAmount: 0 }), 'lockedCurrencyAmount'],
    'an amount above 9000000000000000': [
      () => ({ lockedCurrencyAmount: 9_000_000_000_000_001 }),
      'lockedCurrencyAmount',
    ],
    'a fractional amount': [() => ({ lockedCurrencyAmount: 1.5 }), 'lockedCurrencyAmount'],
    'an amount as text': [() => ({ lockedCurrencyAmount: '100' }), 'lockedCurrencyAmount'],
    'an unknown side': [() => ({ lockedCurrencySide: 'BOTH' }), 'lockedCurrencySide'],
    'no side and no amount': [
      () => ({ lockedCurrencySide: undefined, lockedCurrencyAmount: undefined }),
      'lockedCurrencySide',
      'lockedCurrencyAmount',
    ],
    'remittanceInformation of 81 characters': [
      () => ({ remittanceInformation: 'x'.repeat(81) }),
      'remittanceInformation',
    ],
    'a memo of 1001 characters': [() => ({ description: 'x'.repeat(1_001) }), 'description'],
    'an unknown purpose': [() => ({ purposeOfPayment: 'FUN' }), 'purposeOfPayment'],
    'a malformed lookupId': [() => ({ lookupId: randomUUID() }), 'lookupId'],
    'a malformed source id': [
      () => ({ source: { sourceType: 'ACCOUNT', accountId: 'Account:1' } }),
      'source.accountId',
    ],
    'a destination id of another resource': [
      () => ({ destination: { destinationType: 'ACCOUNT', accountId: payer.customerId } }),
      'destination.accountId',
    ],
    'a negative fee and one above 100 percent': [
      () => ({
        platformFeeOverride: { platformFixedFee: { amount: -1, currency: 'USD' }, platformVariableFeeBps: 10_001 },
      }),
      'platformFeeOverride.platformFixedFee.amount',
      'platformFeeOverride.platformVariableFeeBps',
    ],
    'TOTP, whose codes are not bound to the payment': [() => ({ scaFactor: 'TOTP' }), 'scaFactor'],
    'a stablecoin without its network': [() => ({ source: realtime({ currency: 'USDC' }) }), 'source.cryptoNetwork'],
    'a network that does not carry the stablecoin': [
      () => ({ source: realtime({ currency: 'USDC', cryptoNetwork: 'TRON' }) }),
      'source.cryptoNetwork',
    ],
    'a network for US dollars': [() => ({ source: realtime({ cryptoNetwork: 'SOLANA' }) }), 'source.cryptoNetwork'],
    'a UMA destination without a lookupId': [
      () => ({ destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$success.usd@sandbox.causeway.test' } }),
      'lookupId',
    ],
    'three invalid fields at once': [
      () => ({
        source: realtime({ currency: 'USDT' }),
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$success.usd@sandbox.causeway.test' },
        scaFactor: 'TOTP',
      }),
      'source.cryptoNetwork',
      'lookupId',
      'scaFactor',
    ],
  };

  test.each(Object.entries(cases))('rejects with the field: %s', async (_, [more, ...fields]) => {
    expect(await rejection(quoteFor(payer, dollars, more()))).toMatchObject(invalid(...fields));
  });

  test('reports fields that break a rule together with fields of the wrong type', async () => {
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: '$ada@sandbox.causeway.test' };
    const wrong = { lockedCurrencyAmount: '1', scaFactor: 'TOTP', destination };
    const coin = realtime({ currency: 'USDC' });
    expect(await rejection({ ...quoteFor(payer, dollars), ...wrong, source: coin })).toMatchObject(
      invalid('lockedCurrencyAmount', 'lookupId', 'scaFactor', 'source.cryptoNetwork'),
    );
    const uncertain = realtime({ currency: 5, cryptoNetwork: 'BASE' });
    expect(await rejection({ ...quoteFor(payer, dollars), source: uncertain })).toMatchObject(
      invalid('source.currency'),
    );
  });

  test('accepts remittanceInformation of 80 characters and a memo', async () => {
    const texts = { remittanceInformation: 'x'.repeat(80), description: 'y'.repeat(1_000) };
    await quoted(client, quoteFor(payer, dollars, texts));
  });
});

test('a quote ignores unknown members, and keeps texts verbatim', async () => {
  const description = '"status":"~" ~Quote:1~now {{balance}}';
  const source = { sourceType: 'ACCOUNT', accountId: payer.accountId, status: '~', currency: 'EUR' };
  const request = quoteFor(payer, dollars, { source, description, lockedCurrencyAmount: 1_000, isUrgent: true });
  const quote = await quoted(client, request);
  expect(quote.source).toEqual({ sourceType: 'ACCOUNT', accountId: payer.accountId });
  expect((await client.post(`/quotes/${quote.id}/execute`)).body).toEqual({ ...quote, status: 'PROCESSING' });
  expect((await transactionIn(client, quote.transactionId, 'COMPLETED')).description).toBe(description);
});

describe('the request must match its source and destination', () => {
  const override = (currency: string) => ({
    platformFeeOverride: { platformFixedFee: { amount: 5, currency }, platformVariableFeeBps: 0 },
  });

  test('rejects a rail that does not reach the account, and lists those that do', async () => {
    const destination = { destinationType: 'ACCOUNT', accountId: pesos, paymentRail: 'SEPA' };
    const answer = await rejection(quoteFor(payer, pesos, { destination }));
    expect(answer).toMatchObject(invalid('destination.paymentRail'));
    expect(answer.details.errors[0].constraint).toEqual({ enum: ['SPEI'] });
  });

  test('rejects a rail for an internal account', async () => {
    const destination = { destinationType: 'ACCOUNT', accountId: payer.accountId, paymentRail: 'ACH' };
    const source = { sourceType: 'ACCOUNT', accountId: (await platformAccount(client, 'USD')).id };
    expect(await rejection(quoteFor(payer, '', { source, destination }))).toMatchObject(
      invalid('destination.paymentRail'),
    );
  });

  test('rejects a customer who does not own the source', async () => {
    const { customerId } = await newPayer(client, { balance: 0 });
    const source = { sourceType: 'ACCOUNT', accountId: payer.accountId, customerId };
    expect(await rejection(quoteFor(payer, dollars, { source }))).toMatchObject(invalid('source.customerId'));
  });

  test('rejects immediatelyExecute with real-time funding', async () => {
    const request = quoteFor(payer, dollars, { source: realtime(), immediatelyExecute: true });
    expect(await rejection(request)).toMatchObject(invalid('immediatelyExecute'));
  });

  test('rejects immediatelyExecute from an embedded wallet, with a hint', async () => {
    const source = { sourceType: 'ACCOUNT', accountId: await accountIn(client, payer.customerId, 'USDB') };
    const answer = await rejection(quoteFor(payer, dollars, { source, immediatelyExecute: true }));
    expect(answer).toMatchObject({
      ...invalid('immediatelyExecute'),
      details: { hint: expect.stringContaining('payloadToSign') },
    });
  });

  test('rejects a fee override for a payment that is not in US dollars', async () => {
    const source = { sourceType: 'ACCOUNT', accountId: await accountIn(client, payer.customerId, 'EUR') };
    expect(await rejection(quoteFor(payer, dollars, { source, ...override('EUR') }))).toMatchObject(
      invalid('platformFeeOverride'),
    );
  });

  test('rejects a fixed fee in another currency than the sent one', async () => {
    expect(await rejection(quoteFor(payer, pesos, override('MXN')))).toMatchObject(
      invalid('platformFeeOverride.platformFixedFee.currency'),
    );
  });

  test.each(['INR_ACCOUNT', 'NGN_ACCOUNT'] as const)(
    'rejects a missing purpose if the central bank requires one: %s',
    async (type) => {
      const payee = await newExternalAccount(client, { customerId: payer.customerId, type, suffix: '222' });
      const { body } = await client.get(`/receiver/external-account/${payee}?customerId=${payer.customerId}`);
      expect(body.supportedCurrencies[0].requiredQuoteFields).toEqual(['purposeOfPayment']);
      expect(await rejection(quoteFor(payer, payee))).toMatchObject(invalid('purposeOfPayment'));
      await quoted(client, quoteFor(payer, payee, { purposeOfPayment: 'FAMILY_SUPPORT' }));
    },
  );

  test('rejects a lookup of another receiver', async () => {
    const { lookupId } = await lookUp('success.usd');
    expect(await rejection(quoteFor(payer, dollars, { lookupId }))).toMatchObject(invalid('lookupId'));
    const other = await lookUp('success.mxn');
    expect(await rejection({ ...quoteFor(payer, ''), ...other, lookupId })).toMatchObject(invalid('lookupId'));
  });

  test('rejects a currency that the receiver does not accept', async () => {
    const { destination, lookupId } = await lookUp('success.usd');
    const request = { ...quoteFor(payer, ''), lookupId, destination: { ...destination, currency: 'MXN' } };
    expect(await rejection(request)).toMatchObject({ ...invalid('destination.currency'), code: 'INVALID_CURRENCY' });
  });

  test('rejects less sender information than the lookup requires', async () => {
    const found = await lookUp('success.eur');
    const request = { ...quoteFor(payer, ''), ...found };
    const missing = { status: 400, code: 'MISSING_MANDATORY_USER_INFO', fields: ['senderCustomerInfo.FULL_NAME'] };
    expect(await rejection(request)).toMatchObject(missing);
    expect(await rejection({ ...request, senderCustomerInfo: { FULL_NAME: '' } })).toMatchObject(missing);
    await quoted(client, { ...request, senderCustomerInfo: { FULL_NAME: 'Ada Lovelace' } });
  });

  test('reports every mismatching field at once', async () => {
    const { lookupId } = await lookUp('success.eur');
    const { customerId } = await newPayer(client, { balance: 0 });
    const accountId = await accountIn(client, payer.customerId, 'USDB');
    const request = quoteFor(payer, rupees, {
      source: { sourceType: 'ACCOUNT', accountId, customerId },
      destination: { destinationType: 'ACCOUNT', accountId: rupees, paymentRail: 'PIX' },
      lookupId,
      immediatelyExecute: true,
      ...override('EUR'),
    });
    expect(await rejection(request)).toMatchObject(
      invalid(
        'source.customerId',
        'destination.paymentRail',
        'lookupId',
        'immediatelyExecute',
        'platformFeeOverride',
        'platformFeeOverride.platformFixedFee.currency',
        'purposeOfPayment',
        'senderCustomerInfo.FULL_NAME',
      ),
    );
  });
});

describe('the referenced resources must exist', () => {
  test('returns 404 for unknown accounts, customers and lookups', async () => {
    const nobody = `Customer:${randomUUID()}`;
    const account = (kind: string) => `${kind}:${randomUUID()}`;
    const pay = (more: object) => quoteFor(payer, dollars, more);
    const from = (accountId: string) => pay({ source: { sourceType: 'ACCOUNT', accountId } });
    for (const [request, code] of [
      [from(account('InternalAccount')), 'REFERENCE_NOT_FOUND'],
      [from(account('ExternalAccount')), 'REFERENCE_NOT_FOUND'],
      [quoteFor(payer, account('InternalAccount')), 'REFERENCE_NOT_FOUND'],
      [quoteFor(payer, account('ExternalAccount')), 'REFERENCE_NOT_FOUND'],
      [pay({ source: realtime({ customerId: nobody }) }), 'USER_NOT_FOUND'],
      [pay({ lookupId: account('Lookup') }), 'LOOKUP_REQUEST_NOT_FOUND'],
    ] as const) {
      expect(await rejection(request)).toMatchObject({ status: 404, code });
    }
  });

  test('returns 404 for resources of another platform', async () => {
    const stranger = await app.newPlatform();
    const own = await newPayer(stranger);
    const payee = await newExternalAccount(stranger, { customerId: own.customerId, type: 'USD_ACCOUNT' });
    const found = await lookUp('success.usd', stranger, own.customerId);
    for (const request of [
      quoteFor(own, dollars),
      quoteFor(payer, payee),
      quoteFor(payer, own.accountId),
      { ...quoteFor(payer, ''), ...found },
    ]) {
      expect((await rejection(request)).status).toBe(404);
    }
  });

  test('accepts a lookup for 10 minutes', async () => {
    const platform = await app.newPlatform();
    const sender = await newPayer(platform);
    const found = await lookUp('success.usd', platform, sender.customerId);
    await quoted(platform, { ...quoteFor(sender, ''), ...found });
    await advance(platform, 600);
    expect(await rejection({ ...quoteFor(sender, ''), ...found }, platform)).toMatchObject({
      status: 404,
      code: 'LOOKUP_REQUEST_NOT_FOUND',
    });
  });

  test.each(['XXX', 'usd', '', '__proto__', 'toString'])('rejects an unknown currency: "%s"', async (currency) => {
    const request = quoteFor(payer, dollars, { source: realtime({ currency }) });
    expect(await rejection(request)).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' });
    const overChain = quoteFor(payer, dollars, { source: realtime({ currency, cryptoNetwork: 'SOLANA' }) });
    expect((await rejection(overChain)).status).toBe(400);
  });

  test('rejects a currency that the platform cannot send', async () => {
    const platform = await app.newPlatform();
    await useCurrencies(platform, ['USD', 'EUR'], { only: { USD: { enabledTransactionTypes: ['INCOMING'] } } });
    const sender = await newPayer(platform);
    const payee = await newExternalAccount(platform, { customerId: sender.customerId, type: 'USD_ACCOUNT' });
    expect(await rejection(quoteFor(sender, payee), platform)).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' });
  });
});

describe('a payment to oneself', () => {
  const SELF = { status: 400, code: 'SELF_PAYMENT' };

  test('is rejected from an account to itself', async () => {
    expect(await rejection(quoteFor(payer, payer.accountId))).toMatchObject(SELF);
  });

  test("is rejected to the sender's UMA address", async () => {
    const { body } = await client.get(`/customers/${payer.customerId}`);
    const found = await lookUp(body.umaAddress);
    expect(await rejection({ ...quoteFor(payer, ''), ...found })).toMatchObject(SELF);
  });

  test('is accepted between two accounts of one customer', async () => {
    await quoted(client, quoteFor(payer, await accountIn(client, payer.customerId, 'EUR')));
  });
});

describe('amount limits', () => {
  const OUT_OF_RANGE = { status: 400, code: 'AMOUNT_OUT_OF_RANGE' };

  test('of the corridor apply in the received currency: the widest of its rails', async () => {
    const locked = (lockedCurrencyAmount: number) => ({ lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount });
    const wire = { destination: { destinationType: 'ACCOUNT', accountId: dollars, paymentRail: 'WIRE' } };
    expect(await rejection(quoteFor(payer, dollars, { ...locked(99), ...wire }))).toMatchObject({
      ...OUT_OF_RANGE,
      details: { minAmount: 100, maxAmount: 1_000_000_000, currency: 'USD' },
    });
    await quoted(client, quoteFor(payer, dollars, { ...locked(100), ...wire }));
    const found = await lookUp('success.usd');
    expect(await rejection({ ...quoteFor(payer, ''), ...found, ...locked(10_000_001) })).toMatchObject(OUT_OF_RANGE);
    await quoted(client, { ...quoteFor(payer, ''), ...found, ...locked(10_000_000) });
  });

  test('apply to the largest amounts of a request', async () => {
    const largest = { lockedCurrencyAmount: 9_000_000_000_000_000 };
    const wallet = await newExternalAccount(client, { customerId: payer.customerId, type: 'BASE_WALLET' });
    for (const to of [dollars, pesos, wallet, await accountIn(client, payer.customerId, 'EUR')]) {
      for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
        const { status, code } = await rejection(quoteFor(payer, to, { ...largest, lockedCurrencySide }));
        expect([status, code]).toEqual([400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED']);
      }
    }
  });

  test('reject an amount that the fees consume', async () => {
    expect(await rejection(quoteFor(payer, dollars, { lockedCurrencyAmount: 25 }))).toMatchObject(OUT_OF_RANGE);
    await quoted(client, quoteFor(payer, dollars, { lockedCurrencyAmount: 26 }));
  });

  test("of the platform's configuration apply on both sides", async () => {
    const platform = await app.newPlatform();
    const only = { USD: { minAmount: 1_000, maxAmount: 50_000 }, EUR: { minAmount: 2_000, maxAmount: 30_000 } };
    await useCurrencies(platform, ['USD', 'EUR'], { only });
    const sender = await newPayer(platform);
    const payee = await newExternalAccount(platform, { customerId: sender.customerId, type: 'USD_ACCOUNT' });
    const euros = await accountIn(platform, sender.customerId, 'EUR');
    const answers: string[] = [];
    for (const [to, lockedCurrencySide, lockedCurrencyAmount] of [
      [payee, 'SENDING', 999],
      [payee, 'SENDING', 1_000],
      [payee, 'SENDING', 50_000],
      [payee, 'SENDING', 50_001],
      [euros, 'RECEIVING', 1_999],
      [euros, 'RECEIVING', 2_000],
      [euros, 'RECEIVING', 30_000],
      [euros, 'RECEIVING', 30_001],
    ] as const) {
      const request = quoteFor(sender, to, { lockedCurrencySide, lockedCurrencyAmount });
      const { body } = await platform.post('/quotes', request);
      answers.push(body.code ?? body.status);
    }
    const [no, yes] = ['AMOUNT_OUT_OF_RANGE', 'PENDING'];
    // 950 of 1,000 cents are sent after fees, and the receiving side has the same bounds.
    expect(answers).toEqual([no, no, yes, no, no, yes, yes, no]);
  });

  test('of a single transaction are worth a million US dollars', async () => {
    const other = await newPayer(client, { balance: 0 });
    const request = (amount: number) => quoteFor(payer, other.accountId, { lockedCurrencyAmount: amount });
    await quoted(client, request(100_000_000));
    expect(await rejection(request(100_000_001))).toMatchObject({
      status: 400,
      code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED',
      details: { maxAmount: 100_000_000, currency: 'USD' },
    });
  });

  test('of a day return 429 at execute and at immediatelyExecute, and reset at the next UTC day', async () => {
    const platform = await app.newPlatform();
    const rich = await newPayer(platform, { balance: 1_200_000_000 });
    const { accountId } = await newPayer(platform, { balance: 0 });
    const million = { lockedCurrencyAmount: 100_000_000 };
    for (let i = 0; i < 9; i++) {
      await quoted(platform, quoteFor(rich, accountId, { ...million, immediatelyExecute: true }));
    }
    const [last, oneMore] = [
      await quoted(platform, quoteFor(rich, accountId, million)),
      await quoted(platform, quoteFor(rich, accountId, { lockedCurrencyAmount: 1 })),
    ];
    expect((await platform.post(`/quotes/${last.id}/execute`)).status).toBe(200);
    const exceeded = { status: 429, body: { code: 'DAILY_VOLUME_LIMIT_EXCEEDED' } };
    const before = await balanceOf(platform, rich);
    expect(await platform.post(`/quotes/${oneMore.id}/execute`)).toMatchObject(exceeded);
    const immediate = quoteFor(rich, accountId, { lockedCurrencyAmount: 1, immediatelyExecute: true });
    const rejected = await platform.post('/quotes', immediate);
    expect(rejected).toMatchObject(exceeded);
    expect((await platform.get(`/quotes/${oneMore.id}`)).body.status).toBe('PENDING');
    await transactionIn(platform, last.transactionId, 'COMPLETED');
    expect((await balanceOf(platform, rich)).balance).toBe(before.balance);
    const { body: clock } = await platform.get('/sandbox/clock');
    const untilMidnight = 86_400 - ((Date.parse(clock.now) / 1_000) % 86_400);
    expect(Math.abs(Number(rejected.headers.get('retry-after')) - untilMidnight)).toBeLessThan(60);
    await advance(platform, Math.ceil(untilMidnight));
    expect((await platform.post('/quotes', immediate)).status).toBe(201);
  });
});

describe('customers and accounts must be able to pay', () => {
  test('rejects a customer who is not approved: USER_NOT_READY', async () => {
    const { body } = await client.post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Pending 001' });
    const request = quoteFor(payer, dollars, { source: realtime({ customerId: body.id }) });
    expect(await rejection(request)).toMatchObject({ status: 403, code: 'USER_NOT_READY' });
  });

  test('rejects a deleted customer: CUSTOMER_DELETED; and a payment to the closed account: 409', async () => {
    const gone = await newPayer(client, { balance: 0 });
    expect((await client.delete(`/customers/${gone.customerId}`)).status).toBe(200);
    expect(await rejection(quoteFor(gone, dollars))).toMatchObject({ status: 410, code: 'CUSTOMER_DELETED' });
    expect(await rejection(quoteFor(payer, gone.accountId))).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      details: { reason: 'ACCOUNT_NOT_ACTIVE' },
    });
  });

  test('expires the quotes of a deleted customer, also those that the platform would have paid', async () => {
    const platform = await app.newPlatform();
    const gone = await newPayer(platform, { balance: 0 });
    const { id: pooled } = await platformAccount(platform, 'USD');
    const payee = await newExternalAccount(platform, { customerId: gone.customerId, type: 'USD_ACCOUNT' });
    const source = { sourceType: 'ACCOUNT', accountId: pooled, customerId: gone.customerId };
    const quote = await quoted(platform, quoteFor(gone, payee, { source }));
    expect((await platform.delete(`/customers/${gone.customerId}`)).status).toBe(200);
    await transactionIn(platform, quote.transactionId, 'EXPIRED');
    const rejected = await platform.post(`/quotes/${quote.id}/execute`);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
  });

  test('rejects missing terms acceptance on an unregulated platform', async () => {
    const made = await client.post('/sandbox/platforms', { isRegulatedFinancialInstitution: false });
    const platform = client.with(made.body.token);
    const endUser = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
    const { body: customer } = await platform.post('/customers', endUser);
    const customerId = customer.id;
    const payee = await newExternalAccount(platform, { customerId, type: 'USD_ACCOUNT' });
    const request = quoteFor(payer, payee, { source: realtime({ customerId }) });
    expect(await rejection(request, platform)).toMatchObject({ status: 403, code: 'END_USER_TERMS_NOT_ACCEPTED' });
  });

  test('rejects a frozen account as source and as destination', async () => {
    const frozen = await newPayer(client);
    const operator = await app.newOperator();
    const path = `/operator/platforms/${client.platformId}/internal-accounts/${frozen.accountId}`;
    const before = await quoted(client, quoteFor(frozen, dollars));
    expect((await operator.post(`${path}/freeze`, { reason: 'test' })).status).toBe(200);
    const conflict = { status: 409, code: 'CONFLICT', details: { reason: 'ACCOUNT_NOT_ACTIVE' } };
    expect(await rejection(quoteFor(frozen, dollars))).toMatchObject(conflict);
    expect(await rejection(quoteFor(payer, frozen.accountId))).toMatchObject(conflict);
    expect(await client.post(`/quotes/${before.id}/execute`)).toMatchObject({ status: 409, body: conflict });
    expect((await operator.post(`${path}/unfreeze`, { reason: 'test' })).status).toBe(200);
    expect((await client.post(`/quotes/${before.id}/execute`)).status).toBe(200);
    await transactionIn(client, before.transactionId, 'COMPLETED');
  });

  test('requires an ACTIVE external account', async () => {
    const answers = [];
    for (const status of externalAccountStatuses) {
      await app.database.db.write(sql`UPDATE external_accounts SET status = ${status} WHERE id = ${dollars}`);
      const { body } = await client.post('/quotes', quoteFor(payer, dollars, { lockedCurrencyAmount: 200_000 }));
      answers.push([status, body.code ?? body.status]);
    }
    await app.database.db.write(sql`UPDATE external_accounts SET status = 'ACTIVE' WHERE id = ${dollars}`);
    expect(Object.fromEntries(answers)).toEqual({
      PENDING: 'INVALID_RECEIVER',
      ACTIVE: 'PENDING',
      PENDING_OWNERSHIP_VERIFICATION: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
      UNVERIFIED: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
      UNDER_REVIEW: 'INVALID_RECEIVER',
      INACTIVE: 'INVALID_RECEIVER',
    });
  });

  test('limits payments to a wallet without a proof of ownership to 1,000 US dollars', async () => {
    const more = { ownershipType: 'FIRST_PARTY' };
    const wish = { customerId: payer.customerId, type: 'SOLANA_WALLET', more } as const;
    const wallet = await newExternalAccount(client, wish);
    const pay = (amount: number) =>
      quoteFor(payer, wallet, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: amount });
    await quoted(client, pay(1_000_000_000));
    expect(await rejection(pay(1_000_000_001))).toMatchObject({
      status: 400,
      code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
      details: { hint: expect.stringContaining('challenge') },
    });
  });
});

test('a VIEW token cannot create a quote', async () => {
  const viewer = await app.clientWith(['VIEW']);
  expect(await rejection(quoteFor(payer, dollars), viewer)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});
