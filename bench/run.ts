import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { audit } from '../server/src/engine/ledger/audit.ts';
import { sql } from '../server/src/foundation/db/sql.ts';
import { monotonicMs, systemClock } from '../server/src/foundation/kernel/clock.ts';
import { currentCommit } from './commit.ts';
import { type Extent, extentOf, type Numbers } from './pace.ts';
import { openPlace, type Place } from './place.ts';
import { markdown, type Report, type Section, table, withSummary } from './report.ts';
import { playRole } from './roles.ts';
import { auditSection } from './rows/audit.ts';
import { bankFileSection } from './rows/bank-files.ts';
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
import { undoOnSignals, untilSignalled } from './undo.ts';
import { Yardsticks } from './yardsticks.ts';

const RESULTS = 'bench/results.md';
const PAGE = 'docs/benchmarks.md';
const LOOK_MS = 2_000;
interface Options {
  isQuick: boolean;
  /** The names of sections. */
  only: readonly string[] | undefined;
  /** Numbers that override the pace. */
  numbers: Numbers;
  /** Directory to write results to, instead of the repository. */
  into: string | undefined;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Measures every row beside its yardstick. With selected sections, the report keeps the others unchanged. */
async function bench({ isQuick, only, numbers, into }: Options): Promise<void> {
  const extent = extentOf(isQuick, numbers);
  const { pace, clients, leftOut } = extent;
  const commit = await currentCommit();
  const load = await coresBusy();
  const place = await openPlace();
  try {
    const yardsticks = new Yardsticks(place, { clients, seconds: pace.seconds });
    const { sections, failure } = await measured({ place, yardsticks, extent }, only);
    const quick = only ? [] : leftOut.map((name) => `Left out to be quick: ${name}.`);
    const checks = [await booksCheck(place), ...quick];
    say(table(sections));
    say(checks.join('\n'));
    const given = Object.entries({ only: only?.join(), ...numbers }).filter(([, value]) => value !== undefined);
    const flags = [...(isQuick ? ['--quick'] : []), ...given.map(([name, value]) => `--${name} ${value}`)];
    const command = ['npm run bench', ...(flags.length > 0 ? ['--', ...flags] : [])].join(' ');
    const postgres = await postgresVersion(place);
    const at = systemClock.now();
    const report: Report = { at, commit, command, isQuick, ...pace, postgres, load, sections, checks };
    const placed = (path: string): string => (into === undefined ? path : join(into, basename(path)));
    const [resultsFile, page] = [placed(RESULTS), placed(PAGE)];
    const results = markdown(report, await textOf(resultsFile));
    await writeFile(resultsFile, results);
    await writeFile(page, withSummary(await textOf(page), results));
    say(`written to ${resultsFile} and ${page}`);
    if (failure) throw failure;
  } finally {
    await place.close();
  }
}

interface Measuring {
  place: Place;
  yardsticks: Yardsticks;
  extent: Extent;
}

/** Sections take an hour together: the measured ones are reported even if a later one fails. */
interface Measured {
  sections: Section[];
  failure?: unknown;
}

async function measured(
  { place, yardsticks, extent }: Measuring,
  only: readonly string[] | undefined,
): Promise<Measured> {
  const { pace, stillMs, starts, audited, listed, leftOut } = extent;
  const measures: Record<string, () => Promise<Section>> = {
    start: () => startSection(starts),
    reads: () => readSection(place, pace),
    ledger: () => ledgerSection(place.books, yardsticks, pace),
    fund: () => fundSection(place, yardsticks, pace),
    payments: () => paymentSection(place, yardsticks, pace),
    footprint: () => footprintSection(place, pace),
    prism: () => prismSection(place, pace, { mayInstall: leftOut.length === 0 }),
    cards: () => cardSection(place, yardsticks, pace),
    processes: () => processSection(pace),
    wallets: () => walletSection(place, pace),
    webhooks: () => webhookSection(place, pace),
    'bank-files': () => bankFileSection(place, pace),
    audit: () => auditSection(audited),
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

/** Empty before the first run. */
async function textOf(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : '';
}

const isRole = await playRole(process.argv.slice(2));
if (!isRole) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      only: text,
      rounds: text,
      seconds: text,
      count: text,
      rows: text,
      into: text,
    },
  });
  const { quick = false, only, into, ...given } = values;
  const numbers: Numbers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
  undoOnSignals();
  await untilSignalled(() => bench({ isQuick: quick, only: only?.split(','), numbers, into }));
}
