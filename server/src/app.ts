import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addressValidity } from './accounts/deliveries.ts';
import { ExternalAccount } from './accounts/external-schemas.ts';
import { getInternalAccount } from './accounts/internal-accounts.ts';
import { addLivenessPage } from './accounts/liveness-routes.ts';
import { LIVENESS_JOB, livenessConclusion } from './accounts/ownership.ts';
import { accountRoutes } from './accounts/routes.ts';
import { InternalAccount } from './accounts/schemas.ts';
import { authenticateAgent } from './agents/access.ts';
import { agentHandlers, approveTransaction, rejectTransaction } from './agents/approvals.ts';
import { agentRoutes } from './agents/routes.ts';
import { AgentAction } from './agents/schemas.ts';
import type { ReportHandlers } from './bank-files/port.ts';
import { cardholderHandlers } from './cards/cardholder.ts';
import { issueHandlers } from './cards/issue.ts';
import { processorHandlers } from './cards/processor-events.ts';
import { addProcessor } from './cards/processor-routes.ts';
import { addRevealPage } from './cards/reveal-routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { Card } from './cards/schemas.ts';
import { cardTransactionHandlers } from './cards/transaction-jobs.ts';
import { type BaseServices, compose, type Deps, isReachable } from './composition.ts';
import { BASE_PATH, type Config, VERSION } from './config.ts';
import { sweepFiles } from './customers/files.ts';
import { customerImport } from './customers/import.ts';
import { IMPORT_JOB } from './customers/import-record.ts';
import { ownerRoutes } from './customers/owner-routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { BulkImport, Customer, ImportedCustomer } from './customers/schemas.ts';
import { type MasterKeys, Vault } from './db/vault.ts';
import { directoryRoutes } from './directories/routes.ts';
import { readBasic } from './http/credentials.ts';
import { addDocs } from './http/docs.ts';
import { Drain } from './http/drain.ts';
import { addHealth } from './http/health.ts';
import { Housekeeping } from './http/housekeeping.ts';
import { Metrics } from './http/metrics.ts';
import { docAnchor, openApiDocument } from './http/openapi.ts';
import { type Limiter, type LimiterOf, ownLimiter, SharedBudget } from './http/rate-limit.ts';
import { RequestLog } from './http/request-log.ts';
import type { Route } from './http/route.ts';
import { ALL_GUESSES, createServer, GUESSES } from './http/server.ts';
import { StateGauges } from './http/state-gauges.ts';
import { checker } from './http/validation.ts';
import { worded } from './http/worded-routes.ts';
import { ALL_CODE_GUESSES, CODE_GUESSES } from './invitations/invitations.ts';
import { addInvitationPage, invitationRoutes } from './invitations/routes.ts';
import { Invitation } from './invitations/schemas.ts';
import { type JobHandlers, Worker } from './jobs/worker.ts';
import { memberOf } from './kernel/networks.ts';
import { wireWordsOf } from './kernel/wire-words.ts';
import { foldPendingTotals } from './ledger/pending-totals.ts';
import type { Ledger } from './ledger/post.ts';
import { addHostedPages, addTermsPage } from './onboarding/hosted-routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { Verification } from './onboarding/schemas.ts';
import { readGauges } from './operator/gauges.ts';
import { authenticateOperator, LOGINS_OF_ADDRESS, LOGINS_OF_OPERATOR } from './operator/operators.ts';
import { operatorRoutes } from './operator/routes.ts';
import { AccessCache } from './platforms/access.ts';
import { readSettings } from './platforms/config.ts';
import { platformRoutes } from './platforms/routes.ts';
import { isAllowedSender } from './platforms/sender-domains.ts';
import { magicValues } from './providers/magic-values.ts';
import { DELIVERY_JOB, messageDelivery } from './providers/messaging/delivery.ts';
import { sandboxInbox } from './providers/messaging/sandbox.ts';
import { localUma } from './providers/uma/local.ts';
import { sweepNonces } from './providers/uma/nonces.ts';
import type { UmaQuery } from './providers/uma/port.ts';
import { sandboxUma } from './providers/uma/sandbox.ts';
import { sweepActivities } from './providers/wallet-activity/sandbox.ts';
import { expiryHandlers } from './quotes/expiry.ts';
import { quoteRoutes } from './quotes/routes.ts';
import { lapseHandlers } from './quotes/sca-proof.ts';
import { rateRoutes } from './rates/routes.ts';
import { sweepLookups } from './receivers/lookups.ts';
import { findOwnCustomer } from './receivers/own-customers.ts';
import { receiverRoutes } from './receivers/routes.ts';
import { arrivalRoutes } from './sandbox/arrival-routes.ts';
import { cardSimulationRoutes } from './sandbox/card-routes.ts';
import { faultRoutes } from './sandbox/fault-routes.ts';
import { faultSource } from './sandbox/faults.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { stablecoinFundingRoutes } from './sandbox/stablecoin-routes.ts';
import { RESET_LIVENESS_JOB, resetLivenessHandler } from './sca/resets.ts';
import { scaRoutes } from './sca/routes.ts';
import { stablecoinHandlers } from './stablecoins/jobs.ts';
import { stablecoinRoutes } from './stablecoins/routes.ts';
import { cancellationHandlers } from './transactions/actions.ts';
import { Approvals } from './transactions/approval-requests.ts';
import { approvalRoutes } from './transactions/approval-routes.ts';
import { approvalHandlers } from './transactions/approvals.ts';
import { receiveBankCredit } from './transactions/arrivals-bank.ts';
import { depositHandlers } from './transactions/arrivals-deposit.ts';
import { awaitedHandlers } from './transactions/arrivals-network.ts';
import { CardTransaction } from './transactions/card-schemas.ts';
import { legOf } from './transactions/legs.ts';
import { reportOutcome } from './transactions/lifecycle.ts';
import { payoutHandlers } from './transactions/payouts.ts';
import { isReturn, reportReturn, returnHandlers } from './transactions/returns.ts';
import { transactionRoutes } from './transactions/routes.ts';
import { IncomingPaymentEvent, OutgoingPaymentEvent } from './transactions/schemas.ts';
import { transferRoutes } from './transactions/transfers-routes.ts';
import { addUmaEndpoints } from './uma/routes.ts';
import { settledCallbackHandlers } from './uma/settled-callbacks.ts';
import { addAssociationFiles } from './wallets/association-routes.ts';
import { sweepChallenges } from './wallets/challenge-record.ts';
import { delegatedKeyRoutes } from './wallets/delegated-routes.ts';
import { sweepIdTokens } from './wallets/id-token-record.ts';
import { operationHandlers } from './wallets/operations.ts';
import { addPlayground } from './wallets/playground-routes.ts';
import { walletRoutes } from './wallets/routes.ts';
import { CompletedWalletOperation, FailedWalletOperation } from './wallets/schemas.ts';
import { sweepSessions } from './wallets/session-record.ts';
import { DeliveryWorker } from './webhooks/delivery-worker.ts';
import { disabledEntry } from './webhooks/disabled-entry.ts';
import { disable, type SwitchOff } from './webhooks/endpoints.ts';
import { outcomeRecorder } from './webhooks/recorder.ts';
import { sweepEvents } from './webhooks/retention.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookDocs } from './webhooks/schemas.ts';
import type { WebhookSender } from './webhooks/sender.ts';

