import { describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/engine/ledger/audit.ts';
import { closeDays } from '../../server/src/engine/ledger/closed-days.ts';
import { eventStatusInvariant } from '../../server/src/engine/ledger/event-invariant.ts';
import type { Database } from '../../server/src/foundation/db/database.ts';
import { rawSql } from '../../server/src/foundation/db/sql.ts';
import { systemClock } from '../../server/src/foundation/kernel/clock.ts';
import { openTestDatabase } from '../../server/test/support/database.ts';
import { plansOf } from '../../server/test/support/plans.ts';
import { PastPayments } from '../past-payments.ts';

const TABLES = [
  'accounts',
  'transactions',
  'ledger_entries',
  'events_default',
  'daily_volumes',
  'ledger_account_days',
  'ledger_flow_days',
];
/** The events of this many payments are compared in several pages of transactions. */
const MANY = 4_000;
const FEW = 100;
const PAGE = 2_000;
/** All checks together, steps of their plans included: about 60. */
const ROWS_PER_ENTRY = 100;

type Audit = (db: Database) => Promise<unknown>;

/** Past payments in a database whose statistics change only when a test says so. */
async function openPast() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  for (const name of TABLES) await db.write(rawSql(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`));
  return { db, past: await PastPayments.open(db) };
}

const states: Record<string, (db: Database, past: PastPayments) => Promise<void>> = {
  fresh: async (db, past) => {
    await past.growTo(MANY);
    await db.pool.query('ANALYZE');
  },
  stale: async (db, past) => {
    await past.growTo(FEW);
    await db.pool.query('ANALYZE');
    await past.growTo(MANY);
  },
  missing: async (_db, past) => past.growTo(MANY),
};

describe.each(Object.entries(states))('with %s statistics', (_state, fill) => {
  test('the audit reads each row a fixed number of times', async () => {
    const { db, past } = await openPast();
    await fill(db, past);
    await closeDays({ db, clock: systemClock });
    const { platformId } = past;
    expect((await audit(db)).findings).toEqual([]);
    /** Rows that each step of the plans returns or discards. */
    const rowsOf = async (run: Audit): Promise<number[]> =>
      (await plansOf(db, run)).map((node) => {
        const discarded = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
        return (node['Actual Rows'] + discarded) * node['Actual Loops'];
      });
    for (const scope of [{}, { platformId }]) {
      const rows = await rowsOf((on) => audit(on, scope));
      expect(rows.reduce((sum, count) => sum + count, 0) / past.entries).toBeLessThan(ROWS_PER_ENTRY);
    }
    const ofPages = await rowsOf((on) => eventStatusInvariant.read(on, platformId, 1));
    expect(Math.max(...ofPages)).toBeLessThanOrEqual(PAGE);
  });
});
