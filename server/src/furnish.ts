import type { Logger } from 'pino';
import { type CheckName, check } from './accounts/account-checks.ts';
import { isFieldValid } from './accounts/account-rules.ts';
import { type AccountTypeName, accountTypes } from './accounts/account-types.ts';
import { deliveries } from './accounts/deliveries.ts';
import { fundingSourceOf } from './cards/funding-sources.ts';
import { type Config, ConfigError, VERSION } from './config.ts';
import { findActiveCustomer, touchContact } from './customers/record.ts';
import { CURRENT_TERMS } from './customers/terms.ts';
import type { Database } from './db/database.ts';
import { Additions } from './db/effects.ts';
import type { Vault } from './db/vault.ts';
import { joined, readDirectory } from './directories/directory-file.ts';
import { vaspTable } from './directories/vasp-table.ts';
import { Handover } from './jobs/handover.ts';
import type { PlatformMode } from './kernel/callers.ts';
import type { Clock } from './kernel/clock.ts';
import { Ledger } from './ledger/post.ts';
import { SystemAccounts } from './ledger/system-accounts.ts';
import { readSettings } from './platforms/config.ts';
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
import type { BankFilesRail } from './providers/rails/bank-files/port.ts';
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
import { FreshQuotes } from './transactions/execution.ts';
import { invoiceUrl, settledUrl } from './uma/addresses.ts';
import { rememberRequest } from './uma/requests.ts';
import { localAddresses, publicAddresses } from './webhooks/addresses.ts';
import { Courier } from './webhooks/courier.ts';
import { Keyring } from './webhooks/keyring.ts';
import { openTransport, type Transport } from './webhooks/transport.ts';

/** What everything stands on. */
export interface Site {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
}

/** What slices are built on: the outside world, the books, and what goes out. */
export async function furnish(site: Site, vault: Vault, publicUrl: () => string) {
  const { config, db, clock, log } = site;
  const post = postOffice(site, vault);
  const uma = umaParts(site, { vault, publicUrl, transports: post.transports });
  return {
    clock,
    ledger: new Ledger(db),
    additions: new Additions(db),
    freshQuotes: new FreshQuotes(),
    handover: new Handover(),
    systemAccounts: new SystemAccounts(db),
    fundingSourceOf: fundingSourceOf(db),
    ...adapters(config, { db, vault, publicUrl, bankFiles: await openBankFiles(site), uma }),
    blobs: await openBlobs(site),
    ...community(site, publicUrl),
    ...market(config, log),
    ...post,
    ...uma,
  };
}

export type Needs = Awaited<ReturnType<typeof furnish>>;

/** The sandbox invents accounts of every kind there is. */
export const bankCatalogue = {
  types: accountTypes,
  isValid: (type: string, field: string, value: string): boolean =>
    isFieldValid(type as AccountTypeName, field, value, sandboxNetworks),
};

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
  holdOwner: touchContact,
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
function community({ config, db, clock }: Site, publicUrl: () => string) {
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

async function openBlobs({ config: { blobDirectory }, db }: Site): Promise<Blobs> {
  if (!blobDirectory) return databaseBlobs(db);
  try {
    return await openDirectoryBlobs(blobDirectory);
  } catch (error) {
    throw new ConfigError(`BLOB_DIR ${blobDirectory} cannot be used (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Loaded only where it is configured. */
async function openBankFiles({ config, db, clock, log }: Site): Promise<BankFilesRail> {
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

/** A sandbox speaks with those that the configuration names. */
export const isReachable =
  ({ umaNetwork: domains }: Config) =>
  (domain: string): boolean =>
    domains.includes('*') || domains.includes(domain);

interface UmaGround {
  vault: Vault;
  publicUrl: () => string;
  transports: Record<PlatformMode, Transport>;
}

/** Other providers, and how money gets to and from them. */
function umaParts({ config, db, clock }: Site, { vault, publicUrl, transports }: UmaGround) {
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
function postOffice({ config, db, clock }: Site, vault: Vault) {
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
