import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { enqueue } from '../src/engine/jobs/queue.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { advance, eventsOf, executed, quoted, systemBalances, useCurrencies } from './support/payment-world.ts';
import { balanceOf, newPayer, type Payer, payeeWithSuffix, quoteFor, transactionIn } from './support/payments.ts';
import { reportRailOutcome } from './support/rail-outcome.ts';

let app: TestApp;
let client: Client;
let payer: Payer;

beforeAll(async () => {
  app = await TestApp.shared();
  client = await app.newPlatform();
  payer = await newPayer(client, { balance: 10_000_000 });
});
afterEach(() => app.audit());
afterAll(() => app.stop());

const account = (suffix: string) => payeeWithSuffix(client, payer.customerId, suffix);
const eventTypes = async (id: string) => (await eventsOf(app, client, id)).map(({ type }) => type);
const balances = async () => Object.values(await balanceOf(client, payer));
const over = (accountId: string, paymentRail: string) => ({ destinationType: 'ACCOUNT', accountId, paymentRail });

/** Executed and in transit for six minutes. */
async function waiting(paymentRail = 'ACH'): Promise<string> {
  const payee = await account('003');
  const quote = await quoted(client, quoteFor(payer, payee, { destination: over(payee, paymentRail) }));
  await executed(client, quote.id);
  return quote.transactionId;
}

async function transfer(path: 'transfer-in' | 'transfer-out', suffix: string, paymentRail = 'ACH'): Promise<string> {
  const own = { accountId: payer.accountId };
  const other = { accountId: await account(suffix) };
  const isOut = path === 'transfer-out';
  const [source, destination] = isOut ? [own, { ...other, paymentRail }] : [other, own];
  const { status, body, text } = await client.post(`/${path}`, { source, destination, amount: 10_000 });
  expect(status, text).toBe(201);
  return body.id;
}

const cancel = (id: string, headers = {}) => client.post(`/transactions/${id}/cancel`, { reason: 'typo' }, { headers });
const outgoing = (...steps: string[]) => steps.map((step) => `OUTGOING_PAYMENT.${step}`);
const CANCELLED = outgoing('PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED');