interface AppOptions extends BaseServices {
  masterKeys: MasterKeys;
  siblings?: Siblings;
  /** Reason why an embedded database needs manual repair, if it does. */
  damage?: () => string | undefined | Promise<string | undefined>;
  /** Additional job handlers, for tests. */
  jobHandlers?: JobHandlers;
  /** Directory of the playground. Default: beside the bundle. */
  playground?: URL;
}

/** Services shared by the processes of one server, if there are several. */
export interface Siblings {
  limiterOf: LimiterOf;
  /** Notifies the other processes and waits until they have reloaded. */
  accessChanged: () => Promise<void>;
  /** Aggregated over all processes. */
  metrics: () => Promise<string>;
}

export interface App {
  http: FastifyInstance;
  routes: readonly Route[];
  vault: Vault;
  accessCache: AccessCache;
  ledger: Ledger;
  worker: Worker;
  deliveryWorker: DeliveryWorker;
  webhookSender: WebhookSender;
  housekeeping: Housekeeping;
  requestLog: RequestLog;
  metrics: Metrics;
  /** Runs one exchange of bank files now, beside the scheduled ones. */
  exchangeBankFiles(): Promise<void>;
  stop(): Promise<void>;
}

/** Schemas of the resources in events. */
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

/** Builds every module once. Called by the processes and by tests. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, masterKeys, clock, log, siblings, damage } = options;
  const vault = await Vault.open(db, masterKeys, clock.now(), (err) => log.error({ err }, 'keys were rotated'));
  const metrics = new Metrics(db);
  const onDropped = (count: number): void => metrics.requestLogDropped.inc(count);
  const requestLog = new RequestLog({ db, keep: config.requestLogKeep, onDropped });
  const publicUrl = (): string => config.publicUrl ?? listeningUrl(http);
  const deps = await compose(options, vault, publicUrl);
  const accessCache = new AccessCache(db, vault, siblings?.accessChanged);
  const switchOff = switchWith(options, requestLog);
  const onProblem = (err: unknown): void => log.error({ err }, 'a payment was not decided');
  const approvals = new Approvals({ ...deps, switchOff, onProblem });
  const worker = buildWorker(options, { ...deps, approvals }, metrics);
  const deliveryWorker = buildDeliverer(options, deps, { metrics, switchOff });
  const housekeeping = new Housekeeping({
    db,
    clock,
    requestLog,
    log,
    sweeps: [...sweepsOf(deps), () => sweepEvents({ ...deps, keepEventsDays: config.keepEventsDays })],
  });
  const drain = new Drain();
  const limiterOf = siblings?.limiterOf ?? ownLimiter;
  const routes = buildRoutes(config, { ...deps, limiterOf, accessCache, worker, approvals, switchOff });

  const http: FastifyInstance = createServer({
    basePath: BASE_PATH,
    routes: worded(routes, wireWordsOf(config.headerPrefix)),
    db,
    vault,
    clock,
    log,
    metrics,
    requestLog,
    ...limitersOf(config, limiterOf),
    isTrustedProxy: config.trustedProxies.length > 0 ? memberOf(config.trustedProxies) : undefined,
    drain,
    docUrl: (route) => `${publicUrl()}/docs${docAnchor(route)}`,
    authenticate: (header) => accessCache.authenticate(header, readBasic),
    authenticateOperator: (credentials) => authenticateOperator({ db, vault, now: clock.now() }, credentials),
    authenticateAgent: (accessToken) => authenticateAgent({ db, vault, accessCache }, accessToken),
    wireWords: wireWordsOf(config.headerPrefix),
    isAlwaysStrict: { SANDBOX: false, PRODUCTION: true },
    faults: { SANDBOX: faultSource({ db, accessCache }), PRODUCTION: undefined },
    requestTimeoutMs: config.requestTimeoutMs,
  });
  addHealth(http, { db, metrics: measured(options, deps, metrics), drain, damage });
  addPages(http, options, { ...deps, approvals, drain, log, metrics, limiterOf });
  addDocs(http, () => documentOf(routes, publicUrl(), config));
  worker.start();
  deliveryWorker.start();
  housekeeping.start();
  deps.bankFiles.start(reportsTo(deps));

  const stop = async (): Promise<void> => {
    await drain.close(http);
    await worker.stop();
    await deliveryWorker.stop();
    await approvals.stop();
    await deps.webhookSender.close();
    await deps.bankFiles.stop();
    housekeeping.stop();
    accessCache.stop();
    await requestLog.flush();
  };
  const modules = {
    vault,
    accessCache,
    ledger: deps.ledger,
    worker,
    deliveryWorker,
    webhookSender: deps.webhookSender,
    housekeeping,
    requestLog,
    metrics,
  };
  return { http, routes, ...modules, exchangeBankFiles: () => deps.bankFiles.run(reportsTo(deps)), stop };
}

/** Adds up the counters of all processes and reads the gauges of the database once. */
function measured({ siblings, clock, log }: AppOptions, deps: Deps, { registry }: Metrics) {
  const counted = siblings?.metrics ?? (() => registry.metrics());
  const gauges = new StateGauges({
    clock,
    read: (now) => readGauges(deps, now),
    onProblem: (err) => log.warn({ err }, 'gauges could not be read'),
  });
  return async (): Promise<string> => `${await counted()}\n${await gauges.text()}`;
}

