import type { Logger } from 'pino';
import { type CheckName, check } from './accounts/account-checks.ts';
import { isFieldValid } from './accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from './accounts/account-types.ts';
import { deliveries } from './accounts/deliveries.ts';
import type { BankFilesRail } from './bank-files/port.ts';
import { unconfiguredBankFiles } from './bank-files/unconfigured.ts';
import { fundingSourceOf } from './cards/funding-sources.ts';
import { type Config, ConfigError, VERSION } from './config.ts';
import { getActiveCustomer, touchContact } from './customers/record.ts';
import { CURRENT_TERMS } from './customers/terms.ts';
import type { Database } from './db/database.ts';
import { apply, BatchedInserts } from './db/effects.ts';
import type { Vault } from './db/vault.ts';
import { mergeDirectories, readDirectory } from './directories/directory-file.ts';
import { vaspTable } from './directories/vasp-table.ts';
import { JobHandoff } from './jobs/handoff.ts';
import { enqueue } from './jobs/queue.ts';
import type { PlatformMode } from './kernel/callers.ts';
import type { Clock } from './kernel/clock.ts';
import { lenientChecks, strictChecks } from './kernel/value-checks.ts';
import { wireWordsOf } from './kernel/wire-words.ts';
import { Ledger } from './ledger/post.ts';
import { SystemAccounts } from './ledger/system-accounts.ts';
import { rfc6238Authenticators } from './providers/authenticators/rfc6238.ts';
import { sandboxAuthenticators } from './providers/authenticators/sandbox.ts';
import { databaseBlobs } from './providers/blobs/database.ts';
import { openDirectoryBlobs } from './providers/blobs/directory.ts';
import type { Blobs } from './providers/blobs/port.ts';
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
import { deliveredMessaging } from './providers/messaging/delivery.ts';
import { sandboxMessaging } from './providers/messaging/sandbox.ts';
import { sandboxNameCheck } from './providers/name-check/sandbox.ts';
import { unsupportedNameCheck } from './providers/name-check/unsupported.ts';
import { mainNetworks } from './providers/networks/mainnet.ts';
import { sandboxNetworks } from './providers/networks/sandbox.ts';
import { issuersOidc } from './providers/oidc/issuers.ts';
import { sandboxOidc } from './providers/oidc/sandbox.ts';
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
import { umaNetwork } from './providers/uma/network.ts';
import { mainnetVault } from './providers/vault/mainnet.ts';
import { sandboxVault } from './providers/vault/sandbox.ts';
import { immediateWallets } from './providers/wallet-activity/immediate.ts';
import { sandboxWalletActivities } from './providers/wallet-activity/sandbox.ts';
import { sandboxWalletProofs } from './providers/wallet-proofs/sandbox.ts';
import { strictWalletProofs } from './providers/wallet-proofs/strict.ts';
import { corridorsWith } from './rates/corridor-file.ts';
import type { CorridorTable } from './rates/corridor-table.ts';
import { Corridors } from './rates/corridors.ts';
import { currencies } from './rates/currencies.ts';
import { Rates } from './rates/rates.ts';
import { FreshQuotes } from './transactions/start-payment.ts';
import { invoiceUrl, settledUrl } from './uma/addresses.ts';
import { createOutgoingRequest } from './uma/requests.ts';
import { settledCallbackJob } from './uma/settled-callbacks.ts';
import { localAddresses, publicAddresses, sandboxPublicAddresses } from './webhooks/addresses.ts';
import { Keyring } from './webhooks/keyring.ts';
import { WebhookSender } from './webhooks/sender.ts';
import { openTransport, type Transport } from './webhooks/transport.ts';

/** Services that exist before any module is built. */
export interface BaseServices {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
}

