import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE_MS, monotonicMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Finder, Gatherer, type Key } from './gather.ts';
import { Lane } from './lane.ts';
import { render, type Sql } from './sql.ts';
import { readTimestamp } from './timestamps.ts';

/** How long a statement waits for a lost database before the caller is told to come back. */
const RECONNECT_BUDGET_MS = 5_000;
const RECONNECT_PAUSE_MS = 50;
const CONFLICT_TRIES = 5;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that has just been made plans each statement anew: one that is seldom needed is kept for when it is. */
const IDLE_TIMEOUT_MS = 10 * MINUTE_MS;
const KEEP_ALIVE_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const HEALTH_TIMEOUT_MS = 1_000;
const MAX_NAMED_STATEMENTS = 2_000;
/** Two payments that wait for an account leave one for the rest. */
const LEAST_FOR_BATCHES = 3;
const MOST_FOR_BATCHES = 5;
const LEAST_FOR_OTHERS = 2;

/** SQLSTATEs after which the whole statement is undone and may simply run again. */
const CONFLICTS = new Set(['40001', '40P01']);

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp);

export type Connection = string | { host: string; port: number; user: string; database: string };

export interface DatabaseOptions {
  connection: Connection;
  poolSize?: number;
  onError?: (error: Error) => void;
}

type Row = Record<string, unknown>;

/** Whoever statements with an effect are given to, and those who wait for them are told by. */
export type Writer = Pick<Database, 'write' | 'signals'>;

interface Running {
  /** May be sent again where it is not known whether it arrived. */
  repeatable: boolean;
  /** Where it is sent; down the lane where it is quick. */
  pool?: pg.Pool;
}

export class Database {
  /** What this process has written that somebody in it waits for. */
  readonly signals = new EventEmitter();
  readonly pool: pg.Pool;
  readonly pools: readonly pg.Pool[];
  readonly lane: Lane;
  /**
   * For statements that many requests share. They take turns on few connections: each has its own plans and caches, and
   * more of them than cores only drive each other's out of the processor.
   */
  readonly batched: Writer;
  readonly #gatherer = new Gatherer((statement) => this.find(statement));
  readonly #names = new Map<string, string>();

  constructor({ connection, poolSize = 10, onError = () => {} }: DatabaseOptions) {
    const newPool = (max: number): pg.Pool => {
      const pool = new pg.Pool({
        ...(typeof connection === 'string' ? { connectionString: connection } : connection),
        max,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        idleTimeoutMillis: IDLE_TIMEOUT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        application_name: 'causeway',
      });
      // Without listeners a connection that PostgreSQL closes would end the process: the pool tells of idle ones, a busy
      // one tells its statement, and then itself.
      pool.on('error', (error) => {
        if (!pool.ending) onError(error);
      });
      pool.on('connect', (client) => client.on('error', () => {}));
      return pool;
    };
    const few = fewOf(poolSize);
    this.pool = newPool(poolSize - few);
    const batches = newPool(few);
    this.pools = [this.pool, batches];
    this.batched = {
      signals: this.signals,
      write: (statement) => this.#run(statement, { repeatable: false, pool: batches }),
    };
    this.lane = new Lane(() => this.pool.options);
  }

  /** A read that is quick whatever the tables hold: it shares a connection with others, which wait behind it. */
  find<R = Row>(statement: Sql): Promise<R[]> {
    return this.#run<R>(statement, { repeatable: true });
  }

  /** One row by its key, fetched together with others that are asked for at the same moment. */
  pick<R>(finder: Finder, key: Key): Promise<R | undefined> {
    return this.#gatherer.pick<R>(finder, key);
  }

  /** A statement that may run again without harm: waits out a restart of the database. */
  read<R = Row>(statement: Sql): Promise<R[]> {
    return this.#run<R>(statement, { repeatable: true, pool: this.pool });
  }

  /** A statement with an effect: once it may have reached the database it is never sent twice. */
  write<R = Row>(statement: Sql): Promise<R[]> {
    return this.#run<R>(statement, { repeatable: false, pool: this.pool });
  }