/** Pages for people and files for their phones, beside the API. */
function addPages(
  http: FastifyInstance,
  { config, playground = new URL('./playground/', import.meta.url) }: AppOptions,
  deps: Deps & { approvals: Approvals; drain: Drain; log: Logger; metrics: Metrics; limiterOf: LimiterOf },
): void {
  addLivenessPage(http);
  if (config.invitationUrl === undefined) addInvitationPage(http);
  addAssociationFiles(http, config.associatedApps);
  addHostedPages(http, deps);
  addUmaEndpoints(http, deps);
  addRevealPage(http, deps);
  if (config.cardProcessor) addProcessor(http, { ...deps, secret: config.cardProcessor.secret });
  if (!config.endUserTermsUrl) addTermsPage(http);
  if (!allowsProduction(config)) addPlayground(http, { api: BASE_PATH, directory: playground });
}

/** A master key in the data directory suffices for the sandbox only. */
const allowsProduction = ({ masterKeys }: Config): boolean => masterKeys.length > 0;

const refreshKeys = async ({ vault }: Deps): Promise<void> => {
  await vault.refresh();
};

const sweepsOf = (deps: Deps) =>
  [
    refreshKeys,
    sweepFiles,
    sweepLookups,
    sweepChallenges,
    sweepSessions,
    sweepIdTokens,
    sweepActivities,
    sweepNonces,
    foldPendingTotals,
  ].map((sweep) => () => sweep(deps));

