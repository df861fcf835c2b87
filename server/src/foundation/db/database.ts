import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE_MS, monotonicMs } from '../kernel/clock.ts';
import { type Connection, Hosts } from './hosts.ts';
import { type Finder, Gatherer, type Key } from './keyed-reads.ts';
import { isConnectionError, isReadOnly, outcomeUnknown, sqlState, undoneByOutage, unreachable } from './outages.ts';
import { Pipeline } from './pipeline.ts';
import { type DatabaseSession, sessionClass } from './session.ts';
import { render, type Sql } from './sql.ts';
import { StatementNames } from './statement-names.ts';
import { readTimestamp } from './timestamps.ts';

export { type Connection, sqlState };

const RECONNECT_PAUSE_MS = 50;
const CONFLICT_TRIES = 5;
/** Long, because a new connection has to plan every statement again. */
const IDLE_TIMEOUT_MS = 10 * MINUTE_MS;
const KEEP_ALIVE_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Longest timer of Node. */
const NO_DEADLINE_MS = 2 ** 31 - 1;
const HEALTH_TIMEOUT_MS = 1_000;
/** Two statements may wait for an account lock, so a third connection stays free. */
const MIN_BATCH_CONNECTIONS = 3;
const MAX_BATCH_CONNECTIONS = 5;
const MIN_OTHER_CONNECTIONS = 2;

interface DatabaseTimeouts {
  /** Limit for opening a connection, or for waiting for a free one. */
  connectMs: number;
  /** Limit for waiting until a lost database is back. */
  reconnectMs: number;
  /** Longer than statement_timeout: without a reply by then, the connection is considered lost. */
  deadlineMs: number;
}

const TIMEOUTS: DatabaseTimeouts = {
  connectMs: 2_000,
  reconnectMs: 5_000,
  deadlineMs: STATEMENT_TIMEOUT_MS + 5_000,
};

/** Serialization failure and deadlock: the statement was rolled back and may run again. */
const CONFLICTS = new Set(['40001', '40P01']);

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp);

export interface DatabaseOptions {
  connection: Connection;
  poolSize?: number;
  onError?: (error: Error) => void;
  timeouts?: Partial<DatabaseTimeouts>;
}

interface TransactionOptions {
  /** Disables the timeouts of server and client, for work that takes longer than a request. */
  isUnbounded?: boolean;
}

type Row = Record<string, unknown>;

/** Sends a statement within a transaction. */
export type TransactionQuery = <R = Row>(statement: Sql) => Promise<R[]>;

/** Sends statements with an effect and emits their signals. */
export type Writer = Pick<Database, 'write' | 'signals'>;

interface RunOptions {
  /** True if the statement may be sent again although it may have been executed. */
  repeatable: boolean;
  /** Absent: the statement is pipelined over a shared connection. */
  pool?: pg.Pool;
}

export class Database {
  /** Signals of effects that this process has written (`EffectKind.signal`). */
  readonly signals = new EventEmitter();
  readonly pool: pg.Pool;
  readonly pools: readonly pg.Pool[];
  readonly pipeline: Pipeline;
  /** For batches of many requests. Few connections, so that their cached plans stay in the CPU caches. */
  readonly batched: Writer;
  readonly #gatherer = new Gatherer((statement) => this.readPipelined(statement));
  readonly #hosts: Hosts;
  readonly #names: StatementNames;
  readonly #reconnectMs: number;

