import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isAddressOn } from './accounts/deliveries.ts';
import { ExternalAccount } from './accounts/external-schemas.ts';
import { findInternalAccount } from './accounts/internal-accounts.ts';
import { addLivenessPage } from './accounts/liveness-routes.ts';
import { LIVENESS_JOB, livenessConclusion } from './accounts/ownership.ts';
import { accountRoutes } from './accounts/routes.ts';
import { InternalAccount } from './accounts/schemas.ts';
import { authenticateAgent } from './agents/access.ts';
import { agentHandlers, approveTransaction, rejectTransaction } from './agents/approvals.ts';
import { agentRoutes } from './agents/routes.ts';
import { AgentAction } from './agents/schemas.ts';
import { cardholderHandlers } from './cards/cardholder.ts';
import { issueHandlers } from './cards/issue.ts';
import { processorHandlers } from './cards/processor-news.ts';
import { addProcessor } from './cards/processor-routes.ts';
import { addRevealPage } from './cards/reveal-routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { Card } from './cards/schemas.ts';
import { cardTransactionHandlers } from './cards/transaction-closing.ts';
import { BASE_PATH, type Config, VERSION } from './config.ts';
import { sweepFiles } from './customers/files.ts';
import { customerImport } from './customers/import.ts';
import { IMPORT_JOB } from './customers/import-record.ts';
import { ownerRoutes } from './customers/owner-routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { BulkImport, Customer, ImportedCustomer } from './customers/schemas.ts';
import { type MasterKeys, Vault } from './db/vault.ts';
import { directoryRoutes } from './directories/routes.ts';
import { furnish, isReachable, type Needs, type Site } from './furnish.ts';
import { readBasic } from './http/credentials.ts';
import { addDocs } from './http/docs.ts';
import { Drain } from './http/drain.ts';
import { addHealth } from './http/health.ts';
import { Housekeeping } from './http/housekeeping.ts';
import { Metrics } from './http/metrics.ts';
import { docAnchor, openApiDocument } from './http/openapi.ts';
import { type LimiterOf, ownLimiter } from './http/rate-limit.ts';
import { RequestLog } from './http/request-log.ts';
import type { Route } from './http/route.ts';
import { createServer, GUESSES } from './http/server.ts';
import { checker } from './http/validation.ts';
import { addInvitationPage, invitationRoutes } from './invitations/routes.ts';
import { Invitation } from './invitations/schemas.ts';
import { type JobHandlers, Worker } from './jobs/worker.ts';
import type { Ledger } from './ledger/post.ts';
import { sweepTallies } from './ledger/tallies.ts';
import { addHostedPages, addTermsPage } from './onboarding/hosted-routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { Verification } from './onboarding/schemas.ts';
import { authenticateOperator } from './operator/operators.ts';
import { operatorRoutes } from './operator/routes.ts';
import { AccessCache } from './platforms/access.ts';
import { readSettings } from './platforms/config.ts';
import { platformRoutes } from './platforms/routes.ts';
import { magicValues } from './providers/magic-values.ts';
import { DELIVERY_JOB, messageDelivery } from './providers/messaging/delivery.ts';
import { sandboxInbox } from './providers/messaging/sandbox.ts';
import type { Reports } from './providers/rails/bank-files/port.ts';
import { localUma } from './providers/uma/local.ts';
import { sweepNonces } from './providers/uma/nonces.ts';
import type { UmaQuery } from './providers/uma/port.ts';
import { sandboxUma } from './providers/uma/sandbox.ts';
import { sweepActivities } from './providers/wallet-activity/sandbox.ts';
import { lapseHandlers } from './quotes/authorization.ts';
import { expiryHandlers } from './quotes/expiry.ts';
import { quoteRoutes } from './quotes/routes.ts';
import { rateRoutes } from './rates/routes.ts';
import { sweepLookups } from './receivers/lookups.ts';
import { ownCustomerAt } from './receivers/own-customers.ts';
import { receiverRoutes } from './receivers/routes.ts';
import { arrivalRoutes } from './sandbox/arrival-routes.ts';
import { cardSimulationRoutes } from './sandbox/card-routes.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { stablecoinFundingRoutes } from './sandbox/stablecoin-routes.ts';
import { RESET_LIVENESS_JOB, resetLivenessConclusion } from './sca/resets.ts';
import { scaRoutes } from './sca/routes.ts';
import { stablecoinHandlers } from './stablecoins/follow.ts';
import { stablecoinRoutes } from './stablecoins/routes.ts';
import { cancellationHandlers } from './transactions/actions.ts';
import { approvalRoutes } from './transactions/approval-routes.ts';
import { approvalHandlers } from './transactions/approvals.ts';
import { Approvals } from './transactions/approvals-asking.ts';
import { creditArrived } from './transactions/arrivals-bank.ts';
import { depositHandlers } from './transactions/arrivals-deposit.ts';
import { awaitedHandlers } from './transactions/arrivals-network.ts';
import { CardTransaction } from './transactions/card-schemas.ts';
import { legOf } from './transactions/legs.ts';
import { report } from './transactions/lifecycle.ts';
import { payoutHandlers } from './transactions/payouts.ts';
import { transactionRoutes } from './transactions/routes.ts';
import { IncomingPaymentEvent, OutgoingPaymentEvent } from './transactions/schemas.ts';
import { transferRoutes } from './transactions/transfers-routes.ts';
import { addUmaEndpoints } from './uma/routes.ts';
import { addAssociationFiles } from './wallets/association-routes.ts';
import { sweepChallenges } from './wallets/challenge-record.ts';
import { delegatedKeyRoutes } from './wallets/delegated-routes.ts';
import { operationHandlers } from './wallets/operations.ts';
import { addPlayground } from './wallets/playground-routes.ts';
import { walletRoutes } from './wallets/routes.ts';
import { CompletedWalletOperation, FailedWalletOperation } from './wallets/schemas.ts';
import { sweepSessions } from './wallets/session-record.ts';
import type { Courier } from './webhooks/courier.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { disabledEntry } from './webhooks/disabled-entry.ts';
import { disable, type SwitchOff } from './webhooks/endpoints.ts';
import { Recorder } from './webhooks/recorder.ts';
import { sweepEvents } from './webhooks/retention.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookDocs } from './webhooks/schemas.ts';

