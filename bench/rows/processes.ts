import { CpuLimits } from '../cpu-limits.ts';
import { type Figure, figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import { openPlace, type Place } from '../place.ts';
import { childrenOf, cpuDuring } from '../processor-time.ts';
import type { Row, Section } from '../report.ts';
import { restJobs } from '../supply.ts';
import { type Executions, executions } from './growth.ts';
import { CONNECTIONS } from './http.ts';

const COUNTS = [1, 2, 4];
/** Cores of each serving process: four processes leave more than one of two cores to the database and the generator. */
const CORES = 0.2;
const GOALS: Record<number, Row['goal']> = { 4: { atLeast: 3 } };
/** Warm-up without the limit: with it, compiling alone would take minutes. */
const WARM_UP_SECONDS = 4;
const WARM_UPS = 3;
/** Long enough for many periods of the limit. */
const MIN_SECONDS = 4;

/** Servers of several processes, each process limited to a part of a core, against a server of one. */
export async function processSection(pace: Pace): Promise<Section> {
  const limits = await CpuLimits.open();
  const about = `Executes over HTTP, ${CONNECTIONS} connections for each process, each server with its own PostgreSQL, turn by turn. Every process that serves requests is limited to ${CORES} of a core by a cgroup of its own; PostgreSQL, the load generator and, where there are several, the primary, which serves no requests, have the rest of the machine.`;
  const section = { title: 'Processes', about };
  if (typeof limits === 'string') return { ...section, rows: [skipped(limits)] };
  const places: Place[] = [];
  try {
    for (const processes of COUNTS) places.push(await openPlace({ processes }));
    return { ...section, ...(await measured(places, limits, pace)) };
  } finally {
    for (const place of places) await place.close();
    await limits.close();
  }
}

const whatOf = (processes: number): string => `POST /quotes/{id}/execute, PROCESSES=${processes}`;

const skipped = (reason: string): Row => ({
  what: whatOf(Math.max(...COUNTS)),
  unit: '/s',
  ours: figureOf([]),
  note: `skipped: ${reason}`,
});

async function measured(
  places: readonly Place[],
  limits: CpuLimits,
  pace: Pace,
): Promise<Pick<Section, 'rows' | 'says'>> {
  const subjects: MeasuredServer[] = [];
  for (const [i, place] of places.entries()) subjects.push(await MeasuredServer.warm(place, COUNTS[i] ?? 1));
  for (const { place } of subjects) await limits.limit(await serving(place), CORES);
  const figures = await sideBySide(subjects, { ...pace, seconds: Math.max(MIN_SECONDS, pace.seconds) });
  const figure = ({ name }: Subject): Figure => figures.get(name) ?? figureOf([]);
  const [one, ...more] = subjects;
  if (!one) throw new Error('no server was measured');
  const rows = more.map((subject) => ({
    what: subject.name,
    unit: '/s',
    ours: figure(subject),
    yardstick: { what: one.name, figure: figure(one) },
    goal: GOALS[subject.processes],
  }));
  return { rows, says: subjects.map((subject) => subject.costs()) };
}

/** The processes that serve requests: the children of a primary, or the only process. */
async function serving({ pids }: Place): Promise<number[]> {
  const workers = await childrenOf(pids.server);
  return workers.length > 0 ? workers : [pids.server];
}

/** A server under load, with the processor time that it and its database use. */
class MeasuredServer implements Subject {
  readonly isWarm = true;
  readonly name: string;
  readonly place: Place;
  readonly processes: number;
  readonly #executions: Executions;
  #seconds = 0;
  #executes = 0;
  #serverMs = 0;
  #databaseMs = 0;

  private constructor(place: Place, processes: number, executions: Executions) {
    this.name = whatOf(processes);
    this.place = place;
    this.processes = processes;
    this.#executions = executions;
  }

  static async warm(place: Place, processes: number): Promise<MeasuredServer> {
    const prepare = await executions(place, processes * CONNECTIONS);
    for (let i = 0; i < WARM_UPS; i++) {
      const execute = await prepare(WARM_UP_SECONDS);
      await execute();
    }
    return new MeasuredServer(place, processes, prepare);
  }

  async run(seconds: number): Promise<number> {
    const execute = await this.#executions(seconds);
    await restJobs(this.place.books);
    const { server, postgres } = this.place.pids;
    const { result, ms } = await cpuDuring([server, postgres], execute);
    const { perSecond } = result;
    const [serverMs = 0, databaseMs = 0] = ms;
    this.#seconds += seconds;
    this.#executes += perSecond * seconds;
    this.#serverMs += serverMs;
    this.#databaseMs += databaseMs;
    return perSecond;
  }

  costs(): string {
    const each = (ms: number): string => `${(ms / this.#executes).toFixed(2)} ms for each execute`;
    const cores = (ms: number): string => `${(ms / 1_000 / this.#seconds).toFixed(2)} cores`;
    const use = (ms: number): string => `${cores(ms)}, ${each(ms)}`;
    return `PROCESSES=${this.processes}: the server used ${use(this.#serverMs)}; PostgreSQL ${use(this.#databaseMs)}.`;
  }
}
