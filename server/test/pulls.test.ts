import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endToEndId } from '../src/engine/bank-files/payment.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { uuidv7 } from '../src/foundation/kernel/ids.ts';
import { legOf, railIdOf } from '../src/payments/transactions/legs.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  advance,
  eventsOf,
  executed,
  newExternalAccount,
  quoted,
  systemBalances,
  useCurrencies,
} from './support/payment-world.ts';
import { balanceOf, newPayer, type Payer, payeeWithSuffix, transactionIn } from './support/payments.ts';
import { reportRailOutcome } from './support/rail-outcome.ts';

let app: TestApp;
let client: Client;
let payer: Payer;

beforeAll(async () => {
  app = await TestApp.shared();
});
afterEach(() => app.audit());
afterAll(() => app.stop());

async function setUp(): Promise<void> {
  client = await app.newPlatform();
  payer = await newPayer(client, { balance: 0 });
}

const account = (suffix: string) => payeeWithSuffix(client, payer.customerId, suffix);
/** The event types of a transaction; each event matches its schema, and the last equals the resource. */
async function eventTypes(id: string): Promise<string[]> {
  const events = await eventsOf(app, client, id);
  for (const event of events) app.contract.checkEvent(event);
  expect(events.at(-1)?.data).toEqual((await client.get(`/transactions/${id}`)).body);
  return events.map(({ type }) => type.replace('OUTGOING_PAYMENT.', ''));
}
const balances = async () => Object.values(await balanceOf(client, payer));
const pullOf = (source: string, destination: string, more: object = {}) => ({
  source: { sourceType: 'ACCOUNT', accountId: source },
  destination: { destinationType: 'ACCOUNT', accountId: destination },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
  ...more,
});

/** Executes a quote whose pull takes 30 seconds. */
async function collecting(destination = payer.accountId, more: object = {}): Promise<any> {
  const quote = await quoted(client, pullOf(await account('005'), destination, more));
  await executed(client, quote.id);
  return quote;
}

const COMPLETED = { type: 'COMPLETED' } as const;
const RETURNED = { type: 'FAILED', reason: 'PAYOUT_RETURNED' } as const;