  /** Several statements as one, for start-up and operators; requests use one statement. */
  async transaction<T>(work: (query: <R = Row>(statement: Sql) => Promise<R[]>) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(async <R>(statement: Sql) => (await client.query(render(statement))).rows as R[]);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      client.release(isConnectionError(error) ? error : undefined);
      throw error;
    }
  }

  connections(): { idle: number; busy: number; waiting: number } {
    const sum = (count: (pool: pg.Pool) => number): number => this.pools.reduce((all, pool) => all + count(pool), 0);
    const idle = sum(({ idleCount }) => idleCount);
    return { idle, busy: sum(({ totalCount }) => totalCount) - idle, waiting: sum(({ waitingCount }) => waitingCount) };
  }

  async isHealthy(): Promise<boolean> {
    const answer = this.pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
    return Promise.race([answer, sleep(HEALTH_TIMEOUT_MS, false, { ref: false })]);
  }

  async close(): Promise<void> {
    await Promise.all([this.lane.close(), ...this.pools.map((pool) => pool.end())]);
  }

  async #run<R>(statement: Sql, { repeatable, pool }: Running): Promise<R[]> {
    const query = this.#prepared(statement);
    const deadline = monotonicMs() + RECONNECT_BUDGET_MS;
    for (let conflicts = 0; ; ) {
      let sent = false;
      try {
        if (!pool) return (await this.lane.query(query)).rows as R[];
        const client = await pool.connect();
        sent = true;
        return await useAndRelease<R>(client, query);
      } catch (error) {
        forgetRows(error);
        if (sqlState(error) && CONFLICTS.has(sqlState(error) as string) && ++conflicts < CONFLICT_TRIES) continue;
        if (!isConnectionError(error)) throw error;
        if ((sent && !repeatable) || monotonicMs() > deadline) throw unavailable(sent && !repeatable);
        await sleep(RECONNECT_PAUSE_MS);
      }
    }
  }

  /** Named statements are planned once per connection; the name stands for the text. */
  #prepared(statement: Sql): pg.QueryConfig {
    const query = render(statement);
    const known = this.#names.get(query.text);
    if (known) return { name: known, ...query };
    if (this.#names.size >= MAX_NAMED_STATEMENTS) return query;
    const name = `s${this.#names.size}`;
    this.#names.set(query.text, name);
    return { name, ...query };
  }
}

/** How many connections are for batches: one for each core, within limits. */
const fewOf = (poolSize: number): number =>
  Math.min(
    Math.max(LEAST_FOR_BATCHES, Math.min(availableParallelism(), MOST_FOR_BATCHES)),
    poolSize - LEAST_FOR_OTHERS,
  );

async function useAndRelease<R>(client: pg.PoolClient, query: pg.QueryConfig): Promise<R[]> {
  try {
    const result = await client.query(query);
    client.release();
    return result.rows as R[];
  } catch (error) {
    client.release(isConnectionError(error) ? error : undefined);
    throw error;
  }
}

/** PostgreSQL quotes the row and the text it fails on, and errors are logged: what a row says must not be. */
function forgetRows(error: unknown): void {
  if (error instanceof pg.DatabaseError) Object.assign(error, { detail: undefined, where: undefined });
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * The constraint a statement broke (class 23), so that callers map errors by name and never by message. Other errors name
 * one as well: an index that a value is too long for.
 */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

/** The column that would have become null (SQLSTATE 23502). */
export function nullColumn(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23502' ? `${error.table}.${error.column}` : undefined;
}

/** A broken constraint (23), a value that does not fit (22, 54) or a row hit twice (21): the rest of a batch is sound. */
export const isFaultOfOne = (error: unknown): boolean => /^(2[123]|54)/.test(sqlState(error) ?? '');

/** The server went away (class 08, 57P) or was never reached (the driver's own errors). */
function isConnectionError(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53300)/.test(error.code ?? '');
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
}

function unavailable(outcomeUnknown: boolean): ApiError {
  const hint = outcomeUnknown
    ? 'Whether the request took effect is not known. Repeat it with the same Idempotency-Key.'
    : 'Nothing was changed. Repeat the request in a moment.';
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The database cannot be reached.',
    { hint },
    { headers: { 'retry-after': '1' } },
  );
}
