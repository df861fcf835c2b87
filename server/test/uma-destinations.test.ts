import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { umaReceivers } from '../src/engine/providers/magic-values.ts';
import { customerInfoFields } from '../src/engine/providers/protocols/customer-info.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { SUBMIT_JOB } from '../src/payments/transactions/legs.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  advance,
  balancesReported,
  eventsOf,
  executed,
  platformAccount,
  quoted,
  systemBalances,
  typesOf,
} from './support/payment-world.ts';
import { balanceOf, fund, newPayer, type Payer, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';

let app: TestApp;
let client: Client;
let payer: Payer;

const FUNDED = 1_000_000;
const SENT = 10_000;

beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});
beforeEach(async () => {
  client = await app.newPlatform();
  payer = await newPayer(client, { balance: FUNDED });
});

const addressOf = (name: string): string => `$${name}@sandbox.causeway.test`;

const lookUp = (umaAddress: string) =>
  client.get(`/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${payer.customerId}`);

async function requestFor(name: string, more: object = {}): Promise<object> {
  const { status, body, text } = await lookUp(addressOf(name));
  expect(status, text).toBe(200);
  return {
    source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: addressOf(name) },
    lookupId: body.lookupId,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: SENT,
    ...more,
  };
}

interface Row {
  currency: string;
  status: string;
  afterSeconds?: number;
  failureReason?: string;
  senderCustomerInfo?: object;
}

/** Every address of the sandbox's domain, by the contract. */
const table: Record<string, Row> = {
  'success.usd': { currency: 'USD', status: 'COMPLETED' },
  'success.eur': { currency: 'EUR', status: 'COMPLETED', senderCustomerInfo: { FULL_NAME: 'Ada Lovelace' } },
  'success.mxn': { currency: 'MXN', status: 'COMPLETED' },
  'pending.long.usd': { currency: 'USD', status: 'COMPLETED', afterSeconds: 600 },
  'fail.compliance.usd': { currency: 'USD', status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' },
};

test('the table matches the magic values', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(umaReceivers).sort());
});

/** Every system account with a balance after the payment. */
function systemBalancesAfter(quote: any, { currency, status }: Row): Record<string, number> {
  const nostro = { 'rail.nostro:USD': -FUNDED };
  if (status === 'FAILED') return nostro;
  const received = quote.totalReceivingAmount;
  const fees = quote.feesIncluded > 0 ? { 'fees.service:USD': quote.feesIncluded } : {};
  if (currency === 'USD') return { ...fees, 'rail.nostro:USD': received - FUNDED };
  return {
    ...nostro,
    ...fees,
    'fx.position:USD': SENT - quote.feesIncluded,
    [`fx.position:${currency}`]: -received,
    [`rail.nostro:${currency}`]: received,
  };
}

