import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldPendingTotals } from '../src/engine/ledger/pending-totals.ts';
import { Ledger, Overdraft } from '../src/engine/ledger/post.ts';
import { complete, execute, type Payment, refund } from '../src/engine/ledger/recipes/payments.ts';
import { phases } from '../src/engine/ledger/recipes/phases.ts';
import type { Database } from '../src/foundation/db/database.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import {
  balanceSheet,
  deposit,
  expectSound,
  newTransaction,
  openPlatform,
  Story,
  type TestPlatform,
} from './support/ledger-world.ts';

let database: TestDatabase;
let db: Database;
let ledger: Ledger;
let other: { db: Database; ledger: Ledger };

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  ledger = new Ledger(db);
  const second = database.open();
  other = { db: second, ledger: new Ledger(second) };
});

afterAll(() => database.close());

/** Customers with 10,000 USD each. */
async function stage(customers = 1) {
  const platform = await openPlatform(db, { currencies: ['USD', 'EUR'], customers });
  const accounts = platform.customers.map((owned) => owned.get('USD')!);
  for (const account of accounts) {
    await deposit(ledger, { platformId: platform.id, account, currency: 'USD', amount: 10_000n });
  }
  return {
    platform,
    sheet: () => balanceSheet(db, platform),
    sound: () => expectSound(db, { platformId: platform.id }),
  };
}

const paymentOf = (platform: TestPlatform, customer = 0): Payment => ({
  source: platform.customers[customer]!.get('USD'),
  sent: { currency: 'USD', amount: 1_000n },
  fees: { platform: 30n, service: 20n },
  received: { currency: 'EUR', amount: 870n },
  platformAccount: platform.own.get('USD'),
});

async function executed(platform: TestPlatform, customer = 0, on = ledger) {
  const payment = paymentOf(platform, customer);
  const story = new Story(on, newTransaction(platform.id, payment));
  await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
  return { story, payment };
}

const pending = async ({ id }: TestPlatform): Promise<string[]> => {
  const rows = await db.read<{ account_id: string }>(
    sql`SELECT DISTINCT account_id FROM pending_totals WHERE platform_id = ${id} ORDER BY account_id`,
  );
  return rows.map(({ account_id }) => account_id);
};

const ownBalances = async ({ id }: TestPlatform): Promise<Record<string, number>> => {
  const rows = await db.read<{ id: string; posted: bigint }>(
    sql`SELECT id, posted FROM accounts WHERE platform_id = ${id} AND type IS NULL AND posted <> 0`,
  );
  return Object.fromEntries(rows.map(({ id, posted }) => [id, Number(posted)]));
};

const SYSTEM_ACCOUNTS = [
  'fees.platform:USD',
  'fees.service:USD',
  'fx.position:EUR',
  'fx.position:USD',
  'transit.payout:EUR',
];

test('a payment does not wait for locks on system accounts', async () => {
  const s = await stage();
  const holder = await db.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM accounts WHERE platform_id = $1 AND type IS NULL FOR UPDATE', [s.platform.id]);
    await executed(s.platform);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(await pending(s.platform)).toEqual([...SYSTEM_ACCOUNTS, 'rail.nostro:USD'].toSorted());
  await s.sound();
});

test('pending totals count as balance before and after they are swept', async () => {
  const s = await stage();
  await executed(s.platform);
  const before = await s.sheet();
  expect(before.posted).toMatchObject({ 'fx.position:USD': 950, 'fx.position:EUR': -870, 'transit.payout:EUR': 870 });
  expect(await ownBalances(s.platform)).toEqual({});
  await foldPendingTotals({ db });
  expect(await pending(s.platform)).toEqual([]);
  expect(await ownBalances(s.platform)).toMatchObject({ 'fx.position:USD': 950, 'transit.payout:EUR': 870 });
  expect(await s.sheet()).toEqual(before);
  await s.sound();
});

test('a debit of a system account includes its pending totals', async () => {
  const s = await stage();
  const { story, payment } = await executed(s.platform);
  await story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' });
  expect(await pending(s.platform)).not.toContain('transit.payout:EUR');
  expect((await s.sheet()).posted).toMatchObject({ 'rail.nostro:EUR': 870, 'fees.service:USD': 20 });
  await s.sound();
});