export interface AppOptions extends Site {
  masterKeys: MasterKeys;
  siblings?: Siblings;
  /** Jobs of slices that only a test has. */
  jobHandlers?: JobHandlers;
  /** Where the files of the playground are; beside the bundle where it is left out. */
  playground?: URL;
}

/** What the processes of one server have in common, where there are several. */
export interface Siblings {
  limiterOf: LimiterOf;
  /** Tells the others, and waits until they know. */
  accessChanged: () => Promise<void>;
  /** Of all of them together. */
  metrics: () => Promise<string>;
}

export interface App {
  http: FastifyInstance;
  routes: readonly Route[];
  vault: Vault;
  accessCache: AccessCache;
  ledger: Ledger;
  worker: Worker;
  deliverer: Deliverer;
  courier: Courier;
  housekeeping: Housekeeping;
  requestLog: RequestLog;
  metrics: Metrics;
  stop(): Promise<void>;
}

/** What events tell of, by the names of the resources. */
const eventSchemas = {
  InternalAccount,
  ExternalAccount,
  IncomingTransaction: IncomingPaymentEvent,
  OutgoingTransaction: OutgoingPaymentEvent,
  CardTransaction,
  Customer,
  BulkCustomerImportJob: BulkImport,
  Verification,
  Card,
  AgentAction,
  UmaInvitation: Invitation,
  CompletedWalletOperation,
  FailedWalletOperation,
};

