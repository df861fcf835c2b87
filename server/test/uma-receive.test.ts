import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  balancesReported,
  eventsOf,
  newExternalAccount,
  quoted,
  systemBalances,
  useCurrencies,
} from './support/payment-world.ts';
import { accountIn, balanceOf, newPayer, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';

let app: TestApp;
let client: Client;
let customerId: string;
let umaAddress: string;

beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});
beforeEach(async () => {
  client = await app.newPlatform();
  ({ customerId } = await newPayer(client, { balance: 0 }));
  umaAddress = (await client.get(`/customers/${customerId}`)).body.umaAddress;
});

const SENDER = '$grace@bank.example';

const receive = (more: object = {}, key?: string) =>
  client.post(
    '/sandbox/uma/receive',
    {
      senderUmaAddress: SENDER,
      receiverUmaAddress: umaAddress,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 2_500,
      ...more,
    },
    key ? { headers: { 'idempotency-key': key } } : undefined,
  );

describe('a UMA payment to a platform without an endpoint', () => {
  test('that would exceed the largest balance of a JSON number is rejected, and nothing changes', async () => {
    const most = 9_000_000_000_000_000;
    expect((await receive({ receivingCurrencyAmount: most })).status).toBe(200);
    const rejected = await receive({ receivingCurrencyAmount: most });
    expect([rejected.status, rejected.body.code]).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
    expect((await balanceOf(client, { customerId, currency: 'USD' })).balance).toBe(most);
    await app.audit();
  });

  test('needs no approval: the account is credited immediately, with all events', async () => {
    const { status, body } = await receive();
    expect(status).toBe(200);
    const accountId = await accountIn(client, customerId, 'USD');
    expect(body).toMatchObject({
      id: expect.stringMatching(/^Transaction:/),
      type: 'INCOMING',
      direction: 'CREDIT',
      status: 'COMPLETED',
      customerId,
      source: { sourceType: 'UMA_ADDRESS', umaAddress: SENDER, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId, currency: 'USD' },
      receivedAmount: { amount: 2_500, currency: { code: 'USD' } },
      reconciliationInstructions: { reference: expect.any(String) },
      settledAt: expect.any(String),
    });
    expect(await balanceOf(client, { customerId, currency: 'USD' })).toEqual({ balance: 2_500, totalBalance: 2_500 });
    const events = await eventsOf(app, client, body.id);
    expect(events.map(({ type, data }) => [type, data.status])).toEqual([
      ['INCOMING_PAYMENT.PENDING', 'PENDING'],
      ['INCOMING_PAYMENT.COMPLETED', 'COMPLETED'],
    ]);
    const { umaAddress } = (await client.get(`/customers/${customerId}`)).body;
    const addresses = { senderUmaAddress: SENDER, receiverUmaAddress: umaAddress };
    const { body: shown } = await client.get(`/transactions/${body.id}`);
    expect(events[1]?.data).toEqual({ ...shown, ...addresses });
    expect(balancesReported(await eventsOf(app, client, accountId))).toEqual([[2_500, 2_500]]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -2_500 });
    await app.audit();
  });

  test('identifies the receiver by id, by address in any case, or by both', async () => {
    const byId = await receive({ receiverUmaAddress: undefined, customerId });
    const inCapitals = await receive({ receiverUmaAddress: umaAddress.toUpperCase() });
    const byBoth = await receive({ customerId });
    for (const { status, body } of [byId, inCapitals, byBoth]) {
      expect([status, body.status, body.customerId]).toEqual([200, 'COMPLETED', customerId]);
    }
    expect((await balanceOf(client, { customerId, currency: 'USD' })).balance).toBe(7_500);
  });

  test('is received once under one Idempotency-Key', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => receive({}, 'one')));
    const later = await receive({}, 'one');
    expect(later.headers.get('idempotent-replayed')).toBe('true');
    for (const { status, text } of answers) expect([status, text]).toEqual([200, later.text]);
    expect((await balanceOf(client, { customerId, currency: 'USD' })).balance).toBe(2_500);
    await app.audit();
  });

  test('has the payer data that the platform requires', async () => {
    const requiredCounterpartyFields = [
      { name: 'FULL_NAME', mandatory: true },
      { name: 'COUNTRY_OF_RESIDENCE', mandatory: false },
    ];
    await useCurrencies(client, ['USD'], { only: { USD: { requiredCounterpartyFields } } });
    const { body } = await receive();
    expect(body.counterpartyInformation).toEqual({ FULL_NAME: 'Grace Hopper', COUNTRY_OF_RESIDENCE: 'US' });
  });

  test('is credited each time under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => receive()));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
    expect((await balanceOf(client, { customerId, currency: 'USD' })).balance).toBe(50_000);
    await app.audit();
  });
});