describe.each(Object.entries(table))('a payment to $%s of the sandbox', (name, row) => {
  test('is looked up, quoted, executed and has exact balances', async () => {
    const { body: found } = await lookUp(addressOf(name));
    expect(found.supportedCurrencies.map((one: any) => one.currency.code)).toEqual([row.currency]);
    const { senderCustomerInfo } = row;
    const quote = await quoted(client, await requestFor(name, { ...(senderCustomerInfo && { senderCustomerInfo }) }));
    expect(quote).toMatchObject({ receivingCurrency: { code: row.currency }, totalSendingAmount: SENT });
    await executed(client, quote.id);
    if (row.afterSeconds) {
      await advance(client, row.afterSeconds - 60);
      expect((await client.get(`/transactions/${quote.transactionId}`)).body.status).toBe('PROCESSING');
      expect(await balanceOf(client, payer)).toEqual({ balance: FUNDED - SENT, totalBalance: FUNDED });
      await advance(client, 61);
    }
    const ended = await transactionIn(client, quote.transactionId, row.status);
    expect(ended.failureReason).toBe(row.failureReason);
    expect(ended.destination).toEqual({
      destinationType: 'UMA_ADDRESS',
      umaAddress: addressOf(name),
      currency: row.currency,
    });
    const isRefunded = row.status === 'FAILED';
    expect(typesOf(await eventsOf(app, client, quote.transactionId))).toEqual([
      'PENDING',
      'PROCESSING',
      row.status,
      ...(isRefunded ? ['REFUND_PENDING', 'REFUND_COMPLETED'] : []),
    ]);
    const left = isRefunded ? FUNDED : FUNDED - SENT;
    expect(await balanceOf(client, payer)).toEqual({ balance: left, totalBalance: left });
    expect(await systemBalances(app, client)).toEqual(systemBalancesAfter(quote, row));
    await app.audit();
  });

  test('can be real-time funded, and is refunded if it fails', async () => {
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: payer.customerId };
    const { senderCustomerInfo } = row;
    const quote = await quoted(
      client,
      await requestFor(name, { source, ...(senderCustomerInfo && { senderCustomerInfo }) }),
    );
    const { status, text } = await client.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' });
    expect(status, text).toBe(200);
    if (row.afterSeconds) await advance(client, row.afterSeconds);
    await transactionIn(client, quote.transactionId, row.status);
    expect(await balanceOf(client, payer)).toEqual({ balance: FUNDED, totalBalance: FUNDED });
    const system = await systemBalances(app, client);
    expect(system['transit.funding:USD']).toBeUndefined();
    const paid = row.status === 'FAILED' ? 0 : SENT;
    const arrived = row.currency === 'USD' && paid > 0 ? quote.totalReceivingAmount : 0;
    expect(system['rail.nostro:USD']).toBe(arrived - FUNDED - paid);
    await app.audit();
  });
});

test('a receiver gives the data that the platform requires of counterparties, and only that', async () => {
  const { body: config } = await client.get('/config');
  const required = (fields: object[]) => ({
    supportedCurrencies: config.supportedCurrencies.map((one: any) =>
      one.currencyCode === 'USD' ? { ...one, requiredCounterpartyFields: fields } : one,
    ),
  });
  for (const names of [[], ['FULL_NAME', 'NATIONALITY'], customerInfoFields]) {
    const fields = names.map((name) => ({ name, mandatory: true }));
    expect((await client.patch('/config', required(fields))).status).toBe(200);
    const quote = await quoted(client, await requestFor('success.usd'));
    expect(Object.keys(quote.counterpartyInformation ?? {}).sort()).toEqual([...names].sort());
    await executed(client, quote.id);
    const ended = await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(ended.counterpartyInformation).toEqual(quote.counterpartyInformation);
  }
  await app.audit();
});

describe('unknown addresses of the sandbox', () => {
  test.each(['non.existent.usd', 'success.gbp', 'constructor'])('$%s', async (name) => {
    const { status, body } = await lookUp(addressOf(name));
    expect([status, body.code]).toEqual([404, 'UMA_NOT_FOUND']);
  });
});

test('a receiver that requires the name of the payer is not paid without it', async () => {
  const { body: found } = await lookUp(addressOf('success.eur'));
  expect(found.requiredPayerDataFields).toEqual([
    { name: 'FULL_NAME', mandatory: true },
    { name: 'NATIONALITY', mandatory: false },
  ]);
  const { status, body } = await client.post('/quotes', await requestFor('success.eur'));
  expect([status, body.code]).toEqual([400, 'MISSING_MANDATORY_USER_INFO']);
  expect(body.details.errors[0].field).toBe('senderCustomerInfo.FULL_NAME');
});

test('events of a payment from the platform itself have no senderUmaAddress', async () => {
  const { id: accountId } = await platformAccount(client, 'USD');
  await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: FUNDED });
  const quote = await quoted(client, await requestFor('success.usd', { source: { sourceType: 'ACCOUNT', accountId } }));
  await executed(client, quote.id);
  await transactionIn(client, quote.transactionId, 'COMPLETED');
  for (const { data } of await eventsOf(app, client, quote.transactionId)) {
    expect(data).toMatchObject({ receiverUmaAddress: addressOf('success.usd') });
    expect(data).not.toHaveProperty('senderUmaAddress');
  }
  await app.audit();
});

