import { get } from 'node:http';
import { summarizeQueue } from '../../engine/jobs/oversight.ts';
import type { Config } from '../../foundation/config.ts';
import { schemaVersions } from '../../foundation/db/migrate.ts';
import { listDataKeys } from '../../foundation/db/vault.ts';
import { DatabaseUnavailable } from '../../foundation/runtime/errors.ts';
import { earlierSchema, hasDatabase, type OpenDatabase, openDatabase } from '../../foundation/runtime/runtime.ts';
import { countPlatforms } from '../../parties/platforms/platforms.ts';
import type { Invocation } from './invocation.ts';
import { alignedTable, type Result } from './output.ts';
import { withDatabase } from './with-database.ts';

const SERVER_TIMEOUT_MS = 1_000;

/** Only reads: neither migrates the schema nor creates a database in an empty data directory. */
export async function status(invocation: Invocation): Promise<Result> {
  const { config } = invocation;
  const [server, database] = await Promise.all([probeServer(config), readDatabase(invocation)]);
  const json = { ...database.facts, dataDirectory: config.dataDir, server };
  const rows = [
    ...database.rows,
    ['Data', config.dataDir],
    ['Server', `${server.url} ${server.isReady ? 'is ready' : server.answers ? 'is not ready' : 'does not answer'}`],
  ];
  return { json, text: alignedTable(rows), ...(database.failure && { failure: database.failure }) };
}

interface DatabaseStatus {
  facts: object;
  rows: string[][];
  failure?: Error;
}

async function readDatabase(invocation: Invocation): Promise<DatabaseStatus> {
  try {
    if (!hasDatabase(invocation.config)) throw noDatabase(invocation.config);
    return await withDatabase(openDatabase, invocation, describe);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const facts = { database: { isReachable: false, reason: failure.message } };
    return { facts, rows: [['Database', 'not reachable']], failure };
  }
}

const noDatabase = ({ dataDir }: Config) =>
  new DatabaseUnavailable(
    `There is no database in ${dataDir} yet.`,
    'Create one with "causeway start", or set DATA_DIR or DATABASE_URL.',
  );

async function describe({ config, db, clock, description }: OpenDatabase): Promise<DatabaseStatus> {
  const { applied, known, isEarlier } = await schemaVersions(db);
  const database = { isReachable: true, description };
  const schema = { version: applied, known };
  const rows = [
    ['Database', `${description}, reachable`],
    ['Schema', isEarlier ? 'of an earlier release' : describeVersion(applied, known)],
  ];
  if (isEarlier) return { facts: { database, schema }, rows, failure: earlierSchema(config) };
  if (applied === 0) return { facts: { database, schema }, rows };
  if (applied > known) return { facts: { database, schema }, rows, failure: newerSchema(applied, known) };
  const [platforms, jobs, keys] = await Promise.all([
    countPlatforms(db),
    summarizeQueue(db, clock.now()),
    listDataKeys(db),
  ]);
  const { oldestOverdue: oldest } = jobs;
  return {
    facts: { database, schema, platforms, jobs, keys },
    rows: [
      ...rows,
      ['Platforms', `${platforms.SANDBOX} sandbox, ${platforms.PRODUCTION} production`],
      ['Jobs', `${jobs.ready} ready, ${jobs.overdue} overdue, ${jobs.dead} dead`],
      ...(oldest ? [['Oldest job', `${oldest.id}, ${oldest.kind}, due since ${oldest.dueAt.toISOString()}`]] : []),
      ['Keys', keys.map(({ id }) => id).join(', ') || 'none yet'],
    ],
  };
}

const describeVersion = (applied: number, known: number): string =>
  `version ${applied}${applied === known ? '' : `, this release supports ${known}`}`;

const newerSchema = (applied: number, known: number) =>
  new DatabaseUnavailable(
    `The database has schema version ${applied}, this release supports up to ${known}.`,
    'Use the release that migrated it, or a newer one.',
  );

/** Loopback address for a server that listens on every interface. */
const loopbackAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function probeServer({ host, port }: Config): Promise<{ url: string; answers: boolean; isReady: boolean }> {
  const address = loopbackAddress[host] ?? host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  return new Promise((resolve) => {
    const request = get(`${url}/readyz`, { timeout: SERVER_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve({ url, answers: true, isReady: response.statusCode === 200 });
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve({ url, answers: false, isReady: false }));
  });
}