  constructor({ connection, poolSize = 10, onError = () => {}, timeouts = {} }: DatabaseOptions) {
    const { connectMs, reconnectMs, deadlineMs } = { ...TIMEOUTS, ...timeouts };
    this.#reconnectMs = reconnectMs;
    const hosts = new Hosts(connection);
    this.#hosts = hosts;
    this.#names = new StatementNames(onError);
    const Client = sessionClass({ hosts, statementTimeoutMs: STATEMENT_TIMEOUT_MS, connectTimeoutMs: connectMs });
    const newPool = (max: number): pg.Pool => {
      const pool = new pg.Pool({
        ...(typeof connection === 'string' ? { connectionString: connection } : connection),
        Client,
        max,
        connectionTimeoutMillis: connectMs,
        idleTimeoutMillis: IDLE_TIMEOUT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        query_timeout: deadlineMs,
        application_name: 'causeway',
      });
      pool.on('error', (error) => {
        if (!pool.ending) onError(error);
      });
      return pool;
    };
    const forBatches = batchConnections(poolSize);
    this.pool = newPool(poolSize - forBatches);
    const batches = newPool(forBatches);
    this.pools = [this.pool, batches];
    this.batched = {
      signals: this.signals,
      write: (statement) => this.#run(statement, { repeatable: false, pool: batches }),
    };
    this.pipeline = new Pipeline(() => new Client({ ...this.pool.options, pipeline: true } as pg.ClientConfig), hosts);
  }

  /** For reads that are fast at any table size: a slow one would delay the others on the shared connection. */
  readPipelined<R = Row>(statement: Sql): Promise<R[]> {
    return this.#run<R>(statement, { repeatable: true });
  }

  /** Reads one row by its key. Reads in the same turn of the event loop share a statement. */
  readByKey<R>(finder: Finder, key: Key): Promise<R | undefined> {
    return this.#gatherer.readByKey<R>(finder, key);
  }

  /** For repeatable statements on a connection of their own. Waits until a restarting database is back. */
  read<R = Row>(statement: Sql): Promise<R[]> {
    return this.#run<R>(statement, { repeatable: true, pool: this.pool });
  }

  /** For statements with an effect: never sent twice, because the first attempt may have been executed. */
  write<R = Row>(statement: Sql): Promise<R[]> {
    return this.#run<R>(statement, { repeatable: false, pool: this.pool });
  }

  /** Runs several statements in one transaction, for start-up and commands. Requests use one statement each. */
  async transaction<T>(
    work: (query: TransactionQuery) => Promise<T>,
    { isUnbounded = false }: TransactionOptions = {},
  ): Promise<T> {
    const client = await this.#connect(this.pool);
    const limit = isUnbounded ? { query_timeout: NO_DEADLINE_MS } : {};
    let lost: Error | undefined;
    let isCommitting = false;
    const send = (query: { text: string; values?: unknown[] }): Promise<pg.QueryResult> =>
      client.query({ ...query, ...limit }).catch((error: unknown) => {
        if (isConnectionError(error)) lost = error;
        throw error;
      });
    try {
      await send({ text: isUnbounded ? 'BEGIN; SET LOCAL statement_timeout = 0' : 'BEGIN' });
      const result = await work(async <R>(statement: Sql) => (await send(render(statement))).rows as R[]);
      isCommitting = true;
      await send({ text: 'COMMIT' });
      client.release();
      return result;
    } catch (error) {
      removeRowData(error);
      if (lost) {
        this.#leave(client, lost);
        throw isCommitting && !isReadOnly(lost) ? outcomeUnknown(lost) : unreachable(lost);
      }
      // A lost connection also rolls back.
      await client.query('ROLLBACK').catch(() => {});
      client.release();
      throw undoneByOutage(error) ?? error;
    }
  }

  connections(): { idle: number; busy: number; waiting: number } {
    const sum = (count: (pool: pg.Pool) => number): number => this.pools.reduce((all, pool) => all + count(pool), 0);
    const idle = sum(({ idleCount }) => idleCount);
    return { idle, busy: sum(({ totalCount }) => totalCount) - idle, waiting: sum(({ waitingCount }) => waitingCount) };
  }

  /** Tries every host once; throws the error of the last one. */
  async reach(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        (await this.#acquire(this.pool)).release();
        return;
      } catch (error) {
        if (tries >= this.#hosts.count) throw error;
      }
    }
  }

  /** True if the database accepts writes and responds in time. */
  async isHealthy(): Promise<boolean> {
    const answer = this.#isWritable().catch(() => false);
    return Promise.race([answer, sleep(HEALTH_TIMEOUT_MS, false, { ref: false })]);
  }

