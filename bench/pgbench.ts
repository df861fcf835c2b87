import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postStatement } from '../server/src/engine/ledger/post.ts';
import { render } from '../server/src/foundation/db/sql.ts';
import { findExecutable } from './executables.ts';
import { at, type Subject } from './measure.ts';
import { cpuDuring } from './processor-time.ts';
import { type Books, type PostingWorkload, receivers, senders, type Workload } from './workload.ts';

const run = promisify(execFile);

const DEBIAN_DIRECTORY = '/usr/lib/postgresql';
export const HOW_TO_GET_PGBENCH = 'no pgbench here: apt-get install postgresql-contrib, or put one in PATH';

/** In PATH, or in Debian's directory, newest version first. */
export const findPgbench = (): string | undefined => findExecutable('pgbench', debianDirectories());

function debianDirectories(): string[] {
  try {
    const versions = readdirSync(DEBIAN_DIRECTORY).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(DEBIAN_DIRECTORY, version, 'bin'));
  } catch {
    return [];
  }
}

export interface Postgres {
  host: string;
  port: number;
  user: string;
  database: string;
}

interface PgbenchOptions {
  program: string;
  postgres: Postgres;
  /** Main process of PostgreSQL. */
  postgresPid: number;
  /** Directory of the scripts. */
  directory: string;
}

interface Run {
  script: string;
  clients: number;
  seconds: number;
  variables: Record<string, number>;
  options?: readonly string[];
}

/** A workload that pgbench runs, at full speed or at a fixed rate. */
export interface PgbenchSubject extends Subject {
  /** Processor time of PostgreSQL for each transaction in milliseconds, of every run. */
  readonly databaseMs: readonly number[];
  /**
   * Creates the supply. The returned function runs the workload and returns p99 in milliseconds, without transactions
   * that begin in the lead time.
   */
  prepareP99Ms(rate: PgbenchRate): Promise<() => Promise<number>>;
}

interface PgbenchRate {
  perSecond: number;
  seconds: number;
  leadSeconds: number;
}

/** Run numbers have three digits, so that all ids have the same length. */
const FIRST_RUN = 100;
const LAST_RUN = 999;

/** The yardstick: pgbench, a C program, calls the statement of one posting and does nothing else. */
export class Pgbench {
  readonly #options: PgbenchOptions;
  #run = FIRST_RUN;

  constructor(options: PgbenchOptions) {
    this.#options = options;
  }

