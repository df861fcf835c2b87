import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.ts';
import { type Connection, Database, type DatabaseOptions, sqlState } from '../db/database.ts';
import { openEmbeddedPostgres } from '../db/embedded.ts';
import { type Migrated, migrate } from '../db/migrate.ts';
import { sql } from '../db/sql.ts';
import type { MasterKeys } from '../db/vault.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { Invocation } from './invocation.ts';
import { MasterKeyFile } from './master-key-file.ts';

/** How long connections may take to close by themselves. */
const CLOSE_MS = 2_000;

/** A database that answers, whatever is in it. */
export interface OpenDatabase {
  config: Config;
  clock: Clock;
  db: Database;
  /** Where it is, for other processes of this server. */
  connection: Connection;
  /** For people: which database this is. */
  description: string;
  /** `isUrgent`: does not wait for statements that are running. */
  close(options?: { isUrgent?: boolean }): Promise<void>;
}

/** The same with the schema of this Causeway. */
export interface OpenSchema extends OpenDatabase {
  migrated: Migrated;
}

export interface Runtime extends OpenSchema {
  masterKeys: MasterKeys;
}

export type SharedRuntime = Pick<Runtime, 'config' | 'clock' | 'db' | 'masterKeys' | 'close'>;

export interface RuntimeOptions {
  /** A server has the data directory to itself; a command shares it with a running server. */
  exclusive: boolean;
  /** How many connections an embedded PostgreSQL must allow, where that is more than it does by itself. */
  connections?: number;
  onNotice?: (line: string) => void;
  onError?: (error: Error) => void;
}

/** Configuration -> database -> schema -> master key: what the server and every command that needs secrets stand on. */
export function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  return furnish(openSchema(config, options), async (schema) => ({
    ...schema,
    masterKeys: await findMasterKeys(config, schema.db),
  }));
}

/** A further process of a server whose primary has opened everything. */
export function joinRuntime(config: Config, options: DatabaseOptions): Promise<SharedRuntime> {
  const db = new Database(options);
  const opened = { config, clock: systemClock, db, close: closing(db) };
  return furnish(Promise.resolve(opened), async (shared) => ({
    ...shared,
    masterKeys: await findMasterKeys(config, db),
  }));
}

/** A statement that does not end holds its connection, until PostgreSQL is stopped. */
const closing =
  (db: Database, stop = async () => {}) =>
  async (): Promise<void> => {
    await Promise.race([db.close(), sleep(CLOSE_MS, undefined, { ref: false })]);
    await stop();
  };

export function openSchema(config: Config, options: RuntimeOptions): Promise<OpenSchema> {
  return furnish(openDatabase(config, options), async (database) => ({
    ...database,
    migrated: await migrate(database.db, systemClock.now()).catch(explainRefusal),
  }));
}

export async function openDatabase(config: Config, options: RuntimeOptions): Promise<OpenDatabase> {
  const source = await openSource(config, options);
  const { connection, description } = source;
  const db = new Database({ connection, ...(options.onError && { onError: options.onError }) });
  const opened = { config, clock: systemClock, db, connection, description, close: closing(db, source.stop) };
  return furnish(Promise.resolve(opened), async (database) => {
    await refuseUnreachable(database);
    return database;
  });
}

/** Whether there is a database to open, or one would be made. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));

type Open<T> = (config: Config, options: RuntimeOptions) => Promise<T>;

/** The work of one command, beside a server or without one: `open` says how much of the house it needs. */
export async function using<A extends OpenDatabase, B>(
  open: Open<A>,
  { config, note }: Pick<Invocation, 'config' | 'note'>,
  work: (opened: A) => Promise<B>,
): Promise<B> {
  const opened = await open(config, { exclusive: false, onNotice: note });
  const interruption = new Interruption(() => opened.close({ isUrgent: true }));
  try {
    return await work(opened).catch(explainLoss);
  } finally {
    await interruption.passed();
    await opened.close();
  }
}

const LOST_STATES = /^(08|57P)/;
const LOST_SOCKETS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'];

