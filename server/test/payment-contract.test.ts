import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentRails } from '../src/engine/providers/rails/port.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { advance, newExternalAccount, platformAccount, quoted, useCurrencies } from './support/payment-world.ts';
import { accountIn, balanceOf, fund, newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';

const DOMAIN = 'sandbox.causeway.test';

let app: TestApp;
let client: Client;
let payer: Payer;
beforeAll(async () => {
  app = await TestApp.shared();
});
beforeEach(async () => {
  client = await app.newPlatform();
  await useCurrencies(client, ['USD', 'EUR', 'USDC', 'USDT']);
  payer = await newPayer(client);
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const fieldsOf = ({ body }: Answer): string[] =>
  (body.details?.errors ?? []).map(({ field }: { field: string }) => field);
const rejectionOf = async (request: object) => {
  const answer = await client.post('/quotes', request);
  return [answer.status, answer.body.code, fieldsOf(answer)];
};
const bank = (customerId: string | undefined = payer.customerId, suffix = '111') =>
  newExternalAccount(client, { customerId, type: 'USD_ACCOUNT', suffix });
const fromOutside = (accountId: string) => ({ source: { sourceType: 'ACCOUNT', accountId } });

describe('a lookup', () => {
  const lookUp = async (path: string, customerId: string) =>
    (await client.get(`/receiver/${path}?customerId=${customerId}`)).body.lookupId;

  test('of another sender is rejected: 400 INVALID_INPUT', async () => {
    const other = await newPayer(client, { balance: 0 });
    const payee = await bank();
    const umaAddress = `$success.usd@${DOMAIN}`;
    const toUma = { destination: { destinationType: 'UMA_ADDRESS', umaAddress } };
    const cases: [path: string, more: object][] = [
      [`external-account/${payee}`, {}],
      [`uma/${encodeURIComponent(umaAddress)}`, toUma],
    ];
    for (const [path, more] of cases) {
      const lookupId = await lookUp(path, other.customerId);
      expect(await rejectionOf(quoteFor(payer, payee, { ...more, lookupId }))).toEqual([
        400,
        'INVALID_INPUT',
        ['lookupId'],
      ]);
      const own = await lookUp(path, payer.customerId);
      expect((await client.post('/quotes', quoteFor(payer, payee, { ...more, lookupId: own }))).status).toBe(201);
    }
    await app.audit();
  });

  test('of any customer can be used by the platform, which has no address', async () => {
    const account = await platformAccount(client, 'USD');
    await fund(client, account.id, 10_000);
    const lookupId = await lookUp(`uma/${encodeURIComponent(`$success.usd@${DOMAIN}`)}`, payer.customerId);
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: `$success.usd@${DOMAIN}` };
    const source = { sourceType: 'ACCOUNT', accountId: account.id };
    await quoted(client, quoteFor(payer, '', { lookupId, destination, source, lockedCurrencyAmount: 1_000 }));
    await app.audit();
  });
});

describe('destination.currency', () => {
  test('must be that of the account if given: otherwise 400', async () => {
    const accounts = [await bank(), await accountIn(client, payer.customerId, 'USDC')];
    for (const [i, accountId] of accounts.entries()) {
      const own = i === 0 ? 'USD' : 'USDC';
      const to = (currency: string) => ({ destination: { destinationType: 'ACCOUNT', accountId, currency } });
      expect(await rejectionOf(quoteFor(payer, '', to('EUR')))).toEqual([
        400,
        'INVALID_INPUT',
        ['destination.currency'],
      ]);
      expect((await quoted(client, quoteFor(payer, '', to(own)))).destination).toMatchObject({ currency: own });
    }
    await app.audit();
  });
});

describe('a pull', () => {
  test('draws only on accounts of the receiving customer or of the platform: otherwise 400', async () => {
    const other = await newPayer(client, { balance: 0 });
    const owners = { own: await bank(), platform: await bank(''), other: await bank(other.customerId) };
    const expected = { own: 201, platform: 201, other: 400 };
    for (const [name, source] of Object.entries(owners)) {
      const into = { source: { accountId: source }, destination: { accountId: payer.accountId }, amount: 500 };
      const answers = [
        await client.post('/transfer-in', into),
        await client.post('/quotes', quoteFor(payer, payer.accountId, fromOutside(source))),
      ];
      const status = expected[name as keyof typeof expected];
      expect([name, ...answers.map((answer) => answer.status)]).toEqual([name, status, status]);
      if (status === 400) for (const answer of answers) expect(fieldsOf(answer)).toEqual(['source.accountId']);
    }
    const ours = await platformAccount(client, 'USD');
    const into = { source: { accountId: owners.own }, destination: { accountId: ours.id }, amount: 500 };
    expect((await client.post('/transfer-in', into)).status).toBe(400);
    await app.audit();
  });
});

describe('a quote after its expiry', () => {
  test('is EXPIRED immediately in every response, before its job has run', async () => {
    const quote = await quoted(client, quoteFor(payer, await bank()));
    const { db } = app.database;
    await db.write(sql`UPDATE transactions SET expires_at = created_at WHERE id = ${quote.transactionId}`);
    expect((await client.get(`/quotes/${quote.id}`)).body).toMatchObject({ id: quote.id, status: 'EXPIRED' });
    await app.audit();
  });

  test('expires by the clock of the platform', async () => {
    const quote = await quoted(client, quoteFor(payer, await bank()));
    const status = async () => (await client.get(`/quotes/${quote.id}`)).body.status;
    await advance(client, 290);
    expect(await status()).toBe('PENDING');
    await advance(client, 11);
    expect(await status()).toBe('EXPIRED');
    await app.audit();
  });

  test('keeps its status if it was executed in time', async () => {
    const quote = await quoted(client, quoteFor(payer, await bank()));
    await client.post(`/quotes/${quote.id}/execute`);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await advance(client, 600);
    expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe('COMPLETED');
    await app.audit();
  });
});

describe('currencies with the same peg', () => {
  const units: Record<string, number> = { USD: 100, USDC: 1_000_000, USDT: 1_000_000 };
  const pairs = Object.keys(units).flatMap((from) => Object.keys(units).map((to) => [from, to] as const));

  test.each(pairs)('convert one for one without a spread: %s to %s', async (from, to) => {
    const [one, other] = [units[from] as number, units[to] as number];
    const accountId = await accountIn(client, payer.customerId, from);
    const payee = await newPayer(client, { currency: to, balance: 0 });
    const request = quoteFor({ ...payer, accountId }, payee.accountId, { lockedCurrencyAmount: 25 * one });
    const quote = await quoted(client, request);
    expect(quote).toMatchObject({
      totalSendingAmount: 25 * one,
      totalReceivingAmount: 25 * other,
      feesIncluded: 0,
      exchangeRate: one / other,
    });
    await app.audit();
  });

  test('have a ratio of one in exchange rates, with separate fees', async () => {
    const { body } = await client.get('/exchange-rates?sourceCurrency=USD&destinationCurrency=USDC');
    for (const { receivingAmount, fees, sendingAmount } of body.data) {
      expect(receivingAmount).toBe((sendingAmount - fees.total) * 10_000);
    }
    expect(body.data.length).toBeGreaterThan(0);
  });
});

test('exchange rates have either a payment rail or a network', async () => {
  const { body } = await client.get('/exchange-rates?sourceCurrency=USD');
  const rails: readonly string[] = paymentRails;
  for (const { destinationPaymentRail: rail, destinationNetwork: network, destinationCurrency } of body.data) {
    expect([destinationCurrency.code, rail === undefined]).toEqual([destinationCurrency.code, network !== undefined]);
    if (rail !== undefined) expect(rails).toContain(rail);
  }
  const coins = body.data.filter((row: any) => row.destinationCurrency.code === 'USDC');
  expect(coins.map((row: any) => row.destinationNetwork)).toContain('SOLANA');
  expect(coins.every((row: any) => !('destinationPaymentRail' in row))).toBe(true);
  const { required } = app.contract.document['components'].schemas.ExchangeRate;
  expect(required).toContain('destinationCurrency');
  expect(required).not.toContain('destinationPaymentRail');
});

describe('counterpartyInformation of an outgoing transaction', () => {
  beforeEach(async () => {
    const requiredCounterpartyFields = [
      { name: 'FULL_NAME', mandatory: true },
      { name: 'TAX_ID', mandatory: false },
    ];
    await useCurrencies(client, ['USD', 'EUR'], { only: { USD: { requiredCounterpartyFields } } });
  });
  const informationOf = async (id: string) => (await client.get(`/transactions/${id}`)).body.counterpartyInformation;

  test('has the fields that the platform requires and its external account has, for quotes and transfers', async () => {
    const payee = await bank();
    const { body: account } = await client.get(`/customers/external-accounts/${payee}`);
    const known = { FULL_NAME: account.accountInfo.beneficiary.fullName };
    const quote = await quoted(client, quoteFor(payer, payee));
    expect(quote.counterpartyInformation).toEqual(known);
    expect(await informationOf(quote.transactionId)).toEqual(known);
    const transfer = { source: { accountId: payer.accountId }, destination: { accountId: payee }, amount: 500 };
    const { body } = await client.post('/transfer-out', transfer);
    expect(body.counterpartyInformation).toEqual(known);
    expect(await informationOf(body.id)).toEqual(known);
    await app.audit();
  });

  test('has them for a customer of the platform, by account and by address', async () => {
    const { body: friend } = await client.post('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Grace Hopper',
      currencies: ['USD'],
    });
    const known = { FULL_NAME: 'Grace Hopper' };
    const byAccount = await quoted(client, quoteFor(payer, await accountIn(client, friend.id, 'USD')));
    expect(await informationOf(byAccount.transactionId)).toEqual(known);
    const path = `/receiver/uma/${encodeURIComponent(friend.umaAddress)}?customerId=${payer.customerId}`;
    const { lookupId } = (await client.get(path)).body;
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: friend.umaAddress };
    const senderCustomerInfo = { FULL_NAME: 'Ada Lovelace' };
    const byAddress = await quoted(client, quoteFor(payer, '', { lookupId, destination, senderCustomerInfo }));
    expect(await informationOf(byAddress.transactionId)).toEqual(known);
    await app.audit();
  });

  test('is omitted if no fields are required', async () => {
    await useCurrencies(client, ['USD', 'EUR']);
    const quote = await quoted(client, quoteFor(payer, await bank()));
    expect(await informationOf(quote.transactionId)).toBeUndefined();
    await app.audit();
  });
});

