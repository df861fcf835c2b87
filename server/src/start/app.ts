import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { errorPath } from '../engine/docs/errors.ts';
import { pageUrl } from '../engine/docs/page.ts';
import { readBasic } from '../engine/http/credentials.ts';
import { Drain } from '../engine/http/drain.ts';
import { addHealth } from '../engine/http/health.ts';
import { Housekeeping } from '../engine/http/housekeeping.ts';
import { Metrics } from '../engine/http/metrics.ts';
import { type LimiterOf, ownLimiter } from '../engine/http/rate-limit.ts';
import { renamedRoutes } from '../engine/http/renamed-routes.ts';
import type { Route } from '../engine/http/route.ts';
import { createServer } from '../engine/http/server.ts';
import { StateGauges } from '../engine/http/state-gauges.ts';
import type { JobHandlers, Worker } from '../engine/jobs/worker.ts';
import type { Ledger } from '../engine/ledger/post.ts';
import type { RelayMember, RelaySubscription } from '../engine/live/relay.ts';
import { type OnRequest, RequestLog } from '../engine/request-log/log.ts';
import type { DeliveryWorker } from '../engine/webhooks/delivery-worker.ts';
import { EventWaits } from '../engine/webhooks/event-waits.ts';
import type { Webhooks } from '../engine/webhooks/service.ts';
import { BASE_PATH, type Config } from '../foundation/config.ts';
import type { Database } from '../foundation/db/database.ts';
import { type MasterKeys, Vault } from '../foundation/db/vault.ts';
import type { Clock } from '../foundation/kernel/clock.ts';
import { memberOf } from '../foundation/kernel/ip-networks.ts';
import { wireWordsOf } from '../foundation/kernel/product-word.ts';
import { AccessCache } from '../parties/platforms/access.ts';
import { rebuildQuote } from '../payments/quotes/record.ts';
import { authenticateAgent } from '../surfaces/agents/access.ts';
import { readGauges } from '../surfaces/operator/gauges.ts';
import { authenticateOperator } from '../surfaces/operator/operators.ts';
import { faultSource } from '../surfaces/sandbox/faults.ts';
import { addAgentTools } from './composition/agent-tools.ts';
import { bankReports } from './composition/bank-reports.ts';
import { buildConsole } from './composition/console.ts';
import { addDocumentation, documentOf } from './composition/document.ts';
import { buildJobHandlers } from './composition/job-handlers.ts';
import { requestLimiters } from './composition/limiters.ts';
import { buildLive } from './composition/live.ts';
import { addPages } from './composition/pages.ts';
import { buildRoutes } from './composition/routes.ts';
import { buildServices, type Services } from './composition/services.ts';
import { sweepsOf } from './composition/sweeps.ts';
import { buildDeliveryWorker, buildWorker } from './composition/workers.ts';

interface AppOptions {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  masterKeys: MasterKeys;
  siblings?: Siblings;
  /** Reason why an embedded database needs manual repair; undefined when it needs none. */
  damage?: () => string | undefined | Promise<string | undefined>;
  onRequest?: OnRequest;
  /** Additional job handlers for tests. */
  jobHandlers?: JobHandlers;
  /** Directory of the playground. By default beside the bundle. */
  playground?: URL;
  /** Directory of the console. By default beside the bundle. */
  console?: URL;
  /** Directory of the documentation's style sheet and script. By default beside the bundle. */
  docs?: URL;
  /** Directory of the guides. By default beside the bundle. */
  guides?: URL;
}

/** Services that the processes of one server share; absent in a single process. */
export interface Siblings {
  limiterOf: LimiterOf;
  /** Notifies the other processes and waits until they have reloaded their access caches. */
  accessChanged: () => Promise<void>;
  /** Metrics of all processes together. */
  metrics: () => Promise<string>;
  /** Subscription to the hints that the processes share. */
  relay: RelaySubscription;
}

export interface App {
  http: FastifyInstance;
  routes: readonly Route[];
  vault: Vault;
  accessCache: AccessCache;
  ledger: Ledger;
  worker: Worker;
  deliveryWorker: DeliveryWorker;
  webhooks: Webhooks;
  housekeeping: Housekeeping;
  requestLog: RequestLog;
  metrics: Metrics;
  live: RelayMember;
  /** Runs one exchange of bank files now, in addition to the scheduled ones. */
  exchangeBankFiles(): Promise<void>;
  /** Listens on CONSOLE_PORT as well, if set. Call after `http.listen`. */
  listenForConsole(address: { http: FastifyInstance; host: string }): Promise<void>;
  stop(): Promise<void>;
}