/** Builds the dependencies of the slices: ledger, provider adapters by mode, and webhooks. */
export async function compose(base: BaseServices, vault: Vault, publicUrl: () => string) {
  const { config, db, clock, log } = base;
  const webhooks = webhookParts(base, vault);
  const uma = umaParts(base, { vault, publicUrl, transports: webhooks.transports });
  return {
    clock,
    ledger: new Ledger(db),
    additions: new BatchedInserts(db),
    freshQuotes: new FreshQuotes(),
    handoff: new JobHandoff(),
    systemAccounts: new SystemAccounts(db),
    fundingSourceOf: fundingSourceOf(db),
    ...adapters(config, { db, vault, publicUrl, bankFiles: await openBankFiles(base), uma }),
    blobs: await openBlobs(base),
    ...counterparties(base, publicUrl),
    ...pricing(config, log),
    ...webhooks,
    ...uma,
  };
}

export type Deps = Awaited<ReturnType<typeof compose>>;

/** Account types for which the sandbox generates funding instructions. */
export const bankCatalogue = {
  types: accountTypes,
  isValid: (type: string, field: string, value: string): boolean =>
    isFieldValid(type as AccountTypeName, field, value, sandboxNetworks),
};

interface AdapterDeps {
  db: Database;
  vault: Vault;
  publicUrl: () => string;
  bankFiles: BankFilesRail;
  uma: ReturnType<typeof umaParts>;
}

/** Provider adapters by mode, so that no slice checks the mode itself. */
const adapters = (config: Config, { db, vault, publicUrl, bankFiles, uma }: AdapterDeps) => ({
  db,
  vault,
  publicUrl,
  bankFiles,
  defaultUmaDomain: config.sandboxUmaDomain,
  walletSessionMaxDays: config.walletSessionMaxDays,
  termsUrl: () => config.endUserTermsUrl ?? `${publicUrl()}/end-user-terms/${CURRENT_TERMS}`,
  messaging: { SANDBOX: sandboxMessaging, PRODUCTION: deliveredMessaging(vault) },
  valueChecks: { SANDBOX: lenientChecks, PRODUCTION: strictChecks },
  identity: { SANDBOX: sandboxIdentity, PRODUCTION: manualIdentity },
  funding: { SANDBOX: sandboxFunding(bankCatalogue), PRODUCTION: configuredFunding(config.nostroAccounts) },
  networks: { SANDBOX: sandboxNetworks, PRODUCTION: mainNetworks },
  nameCheck: { SANDBOX: sandboxNameCheck, PRODUCTION: unsupportedNameCheck },
  liveness: { SANDBOX: sandboxLiveness(publicUrl), PRODUCTION: unavailableLiveness },
  authenticators: { SANDBOX: sandboxAuthenticators, PRODUCTION: rfc6238Authenticators },
  relyingParties: { SANDBOX: sandboxRelyingParties, PRODUCTION: configuredRelyingParties },
  walletVault: { SANDBOX: sandboxVault({ db, vault }), PRODUCTION: mainnetVault({ db, vault }) },
  walletProofs: { SANDBOX: sandboxWalletProofs, PRODUCTION: strictWalletProofs },
  oidc: { SANDBOX: sandboxOidc(Object.keys(config.oidcIssuers)), PRODUCTION: issuersOidc(config.oidcIssuers) },
  cardNetwork: { SANDBOX: sandboxCardNetwork, PRODUCTION: ledgerCardNetwork },
  contactOf: (platformId: string, customerId: string) => getActiveCustomer(db, platformId, customerId),
  ownerGuard: touchContact,
  issuer: {
    SANDBOX: sandboxIssuer,
    PRODUCTION: config.cardProcessor ? processorIssuing(config.cardProcessor) : unavailableIssuer,
  },
  rails: {
    SANDBOX: withBook(withSettlement({ ...uma.settling('SANDBOX'), outside: sandboxRail })),
    PRODUCTION: withBook(withSettlement({ ...uma.settling('PRODUCTION'), outside: bankFiles })),
  },
});

