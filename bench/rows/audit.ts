import { audit } from '../../server/src/engine/ledger/audit.ts';
import { closeDays } from '../../server/src/engine/ledger/closed-days.ts';
import type { Database } from '../../server/src/foundation/db/database.ts';
import { rawSql } from '../../server/src/foundation/db/sql.ts';
import { systemClock } from '../../server/src/foundation/kernel/clock.ts';
import { figureOf } from '../measure.ts';
import { ENTRIES_PER_PAYMENT, PastPayments } from '../past-payments.ts';
import { openPlace, type Place } from '../place.ts';
import { cpuDuring } from '../processor-time.ts';
import type { Row, Section } from '../report.ts';

const GOAL_MICROSECONDS = 25;
/** Entries per payment, including the funding of its payer. */
const ENTRIES = ENTRIES_PER_PAYMENT + 1;
/** Share of the payments that existed when stale statistics were collected. */
const KNOWN = 0.01;

/** A complete audit for each number of entries, with every state of the planner's statistics. */
export async function auditSection(sizes: readonly number[]): Promise<Section> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await auditsOf(size)));
  return {
    title: 'Audit',
    about:
      'Processor time of Node and PostgreSQL for a complete audit, for each ledger entry. Statistics are stale where they know one in a hundred payments, and missing where the tables were never analyzed.',
    rows,
  };
}

async function auditsOf(size: number): Promise<Row[]> {
  const place = await openPlace();
  const { db } = place.books;
  // Stops the server, whose housekeeping would close days before they are filled.
  process.kill(place.pids.server, 'SIGSTOP');
  try {
    await stopAnalyzing(db);
    const past = await PastPayments.open(db);
    const payments = Math.ceil(size / ENTRIES);
    await past.growTo(Math.ceil(payments * KNOWN));
    // Warm-up: V8 compiles the audit.
    await audit(db);
    await db.pool.query('ANALYZE');
    await past.growTo(payments);
    await closeDays({ db, clock: systemClock });
    const states: Record<string, () => Promise<unknown>> = {
      stale: async () => {},
      fresh: () => db.pool.query('ANALYZE'),
      missing: () => removeStatistics(db),
    };
    const rows: Row[] = [];
    for (const [state, prepare] of Object.entries(states)) {
      await prepare();
      rows.push({
        what: `${past.entries.toLocaleString('en-US')} entries, ${state} statistics`,
        unit: 'µs',
        ours: figureOf([await microsecondsPerEntry(place, past)]),
        goal: { below: GOAL_MICROSECONDS },
      });
    }
    return rows;
  } finally {
    process.kill(place.pids.server, 'SIGCONT');
    await place.close();
  }
}

/** Processor time of PostgreSQL and of this process, which runs the audit. */
async function microsecondsPerEntry({ books, pids }: Place, past: PastPayments): Promise<number> {
  const before = process.cpuUsage();
  const { result, ms } = await cpuDuring([pids.postgres], () => audit(books.db));
  const { user, system } = process.cpuUsage(before);
  const ofThisPlatform = result.findings.filter(({ platformId }) => platformId === past.platformId);
  if (ofThisPlatform.length > 0)
    throw new Error(`the audit has findings: ${JSON.stringify(ofThisPlatform.slice(0, 3))}`);
  const [postgres = 0] = ms;
  return (user + system + 1_000 * postgres) / past.entries;
}

/** Turns off autovacuum, so that only the measurement changes the statistics. */
async function stopAnalyzing(db: Database): Promise<void> {
  const tables = await db.read<{ name: string }>(
    rawSql(`SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname = 'public'`),
  );
  for (const { name } of tables) await db.write(rawSql(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`));
}

const removeStatistics = (db: Database): Promise<unknown> =>
  db.pool.query(`
    DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace);
    UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`);
