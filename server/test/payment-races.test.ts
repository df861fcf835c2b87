import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import type { PaymentOutcome } from '../src/engine/providers/rails/port.ts';
import { readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { receiveBankCredit } from '../src/payments/arrivals/bank.ts';
import { reportOutcome } from '../src/payments/transitions/apply.ts';
import { TestApp } from './support/app.ts';
import { bankingWith } from './support/banking.ts';
import { countBlocked } from './support/blocked.ts';
import type { Answer, Client } from './support/client.ts';
import {
  advance,
  eventsOf,
  executed,
  newExternalAccount,
  platformAccount,
  quoted,
  systemBalances,
  typesOf,
  useCurrencies,
} from './support/payment-world.ts';
import { balanceOf, newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';

/** Sends hundreds of requests, on a machine that may be busy. */
const RUN_LIMIT_MS = 180_000;

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;

beforeAll(async () => {
  app = await TestApp.shared();
  other = await TestApp.start({ beside: app });
});
afterAll(async () => {
  await app.audit();
  await other.stop();
});

interface Stage {
  client: Client;
  payer: Payer;
  payee: string;
}

async function stage({ balance = 1_000_000, suffix = '111', ...wish }: { balance?: number; suffix?: string } = {}) {
  const client = await app.newPlatform();
  await useCurrencies(client, ['USD', 'MXN'], wish);
  const payer = await newPayer(client, { balance });
  const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'USD_ACCOUNT', suffix });
  return { client, payer, payee } satisfies Stage;
}

const execute = (client: Client, quoteId: string, headers: Record<string, string> = {}) =>
  client.post(`/quotes/${quoteId}/execute`, undefined, { headers });

/** Alternates between the two processes. */
const eitherOf = (client: Client, i: number): Client => (i % 2 === 0 ? client : client.at(other.url));

