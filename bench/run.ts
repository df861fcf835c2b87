import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from '../server/src/db/sql.ts';
import { monotonicMs, systemClock } from '../server/src/kernel/clock.ts';
import { audit } from '../server/src/ledger/audit.ts';
import type { Past } from './history.ts';
import type { Pace } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { markdown, type Report, type Section, table, withSummary } from './report.ts';
import { playRole } from './roles.ts';
import { cardSection } from './rows/cards.ts';
import { consoleSection } from './rows/console.ts';
import { footprintSection } from './rows/footprint.ts';
import { growthSection } from './rows/growth.ts';
import { fundSection, readSection } from './rows/http.ts';
import { ledgerSection } from './rows/ledger.ts';
import { listSection } from './rows/lists.ts';
import { paymentSection } from './rows/payments.ts';
import { prismSection } from './rows/prism.ts';
import { processSection } from './rows/processes.ts';
import { retentionSection } from './rows/retention.ts';
import { startSection } from './rows/start.ts';
import { walletSection } from './rows/wallets.ts';
import { webhookSection } from './rows/webhooks.ts';
import { lookForStillness } from './stillness.ts';
import { isSpread } from './supply.ts';
import { Yardsticks } from './yardsticks.ts';

const RESULTS = 'bench/results.md';
const PAGE = 'docs/benchmarks.md';
const LOOK_MS = 2_000;
const FULL = {
  stillMs: 3_000,
  rounds: 5,
  seconds: 2,
  warmUpSeconds: 8,
  tailSeconds: 10,
  customers: 1_024,
  clients: [2, 4, 8, 16],
  starts: { count: 3, idleSeconds: 10 },
  listed: { customers: 1_000_000, transactions: 10_000_000, events: 1_000_000, requests: 1_000_000 },
  leftOut: [] as string[],
};
/** A run of two minutes: sections that take long to fill or to warm up are left out. */
const QUICK = {
  stillMs: 200,
  rounds: 1,
  seconds: 1,
  warmUpSeconds: 3,
  tailSeconds: 3,
  customers: 128,
  clients: [8],
  starts: { count: 1, idleSeconds: 2 },
  listed: { customers: 10_000, transactions: 10_000, events: 10_000, requests: 10_000 },
  leftOut: ['ledger', 'prism', 'processes', 'wallets', 'webhooks', 'retention', 'lists', 'growth'],
};

interface Options {
  isQuick: boolean;
  /** The names of sections. */
  only: readonly string[] | undefined;
  /** Length of every long list, instead of those of the pace. */
  rows: number | undefined;
  /** Rounds of each measurement, instead of those of the pace. */
  rounds: number | undefined;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Measures every row beside its yardstick. With selected sections, the report keeps the others unchanged. */
async function bench({ isQuick, only, rows, rounds }: Options): Promise<void> {
  const { stillMs, clients, starts, leftOut, ...chosen } = isQuick ? QUICK : FULL;
  const { listed: usual, ...usualPace } = chosen;
  const pace = { ...usualPace, rounds: rounds ?? usualPace.rounds };
  const listed = rows === undefined ? usual : { customers: rows, transactions: rows, events: rows, requests: rows };
  const load = await coresBusy();
  const place = await openPlace();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void place.close().then(() => process.exit(1)));
  try {
    const yardsticks = new Yardsticks(place, { clients, seconds: pace.seconds });
    const measuring = { place, yardsticks, stillMs, pace, starts, listed, leftOut };
    const { sections, failure } = await measured(measuring, only);
    const quick = only ? [] : leftOut.map((name) => `Left out to be quick: ${name}.`);
    const checks = [await booksCheck(place), ...quick];
    say(table(sections));
    say(checks.join('\n'));
    const flags = [
      ...(isQuick ? ['--quick'] : []),
      ...(only ? [`--only ${only.join()}`] : []),
      ...(rows === undefined ? [] : [`--rows ${rows}`]),
      ...(rounds === undefined ? [] : [`--rounds ${rounds}`]),
    ];
    const command = ['npm run bench', ...(flags.length > 0 ? ['--', ...flags] : [])].join(' ');
    const postgres = await postgresVersion(place);
    const report: Report = { at: systemClock.now(), command, isQuick, ...pace, postgres, load, sections, checks };
    const results = markdown(report, await readFile(RESULTS, 'utf8'));
    await writeFile(RESULTS, results);
    await writeFile(PAGE, withSummary(await readFile(PAGE, 'utf8'), results));
    say(`written to ${RESULTS} and ${PAGE}`);
    if (failure) throw failure;
  } finally {
    await place.close();
  }
}

