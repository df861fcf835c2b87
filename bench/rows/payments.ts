import { newQuoteBodies, newTemplate } from '../customers.ts';
import { dropLean, leanExecute } from '../lean.ts';
import type { LoadResult } from '../load.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { PgbenchSubject } from '../pgbench.ts';
import type { Place } from '../place.ts';
import { cpuDuring } from '../processor-time.ts';
import type { Row, Section } from '../report.ts';
import { loadFromOutside } from '../roles.ts';
import { MadeQuotes, QuoteSupply, quotesFor, restJobs } from '../supply.ts';
import type { Yardsticks } from '../yardsticks.ts';
import { CONNECTIONS, halfLoadRows, loadSubject, memoryRow, target } from './http.ts';

/** Quotes created and executed over HTTP, against the same writes by the database alone. */
export async function paymentSection(place: Place, yardsticks: Yardsticks, pace: Pace): Promise<Section> {
  const template = await newTemplate(place.server, place.books.platformId);
  const supply = await QuoteSupply.copying(place.books, template, 'PAYMENTS');
  const spreadSupply = await QuoteSupply.copying(place.books, template, 'SPREAD');
  const bodies = await newQuoteBodies(place.server, pace.customers);
  const measured = { pace, supply, spreadSupply, bodies };
  const created = await createRow(place, yardsticks, measured);
  const executed = await executeRows(place, yardsticks, measured).finally(() => dropLean(place.books));
  const memory = await memoryRow('memory of the server under load', place.server, 300);
  await restJobs(place.books);
  return {
    title: 'Payments over HTTP',
    about: `Dollars that arrive as pounds, ${CONNECTIONS} connections, an Idempotency-Key each, durable. POST /quotes against the insertion of its row alone; POST /quotes/{id}/execute (double entry, events, jobs, the stored response, every payment through the same fee, FX and transit accounts) of quotes that the server has just created, against its one statement alone, called by pgbench: once with no two payments sharing a system account, once with shared ones; and against a lean execute (bench/lean.sql: the least that a durable payment writes, in tables of its own, one call per payment, no two payments sharing a system account). The worker submits the payments to the rail at the same time.`,
    rows: [created, ...executed.rows, memory],
    says: executed.says,
  };
}

async function createRow({ server }: Place, yardsticks: Yardsticks, measured: Measured): Promise<Row> {
  const { pace, supply, bodies } = measured;
  const ours = loadSubject('POST /quotes over HTTP', { ...target(server), request: 'post', path: '/quotes', bodies });
  const row = await yardsticks.pgbench(await supply.insertion());
  const figures = await sideBySide([ours, ...(row ? [row] : [])], pace);
  const figure = figures.get(ours.name) ?? figureOf([]);
  return { what: ours.name, unit: '/s', ours: figure, ...yardsticks.beside(row, figures), goal: { atLeast: 0.3 } };
}

interface Measured {
  pace: Pace;
  supply: QuoteSupply;
  /** Its transactions are excluded from the audit. */
  spreadSupply: QuoteSupply;
  /** Bodies of POST /quotes. */
  bodies: readonly string[];
}

async function executeRows(
  place: Place,
  yardsticks: Yardsticks,
  { pace, supply, spreadSupply, bodies }: Measured,
): Promise<{ rows: Row[]; says: string[] }> {
  const { leadSeconds } = pace;
  const latencies: number[] = [];
  const costs: Costs = { server: [], database: [] };
  const made = new MadeQuotes(place, bodies);
  const request = { ...target(place.server), request: 'execute' as const, connections: CONNECTIONS };
  const execute = async (seconds: number, perSecond?: number): Promise<() => Promise<LoadResult>> => {
    const paced = perSecond && { perSecond, leadSeconds };
    const count = perSecond ? Math.ceil(perSecond * (Math.ceil(seconds) + leadSeconds + 1)) : quotesFor(seconds);
    const quotesFile = await made.refill(count);
    return () => loadFromOutside({ ...request, seconds, quotesFile, ...paced });
  };
  const ours: Subject = {
    name: 'POST /quotes/{id}/execute over HTTP',
    run: async (seconds) => {
      const load = await execute(seconds);
      const { result, ms } = await cpuDuring([place.pids.server, place.pids.postgres], load);
      const { perSecond, p99Ms } = result;
      latencies.push(p99Ms);
      costs.server.push((ms[0] ?? 0) / (perSecond * seconds));
      costs.database.push((ms[1] ?? 0) / (perSecond * seconds));
      return perSecond;
    },
  };
  const spread = await yardsticks.pgbench(await spreadSupply.spreadWorkload('execute'));
  const hot = await yardsticks.pgbench(await supply.workload('execute, hot accounts'));
  const lean = await yardsticks.pgbench(await leanExecute(place.books, 'lean execute'));
  const figures = await sideBySide([ours, ...[spread, hot, lean].filter((subject) => subject !== undefined)], pace);
  const figure = figures.get(ours.name) ?? figureOf([]);
  const common = { what: ours.name, unit: '/s', ours: figure };
  await restJobs(place.books);
  const halfLoad = { ours: figure, load: execute, yardsticks: [spread, lean], figures, pace };
  const rows = [
    { ...common, ...yardsticks.beside(spread, figures), goal: { atLeast: 1.5 } },
    { ...common, ...yardsticks.beside(hot, figures), goal: { atLeast: 1.5 } },
    { ...common, ...yardsticks.beside(lean, figures), goal: { atLeast: 0.45 } },
    { what: 'p99 of execute at full load', unit: 'ms', ours: figureOf(latencies) },
    ...(await halfLoadRows(place.books, 'p99 of execute', halfLoad)),
  ];
  return { rows, says: [costsText(costs, [spread, hot, lean])] };
}

/** Processor time of one execute in milliseconds, of every run. */
interface Costs {
  server: number[];
  database: number[];
}

/** Other work on the machine moves processor time less than speed. */
function costsText({ server, database }: Costs, yardsticks: readonly (PgbenchSubject | undefined)[]): string {
  const ms = (values: readonly number[]): string => `${figureOf(values).median.toFixed(2)} ms`;
  const theirs = yardsticks.map((subject) =>
    subject ? `; PostgreSQL for ${subject.name} ${ms(subject.databaseMs)}` : '',
  );
  return `Processor time of one execute: server ${ms(server)}, PostgreSQL ${ms(database)}${theirs.join('')}.`;
}