describe('POST /sandbox/send for a quote from an external account', () => {
  const send = (quoteId: string, more: object = {}, headers: Record<string, string> = {}) =>
    client.post('/sandbox/send', { quoteId, currencyCode: 'USD', ...more }, { headers });
  const collecting = async () =>
    quoted(client, quoteFor(payer, payer.accountId, { ...fromOutside(await bank()), lockedCurrencyAmount: 2_500 }));

  test('collects the money, once, and returns the transaction', async () => {
    const quote = await collecting();
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(quote.id, { currencyAmount: 2_500 }, key);
    expect(first.body).toMatchObject({ id: quote.transactionId, status: 'PROCESSING', type: 'OUTGOING' });
    expect((await send(quote.id, { currencyAmount: 2_500 }, key)).text).toBe(first.text);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, payer)).balance).toBe(1_000_000 + quote.totalReceivingAmount);
    const again = await send(quote.id);
    expect([again.status, again.body.details.reason]).toEqual([409, 'ALREADY_EXECUTED']);
    await app.audit();
  });

  test('accepts only the quoted amount and currency: otherwise 400', async () => {
    const quote = await collecting();
    const other = await send(quote.id, { currencyAmount: 2_499 });
    expect([other.status, fieldsOf(other)]).toEqual([400, ['currencyAmount']]);
    const euros = await send(quote.id, { currencyCode: 'EUR' });
    expect([euros.status, euros.body.code]).toEqual([400, 'INVALID_CURRENCY']);
    expect((await client.get(`/quotes/${quote.id}`)).body.status).toBe('PENDING');
    await app.audit();
  });

  test('is rejected for a quote from an internal account', async () => {
    const quote = await quoted(client, quoteFor(payer, await bank()));
    const { status, body } = await send(quote.id);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    await app.audit();
  });
});