  async #isWritable(): Promise<boolean> {
    const client = await this.#acquire(this.pool);
    try {
      const shown = await client.query('SHOW transaction_read_only');
      const isWritable = shown.rows[0]?.transaction_read_only === 'off';
      if (!isWritable) this.#hosts.renew(client.hostIndex, client.generation);
      client.release();
      return isWritable;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pipeline.close(), ...this.pools.map((pool) => pool.end())]);
  }

  async #run<R>(statement: Sql, { repeatable, pool }: RunOptions): Promise<R[]> {
    const deadline = monotonicMs() + this.#reconnectMs;
    for (let tries = 1, conflicts = 0; ; tries++) {
      const query = this.#names.prepared(render(statement));
      let sent = false;
      try {
        if (!pool) return (await this.pipeline.query(query)).rows as R[];
        const client = await this.#connect(pool, deadline);
        sent = true;
        return await this.#useAndRelease<R>(client, query);
      } catch (error) {
        removeRowData(error);
        const state = sqlState(error);
        if (state && CONFLICTS.has(state) && ++conflicts < CONFLICT_TRIES) continue;
        if (state && this.#names.isLost(state, query)) continue;
        if (!isConnectionError(error)) throw undoneByOutage(error) ?? error;
        if (sent && !repeatable && !isReadOnly(error)) throw outcomeUnknown(error);
        if (monotonicMs() > deadline && tries >= this.#hosts.count) throw unreachable(error);
        await sleep(RECONNECT_PAUSE_MS);
      }
    }
  }

  /** Waits for a connection until the deadline, and tries every host at least once. */
  async #connect(pool: pg.Pool, deadline = monotonicMs() + this.#reconnectMs): Promise<PooledSession> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#acquire(pool);
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        if (monotonicMs() > deadline && tries >= this.#hosts.count) throw unreachable(error);
        await sleep(RECONNECT_PAUSE_MS);
      }
    }
  }

  /** Returns a pooled connection. Closes those that were opened before the last failover. */
  async #acquire(pool: pg.Pool): Promise<PooledSession> {
    for (;;) {
      const client = (await pool.connect()) as PooledSession;
      if (client.generation === this.#hosts.generation) return client;
      client.release(true);
    }
  }

  async #useAndRelease<R>(client: PooledSession, query: pg.QueryConfig): Promise<R[]> {
    try {
      const result = await client.query(query);
      client.release();
      return result.rows as R[];
    } catch (error) {
      if (isConnectionError(error)) this.#leave(client, error);
      else client.release();
      throw error;
    }
  }

  #leave(client: PooledSession, error: Error): void {
    if (isReadOnly(error)) this.#hosts.renew(client.hostIndex, client.generation);
    client.release(error);
  }
}

type PooledSession = DatabaseSession & pg.PoolClient;

/** One connection per core, within limits. */
const batchConnections = (poolSize: number): number =>
  Math.min(
    Math.max(MIN_BATCH_CONNECTIONS, Math.min(availableParallelism(), MAX_BATCH_CONNECTIONS)),
    poolSize - MIN_OTHER_CONNECTIONS,
  );

/** Error texts of PostgreSQL quote the failing row. Errors are logged, and logs must not contain customer data. */
function removeRowData(error: unknown): void {
  if (error instanceof pg.DatabaseError) Object.assign(error, { detail: undefined, where: undefined });
}

/**
 * Name of the violated constraint; for a constraint of one partition, that of the table. Class 23 only: errors about
 * oversized index entries name a constraint too.
 */
export function brokenConstraint(error: unknown): string | undefined {
  const isViolation = error instanceof pg.DatabaseError && error.code?.startsWith('23');
  return isViolation ? error.constraint?.replace(/_(\d{8}_\d{8}|default)_/, '_') : undefined;
}

/** Column of a not-null violation, as `table.column`. */
export function nullColumn(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23502' ? `${error.table}.${error.column}` : undefined;
}

/** Constraint violation (23), bad value (22, 54) or row updated twice (21): caused by one item of a batch. */
export const isFaultOfOne = (error: unknown): boolean => /^(2[123]|54)/.test(sqlState(error) ?? '');
