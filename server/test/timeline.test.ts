import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidOf } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { advance, executed, newExternalAccount, quoted, useCurrencies } from './support/payment-world.ts';
import { newPayer, payeeWithSuffix, quoteFor, transactionIn } from './support/payments.ts';
import { asked, authorized, newShopper } from './support/purchases.ts';

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

interface TimelineEntry {
  id: string;
  kind: string;
  at: string;
  wallAt: string;
  title: string;
  status: string;
  isFailure: boolean;
  refs: { type: string; id: string }[];
  detail: any;
}

async function timelineOf(platform: Client, id: string, query = ''): Promise<TimelineEntry[]> {
  const { status, body, text } = await platform.get(`/transactions/${id}/timeline${query}`);
  expect(status, text).toBe(200);
  return body.data;
}

const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/** The request log and the end of a job are written shortly after their effects. */
async function timelineWith(platform: Client, id: string, counts: Record<string, number>): Promise<TimelineEntry[]> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const found = await timelineOf(platform, id, '?limit=200');
    const isComplete = Object.entries(counts).every(
      ([kind, count]) => found.filter((entry) => entry.kind === kind).length >= count,
    );
    if (isComplete || waited > PATIENCE_MS) {
      for (const kind of Object.keys(counts)) {
        expect({ kind, count: ofKind(found, kind).length }).toEqual({ kind, count: counts[kind] });
      }
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const ofKind = (entries: readonly TimelineEntry[], kind: string) => entries.filter((entry) => entry.kind === kind);

async function payTo(platform: Client, suffix: string): Promise<{ transactionId: string; quoteId: string }> {
  const payer = await newPayer(platform);
  const payee = await payeeWithSuffix(platform, payer.customerId, suffix);
  const { id, transactionId } = await quoted(platform, quoteFor(payer, payee));
  await executed(platform, id);
  return { transactionId, quoteId: id };
}

/** Sum of the balance changes by currency. */
function sumsOf({ detail }: TimelineEntry): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { change } of detail.balances) {
    sums[change.currency.code] = (sums[change.currency.code] ?? 0) + change.amount;
  }
  return sums;
}

