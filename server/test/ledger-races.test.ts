import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ledger, type Posted, type Posting, postTogether } from '../src/engine/ledger/post.ts';
import { complete, execute, type Payment, refund } from '../src/engine/ledger/recipes/payments.ts';
import { nthPhase, phases } from '../src/engine/ledger/recipes/phases.ts';
import { Database } from '../src/foundation/db/database.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { type Outcome, outcomeOf, transferPosting } from './support/ledger-history.ts';
import {
  balanceSheet,
  deposit,
  expectSound,
  newTransaction,
  openPlatform,
  Story,
  stepPosting,
  type TestPlatform,
} from './support/ledger-world.ts';

let database: TestDatabase;
let db: Database;
let ledger: Ledger;
/** Pools of a second process on the same database. */
let otherDb: Database;
let otherLedger: Ledger;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  ledger = new Ledger(db);
  otherDb = database.open();
  otherLedger = new Ledger(otherDb);
});

afterAll(() => database.close());

/** Customers with this balance in USD each. */
async function stage({ customers, amount }: { customers: number; amount: bigint }) {
  const platform = await openPlatform(db, { currencies: ['USD', 'EUR'], customers });
  const accounts = platform.customers.map((owned) => owned.get('USD')!);
  const platformId = platform.id;
  await Promise.all(accounts.map((account) => deposit(ledger, { platformId, account, currency: 'USD', amount })));
  const transfer = (from: number, to: number, units: bigint): Posting =>
    transferPosting({ platformId, debit: accounts[from]!, credit: accounts[to]!, currency: 'USD', amount: units });
  return { platform, accounts, transfer, sound: () => expectSound(db, { platformId }) };
}

const alternately = (i: number) => (i % 2 === 0 ? ledger : otherLedger);

/** Posts in a separate statement per posting, on as many connections as the pools have. */
const ungathered = async (i: number, posting: Posting): Promise<Posted> =>
  (await postTogether(i % 2 === 0 ? db : otherDb, [posting]))[0];

const count = (outcomes: readonly { outcome: Outcome }[], wanted: Outcome) =>
  outcomes.filter(({ outcome }) => outcome === wanted).length;

test.each([
  ['batched by one process', (_: number, posting: Posting) => ledger.post(posting)],
  ['batched by two processes', (i: number, posting: Posting) => alternately(i).post(posting)],
])('of 200 concurrent debits on a balance for 100 exactly 100 succeed, %s', async (_, post) => {
  const s = await stage({ customers: 2, amount: 100n });
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, i) => outcomeOf(post(i, s.transfer(0, 1, 1n)))));
  expect(count(outcomes, 'Posted')).toBe(100);
  expect(count(outcomes, 'Overdraft')).toBe(100);
  expect((await balanceSheet(db, s.platform)).posted).toEqual({ 'customer1:USD': 200, 'rail.nostro:USD': -200 });
  await s.sound();
});

test('of 200 concurrent debits on a balance for 100 exactly 100 succeed, in separate statements', async () => {
  const s = await stage({ customers: 2, amount: 100n });
  const racing = Array.from({ length: 200 }, (_, i) => ungathered(i, s.transfer(0, 1, 1n)));
  const settled = await Promise.allSettled(racing);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  expect((await balanceSheet(db, s.platform)).posted).toEqual({ 'customer1:USD': 200, 'rail.nostro:USD': -200 });
  await s.sound();
});

test('one phase posted by 50 callers on two processes is posted once', async () => {
  const s = await stage({ customers: 2, amount: 100n });
  const posting = s.transfer(0, 1, 1n);
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, i) => outcomeOf(alternately(i).post(posting))));
  expect(count(outcomes, 'Posted')).toBe(1);
  expect(count(outcomes, 'AlreadyPosted')).toBe(49);
  expect((await balanceSheet(db, s.platform)).posted).toMatchObject({ 'customer0:USD': 99, 'customer1:USD': 101 });
  await s.sound();
});

test('a status transition attempted by 50 callers on two processes, to complete or to refund, happens once', async () => {
  const s = await stage({ customers: 1, amount: 1_000n });
  const payment = paymentOf(s.platform);
  const story = new Story(ledger, newTransaction(s.platform.id, payment));
  await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
  const endings = [
    { phase: phases.complete, entries: complete({ payment }), status: 'COMPLETED' },
    { phase: phases.refund, entries: refund({ payment }), status: 'FAILED' },
  ];
  const after = { status: 'PROCESSING', version: 1 };
  const racing = Array.from({ length: 50 }, (_, i) =>
    alternately(i).post(stepPosting({ transaction: story.transaction, ...endings[i % 3 === 0 ? 0 : 1]!, after })),
  );
  const outcomes = await Promise.all(racing.map(outcomeOf));
  expect(count(outcomes, 'Posted')).toBe(1);
  expect(count(outcomes, 'GuardFailed')).toBe(49);
  await s.sound();
});