describe('a transfer out without an amount', () => {
  const all = async (payee: string, headers: Record<string, string> = {}) => {
    const request = { source: { accountId: payer.accountId }, destination: { accountId: payee } };
    return client.post('/transfer-out', request, { headers });
  };

  test('sends the whole available balance, and the same under one key', async () => {
    const payee = await bank();
    const key = { 'idempotency-key': randomUUID() };
    const first = await all(payee, key);
    expect([first.status, first.body.sentAmount?.amount]).toEqual([201, 1_000_000]);
    await fund(client, payer.accountId, 700);
    expect((await all(payee, key)).text).toBe(first.text);
    expect((await balanceOf(client, payer)).balance).toBe(700);
    await transactionIn(client, first.body.id, 'COMPLETED');
    await app.audit();
  });

  test('excludes reserved amounts, and returns 400 INVALID_AMOUNT if nothing is available', async () => {
    const payee = await bank();
    expect((await all(payee)).status).toBe(201);
    const { status, body } = await all(payee);
    expect([status, body.code, body.details.reason]).toEqual([400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
    await app.audit();
  });

  test('concurrent with others sends every cent once', async () => {
    const payee = await bank();
    const some = { source: { accountId: payer.accountId }, destination: { accountId: payee }, amount: 12_345 };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? all(payee) : client.post('/transfer-out', some))),
    );
    const sent = answers.filter(({ status }) => status === 201).map(({ body }) => body.sentAmount.amount);
    expect(sent.reduce((sum, amount) => sum + amount, 0)).toBe(1_000_000);
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('INVALID_AMOUNT');
    expect((await balanceOf(client, payer)).balance).toBe(0);
    await app.audit();
  });
});
