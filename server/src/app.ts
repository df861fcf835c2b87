import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type CheckName, check } from './accounts/account-checks.ts';
import { isFieldValid } from './accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from './accounts/account-types.ts';
import { deliveries, isAddressOn } from './accounts/deliveries.ts';
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
import { fundingSourceOf } from './cards/funding-sources.ts';
import { issueHandlers } from './cards/issue.ts';
import { processorHandlers } from './cards/processor-news.ts';
import { addProcessor } from './cards/processor-routes.ts';
import { addRevealPage } from './cards/reveal-routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { Card } from './cards/schemas.ts';
import { cardTransactionHandlers } from './cards/transaction-closing.ts';
import { BASE_PATH, type Config, ConfigError, VERSION } from './config.ts';
import { customerImport } from './customers/import.ts';
import { IMPORT_JOB } from './customers/import-record.ts';
import { ownerRoutes } from './customers/owner-routes.ts';
import { findActiveCustomer } from './customers/record.ts';
import { customerRoutes } from './customers/routes.ts';
import { BulkImport, Customer, ImportedCustomer } from './customers/schemas.ts';
import { CURRENT_TERMS } from './customers/terms.ts';
import type { Database } from './db/database.ts';
import { Additions } from './db/effects.ts';
import { type MasterKeys, Vault } from './db/vault.ts';
import { joined, readDirectory } from './directories/directory-file.ts';
import { directoryRoutes } from './directories/routes.ts';
import { vaspTable } from './directories/vasp-table.ts';
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
import { createServer } from './http/server.ts';
import { checker } from './http/validation.ts';
import { addInvitationPage, invitationRoutes } from './invitations/routes.ts';
import { Invitation } from './invitations/schemas.ts';
import { type JobHandlers, Worker } from './jobs/worker.ts';
import type { PlatformMode } from './kernel/callers.ts';
import type { Clock } from './kernel/clock.ts';
import { Ledger } from './ledger/post.ts';
import { SystemAccounts } from './ledger/system-accounts.ts';
import { sweepFiles } from './onboarding/files.ts';
import { addHostedPages, addTermsPage } from './onboarding/hosted-routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { Verification } from './onboarding/schemas.ts';
import { authenticateOperator } from './operator/operators.ts';
import { operatorRoutes } from './operator/routes.ts';
import { AccessCache } from './platforms/access.ts';
import { readSettings } from './platforms/config.ts';
import { platformRoutes } from './platforms/routes.ts';
import { rfc6238Authenticators } from './providers/authenticators/rfc6238.ts';
import { sandboxAuthenticators } from './providers/authenticators/sandbox.ts';
import { databaseBlobs } from './providers/blobs/database.ts';
import { directoryBlobs } from './providers/blobs/directory.ts';
import { ledgerCardNetwork } from './providers/card-network/ledger.ts';
import { sandboxCardNetwork } from './providers/card-network/sandbox.ts';
import { sandboxDirectory } from './providers/directory/sandbox.ts';
import { configuredFunding } from './providers/funding/configured.ts';
import { sandboxFunding } from './providers/funding/sandbox.ts';
import { ecbFx, unavailableFx } from './providers/fx/ecb.ts';
import { sandboxFx } from './providers/fx/sandbox.ts';
import { manualIdentity } from './providers/identity/manual.ts';
import { sandboxIdentity } from './providers/identity/sandbox.ts';
import { processorIssuing, unavailableIssuer } from './providers/issuer/processor-issuing.ts';
import { sandboxIssuer } from './providers/issuer/sandbox.ts';
import { sandboxLiveness } from './providers/liveness/sandbox.ts';
import { unavailableLiveness } from './providers/liveness/unavailable.ts';
import { magicValues } from './providers/magic-values.ts';
import { DELIVERY_JOB, deliveredMessaging, messageDelivery } from './providers/messaging/delivery.ts';
import { sandboxInbox, sandboxMessaging } from './providers/messaging/sandbox.ts';
import { sandboxNameCheck } from './providers/name-check/sandbox.ts';
import { unsupportedNameCheck } from './providers/name-check/unsupported.ts';
import { mainNetworks } from './providers/networks/mainnet.ts';
import { sandboxNetworks } from './providers/networks/sandbox.ts';
import { issuersOidc } from './providers/oidc/issuers.ts';
import { sandboxOidc } from './providers/oidc/sandbox.ts';
import type { BankFilesRail, Reports } from './providers/rails/bank-files/port.ts';
import { unconfiguredBankFiles } from './providers/rails/bank-files/unconfigured.ts';
import { withBook } from './providers/rails/book.ts';
import type { RailPayment } from './providers/rails/port.ts';
import { sandboxRail } from './providers/rails/sandbox.ts';
import { configuredRelyingParties } from './providers/relying-parties/configured.ts';
import { sandboxRelyingParties } from './providers/relying-parties/sandbox.ts';
import type { Settlement } from './providers/settlement/port.ts';
import { withSettlement } from './providers/settlement/rail.ts';
import { sandboxSettlement } from './providers/settlement/sandbox.ts';
import { unconnectedSettlement } from './providers/settlement/unconnected.ts';
import { braleStablecoins } from './providers/stablecoin/brale.ts';
import { sandboxStablecoins } from './providers/stablecoin/sandbox.ts';
import { unconfiguredStablecoins } from './providers/stablecoin/unconfigured.ts';
import { localUma } from './providers/uma/local.ts';
import { umaNetwork } from './providers/uma/network.ts';
import { sweepNonces } from './providers/uma/nonces.ts';
import type { UmaQuery } from './providers/uma/port.ts';
import { sandboxUma } from './providers/uma/sandbox.ts';
import { mainnetVault } from './providers/vault/mainnet.ts';
import { sandboxVault } from './providers/vault/sandbox.ts';
import { immediateWallets } from './providers/wallet-activity/immediate.ts';
import { sandboxWalletActivities, sweepActivities } from './providers/wallet-activity/sandbox.ts';
import { sandboxWalletProofs } from './providers/wallet-proofs/sandbox.ts';
import { strictWalletProofs } from './providers/wallet-proofs/strict.ts';
import { lapseHandlers } from './quotes/authorization.ts';
import { expiryHandlers } from './quotes/expiry.ts';
import { quoteRoutes } from './quotes/routes.ts';
import { corridorsWith } from './rates/corridor-file.ts';
import type { CorridorTable } from './rates/corridor-table.ts';
import { Corridors } from './rates/corridors.ts';
import { currencies } from './rates/currencies.ts';
import { Rates } from './rates/rates.ts';
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
import { FreshQuotes } from './transactions/execution.ts';
import { legOf } from './transactions/legs.ts';
import { report } from './transactions/lifecycle.ts';
import { payoutHandlers } from './transactions/payouts.ts';
import { transactionRoutes } from './transactions/routes.ts';
import { IncomingTransaction, OutgoingTransaction } from './transactions/schemas.ts';
import { transferRoutes } from './transactions/transfers-routes.ts';
import { invoiceUrl, settledUrl } from './uma/addresses.ts';
import { rememberRequest } from './uma/requests.ts';
import { addUmaEndpoints } from './uma/routes.ts';
import { addAssociationFiles } from './wallets/association-routes.ts';
import { sweepChallenges } from './wallets/challenge-record.ts';
import { delegatedKeyRoutes } from './wallets/delegated-routes.ts';
import { addPlayground } from './wallets/playground-routes.ts';
import { walletRoutes } from './wallets/routes.ts';
import { sweepSessions } from './wallets/session-record.ts';
import { localAddresses, publicAddresses } from './webhooks/addresses.ts';
import { Courier } from './webhooks/courier.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { disabledEntry } from './webhooks/disabled-entry.ts';
import { Keyring } from './webhooks/keyring.ts';
import { Recorder } from './webhooks/recorder.ts';
import { sweepEvents } from './webhooks/retention.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookDocs } from './webhooks/schemas.ts';
import { openTransport, type Transport } from './webhooks/transport.ts';

