import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Ledger, Overdraft } from '../src/engine/ledger/post.ts';
import { mirror } from '../src/engine/ledger/recipes/entries.ts';
import {
  complete,
  execute,
  fund,
  type Payment,
  receiveFunding,
  refund,
  refundFunding,
  resume,
  suspend,
  takeBack,
  transfer,
} from '../src/engine/ledger/recipes/payments.ts';
import { phases } from '../src/engine/ledger/recipes/phases.ts';
import type { Database } from '../src/foundation/db/database.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { exchange, funded, newScene, type Scene, untouched } from './support/ledger-scene.ts';
import type { Story } from './support/ledger-world.ts';

let database: TestDatabase;
let db: Database;
let ledger: Ledger;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  ledger = new Ledger(db);
});
afterAll(() => database.close());

const scene = (on = db): Promise<Scene> => newScene(on, on === db ? ledger : new Ledger(on));

describe('a deposit', () => {
  test('credits its account and debits the nostro account of the rail', async () => {
    const s = await scene();
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('is debited again when the bank takes it back, with a reference to the entry it reverses', async () => {
    const s = await scene();
    const story = s.begin();
    const entries = fund({ account: s.account(1, 'EUR'), currency: 'EUR', amount: 700n });
    await story.step(phases.fund, { entries, status: 'PENDING' });
    await story.step(phases.refund, { entries: mirror(entries, phases.fund), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    expect(await reversals(s, story)).toEqual(['fund/1']);
    await s.sound();
  });
});

describe('a transfer between internal accounts', () => {
  test('debits the total, credits the rest and pays the fees at once', async () => {
    const s = await scene();
    const payment = { ...exchange(s), received: { currency: 'USD', amount: 950n } };
    const entries = transfer({ payment, destination: s.account(1, 'USD') });
    await s.begin(payment).step(phases.transfer, { entries, status: 'COMPLETED' });
    expect(await s.sheet()).toEqual({
      posted: {
        'customer0:USD': 9_000,
        'customer1:USD': 950,
        'platform:USD': 30,
        'fees.service:USD': 20,
        'rail.nostro:USD': -10_000,
      },
      held: {},
    });
    await s.sound();
  });

  test('posts the quoted amounts through the FX position if the currencies differ', async () => {
    const s = await scene();
    const payment = exchange(s);
    const entries = transfer({ payment, destination: s.account(1, 'EUR') });
    await s.begin(payment).step(phases.transfer, { entries, status: 'COMPLETED' });
    expect((await s.sheet()).posted).toMatchObject({
      'customer0:USD': 9_000,
      'customer1:EUR': 870,
      'fx.position:USD': 950,
      'fx.position:EUR': -870,
    });
    await s.sound();
  });

  test('is one entry if there are no fees', () => {
    const fees = { platform: 0n, service: 0n };
    const amount = { currency: 'USD', amount: 5n };
    const entries = transfer({ payment: { source: 'a', sent: amount, fees, received: amount }, destination: 'b' });
    expect(entries).toEqual([{ debit: 'a', credit: 'b', currency: 'USD', amount: 5n, code: 'payout' }]);
  });
});

describe('a payout', () => {
  const executed = {
    posted: {
      'customer0:USD': 9_000,
      'fees.platform:USD': 30,
      'fees.service:USD': 20,
      'fx.position:USD': 950,
      'fx.position:EUR': -870,
      'transit.payout:EUR': 870,
      'rail.nostro:USD': -10_000,
    },
    held: { 'customer0:USD': 1_000 },
  };

  async function execution(s: Scene, payment = exchange(s)): Promise<Story> {
    const story = s.begin(payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    return story;
  }

  test('is converted and in transit after its execution, and totalBalance still includes the debited amount', async () => {
    const s = await scene();
    await execution(s);
    expect(await s.sheet()).toEqual(executed);
    await s.sound();
  });

  test('that completes leaves over the rail, pays the platform its fee and reserves nothing', async () => {
    const s = await scene();
    const payment = exchange(s);
    const story = await execution(s);
    await story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' });
    expect(await s.sheet()).toEqual({
      posted: {
        'customer0:USD': 9_000,
        'platform:USD': 30,
        'fees.service:USD': 20,
        'fx.position:USD': 950,
        'fx.position:EUR': -870,
        'rail.nostro:USD': -10_000,
        'rail.nostro:EUR': 870,
      },
      held: {},
    });
    await s.sound();
  });

  test('in one currency takes the same steps without the FX position', async () => {
    const s = await scene();
    const payment = { ...exchange(s), received: { currency: 'USD', amount: 950n } };
    const story = await execution(s, payment);
    expect((await s.sheet()).posted).toMatchObject({ 'transit.payout:USD': 950, 'fees.platform:USD': 30 });
    await story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' });
    expect(await s.sheet()).toEqual({
      posted: { 'customer0:USD': 9_000, 'platform:USD': 30, 'fees.service:USD': 20, 'rail.nostro:USD': -9_050 },
      held: {},
    });
    await s.sound();
  });

  test('can be credited to an internal account', async () => {
    const s = await scene();
    const payment = exchange(s);
    const story = await execution(s);
    const entries = complete({ payment, destination: s.account(1, 'EUR') });
    await story.step(phases.complete, { entries, status: 'COMPLETED' });
    expect((await s.sheet()).posted).toMatchObject({ 'customer1:EUR': 870, 'platform:USD': 30 });
    await s.sound();
  });

  test('that fails is refunded at the locked rate, fees included, and each entry names the one it reverses', async () => {
    const s = await scene();
    const story = await execution(s);
    await story.step(phases.refund, { entries: refund({ payment: exchange(s) }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    expect(await reversals(s, story)).toEqual(['execute/1', 'execute/2', 'execute/3', 'execute/4']);
    await s.sound();
  });

  test('that the bank returns is in transit again without the fee of the platform, and is then refunded', async () => {
    const s = await scene();
    const payment = exchange(s);
    const story = await execution(s);
    await story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' });
    await story.step(phases.return, { entries: takeBack({ payment }), status: 'PROCESSING' });
    expect(await s.sheet()).toEqual(executed);
    await s.sound();
    await story.step(phases.refund, { entries: refund({ payment }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('that is returned leaves the platform with a debt if it has spent its fee', async () => {
    const s = await scene();
    const payment = exchange(s);
    const story = await execution(s);
    await story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' });
    await spend(s, 30n);
    await expect(story.step(phases.return, { entries: takeBack({ payment }), status: 'PROCESSING' })).rejects.toThrow(
      Overdraft,
    );
    await story.step(phases.return, { entries: takeBack({ payment, isFeeSpent: true }), status: 'PROCESSING' });
    await story.step(phases.refund, { entries: refund({ payment }), status: 'FAILED' });
    expect(await s.sheet()).toEqual({
      posted: { 'customer0:USD': 10_000, 'customer1:USD': 30, 'receivable:USD': -30, 'rail.nostro:USD': -10_000 },
      held: {},
    });
    await s.sound();
  });

  test('to the platform itself that is returned debits the account that it credited, even if the fee is spent', async () => {
    const s = await scene();
    const payment = { ...exchange(s), received: { currency: 'USD', amount: 950n } };
    const completion = { payment, destination: s.own('USD') };
    const story = await execution(s, payment);
    await story.step(phases.complete, { entries: complete(completion), status: 'COMPLETED' });
    await spend(s, 30n);
    await story.step(phases.return, { entries: takeBack({ ...completion, isFeeSpent: true }), status: 'PROCESSING' });
    await story.step(phases.refund, { entries: refund({ payment }), status: 'FAILED' });
    expect((await s.sheet()).posted).toMatchObject({ 'customer0:USD': 10_000, 'receivable:USD': -30 });
    await s.sound();
  });

  test('is held in suspense and reserves nothing if the refund fails as well', async () => {
    const s = await scene();
    const story = await execution(s);
    await story.step(phases.suspend, { entries: suspend(exchange(s)), status: 'FAILED' });
    expect(await s.sheet()).toEqual({
      posted: {
        'customer0:USD': 9_000,
        'fees.service:USD': 20,
        'fx.position:USD': 950,
        'fx.position:EUR': -870,
        'suspense:USD': 30,
        'suspense:EUR': 870,
        'rail.nostro:USD': -10_000,
      },
      held: {},
    });
    await s.sound();
  });

  test('in suspense is refunded when an operator resumes it', async () => {
    const s = await scene();
    const story = await execution(s);
    await story.step(phases.suspend, { entries: suspend(exchange(s)), status: 'FAILED' });
    await story.step(phases.resume, { entries: resume(exchange(s)), status: 'PROCESSING' });
    await story.step(phases.refund, { entries: refund({ payment: exchange(s) }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('that is cancelled is refunded before it becomes COMPLETED', async () => {
    const s = await scene();
    const story = await execution(s);
    await story.step(phases.refund, { entries: refund({ payment: exchange(s) }), status: 'COMPLETED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('posts no entry for a fee of zero or for an account that the platform lacks', () => {
    const payment = {
      source: 'a',
      sent: { currency: 'USD', amount: 10n },
      fees: { platform: 0n, service: 0n },
      received: { currency: 'USD', amount: 10n },
    };
    expect(execute(payment).map((entry) => entry.code)).toEqual(['payout']);
    expect(complete({ payment }).map((entry) => entry.code)).toEqual(['payout.settled']);
    expect(suspend(payment).map((entry) => entry.code)).toEqual(['payout.suspended']);
  });

  test.each([
    ['fees eat it up', { fees: { platform: 500n, service: 500n } }],
    ['nothing arrives', { received: { currency: 'EUR', amount: 0n } }],
    ['a fee is negative', { fees: { platform: -1n, service: 0n } }],
    ['one currency and part of it is lost', { received: { currency: 'USD', amount: 949n } }],
  ])('is rejected if %s', async (_, wrong) => {
    const s = await scene();
    expect(() => execute({ ...exchange(s), ...wrong })).toThrow('assertion failed');
  });

  test("is rejected if it has a platform fee and the platform's account is missing", async () => {
    const s = await scene();
    expect(() => complete({ payment: { ...exchange(s), platformAccount: undefined } })).toThrow('assertion failed');
  });
});

describe('a payment from real-time funding', () => {
  async function arrival(s: Scene, payment: Payment): Promise<Story> {
    const story = s.begin(payment);
    await story.step(phases.fund, { entries: receiveFunding(payment.sent), status: 'PENDING' });
    return story;
  }

  test('is paid from the funds that arrive for it, and reserves nothing', async () => {
    const s = await scene();
    const payment = funded(s);
    const story = await arrival(s, payment);
    expect((await s.sheet()).posted).toMatchObject({ 'transit.funding:USD': 1_000, 'rail.nostro:USD': -11_000 });
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    await story.step(phases.complete, { entries: complete({ payment }), status: 'COMPLETED' });
    expect(await s.sheet()).toEqual({
      posted: {
        'customer0:USD': 10_000,
        'platform:USD': 30,
        'fees.service:USD': 20,
        'fx.position:USD': 950,
        'fx.position:EUR': -870,
        'rail.nostro:USD': -11_000,
        'rail.nostro:EUR': 870,
      },
      held: {},
    });
    await s.sound();
  });

  test('is refunded in fiat over the rail that it arrived by', async () => {
    const s = await scene();
    const payment = funded(s);
    const story = await arrival(s, payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    await story.step(phases.refund, { entries: refund({ payment }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    expect((await reversals(s, story)).at(-1)).toBe('fund/1');
    await s.sound();
  });

  test("is refunded in crypto to the customer's account of that asset", async () => {
    const s = await scene();
    const payment = funded(s, 'USDC');
    const story = await arrival(s, payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    await story.step(phases.refund, { entries: refund({ payment, creditTo: s.account(1, 'USDC') }), status: 'FAILED' });
    expect(await s.sheet()).toEqual({
      posted: { ...untouched.posted, 'customer1:USDC': 1_000, 'rail.nostro:USDC': -1_000 },
      held: {},
    });
    await s.sound();
  });

  test('returns its funds without an execution if it cannot use them', async () => {
    const s = await scene();
    const payment = funded(s);
    const story = await arrival(s, payment);
    await story.step(phases.refund, { entries: refundFunding({ funding: payment.sent }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('is not refunded to another account if it came from an internal one', async () => {
    const s = await scene();
    expect(() => refund({ payment: exchange(s), creditTo: s.account(1, 'USD') })).toThrow('assertion failed');
  });
});

async function spend(s: Scene, amount: bigint): Promise<void> {
  const entries = [{ debit: s.own('USD'), credit: s.account(1, 'USD'), currency: 'USD', amount, code: 'test' }];
  await s.begin().step(phases.transfer, { entries, status: 'COMPLETED' });
}

async function reversals(s: Scene, story: Story): Promise<string[]> {
  const rows = await db.read<{ reverses: string }>(sql`
    SELECT reverses FROM ledger_entries WHERE platform_id = ${s.platform.id} AND transaction_id = ${story.transaction.id}
      AND reverses IS NOT NULL ORDER BY n`);
  return rows.map((row) => row.reverses);
}