function explainLoss(error: Error & { code?: string; syscall?: string }): never {
  const isLost =
    LOST_STATES.test(sqlState(error) ?? '') ||
    (error.syscall === 'connect' && LOST_SOCKETS.includes(error.code ?? '')) ||
    error.message === 'Connection terminated unexpectedly';
  if (!isLost) throw error;
  throw new DatabaseUnavailable(`The database went away (${error.message}).`, 'Run the command again once it is back.');
}

/** A command that is interrupted still ends the PostgreSQL that it has started. A second signal does not wait for it. */
class Interruption {
  readonly #onSignal: (signal: NodeJS.Signals) => void;
  #isInterrupted = false;

  constructor(close: () => Promise<void>) {
    this.#onSignal = (signal) => {
      this.#isInterrupted = true;
      const end = (): never => process.exit(128 + constants.signals[signal]);
      close().then(end, end);
    };
    for (const signal of SIGNALS) process.once(signal, this.#onSignal);
  }

  /** What fails because of the interruption is not worth telling: the process ends by itself. */
  async passed(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    if (this.#isInterrupted) await new Promise(() => {});
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Adds to what is open, and closes it where that fails. */
async function furnish<A extends Pick<OpenDatabase, 'close'>, B>(
  opening: Promise<A>,
  add: (opened: A) => Promise<B>,
): Promise<B> {
  const opened = await opening;
  try {
    return await add(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openSource(config: Config, { exclusive, connections, onNotice, onError }: RuntimeOptions) {
  if (exclusive || !config.databaseUrl) await makeDataDirectory(config.dataDir);
  if (config.databaseUrl) {
    if (!URL.canParse(config.databaseUrl)) {
      throw new ConfigError(
        'DATABASE_URL is not a URL. In a password, signs such as # and / are written as %23 and %2F.',
      );
    }
    const { host, pathname } = new URL(config.databaseUrl);
    return { connection: config.databaseUrl, description: `${host}${pathname}`, stop: async () => {} };
  }
  const embedded = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    exclusive,
    ...(connections && { settings: { max_connections: String(connections) } }),
    ...(onNotice && { onNotice }),
    ...(onError && { onLost: onError }),
  });
  const directory = relative(process.cwd(), embedded.directory) || '.';
  const description = `embedded PostgreSQL 18 in ${directory}`;
  return { connection: embedded.connection, description, stop: () => embedded.stop() };
}

async function makeDataDirectory(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    const hint = 'Set DATA_DIR to a directory that can be written to.';
    throw new DatabaseUnavailable(`The data directory ${dataDir} cannot be used (${error.code}).`, hint);
  });
}

async function refuseUnreachable({ db, description }: OpenDatabase): Promise<void> {
  const reason = await db.pool.query('SELECT 1').then(
    () => undefined,
    (error: Error & { code?: string }) => error.message || error.code,
  );
  if (reason === undefined) return;
  const hint = 'Check DATABASE_URL, and that PostgreSQL runs there.';
  throw new DatabaseUnavailable(`The database ${description} cannot be reached (${reason}).`, hint);
}

/** Refusals of PostgreSQL that are the operator's to settle, by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  '42501': 'Give the user of DATABASE_URL the right to create tables, or migrate with one that has it.',
  '25006': 'DATABASE_URL must name a database that can be written to, not a standby.',
};

function explainRefusal(error: Error): never {
  const hint = refusals[sqlState(error) ?? ''];
  if (!hint) throw error;
  throw new DatabaseUnavailable(`The schema cannot be brought up to date (${error.message}).`, hint);
}

/** The sandbox keeps a key of its own in the data directory; real money asks for one that lives elsewhere. */
async function findMasterKeys(config: Config, db: Database): Promise<MasterKeys> {
  if (config.masterKeys.length > 0) return config.masterKeys;
  const [found] = await db.read<{ production: boolean; sealed: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM platforms WHERE mode = 'PRODUCTION') AS production,
      EXISTS (SELECT 1 FROM data_keys) AS sealed`);
  if (found?.production) {
    throw new ConfigError('MASTER_KEY is required: this database has production platforms. Set it to their key.');
  }
  const file = new MasterKeyFile(config.dataDir);
  // A new key beside a database that is sealed would only hide that the right one is missing.
  if (!found?.sealed) await file.ensure();
  await file.read();
  return () => file.read();
}
