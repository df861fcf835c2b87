import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isFieldValid } from './accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from './accounts/account-types.ts';
import { ExternalAccount } from './accounts/external-schemas.ts';
import { addLivenessPage } from './accounts/liveness-routes.ts';
import { LIVENESS_JOB, livenessConclusion } from './accounts/ownership.ts';
import { accountRoutes } from './accounts/routes.ts';
import { InternalAccount } from './accounts/schemas.ts';
import { BASE_PATH, type Config, VERSION } from './config.ts';
import { customerImport } from './customers/import.ts';
import { IMPORT_JOB } from './customers/import-record.ts';
import { ownerRoutes } from './customers/owner-routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { BulkImport, Customer, ImportedCustomer } from './customers/schemas.ts';
import { CURRENT_TERMS } from './customers/terms.ts';
import type { Database } from './db/database.ts';
import { type MasterKeys, Vault } from './db/vault.ts';
import { addDocs } from './http/docs.ts';
import { Drain } from './http/drain.ts';
import { addHealth } from './http/health.ts';
import { Housekeeping } from './http/housekeeping.ts';
import { Metrics } from './http/metrics.ts';
import { docAnchor, openApiDocument } from './http/openapi.ts';
import { RateLimiter } from './http/rate-limit.ts';
import { RequestLog } from './http/request-log.ts';
import type { Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { checker } from './http/validation.ts';
import { type JobHandlers, Worker } from './jobs/worker.ts';
import type { Clock } from './kernel/clock.ts';
import { Ledger } from './ledger/post.ts';
import { sweepFiles } from './onboarding/files.ts';
import { addHostedPages, addTermsPage } from './onboarding/hosted-routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { Verification } from './onboarding/schemas.ts';
import { authenticateOperator } from './operator/operators.ts';
import { operatorRoutes } from './operator/routes.ts';
import { AccessCache } from './platforms/access.ts';
import { platformRoutes } from './platforms/routes.ts';
import { databaseBlobs } from './providers/blobs/database.ts';
import { directoryBlobs } from './providers/blobs/directory.ts';
import { configuredFunding } from './providers/funding/configured.ts';
import { sandboxFunding } from './providers/funding/sandbox.ts';
import { manualIdentity } from './providers/identity/manual.ts';
import { sandboxIdentity } from './providers/identity/sandbox.ts';
import { sandboxLiveness } from './providers/liveness/sandbox.ts';
import { unavailableLiveness } from './providers/liveness/unavailable.ts';
import { magicValues } from './providers/magic-values.ts';
import { DELIVERY_JOB, deliveredMessaging, messageDelivery } from './providers/messaging/delivery.ts';
import { sandboxInbox, sandboxMessaging } from './providers/messaging/sandbox.ts';
import { sandboxNameCheck } from './providers/name-check/sandbox.ts';
import { unsupportedNameCheck } from './providers/name-check/unsupported.ts';
import { mainNetworks } from './providers/networks/mainnet.ts';
import { sandboxNetworks } from './providers/networks/sandbox.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { IncomingTransaction } from './transactions/schemas.ts';
import { webhookDocs } from './webhooks/schemas.ts';

export interface AppOptions {
  config: Config;
  db: Database;
  masterKeys: MasterKeys;
  clock: Clock;
  log: Logger;
  /** Jobs of slices that only a test has. */
  jobHandlers?: JobHandlers;
}

export interface App {
  http: FastifyInstance;
  routes: readonly Route[];
  vault: Vault;
  accessCache: AccessCache;
  ledger: Ledger;
  worker: Worker;
  housekeeping: Housekeeping;
  requestLog: RequestLog;
  stop(): Promise<void>;
}

/** The sandbox invents accounts of every kind there is. */
const bankCatalogue = {
  types: accountTypes,
  isValid: (type: string, field: string, value: string) =>
    isFieldValid(type as AccountTypeName, field, value, sandboxNetworks),
};

/** What events tell of, as its GET returns it. */
const webhooks = webhookDocs({
  InternalAccount,
  ExternalAccount,
  IncomingTransaction,
  Customer,
  BulkCustomerImportJob: BulkImport,
  Verification,
});

/** Builds each module once: what main and every test call. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, masterKeys, clock, log } = options;
  const vault = await Vault.open(db, masterKeys, clock.now(), (err) => log.error({ err }, 'keys were rotated'));
  const metrics = new Metrics(db);
  const onDropped = (count: number): void => metrics.requestLogDropped.inc(count);
  const requestLog = new RequestLog({ db, keep: config.requestLogKeep, onDropped });
  const publicUrl = (): string => config.publicUrl ?? listeningUrl(http);
  const needs = { clock, ...adapters(config, { db, vault, publicUrl }) };
  const accessCache = new AccessCache(db, vault);
  const ledger = new Ledger(db);
  const worker = buildWorker(options, needs, metrics);
  const housekeeping = new Housekeeping({ db, clock, requestLog, log, sweeps: [() => sweepFiles(needs)] });
  const drain = new Drain();
  const routes = buildRoutes(config, { ...needs, accessCache, ledger, worker });

  const http: FastifyInstance = createServer({
    basePath: BASE_PATH,
    routes,
    db,
    vault,
    clock,
    log,
    metrics,
    requestLog,
    rateLimiter: new RateLimiter(config.rateLimit),
    drain,
    docUrl: (route) => `${publicUrl()}/docs${docAnchor(route)}`,
    authenticate: (credentials) => accessCache.authenticate(credentials),
    authenticateOperator: (credentials) => authenticateOperator(db, vault, credentials),
    requestTimeoutMs: config.requestTimeoutMs,
  });
  addHealth(http, { db, metrics, drain });
  addLivenessPage(http);
  addHostedPages(http, { ...needs, drain, log });
  if (!config.endUserTermsUrl) addTermsPage(http);
  addDocs(http, () =>
    openApiDocument({ routes, webhooks, basePath: BASE_PATH, publicUrl: publicUrl(), version: VERSION }),
  );
  worker.start();
  housekeeping.start();

  const stop = async (): Promise<void> => {
    await drain.close(http);
    await worker.stop();
    housekeeping.stop();
    accessCache.stop();
    await requestLog.flush();
  };
  return { http, routes, vault, accessCache, ledger, worker, housekeeping, requestLog, stop };
}

interface Ground {
  db: Database;
  vault: Vault;
  publicUrl: () => string;
}

/** The outside world, by mode: what a slice is handed in place of asking which mode it is in. */
const adapters = (config: Config, { db, vault, publicUrl }: Ground) => ({
  db,
  vault,
  publicUrl,
  defaultUmaDomain: config.sandboxUmaDomain,
  termsUrl: () => config.endUserTermsUrl ?? `${publicUrl()}/end-user-terms/${CURRENT_TERMS}`,
  blobs: config.blobDirectory ? directoryBlobs(config.blobDirectory) : databaseBlobs(db),
  messaging: { SANDBOX: sandboxMessaging, PRODUCTION: deliveredMessaging(vault) },
  identity: { SANDBOX: sandboxIdentity, PRODUCTION: manualIdentity },
  funding: { SANDBOX: sandboxFunding(bankCatalogue), PRODUCTION: configuredFunding(config.houseAccounts) },
  networks: { SANDBOX: sandboxNetworks, PRODUCTION: mainNetworks },
  nameCheck: { SANDBOX: sandboxNameCheck, PRODUCTION: unsupportedNameCheck },
  liveness: { SANDBOX: sandboxLiveness(publicUrl), PRODUCTION: unavailableLiveness },
});

type Needs = ReturnType<typeof adapters> & { clock: Clock };

const buildWorker = (
  { config, db, clock, log, jobHandlers = {} }: AppOptions,
  needs: Needs,
  metrics: Metrics,
): Worker =>
  new Worker({
    db,
    clock,
    handlers: {
      [DELIVERY_JOB]: messageDelivery(needs.vault, config),
      [IMPORT_JOB]: customerImport({ ...needs, checkShape: checker(ImportedCustomer) }),
      [LIVENESS_JOB]: livenessConclusion(db),
      ...jobHandlers,
    },
    onFailure: ({ kind, id, attempts }, err, outcome) => log.warn({ kind, id, attempts, err, outcome }, 'job failed'),
    onRun: ({ kind }, outcome, ms) => metrics.jobs.observe({ kind, outcome }, ms / 1_000),
  });

interface Engines {
  accessCache: AccessCache;
  ledger: Ledger;
  worker: Worker;
}

const buildRoutes = (config: Config, needs: Needs & Engines): Route[] => [
  ...platformRoutes(needs),
  ...accountRoutes(needs),
  ...customerRoutes(needs),
  ...ownerRoutes(needs),
  ...onboardingRoutes(needs),
  ...sandboxRoutes({ ...needs, magicValues: magicValues(config.sandboxUmaDomain), inbox: sandboxInbox(needs.db) }),
  ...operatorRoutes({ ...needs, allowsProduction: config.masterKeys.length > 0 }),
];

/** Where this process can be reached from the same machine. */
export function listeningUrl(http: FastifyInstance): string {
  const address = http.server.address();
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : 'http://localhost';
}
