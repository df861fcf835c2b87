import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldPendingTotals } from '../src/engine/ledger/pending-totals.ts';
import { postTogether } from '../src/engine/ledger/post.ts';
import { complete, execute, fund } from '../src/engine/ledger/recipes/payments.ts';
import { nthPhase, phases } from '../src/engine/ledger/recipes/phases.ts';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import { readConfig } from '../src/foundation/config.ts';
import type { Database, Writer } from '../src/foundation/db/database.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { type Sql, sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { reportOutcome } from '../src/payments/transitions/apply.ts';
import { findAgent } from '../src/surfaces/agents/record.ts';
import { countSpend, isSpendRejected } from '../src/surfaces/agents/spend-counters.ts';
import { newAgent, policyWith } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import { bankingWith } from './support/banking.ts';
import type { Client } from './support/client.ts';
import { transferPosting } from './support/ledger-history.ts';
import { exchange, newScene } from './support/ledger-scene.ts';
import { newTransaction, stepPosting } from './support/ledger-world.ts';
import { actBehind, holdAgain } from './support/lock-waits.ts';
import { executed, newExternalAccount, quoted, systemBalances } from './support/payment-world.ts';
import { balanceOf, newPayer, quoteFor, transactionIn } from './support/payments.ts';
import { authorized, newShopper } from './support/purchases.ts';