function documentOf(routes: readonly Route[], publicUrl: string, config: Config): Record<string, unknown> {
  const webhooks = webhookDocs(eventSchemas, config.headerPrefix);
  return inWords(config, openApiDocument({ routes, webhooks, basePath: BASE_PATH, publicUrl, version: VERSION }));
}

/** Translates schemas and documentation to the configured names (HEADER_PREFIX). */
const inWords = <T>({ headerPrefix }: Config, own: T): T => wireWordsOf(headerPrefix).renamed(own);

/** Bank files concern production platforms only. */
const reportsTo = (deps: Deps): ReportHandlers => ({
  report: (platformId, paymentId, outcome) => {
    const at = deps.clock.now();
    if (isReturn(paymentId)) return reportReturn(deps, { returnId: paymentId, outcome, at });
    return reportOutcome(deps, { platformId, mode: 'PRODUCTION', at, ...legOf(paymentId), outcome });
  },
  onCredit: (credit) => receiveBankCredit(deps, credit, { mode: 'PRODUCTION', at: deps.clock.now() }),
});

const umaAdapters = (config: Config, deps: Deps) => {
  const { sandboxUmaDomain: defaultDomain } = config;
  const local = { defaultDomain, findCustomer: (query: UmaQuery) => findOwnCustomer(deps, query) };
  const { SANDBOX: network, PRODUCTION } = deps.umaNetwork;
  const scenarios = { umaDomain: defaultDomain, isReachable: isReachable(config), network };
  return {
    SANDBOX: localUma({ ...local, outside: sandboxUma(scenarios) }),
    PRODUCTION: localUma({ ...local, outside: PRODUCTION }),
  };
};

interface DeliveryObservers {
  metrics: Metrics;
  switchOff: SwitchOff;
}

const buildDeliverer = ({ config, db, clock }: AppOptions, deps: Deps, { metrics, switchOff }: DeliveryObservers) =>
  new DeliveryWorker({
    db,
    clock,
    webhookSender: deps.webhookSender,
    recorder: outcomeRecorder(db),
    firstRetryMs: config.webhooks.firstRetryMs,
    onAttempt: ({ latencyMs }, hasArrived) =>
      metrics.jobs.observe({ kind: 'webhook', outcome: hasArrived ? 'DONE' : 'RETRY' }, latencyMs / 1_000),
    switchOff,
  });

/** Logs only if this call disabled the endpoint: it may be disabled or replaced already. */
const switchWith =
  ({ db, log }: AppOptions, requestLog: RequestLog): SwitchOff =>
  async (endpoint, reason, attempt) => {
    if (!(await disable(db, endpoint, { at: attempt.at, reason }))) return;
    log.warn({ platformId: endpoint.platformId, reason }, 'webhook endpoint disabled');
    requestLog.add(() => disabledEntry(endpoint, reason, attempt));
  };

const buildWorker = (
  { config, db, clock, log, jobHandlers = {} }: AppOptions,
  deps: Deps & Pick<RouteServices, 'approvals'>,
  metrics: Metrics,
): Worker =>
  new Worker({
    db,
    clock,
    handoff: deps.handoff,
    handlers: {
      [DELIVERY_JOB]: messageDelivery(deps.vault, {
        ...config,
        isAllowedSender: (platformId, address) => isAllowedSender(senderDeps(config, deps), platformId, address),
      }),
      [IMPORT_JOB]: customerImport({ ...deps, checkShape: checker(ImportedCustomer) }),
      [LIVENESS_JOB]: livenessConclusion(db),
      ...payoutHandlers(deps),
      ...cancellationHandlers(deps),
      ...returnHandlers(deps),
      ...expiryHandlers(deps),
      ...approvalHandlers(deps),
      ...depositHandlers(deps),
      ...awaitedHandlers(deps),
      ...settledCallbackHandlers(deps),
      ...lapseHandlers(deps),
      ...operationHandlers(deps),
      ...agentHandlers(deps),
      ...stablecoinHandlers(deps),
      [RESET_LIVENESS_JOB]: resetLivenessHandler(db),
      ...issueHandlers(deps),
      ...cardholderHandlers(deps),
      ...cardTransactionHandlers(deps),
      ...processorHandlers(deps),
      ...jobHandlers,
    },
    onFailure: ({ kind, id, attempts }, err, outcome) => log.warn({ kind, id, attempts, err, outcome }, 'job failed'),
    onRun: ({ kind }, outcome, ms) => metrics.jobs.observe({ kind, outcome }, ms / 1_000),
  });