/** Builds each module once: what main and every test call. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, masterKeys, clock, log, siblings } = options;
  const vault = await Vault.open(db, masterKeys, clock.now(), (err) => log.error({ err }, 'keys were rotated'));
  const metrics = new Metrics(db);
  const onDropped = (count: number): void => metrics.requestLogDropped.inc(count);
  const requestLog = new RequestLog({ db, keep: config.requestLogKeep, onDropped });
  const publicUrl = (): string => config.publicUrl ?? listeningUrl(http);
  const needs = await furnish(options, vault, publicUrl);
  const accessCache = new AccessCache(db, vault, siblings?.accessChanged);
  const switchOff = switchWith(options, requestLog);
  const onProblem = (err: unknown): void => log.error({ err }, 'a payment was not decided');
  const approvals = new Approvals({ ...needs, switchOff, onProblem });
  const worker = buildWorker(options, { ...needs, approvals }, metrics);
  const { courier } = needs;
  const deliverer = buildDeliverer(options, needs, { metrics, switchOff });
  const housekeeping = new Housekeeping({
    db,
    clock,
    requestLog,
    log,
    sweeps: [...sweepsOf(needs), () => sweepEvents({ ...needs, keepEventsDays: config.keepEventsDays })],
  });
  const drain = new Drain();
  const limiterOf = siblings?.limiterOf ?? ownLimiter;
  const routes = buildRoutes(config, { ...needs, accessCache, worker, approvals, switchOff });

  const http: FastifyInstance = createServer({
    basePath: BASE_PATH,
    routes,
    db,
    vault,
    clock,
    log,
    metrics,
    requestLog,
    rateLimiter: limiterOf('token', config.rateLimit),
    guesses: limiterOf('guess', GUESSES, 'address'),
    drain,
    docUrl: (route) => `${publicUrl()}/docs${docAnchor(route)}`,
    authenticate: (header) => accessCache.authenticate(header, readBasic),
    authenticateOperator: (credentials) => authenticateOperator(db, vault, credentials),
    authenticateAgent: (accessToken) => authenticateAgent({ db, vault, accessCache }, accessToken),
    headerPrefix: config.headerPrefix,
    requestTimeoutMs: config.requestTimeoutMs,
  });
  addHealth(http, { db, metrics: siblings?.metrics ?? (() => metrics.registry.metrics()), drain });
  addPages(http, options, { ...needs, approvals, drain, log, metrics, limiterOf });
  addDocs(http, () => documentOf(routes, publicUrl(), config));
  worker.start();
  deliverer.start();
  housekeeping.start();
  needs.bankFiles.start(reportsTo(needs));

  const stop = async (): Promise<void> => {
    await drain.close(http);
    await worker.stop();
    await deliverer.stop();
    await approvals.stop();
    await courier.close();
    await needs.bankFiles.stop();
    housekeeping.stop();
    accessCache.stop();
    await requestLog.flush();
  };
  const modules = {
    vault,
    accessCache,
    ledger: needs.ledger,
    worker,
    deliverer,
    courier,
    housekeeping,
    requestLog,
    metrics,
  };
  return { http, routes, ...modules, stop };
}

/** What people and their phones read, beside the API. */
function addPages(
  http: FastifyInstance,
  { config, playground = new URL('./playground/', import.meta.url) }: AppOptions,
  needs: Needs & { approvals: Approvals; drain: Drain; log: Logger; metrics: Metrics; limiterOf: LimiterOf },
): void {
  addLivenessPage(http);
  if (config.invitationUrl === undefined) addInvitationPage(http);
  addAssociationFiles(http, config.associatedApps);
  addHostedPages(http, needs);
  addUmaEndpoints(http, needs);
  addRevealPage(http, needs);
  if (config.cardProcessor) addProcessor(http, { ...needs, secret: config.cardProcessor.secret });
  if (!config.endUserTermsUrl) addTermsPage(http);
  if (!allowsProduction(config)) addPlayground(http, { api: BASE_PATH, directory: playground });
}

/** A master key that is kept beside the data is good for the sandbox alone. */
const allowsProduction = ({ masterKeys }: Config): boolean => masterKeys.length > 0;

const sweepsOf = (needs: Needs) =>
  [sweepFiles, sweepLookups, sweepChallenges, sweepSessions, sweepActivities, sweepNonces, sweepTallies].map(
    (sweep) => () => sweep(needs),
  );

function documentOf(routes: readonly Route[], publicUrl: string, { headerPrefix }: Config): object {
  const webhooks = webhookDocs(eventSchemas, headerPrefix);
  return openApiDocument({ routes, webhooks, basePath: BASE_PATH, publicUrl, version: VERSION });
}

/** Banks speak of real money only: their outcomes are those of production platforms. */
const reportsTo = (needs: Needs): Reports => ({
  report: (platformId, paymentId, outcome) =>
    report(needs, { platformId, mode: 'PRODUCTION', at: needs.clock.now(), ...legOf(paymentId), outcome }),
  onCredit: (credit) => creditArrived(needs, credit, { mode: 'PRODUCTION', at: needs.clock.now() }),
});

const umaAdapters = (config: Config, needs: Needs) => {
  const { sandboxUmaDomain: defaultDomain } = config;
  const inHouse = { defaultDomain, customerAt: (query: UmaQuery) => ownCustomerAt(needs, query) };
  const { SANDBOX: network, PRODUCTION } = needs.umaNetwork;
  const scenarios = { umaDomain: defaultDomain, isReachable: isReachable(config), network };
  return {
    SANDBOX: localUma({ ...inHouse, outside: sandboxUma(scenarios) }),
    PRODUCTION: localUma({ ...inHouse, outside: PRODUCTION }),
  };
};

interface Witnesses {
  metrics: Metrics;
  switchOff: SwitchOff;
}

