import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.ts';
import { type Connection, Database, type DatabaseOptions, sqlState } from '../db/database.ts';
import { openEmbeddedPostgres } from '../db/embedded.ts';
import { type DatabaseAddress, InvalidDatabaseUrl, readDatabaseUrl } from '../db/hosts.ts';
import { EarlierSchema, type Migrated, migrate } from '../db/migrate.ts';
import { causeOfOutage } from '../db/outages.ts';
import { createPeriods } from '../db/periods.ts';
import { sql } from '../db/sql.ts';
import type { MasterKeys } from '../db/vault.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { DatabaseUnavailable } from './errors.ts';
import { MasterKeyFile } from './master-key-file.ts';

/** Time after which connections that do not close are abandoned. */
const CLOSE_MS = 2_000;

/** A reachable database. Its schema is not checked yet. */
export interface OpenDatabase {
  config: Config;
  clock: Clock;
  db: Database;
  /** Address for the other processes of this server. */
  connection: Connection;
  /** Name of the database in messages. */
  description: string;
  /** Reason why an embedded database requires manual repair; undefined if it does not. */
  damage: () => string | undefined;
  close(): Promise<void>;
}

/** A database with the schema of this release. */
interface OpenSchema extends OpenDatabase {
  migrated: Migrated;
}

export interface Runtime extends OpenSchema {
  masterKeys: MasterKeys;
}

export type SharedRuntime = Pick<Runtime, 'config' | 'clock' | 'db' | 'masterKeys' | 'close'>;

export interface RuntimeOptions {
  /** True for a server, which locks the data directory; a command shares it with a running server. */
  exclusive: boolean;
  /** Number of connections that an embedded PostgreSQL must allow, if more than its default. */
  connections?: number;
  onNotice?: (line: string) => void;
  onWarning?: (line: string) => void;
  onError?: (error: Error) => void;
}

/** Opens the database, migrates its schema and loads the master keys: for servers and commands that read secrets. */
export function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  return openNext(openSchema(config, options), async (schema) => ({
    ...schema,
    masterKeys: await loadMasterKeys(config, schema.db),
  }));
}

/** For a worker process, whose primary process has opened and migrated the database. */
export function joinRuntime(config: Config, options: DatabaseOptions): Promise<SharedRuntime> {
  const db = new Database(options);
  const opened = { config, clock: systemClock, db, close: closing(db) };
  return openNext(Promise.resolve(opened), async (shared) => ({
    ...shared,
    masterKeys: await loadMasterKeys(config, db),
  }));
}

/** Limited in time, because a running statement keeps its connection open until PostgreSQL stops. */
const closing =
  (db: Database, stop = async () => {}) =>
  async (): Promise<void> => {
    await Promise.race([db.close(), sleep(CLOSE_MS, undefined, { ref: false })]);
    await stop();
  };

export function openSchema(config: Config, options: RuntimeOptions): Promise<OpenSchema> {
  return openNext(openDatabase(config, options), async (database) => {
    const { db } = database;
    const migrated = await migrate(db, systemClock.now()).catch((error) => explainMigrationFailure(error, config));
    await createPeriods(db, systemClock.now(), config.keepEventsDays);
    return { ...database, migrated };
  });
}

export async function openDatabase(config: Config, options: RuntimeOptions): Promise<OpenDatabase> {
  const source = await openSource(config, options);
  const { connection, description, damage } = source;
  const db = new Database({ connection, ...(options.onError && { onError: options.onError }) });
  const opened = { config, clock: systemClock, db, connection, description, damage, close: closing(db, source.stop) };
  return openNext(Promise.resolve(opened), async (database) => {
    await rejectUnreachable(database);
    return database;
  });
}

/** False if opening the database would create it. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));

/** Runs the next step with an open database, and closes the database if the step fails. */
async function openNext<A extends Pick<OpenDatabase, 'close'>, B>(
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

async function openSource(config: Config, { exclusive, connections, onNotice, onWarning, onError }: RuntimeOptions) {
  if (exclusive || !config.databaseUrl) await makeDataDirectory(config.dataDir);
  if (config.databaseUrl) {
    const { description } = addressOf(config.databaseUrl);
    return { connection: config.databaseUrl, description, damage: () => undefined, stop: async () => {} };
  }
  const embedded = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    exclusive,
    ...(connections && { settings: { max_connections: String(connections) } }),
    ...(onNotice && { onNotice }),
    ...(onWarning && { onWarning }),
    ...(onError && { onTrouble: onError }),
  });
  const directory = relative(process.cwd(), embedded.directory) || '.';
  const description = `embedded PostgreSQL 18 in ${directory}`;
  const { connection, damage } = embedded;
  return { connection, description, damage, stop: () => embedded.stop() };
}

function addressOf(databaseUrl: string): DatabaseAddress {
  try {
    return readDatabaseUrl(databaseUrl);
  } catch (error) {
    throw error instanceof InvalidDatabaseUrl ? new ConfigError(error.message) : error;
  }
}

async function makeDataDirectory(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    const hint = 'Set DATA_DIR to a directory that can be written to.';
    throw new DatabaseUnavailable(`The data directory ${dataDir} cannot be used (${error.code}).`, hint);
  });
}

async function rejectUnreachable({ db, description }: OpenDatabase): Promise<void> {
  const reason = await db.reach().then(
    () => undefined,
    (error: Error & { code?: string }) => error.message || error.code,
  );
  if (reason === undefined) return;
  const hint = 'Check DATABASE_URL, and that PostgreSQL runs there.';
  throw new DatabaseUnavailable(`The database ${description} cannot be reached (${reason}).`, hint);
}

/** Hints for failed migrations, by SQLSTATE. */
const migrationHints: Readonly<Record<string, string>> = {
  '42501':
    'The user of DATABASE_URL may not change the schema: run "causeway migrate" with DATABASE_URL of the user who owns the tables, then start again.',
  '25006': 'DATABASE_URL must name a database that can be written to, not a standby.',
};

/** There is no upgrade from an earlier release, so the hint says which database to replace. */
export const earlierSchema = ({ databaseUrl, dataDir }: Config): EarlierSchema =>
  new EarlierSchema(
    databaseUrl
      ? 'Set DATABASE_URL to an empty database.'
      : `Move the data directory ${dataDir} away or delete it, then start again.`,
  );

function explainMigrationFailure(error: Error, config: Config): never {
  if (error instanceof EarlierSchema) throw earlierSchema(config);
  const hint = migrationHints[sqlState(causeOfOutage(error) ?? error) ?? ''];
  if (!hint) throw error;
  throw new DatabaseUnavailable(`The schema cannot be brought up to date (${error.message}).`, hint);
}

/** A sandbox may keep its master key in the data directory; production requires MASTER_KEY. */
async function loadMasterKeys(config: Config, db: Database): Promise<MasterKeys> {
  if (config.masterKeys.length > 0) return config.masterKeys;
  const [found] = await db.read<{ production: boolean; sealed: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM platforms WHERE mode = 'PRODUCTION') AS production,
      EXISTS (SELECT 1 FROM data_keys) AS sealed`);
  if (found?.production) {
    throw new ConfigError('MASTER_KEY is required: this database has production platforms. Set it to their key.');
  }
  const file = new MasterKeyFile(config.dataDir);
  // Creates no key if sealed data exists, because a new key would hide that the right key is missing.
  if (!found?.sealed) await file.ensure();
  await file.read();
  return () => file.read();
}