describe('the timeline of a payment to an account that ends in 005', () => {
  let transactionId: string;
  let quoteId: string;
  let entries: TimelineEntry[];

  beforeAll(async () => {
    client = await app.newPlatform();
    ({ transactionId, quoteId } = await payTo(client, '005'));
    await transactionIn(client, transactionId, 'COMPLETED');
    await timelineWith(client, transactionId, { JOB: 1 });
    await advance(client, 3_600);
    await transactionIn(client, transactionId, 'FAILED');
    entries = await timelineWith(client, transactionId, { REQUEST: 2, JOB: 2, RAIL: 2, ENTRIES: 4, QUOTE: 1 });
  });

  test('shows that it was completed, returned and refunded, in this order', () => {
    const changes = entries.filter(({ kind }) => kind === 'RAIL' || kind === 'ENTRIES' || kind === 'EVENT');
    expect(changes.map(({ kind, title, status }) => [kind, kind === 'RAIL' ? status : title])).toEqual([
      ['EVENT', 'OUTGOING_PAYMENT.PENDING'],
      ['ENTRIES', 'Debited the payer, in transit'],
      ['EVENT', 'OUTGOING_PAYMENT.PROCESSING'],
      ['RAIL', 'COMPLETED'],
      ['ENTRIES', 'Paid out'],
      ['EVENT', 'OUTGOING_PAYMENT.COMPLETED'],
      ['RAIL', 'FAILED'],
      ['ENTRIES', 'Returned: in transit again'],
      ['ENTRIES', 'Refunded the payer'],
      ['EVENT', 'OUTGOING_PAYMENT.FAILED'],
      ['EVENT', 'OUTGOING_PAYMENT.REFUND_PENDING'],
      ['EVENT', 'OUTGOING_PAYMENT.REFUND_COMPLETED'],
    ]);
  });

  test('names the sandbox rule with each report of the rail', () => {
    const rule = 'account ends 005: COMPLETED, then FAILED with PAYOUT_RETURNED after 60 seconds, refunded';
    expect(ofKind(entries, 'RAIL')).toMatchObject([
      { title: 'The rail paid the receiver', isFailure: false, detail: { leg: 'PAYOUT', outcome: 'COMPLETED', rule } },
      { title: 'The bank returned the payment', isFailure: true, detail: { reason: 'PAYOUT_RETURNED', rule } },
    ]);
  });

  test('starts with the request for the quote and its terms', () => {
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'REQUEST', title: 'POST /quotes', status: '201', refs: [{ type: 'Request' }] },
      { kind: 'QUOTE', refs: [{ type: 'Quote', id: quoteId }], detail: { sending: { amount: 10_000 } } },
    ]);
    expect(ofKind(entries, 'REQUEST').map(({ title }) => title)).toEqual([
      'POST /quotes',
      'POST /quotes/{quoteId}/execute',
    ]);
  });

  test('shows the jobs with their kind, try and duration', () => {
    expect(ofKind(entries, 'JOB')).toMatchObject([
      { title: 'Submitted to the rail', status: 'DONE', detail: { job: 'payment.submit', try: 1 } },
      { title: 'Applied the outcome of the rail', status: 'DONE', detail: { job: 'payment.outcome', try: 1 } },
    ]);
    for (const { detail } of ofKind(entries, 'JOB')) expect(detail.durationMs).toBeGreaterThan(0);
  });

  test('has entries whose balance changes sum to zero in each currency, and refund what was sent', () => {
    for (const entry of ofKind(entries, 'ENTRIES')) {
      expect(Object.values(sumsOf(entry)).every((sum) => sum === 0)).toBe(true);
    }
    const [executed, , , refunded] = ofKind(entries, 'ENTRIES');
    expect(ownChange(executed)).toBe(-10_000);
    expect(ownChange(refunded)).toBe(10_000);
  });

  const ownChange = (entry: TimelineEntry | undefined): number | undefined =>
    entry?.detail.balances.find(({ accountId }: { accountId: string }) => accountId === entry.refs[0]?.id)?.change
      .amount;

  test('shows the time of the platform beside real time, by which it is ordered', () => {
    const walls = entries.map(({ wallAt }) => wallAt);
    expect(walls).toEqual([...walls].sort());
    const [paid, returned] = ofKind(entries, 'RAIL') as [TimelineEntry, TimelineEntry];
    const virtual = Date.parse(returned.at) - Date.parse(paid.at);
    const real = Date.parse(returned.wallAt) - Date.parse(paid.wallAt);
    expect(virtual).toBeGreaterThanOrEqual(60_000);
    expect(real).toBeLessThan(60_000);
    for (const { kind, at, wallAt } of ofKind(entries, 'ENTRIES').slice(2)) {
      expect({ kind, isAhead: Date.parse(at) - Date.parse(wallAt) > 30_000 }).toEqual({ kind, isAhead: true });
    }
  });

  test('is limited to the kinds that the query names', async () => {
    const some = await timelineOf(client, transactionId, '?kinds=RAIL,QUOTE');
    expect(some.map(({ kind }) => kind)).toEqual(['QUOTE', 'RAIL', 'RAIL']);
    const { status, body } = await client.get(`/transactions/${transactionId}/timeline?kinds=RAIL,NOTHING`);
    expect(status).toBe(400);
    expect(body.details.errors[0].field).toBe('kinds');
  });

  test('is not found by another platform', async () => {
    const other = await app.newPlatform();
    const answer = await other.get(`/transactions/${transactionId}/timeline`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'TRANSACTION_NOT_FOUND' } });
  });
});

