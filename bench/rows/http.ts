import { sql } from '../../server/src/foundation/db/sql.ts';
import { newPayers, newTemplate } from '../customers.ts';
import type { LoadOptions, LoadResult } from '../load.ts';
import { type Figure, figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import { HOW_TO_GET_PGBENCH, type PgbenchSubject } from '../pgbench.ts';
import { end, freePort, type Place, ready, type Server } from '../place.ts';
import { cpuDuring } from '../processor-time.ts';
import type { Row, Section } from '../report.ts';
import { loadFromOutside, startMemoryServer } from '../roles.ts';
import { type Books, funding, hotFunding } from '../workload.ts';
import type { Yardsticks } from '../yardsticks.ts';

export const CONNECTIONS = 64;
const MEGABYTE = 2 ** 20;

/** A payment over HTTP, against the same writes by the database alone. */
export async function fundSection(place: Place, yardsticks: Yardsticks, pace: Pace): Promise<Section> {
  const { server } = place;
  const latencies: number[] = [];
  const request = {
    ...target(server),
    request: 'fund' as const,
    accounts: (await newPayers(server, pace.customers)).map(({ accountId }) => accountId),
  };
  const ours = loadSubject('POST fund over HTTP', request, latencies);
  const spread = await yardsticks.pgbench(funding);
  const hot = await yardsticks.pgbench(hotFunding);
  const figures = await sideBySide([ours, ...[spread, hot].filter((subject) => subject !== undefined)], pace);
  const figure = figures.get(ours.name) ?? figureOf([]);
  const common = { what: ours.name, unit: '/s', ours: figure };
  const goal = { atLeast: 1.5 };
  return {
    title: 'A payment over HTTP',
    about: `POST /sandbox/internal-accounts/{id}/fund with an Idempotency-Key, ${CONNECTIONS} connections, durable, double entry, events enqueued, every payment through the one account of its rail; against the statement it ends in, called by pgbench.`,
    rows: [
      { ...common, ...yardsticks.beside(spread, figures), goal },
      { ...common, ...yardsticks.beside(hot, figures), goal },
      { what: 'p99 at full load', unit: 'ms', ours: figureOf(latencies) },
      ...(await halfLoadRows(place.books, 'p99', {
        ours: figure,
        load: pacedLoad(request, pace),
        yardsticks: [spread],
        figures,
        pace,
      })),
      await memoryRow('memory of the server under load', server, 300),
    ],
  };
}

/** Reads over HTTP, against Fastify with the same bytes in memory. */
export async function readSection(place: Place, pace: Pace): Promise<Section> {
  const { quoteId, transactionId } = await newTemplate(place.server, place.books.platformId);
  const paths = {
    '/config': '/config',
    '/quotes/{id}': `/quotes/${quoteId}`,
    '/transactions/{id}': `/transactions/${transactionId}`,
  };
  const rows: Row[] = [];
  const says: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const { row, costs } = await readRow(place, pace, { name, path });
    rows.push(row);
    says.push(costs);
  }
  return {
    title: 'Reads over HTTP',
    about: `One resource, ${CONNECTIONS} connections: authentication, rate limit, one query, serialisation, request log; against Fastify that checks the same credentials and returns the same bytes from memory; in twice as many rounds as the rest.`,
    rows,
    says,
  };
}

interface Read {
  row: Row;
  /** Processor time, which other work on the machine moves less than speed. */
  costs: string;
}

async function readRow(place: Place, pace: Pace, { name, path }: { name: string; path: string }): Promise<Read> {
  const { url, authorization } = place.server;
  const body = await (await fetch(new URL(`/api/2025-10-13${path}`, url), { headers: { authorization } })).text();
  const port = await freePort();
  const memory = startMemoryServer({ port, authorization, body });
  try {
    const memoryUrl = new URL(`http://127.0.0.1:${port}`);
    await ready(memory, memoryUrl);
    const get = { request: 'get', path } as const;
    const theirTarget = { ...target({ url: memoryUrl, authorization }), ...get };
    const costs: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
    const [ourLoad, theirLoad] = [
      loadSubject(`GET ${name} over HTTP`, { ...target(place.server), ...get }),
      loadSubject('Fastify from memory', theirTarget),
    ];
    const ours = timed(ourLoad, place.pids.server, costs.ours);
    const theirs = timed(theirLoad, memory.pid ?? 0, costs.theirs);
    const figures = await sideBySide([ours, theirs], { ...pace, rounds: 2 * pace.rounds });
    const yardstick = { what: theirs.name, figure: figures.get(theirs.name) ?? figureOf([]) };
    const us = (values: readonly number[]): string => `${figureOf(values).median.toFixed(1)} microseconds`;
    return {
      row: {
        what: ours.name,
        unit: '/s',
        ours: figures.get(ours.name) ?? figureOf([]),
        yardstick,
        goal: { atLeast: 0.9 },
      },
      costs: `Processor time of one GET ${name}: server ${us(costs.ours)}, ${theirs.name} ${us(costs.theirs)}.`,
    };
  } finally {
    await end(memory);
  }
}