describe('a customer of the same platform', () => {
  let receiver: Payer;
  let umaAddress: string;
  beforeEach(async () => {
    receiver = await newPayer(client, { balance: 0 });
    ({ umaAddress } = (await client.get(`/customers/${receiver.customerId}`)).body);
  });

  const paying = async (accountId: string, more: object = {}) =>
    quoted(client, {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' },
      lookupId: (await lookUp(umaAddress)).body.lookupId,
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: SENT,
      ...more,
    });
  const transactionsOf = async ({ customerId }: Payer) =>
    (await client.get(`/transactions?customerId=${customerId}`)).body.data;

  test('is paid internally', async () => {
    const quote = await paying(payer.accountId);
    await executed(client, quote.id);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, receiver)).balance).toBe(SENT);
    expect((await balanceOf(client, payer)).balance).toBe(FUNDED - quote.totalSendingAmount);
    await app.audit();
  });

  test('has a separate INCOMING transaction with the sender', async () => {
    const { umaAddress: from } = (await client.get(`/customers/${payer.customerId}`)).body;
    const { transactionId } = await paying(payer.accountId, { immediatelyExecute: true });
    await transactionIn(client, transactionId, 'COMPLETED');
    const incoming = await transactionsOf(receiver);
    expect(incoming).toMatchObject([
      {
        type: 'INCOMING',
        direction: 'CREDIT',
        status: 'COMPLETED',
        source: { sourceType: 'UMA_ADDRESS', umaAddress: from },
        destination: { destinationType: 'ACCOUNT', accountId: receiver.accountId },
        receivedAmount: { amount: SENT, currency: { code: 'USD' } },
      },
    ]);
    expect(typesOf(await eventsOf(app, client, incoming[0].id))).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.COMPLETED',
    ]);
    expect(balancesReported(await eventsOf(app, client, receiver.accountId))).toEqual([[SENT, SENT]]);
    expect(await transactionsOf(payer)).toMatchObject([{ id: transactionId, type: 'OUTGOING' }, { type: 'INCOMING' }]);
    await app.audit();
  });

  test('is paid once, however often the payment is submitted', async () => {
    const { id, transactionId } = await paying(payer.accountId, { immediatelyExecute: true });
    await transactionIn(client, transactionId, 'COMPLETED');
    await app.database.db.write(sql`
      INSERT INTO jobs (platform_id, id, kind, resource_id, payload, run_at, due_at, created_at)
      SELECT platform_id, 'TimedJob:' || gen_random_uuid(), ${SUBMIT_JOB}, id,
        jsonb_build_object('quoteId', ${id}::text, 'at', created_at), created_at, created_at, created_at
      FROM transactions CROSS JOIN generate_series(1, 2) WHERE id = ${transactionId}`);
    await until(async () => (await client.get('/sandbox/clock')).body.pending.length === 0, 'both to be submitted');
    expect(await transactionsOf(receiver)).toHaveLength(1);
    expect((await balanceOf(client, receiver)).balance).toBe(SENT);
    await app.audit();
  });

  test("sees the platform's account as the source of a payment by the platform itself", async () => {
    const { body } = await client.get('/platform/internal-accounts?currency=USD');
    const accountId = body.data[0].id;
    await fund(client, accountId, FUNDED);
    const { transactionId } = await paying(accountId, { immediatelyExecute: true });
    await transactionIn(client, transactionId, 'COMPLETED');
    const incoming = await transactionsOf(receiver);
    expect(incoming).toMatchObject([
      { type: 'INCOMING', status: 'COMPLETED', source: { sourceType: 'ACCOUNT', accountId } },
    ]);
    for (const { data } of await eventsOf(app, client, incoming[0].id)) {
      expect(data).toMatchObject({ receiverUmaAddress: umaAddress });
      expect(data).not.toHaveProperty('senderUmaAddress');
    }
    await app.audit();
  });

  test('that can no longer be paid has no transaction, and the sender is refunded', async () => {
    const quote = await paying(payer.accountId);
    await client.delete(`/customers/${receiver.customerId}`);
    await executed(client, quote.id);
    const failed = await transactionIn(client, quote.transactionId, 'FAILED');
    expect(failed).toMatchObject({ failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'COMPLETED' } });
    expect((await balanceOf(client, payer)).balance).toBe(FUNDED);
    expect(await transactionsOf(receiver)).toEqual([]);
    await app.audit();
  });
});