const paymentOf = (platform: TestPlatform): Payment => ({
  source: platform.customers[0]!.get('USD'),
  sent: { currency: 'USD', amount: 1_000n },
  fees: { platform: 5n, service: 5n },
  received: { currency: 'EUR', amount: 900n },
  platformAccount: platform.own.get('USD'),
});

test('opposite transfers on two processes never deadlock, and conserve the total', async () => {
  const own = await openTestDatabase();
  const [db, second] = [new Database(own), new Database(own)];
  const ledgers = [new Ledger(db), new Ledger(second)];
  const platform = await openPlatform(db, { currencies: ['USD'], customers: 6 });
  const accounts = platform.customers.map((owned) => owned.get('USD')!);
  for (const account of accounts) {
    await deposit(ledgers[0]!, { platformId: platform.id, account, currency: 'USD', amount: 1_000n });
  }
  const crossing = (i: number): Posting => {
    const [from, to] = [i % 6, (i * 5 + 1 + (i % 3)) % 6];
    const [debit, credit] = [accounts[from]!, accounts[from === to ? (to + 1) % 6 : to]!];
    return transferPosting({ platformId: platform.id, debit, credit, currency: 'USD', amount: 1n });
  };
  const gathered = Array.from({ length: 400 }, (_, i) => ledgers[i % 2]!.post(crossing(i)));
  const single = Array.from({ length: 200 }, (_, i) => postTogether(i % 2 === 0 ? db : second, [crossing(i)]));
  await Promise.all([...gathered, ...single]);
  const sheet = await balanceSheet(db, platform);
  expect(accounts.reduce((sum, _, i) => sum + (sheet.posted[`customer${i}:USD`] ?? 0), 0)).toBe(6_000);
  await expectSound(db);
  // A deadlock would have been retried silently; PostgreSQL counts them when a connection ends.
  await Promise.all([db.close(), second.close()]);
  const [stats] = await otherDb.read<{ deadlocks: bigint }>(
    sql`SELECT deadlocks FROM pg_stat_database WHERE datname = ${own.connection.database}`,
  );
  expect(stats?.deadlocks).toBe(0n);
  await own.close();
});

test('a batch with one overdraft, one repeat and one invalid posting posts all others', async () => {
  const s = await stage({ customers: 3, amount: 100n });
  const good = Array.from({ length: 60 }, () => s.transfer(0, 1, 1n));
  const overdraft = s.transfer(2, 1, 101n);
  const repeat = good[10]!;
  const unreadable = { ...s.transfer(0, 1, 1n), phase: 'nul \u0000' };
  const all = [...good.slice(0, 20), overdraft, ...good.slice(20, 40), repeat, unreadable, ...good.slice(40)];
  const settled = await Promise.allSettled(all.map((posting) => ledger.post(posting)));
  const rejected = settled.flatMap((one, i) => (one.status === 'rejected' ? [all[i]] : []));
  // Two batches may run at once, so either of the two equal postings may be rejected.
  expect(rejected).toHaveLength(3);
  expect(new Set(rejected)).toEqual(new Set([overdraft, repeat, unreadable]));
  expect((await balanceSheet(db, s.platform)).posted).toMatchObject({ 'customer0:USD': 40, 'customer1:USD': 160 });
  await s.sound();
});

test('a batch never overdraws in between, even if its final balance is positive', async () => {
  const s = await stage({ customers: 3, amount: 100n });
  const first = s.transfer(2, 1, 1n);
  const tooEarly = s.transfer(0, 1, 150n);
  const refill = s.transfer(1, 0, 60n);
  const inTime = s.transfer(0, 2, 150n);
  const outcomes = await Promise.all(
    [first, tooEarly, refill, inTime].map((posting) => outcomeOf(ledger.post(posting))),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['Posted', 'Overdraft', 'Posted', 'Posted']);
  await s.sound();
});

