import { fundingSourceOf } from '../cards/funding-sources.ts';
import { type Config, ConfigError } from '../config.ts';
import { getActiveCustomer, touchContact } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import type { Sites } from '../kernel/sites.ts';
import { lenientChecks, strictChecks } from '../kernel/value-checks.ts';
import { rfc6238Authenticators } from '../providers/authenticators/rfc6238.ts';
import { sandboxAuthenticators } from '../providers/authenticators/sandbox.ts';
import { databaseBlobs } from '../providers/blobs/database.ts';
import { openDirectoryBlobs } from '../providers/blobs/directory.ts';
import type { Blobs } from '../providers/blobs/port.ts';
import { ledgerCardNetwork } from '../providers/card-network/ledger.ts';
import { sandboxCardNetwork } from '../providers/card-network/sandbox.ts';
import { manualIdentity } from '../providers/identity/manual.ts';
import { sandboxIdentity } from '../providers/identity/sandbox.ts';
import { processorIssuing, unavailableIssuer } from '../providers/issuer/processor-issuing.ts';
import { sandboxIssuer } from '../providers/issuer/sandbox.ts';
import type { LivenessLinks } from '../providers/liveness/links.ts';
import { sandboxLiveness } from '../providers/liveness/sandbox.ts';
import { unavailableLiveness } from '../providers/liveness/unavailable.ts';
import { deliveredMessaging } from '../providers/messaging/delivery.ts';
import { sandboxMessaging } from '../providers/messaging/sandbox.ts';
import { sandboxNameCheck } from '../providers/name-check/sandbox.ts';
import { unsupportedNameCheck } from '../providers/name-check/unsupported.ts';
import { mainNetworks } from '../providers/networks/mainnet.ts';
import { sandboxNetworks } from '../providers/networks/sandbox.ts';
import { issuersOidc } from '../providers/oidc/issuers.ts';
import { sandboxOidc } from '../providers/oidc/sandbox.ts';
import { configuredRelyingParties } from '../providers/relying-parties/configured.ts';
import { sandboxRelyingParties } from '../providers/relying-parties/sandbox.ts';
import type {
  AuthenticationProviders,
  CardProviders,
  VerificationProviders,
  WalletProviders,
} from '../providers/services.ts';
import { braleStablecoins } from '../providers/stablecoin/brale.ts';
import type { StablecoinProvider } from '../providers/stablecoin/port.ts';
import { sandboxStablecoins } from '../providers/stablecoin/sandbox.ts';
import { unconfiguredStablecoins } from '../providers/stablecoin/unconfigured.ts';
import { mainnetVault } from '../providers/vault/mainnet.ts';
import { sandboxVault } from '../providers/vault/sandbox.ts';
import { immediateWallets } from '../providers/wallet-activity/immediate.ts';
import { sandboxWalletActivities } from '../providers/wallet-activity/sandbox.ts';
import { sandboxWalletProofs } from '../providers/wallet-proofs/sandbox.ts';
import { strictWalletProofs } from '../providers/wallet-proofs/strict.ts';
import type { WalletOwners } from '../wallets/deps.ts';
import type { Base } from './base.ts';
import { buildDirectory } from './directory.ts';

export const buildVerification = (
  config: Config,
  { publicUrl }: Sites,
  links: LivenessLinks,
): VerificationProviders => ({
  identity: { SANDBOX: sandboxIdentity, PRODUCTION: manualIdentity },
  liveness: { SANDBOX: sandboxLiveness(publicUrl, links), PRODUCTION: unavailableLiveness },
  nameCheck: { SANDBOX: sandboxNameCheck, PRODUCTION: unsupportedNameCheck },
  networks: { SANDBOX: sandboxNetworks, PRODUCTION: mainNetworks },
  directory: buildDirectory(config),
  valueChecks: { SANDBOX: lenientChecks, PRODUCTION: strictChecks },
});

export const buildAuthentication = (base: Base): AuthenticationProviders => ({
  authenticators: { SANDBOX: sandboxAuthenticators, PRODUCTION: rfc6238Authenticators },
  relyingParties: { SANDBOX: sandboxRelyingParties, PRODUCTION: configuredRelyingParties },
  messaging: { SANDBOX: sandboxMessaging, PRODUCTION: deliveredMessaging(base.vault) },
  wallets: buildWallets(base),
});

const buildWallets = ({ config, db, vault }: Base): WalletProviders => ({
  vault: { SANDBOX: sandboxVault({ db, vault }), PRODUCTION: mainnetVault({ db, vault }) },
  proofs: { SANDBOX: sandboxWalletProofs, PRODUCTION: strictWalletProofs },
  activities: { SANDBOX: sandboxWalletActivities(db), PRODUCTION: immediateWallets },
  oidc: { SANDBOX: sandboxOidc(Object.keys(config.oidcIssuers)), PRODUCTION: issuersOidc(config.oidcIssuers) },
  sessionMaxDays: config.walletSessionMaxDays,
});

export const buildWalletOwners = (db: Database): WalletOwners => ({
  contactOf: (platformId, customerId) => getActiveCustomer(db, platformId, customerId),
  guard: touchContact,
  fundingSourceOf: fundingSourceOf(db),
});

export const buildCards = ({ cardProcessor }: Config): CardProviders => ({
  issuer: {
    SANDBOX: sandboxIssuer,
    PRODUCTION: cardProcessor ? processorIssuing(cardProcessor) : unavailableIssuer,
  },
  network: { SANDBOX: sandboxCardNetwork, PRODUCTION: ledgerCardNetwork },
});

export const buildStablecoins = ({ config, clock }: Base): Record<PlatformMode, StablecoinProvider> => ({
  SANDBOX: sandboxStablecoins,
  PRODUCTION: config.brale ? braleStablecoins(config.brale, clock) : unconfiguredStablecoins,
});

export async function openBlobs({ config: { blobDirectory }, db }: Base): Promise<Blobs> {
  if (!blobDirectory) return databaseBlobs(db);
  try {
    return await openDirectoryBlobs(blobDirectory);
  } catch (error) {
    throw new ConfigError(`BLOB_DIR ${blobDirectory} cannot be used (${(error as NodeJS.ErrnoException).code}).`);
  }
}