/** Limits for requests, for operations without credentials, and for wrong operator credentials. */
const limitersOf = ({ rateLimit }: Config, limiterOf: LimiterOf) => ({
  rateLimiter: limiterOf('token', rateLimit),
  guesses: new SharedBudget(limiterOf('guess', GUESSES, 'address'), limiterOf('guess-service', ALL_GUESSES, 'service')),
  operatorLogins: {
    byAddress: limiterOf('operator-address', LOGINS_OF_ADDRESS, 'address'),
    byOperator: limiterOf('operator', LOGINS_OF_OPERATOR, 'operator'),
  },
});

const invitationGuesses = (limiterOf: LimiterOf): Limiter =>
  new SharedBudget(
    limiterOf('invitation', CODE_GUESSES, 'platform'),
    limiterOf('invitation-service', ALL_CODE_GUESSES, 'service'),
  );

interface RouteServices {
  limiterOf: LimiterOf;
  accessCache: AccessCache;
  worker: Worker;
  approvals: Approvals;
  switchOff: SwitchOff;
}

const agentActions = (deps: Deps) => ({
  approve: (decision: Parameters<typeof approveTransaction>[1]) => approveTransaction(deps, decision),
  reject: (decision: Parameters<typeof rejectTransaction>[1]) => rejectTransaction(deps, decision),
});

const senderDeps = ({ mail }: Config, { db }: Deps) => ({ db, defaultSender: mail?.from.address });

/** A fault names an operation, so its routes are added last. */
const buildRoutes = (config: Config, deps: Deps & RouteServices): Route[] => {
  const operations = operationRoutes(config, deps);
  return [...operations, ...faultRoutes({ ...deps, operations })];
};

const operationRoutes = (config: Config, deps: Deps & RouteServices): Route[] => [
  ...platformRoutes({ ...deps, ...senderDeps(config, deps) }),
  ...accountRoutes(deps),
  ...customerRoutes(deps),
  ...ownerRoutes(deps),
  ...onboardingRoutes(deps),
  ...quoteRoutes(deps),
  ...transactionRoutes(deps),
  ...transferRoutes(deps),
  ...approvalRoutes({ ...deps, agentActions: agentActions(deps) }),
  ...rateRoutes({
    ...deps,
    settingsOf: (platformId) => readSettings(deps.db, platformId),
    accountCurrency: async (platformId, id) => (await getInternalAccount(deps, platformId, id)).currency,
    addressValidity: (mode, network, address) => addressValidity(network, address, deps.networks[mode]),
  }),
  ...receiverRoutes({ ...deps, uma: umaAdapters(config, deps) }),
  ...scaRoutes(deps),
  ...walletRoutes(deps),
  ...delegatedKeyRoutes(deps),
  ...cardRoutes(deps),
  ...agentRoutes(deps),
  ...webhookRoutes({ ...deps, eventSchemas: inWords(config, eventSchemas) }),
  ...arrivalRoutes(deps),
  ...cardSimulationRoutes(deps),
  ...invitationRoutes({ ...deps, codeGuesses: invitationGuesses(deps.limiterOf) }),
  ...stablecoinRoutes(deps),
  ...directoryRoutes(deps),
  ...stablecoinFundingRoutes(deps),
  ...sandboxRoutes({
    ...deps,
    magicValues: inWords(config, magicValues(config.sandboxUmaDomain)),
    inbox: sandboxInbox(deps.db),
  }),
  ...operatorRoutes({ ...deps, allowsProduction: allowsProduction(config) }),
];

/** URL of this process on the same machine. */
export function listeningUrl(http: FastifyInstance): string {
  const address = http.server.address();
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : 'http://localhost';
}