  /** Runs with the number of clients that is fastest on this machine. */
  async atItsBest(
    books: Books,
    workload: Workload,
    tries: { clients: readonly number[]; seconds: number },
  ): Promise<PgbenchSubject> {
    const script = join(this.#options.directory, `${workload.name.replaceAll(/\W+/g, '-')}.sql`);
    writeFileSync(script, 'script' in workload ? workload.script() : pgbenchScript(books, workload));
    const prepare = async (clients: number, seconds: number) => {
      const variables = 'supply' in workload ? await workload.supply(seconds) : {};
      return async (options: readonly string[] = []): Promise<{ perSecond: number; databaseMs: number }> => {
        const measure = () => this.#measure({ script, clients, seconds, variables, options });
        const { result: perSecond, ms } = await cpuDuring([this.#options.postgresPid], measure);
        return { perSecond, databaseMs: (ms[0] ?? 0) / (perSecond * seconds) };
      };
    };
    let best = { clients: 1, perSecond: 0 };
    for (const clients of ('clients' in workload && workload.clients) || tries.clients) {
      const run = await prepare(clients, tries.seconds);
      const { perSecond } = await run();
      if (perSecond > best.perSecond) best = { clients, perSecond };
    }
    const name = `pgbench, ${workload.name}, ${best.clients} clients`;
    const databaseMs: number[] = [];
    return {
      name,
      isWarm: true,
      databaseMs,
      run: async (seconds) => {
        const run = await prepare(best.clients, seconds);
        const result = await run();
        databaseMs.push(result.databaseMs);
        return result.perSecond;
      },
      prepareP99Ms: async (rate) => {
        const run = await prepare(best.clients, rate.leadSeconds + rate.seconds);
        return () => this.#p99Ms(rate, run);
      },
    };
  }

  async #p99Ms({ perSecond, leadSeconds }: PgbenchRate, run: (options: string[]) => Promise<unknown>): Promise<number> {
    const directory = await mkdtemp(join(this.#options.directory, 'pgbench-log-'));
    try {
      const log = ['--log', '--log-prefix', join(directory, 'log')];
      await run(['--rate', String(perSecond), ...log]);
      const names = await readdir(directory);
      const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
      return p99OfLog(texts.join(''), leadSeconds);
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  async #measure({ script, clients, seconds, variables, options = [] }: Run): Promise<number> {
    const { program, postgres } = this.#options;
    const number = this.#run++;
    if (number > LAST_RUN) throw new Error(`there are numbers for ${LAST_RUN - FIRST_RUN + 1} runs, and no more`);
    const threads = Math.min(clients, availableParallelism());
    const { stdout } = await run(program, [
      ...['--host', postgres.host, '--port', String(postgres.port), '--username', postgres.user],
      ...['--no-vacuum', '--protocol', 'prepared', '--file', script],
      ...['--client', String(clients), '--jobs', String(threads), '--time', String(Math.max(1, Math.round(seconds)))],
      ...options,
      ...Object.entries({ run: number, i: 0, clients, ...variables }).flatMap(([name, value]) => [
        '--define',
        `${name}=${value}`,
      ]),
      postgres.database,
    ]);
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    if (!perSecond) throw new Error(`pgbench reported no speed: ${stdout}`);
    return perSecond;
  }
}

/**
 * p99 in milliseconds from a log of pgbench, whose columns are client, number, microseconds, script, and second and
 * microsecond of the end. At a fixed rate, pgbench measures from the scheduled time of a transaction.
 */
export function p99OfLog(text: string, leadSeconds: number): number {
  const transactions = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, , microseconds = Number.NaN, , second = Number.NaN, microsecond = Number.NaN] = line
        .split(' ')
        .map(Number);
      return { ms: microseconds / 1_000, dueAtMs: second * 1_000 + (microsecond - microseconds) / 1_000 };
    });
  const countedFrom = Math.min(...transactions.map(({ dueAtMs }) => dueAtMs)) + leadSeconds * 1_000;
  const counted = transactions.filter(({ dueAtMs }) => dueAtMs >= countedFrom);
  if (counted.length === 0) throw new Error('pgbench logged failures, or nothing');
  return at(
    counted.map(({ ms }) => ms).sort((a, b) => a - b),
    0.99,
  );
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Script with the statement of ledger/post.ts for one posting. pgbench fills in the parties and all new ids, which are
 * in chronological order.
 */
export function pgbenchScript(books: Books, workload: PostingWorkload): string {
  const posting = workload.posting(books, { sender: '@s@', receiver: '@r@' });
  const { text, values } = render(postStatement([posting]));
  const statement = inlined(text, withoutIds(values.map(String), books.platformId));
  return [
    `\\set s random(${senders.from}, ${senders.to})`,
    `\\set r random(${receivers.from}, ${receivers.to})`,
    '\\set i :i + 1',
    // Eleven digits: a one, the number of the posting, the client.
    '\\set u 10000000000 + :i * 10000 + :client_id',
    `${statement};\n`,
  ].join('\n');
}

/** The statement with its parameters inlined: pgbench replaces `@name@` by its variable `name`. */
export function inlined(text: string, values: readonly string[]): string {
  const literals = values.map(parameter);
  return text.replaceAll(/\$(\d+)/g, (_, n) => literals[n - 1] ?? '');
}

/** Replaces new ids by UUIDs made of the run, `@u@` and the position of the id in the posting. */
function withoutIds(values: readonly string[], platformId: string): string[] {
  const places = new Map<string, number>();
  const place = (uuid: string): string => {
    if (platformId.endsWith(uuid)) return uuid;
    if (!places.has(uuid)) places.set(uuid, places.size);
    return `01900000-0000-7000-8@run@-@u@${places.get(uuid)?.toString(16)}`;
  };
  return values.map((value) => value.replaceAll(UUID, place));
}

/** A literal with escaped colons, which pgbench would read as variables, and with its placeholders replaced. */
function parameter(text: string): string {
  const literal = `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`;
  return ['u', 's', 'r', 'run']
    .filter((name) => text.includes(`@${name}@`))
    .reduce((inner, name) => `replace(${inner}, '@${name}@', :${name})`, literal);
}