describe('a quote with a pulled source', () => {
  test('expires when its customer is deleted, and no account is debited', async () => {
    await setUp();
    const quote = await quoted(client, pullOf(await account('111'), await account('112')));
    expect((await client.delete(`/customers/${payer.customerId}`)).status).toBe(200);
    await transactionIn(client, quote.transactionId, 'EXPIRED');
    const rejected = await client.post(`/quotes/${quote.id}/execute`);
    expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
    expect(await eventTypes(quote.transactionId)).toEqual(['PENDING', 'EXPIRED']);
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('is not executed after its source or its destination is deleted', async () => {
    await setUp();
    const [source, destination] = [await account('111'), await account('112')];
    const [fromGone, toGone] = [
      await quoted(client, pullOf(source, await account('113'))),
      await quoted(client, pullOf(await account('114'), destination)),
    ];
    for (const id of [source, destination])
      expect((await client.delete(`/customers/external-accounts/${id}`)).status).toBe(204);
    for (const { id, transactionId } of [fromGone, toGone]) {
      const rejected = await client.post(`/quotes/${id}/execute`);
      expect([rejected.status, rejected.body.details.reason]).toEqual([409, 'ACCOUNT_NOT_ACTIVE']);
      expect(await eventTypes(transactionId)).toEqual(['PENDING']);
    }
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('moves no money until the pull has succeeded, and then pays out', async () => {
    await setUp();
    const { id, transactionId } = await collecting();
    const twoDays = 172_800;
    const processing = { type: 'OUTGOING', settlementTimelineSeconds: twoDays };
    expect(await transactionIn(client, transactionId, 'PROCESSING')).toMatchObject(processing);
    expect(await balances()).toEqual([0, 0]);
    expect(await systemBalances(app, client)).toEqual({});
    await reportRailOutcome(app, client, { transactionId, outcome: COMPLETED, leg: 'PULL' });
    await transactionIn(client, transactionId, 'COMPLETED');
    expect(await eventTypes(transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    expect(await balances()).toEqual([10_000, 10_000]);
    expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -10_000 });
    expect((await client.get(`/quotes/${id}`)).body.status).toBe('COMPLETED');
  });

  test('with immediatelyExecute needs no second call: the replacement of transfer-in', async () => {
    await setUp();
    const quote = await quoted(client, pullOf(await account('111'), payer.accountId, { immediatelyExecute: true }));
    expect(quote.status).toBe('PROCESSING');
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await eventTypes(quote.transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    expect(await balances()).toEqual([10_000, 10_000]);
  });

  test('collects the sent amount and then pays the received amount', async () => {
    await setUp();
    await useCurrencies(client, ['USD', 'MXN']);
    const payee = await newExternalAccount(client, {
      customerId: payer.customerId,
      type: 'MXN_ACCOUNT',
      suffix: '003',
    });
    const quote = await collecting(payee);
    const submissions = () =>
      app.database.db.read<{ payload: any }>(sql`
        SELECT payload FROM jobs WHERE platform_id = ${client.platformId} AND resource_id = ${quote.transactionId}`);
    await expect.poll(submissions, { timeout: 60_000 }).toMatchObject([{ payload: { leg: 'PULL' } }]);
    await reportRailOutcome(app, client, { transactionId: quote.transactionId, outcome: COMPLETED, leg: 'PULL' });
    const transaction = await transactionIn(client, quote.transactionId, 'PROCESSING');
    expect(transaction.sentAmount.amount).toBe(10_000);
    expect(await systemBalances(app, client)).toMatchObject({
      'rail.nostro:USD': -10_000,
      'transit.payout:MXN': quote.totalReceivingAmount,
    });
    await advance(client, 361);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
  });

  test.each(['002', '003', '004'])('fails with its pull from %s, without a refund', async (suffix) => {
    await setUp();
    const quote = await quoted(client, pullOf(await account(suffix), payer.accountId));
    await executed(client, quote.id);
    const failed = await transactionIn(client, quote.transactionId, 'FAILED');
    expect(failed.failureReason).toBe('QUOTE_EXECUTION_FAILED');
    expect(failed.refund).toBeUndefined();
    expect(await eventTypes(quote.transactionId)).toEqual(['PENDING', 'PROCESSING', 'FAILED']);
    expect(await balances()).toEqual([0, 0]);
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('fails with its pull from 005 after 30 seconds', async () => {
    await setUp();
    const { transactionId } = await collecting();
    await advance(client, 29);
    await transactionIn(client, transactionId, 'PROCESSING');
    await advance(client, 2);
    await transactionIn(client, transactionId, 'FAILED');
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('returns the collected amount if its payout fails', async () => {
    await setUp();
    const quote = await quoted(client, pullOf(await account('111'), await account('004')));
    await executed(client, quote.id);
    const failed = await transactionIn(client, quote.transactionId, 'FAILED');
    expect(failed).toMatchObject({ failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'COMPLETED' } });
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('executes once, and expires if it is not executed', async () => {
    await setUp();
    const source = await account('111');
    const quote = await quoted(client, pullOf(source, payer.accountId));
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(`/quotes/${quote.id}/execute`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await balances()).toEqual([10_000, 10_000]);
    const late = await quoted(client, pullOf(source, payer.accountId));
    await advance(client, 3_600);
    await transactionIn(client, late.transactionId, 'EXPIRED');
    await reportRailOutcome(app, client, { transactionId: late.transactionId, outcome: COMPLETED, leg: 'PULL' });
    await transactionIn(client, late.transactionId, 'EXPIRED');
  });

  test('pays once, however often the bank reports the pull', async () => {
    await setUp();
    const { transactionId } = await collecting();
    await reportRailOutcome(app, client, { transactionId, outcome: COMPLETED, leg: 'PULL', times: 20 });
    await transactionIn(client, transactionId, 'COMPLETED');
    await reportRailOutcome(app, client, { transactionId, outcome: { type: 'CANCELLED' }, leg: 'PULL', times: 3 });
    expect(await eventTypes(transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    expect(await balances()).toEqual([10_000, 10_000]);
  });

  test('has one outcome if the bank contradicts itself', async () => {
    await setUp();
    const { transactionId } = await collecting();
    const failed = { type: 'FAILED', reason: 'ACCOUNT_INVALID' } as const;
    await Promise.all([
      reportRailOutcome(app, client, { transactionId, outcome: failed, leg: 'PULL', times: 5 }),
      reportRailOutcome(app, client, { transactionId, outcome: { type: 'CANCELLED' }, leg: 'PULL', times: 5 }),
    ]);
    await reportRailOutcome(app, client, { transactionId, outcome: COMPLETED, leg: 'PULL', times: 5 });
    await transactionIn(client, transactionId, 'FAILED');
    expect(await eventTypes(transactionId)).toEqual(['PENDING', 'PROCESSING', 'FAILED']);
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('ignores the outcome of a payout that has not started', async () => {
    await setUp();
    const { transactionId } = await collecting();
    await reportRailOutcome(app, client, { transactionId, outcome: COMPLETED, leg: 'PAYOUT', times: 3 });
    await reportRailOutcome(app, client, { transactionId, outcome: RETURNED, leg: 'PAYOUT', times: 3 });
    await transactionIn(client, transactionId, 'PROCESSING');
    expect(await systemBalances(app, client)).toEqual({});
  });

  test('leaves a receivable once if the bank returns the pull after the payout', async () => {
    await setUp();
    const { transactionId } = await collecting();
    await reportRailOutcome(app, client, { transactionId, outcome: COMPLETED, leg: 'PULL' });
    await transactionIn(client, transactionId, 'COMPLETED');
    await reportRailOutcome(app, client, { transactionId, outcome: RETURNED, leg: 'PULL', times: 20 });
    await transactionIn(client, transactionId, 'COMPLETED');
    expect(await balances()).toEqual([10_000, 10_000]);
    expect(await systemBalances(app, client)).toEqual({ 'receivable:USD': -10_000 });
  });

  test('has a separate bank id for each leg', () => {
    const [platformId, id] = ['Platform:1', `Transaction:${uuidv7()}`];
    const legs = (['PULL', 'PAYOUT'] as const).map((leg) => railIdOf(id, leg));
    expect(legs.map(legOf)).toEqual([
      { transactionId: id, leg: 'PULL' },
      { transactionId: id, leg: 'PAYOUT' },
    ]);
    const [pull, payout] = legs.map((leg) => endToEndId({ platformId, id: leg }));
    expect(pull).toMatch(/^[0-9a-f]{32}$/);
    expect(pull).not.toBe(payout);
  });

  test('counts towards the daily volume', async () => {
    await setUp();
    const source = await account('111');
    const large = pullOf(source, payer.accountId, { lockedCurrencyAmount: 100_000_000, immediatelyExecute: true });
    for (let i = 0; i < 10; i++) await quoted(client, large);
    const { status, body } = await client.post('/quotes', large);
    expect([status, body.code]).toEqual([429, 'DAILY_VOLUME_LIMIT_EXCEEDED']);
    await expect.poll(balances, { timeout: 60_000 }).toEqual([1_000_000_000, 1_000_000_000]);
  });
});