interface Measuring {
  place: Place;
  yardsticks: Yardsticks;
  /** Duration of the stillness check before each section. */
  stillMs: number;
  pace: Pace;
  /** Number of starts that are timed, and the idle time after each. */
  starts: { count: number; idleSeconds: number };
  /** Length of a long list. */
  listed: Past;
  /** Sections that run only on request. */
  leftOut: readonly string[];
}

/** Sections take an hour together: the measured ones are reported even if a later one fails. */
interface Measured {
  sections: Section[];
  failure?: unknown;
}

async function measured(measuring: Measuring, only: readonly string[] | undefined): Promise<Measured> {
  const { place, yardsticks, stillMs, pace, starts, listed, leftOut } = measuring;
  const measures: Record<string, () => Promise<Section>> = {
    start: () => startSection(starts),
    reads: () => readSection(place, pace),
    ledger: () => ledgerSection(place.books, yardsticks, pace),
    fund: () => fundSection(place, yardsticks, pace),
    payments: () => paymentSection(place, yardsticks, pace),
    footprint: () => footprintSection(place),
    prism: () => prismSection(place, pace, { mayInstall: leftOut.length === 0 }),
    cards: () => cardSection(place, yardsticks, pace),
    processes: () => processSection(pace),
    wallets: () => walletSection(place, pace),
    webhooks: () => webhookSection(place, pace),
    retention: () => retentionSection(place),
    console: () => consoleSection(place, 2 * pace.rounds),
    lists: () => listSection(place, pace, listed),
    // On the place that the lists have filled.
    growth: () => growthSection(place, pace, listed.transactions),
  };
  const sections: Section[] = [];
  const unknown = only?.filter((name) => !(name in measures)) ?? [];
  if (unknown.length > 0)
    throw new Error(`no section ${unknown.join()}; there are ${Object.keys(measures).join(', ')}`);
  const isWanted = (name: string): boolean => only?.includes(name) ?? !leftOut.includes(name);
  try {
    for (const [name, measure] of Object.entries(measures).filter(([name]) => isWanted(name))) {
      const startedAt = monotonicMs();
      process.stdout.write(`measuring ${name} ... `);
      const stillness = lookForStillness(stillMs);
      sections.push({ ...(await measure()), stillness });
      say(`${((monotonicMs() - startedAt) / 1_000).toFixed(0)} s`);
    }
  } catch (failure) {
    if (sections.length > 0) return { sections, failure };
    throw failure;
  }
  return { sections };
}

/** CPU time of other processes: a load average would include work from a minute ago. */
async function coresBusy(): Promise<number> {
  const spent = () =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((a, b) => a + b) }));
  const before = spent();
  await sleep(LOOK_MS);
  const shares = spent().map(({ idle, all }, i) => 1 - (idle - (before[i]?.idle ?? 0)) / (all - (before[i]?.all ?? 0)));
  return shares.reduce((a, b) => a + b);
}

/** Bare transfers are entries without a transaction; spread payments use numbered system accounts. */
const isExpected = ({ invariant, subject }: { invariant: number; subject: string }): boolean =>
  invariant === 9 || (invariant === 11 && isSpread(subject));

/** The ledger must be consistent after every measurement. */
async function booksCheck({ books }: Place): Promise<string> {
  const startedAt = monotonicMs();
  const findings = (await audit(books.db, { platformId: books.platformId })).findings.filter(
    (finding) => !isExpected(finding),
  );
  if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings.slice(0, 5))}`);
  const [row] = await books.db.read<{ count: bigint }>(sql`SELECT count(*) FROM ledger_entries`);
  const seconds = ((monotonicMs() - startedAt) / 1_000).toFixed(1);
  return `The audit after the run found no error in ${row?.count.toLocaleString('en-US')} ledger entries (${seconds} s).`;
}

async function postgresVersion({ books }: Place): Promise<string> {
  const [row] = await books.db.read<{ version: string }>(sql`SELECT current_setting('server_version') AS version`);
  return `embedded PostgreSQL ${row?.version}`;
}

const isRole = await playRole(process.argv.slice(2));
if (!isRole) {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      rows: { type: 'string' },
      rounds: { type: 'string' },
    },
  });
  const { quick = false, only } = values;
  const count = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  await bench({ isQuick: quick, only: only?.split(','), rows: count(values.rows), rounds: count(values.rounds) });
}
