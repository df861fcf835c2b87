import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenConstraint, type Database, nullColumn } from '../src/db/database.ts';
import { rawSql, type Sql, sql } from '../src/db/sql.ts';
import { newId } from '../src/kernel/ids.ts';
import { audit } from '../src/ledger/audit.ts';
import { openAccounts, systemAccount } from '../src/ledger/chart.ts';
import { AccountUnavailable, AlreadyPosted, type Entry, Ledger, Overdraft } from '../src/ledger/post.ts';
import { authorize, clear, refundPurchase, release } from '../src/ledger/recipes/cards.ts';
import { mirror } from '../src/ledger/recipes/entries.ts';
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
} from '../src/ledger/recipes/payments.ts';
import { nthPhase, phases } from '../src/ledger/recipes/phases.ts';
import { administer, openTestDatabase, type TestDatabase } from './support/database.ts';
import {
  at,
  balanceSheet,
  deposit,
  everythingOf,
  expectSound,
  newTransaction,
  openPlatform,
  Story,
  setStatus,
  stepPosting,
} from './support/ledger-world.ts';

const START = 10_000n;
let database: TestDatabase;
let db: Database;
let ledger: Ledger;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  ledger = new Ledger(db);
});

afterAll(() => database.close());

/** A platform whose first customer has 10,000 USD, and the ways to look at it. */
async function scene(on: Database = db) {
  const writer = on === db ? ledger : new Ledger(on);
  const platform = await openPlatform(on, { currencies: ['USD', 'EUR', 'USDC'], customers: 2 });
  const account = (customer: number, currency: string) => platform.customers[customer]!.get(currency)!;
  const payer = account(0, 'USD');
  await deposit(writer, { platformId: platform.id, account: payer, currency: 'USD', amount: START });
  return {
    platform,
    ledger: writer,
    account,
    payer,
    own: (currency: string) => platform.own.get(currency)!,
    sheet: () => balanceSheet(on, platform),
    begin: (payment?: Payment) => new Story(writer, newTransaction(platform.id, payment)),
    everything: () => everythingOf(on, platform.id),
    sound: () => expectSound(on, { platformId: platform.id }),
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** 1,000 USD out of the first customer's account: 30 to the platform, 20 to the service, 950 into 870 EUR. */
const exchange = ({ payer, own }: Scene): Payment => ({
  source: payer,
  sent: { currency: 'USD', amount: 1_000n },
  fees: { platform: 30n, service: 20n },
  received: { currency: 'EUR', amount: 870n },
  platformAccount: own('USD'),
});

/** The same from money that a rail brought for this payment alone. */
const funded = (s: Scene, currency = 'USD'): Payment => ({
  ...exchange(s),
  source: undefined,
  sent: { currency, amount: 1_000n },
  platformAccount: s.own(currency),
});

const untouched = { posted: { 'customer0:USD': 10_000, 'rail.nostro:USD': -10_000 }, held: {} };

describe('money from outside', () => {
  test('a deposit is owed to its account and missing from the rail', async () => {
    const s = await scene();
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('a deposit that the bank takes back leaves as it came, and names what it reverses', async () => {
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

describe('from one internal account to another', () => {
  test('a transfer takes total from one, gives the rest to the other and the fees at once to who earned them', async () => {
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

  test('a transfer between currencies passes the FX position by the quoted amounts', async () => {
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

  test('a transfer without fees is one move', () => {
    const fees = { platform: 0n, service: 0n };
    const amount = { currency: 'USD', amount: 5n };
    const entries = transfer({ payment: { source: 'a', sent: amount, fees, received: amount }, destination: 'b' });
    expect(entries).toEqual([{ debit: 'a', credit: 'b', currency: 'USD', amount: 5n, code: 'payout' }]);
  });
});

describe('a payment to outside', () => {
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

  test('an execution converts, puts the payout in transit and keeps what was debited in totalBalance', async () => {
    const s = await scene();
    await execution(s);
    expect(await s.sheet()).toEqual(executed);
    await s.sound();
  });

  test('a completed payout leaves over the rail, pays the platform its fee and reserves nothing', async () => {
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

  test('a payment in one currency goes the same way without the FX position', async () => {
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

  test('a payout may land in an internal account', async () => {
    const s = await scene();
    const payment = exchange(s);
    const story = await execution(s);
    const entries = complete({ payment, destination: s.account(1, 'EUR') });
    await story.step(phases.complete, { entries, status: 'COMPLETED' });
    expect((await s.sheet()).posted).toMatchObject({ 'customer1:EUR': 870, 'platform:USD': 30 });
    await s.sound();
  });

  test('a failed payout gives everything back at the locked rate, fees included, each move naming what it reverses', async () => {
    const s = await scene();
    const story = await execution(s);
    await story.step(phases.refund, { entries: refund({ payment: exchange(s) }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    expect(await reversals(s, story)).toEqual(['execute/1', 'execute/2', 'execute/3', 'execute/4']);
    await s.sound();
  });

  test('a payout the bank returns is in transit again, its fee back from the platform, and is then refunded', async () => {
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

  test('a platform that has spent its fee owes it when the payout is returned', async () => {
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

  test('a payout to the platform itself that is returned with the fee spent comes from where it landed', async () => {
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

  test('where payout and refund both fail the money waits in suspense and nothing stays reserved', async () => {
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

  test('what was suspended is refunded once an operator takes it up', async () => {
    const s = await scene();
    const story = await execution(s);
    await story.step(phases.suspend, { entries: suspend(exchange(s)), status: 'FAILED' });
    await story.step(phases.resume, { entries: resume(exchange(s)), status: 'PROCESSING' });
    await story.step(phases.refund, { entries: refund({ payment: exchange(s) }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('a cancelled payment is refunded first and then COMPLETED', async () => {
    const s = await scene();
    const story = await execution(s);
    await story.step(phases.refund, { entries: refund({ payment: exchange(s) }), status: 'COMPLETED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('a fee of zero and an account the platform does not have make no move', () => {
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
  ])('a payment is no payment where %s', async (_, wrong) => {
    const s = await scene();
    expect(() => execute({ ...exchange(s), ...wrong })).toThrow('assertion failed');
  });

  test("a platform fee without the platform's account is no payout", async () => {
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

  test('what arrives waits for its payment, then pays for it and reserves nothing for anybody', async () => {
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

  test('a refund in fiat leaves over the rail it came by', async () => {
    const s = await scene();
    const payment = funded(s);
    const story = await arrival(s, payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    await story.step(phases.refund, { entries: refund({ payment }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    expect((await reversals(s, story)).at(-1)).toBe('fund/1');
    await s.sound();
  });

  test("a refund in crypto is credited to the customer's account of that asset", async () => {
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

  test('funding that no payment can use goes back without an execution', async () => {
    const s = await scene();
    const payment = funded(s);
    const story = await arrival(s, payment);
    await story.step(phases.refund, { entries: refundFunding({ funding: payment.sent }), status: 'FAILED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('a payment from an internal account is refunded to no other', async () => {
    const s = await scene();
    expect(() => refund({ payment: exchange(s), creditTo: s.account(1, 'USD') })).toThrow('assertion failed');
  });
});

describe('a card purchase', () => {
  async function authorization(s: Scene, amount = 600n): Promise<Story> {
    const story = s.begin();
    const entries = authorize({ account: s.payer, currency: 'USD', amount });
    await story.step(nthPhase('authorize', 1), { entries, status: 'AUTHORIZED' });
    return story;
  }
  const purchase = (s: Scene, amount: bigint) => ({ account: s.payer, currency: 'USD', amount });
  const settled = (amount: number) => ({
    posted: { 'customer0:USD': 10_000 - amount, 'card.settlement:USD': amount, 'rail.nostro:USD': -10_000 },
    held: {},
  });

  test('an authorization is one pull that totalBalance keeps', async () => {
    const s = await scene();
    await authorization(s);
    expect(await s.sheet()).toEqual({
      posted: { 'customer0:USD': 9_400, 'card.authorized:USD': 600, 'rail.nostro:USD': -10_000 },
      held: { 'customer0:USD': 600 },
    });
    await s.sound();
  });

  test('a clearing of what was authorized settles it', async () => {
    const s = await scene();
    const story = await authorization(s);
    const entries = clear({ ...purchase(s, 600n), authorized: 600n, isFinal: true, excessFrom: 'customer' });
    await story.step(nthPhase('clear', 1), { entries, status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(600));
    await s.sound();
  });

  test('a clearing above takes the difference by a further pull', async () => {
    const s = await scene();
    const story = await authorization(s);
    const entries = clear({ ...purchase(s, 750n), authorized: 600n, isFinal: true, excessFrom: 'customer' });
    await story.step(nthPhase('clear', 1), { entries, status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(750));
    await s.sound();
  });

  test('a clearing above what the customer has is paid by the house, to whom it is owed', async () => {
    const s = await scene();
    const story = await authorization(s, START);
    const clearing = { ...purchase(s, START + 150n), authorized: START, isFinal: true } as const;
    const step = (excessFrom: 'customer' | 'receivable', status: string) =>
      story.step(nthPhase('clear', 1), { entries: clear({ ...clearing, excessFrom }), status });
    await expect(step('customer', 'SETTLED')).rejects.toThrow(Overdraft);
    await step('receivable', 'EXCEPTION');
    expect(await s.sheet()).toEqual({
      posted: { 'card.settlement:USD': 10_150, 'receivable:USD': -150, 'rail.nostro:USD': -10_000 },
      held: {},
    });
    await s.sound();
  });

  test('a final clearing below settles what cleared and gives the rest back', async () => {
    const s = await scene();
    const story = await authorization(s);
    const entries = clear({ ...purchase(s, 450n), authorized: 600n, isFinal: true, excessFrom: 'customer' });
    await story.step(nthPhase('clear', 1), { entries, status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(450));
    await s.sound();
  });

  test('clearings in parts keep the rest reserved until it clears or is released', async () => {
    const s = await scene();
    const story = await authorization(s);
    const part = { isFinal: false, excessFrom: 'customer' } as const;
    const first = clear({ ...purchase(s, 100n), authorized: 600n, ...part });
    await story.step(nthPhase('clear', 1), { entries: first, status: 'PARTIALLY_SETTLED' });
    expect((await s.sheet()).held).toEqual({ 'customer0:USD': 500 });
    const second = clear({ ...purchase(s, 250n), authorized: 500n, ...part });
    await story.step(nthPhase('clear', 2), { entries: second, status: 'PARTIALLY_SETTLED' });
    await s.sound();
    await story.step(nthPhase('release', 1), { entries: release(purchase(s, 250n)), status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(350));
    await s.sound();
  });

  test('an authorization that expires or is reversed gives everything back', async () => {
    const s = await scene();
    const story = await authorization(s);
    await story.step(nthPhase('release', 1), { entries: release(purchase(s, 600n)), status: 'EXPIRED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test("a merchant's refund is credited from the settlement account, and its reversal takes it back", async () => {
    const s = await scene();
    const story = await authorization(s);
    const entries = clear({ ...purchase(s, 600n), authorized: 600n, isFinal: true, excessFrom: 'customer' });
    await story.step(nthPhase('clear', 1), { entries, status: 'SETTLED' });
    const returned = refundPurchase(purchase(s, 200n));
    await story.step(nthPhase('merchant-refund', 1), { entries: returned, status: 'REFUNDED' });
    expect(await s.sheet()).toEqual(settled(400));
    const reversal = mirror(returned, nthPhase('merchant-refund', 1));
    await story.step(nthPhase('merchant-refund', 2), { entries: reversal, status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(600));
    await s.sound();
  });

  test('a clearing of nothing is not a clearing', () => {
    const nothing = {
      account: 'a',
      currency: 'USD',
      amount: 0n,
      authorized: 5n,
      isFinal: true,
      excessFrom: 'customer',
    } as const;
    expect(() => clear(nothing)).toThrow('assertion failed');
  });
});

describe('a posting', () => {
  const payout = (s: Scene, amount: bigint): Entry[] => [
    { debit: s.payer, credit: s.account(1, 'USD'), currency: 'USD', amount, code: 'test' },
  ];

  test('reports the balances it leaves behind', async () => {
    const s = await scene();
    const posted = await s.begin().step(phases.transfer, { entries: payout(s, 400n), status: 'COMPLETED' });
    expect(posted?.get(s.payer)).toEqual({ posted: 9_600n, held: 0n, version: 2n, status: 'ACTIVE' });
    expect(posted?.get(s.account(1, 'USD'))).toEqual({ posted: 400n, held: 0n, version: 1n, status: 'ACTIVE' });
    await s.sound();
  });

  test('that would overdraw an account is refused and changes not one byte', async () => {
    const s = await scene();
    const before = await s.everything();
    const story = s.begin();
    await expect(story.step(phases.transfer, { entries: payout(s, START + 1n), status: 'COMPLETED' })).rejects.toThrow(
      Overdraft,
    );
    expect(await s.everything()).toEqual(before);
    await story.step(phases.transfer, { entries: payout(s, START), status: 'COMPLETED' });
    await s.sound();
  });

  test.each(['FROZEN', 'CLOSED', 'PENDING', 'FAILED'])(
    'on an account that is %s is refused and changes not one byte',
    async (status) => {
      const s = await scene();
      for (const id of [s.payer, s.account(1, 'USD')]) {
        await setStatus(db, { platformId: s.platform.id, id, status });
        const before = await s.everything();
        const step = s.begin().step(phases.transfer, { entries: payout(s, 1n), status: 'COMPLETED' });
        await expect(step).rejects.toThrow(AccountUnavailable);
        expect(await s.everything()).toEqual(before);
        await setStatus(db, { platformId: s.platform.id, id, status: 'ACTIVE' });
      }
      await s.sound();
    },
  );

  test('of money already on its way is forced through frozen accounts, but never below a minimum', async () => {
    const s = await scene();
    const payment = exchange(s);
    const story = s.begin(payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    await setStatus(db, { platformId: s.platform.id, id: s.payer, status: 'FROZEN' });
    const entries = refund({ payment });
    await expect(story.step(phases.refund, { entries, status: 'FAILED' })).rejects.toThrow(AccountUnavailable);
    await story.step(phases.refund, { entries, status: 'FAILED', isForced: true });
    expect(await s.sheet()).toEqual(untouched);
    const forced = { entries: payout(s, START + 1n), status: 'COMPLETED', isForced: true };
    await expect(s.begin().step(phases.transfer, forced)).rejects.toThrow(Overdraft);
    await s.sound();
  });

  test('in the wrong currency breaks the rule of its legs', async () => {
    const s = await scene();
    const before = await s.everything();
    const euros = [{ debit: s.account(0, 'EUR'), credit: s.payer, currency: 'USD', amount: 0n, code: 'test' }];
    for (const [debit, credit] of [
      [s.payer, s.account(1, 'EUR')],
      [systemAccount('rail.nostro', 'EUR'), s.payer],
    ] as const) {
      const entries = euros.map((entry) => ({ ...entry, debit, credit, amount: 5n }));
      const error = await s
        .begin()
        .step(phases.transfer, { entries, status: 'COMPLETED' })
        .catch((reason) => reason);
      expect(brokenConstraint(error)).toBe('ledger_entries_accounts');
    }
    expect(await s.everything()).toEqual(before);
    await s.sound();
  });

  test('of a phase that was posted before is refused, also where the money for a second one is gone', async () => {
    const s = await scene();
    const story = s.begin();
    const posting = story.posting(phases.transfer, { entries: payout(s, START), status: 'COMPLETED' });
    await s.ledger.post(posting);
    const before = await s.everything();
    await expect(s.ledger.post(posting)).rejects.toThrow(AlreadyPosted);
    await expect(s.ledger.post({ ...posting, effects: [] })).rejects.toThrow(AlreadyPosted);
    expect(await s.everything()).toEqual(before);
    await s.sound();
  });

  test('whose guard does not hold writes nothing at all and reports nothing', async () => {
    const s = await scene();
    const payment = exchange(s);
    const story = s.begin(payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    const before = await s.everything();
    const posting = stepPosting({
      transaction: story.transaction,
      phase: phases.complete,
      entries: complete({ payment }),
      status: 'COMPLETED',
      after: { status: 'PENDING', version: 1 },
    });
    expect(await s.ledger.post(posting)).toBeUndefined();
    expect(await s.everything()).toEqual(before);
    await s.sound();
  });

  test('to an account that does not exist, or that the same statement opens, changes not one byte', async () => {
    const s = await scene();
    const before = await s.everything();
    const id = newId('InternalAccount');
    const opened = { platformId: s.platform.id, id, kind: 'customer', currency: 'USD', minimum: 0, at } as const;
    const [entry] = payout(s, 5n);
    const posting = s.begin().posting(phases.transfer, { entries: [{ ...entry!, credit: id }], status: 'COMPLETED' });
    const missing = await s.ledger.post(posting).catch((error) => error);
    expect(nullColumn(missing)).toBe('ledger_entries.debit_account_id');
    const tooNew = { ...posting, effects: [...posting.effects, openAccounts([opened])] };
    expect(nullColumn(await s.ledger.post(tooNew).catch((error) => error))).toBe('ledger_entries.debit_account_id');
    const held = { ...posting, entries: [{ ...entry!, holds: { account: id, amount: 5n } }] };
    expect(nullColumn(await s.ledger.post(held).catch((error) => error))).toBe('ledger_entries.debit_account_id');
    expect(await s.everything()).toEqual(before);
    await s.sound();
  });

  test('that would reserve less than nothing changes not one byte', async () => {
    const s = await scene();
    const before = await s.everything();
    const entries = payout(s, 5n).map((entry) => ({ ...entry, holds: { account: s.payer, amount: -1n } }));
    const error = await s
      .begin()
      .step(phases.transfer, { entries, status: 'COMPLETED' })
      .catch((reason) => reason);
    expect(brokenConstraint(error)).toBe('accounts_held');
    expect(await s.everything()).toEqual(before);
    await s.sound();
  });

  test.each([
    ['no entries', []],
    ['a move of nothing', [{ debit: 'a', credit: 'b', currency: 'USD', amount: 0n, code: 'test' }]],
    ['a move from an account to itself', [{ debit: 'a', credit: 'a', currency: 'USD', amount: 1n, code: 'test' }]],
  ])('with %s is our own mistake', async (_, entries) => {
    const s = await scene();
    expect(() => s.ledger.post(s.begin().posting(phases.transfer, { entries, status: 'COMPLETED' }))).toThrow(
      'assertion failed',
    );
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

describe('the audit', () => {
  interface Corruption {
    invariant: number;
    what: string;
    /** Of the given platform. */
    statement: (platformId: string) => Sql;
    message: RegExp;
  }

  const completion = (p: string) =>
    sql`SELECT transaction_id FROM ledger_entries WHERE platform_id = ${p} AND phase = 'complete'`;
  const completed = (p: string) => sql`platform_id = ${p} AND id IN (${completion(p)})`;
  const eventsOfCompleted = (p: string) => sql`platform_id = ${p} AND resource_id IN (${completion(p)})`;
  const pending = (p: string) => sql`platform_id = ${p} AND status = 'PROCESSING'`;

  const corruptions: Corruption[] = [
    {
      invariant: 1,
      what: 'a move between currencies',
      statement: (p) => sql`UPDATE ledger_entries SET currency = 'EUR' WHERE platform_id = ${p} AND phase = 'fund'`,
      message: /^entry fund\/1 of 10000 EUR debits rail.nostro:USD \(USD\)/,
    },
    {
      invariant: 1,
      what: 'a move of an account that does not exist',
      statement: (p) => sql`DELETE FROM accounts WHERE platform_id = ${p} AND id = 'fees.service:USD'`,
      message: /credits fees.service:USD \(none\)/,
    },
    {
      invariant: 2,
      what: 'money made from nothing',
      statement: (p) =>
        sql`UPDATE accounts SET posted = posted + 1 WHERE platform_id = ${p} AND id = 'fx.position:EUR'`,
      message: /^the balances in EUR sum to 1$/,
    },
    {
      invariant: 3,
      what: 'money moved without a move',
      statement: (p) => sql`UPDATE accounts SET posted = posted + CASE id WHEN 'fx.position:EUR' THEN 1 ELSE -1 END
        WHERE platform_id = ${p} AND id IN ('fx.position:EUR', 'rail.nostro:EUR')`,
      message: /^posted is 869, its entries say 870$/,
    },
    {
      invariant: 3,
      what: 'a tally without a move',
      statement: (p) => sql`
        INSERT INTO pending_totals (platform_id, account_id, posted, at) VALUES (${p}, 'fees.service:EUR', 1, ${at})`,
      message: /^posted is 1, its entries say 0$/,
    },
    {
      invariant: 3,
      what: 'a tally that was lost',
      statement: (p) => sql`DELETE FROM pending_totals WHERE platform_id = ${p} AND account_id = 'rail.nostro:USD'`,
      message: /^posted is 0, its entries say -10000$/,
    },
    {
      invariant: 3,
      what: 'a reservation without a move',
      statement: (p) => sql`UPDATE accounts SET held = held + 1 WHERE platform_id = ${p} AND id = 'suspense:USD'`,
      message: /^held is 1, its entries say 0$/,
    },
    {
      invariant: 4,
      what: 'a balance below its minimum',
      statement: (p) => sql`UPDATE accounts SET posted = -1 WHERE platform_id = ${p} AND id = 'suspense:USD'`,
      message: /^posted is -1, held is 0, the minimum is 0 and should be 0$/,
    },
    {
      invariant: 4,
      what: 'a reservation below zero',
      statement: (p) => sql`UPDATE accounts SET held = -1 WHERE platform_id = ${p} AND id = 'suspense:USD'`,
      message: /held is -1/,
    },
    {
      invariant: 4,
      what: "an account that lost the chart's minimum",
      statement: (p) => sql`UPDATE accounts SET minimum = NULL WHERE platform_id = ${p} AND kind = 'customer'`,
      message: /the minimum is none and should be 0$/,
    },
    {
      invariant: 5,
      what: 'a phase posted in two goes',
      statement: (p) => sql`
        INSERT INTO ledger_entries SELECT platform_id, transaction_id, phase, 9, debit_account_id, credit_account_id, currency, amount,
          code, NULL, NULL, 0, created_at + interval '1 second' FROM ledger_entries WHERE platform_id = ${p} AND phase = 'fund'`,
      message: /^phase fund has 2 entries, numbered 1 to 9, posted at 2 times$/,
    },
    {
      invariant: 5,
      what: 'a payment both completed and refunded',
      statement: (p) => sql`
        UPDATE ledger_entries SET phase = 'refund'
        WHERE platform_id = ${p} AND phase = 'execute' AND n > 1 AND transaction_id IN (${completion(p)})`,
      message: /^completed and refunded without a return$/,
    },
    {
      invariant: 5,
      what: 'a COMPLETED payment that was never paid out',
      statement: (p) => sql`DELETE FROM ledger_entries WHERE platform_id = ${p} AND phase = 'complete'`,
      message: /^COMPLETED, but neither paid out nor refunded$/,
    },
    {
      invariant: 5,
      what: 'a COMPLETED transaction without a move',
      statement: (p) => sql`DELETE FROM ledger_entries WHERE platform_id = ${p} AND phase = 'fund'`,
      message: /^COMPLETED, but no money moved$/,
    },
    {
      invariant: 5,
      what: 'a failed payment without a refund',
      statement: (p) => sql`UPDATE transactions SET status = 'REJECTED' WHERE ${pending(p)}`,
      message: /^failed, but neither refunded nor suspended$/,
    },
    {
      invariant: 5,
      what: 'a suspended payment that was refunded without being resumed',
      statement: (p) =>
        sql`UPDATE ledger_entries SET phase = 'suspend' WHERE platform_id = ${p} AND reverses = 'execute/1'`,
      message: /^suspended and refunded without having been resumed$/,
    },
    {
      invariant: 5,
      what: 'a resumed payment that was not suspended',
      statement: (p) =>
        sql`UPDATE ledger_entries SET phase = 'resume' WHERE platform_id = ${p} AND reverses = 'execute/1'`,
      message: /^resumed without having been suspended$/,
    },
    {
      invariant: 5,
      what: 'a resumed payment that was not refunded',
      statement: (p) => sql`UPDATE ledger_entries SET phase = 'resume' WHERE platform_id = ${p} AND phase = 'refund'`,
      message: /^resumed, but not refunded$/,
    },
    {
      invariant: 5,
      what: 'a reversal of another amount',
      statement: (p) =>
        sql`UPDATE ledger_entries SET amount = amount + 1 WHERE platform_id = ${p} AND reverses = 'execute/3'`,
      message: /^entry refund\/3 is reversal 1 of execute\/3$/,
    },
    {
      invariant: 5,
      what: 'a move reversed twice',
      statement: (p) => sql`
        INSERT INTO ledger_entries SELECT platform_id, transaction_id, 'again', 1, debit_account_id, credit_account_id, currency, amount,
          code, reverses, holder_id, held, created_at + interval '1 second'
        FROM ledger_entries WHERE platform_id = ${p} AND reverses = 'execute/1'`,
      message: /^entry again\/1 is reversal 2 of execute\/1$/,
    },
    {
      invariant: 6,
      what: 'a finished payment still in transit',
      statement: (p) => sql`UPDATE transactions SET status = 'COMPLETED' WHERE ${pending(p)}`,
      message: /^COMPLETED leaves 870 on transit.payout:EUR$/,
    },
    {
      invariant: 6,
      what: 'a finished payment that still reserves money',
      statement: (p) => sql`UPDATE transactions SET status = 'COMPLETED' WHERE ${pending(p)}`,
      message: /^COMPLETED leaves 1000 held for InternalAccount:/,
    },
    {
      invariant: 7,
      what: 'an event that is missing',
      statement: (p) => sql`DELETE FROM events WHERE sequence = 1 AND ${eventsOfCompleted(p)}`,
      message: /^version 2 is COMPLETED; 1 events from 2 to 2, the newest has COMPLETED$/,
    },
    {
      invariant: 7,
      what: 'an event that tells another status',
      statement: (p) => sql`UPDATE transactions SET status = 'SETTLED' WHERE ${completed(p)}`,
      message: /^version 2 is SETTLED; 2 events from 1 to 2, the newest has COMPLETED$/,
    },
    {
      invariant: 7,
      what: 'an event nobody can read',
      statement: (p) => sql`UPDATE events SET payload = 'broken' WHERE sequence = 2 AND ${eventsOfCompleted(p)}`,
      message: /the newest has nothing$|a value it cannot read/,
    },
    {
      invariant: 8,
      what: 'a PROCESSING payment whose job is dead',
      statement: (p) => sql`UPDATE jobs SET state = 'DEAD' WHERE platform_id = ${p}`,
      message: /^PROCESSING, but no job can end it$/,
    },
    {
      invariant: 9,
      what: 'entries of a transaction that does not exist',
      statement: (p) => sql`DELETE FROM transactions WHERE ${completed(p)}`,
      message: /^phase (execute|complete) was posted, but there is no transaction$/,
    },
    {
      invariant: 10,
      what: 'a kept answer that cannot be given again',
      statement: (p) => sql`UPDATE idempotency_records SET body = '{"cut' WHERE platform_id = ${p} AND key = 'plain'`,
      message: /^the body stored with status 201 is not JSON$|a value it cannot read/,
    },
    {
      invariant: 11,
      what: 'a payment converted at another rate than quoted',
      statement: (p) => sql`UPDATE transactions SET received_amount = received_amount - 3 WHERE ${completed(p)}`,
      message: /^the position in EUR differs by -3 from the quote$/,
    },
    {
      invariant: 11,
      what: 'a fee that the FX position took',
      statement: (p) => sql`UPDATE transactions SET fees = fees + 7 WHERE ${completed(p)}`,
      message: /^the position in USD differs by 7 from the quote$/,
    },
  ];

  /** Constraints stop most corruptions before any audit could see them: this database has given them up. */
  let lax: TestDatabase;
  beforeAll(async () => {
    lax = await openTestDatabase();
    await lax.db.write(sql`ALTER TABLE accounts DROP CONSTRAINT accounts_minimum, DROP CONSTRAINT accounts_held`);
    const { database } = lax.connection;
    await administer('ALTER TABLE accounts DISABLE TRIGGER ALL', database);
    await administer('ALTER TABLE ledger_entries DISABLE TRIGGER ALL', database);
  });
  afterAll(() => lax.close());

  /** A history with everything the corruptions need: completed, refunded and pending payments, kept answers. */
  async function history(): Promise<Scene> {
    const s = await scene(lax.db);
    const payment = exchange(s);
    for (const ending of [phases.complete, phases.refund, undefined]) {
      const story = s.begin(payment);
      await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
      if (ending === phases.complete) await story.step(ending, { entries: complete({ payment }), status: 'COMPLETED' });
      if (ending === phases.refund) await story.step(ending, { entries: refund({ payment }), status: 'FAILED' });
    }
    await lax.db.write(sql`
      INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at) VALUES
        (${s.platform.id}, 'plain', '', 201, '{"a": 1}', false, ${at}),
        (${s.platform.id}, 'empty', '', 204, '', false, ${at}),
        (${s.platform.id}, 'sealed', '', 201, 'seal-1.x', true, ${at})`);
    return s;
  }

  test.each(corruptions)('finds $what (invariant $invariant)', async ({ invariant, statement, message }) => {
    const [s, other] = [await history(), await history()];
    await s.sound();
    await lax.db.write(statement(s.platform.id));
    const { findings } = await audit(lax.db, { platformId: s.platform.id });
    const found = findings.filter((finding) => finding.invariant === invariant);
    expect(found.map((finding) => finding.message)).toContainEqual(expect.stringMatching(message));
    expect(new Set(findings.map((finding) => finding.platformId))).toEqual(new Set([s.platform.id]));
    await other.sound();
  });

  const transaction = {
    type: 'INCOMING',
    direction: 'CREDIT',
    status: 'FAILED',
    customer_id: 'c',
    platform_customer_id: 'c',
  };
  const written = { created_at: at, updated_at: at, expires_at: at, run_at: at, due_at: at, at, day: at };
  const strayRows = {
    transactions: { ...transaction, destination: {}, reference: 'r', details: {}, version: 0 },
    quotes: { transaction_id: 't', triggered_by: 'EXECUTE', body: '{}', handed_off: '{}', daily_max: 0 },
    events: { type: 't', resource_id: 'r', sequence: 1, payload: '{}', status: 'SKIPPED', attempts: 0, tries: 0 },
    jobs: { kind: 'k', resource_id: 'r', payload: {}, state: 'READY', attempts: 0 },
    idempotency_records: { key: 'k', fingerprint: 'f', status: 200, body: '{}', is_sealed: false },
    daily_volumes: { owner_id: 'o', currency: 'USD', sent: 1, maximum: 1 },
    request_log: { method: 'GET', path: '/', route: '/', status: 200, duration_ms: 1, is_replay: false },
  };

  test.each(Object.entries(strayRows))(
    'finds %s of a platform that does not exist (invariant 9)',
    async (table, row) => {
      const platformId = `Platform:gone-${table}`;
      const stray = JSON.stringify({ ...written, ...row, platform_id: platformId, id: 'stray' });
      const name = rawSql(table);
      await lax.db.write(sql`INSERT INTO ${name} SELECT * FROM jsonb_populate_record(NULL::${name}, ${stray}::jsonb)`);
      const { findings } = await audit(lax.db);
      expect(findings.filter((finding) => finding.platformId === platformId && finding.subject === table)).toEqual([
        expect.objectContaining({ invariant: 9, message: 'there is no such platform' }),
      ]);
      await lax.db.write(sql`DELETE FROM ${name} WHERE platform_id = ${platformId}`);
    },
  );

  test('checks all eleven invariants of every platform', async () => {
    const [s, other] = [await history(), await history()];
    const corrupted = [s, other].map(({ platform }) => platform.id);
    await lax.db.write(
      sql`UPDATE accounts SET posted = 7 WHERE platform_id = ANY (${corrupted}) AND id = 'suspense:EUR'`,
    );
    const { findings, checked } = await audit(lax.db);
    const unbalanced = findings.filter(({ invariant }) => invariant === 2).map(({ platformId }) => platformId);
    expect(unbalanced).toEqual(expect.arrayContaining(corrupted));
    expect(new Set(checked.map(({ invariant }) => invariant))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
  });

  test('tells a bounded number of findings, and that there are more', async () => {
    const platform = await openPlatform(lax.db, { currencies: ['USD'], customers: 30 });
    await lax.db.write(sql`UPDATE accounts SET held = 1 WHERE platform_id = ${platform.id} AND kind = 'customer'`);
    const { findings, checked } = await audit(lax.db, { platformId: platform.id });
    expect(findings).toHaveLength(20);
    expect(checked.filter(({ hasMore }) => hasMore).map(({ title }) => title)).toEqual([findings[0]?.title]);
  });

  test('a payment told FAILED before its refund is no finding while the job that refunds it lives', async () => {
    const s = await scene(lax.db);
    const payment = exchange(s);
    const story = s.begin(payment);
    await story.step(phases.execute, { entries: execute(payment), status: 'PROCESSING' });
    await lax.db.write(sql`UPDATE transactions SET status = 'FAILED', version = 2 WHERE id = ${story.transaction.id}`);
    await lax.db.write(sql`
      INSERT INTO events SELECT platform_id, 'second', type, resource_id, 2, replace(payload, 'PROCESSING', 'FAILED'), created_at
      FROM events WHERE resource_id = ${story.transaction.id}`);
    await s.sound();
    await lax.db.write(sql`DELETE FROM jobs WHERE platform_id = ${s.platform.id}`);
    const { findings } = await audit(lax.db, { platformId: s.platform.id });
    expect(new Set(findings.map(({ invariant }) => invariant))).toEqual(new Set([5, 6]));
  });
});