describe('delivery attempts in a timeline', () => {
  /** Attempts of the events of a payment, as the delivery worker records them. */
  async function addAttempts(
    platform: Client,
    eventId: string,
    attempts: { from: number; to: number; status: number },
  ) {
    await app.database.db.pool.query(
      `INSERT INTO webhook_attempts (platform_id, event_id, number, at, url, status, latency_ms, has_arrived)
      SELECT $1, $2, n, now() + n * interval '1 millisecond', 'https://example.com/hook', $5::smallint, 4.2, $5::smallint < 300
      FROM generate_series($3::int, $4::int) n`,
      [uuidOf(platform.platformId), uuidOf(eventId), attempts.from, attempts.to, attempts.status],
    );
  }

  async function paidEvent(platform: Client) {
    const { transactionId } = await payTo(platform, '111');
    await transactionIn(platform, transactionId, 'COMPLETED');
    const [first] = ofKind(await timelineOf(platform, transactionId), 'EVENT');
    return { transactionId, eventId: first?.id ?? '' };
  }

  test('are one entry with a count when they succeed, and one entry each when they fail', async () => {
    const { transactionId, eventId } = await paidEvent(client);
    await addAttempts(client, eventId, { from: 1, to: 2, status: 503 });
    await addAttempts(client, eventId, { from: 3, to: 7, status: 200 });
    const attempts = await timelineOf(client, transactionId, '?kinds=ATTEMPT');
    expect(attempts).toMatchObject([
      { status: 'FAILED', isFailure: true, detail: { number: 1, count: 1, responseStatus: 503 } },
      { status: 'FAILED', isFailure: true, detail: { number: 2, count: 1 } },
      { status: 'DELIVERED', isFailure: false, detail: { number: 3, count: 5, responseStatus: 200 } },
    ]);
    expect(attempts[2]?.refs).toEqual([{ type: 'Webhook', id: eventId }]);
  });

  test('are paged in a stable order when there are thousands', async () => {
    const { transactionId, eventId } = await paidEvent(client);
    await addAttempts(client, eventId, { from: 1, to: 2_000, status: 500 });
    const pages: TimelineEntry[][] = [];
    let cursor: string | undefined;
    do {
      const after: string = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { body } = await client.get(`/transactions/${transactionId}/timeline?limit=200${after}`);
      pages.push(body.data);
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    const all = pages.flat();
    const ids = all.map(({ kind, id }) => `${kind} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ofKind(all, 'ATTEMPT').map(({ detail }) => detail.number)).toEqual(
      Array.from({ length: 2_000 }, (_, i) => i + 1),
    );
    expect(pages.slice(0, -1).every((page) => page.length === 200)).toBe(true);
    const walls = all.map(({ wallAt }) => wallAt);
    expect(walls).toEqual([...walls].sort());
  });

  test('are read at most 200 at a time', async () => {
    const { transactionId } = await paidEvent(client);
    const { status, body } = await client.get(`/transactions/${transactionId}/timeline?limit=201`);
    expect(status).toBe(400);
    expect(body.details.errors[0].field).toBe('limit');
  });
});

test('the timeline names the rule by which the rail rejects a transfer before it is submitted', async () => {
  const platform = await app.newPlatform();
  const payer = await newPayer(platform);
  const payee = await payeeWithSuffix(platform, payer.customerId, '003');
  const { body } = await platform.post('/transfer-out', {
    source: { accountId: payer.accountId },
    destination: { accountId: payee },
    amount: 1_000,
  });
  expect(body.status).toBe('FAILED');
  const rule = 'account ends 003: account closed or invalid: FAILED at once with ACCOUNT_INVALID';
  expect(await timelineOf(platform, body.id, '?kinds=RAIL')).toMatchObject([
    { status: 'FAILED', isFailure: true, detail: { leg: 'PAYOUT', reason: 'ACCOUNT_INVALID', rule } },
  ]);
});

test('the amount that an account holds for a payment is in the currency of the account', async () => {
  const platform = await app.newPlatform();
  await useCurrencies(platform, ['USD', 'EUR']);
  const payer = await newPayer(platform);
  const payee = await newExternalAccount(platform, { customerId: payer.customerId, type: 'EUR_ACCOUNT' });
  const { id, transactionId } = await quoted(platform, quoteFor(payer, payee));
  await executed(platform, id);
  await transactionIn(platform, transactionId, 'COMPLETED');
  const [execution, completion] = await timelineOf(platform, transactionId, '?kinds=ENTRIES');
  const heldBy = (entry: TimelineEntry | undefined) =>
    entry?.detail.balances.find(({ accountId }: { accountId: string }) => accountId === payer.accountId);
  expect(heldBy(execution)).toMatchObject({
    change: { amount: -10_000, currency: { code: 'USD' } },
    heldChange: 10_000,
  });
  expect(heldBy(completion)).toMatchObject({ change: { amount: 0, currency: { code: 'USD' } }, heldChange: -10_000 });
});

test('the timeline of an incoming payment shows its arrival', async () => {
  const platform = await app.newPlatform();
  const payer = await newPayer(platform, { balance: 5_000 });
  const { body } = await platform.get(`/transactions?customerId=${payer.customerId}&type=INCOMING`);
  const entries = await timelineOf(platform, body.data[0].id, '?kinds=ENTRIES,EVENT');
  expect(entries.map(({ title }) => title)).toEqual(['Money arrived', 'INCOMING_PAYMENT.COMPLETED']);
  expect(entries[0]?.refs).toEqual([{ type: 'InternalAccount', id: payer.accountId }]);
});

test('the timeline of a card purchase shows its reservation', async () => {
  const shopper = await newShopper(app);
  const { id } = await authorized(shopper, 1_200);
  const entries = await timelineOf(shopper.client, id, '?kinds=ENTRIES,EVENT');
  expect(entries.map(({ title }) => title)).toEqual(['Reserved for the card', 'CARD_TRANSACTION.AUTHORIZED']);
  expect(sumsOf(entries[0] as TimelineEntry)).toEqual({ USD: 0 });
});

test('the timeline of a card purchase shows the messages of the card network and the rule of the sandbox', async () => {
  const shopper = await newShopper(app);
  const messagesOf = async (id: string) =>
    (await timelineOf(shopper.client, id, '?kinds=RAIL')).map(
      ({ status, isFailure, detail: { amount, reason, rule } }) => ({
        status,
        isFailure,
        amount: amount.amount,
        ...(reason && { reason }),
        ...(rule && { rule }),
      }),
    );
  const { id: cardTransactionId } = await authorized(shopper, 1_200);
  await shopper.simulate('authorization_advice', { cardTransactionId, amount: 1_500 });
  await shopper.simulate('authorization_advice', { cardTransactionId, amount: 900_000 });
  await shopper.simulate('clearing', { cardTransactionId, amount: 1_500 });
  await shopper.simulate('return', { cardTransactionId, amount: 400 });
  const ok = { isFailure: false };
  expect(await messagesOf(cardTransactionId)).toEqual([
    { ...ok, status: 'AUTHORIZED', amount: 1_200 },
    { ...ok, status: 'ADVISED', amount: 1_500 },
    { isFailure: true, status: 'DECLINED', amount: 900_000, reason: 'INSUFFICIENT_FUNDS' },
    { ...ok, status: 'CLEARED', amount: 1_500 },
    { ...ok, status: 'RETURNED', amount: 400 },
  ]);
  const { body: declined } = await shopper.simulate('authorization', asked(700, 'CAFE 003'));
  const rule = 'merchant.descriptor ends 003: declined with CARD_PAUSED';
  expect(await messagesOf(declined.id)).toEqual([
    { isFailure: true, status: 'DECLINED', amount: 700, reason: 'CARD_PAUSED', rule },
  ]);
});

test('the timeline shows the text message that a payment was authorized with, without its code', async () => {
  const platform = await app.newPlatform();
  const payer = await newPayer(platform, { region: 'DE', phoneNumber: '+4915112345678' });
  const payee = await payeeWithSuffix(platform, payer.customerId, '111');
  const { body } = await platform.post('/quotes', quoteFor(payer, payee, { immediatelyExecute: true }));
  const entries = await timelineOf(platform, body.transactionId, '?kinds=MESSAGE');
  expect(entries).toMatchObject([{ title: 'Text message', status: 'SENT', refs: [{ type: 'Message' }] }]);
  expect(entries[0]?.detail).toEqual({ channel: 'SMS', to: '+4915112345678' });
});

test('the timeline shows the refund of a suspended payment by an operator', async () => {
  const platform = await app.newPlatform();
  const { transactionId } = await payTo(platform, '007');
  await transactionIn(platform, transactionId, 'FAILED');
  const operator = await app.newOperator();
  const path = `/operator/platforms/${platform.platformId}/transactions/${transactionId}/refund`;
  const { status } = await operator.post(path, { reason: 'the bank has confirmed that it kept nothing' });
  expect(status).toBe(200);
  const entries = await timelineOf(platform, transactionId, '?kinds=OPERATOR,ENTRIES');
  expect(entries.map(({ title }) => title)).toEqual([
    'Debited the payer, in transit',
    'Moved to suspense',
    'Operator: PAYMENT_REFUNDED',
    'Resumed from suspense',
    'Refunded the payer',
  ]);
});
