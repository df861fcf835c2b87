import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ledger } from '../src/engine/ledger/post.ts';
import type { Database } from '../src/foundation/db/database.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { History, type Outcome, outcomeOf, transferPosting } from './support/ledger-history.ts';
import { deposit, expectSound, openPlatform, setStatus, type TestPlatform } from './support/ledger-world.ts';
import { fc } from './support/seed.ts';

const RUN_LIMIT_MS = 180_000;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(() => database.close());

const index = fc.nat(1_000);
const act = fc.record({
  kind: fc.constantFrom(...History.kinds),
  platform: index,
  from: index,
  to: index,
  currency: index,
  other: index,
  pick: index,
  amount: fc.bigInt(1n, 4_000n),
  fees: fc.record({ platform: fc.bigInt(0n, 40n), service: fc.bigInt(0n, 40n) }),
  isForced: fc.boolean(),
});

test(
  'any history of payments, cards, failures, overdrafts, repeats and frozen accounts keeps every invariant, and a rejected action changes no byte',
  async () => {
    const seen = new Set<Outcome>();
    const property = fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
      const history = await History.begin(db);
      for (const one of acts) seen.add(await history.perform(one));
      await history.expectAsModelled();
    });
    await fc.assert(property, { numRuns: 30, endOnFailure: true });
    expect([...seen].sort()).toEqual(['AlreadyPosted', 'GuardFailed', 'Overdraft', 'Posted', 'Unavailable']);
    await expectSound(db);
  },
  RUN_LIMIT_MS,
);

const CUSTOMERS = 4;
const customer = fc.nat(CUSTOMERS - 1);
const payments = fc.array(
  fc.record({
    from: customer,
    to: customer,
    amount: fc.bigInt(1n, 800n),
    isForced: fc.boolean(),
    isRepeat: fc.boolean(),
  }),
  { minLength: 2, maxLength: 150 },
);

test(
  'batched postings have the same outcomes, reported balances and final state as single ones',
  async () => {
    const property = fc.asyncProperty(payments, fc.option(customer), async (list, frozen) => {
      const alone = await stage(frozen);
      const gathered = await stage(frozen);
      const oneByOne: unknown[] = [];
      for (const post of postsOn(alone, list)) oneByOne.push(await answerTo(post()));
      const together = await Promise.all(postsOn(gathered, list).map((post) => answerTo(post())));
      expect(together).toEqual(oneByOne);
      expect(await accountRows(gathered)).toEqual(await accountRows(alone));
      for (const { id } of [alone, gathered]) await expectSound(db, { platformId: id });
    });
    await fc.assert(property, { numRuns: 20, endOnFailure: true });
  },
  RUN_LIMIT_MS,
);

/** If both reasons for a rejection apply, either may be reported. */
async function answerTo(posting: Promise<unknown>) {
  const { outcome, result } = await outcomeOf(posting);
  return { outcome: outcome === 'Overdraft' || outcome === 'Unavailable' ? 'Rejected' : outcome, result };
}

/** A platform whose customers have 1,000 each; one of them may be frozen. */
async function stage(frozen: number | null): Promise<TestPlatform> {
  const platform = await openPlatform(db, { currencies: ['USD'], customers: CUSTOMERS });
  const ledger = new Ledger(db);
  for (const accounts of platform.customers) {
    await deposit(ledger, { platformId: platform.id, account: accounts.get('USD')!, currency: 'USD', amount: 1_000n });
  }
  if (frozen !== null) {
    await setStatus(db, { platformId: platform.id, id: platform.customers[frozen]!.get('USD')!, status: 'FROZEN' });
  }
  return platform;
}

type Payments = typeof payments extends fc.Arbitrary<infer T> ? T : never;

/** The same payments on any platform, in order; balances are reported by the position of the account, not by its id. */
function postsOn(platform: TestPlatform, list: Payments): (() => Promise<unknown>)[] {
  const ledger = new Ledger(db);
  const accounts = platform.customers.map((owned) => owned.get('USD')!);
  const made: ReturnType<typeof transferPosting>[] = [];
  return list
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, amount, isForced, isRepeat }) => {
      const last = made.at(-1);
      const again = isRepeat && last ? last : undefined;
      const [debit, credit] = [accounts[from]!, accounts[to]!];
      const posting =
        again ?? transferPosting({ platformId: platform.id, debit, credit, currency: 'USD', amount, isForced });
      made.push(posting);
      return async () => {
        const posted = await ledger.post(posting);
        return accounts.map((id) => posted?.get(id));
      };
    });
}

async function accountRows(platform: TestPlatform) {
  const accounts = platform.customers.map((owned) => owned.get('USD')!);
  const found = await db.pool.query(
    'SELECT id, posted, held, version, status FROM accounts WHERE platform_id = $1 AND id = ANY ($2)',
    [platform.id, accounts],
  );
  return accounts.map((id) => ({ ...found.rows.find((row) => row.id === id), id: undefined }));
}