let app: TestApp;
/** Connection that holds the locks, like another process. */
let other: Database;
beforeAll(async () => {
  app = await TestApp.start();
  other = app.database.open();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

interface Credit {
  platformId: string;
  account: string;
  amount: bigint;
}

/** Money from outside, in the statement of a posting. */
const credit = ({ platformId, account, amount }: Credit) =>
  stepPosting({
    transaction: newTransaction(platformId),
    phase: phases.fund,
    entries: fund({ account, currency: 'USD', amount }),
    status: 'COMPLETED',
  });

const credited = (account: Credit) => (writer: Writer) => postTogether(writer, [credit(account)]);

const written = (statement: Sql) => (writer: Writer) => writer.write(statement);

const locked = (platformId: string, account: string) =>
  written(sql`SELECT 1 FROM accounts WHERE platform_id = ${platformId} AND id = ${account} FOR NO KEY UPDATE`);

const fold = (writer: Writer) => foldPendingTotals({ db: writer as Database });

/** Adds pending totals to the balance of a system account, like housekeeping. Holds the lock even without totals. */
const folded = (platformId: string, account: string) => async (writer: Writer) => {
  await locked(platformId, account)(writer);
  await fold(writer);
};

describe('a posting that waits for the lock of an account', () => {
  const stage = async () => {
    const s = await newScene(app.database.db, app.app.ledger);
    const empty = s.account(1, 'USD');
    const transfer = (amount: bigint) =>
      transferPosting({ platformId: s.platform.id, debit: empty, credit: s.own('USD'), currency: 'USD', amount });
    const toEmpty = (amount: bigint) => credited({ platformId: s.platform.id, account: empty, amount });
    return { ...s, empty, transfer, toEmpty };
  };

  test('spends a credit that the wait was for', async () => {
    const s = await stage();
    const posted = await actBehind(other, s.toEmpty(100n), () => app.app.ledger.post(s.transfer(60n)));
    expect(posted?.get(s.empty)).toMatchObject({ posted: 40n, version: 2n });
    await s.sound();
  });

  test('spends it as often as a batch does, in one statement', async () => {
    const s = await stage();
    const batch = [s.transfer(60n), s.transfer(40n)];
    const posted = await actBehind(other, s.toEmpty(100n), () => postTogether(app.database.db, batch));
    expect(posted.map((balances) => balances?.get(s.empty)?.posted)).toEqual([40n, 0n]);
    await s.sound();
  });

  test('is rejected when the balance that it finds after the wait is too small', async () => {
    const s = await stage();
    await app.app.ledger.post(credit({ platformId: s.platform.id, account: s.empty, amount: 100n }));
    const spent = (writer: Writer) => postTogether(writer, [s.transfer(60n)]);
    const late = actBehind(other, spent, () => app.app.ledger.post(s.transfer(50n)));
    await expect(late).rejects.toThrow('an account would fall below its minimum');
    await s.sound();
  });

  test('posts to an account that became active meanwhile', async () => {
    const s = await stage();
    await app.app.ledger.post(credit({ platformId: s.platform.id, account: s.empty, amount: 100n }));
    const account = sql`platform_id = ${s.platform.id} AND id = ${s.empty}`;
    await other.write(sql`UPDATE accounts SET status = 'FROZEN' WHERE ${account}`);
    const thawed = written(sql`UPDATE accounts SET status = 'ACTIVE' WHERE ${account}`);
    const posted = await actBehind(other, thawed, () => app.app.ledger.post(s.transfer(60n)));
    expect(posted?.get(s.empty)).toMatchObject({ posted: 40n, status: 'ACTIVE' });
    await s.sound();
  });

  test('releases a hold that was made meanwhile', async () => {
    const s = await stage();
    await app.app.ledger.post(credit({ platformId: s.platform.id, account: s.empty, amount: 100n }));
    const holding = (amount: bigint) => {
      const entries = s.transfer(1n).entries.map((entry) => ({ ...entry, holds: { account: s.empty, amount } }));
      const transaction = newTransaction(s.platform.id);
      return stepPosting({ transaction, phase: nthPhase('authorize', 1), entries, status: 'AUTHORIZED' });
    };
    const held = (writer: Writer) => postTogether(writer, [holding(30n)]);
    const posted = await actBehind(other, held, () => app.app.ledger.post(holding(-30n)));
    expect(posted?.get(s.empty)).toMatchObject({ posted: 98n, held: 0n });
    await s.sound();
  });

  test('completes payments whose pending totals were added to the balance meanwhile', async () => {
    const s = await stage();
    const payment = exchange(s);
    const stories = [s.begin(payment), s.begin(payment)];
    for (const story of stories) {
      await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    }
    const completion = { entries: complete({ payment }), status: 'COMPLETED' };
    const [first, second] = stories.map((story) => story.posting(phases.complete, completion));
    const completed = (writer: Writer) => postTogether(writer, [first!]);
    await actBehind(other, completed, () => app.app.ledger.post(second!));
    expect((await s.sheet()).posted['transit.payout:EUR']).toBeUndefined();
    await s.sound();
  });

  test('completes a payment while housekeeping adds pending totals', async () => {
    const s = await stage();
    const payment = exchange(s);
    const story = s.begin(payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    const sweep = folded(s.platform.id, 'transit.payout:EUR');
    await actBehind(other, sweep, () =>
      story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' }),
    );
    expect((await s.sheet()).posted['transit.payout:EUR']).toBeUndefined();
    await s.sound();
  });
});

test('housekeeping that waits for another one adds each pending total once', async () => {
  const s = await newScene(app.database.db, app.app.ledger);
  const before = await s.sheet();
  const account = 'rail.nostro:USD';
  await actBehind(other, folded(s.platform.id, account), () => foldPendingTotals(app.database));
  const [row] = await other.read<{ posted: bigint }>(
    sql`SELECT posted FROM accounts WHERE platform_id = ${s.platform.id} AND id = ${account}`,
  );
  expect(Number(row?.posted)).toBe(before.posted[account]);
  expect(await s.sheet()).toEqual(before);
  await s.sound();
});

describe('a request that waits for a lock', () => {
  const stage = async ({ balance = 1_000_000, suffix = '111' } = {}) => {
    const client = await app.newPlatform();
    const payer = await newPayer(client, { balance });
    const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'USD_ACCOUNT', suffix });
    return { client, payer, quote: await quoted(client, quoteFor(payer, payee)) };
  };
  const executeOf = (client: Client, { id }: { id: string }) => client.post(`/quotes/${id}/execute`);

  test('executes a quote with the credit that it waits for', async () => {
    const { client, payer, quote } = await stage({ balance: 0 });
    const hold = credited({ platformId: client.platformId, account: payer.accountId, amount: 10_000n });
    const { status, text } = await actBehind(other, hold, () => executeOf(client, quote));
    expect(status, text).toBe(200);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await balanceOf(client, payer)).toEqual({ balance: 0, totalBalance: 0 });
  });

  test('executes a quote within the daily limit that is left after the wait', async () => {
    const { client, payer, quote } = await stage();
    const volume = sql`platform_id = ${client.platformId} AND owner_id = ${payer.customerId} AND currency = 'USD'`;
    await other.write(sql`
      INSERT INTO daily_volumes (platform_id, owner_id, currency, day, sent, maximum)
      VALUES (${client.platformId}, ${payer.customerId}, 'USD', ${systemClock.now()}, 1000, 1000)`);
    const lowered = written(sql`UPDATE daily_volumes SET sent = 0 WHERE ${volume}`);
    const { status, text } = await actBehind(other, lowered, () => executeOf(client, quote));
    expect(status, text).toBe(200);
    const [row] = await other.read<{ sent: string }>(sql`SELECT sent FROM daily_volumes WHERE ${volume}`);
    expect(row?.sent).toBe('10000');
  });

  test('counts the spending of an agent towards the limit that is left after the wait', async () => {
    const client = await app.newPlatform();
    const { id } = await newAgent(client, { policy: policyWith({ spendingLimits: { dailyLimit: 10_000 } }) });
    const row = sql`platform_id = ${client.platformId} AND id = ${id}`;
    const agent = await findAgent(other, client.platformId, id);
    const spent = () => apply(app.database.db, { effects: [countSpend(agent!, 10_000n, systemClock.now())] });
    await spent();
    const lowered = written(sql`UPDATE agents SET daily_count = 0, daily_spend = 0, monthly_spend = 0 WHERE ${row}`);
    await actBehind(other, lowered, spent);
    await expect(spent()).rejects.toSatisfy(isSpendRejected);
    expect((await client.get(`/agents/${id}`)).body.usage).toMatchObject({ dailySpend: 10_000, monthlySpend: 10_000 });
    await lowered(other);
  });

  test('takes the outcome of a payment while housekeeping adds pending totals', async () => {
    const { client, quote } = await stage({ suffix: '003' });
    await executed(client, quote.id);
    const banking = bankingWith(configuredFunding(readConfig({}).nostroAccounts));
    const deps = { db: app.database.db, ledger: app.app.ledger, banking };
    const place = { platformId: client.platformId, mode: 'SANDBOX', at: systemClock.now() } as const;
    await actBehind(other, folded(client.platformId, 'transit.payout:USD'), () =>
      reportOutcome(deps, { ...place, transactionId: quote.transactionId, outcome: { type: 'COMPLETED' } }),
    );
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    expect(await systemBalances(app, client)).not.toHaveProperty('transit.payout:USD');
  });

  test('takes a merchant refund back from the customer, whose account is credited meanwhile', async () => {
    const shopper = await newShopper(app, { balance: 4_000 });
    const { client, payer } = shopper;
    const { id: cardTransactionId } = await authorized(shopper, 4_000);
    await shopper.simulate('clearing', { cardTransactionId, amount: 4_000 });
    await shopper.simulate('return', { cardTransactionId, amount: 4_000 });
    await authorized(shopper, 4_000);
    const hold = credited({ platformId: client.platformId, account: payer.accountId, amount: 4_000n });
    await actBehind(other, hold, () => shopper.simulate('return_reversal', { cardTransactionId }));
    expect(await balanceOf(client, payer)).toEqual({ balance: 0, totalBalance: 4_000 });
    expect(await systemBalances(app, client)).not.toHaveProperty('receivable:USD');
  });
});