/** Notes the processor time of each operation of a process, in microseconds. */
const timed = ({ name, run }: Subject, pid: number, times: number[]): Subject => ({
  name,
  run: async (seconds) => {
    const { result, ms } = await cpuDuring([pid], () => run(seconds));
    times.push((1_000 * (ms[0] ?? 0)) / (result * seconds));
    return result;
  },
});

export async function memoryRow(what: string, server: Server, below: number): Promise<Row> {
  const bytes = await server.memory();
  if (bytes === undefined) return { what, unit: 'MB', ours: figureOf([]), note: 'only reported on Linux' };
  return { what, unit: 'MB', ours: figureOf([bytes / MEGABYTE]), goal: { below } };
}

export type Target = Omit<LoadOptions, 'connections' | 'seconds'>;

/** Creates its supply. The returned function sends the load. */
type PacedLoad = (seconds: number, perSecond: number) => Promise<() => Promise<LoadResult>>;

export const pacedLoad =
  (request: Target, { leadSeconds }: Pace): PacedLoad =>
  async (seconds, perSecond) =>
  () =>
    loadFromOutside({ ...request, connections: CONNECTIONS, seconds, perSecond, leadSeconds });

interface HalfLoad {
  /** Rate of the service at full load. */
  ours: Figure;
  load: PacedLoad;
  yardsticks: readonly (PgbenchSubject | undefined)[];
  /** Rates of the yardsticks at full load, by name. */
  figures: ReadonlyMap<string, Figure>;
  pace: Pace;
}

/** p99 at half of the full rate, against pgbench at half of its full rate, in turn. */
export async function halfLoadRows({ db }: Books, what: string, half: HalfLoad): Promise<Row[]> {
  const { rounds, tailSeconds, leadSeconds } = half.pace;
  const rateOf = (figure: Figure | undefined): number => Math.max(1, Math.round((figure?.median ?? 0) / 2));
  const perSecond = rateOf(half.ours);
  const found = half.yardsticks.filter((subject) => subject !== undefined);
  const theirs = found.map((subject) => ({
    subject,
    perSecond: rateOf(half.figures.get(subject.name)),
    ms: [] as number[],
  }));
  const ms: number[] = [];
  // Runs pending maintenance beforehand, which would otherwise fall into some of the rounds.
  const maintain = async (): Promise<void> => {
    await db.write(sql`VACUUM (ANALYZE)`);
    await db.write(sql`CHECKPOINT`);
  };
  for (let i = 0; i < rounds; i++) {
    const load = await half.load(tailSeconds, perSecond);
    await maintain();
    ms.push((await load()).p99Ms);
    for (const { subject, perSecond, ms } of theirs) {
      const load = await subject.prepareP99Ms({ perSecond, seconds: tailSeconds, leadSeconds });
      await maintain();
      ms.push(await load());
    }
  }
  const row = { what: `${what} at half load (${perSecond} per second)`, unit: 'ms', ours: figureOf(ms) };
  const besides = theirs.map(({ subject, perSecond, ms }) => ({
    yardstick: { what: `${subject.name} at half load (${perSecond} per second)`, figure: figureOf(ms) },
    goal: { atMost: 2.5 },
  }));
  return besides.length > 0 ? besides.map((beside) => ({ ...row, ...beside })) : [{ ...row, note: HOW_TO_GET_PGBENCH }];
}

export const target = ({ url, authorization }: Pick<Server, 'url' | 'authorization'>) => ({
  url: url.href,
  authorization,
});

export function loadSubject(name: string, options: Target, latencies: number[] = []): Subject {
  const run = async (seconds: number): Promise<number> => {
    const { perSecond, p99Ms } = await loadFromOutside({ ...options, connections: CONNECTIONS, seconds });
    latencies.push(p99Ms);
    return perSecond;
  };
  return { name, run };
}