/** Builds every module once and starts it. Called by the processes and by tests. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, masterKeys, clock, log, siblings, damage, jobHandlers } = options;
  const { playground, docs, guides, console: consoleFiles } = directoriesOf(options);

  const vault = await Vault.open(db, masterKeys, clock.now(), (err) => log.error({ err }, 'keys were rotated'));
  const metrics = new Metrics(db);
  const onDropped = (count: number): void => metrics.requestLogDropped.inc(count);
  const requestLog = new RequestLog({ db, keep: config.requestLogKeep, onDropped, onRequest: options.onRequest });
  const publicUrl = (): string => config.publicUrl ?? listeningUrl(http);
  const base = { config, db, vault, clock, log, requestLog };
  const services = await buildServices(base, publicUrl);
  const { bankFiles, ledger, payments, webhooks } = services;

  const handlers = { ...buildJobHandlers(config, services), ...jobHandlers };
  const worker = buildWorker(base, services, { handlers, metrics });
  const deliveryWorker = buildDeliveryWorker(base, services, metrics);
  const housekeeping = new Housekeeping({ db, clock, requestLog, log, sweeps: sweepsOf(config, services, log) });

  const accessCache = new AccessCache(db, vault, siblings?.accessChanged);
  const limiterOf = siblings?.limiterOf ?? ownLimiter;
  const wireWords = wireWordsOf(config.headerPrefix);
  const agentOf = (accessToken: string) => authenticateAgent({ db, vault, accessCache }, accessToken);
  const drain = new Drain({ delayMs: config.drainDelayMs });
  const eventWaits = new EventWaits(db, drain);
  const live = buildLive(db, drain, siblings?.relay);
  const routes = buildRoutes(config, { ...services, limiterOf, accessCache, worker, eventWaits, live });
  const namedRoutes = renamedRoutes(routes, wireWords);
  const consoleDeps = { db, vault, clock, accessCache, limiterOf, drain, log, directory: consoleFiles };
  const webConsole = buildConsole(config, consoleDeps);
  const http: FastifyInstance = createServer({
    basePath: BASE_PATH,
    routes: namedRoutes,
    ...base,
    rebuildResponse: (platformId, reference) => rebuildQuote(db, platformId, reference),
    metrics,
    ...requestLimiters(config, limiterOf),
    isTrustedProxy: config.trustedProxies.length > 0 ? memberOf(config.trustedProxies) : undefined,
    drain,
    docUrl: (code) => `${publicUrl()}${pageUrl({ path: errorPath(wireWords.renamed<string>(code)) })}`,
    authenticate: (header) => accessCache.authenticate(header, readBasic),
    authenticateOperator: (credentials) => authenticateOperator({ db, vault, now: clock.now() }, credentials),
    authenticateAgent: agentOf,
    ...webConsole.forServer,
    wireWords,
    isAlwaysStrict: { SANDBOX: false, PRODUCTION: true },
    faults: { SANDBOX: faultSource({ db, accessCache }), PRODUCTION: undefined },
    requestTimeoutMs: config.requestTimeoutMs,
  });
  addHealth(http, { db, metrics: measured(options, services, metrics), drain, damage });
  addPages(http, config, services, { drain, log, metrics, limiterOf, playground });
  webConsole.addTo(http);
  const toolOptions = { routes: namedRoutes, publicUrl, drain, log, limiterOf, authenticateAgent: agentOf };
  addAgentTools(http, config, toolOptions);
  addDocumentation(http, config, { makeDocument: () => documentOf(routes, publicUrl(), config), docs, guides });

  const reports = bankReports(services);
  worker.start();
  deliveryWorker.start();
  housekeeping.start();
  bankFiles.start(reports);

  const stop = async (): Promise<void> => {
    await drain.close(http, webConsole.stopListening);
    await worker.stop();
    await deliveryWorker.stop();
    await payments.approvals.stop();
    await webhooks.sender.close();
    await bankFiles.stop();
    housekeeping.stop();
    accessCache.stop();
    await requestLog.flush();
  };
  const modules = { vault, accessCache, ledger, worker, deliveryWorker, webhooks, housekeeping, requestLog, metrics };
  const { listen: listenForConsole } = webConsole;
  return { http, routes, ...modules, live, exchangeBankFiles: () => bankFiles.run(reports), listenForConsole, stop };
}

const directoriesOf = ({ playground, docs, guides, console: consoleFiles }: AppOptions) => ({
  playground: playground ?? beside('playground'),
  docs: docs ?? beside('docs'),
  guides: guides ?? beside('guides'),
  console: consoleFiles ?? beside('console'),
});

/** Directory of built files. */
const beside = (name: string): URL => new URL(`./${name}/`, import.meta.url);

/** Adds up the counters of all processes; reads the database gauges once. */
function measured({ siblings, clock, log }: AppOptions, services: Services, { registry }: Metrics) {
  const counted = siblings?.metrics ?? (() => registry.metrics());
  const gauges = new StateGauges({
    clock,
    read: (now) => readGauges(services, now),
    onProblem: (err) => log.warn({ err }, 'gauges could not be read'),
  });
  return async (): Promise<string> => `${await counted()}\n${await gauges.text()}`;
}

/** URL of this process on the same machine. */
export function listeningUrl(http: FastifyInstance): string {
  const address = http.server.address();
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : 'http://localhost';
}