/** Custodians, other providers and issuers of stablecoins. */
function counterparties({ config, db, clock }: BaseServices, publicUrl: () => string) {
  const { brale, sandboxUmaDomain, invitationUrl } = config;
  const known = mergeDirectories({ vasps: vaspTable, umaProviders: [] }, directoryOf(config));
  return {
    directory: { SANDBOX: mergeDirectories(sandboxDirectory(sandboxUmaDomain), known), PRODUCTION: known },
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

async function openBlobs({ config: { blobDirectory }, db }: BaseServices): Promise<Blobs> {
  if (!blobDirectory) return databaseBlobs(db);
  try {
    return await openDirectoryBlobs(blobDirectory);
  } catch (error) {
    throw new ConfigError(`BLOB_DIR ${blobDirectory} cannot be used (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Loads the module only if it is configured. */
async function openBankFiles({ config, db, clock, log }: BaseServices): Promise<BankFilesRail> {
  if (!config.bankFiles) return unconfiguredBankFiles(db);
  const { openBankFiles: open } = await import('./bank-files/open.ts');
  const decimals = (currency: string): number => currencies.get(currency)?.decimals ?? 2;
  const isValid = (name: CheckName, value: string): boolean => check(name).isValid(value, mainNetworks);
  try {
    return open({ db, clock, log, decimals, isValid, ...config.bankFiles });
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** Exchange rates and corridors. */
function pricing({ fx, corridors }: Config, log: Logger) {
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

/** True for the domains that UMA_NETWORK allows sandbox platforms to reach. */
export const isReachable =
  ({ umaNetwork: domains }: Config) =>
  (domain: string): boolean =>
    domains.includes('*') || domains.includes(domain);

interface UmaNetworkDeps {
  vault: Vault;
  publicUrl: () => string;
  transports: Record<PlatformMode, Transport>;
}

/** UMA network and settlement with other providers. */
function umaParts({ config, db, clock }: BaseServices, { vault, publicUrl, transports }: UmaNetworkDeps) {
  const simulated = sandboxSettlement({
    urlOf: (invoice) => invoiceUrl(publicUrl(), invoice),
    hash: (text) => vault.hash(text),
    verify: (text, hash) => vault.verify(text, hash),
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
      recordRequest: async ({ ownDomain: domain, ...request }) =>
        settledUrl(publicUrl(), { domain, id: await createOutgoingRequest(db, request) }),
    });
  const listed = directoryOf(config).umaProviders;
  const blocked = new Set(listed.filter(({ allowListStatus }) => !allowListStatus).map(({ domain }) => domain));
  const networks = {
    SANDBOX: networkOf('SANDBOX', (domain) => isReachable(config)(domain) && !blocked.has(domain)),
    PRODUCTION: networkOf('PRODUCTION', (domain) => !blocked.has(domain)),
  };
  /** Notifies the other provider under the UMA domain of the platform, where our keys are published. */
  const settling = (mode: PlatformMode) => ({
    settlement: settlement[mode],
    onPaid: async ({ platformId, id, counterparty, at }: RailPayment): Promise<void> => {
      if (counterparty.type !== 'UMA' || !counterparty.callback) return;
      const times = { runAt: at, createdAt: at, dueAt: clock.now(), clockOffsetMs: 0 };
      const job = settledCallbackJob({ platformId, transactionId: id, callback: counterparty.callback, ...times });
      await apply(db, { effects: [enqueue([job])] });
    },
  });
  return { umaNetwork: networks, settlement, simulated, settling };
}

/** Webhook delivery: to the internet only, or for development to private networks as well. */
function webhookParts({ config, db, clock }: BaseServices, vault: Vault) {
  const { proxyUrl } = config.webhooks;
  const keyring = new Keyring(db, vault);
  const webhookAddresses = {
    SANDBOX: config.sandboxReachesPrivateNetworks ? localAddresses : sandboxPublicAddresses,
    PRODUCTION: publicAddresses,
  };
  const transports = {
    SANDBOX: openTransport({ addresses: webhookAddresses.SANDBOX, proxyUrl }),
    PRODUCTION: openTransport({ addresses: webhookAddresses.PRODUCTION, proxyUrl }),
  };
  const { headerPrefix } = config;
  return {
    keyring,
    webhookAddresses,
    transports,
    webhookSender: new WebhookSender({
      transports,
      keyring,
      clock,
      wireWords: wireWordsOf(headerPrefix),
      userAgent: `Causeway/${VERSION}`,
    }),
  };
}
