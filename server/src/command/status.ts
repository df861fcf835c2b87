import { get } from 'node:http';
import type { Config } from '../config.ts';
import { schemaVersions } from '../db/migrate.ts';
import { listKeys } from '../db/vault.ts';
import { summarizeQueue } from '../jobs/oversight.ts';
import { countPlatforms } from '../platforms/platforms.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { Invocation } from './invocation.ts';
import { type Result, table } from './output.ts';
import { hasDatabase, type OpenDatabase, openDatabase, using } from './runtime.ts';

const SERVER_TIMEOUT_MS = 1_000;

/** Looks, and changes nothing: neither the schema nor an empty data directory. */
export async function status(invocation: Invocation): Promise<Result> {
  const { config } = invocation;
  const [server, database] = await Promise.all([askServer(config), askDatabase(invocation)]);
  const json = { ...database.facts, dataDirectory: config.dataDir, server };
  const rows = [
    ...database.rows,
    ['Data', config.dataDir],
    ['Server', `${server.url} ${server.isReady ? 'is ready' : server.answers ? 'is not ready' : 'does not answer'}`],
  ];
  return { json, text: table(rows), ...(database.failure && { failure: database.failure }) };
}

interface Answer {
  facts: object;
  rows: string[][];
  failure?: Error;
}

async function askDatabase(invocation: Invocation): Promise<Answer> {
  try {
    if (!hasDatabase(invocation.config)) throw noDatabase(invocation.config);
    return await using(openDatabase, invocation, describe);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const facts = { database: { isReachable: false, reason: failure.message } };
    return { facts, rows: [['Database', 'not reachable']], failure };
  }
}

const noDatabase = ({ dataDir }: Config) =>
  new DatabaseUnavailable(
    `There is no database in ${dataDir} yet.`,
    'Make one with "causeway start", or set DATA_DIR or DATABASE_URL.',
  );

async function describe({ db, clock, description }: OpenDatabase): Promise<Answer> {
  const { applied, known } = await schemaVersions(db);
  const database = { isReachable: true, description };
  const schema = { version: applied, known };
  const rows = [
    ['Database', `${description}, reachable`],
    ['Schema', `version ${applied}${applied === known ? '' : `, this Causeway knows ${known}`}`],
  ];
  if (applied === 0) return { facts: { database, schema }, rows };
  if (applied > known) return { facts: { database, schema }, rows, failure: newerSchema(applied, known) };
  const [platforms, jobs, keys] = await Promise.all([
    countPlatforms(db),
    summarizeQueue(db, clock.now()),
    listKeys(db),
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

const newerSchema = (applied: number, known: number) =>
  new DatabaseUnavailable(
    `The database has schema version ${applied}, this Causeway knows ${known}.`,
    'Use the newer Causeway that made it.',
  );

/** A server that listens everywhere is asked on this machine. */
const ownAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function askServer({ host, port }: Config): Promise<{ url: string; answers: boolean; isReady: boolean }> {
  const address = ownAddress[host] ?? host;
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