describe('a UMA payment is rejected', () => {
  test.each([
    ['an invalid sender address', { senderUmaAddress: 'grace@bank.example' }, [400, 'INVALID_UMA_ADDRESS']],
    ['an invalid receiver address', { receiverUmaAddress: '$two words@x' }, [400, 'INVALID_UMA_ADDRESS']],
    ['an unknown address', { receiverUmaAddress: '$nobody@sandbox.causeway.test' }, [404, 'UMA_NOT_FOUND']],
    [
      'an unknown customer',
      { receiverUmaAddress: undefined, customerId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' },
      [404, 'USER_NOT_FOUND'],
    ],
    ['an unknown currency', { receivingCurrencyCode: 'XXX' }, [400, 'INVALID_CURRENCY']],
    ['a currency that the platform does not support', { receivingCurrencyCode: 'EUR' }, [400, 'INVALID_CURRENCY']],
  ])('for %s', async (_, more, expected) => {
    const { status, body } = await receive(more);
    expect([status, body.code]).toEqual(expected);
  });

  test('with every invalid field', async () => {
    const { status, body } = await client.post('/sandbox/uma/receive', { receivingCurrencyAmount: 0, customerId: 'x' });
    const fields = body.details.errors.map((error: { field: string }) => error.field);
    expect([status, fields.sort()]).toEqual([
      400,
      ['customerId', 'receivingCurrencyAmount', 'receivingCurrencyCode', 'senderUmaAddress'],
    ]);
    const nobody = await receive({ receiverUmaAddress: undefined });
    expect(nobody.status).toBe(400);
    expect(nobody.body.details.errors.map((error: { field: string }) => error.field)).toEqual([
      'receiverUmaAddress',
      'customerId',
    ]);
  });

  test('if the address belongs to another customer than the id', async () => {
    const other = await newPayer(client, { balance: 0 });
    const { status, body } = await receive({ customerId: other.customerId });
    expect([status, body.details.errors[0].field]).toEqual([400, 'receiverUmaAddress']);
  });

  test('to oneself', async () => {
    const { status, body } = await receive({ senderUmaAddress: umaAddress });
    expect([status, body.code]).toEqual([400, 'SELF_PAYMENT']);
  });

  test('to a customer of another platform', async () => {
    const stranger = await app.newPlatform();
    const { customerId: other } = await newPayer(stranger, { balance: 0 });
    const { body: customer } = await stranger.get(`/customers/${other}`);
    expect((await receive({ receiverUmaAddress: customer.umaAddress })).body.code).toBe('UMA_NOT_FOUND');
    expect((await receive({ receiverUmaAddress: undefined, customerId: other })).body.code).toBe('USER_NOT_FOUND');
  });

  test('in a currency that the platform does not receive, and outside its limits', async () => {
    await useCurrencies(client, ['USD', 'USDC'], {
      only: { USD: { minAmount: 100, maxAmount: 1_000 }, USDC: { enabledTransactionTypes: ['OUTGOING'] } },
    });
    expect((await receive({ receivingCurrencyCode: 'USDC' })).body.code).toBe('INVALID_CURRENCY');
    for (const receivingCurrencyAmount of [99, 1_001]) {
      const { status, body } = await receive({ receivingCurrencyAmount });
      expect([status, body.code]).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
      expect(body.details).toMatchObject({ minAmount: 100, maxAmount: 1_000, currency: 'USD' });
    }
    for (const receivingCurrencyAmount of [100, 1_000]) {
      expect((await receive({ receivingCurrencyAmount })).status).toBe(200);
    }
  });

  test('in a currency in which the receiver has no account', async () => {
    const { customerId: other } = await newPayer(client, { balance: 0, currencies: ['USD'] });
    const { status, body } = await receive({
      receiverUmaAddress: undefined,
      customerId: other,
      receivingCurrencyCode: 'USDC',
    });
    expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
  });

  test('to a customer who is not approved, has not accepted the terms, or is deleted', async () => {
    const make = async (platform: Client, fullName: string): Promise<string> =>
      (await platform.post('/customers', { customerType: 'INDIVIDUAL', fullName })).body.id;
    const code = async (platform: Client, id: string) => {
      const request = { senderUmaAddress: SENDER, receivingCurrencyCode: 'USD', receivingCurrencyAmount: 1 };
      const { status, body } = await platform.post('/sandbox/uma/receive', { ...request, customerId: id });
      return [status, body.code];
    };
    expect(await code(client, await make(client, 'Ada 001'))).toEqual([403, 'USER_NOT_READY']);
    const { body } = await client.post('/sandbox/platforms', { isRegulatedFinancialInstitution: false });
    const unregulated = client.with(body.token);
    expect(await code(unregulated, await make(unregulated, 'Ada'))).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
    await client.delete(`/customers/${customerId}`);
    expect(await code(client, customerId)).toEqual([410, 'CUSTOMER_DELETED']);
    expect((await receive()).body.code).toBe('UMA_NOT_FOUND');
  });

  test('to a frozen account', async () => {
    const operator = await app.newOperator();
    const accountId = await accountIn(client, customerId, 'USD');
    const frozen = await operator.post(
      `/operator/platforms/${client.platformId}/internal-accounts/${accountId}/freeze`,
      {
        reason: 'test',
      },
    );
    expect(frozen.status, frozen.text).toBe(200);
    const { status, body } = await receive();
    expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'ACCOUNT_NOT_ACTIVE']);
    await app.audit();
  });
});

