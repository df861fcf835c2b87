import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from './support/app.ts';
import { CardModel } from './support/card-model.ts';
import { HandClock } from './support/hand-clock.ts';
import { fund } from './support/payments.ts';
import { advance, asked, balances, figures, newShopper, type Shopper, systemBalance } from './support/purchases.ts';
import { fc } from './support/seed.ts';

const RUN_LIMIT_MS = 180_000;
const FIRST_BALANCE = 1_000;

/** Merchant whose pulls fail, and the time until they have failed. */
const FAILING = 'SHOP 006';
const FAILED_SECONDS = 6;

let app: TestApp;
beforeAll(async () => {
  // A manual clock: pulls fail when the history says so, not by time-outs.
  app = await TestApp.start({ clock: new HandClock() });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** Possible actions: the request, and its effect in the model, which is undefined for a declined action. */
const acts = {
  authorization: (model, { amount, isFailing }) => model.authorize(amount, { isFinal: false, isFailing }),
  financial_authorization: (model, { amount, isFailing }) => model.authorize(amount, { isFinal: true, isFailing }),
  authorization_advice: (model, { n, amount }) => model.advise(n, amount),
  clearing: (model, { n, amount }) => model.clear(n, amount),
  return: (model, { n, amount }) => model.giveBack(n, amount),
  return_reversal: (model, { n }) => model.takeBack(n),
} satisfies Record<string, (model: CardModel, act: Act & { n: number }) => string | undefined>;
type Name = keyof typeof acts | 'fund' | 'expiry' | 'failure';

interface Act {
  amount: number;
  /** For an authorization: at a merchant where pulls fail. */
  isFailing: boolean;
}

const act = fc.record({
  name: fc.constantFrom<Name>(
    'authorization',
    'authorization',
    'financial_authorization',
    'authorization_advice',
    'clearing',
    'clearing',
    'clearing',
    'return',
    'return',
    'return_reversal',
    'return_reversal',
    'fund',
    'expiry',
    'failure',
  ),
  isFailing: fc.boolean(),
  pick: fc.nat(100),
  amount: fc.oneof(fc.constantFrom(50, 100, 200), fc.integer({ min: 1, max: 900 })),
});

interface World {
  one: Shopper;
  model: CardModel;
  ids: string[];
}

async function perform(
  { one, model, ids }: World,
  { name, pick, amount, isFailing }: Act & { name: Name; pick: number },
) {
  if (name === 'fund') {
    await fund(one.client, one.payer.accountId, amount);
    model.balance += amount;
    return;
  }
  if (name === 'failure') {
    await advance(one.client, FAILED_SECONDS);
    model.failPulls();
    return;
  }
  const n = ids.length > 0 ? pick % ids.length : 0;
  const cardTransactionId = ids[n] ?? 'CardTransaction:019542f5-b3e7-7d02-8000-000000000001';
  const isNew = name === 'authorization' || name === 'financial_authorization';
  const endpoint = name === 'expiry' ? 'clearing' : name;
  const wanted = name === 'expiry' ? 0 : amount;
  const body = isNew ? asked(amount, isFailing ? FAILING : undefined) : { cardTransactionId, amount: wanted };
  const expected = acts[endpoint](model, { n, amount: wanted, isFailing });
  const answer = await one.simulate(endpoint, body);
  expect([answer.status < 300, answer.body.status]).toEqual([expected !== undefined, expected ?? expect.any(Number)]);
  if (isNew) ids.push(answer.body.id);
}

async function expectAsModelled({ one, model, ids }: World): Promise<void> {
  const { client, payer } = one;
  expect(await balances(client, payer.accountId)).toEqual([model.balance, model.balance + model.reserved]);
  expect(await systemBalance(app, client, 'receivable:USD')).toBe(0 - model.owed);
  const { body } = await client.get('/transactions?type=CARD&sortOrder=asc&limit=100');
  expect(body.data.map(figures)).toEqual(
    model.purchases.map(({ status, authorized, pulls, settled, refunded }) => ({
      status,
      authorized,
      pulls: [expect.any(Number), pulls.reduce((total, { reserved, paid }) => total + reserved + paid, 0)],
      settled: [expect.any(Number), settled],
      refunded: [expect.any(Number), refunded],
    })),
  );
  expect(body.data).toHaveLength(ids.length);
}

test(
  'any history of purchases leaves the balances of a plain model',
  async () => {
    const property = fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 40 }), async (story) => {
      const one = await newShopper(app, { balance: FIRST_BALANCE });
      const world: World = { one, model: new CardModel(FIRST_BALANCE), ids: [] };
      for (const one of story) await perform(world, one);
      await expectAsModelled(world);
    });
    await fc.assert(property, { numRuns: 15, endOnFailure: true });
  },
  RUN_LIMIT_MS,
);