test('a system account with a minimum cannot be overdrawn, swept or not', async () => {
  const s = await stage();
  for (const isSwept of [false, true]) {
    const { story, payment } = await executed(s.platform);
    if (isSwept) await foldPendingTotals({ db });
    const more = complete({ payment: { ...payment, received: { currency: 'EUR', amount: 871n } } });
    await expect(story.step(phases.complete, { entries: more, status: 'COMPLETED' })).rejects.toThrow(Overdraft);
    await story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' });
  }
  await s.sound();
});

test('one statement can both credit and debit a system account', async () => {
  const s = await stage(2);
  const { story, payment } = await executed(s.platform);
  // Both postings share one statement: the credit of the second does not hide the debit of the first.
  await Promise.all([
    executed(s.platform, 1),
    story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' }),
  ]);
  expect((await s.sheet()).posted).toMatchObject({ 'transit.payout:EUR': 870, 'rail.nostro:EUR': 870 });
  await s.sound();
});

test('concurrent payments, completions and sweeps of two processes conserve the total', async () => {
  const s = await stage(8);
  const run = async (i: number) => {
    const on = i % 2 === 0 ? ledger : other.ledger;
    const { story, payment } = await executed(s.platform, i % 8, on);
    if (i % 3 === 0) return;
    const isPaid = i % 3 === 1;
    const entries = isPaid ? complete({ payment }) : refund({ payment });
    await story.step(isPaid ? phases.complete : phases.refund, { entries, status: isPaid ? 'COMPLETED' : 'FAILED' });
  };
  let isOver = false;
  const sweeping = [db, other.db].map(async (on) => {
    while (!isOver) await foldPendingTotals({ db: on });
  });
  await Promise.all(Array.from({ length: 60 }, (_, i) => run(i)));
  isOver = true;
  await Promise.all(sweeping);
  await s.sound();
  await foldPendingTotals({ db });
  expect(await pending(s.platform)).toEqual([]);
  expect(await ownBalances(s.platform)).toEqual({
    'fees.platform:USD': 20 * 30,
    'fees.service:USD': 40 * 20,
    'fx.position:EUR': -40 * 870,
    'fx.position:USD': 40 * 950,
    'rail.nostro:EUR': 20 * 870,
    'rail.nostro:USD': -80_000,
    'transit.payout:EUR': 20 * 870,
  });
  await s.sound();
});

test('pending totals beyond one batch are all swept', async () => {
  const s = await stage();
  await db.write(sql`
    INSERT INTO pending_totals (platform_id, account_id, posted, at)
    SELECT ${s.platform.id}, CASE n % 2 WHEN 0 THEN 'suspense:USD' ELSE 'receivable:USD' END, 1 - 2 * (n % 2), now()
    FROM generate_series(1, 1_000) n`);
  await foldPendingTotals({ db });
  expect(await pending(s.platform)).toEqual([]);
  expect(await ownBalances(s.platform)).toMatchObject({ 'suspense:USD': 500, 'receivable:USD': -500 });
});

test('an account with entries cannot be deleted or change its currency', async () => {
  const s = await stage();
  await executed(s.platform);
  const ofPlatform = sql`platform_id = ${s.platform.id}`;
  const rejected = { code: '23503' };
  const account = sql`${ofPlatform} AND id = 'fx.position:USD'`;
  await expect(db.write(sql`DELETE FROM accounts WHERE ${account}`)).rejects.toMatchObject(rejected);
  await expect(db.write(sql`UPDATE accounts SET currency = 'EUR' WHERE ${account}`)).rejects.toMatchObject(rejected);
  await expect(db.write(sql`UPDATE ledger_entries SET currency = 'EUR' WHERE ${ofPlatform}`)).rejects.toMatchObject(
    rejected,
  );
  const lost = sql`UPDATE ledger_entries SET credit_account_id = 'nobody' WHERE ${ofPlatform}`;
  await expect(db.write(lost)).rejects.toMatchObject(rejected);
  const unused = sql`${ofPlatform} AND id = 'suspense:EUR'`;
  expect(await db.write(sql`DELETE FROM accounts WHERE ${unused} RETURNING id`)).toHaveLength(1);
  await s.sound();
});
