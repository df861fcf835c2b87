import type { LoadOptions, LoadResult } from '../load.ts';
import { type Figure, figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import { end, freePort, type Place, ready, type Server } from '../place.ts';
import type { Row, Section } from '../report.ts';
import { loadFromOutside, startMemoryServer } from '../roles.ts';
import { funding, hotFunding } from '../workload.ts';
import type { Yardsticks } from '../yardsticks.ts';

const CONNECTIONS = 64;
const CUSTOMERS = 100;
const MEGABYTE = 2 ** 20;

/** A payment over HTTP, against the database alone doing the same writes. */
export async function fundSection(place: Place, yardsticks: Yardsticks, pace: Pace): Promise<Section> {
  const { server } = place;
  const latencies: number[] = [];
  const request = { ...target(server), request: 'fund' as const, accounts: await customersAccounts(server) };
  const ours = loadSubject('POST fund over HTTP', request, latencies);
  const spread = await yardsticks.pgbench(funding);
  const hot = await yardsticks.pgbench(hotFunding);
  const figures = await sideBySide([ours, ...[spread, hot].filter((subject) => subject !== undefined)], pace);
  const figure = figures.get(ours.name) ?? figureOf([]);
  const common = { what: ours.name, unit: '/s', ours: figure };
  const goal = { atLeast: 1.5 };
  return {
    title: 'A payment over HTTP',
    about: `POST /sandbox/internal-accounts/{id}/fund with an Idempotency-Key, ${CONNECTIONS} connections, durable, double entry, events enqueued, every payment through the one account of its rail; against the statement it ends in, called by pgbench. It stands for POST /quotes/{id}/execute, whose goals these are, until that is there.`,
    rows: [
      { ...common, ...yardsticks.beside(spread, figures), goal },
      { ...common, ...yardsticks.beside(hot, figures), goal },
      { what: 'p99 at full load', unit: 'ms', ours: figureOf(latencies) },
      await halfLoadRow(request, figure, pace),
      await memoryRow('memory of the server under load', server, 300),
    ],
  };
}

/** A read over HTTP, against Fastify with the same bytes in memory. */
export async function configSection(place: Place, pace: Pace): Promise<Section> {
  const { url, authorization } = place.server;
  const body = await (await fetch(new URL('/api/2025-10-13/config', url), { headers: { authorization } })).text();
  const port = await freePort();
  const memory = startMemoryServer({ port, authorization, body });
  try {
    const memoryUrl = new URL(`http://127.0.0.1:${port}`);
    await ready(memory, memoryUrl);
    const ours = loadSubject('GET /config over HTTP', { ...target(place.server), request: 'config' });
    const theirs = loadSubject('Fastify from memory', {
      ...target({ url: memoryUrl, authorization }),
      request: 'config',
    });
    const figures = await sideBySide([ours, theirs], pace);
    const yardstick = { what: theirs.name, figure: figures.get(theirs.name) ?? figureOf([]) };
    const row: Row = { what: ours.name, unit: '/s', ours: figures.get(ours.name) ?? figureOf([]), yardstick };
    return {
      title: 'A read over HTTP',
      about: `GET /config, ${CONNECTIONS} connections: authentication, rate limit, one query, serialisation, request log; against Fastify that checks the same credentials and returns the same ${body.length} bytes. The goal is that of GET /quotes/{id}.`,
      rows: [{ ...row, goal: { atLeast: 0.7 } }],
    };
  } finally {
    await end(memory);
  }
}

export async function memoryRow(what: string, server: Server, below: number): Promise<Row> {
  const bytes = await server.memory();
  if (bytes === undefined) return { what, unit: 'MB', ours: figureOf([]), note: 'only told on Linux' };
  return { what, unit: 'MB', ours: figureOf([bytes / MEGABYTE]), goal: { below } };
}

type Target = Omit<LoadOptions, 'connections' | 'seconds'>;

async function halfLoadRow(request: Target, full: Figure, { rounds, seconds }: Pace): Promise<Row> {
  const results: LoadResult[] = [];
  const perSecond = Math.round(full.median / 2);
  for (let i = 0; i < rounds; i++) {
    results.push(await loadFromOutside({ ...request, connections: CONNECTIONS, seconds, perSecond }));
  }
  const ours = figureOf(results.map(({ p99Ms }) => p99Ms));
  return { what: `p99 at half load (${perSecond} per second)`, unit: 'ms', ours, goal: { below: 15 } };
}

/** Customers as a platform makes them, and the accounts they are given. */
async function customersAccounts({ url, authorization }: Server): Promise<string[]> {
  const base = new URL('/api/2025-10-13/', url);
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ customerType: 'INDIVIDUAL' });
  for (let i = 0; i < CUSTOMERS; i++) {
    const answer = await fetch(new URL('customers', base), { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`no customer was made: ${await answer.text()}`);
  }
  const answer = await fetch(new URL(`customers/internal-accounts?currency=USD&limit=${CUSTOMERS}`, base), { headers });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

const target = ({ url, authorization }: Pick<Server, 'url' | 'authorization'>) => ({ url: url.href, authorization });

function loadSubject(name: string, options: Target, latencies: number[] = []): Subject {
  const run = async (seconds: number): Promise<number> => {
    const { perSecond, p99Ms } = await loadFromOutside({ ...options, connections: CONNECTIONS, seconds });
    latencies.push(p99Ms);
    return perSecond;
  };
  return { name, run };
}
