import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountUnavailable, Ledger, Overdraft } from '../src/engine/ledger/post.ts';
import { sandboxFunding } from '../src/engine/providers/funding/sandbox.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, DAY_MS } from '../src/foundation/kernel/clock.ts';
import { findQuoted } from '../src/payments/transactions/record.ts';
import { applyTransition } from '../src/payments/transitions/apply.ts';
import { startTransition } from '../src/payments/transitions/start.ts';
import { bankCatalogue } from '../src/start/composition/banking.ts';
import { TestApp } from './support/app.ts';
import { bankingWith } from './support/banking.ts';
import type { Client } from './support/client.ts';
import { HandClock } from './support/hand-clock.ts';
import { type Act, PaymentModel } from './support/payment-model.ts';
import { advance, newExternalAccount, quoted, systemBalances, useCurrencies } from './support/payment-world.ts';
import { balanceOf, newPayer, quoteFor } from './support/payments.ts';
import { fc } from './support/seed.ts';

const RUN_LIMIT_MS = 180_000;
const clock = new HandClock();
let app: TestApp;

// The clock stands still and no worker runs, so that only the test's actions have effects.
beforeAll(async () => {
  app = await TestApp.start({ clock });
  await app.app.worker.stop();
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

/** More than the fixed fee of every rail in use; SPEI costs 500 centavos, ACH 25 cents from an account in MXN. */
const LEAST_AMOUNT = 1_500;
const index = fc.nat(1_000);
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('create', 'create', 'execute', 'execute', 'executeTwice', 'pass'),
  from: index,
  to: index,
  pick: index,
  amount: fc.integer({ min: LEAST_AMOUNT, max: 40_000 }),
  side: fc.constantFrom('SENDING', 'RECEIVING'),
  seconds: fc.constantFrom(1, 1, 59, 60, 240, 360),
} as const);

const offer = { from: 0, to: 1, pick: 0, amount: 40_000, side: 'SENDING', seconds: 360 } as const;
/** A case that random runs may miss: the balance covers one of two quotes, and the other expires. */
const everyAnswer: Act[] = [
  { ...offer, kind: 'create' },
  { ...offer, kind: 'create' },
  { ...offer, kind: 'execute' },
  { ...offer, kind: 'execute' },
  { ...offer, kind: 'execute', pick: 1 },
  { ...offer, kind: 'pass' },
  { ...offer, kind: 'execute', pick: 1 },
];

test(
  'any schedule of quotes, executes and outcomes leaves the balances of a plain model',
  async () => {
    const seen = new Set<string>();
    const property = fc.asyncProperty(fc.array(act, { minLength: 30, maxLength: 60 }), async (acts) => {
      const client = await app.newPlatform();
      await useCurrencies(client, PaymentModel.currencies);
      const model = await PaymentModel.begin(client, 2);
      for (const one of acts) {
        for (const result of (await model.perform(one)).split(' ')) seen.add(result);
        if (one.kind !== 'create') await model.expectAsModelled();
      }
    });
    await fc.assert(property, { numRuns: 5, endOnFailure: true, examples: [[everyAnswer]] });
    for (const result of ['PROCESSING', 'ALREADY_EXECUTED', 'INSUFFICIENT_BALANCE', 'QUOTE_EXPIRED']) {
      expect([...seen]).toContain(result);
    }
  },
  RUN_LIMIT_MS,
);

const PAYERS = 3;
const wish = fc.record({
  payer: fc.nat(PAYERS - 1),
  amount: fc.integer({ min: 100, max: 700 }),
  isTwice: fc.boolean(),
  isLate: fc.boolean(),
});

test(
  'executes batched into one statement, with expired quotes and frozen accounts, end as single ones do',
  async () => {
    const schedule = fc.array(wish, { minLength: 5, maxLength: 25 });
    const property = fc.asyncProperty(schedule, fc.option(fc.nat(PAYERS - 1)), async (wishes, frozen) => {
      const [alone, gathered] = [await stage(wishes, frozen), await stage(wishes, frozen)];
      const oneByOne: string[] = [];
      for (const start of startsOf(alone, wishes)) oneByOne.push(await start());
      const together = await Promise.all(startsOf(gathered, wishes).map((start) => start()));
      expect(byQuote(together, wishes)).toEqual(byQuote(oneByOne, wishes));
      for (const { client } of [alone, gathered]) await advance(client, 1);
      expect(await endOf(gathered)).toEqual(await endOf(alone));
    });
    await fc.assert(property, { numRuns: 3, endOnFailure: true });
  },
  RUN_LIMIT_MS,
);

type Wishes = { payer: number; amount: number; isTwice: boolean; isLate: boolean }[];

/** Customers with a thousand cents each, one of them maybe frozen, and a quote for each wish. */
async function stage(wishes: Wishes, frozen: number | null) {
  const client = await app.newPlatform();
  const payers = [];
  for (let i = 0; i < PAYERS; i++) payers.push(await newPayer(client, { balance: 1_000 }));
  const payee = await newExternalAccount(client, { type: 'USD_ACCOUNT' });
  const quotes: string[] = [];
  for (const { payer, amount } of wishes) {
    const request = quoteFor(payers[payer] as (typeof payers)[number], payee, { lockedCurrencyAmount: amount });
    quotes.push((await quoted(client, request)).id);
  }
  const id = payers[frozen ?? -1]?.accountId;
  if (id) await app.database.db.write(sql`UPDATE accounts SET status = 'FROZEN' WHERE id = ${id}`);
  return { client, payers, quotes };
}

type Stage = Awaited<ReturnType<typeof stage>>;

/** Executes the quotes of one platform in order, some twice and some too late, through a separate ledger. */
function startsOf({ client, quotes }: { client: Client; quotes: string[] }, wishes: Wishes) {
  const { db } = app.database;
  const ledger = new Ledger(db);
  const deps = { db, ledger, banking: bankingWith(sandboxFunding(bankCatalogue)) };
  const order = quotes.flatMap((quoteId, i) => Array(wishes[i]?.isTwice ? 2 : 1).fill({ quoteId, ...wishes[i] }));
  return order.map(({ quoteId, isLate }) => async (): Promise<string> => {
    const at = addMs(clock.now(), isLate ? DAY_MS : 1);
    const transaction = await findQuoted(db, client.platformId, quoteId);
    if (transaction?.status !== 'PENDING' || transaction.quote.expiresAt <= at) return 'not waiting';
    const place = { platformId: client.platformId, mode: 'SANDBOX', at } as const;
    try {
      const isOurs = await applyTransition(deps, place, {
        transaction,
        ...startTransition(transaction, { at, clockOffsetMs: 0 }),
      });
      return isOurs ? 'started' : 'not waiting';
    } catch (error) {
      // If both reasons for a rejection apply, either may be reported.
      if (error instanceof Overdraft || error instanceof AccountUnavailable) return 'rejected';
      throw error;
    }
  });
}

/** Either of two concurrent executes of one quote may be first. */
function byQuote(outcomes: readonly string[], wishes: Wishes): string[] {
  const left = [...outcomes];
  return wishes.map(({ isTwice }) =>
    left
      .splice(0, isTwice ? 2 : 1)
      .sort()
      .join(', '),
  );
}

const endOf = async ({ client, payers }: Stage) => ({
  balances: await Promise.all(payers.map((payer) => balanceOf(client, payer))),
  system: await systemBalances(app, client),
});
