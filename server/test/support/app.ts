import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { type App, buildApp, listeningUrl } from '../../src/app.ts';
import { BASE_PATH, type Config, readConfig } from '../../src/config.ts';
import { noReceipt } from '../../src/db/receipt.ts';
import type { JobHandlers } from '../../src/jobs/worker.ts';
import type { Permission, PlatformMode } from '../../src/kernel/callers.ts';
import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import { audit } from '../../src/ledger/audit.ts';
import { createOperator } from '../../src/operator/operators.ts';
import { createPlatform } from '../../src/platforms/platforms.ts';
import { createToken } from '../../src/platforms/tokens.ts';
import { Client } from './client.ts';
import { type Contract, contractOf } from './contract.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

interface TestAppOptions {
  config?: Partial<Config>;
  clock?: Clock;
  jobHandlers?: JobHandlers;
  /** In place of a fresh one on the shared PostgreSQL; closed together with the service. */
  database?: TestDatabase;
  /** Another process on the same database, with the same master key. */
  beside?: TestApp;
  /** Where the built files of the playground are. */
  playground?: URL;
}

/** The whole service in this process, on a database of its own, listening on a real port. */
export class TestApp {
  readonly app: App;
  readonly database: TestDatabase;
  readonly url: string;
  readonly masterKey: Buffer;
  /** Every line that was logged, at trace level. */
  readonly logs: string[];
  /** A sandbox platform with a token that may do everything. */
  readonly client: Client;
  readonly contract: Contract;
  readonly #ownsDatabase: boolean;

  private constructor(
    parts: Pick<TestApp, 'app' | 'database' | 'url' | 'masterKey' | 'logs' | 'client' | 'contract'>,
    ownsDatabase: boolean,
  ) {
    this.app = parts.app;
    this.database = parts.database;
    this.url = parts.url;
    this.masterKey = parts.masterKey;
    this.logs = parts.logs;
    this.client = parts.client;
    this.contract = parts.contract;
    this.#ownsDatabase = ownsDatabase;
  }

  static async start({
    config = {},
    clock = systemClock,
    jobHandlers = {},
    beside,
    database: given,
    playground,
  }: TestAppOptions = {}): Promise<TestApp> {
    const database = beside?.database ?? given ?? (await openTestDatabase());
    const masterKey = beside?.masterKey ?? randomBytes(32);
    const logs: string[] = [];
    const log = pino({ level: 'trace' }, lineCollector(logs));
    const db = beside ? database.open() : database.db;
    const settings = { ...readConfig({}), ...config };
    const app = await buildApp({
      config: settings,
      db,
      masterKeys: [masterKey],
      clock,
      log,
      jobHandlers,
      ...(playground && { playground }),
    });
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    const url = listeningUrl(app.http);
    const contract = await judgeOf(app, { url, isUsual: Object.keys(config).length === 0 });
    const client = beside?.client.at(url) ?? (await newPlatform(app, { database, url, contract }));
    return new TestApp({ app, database, url, masterKey, logs, client, contract }, !beside);
  }

  newPlatform(mode: PlatformMode = 'SANDBOX'): Promise<Client> {
    return newPlatform(this.app, this, mode);
  }

  /** A client of the same platform as `client`, with fewer permissions. */
  async clientWith(granted: readonly Permission[], client = this.client): Promise<Client> {
    const { db } = this.database;
    const token = {
      platformId: client.platformId,
      name: granted.join(' '),
      permissions: granted,
      at: systemClock.now(),
    };
    const made = JSON.parse(await createToken(db, this.app.vault, token, noReceipt));
    return new Client({ ...client, clientId: made.clientId, clientSecret: made.clientSecret, tokenId: made.id });
  }

  async newOperator(): Promise<Client> {
    const { id, secret } = await createOperator(this.database.db, this.app.vault, {
      name: 'test',
      at: systemClock.now(),
    });
    const { url, contract } = this;
    return new Client({ url, basePath: '', clientId: id, clientSecret: secret, platformId: '', tokenId: id, contract });
  }

  /** Every invariant of the ledger, or an error that says which one is broken. */
  async audit(): Promise<void> {
    const { findings } = await audit(this.database.db);
    if (findings.length > 0) throw new Error(`audit: ${JSON.stringify(findings, null, 2)}`);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    if (this.#ownsDatabase) await this.database.close();
  }
}

let usual: Contract | undefined;

/** By what it serves; a server without settings of its own serves what the one before it did. */
async function judgeOf({ http }: App, { url, isUsual }: { url: string; isUsual: boolean }): Promise<Contract> {
  if (isUsual && usual) return usual;
  const contract = contractOf((await http.inject('/openapi.json')).body, url);
  if (isUsual) usual = contract;
  return contract;
}

async function newPlatform(
  app: App,
  { database, url, contract }: Pick<TestApp, 'database' | 'url' | 'contract'>,
  mode: PlatformMode = 'SANDBOX',
): Promise<Client> {
  const { id, token } = await createPlatform(database.db, app.vault, { name: 'test', mode, at: systemClock.now() });
  return new Client({ ...token, tokenId: token.id, url, basePath: BASE_PATH, platformId: id, contract });
}

const lineCollector = (lines: string[]): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