describe('two servers', () => {
  /** Sends hundreds of requests, on a machine that may be busy. */
  const RUN_LIMIT_MS = 180_000;
  const CLIENTS = 4;
  const EACH = 30;

  test(
    'pay and settle beside each other and beside housekeeping, and no job is tried twice',
    async () => {
      const second = await TestApp.start({ beside: app });
      const client = await app.newPlatform();
      let isOver = false;
      const hold = locked(client.platformId, 'transit.payout:USD');
      const sweeping = holdAgain(other, { hold, last: fold, isOver: () => isOver });
      const payments = async (on: Client) => {
        const payer = await newPayer(on);
        const payee = await newExternalAccount(on, { customerId: payer.customerId, type: 'USD_ACCOUNT' });
        for (let i = 0; i < EACH; i++) {
          const { id, transactionId } = await quoted(on, quoteFor(payer, payee, { lockedCurrencyAmount: 1_000 + i }));
          await executed(on, id);
          await transactionIn(on, transactionId, 'COMPLETED');
        }
      };
      await Promise.all(
        Array.from({ length: CLIENTS }, (_, i) => payments(i % 2 === 0 ? client : client.at(second.url))),
      );
      isOver = true;
      expect(await sweeping).toBeGreaterThan(EACH / 2);
      const runs = await other.read(sql`
        SELECT try, outcome, error, count(*)::int AS count FROM job_runs
        WHERE platform_id = ${client.platformId} AND kind = 'payment.submit' GROUP BY try, outcome, error`);
      expect(runs).toEqual([{ try: 1, outcome: 'DONE', error: null, count: CLIENTS * EACH }]);
      await second.stop();
    },
    RUN_LIMIT_MS,
  );
});
