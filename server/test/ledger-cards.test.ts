import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Ledger, Overdraft } from '../src/engine/ledger/post.ts';
import { authorize, clear, refundPurchase, release } from '../src/engine/ledger/recipes/cards.ts';
import { mirror } from '../src/engine/ledger/recipes/entries.ts';
import { nthPhase } from '../src/engine/ledger/recipes/phases.ts';
import type { Database } from '../src/foundation/db/database.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { newScene, type Scene, START, untouched } from './support/ledger-scene.ts';
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

  test('is authorized by one pull, which totalBalance still includes', async () => {
    const s = await scene();
    await authorization(s);
    expect(await s.sheet()).toEqual({
      posted: { 'customer0:USD': 9_400, 'card.authorized:USD': 600, 'rail.nostro:USD': -10_000 },
      held: { 'customer0:USD': 600 },
    });
    await s.sound();
  });

  test('is settled by a clearing of the authorized amount', async () => {
    const s = await scene();
    const story = await authorization(s);
    const entries = clear({ ...purchase(s, 600n), authorized: 600n, isFinal: true, excessFrom: 'customer' });
    await story.step(nthPhase('clear', 1), { entries, status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(600));
    await s.sound();
  });

  test('is cleared above the authorized amount by a further pull', async () => {
    const s = await scene();
    const story = await authorization(s);
    const entries = clear({ ...purchase(s, 750n), authorized: 600n, isFinal: true, excessFrom: 'customer' });
    await story.step(nthPhase('clear', 1), { entries, status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(750));
    await s.sound();
  });

  test('that clears above the balance of the customer is paid by the service and owed by the customer', async () => {
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

  test('that clears below the authorized amount releases the rest', async () => {
    const s = await scene();
    const story = await authorization(s);
    const entries = clear({ ...purchase(s, 450n), authorized: 600n, isFinal: true, excessFrom: 'customer' });
    await story.step(nthPhase('clear', 1), { entries, status: 'SETTLED' });
    expect(await s.sheet()).toEqual(settled(450));
    await s.sound();
  });

  test('that clears in parts keeps the rest reserved until it clears or is released', async () => {
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

  test('releases everything if its authorization expires or is reversed', async () => {
    const s = await scene();
    const story = await authorization(s);
    await story.step(nthPhase('release', 1), { entries: release(purchase(s, 600n)), status: 'EXPIRED' });
    expect(await s.sheet()).toEqual(untouched);
    await s.sound();
  });

  test('is refunded from the settlement account, and a reversal debits the refund again', async () => {
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

  test('is not cleared by an amount of zero', () => {
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
