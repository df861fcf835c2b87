import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccounts, systemAccount } from '../src/engine/ledger/chart.ts';
import { AccountUnavailable, AlreadyPosted, type Entry, Ledger, Overdraft } from '../src/engine/ledger/post.ts';
import { complete, execute, refund } from '../src/engine/ledger/recipes/payments.ts';
import { phases } from '../src/engine/ledger/recipes/phases.ts';
import { brokenConstraint, type Database, nullColumn } from '../src/foundation/db/database.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { exchange, newScene, type Scene, START, untouched } from './support/ledger-scene.ts';
import { at, setStatus, stepPosting } from './support/ledger-world.ts';

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

describe('a posting', () => {
  const payout = (s: Scene, amount: bigint): Entry[] => [
    { debit: s.payer, credit: s.account(1, 'USD'), currency: 'USD', amount, code: 'test' },
  ];

  test('returns the balances after it', async () => {
    const s = await scene();
    const posted = await s.begin().step(phases.transfer, { entries: payout(s, 400n), status: 'COMPLETED' });
    expect(posted?.get(s.payer)).toEqual({ posted: 9_600n, held: 0n, version: 2n, status: 'ACTIVE' });
    expect(posted?.get(s.account(1, 'USD'))).toEqual({ posted: 400n, held: 0n, version: 1n, status: 'ACTIVE' });
    await s.sound();
  });

  test('that would overdraw an account is rejected and changes no byte', async () => {
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
    'on an account that is %s is rejected and changes no byte',
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

  test('of money in transit succeeds on frozen accounts, but never below a minimum', async () => {
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

  test('in the wrong currency violates the constraint of its legs', async () => {
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

  test('of a phase that was posted before is rejected, even if the funds for a second one are gone', async () => {
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

  test('with a guard that does not hold writes nothing and returns nothing', async () => {
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

  test('to an account that does not exist, or that the same statement opens, changes no byte', async () => {
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

  test('that would reserve a negative amount changes no byte', async () => {
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
  ])('with %s is an internal error', async (_, entries) => {
    const s = await scene();
    expect(() => s.ledger.post(s.begin().posting(phases.transfer, { entries, status: 'COMPLETED' }))).toThrow(
      'assertion failed',
    );
  });
});