function countByResult(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 200 ? '200' : `${status} ${body.details?.reason ?? body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/** Number of payments of a platform in each status. */
async function statusesOf(client: Client): Promise<Record<string, number>> {
  const found = await app.database.db.read<{ status: string; count: bigint }>(sql`
    SELECT status, count(*) FROM transactions WHERE platform_id = ${client.platformId} AND type = 'OUTGOING'
    GROUP BY status`);
  return Object.fromEntries(found.map(({ status, count }) => [status, Number(count)]));
}

describe('concurrent executes', () => {
  test(
    'of 200 quotes on a balance for 100: 100 are paid, 100 are rejected with the reason',
    async () => {
      const { client, payer, payee } = await stage({ balance: 100 * 100 });
      const request = quoteFor(payer, payee, { lockedCurrencyAmount: 100 });
      const quotes = await times(200, () => quoted(client, request));
      const answers = await times(200, (i) => execute(eitherOf(client, i), quotes[i].id));
      expect(countByResult(answers)).toEqual({ '200': 100, '400 INSUFFICIENT_BALANCE': 100 });
      await until(async () => !('PROCESSING' in (await statusesOf(client))), 'every payment to end');
      expect(await statusesOf(client)).toEqual({ COMPLETED: 100, PENDING: 100 });
      expect(await balanceOf(client, payer)).toEqual({ balance: 0, totalBalance: 0 });
      expect(await systemBalances(app, client)).toMatchObject({ 'fees.service:USD': 5_000, 'rail.nostro:USD': -5_000 });
    },
    RUN_LIMIT_MS,
  );

  test('of one quote by 50 callers: one succeeds, 49 get ALREADY_EXECUTED', async () => {
    const { client, payer, payee } = await stage();
    const quote = await quoted(client, quoteFor(payer, payee));
    const answers = await times(50, (i) => execute(eitherOf(client, i), quote.id));
    expect(countByResult(answers)).toEqual({ '200': 1, '409 ALREADY_EXECUTED': 49 });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, payer)).totalBalance).toBe(990_000);
  });

  test('of one quote by 50 callers with one Idempotency-Key: all get the same answer', async () => {
    const { client, payer, payee } = await stage();
    const quote = await quoted(client, quoteFor(payer, payee));
    const key = { 'idempotency-key': randomUUID() };
    const answers = await times(50, (i) => execute(eitherOf(client, i), quote.id, key));
    expect(countByResult(answers)).toEqual({ '200': 50 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(client, payer)).totalBalance).toBe(990_000);
  });

  test('during the expiry: each quote is either paid or expired, as its answer says', async () => {
    const { client, payer, payee } = await stage();
    const quotes = await times(20, () => quoted(client, quoteFor(payer, payee)));
    await advance(client, 299);
    const late = (i: number) => new Promise((resolve) => setTimeout(resolve, i * 3));
    const [answers] = await Promise.all([
      times(20, async (i) => {
        await late(i);
        return execute(client, quotes[i].id);
      }),
      advance(client, 2),
    ]);
    const counts = countByResult(answers);
    expect(Object.keys(counts).every((name) => ['200', '409 QUOTE_EXPIRED'].includes(name))).toBe(true);
    for (const [i, { status }] of answers.entries()) {
      await transactionIn(client, quotes[i].transactionId, status === 200 ? 'COMPLETED' : 'EXPIRED');
    }
    expect((await balanceOf(client, payer)).totalBalance).toBe(1_000_000 - 10_000 * (counts['200'] ?? 0));
  });

  test('in both directions between two customers do not deadlock', async () => {
    const { client, payer } = await stage();
    const friend = await newPayer(client);
    const ways = [quoteFor(payer, friend.accountId), quoteFor(friend, payer.accountId)];
    const quotes = await times(40, (i) => quoted(client, ways[i % 2] as object));
    const answers = await times(40, (i) => execute(eitherOf(client, i >> 1), quotes[i].id));
    expect(countByResult(answers)).toEqual({ '200': 40 });
    for (const { transactionId } of quotes) await transactionIn(client, transactionId, 'COMPLETED');
    for (const one of [payer, friend]) {
      expect(await balanceOf(client, one)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
    }
  });
});

/** Reports outcomes like a rail that repeats itself: twenty reports at once, through both processes. */
async function reportConcurrently(
  client: Client,
  transactionId: string,
  reports: readonly PaymentOutcome[],
): Promise<void> {
  const banking = bankingWith(configuredFunding(readConfig({}).nostroAccounts));
  const deps = { db: app.database.db, banking };
  const place = { platformId: client.platformId, mode: 'SANDBOX', at: systemClock.now(), transactionId } as const;
  await times(20, (i) => {
    const { ledger } = (i % 2 === 0 ? app : other).app;
    return reportOutcome({ ...deps, ledger }, { ...place, outcome: reports[i % reports.length] as PaymentOutcome });
  });
}

describe('concurrent contradicting outcomes', () => {
  const outcomes = [
    { type: 'COMPLETED' },
    { type: 'FAILED', reason: 'ACCOUNT_INVALID' },
    { type: 'CANCELLED' },
    { type: 'LOST', reason: 'QUOTE_EXECUTION_FAILED' },
  ] as const satisfies PaymentOutcome[];

  /** A payment that a rail holds (suffix 003), after five reports of each outcome. */
  async function afterConcurrentReports(reports: readonly PaymentOutcome[]) {
    const { client, payer, payee } = await stage({ suffix: '003' });
    const quote = await quoted(client, quoteFor(payer, payee));
    await executed(client, quote.id);
    await reportConcurrently(client, quote.transactionId, reports);
    const events = typesOf(await eventsOf(app, client, quote.transactionId)).slice(2);
    await advance(client, 400);
    expect(typesOf(await eventsOf(app, client, quote.transactionId)).slice(2)).toEqual(events);
    return { events: events.join(' '), balance: await balanceOf(client, payer) };
  }

  test.each(outcomes.map((outcome) => [outcome.type, outcome] as const))(
    '%s reported 20 times takes effect once',
    async (type, outcome) => {
      const { events, balance } = await afterConcurrentReports([outcome]);
      const expected = {
        COMPLETED: ['COMPLETED', 990_000],
        FAILED: ['FAILED REFUND_PENDING REFUND_COMPLETED', 1_000_000],
        CANCELLED: ['REFUND_PENDING REFUND_COMPLETED COMPLETED', 1_000_000],
        LOST: ['FAILED REFUND_PENDING REFUND_FAILED', 990_000],
      }[type];
      expect([events, balance.totalBalance]).toEqual(expected);
      expect(balance.balance).toBe(balance.totalBalance);
    },
  );

  test('take effect once; only a completed payment can still be returned', async () => {
    for (let round = 0; round < 3; round++) {
      const { events, balance } = await afterConcurrentReports(outcomes);
      const ends: Record<string, number> = {
        'FAILED REFUND_PENDING REFUND_COMPLETED': 1_000_000,
        'COMPLETED FAILED REFUND_PENDING REFUND_COMPLETED': 1_000_000,
        'REFUND_PENDING REFUND_COMPLETED COMPLETED': 1_000_000,
        'FAILED REFUND_PENDING REFUND_FAILED': 990_000,
      };
      expect(Object.keys(ends)).toContain(events);
      expect(balance).toEqual({ balance: ends[events], totalBalance: ends[events] });
    }
  });
});

test('a return reported 20 times while the clock triggers it too is refunded once', async () => {
  const { client, payer, payee } = await stage({ suffix: '005' });
  const quote = await quoted(client, quoteFor(payer, payee));
  await executed(client, quote.id);
  await transactionIn(client, quote.transactionId, 'COMPLETED');
  const returned: PaymentOutcome = { type: 'FAILED', reason: 'PAYOUT_RETURNED' };
  await Promise.all([
    reportConcurrently(client, quote.transactionId, [returned, { type: 'CANCELLED' }]),
    advance(client, 60),
  ]);
  expect(await transactionIn(client, quote.transactionId, 'FAILED')).toMatchObject({ refund: { status: 'COMPLETED' } });
  expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
  expect(await systemBalances(app, client)).toEqual({ 'rail.nostro:USD': -1_000_000 });
});

test('payments to an account that is being deleted succeed before the deletion, and fail after it', async () => {
  const { client, payer } = await stage();
  for (let round = 0; round < 5; round++) {
    const wish = { customerId: payer.customerId, type: 'USD_ACCOUNT', suffix: '112' } as const;
    const payee = await newExternalAccount(client, wish);
    const quotes = await times(10, (i) => quoted(eitherOf(client, i), quoteFor(payer, payee)));
    const remove = () => client.delete(`/customers/external-accounts/${payee}`);
    const [late, ...early] = quotes;
    const [removed, ...answers] = await Promise.all([
      remove().then(async ({ status }) => [status, countByResult([await execute(client, late.id)])]),
      ...early.map(({ id }, i) => execute(eitherOf(client, i), id)),
    ]);
    expect(removed).toEqual([204, { '409 ACCOUNT_NOT_ACTIVE': 1 }]);
    expect(Object.keys(countByResult(answers)).every((name) => ['200', '409 ACCOUNT_NOT_ACTIVE'].includes(name))).toBe(
      true,
    );
    for (const [i, { transactionId }] of early.entries())
      await transactionIn(client, transactionId, answers[i]?.status === 200 ? 'COMPLETED' : 'PENDING');
  }
  await app.audit();
});

describe('a quote created while its customer is deleted', () => {
  type Made = Stage & { made: Answer };

  /** Writes a quote only after its customer is deleted and the deletion has voided all existing quotes. */
  async function madeWhileDeleted(more: (stage: Stage) => object): Promise<Made> {
    const { client, payer, payee } = await stage({ balance: 0 });
    const holder = new pg.Client(app.database.connection);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE transactions IN SHARE MODE');
    const being = client.post('/quotes', quoteFor(payer, payee, more({ client, payer, payee })));
    await until(async () => (await countBlocked(holder)) === 1, 'the quote to wait');
    expect((await client.delete(`/customers/${payer.customerId}`)).status).toBe(200);
    await until(async () => (await looksLeft(client)) === 'customer.offers.void', 'the first look');
    await holder.query('COMMIT');
    return { client, payer, payee, made: await being };
  }

  const looksLeft = async (client: Client): Promise<string> => {
    const { pending } = (await client.get('/sandbox/clock')).body;
    return pending.flatMap(({ kind }: any) => (kind.startsWith('customer.') ? [kind] : [])).join();
  };
  const pushed = ({ payer }: Stage) => ({
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: payer.customerId },
  });

  async function expectOver(client: Client, { id, transactionId }: any, events = ['PENDING', 'EXPIRED']) {
    expect((await client.get(`/quotes/${id}`)).body.status).toBe('EXPIRED');
    expect((await client.get(`/transactions/${transactionId}`)).body.status).toBe('EXPIRED');
    expect(typesOf(await eventsOf(app, client, transactionId))).toEqual(events);
    expect(await systemBalances(app, client)).toEqual({});
  }

  const REFUNDED = ['PENDING', 'EXPIRED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
  const send = (client: Client, quoteId: string) => client.post('/sandbox/send', { quoteId, currencyCode: 'USD' });

  test('expires a minute later without any request', async () => {
    const { client, made } = await madeWhileDeleted(pushed);
    await advance(client, 58);
    expect((await client.get(`/quotes/${made.body.id}`)).body.status).toBe('PENDING');
    await advance(client, 3);
    await expectOver(client, made.body);
    expect(await looksLeft(client)).toBe('');
    await app.audit();
  });

  test('is not funded by POST /sandbox/send: it expires immediately, and the money is refunded', async () => {
    const { client, made } = await madeWhileDeleted(pushed);
    const counts = countByResult(await times(5, () => send(client, made.body.id)));
    expect(counts).toEqual({ '200': 1, '409 QUOTE_EXPIRED': 4 });
    await expectOver(client, made.body, REFUNDED);
    await app.audit();
  });

  test('is not funded by a bank: the credit waits for an operator', async () => {
    const { client, made } = await madeWhileDeleted(pushed);
    const banking = bankingWith(configuredFunding(readConfig({}).nostroAccounts));
    const { db } = app.database;
    const deps = { db, ledger: app.app.ledger, banking };
    const { reference } = made.body.paymentInstructions[0].accountOrWalletInfo;
    const credit = {
      account: 'DE00',
      amount: 10_000n,
      currency: 'USD',
      fingerprint: createHash('sha256').update(made.body.id).digest('hex'),
      repetition: 0,
      remittance: [reference],
      payerDetails: {},
    };
    const { isMatched } = await receiveBankCredit(deps, credit, { mode: 'SANDBOX', at: systemClock.now() });
    expect(isMatched).toBe(false);
    await expectOver(client, made.body, ['PENDING', 'EXPIRED', 'REFUND_PENDING', 'REFUND_FAILED']);
    await app.audit();
  });

  test('is not executed as a pull', async () => {
    const { client, payer, payee } = await stage({ balance: 0 });
    const other = await newExternalAccount(client, {
      customerId: payer.customerId,
      type: 'USD_ACCOUNT',
      suffix: '113',
    });
    const request = quoteFor(payer, other, { source: { sourceType: 'ACCOUNT', accountId: payee } });
    const quotes = await times(4, () => quoted(client, request));
    // Marks the customer as deleted without voiding the quotes, as if they were written after the deletion.
    await app.database.db.pool.query('UPDATE customers SET is_deleted = true WHERE platform_id = $1 AND id = $2', [
      client.platformId,
      payer.customerId,
    ]);
    const answers = await times(4, (i) => execute(eitherOf(client, i), quotes[i].id));
    expect(countByResult(answers)).toEqual({ '409 QUOTE_EXPIRED': 4 });
    for (const quote of quotes) await expectOver(client, quote);
    await app.audit();
  });

  test('is not created with immediatelyExecute', async () => {
    const { made, client } = await madeWhileDeleted(({ payee, payer }) => ({
      source: { sourceType: 'ACCOUNT', accountId: payee },
      destination: { destinationType: 'ACCOUNT', accountId: payer.accountId },
      immediatelyExecute: true,
    }));
    expect([made.status, made.body.code]).toEqual([410, 'CUSTOMER_DELETED']);
    expect(await statusesOf(client)).toEqual({});
    await app.audit();
  });

  test('cannot be funded after the deletion is answered, in any order', async () => {
    for (let round = 0; round < 5; round++) {
      const { client, payer, payee } = await stage({ balance: 0 });
      const request = quoteFor(payer, payee, pushed({ client, payer, payee }));
      const [removed, ...made] = await Promise.all([
        client.at(other.url).delete(`/customers/${payer.customerId}`),
        ...Array.from({ length: 6 }, (_, i) => eitherOf(client, i).post('/quotes', request)),
      ]);
      expect(removed.status).toBe(200);
      expect(made.every(({ status }) => status === 201 || status === 410)).toBe(true);
      const quotes = made.filter(({ status }) => status === 201);
      const answers = await Promise.all(quotes.map(({ body }, i) => send(eitherOf(client, i), body.id)));
      expect(answers.map(({ status, body }) => [status, body.status])).toEqual(quotes.map(() => [200, 'EXPIRED']));
      for (const { body } of quotes) await expectOver(client, body, REFUNDED);
    }
    await app.audit();
  });
});

describe('while a payment is in progress', () => {
  const CANNOT = { status: 'FAILED', failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'COMPLETED' } };

  async function freeze(client: Client, accountId: string): Promise<void> {
    const operator = await app.newOperator();
    const path = `/operator/platforms/${client.platformId}/internal-accounts/${accountId}/freeze`;
    expect((await operator.post(path, { reason: 'test' })).status).toBe(200);
  }

  /** A process without a worker: other processes run the jobs of its payments. */
  let idle: TestApp;
  beforeAll(async () => {
    idle = await TestApp.start({ beside: app });
    await idle.app.worker.stop();
  });
  afterAll(() => idle.stop());

  /** Executes a quote during a clock advance, which keeps workers from running the jobs of the payment. */
  async function onItsWay(client: Client, quoteId: string, meanwhile: () => Promise<unknown>): Promise<void> {
    const { db } = app.database;
    const hold = (until: string | null) =>
      db.pool.query('UPDATE platforms SET advancing_until = $2 WHERE id = $1', [client.platformId, until]);
    await hold('2100-01-01T00:00:00Z');
    await executed(client.at(idle.url), quoteId);
    await meanwhile();
    await hold(null);
  }

  test('a freeze of the destination fails the payment, and the money is returned', async () => {
    const { client, payer } = await stage();
    const friend = await newPayer(client, { balance: 0 });
    const quote = await quoted(client, quoteFor(payer, friend.accountId));
    await onItsWay(client, quote.id, () => freeze(client, friend.accountId));
    expect(await transactionIn(client, quote.transactionId, 'FAILED')).toMatchObject(CANNOT);
    expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
    expect(await balanceOf(client, friend)).toEqual({ balance: 0, totalBalance: 0 });
  });

  test('a deletion of the receiving customer fails the payment, and the money is returned', async () => {
    const { client, payer } = await stage();
    const friend = await newPayer(client, { balance: 0 });
    const quote = await quoted(client, quoteFor(payer, friend.accountId));
    await onItsWay(client, quote.id, async () => {
      expect((await client.delete(`/customers/${friend.customerId}`)).status).toBe(200);
    });
    expect(await transactionIn(client, quote.transactionId, 'FAILED')).toMatchObject(CANNOT);
    expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
  });

  test('a deletion before it begins fails the payment as well', async () => {
    const { client, payer } = await stage();
    const friend = await newPayer(client, { balance: 0 });
    const quote = await quoted(client, quoteFor(payer, friend.accountId));
    expect((await client.delete(`/customers/${friend.customerId}`)).status).toBe(200);
    await executed(client, quote.id);
    expect(await transactionIn(client, quote.transactionId, 'FAILED')).toMatchObject(CANNOT);
    expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
    await app.audit();
  });

  test('a freeze of the source does not stop the payment', async () => {
    const { client, payer, payee } = await stage();
    const quote = await quoted(client, quoteFor(payer, payee));
    await onItsWay(client, quote.id, () => freeze(client, payer.accountId));
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await balanceOf(client, payer)).toEqual({ balance: 990_000, totalBalance: 990_000 });
  });

  test("a freeze of the source does not stop a return, including the platform's fee", async () => {
    const { client, payer, payee } = await stage({ suffix: '005' });
    const fee = { platformFixedFee: { amount: 100, currency: 'USD' }, platformVariableFeeBps: 0 };
    const quote = await quoted(client, quoteFor(payer, payee, { platformFeeOverride: fee }));
    const own = await platformAccount(client, 'USD');
    await onItsWay(client, quote.id, async () => {
      await freeze(client, payer.accountId);
      await freeze(client, own.id);
    });
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect((await platformAccount(client, 'USD')).balance.amount).toBe(100);
    await advance(client, 60);
    await transactionIn(client, quote.transactionId, 'FAILED');
    expect(await balanceOf(client, payer)).toEqual({ balance: 1_000_000, totalBalance: 1_000_000 });
    expect((await platformAccount(client, 'USD')).balance.amount).toBe(0);
  });

  test('a deletion of the paying customer is rejected', async () => {
    const { client, payer, payee } = await stage({ balance: 10_000, suffix: '003' });
    const quote = await quoted(client, quoteFor(payer, payee));
    await executed(client, quote.id);
    expect((await client.delete(`/customers/${payer.customerId}`)).status).toBe(409);
    await advance(client, 360);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
  });
});

test('quotes are created while payments wait for an account', async () => {
  const { client, payer, payee } = await stage();
  const holder = new pg.Client(app.database.connection);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [payer.accountId]);
  // Enough postings for a second concurrent statement of the ledger.
  const path = `/sandbox/internal-accounts/${payer.accountId}/fund`;
  const waiting = times(60, () => client.post(path, { amount: 100 }));
  await until(async () => (await countBlocked(holder)) === 2, 'two statements to wait');
  await quoted(client, quoteFor(payer, payee));
  await holder.query('COMMIT');
  expect(countByResult(await waiting)).toEqual({ 200: 60 });
  expect(await balanceOf(client, payer)).toEqual({ balance: 1_006_000, totalBalance: 1_006_000 });
});