test('reservations in a batch follow a serial order: none is released before it is made', async () => {
  const s = await stage({ customers: 2, amount: 100n });
  const reserving = (amount: bigint): Posting => {
    const entries = s
      .transfer(0, 1, 1n)
      .entries.map((entry) => ({ ...entry, holds: { account: s.accounts[0]!, amount } }));
    const transaction = newTransaction(s.platform.id);
    return stepPosting({ transaction, phase: nthPhase('authorize', 1), entries, status: 'AUTHORIZED' });
  };
  const order = [s.transfer(0, 1, 1n), reserving(-5n), reserving(5n), reserving(-5n)];
  const settled = await Promise.allSettled(order.map((posting) => ledger.post(posting)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect((await balanceSheet(db, s.platform)).held).toEqual({});
  await s.sound();
});

test('the balances reported by concurrent postings match one serial order', async () => {
  const s = await stage({ customers: 4, amount: 60n });
  const postings = Array.from({ length: 300 }, (_, i) =>
    s.transfer(i % 4, (i + 1 + (i % 3)) % 4, BigInt(1 + (i % 40))),
  );
  const outcomes = await Promise.all(postings.map((posting, i) => outcomeOf(alternately(i).post(posting))));
  expect(count(outcomes, 'Overdraft')).toBeGreaterThan(0);
  for (const account of s.accounts) {
    const reports = outcomes.flatMap(({ result }, i) => {
      const balanceAfter = result?.get(account);
      const [entry] = postings[i]!.entries;
      const change = entry?.debit === account ? -entry.amount : (entry?.amount ?? 0n);
      return balanceAfter ? [{ ...balanceAfter, change }] : [];
    });
    reports.sort((a, b) => Number(a.version - b.version));
    let before = 60n;
    for (const [i, { version, posted, change }] of reports.entries()) {
      // The deposit made version 1 of the account.
      expect(version).toBe(BigInt(i + 2));
      expect(posted).toBe(before + change);
      expect(posted).toBeGreaterThanOrEqual(0n);
      before = posted;
    }
    const [row] = await db.read<{ posted: bigint; version: bigint }>(
      sql`SELECT posted, version FROM accounts WHERE platform_id = ${s.platform.id} AND id = ${account}`,
    );
    expect(row).toEqual({ posted: before, version: BigInt(reports.length + 1) });
  }
  await s.sound();
});

test('postings with different guards and without guards are batched separately and all succeed', async () => {
  const s = await stage({ customers: 2, amount: 100n });
  const stories = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const story = new Story(ledger, newTransaction(s.platform.id));
      await story.step(phases.fund, { entries: s.transfer(0, 1, 1n).entries, status: 'PENDING' });
      return story;
    }),
  );
  const guarded = stories.map((story) =>
    story.step(phases.transfer, { entries: s.transfer(0, 1, 1n).entries, status: 'COMPLETED' }),
  );
  const plain = Array.from({ length: 10 }, () => ledger.post(s.transfer(1, 0, 1n)));
  expect((await Promise.all([...guarded, ...plain])).every((posted) => posted?.size === 2)).toBe(true);
  expect((await balanceSheet(db, s.platform)).posted).toMatchObject({ 'customer0:USD': 90, 'customer1:USD': 110 });
  await s.sound();
});

test('a posting on an account that is being frozen either precedes the freeze or is rejected', async () => {
  const s = await stage({ customers: 2, amount: 1_000n });
  const racing = Array.from({ length: 100 }, (_, i) => outcomeOf(alternately(i).post(s.transfer(0, 1, 1n))));
  const frozen = db.write<{ posted: bigint }>(sql`
    UPDATE accounts SET status = 'FROZEN' WHERE platform_id = ${s.platform.id} AND id = ${s.accounts[0]} RETURNING posted`);
  const [row] = await frozen;
  const outcomes = await Promise.all(racing);
  expect(BigInt(count(outcomes, 'Posted'))).toBe(1_000n - row!.posted);
  expect(count(outcomes, 'Posted') + count(outcomes, 'Unavailable')).toBe(100);
  await s.sound();
});

test('the same account id on another platform is another account', async () => {
  const [s, other] = [await stage({ customers: 2, amount: 100n }), await stage({ customers: 2, amount: 100n })];
  const foreign = transferPosting({
    platformId: s.platform.id,
    debit: other.accounts[0]!,
    credit: s.accounts[0]!,
    currency: 'USD',
    amount: 1n,
  });
  const posts = await Promise.allSettled([
    ledger.post(s.transfer(0, 1, 1n)),
    ledger.post(foreign),
    ledger.post(other.transfer(0, 1, 2n)),
  ]);
  expect(posts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await balanceSheet(db, other.platform)).posted).toMatchObject({ 'customer0:USD': 98 });
  await expectSound(db, { platformId: newId('Platform') });
  await s.sound();
  await other.sound();
});