describe('UMA payments of a customer with an external deposit account', () => {
  const deposit = (suffix: string, more: object = {}) =>
    newExternalAccount(client, {
      customerId,
      type: 'USD_ACCOUNT',
      suffix,
      more: { defaultUmaDepositAccount: true, ...more },
    });

  const outgoingOf = async (payerId: string) =>
    (await client.get(`/transactions?customerId=${payerId}&type=OUTGOING`)).body.data;

  /** Waits for the payment that forwards the incoming one. */
  async function sentOn(): Promise<string> {
    let id = '';
    await until(async () => {
      const [found] = await app.database.db.read<{ id: string }>(sql`
        SELECT id FROM transactions WHERE platform_id = ${client.platformId} AND type = 'OUTGOING'`);
      id = found?.id ?? '';
      return id !== '';
    }, 'a deposit');
    return id;
  }

  test('are forwarded there from the internal account', async () => {
    const payee = await deposit('111');
    const { body } = await receive();
    expect(body.status).toBe('COMPLETED');
    const id = await sentOn();
    const outgoing = await transactionIn(client, id, 'COMPLETED');
    const accountId = await accountIn(client, customerId, 'USD');
    expect(outgoing).toMatchObject({
      type: 'OUTGOING',
      customerId,
      source: { accountId },
      destination: { accountId: payee },
      sentAmount: { amount: 2_500 },
      receivedAmount: { amount: 2_500 },
      fees: 0,
      description: `Deposit of ${body.id}`,
    });
    expect(await balanceOf(client, { customerId, currency: 'USD' })).toEqual({ balance: 0, totalBalance: 0 });
    const reported = balancesReported(await eventsOf(app, client, accountId));
    expect(reported).toEqual([
      [2_500, 2_500],
      [0, 2_500],
      [0, 0],
    ]);
    expect((await eventsOf(app, client, id)).map(({ type }) => type)).toEqual(
      ['PENDING', 'PROCESSING', 'COMPLETED'].map((status) => `OUTGOING_PAYMENT.${status}`),
    );
    expect(await systemBalances(app, client)).toEqual({});
    await app.audit();
  });

  test('are forwarded there from another customer of the platform too', async () => {
    const payee = await deposit('111');
    const sender = await newPayer(client);
    const path = `/receiver/uma/${encodeURIComponent(umaAddress)}`;
    const { body: lookup } = await client.get(`${path}?customerId=${sender.customerId}`);
    const quote = await quoted(client, {
      source: { sourceType: 'ACCOUNT', accountId: sender.accountId },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' },
      lookupId: lookup.lookupId,
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 2_500,
      immediatelyExecute: true,
    });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await until(async () => (await outgoingOf(customerId)).length > 0, 'a deposit');
    const [sent] = await outgoingOf(customerId);
    const { body: incoming } = await client.get(`/transactions?customerId=${customerId}&type=INCOMING`);
    expect(await transactionIn(client, sent.id, 'COMPLETED')).toMatchObject({
      destination: { accountId: payee },
      sentAmount: { amount: 2_500 },
      description: `Deposit of ${incoming.data[0].id}`,
    });
    expect(await balanceOf(client, { customerId, currency: 'USD' })).toEqual({ balance: 0, totalBalance: 0 });
    await app.audit();
  });

  test('stay in the internal account if the bank rejects the deposit', async () => {
    await deposit('002');
    await receive();
    const { refund } = await transactionIn(client, await sentOn(), 'FAILED');
    expect(refund).toMatchObject({ status: 'COMPLETED' });
    expect(await balanceOf(client, { customerId, currency: 'USD' })).toEqual({ balance: 2_500, totalBalance: 2_500 });
    await app.audit();
  });

  test('stay in the internal account if forwarding requires strong customer authentication', async () => {
    ({ customerId } = await newPayer(client, { balance: 0, region: 'DE', phoneNumber: '+4915112345678' }));
    await deposit('111');
    await receive({ receiverUmaAddress: undefined, customerId });
    await until(async () => (await client.get('/sandbox/clock')).body.pending.length === 0, 'the job to end');
    expect(await balanceOf(client, { customerId, currency: 'USD' })).toEqual({ balance: 2_500, totalBalance: 2_500 });
  });

  test('stay in the internal account in another currency', async () => {
    await deposit('111');
    const { body } = await receive({ receivingCurrencyCode: 'USDC' });
    expect(body.status).toBe('COMPLETED');
    const { pending } = (await client.get('/sandbox/clock')).body;
    expect(pending).toEqual([]);
    expect((await balanceOf(client, { customerId, currency: 'USDC' })).balance).toBe(2_500);
  });
});