export interface AppOptions {
  config: Config;
  db: Database;
  masterKeys: MasterKeys;
  clock: Clock;
  log: Logger;
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

/** The sandbox invents accounts of every kind there is. */
export const bankCatalogue = {
  types: accountTypes,
  isValid: (type: string, field: string, value: string): boolean =>
    isFieldValid(type as AccountTypeName, field, value, sandboxNetworks),
};

/** What events tell of, as its GET returns it. */
const eventSchemas = {
  InternalAccount,
  ExternalAccount,
  IncomingTransaction,
  OutgoingTransaction,
  CardTransaction,
  Customer,
  BulkCustomerImportJob: BulkImport,
  Verification,
  Card,
  AgentAction,
  UmaInvitation: Invitation,
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
  const worker = buildWorker(options, needs, metrics);
  const approvals = new Approvals({ ...needs, onProblem: (err) => log.error({ err }, 'a payment was not decided') });
  const { courier } = needs;
  const deliverer = buildDeliverer(options, needs, { metrics, requestLog });
  const housekeeping = new Housekeeping({
    db,
    clock,
    requestLog,
    log,
    sweeps: [...sweepsOf(needs), () => sweepEvents({ ...needs, keepEventsDays: config.keepEventsDays })],
  });
  const drain = new Drain();
  const limiterOf = siblings?.limiterOf ?? ownLimiter;
  const routes = buildRoutes(config, { ...needs, accessCache, worker, approvals });

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
  addDocs(http, () => documentOf(routes, publicUrl()));
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

/** What slices are built on: the outside world, the books, and what goes out. */
async function furnish(options: AppOptions, vault: Vault, publicUrl: () => string) {
  const { config, db, clock, log } = options;
  const post = postOffice(options, vault);
  const uma = umaParts(options, { vault, publicUrl, transports: post.transports });
  return {
    clock,
    ledger: new Ledger(db),
    additions: new Additions(db),
    freshQuotes: new FreshQuotes(),
    systemAccounts: new SystemAccounts(db),
    fundingSourceOf: fundingSourceOf(db),
    ...adapters(config, { db, vault, publicUrl, bankFiles: await openBankFiles(options), uma }),
    ...community(options, publicUrl),
    ...market(config, log),
    ...post,
    ...uma,
  };
}

type Needs = Awaited<ReturnType<typeof furnish>>;

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
  [sweepFiles, sweepLookups, sweepChallenges, sweepSessions, sweepActivities, sweepNonces].map(
    (sweep) => () => sweep(needs),
  );

const documentOf = (routes: readonly Route[], publicUrl: string): object =>
  openApiDocument({ routes, webhooks: webhookDocs(eventSchemas), basePath: BASE_PATH, publicUrl, version: VERSION });

interface Ground {
  db: Database;
  vault: Vault;
  publicUrl: () => string;
  bankFiles: BankFilesRail;
  uma: ReturnType<typeof umaParts>;
}

/** The outside world, by mode: what a slice is handed in place of asking which mode it is in. */
const adapters = (config: Config, { db, vault, publicUrl, bankFiles, uma }: Ground) => ({
  db,
  vault,
  publicUrl,
  bankFiles,
  defaultUmaDomain: config.sandboxUmaDomain,
  termsUrl: () => config.endUserTermsUrl ?? `${publicUrl()}/end-user-terms/${CURRENT_TERMS}`,
  blobs: config.blobDirectory ? directoryBlobs(config.blobDirectory) : databaseBlobs(db),
  messaging: { SANDBOX: sandboxMessaging, PRODUCTION: deliveredMessaging(vault) },
  identity: { SANDBOX: sandboxIdentity, PRODUCTION: manualIdentity },
  funding: { SANDBOX: sandboxFunding(bankCatalogue), PRODUCTION: configuredFunding(config.houseAccounts) },
  networks: { SANDBOX: sandboxNetworks, PRODUCTION: mainNetworks },
  nameCheck: { SANDBOX: sandboxNameCheck, PRODUCTION: unsupportedNameCheck },
  liveness: { SANDBOX: sandboxLiveness(publicUrl), PRODUCTION: unavailableLiveness },
  authenticators: { SANDBOX: sandboxAuthenticators, PRODUCTION: rfc6238Authenticators },
  relyingParties: { SANDBOX: sandboxRelyingParties, PRODUCTION: configuredRelyingParties },
  walletVault: { SANDBOX: sandboxVault({ db, vault }), PRODUCTION: mainnetVault({ db, vault }) },
  walletProofs: { SANDBOX: sandboxWalletProofs, PRODUCTION: strictWalletProofs },
  oidc: { SANDBOX: sandboxOidc(Object.keys(config.oidcIssuers)), PRODUCTION: issuersOidc(config.oidcIssuers) },
  cardNetwork: { SANDBOX: sandboxCardNetwork, PRODUCTION: ledgerCardNetwork },
  contactOf: (platformId: string, customerId: string) => findActiveCustomer(db, platformId, customerId),
  issuer: {
    SANDBOX: sandboxIssuer,
    PRODUCTION: config.cardProcessor ? processorIssuing(config.cardProcessor) : unavailableIssuer,
  },
  rails: {
    SANDBOX: withBook(withSettlement({ ...uma.settling('SANDBOX'), outside: sandboxRail })),
    PRODUCTION: withBook(withSettlement({ ...uma.settling('PRODUCTION'), outside: bankFiles })),
  },
});

/** Whom platforms deal with beside their customers: custodians, other providers, the issuer of their coins. */
function community({ config, db, clock }: AppOptions, publicUrl: () => string) {
  const { brale, sandboxUmaDomain, invitationUrl } = config;
  const known = joined({ vasps: vaspTable, umaProviders: [] }, directoryOf(config));
  return {
    directory: { SANDBOX: joined(sandboxDirectory(sandboxUmaDomain), known), PRODUCTION: known },
    invitationUrl: () => (invitationUrl === false ? undefined : (invitationUrl ?? `${publicUrl()}/invitations`)),
    stablecoins: {
      SANDBOX: sandboxStablecoins,
      PRODUCTION: brale ? braleStablecoins(brale, clock) : unconfiguredStablecoins,
    },
    walletActivities: { SANDBOX: sandboxWalletActivities(db), PRODUCTION: immediateWallets },
  };
}

function directoryOf({ directory }: Config) {
  try {
    return readDirectory(directory);
  } catch (error) {
    throw new ConfigError(`DIRECTORY_FILE: ${(error as Error).message}.`);
  }
}

/** Loaded only where it is configured. */
async function openBankFiles({ config, db, clock, log }: AppOptions): Promise<BankFilesRail> {
  if (!config.bankFiles) return unconfiguredBankFiles(db);
  const { openBankFiles: open } = await import('./providers/rails/bank-files/open.ts');
  const decimals = (currency: string): number => currencies.get(currency)?.decimals ?? 2;
  const isValid = (name: CheckName, value: string): boolean => check(name).isValid(value, mainNetworks);
  try {
    return open({ db, clock, log, decimals, isValid, ...config.bankFiles });
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** Banks speak of real money only: their outcomes are those of production platforms. */
const reportsTo = (needs: Needs): Reports => ({
  report: (platformId, paymentId, outcome) =>
    report(needs, { platformId, mode: 'PRODUCTION', at: needs.clock.now(), ...legOf(paymentId), outcome }),
  onCredit: (credit) => creditArrived(needs, credit, { mode: 'PRODUCTION', at: needs.clock.now() }),
});

/** What money costs in other money, and which ways there are for it. */
function market({ fx, corridors }: Config, log: Logger) {
  const { source, ...limits } = fx;
  const onProblem = (problem: string): void => log.warn({ problem }, 'exchange rates');
  const rates = new Rates({
    fx: { SANDBOX: sandboxFx, PRODUCTION: source ? ecbFx({ ...limits, source, onProblem }) : unavailableFx },
  });
  return { rates, corridors: new Corridors({ rates, deliveries, table: corridorTable(corridors) }) };
}

function corridorTable(file: unknown): CorridorTable {
  try {
    return corridorsWith(file);
  } catch (error) {
    throw new ConfigError(`CORRIDORS_FILE: ${(error as Error).message}.`);
  }
}

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

/** A sandbox speaks with those that the configuration names. */
const isReachable =
  ({ umaNetwork: domains }: Config) =>
  (domain: string): boolean =>
    domains.includes('*') || domains.includes(domain);

interface UmaGround {
  vault: Vault;
  publicUrl: () => string;
  transports: Record<PlatformMode, Transport>;
}

/** Other providers, and how money gets to and from them. */
function umaParts({ config, db, clock }: AppOptions, { vault, publicUrl, transports }: UmaGround) {
  const simulated = sandboxSettlement({
    urlOf: (wish) => invoiceUrl(publicUrl(), wish),
    hash: (text) => vault.hash(text),
    post: transports.SANDBOX.post,
  });
  const settlement: Record<PlatformMode, Settlement> = { SANDBOX: simulated, PRODUCTION: unconnectedSettlement };
  const networkOf = (mode: PlatformMode, isAllowed: (domain: string) => boolean) =>
    umaNetwork({
      db,
      vault,
      clock,
      isAllowed,
      transport: transports[mode],
      userAgent: `Causeway/${VERSION}`,
      settlement: settlement[mode],
      remember: async ({ ownDomain: domain, ...request }) =>
        settledUrl(publicUrl(), { domain, id: await rememberRequest(db, request) }),
    });
  const listed = directoryOf(config).umaProviders;
  const barred = new Set(listed.filter(({ allowListStatus }) => !allowListStatus).map(({ domain }) => domain));
  const networks = {
    SANDBOX: networkOf('SANDBOX', (domain) => isReachable(config)(domain) && !barred.has(domain)),
    PRODUCTION: networkOf('PRODUCTION', (domain) => !barred.has(domain)),
  };
  /** The other side is told under the domain that our keys are found at. */
  const settling = (mode: PlatformMode) => ({
    settlement: settlement[mode],
    onPaid: async ({ platformId, counterparty }: RailPayment): Promise<void> => {
      if (counterparty.type !== 'UMA' || !counterparty.callback) return;
      const { umaDomain } = await readSettings(db, platformId);
      if (umaDomain) await networks[mode].tellSettled({ platformId, domain: umaDomain }, counterparty.callback);
    },
  });
  return { umaNetwork: networks, settlement, simulated, settling };
}

/** How events get out: to the internet only, or for developers to their own machine as well. */
function postOffice({ config, db, clock }: AppOptions, vault: Vault) {
  const { proxyUrl } = config.webhooks;
  const keyring = new Keyring(db, vault);
  const transports = {
    SANDBOX: openTransport({ addresses: localAddresses, proxyUrl }),
    PRODUCTION: openTransport({ addresses: publicAddresses, proxyUrl }),
  };
  const { headerPrefix } = config;
  return {
    keyring,
    transports,
    courier: new Courier({ transports, keyring, clock, headerPrefix, userAgent: `Causeway/${VERSION}` }),
  };
}

interface Witnesses {
  metrics: Metrics;
  requestLog: RequestLog;
}

const buildDeliverer = ({ config, db, clock, log }: AppOptions, needs: Needs, { metrics, requestLog }: Witnesses) =>
  new Deliverer({
    db,
    clock,
    courier: needs.courier,
    recorder: new Recorder(db),
    firstRetryMs: config.webhooks.firstRetryMs,
    onAttempt: ({ latencyMs }, hasArrived) =>
      metrics.jobs.observe({ kind: 'webhook', outcome: hasArrived ? 'DONE' : 'RETRY' }, latencyMs / 1_000),
    onDisabled: (endpoint, reason, attempt) => {
      log.warn({ platformId: endpoint.platformId, reason }, 'webhook endpoint disabled');
      requestLog.add(() => disabledEntry(endpoint, reason, attempt));
    },
  });

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
      ...payoutHandlers(needs),
      ...cancellationHandlers(needs),
      ...expiryHandlers(needs),
      ...approvalHandlers(needs),
      ...depositHandlers(needs),
      ...awaitedHandlers(needs),
      ...lapseHandlers(needs),
      ...agentHandlers(needs),
      ...stablecoinHandlers(needs),
      [RESET_LIVENESS_JOB]: resetLivenessConclusion(db),
      ...issueHandlers(needs),
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