describe('cancelling', () => {
  test.each(['ACH', 'ACH_SAME_DAY', 'WIRE'])(
    'a payment over %s refunds and completes it, with events in order',
    async (rail) => {
      const before = await balances();
      const id = await waiting(rail);
      const { status, body } = await cancel(id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'COMPLETED',
        refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION', reference: expect.stringMatching(/-REFUND$/) },
      });
      expect((await client.get(`/transactions/${id}`)).body).toEqual(body);
      expect(await eventTypes(id)).toEqual(CANCELLED);
      expect(await balances()).toEqual(before);
    },
  );

  test('a payment overrides the scheduled outcome of its rail', async () => {
    const platform = await app.newPlatform();
    const [before, was] = [client, payer];
    [client, payer] = [platform, await newPayer(platform)];
    const id = await waiting();
    await cancel(id);
    await advance(client, 400);
    expect(await eventTypes(id)).toEqual(CANCELLED);
    expect(await balances()).toEqual([1_000_000, 1_000_000]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -1_000_000 });
    [client, payer] = [before, was];
  });

  test('a transfer out refunds it, also before it is submitted to its rail', async () => {
    const before = await balances();
    const id = await transfer('transfer-out', '005');
    expect((await cancel(id)).body).toMatchObject({ status: 'COMPLETED', refund: { reason: 'USER_CANCELLATION' } });
    expect(await eventTypes(id)).toEqual(CANCELLED);
    expect(await balances()).toEqual(before);
  });

  test('a transfer in ends it without a refund, because nothing was collected', async () => {
    const before = await balances();
    const id = await transfer('transfer-in', '005');
    const { status, body } = await cancel(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'COLLECTION_FAILED' });
    expect(body.refund).toBeUndefined();
    expect(await balances()).toEqual(before);
  });

  test('a quote during its collection ends it in the same way', async () => {
    const source = { sourceType: 'ACCOUNT', accountId: await account('005') };
    const quote = await quoted(client, quoteFor(payer, payer.accountId, { source }));
    await executed(client, quote.id);
    const { status, body } = await cancel(quote.transactionId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    expect(body.refund).toBeUndefined();
  });

  test('with one Idempotency-Key returns the same answer', async () => {
    const id = await waiting();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(id, headers)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await cancel(id, headers)).headers.get('idempotent-replayed')).toBe('true');
  });

  test('a payment without a bank rail returns 400', async () => {
    const other = await newPayer(client, { balance: 0 });
    const book = await quoted(client, quoteFor(payer, other.accountId, { immediatelyExecute: true }));
    const { body: list } = await client.get(`/transactions?customerId=${payer.customerId}&type=INCOMING&sortOrder=asc`);
    const deposit = list.data[0].id;
    const umaAddress = '$pending.long.usd@sandbox.causeway.test';
    const path = `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${payer.customerId}`;
    const { lookupId } = (await client.get(path)).body;
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
    const request = quoteFor(payer, payer.accountId, { destination, lookupId, immediatelyExecute: true });
    const uma = await quoted(client, request);
    for (const id of [book.transactionId, deposit, uma.transactionId]) {
      const { status, body } = await cancel(id);
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    }
    await transactionIn(client, book.transactionId, 'COMPLETED');
  });

  test('over a rail without cancellation returns 501', async () => {
    const id = await waiting('RTP');
    const { status, body } = await cancel(id);
    expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
    expect((await client.get(`/transactions/${id}`)).body.status).toBe('PROCESSING');
  });

  test('a payment that has not started or has ended returns 409', async () => {
    const payee = await account('111');
    const request = quoteFor(payer, payee, { destination: over(payee, 'ACH') });
    const { transactionId: pending } = await quoted(client, request);
    const done = (await quoted(client, { ...request, immediatelyExecute: true })).transactionId;
    await transactionIn(client, done, 'COMPLETED');
    const failed = await transfer('transfer-out', '004');
    await transactionIn(client, failed, 'FAILED');
    const rejected = await transfer('transfer-in', '002');
    const stopped = await waiting();
    await cancel(stopped);
    for (const id of [pending, done, failed, rejected, stopped]) {
      const { status, body } = await cancel(id);
      expect([status, body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
    }
  });

  test('an unknown transaction or one of another platform returns 404, and a malformed id 400', async () => {
    const id = await waiting();
    const stranger = await app.newPlatform();
    const foreign = await stranger.post(`/transactions/${id}/cancel`);
    const unknown = await cancel(`Transaction:${uuidv7()}`);
    for (const { status, body } of [foreign, unknown]) {
      expect([status, body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    }
    expect((await cancel('Quote:1')).status).toBe(400);
  });

  test('concurrent with the completion has exactly one outcome', async () => {
    for (let i = 0; i < 5; i++) {
      const [before = 0, total = 0] = await balances();
      const id = await waiting();
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 6 }, () => cancel(id))),
        reportRailOutcome(app, client, { transactionId: id, outcome: { type: 'COMPLETED' }, leg: 'PAYOUT', times: 3 }),
      ]);
      const accepted = answers.filter(({ status }) => status === 200).length;
      expect(accepted).toBeLessThanOrEqual(1);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const ended = outgoing('PENDING', 'PROCESSING', 'COMPLETED');
      expect(await eventTypes(id)).toEqual(accepted ? CANCELLED : ended);
      expect(await balances()).toEqual(accepted ? [before, total] : [before - 10_000, total - 10_000]);
    }
  });

  test("interrupted between the rail's consent and its record is finished by its job", async () => {
    const id = await waiting();
    const at = systemClock.now();
    const job = {
      platformId: client.platformId,
      kind: 'payment.cancel',
      resourceId: id,
      payload: { leg: 'PAYOUT', rail: 'ACH' },
    };
    await apply(app.database.db, { effects: [enqueue([{ ...job, runAt: at, createdAt: at, clockOffsetMs: 0 }])] });
    expect(await transactionIn(client, id, 'COMPLETED')).toMatchObject({ refund: { reason: 'USER_CANCELLATION' } });
  });
});