const buildDeliverer = ({ config, db, clock }: AppOptions, needs: Needs, { metrics, switchOff }: Witnesses) =>
  new Deliverer({
    db,
    clock,
    courier: needs.courier,
    recorder: new Recorder(db),
    firstRetryMs: config.webhooks.firstRetryMs,
    onAttempt: ({ latencyMs }, hasArrived) =>
      metrics.jobs.observe({ kind: 'webhook', outcome: hasArrived ? 'DONE' : 'RETRY' }, latencyMs / 1_000),
    switchOff,
  });

/** Of an endpoint that was disabled before, or is another by now, nothing is told. */
const switchWith =
  ({ db, log }: AppOptions, requestLog: RequestLog): SwitchOff =>
  async (endpoint, reason, attempt) => {
    if (!(await disable(db, endpoint, { at: attempt.at, reason }))) return;
    log.warn({ platformId: endpoint.platformId, reason }, 'webhook endpoint disabled');
    requestLog.add(() => disabledEntry(endpoint, reason, attempt));
  };

const buildWorker = (
  { config, db, clock, log, jobHandlers = {} }: AppOptions,
  needs: Needs & Pick<Engines, 'approvals'>,
  metrics: Metrics,
): Worker =>
  new Worker({
    db,
    clock,
    handover: needs.handover,
    handlers: {
      [DELIVERY_JOB]: messageDelivery(needs.vault, config),
      [IMPORT_JOB]: customerImport({ ...needs, checkShape: checker(ImportedCustomer) }),
      [LIVENESS_JOB]: livenessConclusion(db),
      ...payoutHandlers(needs),
      ...cancellationHandlers(needs),
      ...expiryHandlers(needs),
      ...approvalHandlers(needs),
      ...depositHandlers(needs),
      ...awaitedHandlers(needs),
      ...lapseHandlers(needs),
      ...operationHandlers(needs),
      ...agentHandlers(needs),
      ...stablecoinHandlers(needs),
      [RESET_LIVENESS_JOB]: resetLivenessConclusion(db),
      ...issueHandlers(needs),
      ...cardholderHandlers(needs),
      ...cardTransactionHandlers(needs),
      ...processorHandlers(needs),
      ...jobHandlers,
    },
    onFailure: ({ kind, id, attempts }, err, outcome) => log.warn({ kind, id, attempts, err, outcome }, 'job failed'),
    onRun: ({ kind }, outcome, ms) => metrics.jobs.observe({ kind, outcome }, ms / 1_000),
  });

interface Engines {
  accessCache: AccessCache;
  worker: Worker;
  approvals: Approvals;
  switchOff: SwitchOff;
}

const agentActions = (needs: Needs) => ({
  approve: (word: Parameters<typeof approveTransaction>[1]) => approveTransaction(needs, word),
  reject: (word: Parameters<typeof rejectTransaction>[1]) => rejectTransaction(needs, word),
});

const buildRoutes = (config: Config, needs: Needs & Engines): Route[] => [
  ...platformRoutes(needs),
  ...accountRoutes(needs),
  ...customerRoutes(needs),
  ...ownerRoutes(needs),
  ...onboardingRoutes(needs),
  ...quoteRoutes(needs),
  ...transactionRoutes(needs),
  ...transferRoutes(needs),
  ...approvalRoutes({ ...needs, agentActions: agentActions(needs) }),
  ...rateRoutes({
    ...needs,
    settingsOf: (platformId) => readSettings(needs.db, platformId),
    accountCurrency: async (platformId, id) => (await findInternalAccount(needs, platformId, id)).currency,
    isAddressOn: (mode, network, address) => isAddressOn(network, address, needs.networks[mode]),
  }),
  ...receiverRoutes({ ...needs, uma: umaAdapters(config, needs) }),
  ...scaRoutes(needs),
  ...walletRoutes(needs),
  ...delegatedKeyRoutes(needs),
  ...cardRoutes(needs),
  ...agentRoutes(needs),
  ...webhookRoutes({ ...needs, eventSchemas }),
  ...arrivalRoutes(needs),
  ...cardSimulationRoutes(needs),
  ...invitationRoutes(needs),
  ...stablecoinRoutes(needs),
  ...directoryRoutes(needs),
  ...stablecoinFundingRoutes(needs),
  ...sandboxRoutes({ ...needs, magicValues: magicValues(config.sandboxUmaDomain), inbox: sandboxInbox(needs.db) }),
  ...operatorRoutes({ ...needs, allowsProduction: allowsProduction(config) }),
];

/** Where this process can be reached from the same machine. */
export function listeningUrl(http: FastifyInstance): string {
  const address = http.server.address();
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : 'http://localhost';
}
