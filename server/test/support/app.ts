import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { JobHandlers } from '../../src/engine/jobs/worker.ts';
import { audit } from '../../src/engine/ledger/audit.ts';
import { BASE_PATH, type Config, readConfig } from '../../src/foundation/config.ts';
import { noReceipt } from '../../src/foundation/db/idempotency-receipt.ts';
import type { Permission, PlatformMode } from '../../src/foundation/kernel/callers.ts';
import { type Clock, systemClock } from '../../src/foundation/kernel/clock.ts';
import { createPlatform } from '../../src/parties/platforms/platforms.ts';
import { createToken } from '../../src/parties/platforms/tokens.ts';
import { type App, buildApp, listeningUrl } from '../../src/start/app.ts';
import { createOperator } from '../../src/surfaces/operator/operators.ts';
import { activePlatforms, Client } from './client.ts';
import { type Contract, contractOf } from './contract.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** A long fuzz run logs millions of lines. */
const KEPT_LINES = 20_000;

const GUIDES = new URL('../../../docs/', import.meta.url);
/** Built by `npm test` before the first test. */
const CONSOLE = new URL('../../dist/console/', import.meta.url);

interface TestAppOptions {
  config?: Partial<Config>;
  clock?: Clock;
  jobHandlers?: JobHandlers;
  /** Database to use instead of a fresh one on the shared PostgreSQL. Closed together with the service. */
  database?: TestDatabase;
  /** Another process on the same database, with the same master key. */
  beside?: TestApp;
  /** Directory of the built playground files. */
  playground?: URL;
  /** Directory of the built console. */
  console?: URL;
  /** Directory of the built style sheet and script of the documentation. */
  docs?: URL;
}

/** The whole service in this process, on its own database, listening on a real port. */
export class TestApp {
  readonly app: App;
  readonly database: TestDatabase;
  readonly url: string;
  readonly masterKey: Buffer;
  /** The most recent log lines, at trace level. */
  readonly logs: string[];
  /** A sandbox platform with a token that has every permission. */
  readonly client: Client;
  readonly contract: Contract;
  readonly #close: () => Promise<void>;
  /** Platforms of a file on a shared server. */
  readonly #platformIds: string[] | undefined;

  private constructor(parts: Parts, { close, platformIds }: { close: () => Promise<void>; platformIds?: string[] }) {
    this.app = parts.app;
    this.database = parts.database;
    this.url = parts.url;
    this.masterKey = parts.masterKey;
    this.logs = parts.logs;
    this.client = parts.client;
    this.contract = parts.contract;
    this.#close = close;
    this.#platformIds = platformIds;
  }

  /**
   * The server that the files of one worker share, with a separate platform for this file. For files that need no
   * settings, clock or tables of their own: rows and jobs of other platforms are present.
   */
  static async shared(): Promise<TestApp> {
    shared ??= TestApp.start();
    const parts = await shared;
    parts.logs.length = 0;
    const client = await parts.newPlatform();
    return new TestApp({ ...parts, client }, { close: async () => {}, platformIds: [client.platformId] });
  }

  static async start({
    config = {},
    clock = systemClock,
    jobHandlers = {},
    beside,
    database: given,
    playground,
    console = CONSOLE,
    docs,
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
      console,
      ...(docs && { docs }),
      guides: GUIDES,
    });
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    const url = listeningUrl(app.http);
    const contract = await contractFor(app, { url, isUsual: Object.keys(config).length === 0 });
    const client = beside?.client.at(url) ?? (await newPlatform(app, { database, url, contract }));
    const close = async (): Promise<void> => {
      await app.stop();
      await (beside ? db : database).close();
    };
    return new TestApp({ app, database, url, masterKey, logs, client, contract }, { close });
  }

  async newPlatform(mode: PlatformMode = 'SANDBOX'): Promise<Client> {
    const client = await newPlatform(this.app, this, mode);
    this.#platformIds?.push(client.platformId);
    return client;
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

  /**
   * Checks every invariant of the ledger: on a shared server for the platforms of this file that have sent a request
   * since the last audit, else for all.
   */
  async audit(): Promise<void> {
    const active = this.#platformIds?.filter((id) => activePlatforms.delete(id));
    const ids = active?.length === 0 ? this.#platformIds : active;
    for (const scope of ids && ids.length <= FEW_PLATFORMS ? ids.map((platformId) => ({ platformId })) : [{}]) {
      const { findings } = await audit(this.database.db, scope);
      if (findings.length > 0) throw new Error(`audit: ${JSON.stringify(findings, null, 2)}`);
    }
  }

  /** A shared server stays up for the next file, and ends with its worker. */
  stop(): Promise<void> {
    return this.#close();
  }
}

type Parts = Pick<TestApp, 'app' | 'database' | 'url' | 'masterKey' | 'logs' | 'client' | 'contract'>;

/** A complete audit takes about as long as this many audits of one platform. */
const FEW_PLATFORMS = 4;

let shared: Promise<TestApp> | undefined;
let usual: Contract | undefined;

/** Reuses the contract of an earlier server if both have the default settings. */
async function contractFor({ http }: App, { url, isUsual }: { url: string; isUsual: boolean }): Promise<Contract> {
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
      if (lines.length === 2 * KEPT_LINES) lines.splice(0, KEPT_LINES);
      lines.push(String(chunk));
      done();
    },
  });