describe('confirming a receipt', () => {
  const confirm = (id: string, body?: object, headers = {}) =>
    client.post(`/transactions/${id}/confirm`, body, { headers });

  test('stores the given time or the current one, and a later confirmation replaces it', async () => {
    const id = await waiting();
    const { status, body } = await confirm(id);
    expect(status).toBe(200);
    expect(Math.abs(Date.parse(body.receiptDeliveryConfirmedAt) - Date.now())).toBeLessThan(10_000);
    const confirmedAt = '2025-10-20T12:00:00.000Z';
    const again = await confirm(id, { receiptDeliveryConfirmedAt: '2025-10-20T14:00:00+02:00' });
    expect(again.body).toEqual({ ...body, receiptDeliveryConfirmedAt: confirmedAt });
    expect((await client.get(`/transactions/${id}`)).body).toEqual(again.body);
  });

  test('does not change the payment: no event, no version, no later updatedAt', async () => {
    const id = await waiting();
    await transactionIn(client, id, 'PROCESSING');
    const { body: before } = await client.get(`/transactions/${id}`);
    const { body } = await confirm(id, {});
    expect(body).toEqual({ ...before, receiptDeliveryConfirmedAt: body.receiptDeliveryConfirmedAt });
    expect(await eventTypes(id)).toEqual(outgoing('PENDING', 'PROCESSING'));
  });

  test('is kept under concurrent changes of the payment', async () => {
    for (let i = 0; i < 5; i++) {
      const id = await waiting();
      const receiptDeliveryConfirmedAt = `2025-10-20T12:00:0${i}.000Z`;
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 5 }, () => confirm(id, { receiptDeliveryConfirmedAt }))),
        reportRailOutcome(app, client, { transactionId: id, outcome: { type: 'COMPLETED' }, leg: 'PAYOUT', times: 2 }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await transactionIn(client, id, 'COMPLETED')).toMatchObject({ receiptDeliveryConfirmedAt });
    }
  });

  test('is replayed under its key, and rejects an invalid time and an unknown transaction', async () => {
    const id = await waiting();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await confirm(id, {}, headers);
    expect((await confirm(id, {}, headers)).text).toBe(first.text);
    for (const receiptDeliveryConfirmedAt of ['yesterday', '2016-12-31T23:59:60Z']) {
      const wrong = await confirm(id, { receiptDeliveryConfirmedAt });
      expect([wrong.status, wrong.body.details.errors[0].field]).toEqual([400, 'receiptDeliveryConfirmedAt']);
    }
    const unknown = await confirm(`Transaction:${uuidv7()}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
  });
});

describe('the list of transactions', () => {
  let other: Payer;
  let everything: any[];
  let uma: string;

  const list = async (query: Record<string, string> = {}) => {
    const { status, body, text } = await client.get(`/transactions?${new URLSearchParams(query)}`);
    expect(status, text).toBe(200);
    return body;
  };
  const idsOf = (found: { data: { id: string }[] }) => found.data.map(({ id }) => id);

  beforeAll(async () => {
    client = await app.newPlatform();
    await useCurrencies(client, ['USD', 'EUR']);
    payer = await newPayer(client, { platformCustomerId: 'ada-1' });
    other = await newPayer(client, { platformCustomerId: 'bob-2' });
    const payee = await account('111');
    const own = (await client.get('/platform/internal-accounts?currency=USD')).body.data[0].id;
    await client.post(`/sandbox/internal-accounts/${own}/fund`, { amount: 5_000 });
    const settled: [string, string][] = [];
    const pay = async (request: object, status: string) =>
      settled.push([(await quoted(client, { ...request, immediatelyExecute: true })).transactionId, status]);
    await pay(quoteFor(payer, payee), 'COMPLETED');
    await pay(quoteFor(other, await account('002')), 'FAILED');
    await pay(quoteFor(payer, other.accountId), 'COMPLETED');
    await advance(client, 86_400);
    await quoted(client, quoteFor(payer, payee));
    settled.push(
      [await transfer('transfer-in', '111'), 'COMPLETED'],
      [await transfer('transfer-out', '004'), 'FAILED'],
    );
    uma = '$success.eur@sandbox.causeway.test';
    const { body: lookup } = await client.get(
      `/receiver/uma/${encodeURIComponent(uma)}?customerId=${payer.customerId}`,
    );
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: uma };
    const senderCustomerInfo = { FULL_NAME: 'Ada Lovelace' };
    await pay(quoteFor(payer, payee, { destination, lookupId: lookup.lookupId, senderCustomerInfo }), 'COMPLETED');
    await waiting();
    for (const [id, status] of settled) await transactionIn(client, id, status);
    everything = (await list({ limit: '100' })).data;
    expect(everything).toHaveLength(11);
  }, 30_000);

  test('shows each transaction as it is read alone, newest first', async () => {
    const { data, hasMore, totalCount, nextCursor } = await list();
    expect([data.length, hasMore, totalCount, nextCursor]).toEqual([11, false, 11, undefined]);
    for (const one of data) expect((await client.get(`/transactions/${one.id}`)).body).toEqual(one);
    const times = data.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  /** A settlement in the middle of the list. */
  const settlement = () => everything.flatMap(({ settledAt = [] }) => settledAt).sort()[2];
  const filters: [name: string, value: () => string, holds: (one: any, value: string) => boolean][] = [
    ['customerId', () => payer.customerId, (one, id) => one.customerId === id],
    ['customerId', () => client.platformId, (one, id) => one.customerId === id],
    ['platformCustomerId', () => 'ada-1', (one, id) => one.platformCustomerId === id],
    ['platformCustomerId', () => client.platformId, (one, id) => one.platformCustomerId === id],
    [
      'accountIdentifier',
      () => payer.accountId,
      (one, id) => [one.source?.accountId, one.destination.accountId].includes(id),
    ],
    [
      'accountIdentifier',
      () => other.accountId,
      (one, id) => [one.source?.accountId, one.destination.accountId].includes(id),
    ],
    ['accountIdentifier', () => uma, (one, id) => one.destination.umaAddress === id],
    ['senderAccountIdentifier', () => payer.accountId, (one, id) => one.source?.accountId === id],
    ['receiverAccountIdentifier', () => other.accountId, (one, id) => one.destination.accountId === id],
    [
      'receiverAccountIdentifier',
      () => uma.toUpperCase(),
      (one, id) => one.destination.umaAddress === id.toLowerCase(),
    ],
    ['status', () => 'COMPLETED', (one, status) => one.status === status],
    ['status', () => 'FAILED', (one, status) => one.status === status],
    ['status', () => 'PENDING', (one, status) => one.status === status],
    ['status', () => 'PROCESSING', (one, status) => one.status === status],
    ['type', () => 'INCOMING', (one, type) => one.type === type],
    ['type', () => 'OUTGOING', (one, type) => one.type === type],
    [
      'reference',
      () => everything[3].reconciliationInstructions.reference,
      (one, reference) => one.reconciliationInstructions.reference === reference,
    ],
    [
      'currency',
      () => 'EUR',
      (one, code) => [one.sentAmount?.currency.code, one.receivedAmount?.currency.code].includes(code),
    ],
    ['settlementStartDate', () => settlement(), (one, date) => one.settledAt >= date],
    ['settlementEndDate', () => settlement(), (one, date) => one.settledAt <= date],
    ['startDate', () => everything[4].createdAt, (one, date) => one.createdAt >= date],
    ['endDate', () => everything[4].createdAt, (one, date) => one.createdAt <= date],
  ];

  test.each(filters)(
    'filtered by %s has exactly the matching ones, in both orders (%#)',
    async (name, value, holds) => {
      const expected = everything.filter((one) => holds(one, value()));
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(everything.length);
      const found = await list({ [name]: value() });
      expect(found.data).toEqual(expected);
      expect(found.totalCount).toBe(expected.length);
      expect((await list({ [name]: value(), sortOrder: 'asc' })).data).toEqual([...expected].reverse());
      expect((await list({ [name]: value(), sortOrder: 'desc' })).data).toEqual(expected);
    },
  );

  test('supports every pair of filters', async () => {
    for (const [i, [name, value, holds]] of filters.entries()) {
      for (const [second, otherValue, alsoHolds] of filters.slice(i + 1)) {
        if (name === second) continue;
        const query = { [name]: value(), [second]: otherValue() };
        const expected = everything.filter((one) => holds(one, value()) && alsoHolds(one, otherValue()));
        expect([query, idsOf(await list(query))]).toEqual([query, expected.map(({ id }) => id)]);
      }
    }
  });

  test('is paged in both orders, and stays complete while transactions are added', async () => {
    for (const sortOrder of ['asc', 'desc']) {
      for (const filter of [{}, { type: 'OUTGOING' }, { accountIdentifier: payer.accountId }, { currency: 'USD' }]) {
        const whole = idsOf(await list({ ...filter, sortOrder, limit: '100' }));
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const found: any = await list({ ...filter, sortOrder, limit: '3', ...(cursor && { cursor }) });
          seen.push(...idsOf(found));
          expect(found.hasMore).toBe(found.nextCursor !== undefined);
          cursor = found.nextCursor;
        } while (cursor);
        expect(seen).toEqual(whole);
      }
    }
  });

  test('is empty for card transactions, unknown values and other platforms', async () => {
    expect((await list({ type: 'CARD' })).data).toEqual([]);
    expect((await list({ status: 'REFUNDED' })).data).toEqual([]);
    expect((await list({ customerId: `Customer:${uuidv7()}` })).data).toEqual([]);
    expect((await list({ reference: 'none' })).data).toEqual([]);
    const stranger = await app.newPlatform();
    for (const query of [
      '',
      `?customerId=${payer.customerId}`,
      `?accountIdentifier=${payer.accountId}`,
      '?platformCustomerId=ada-1',
    ]) {
      expect((await stranger.get(`/transactions${query}`)).body).toEqual({ data: [], hasMore: false, totalCount: 0 });
    }
  });

  test.each([
    ['limit', '0'],
    ['limit', '101'],
    ['cursor', 'x'],
    ['status', 'DONE'],
    ['type', 'CASH'],
    ['sortOrder', 'up'],
    ['startDate', 'yesterday'],
    ['endDate', '2025-13-01T00:00:00Z'],
    ['customerId', 'ada'],
  ])('rejects %s=%s with the field', async (field, value) => {
    const { status, body } = await client.get(`/transactions?${field}=${value}`);
    expect([status, body.details.errors[0].field]).toEqual([400, field]);
  });
});
