import { rfc6238Authenticators } from '../../engine/providers/authenticators/rfc6238.ts';
import { sandboxAuthenticators } from '../../engine/providers/authenticators/sandbox.ts';
import { databaseBlobs } from '../../engine/providers/blobs/database.ts';
import { openDirectoryBlobs } from '../../engine/providers/blobs/directory.ts';
import type { Blobs } from '../../engine/providers/blobs/port.ts';
import { ledgerCardNetwork } from '../../engine/providers/card-network/ledger.ts';
import { sandboxCardNetwork } from '../../engine/providers/card-network/sandbox.ts';
import { manualIdentity } from '../../engine/providers/identity/manual.ts';
import { sandboxIdentity } from '../../engine/providers/identity/sandbox.ts';
import { processorIssuing, unavailableIssuer } from '../../engine/providers/issuer/processor-issuing.ts';
import { sandboxIssuer } from '../../engine/providers/issuer/sandbox.ts';
import type { LivenessLinks } from '../../engine/providers/liveness/links.ts';
import { sandboxLiveness } from '../../engine/providers/liveness/sandbox.ts';
import { unavailableLiveness } from '../../engine/providers/liveness/unavailable.ts';
import { deliveredMessaging } from '../../engine/providers/messaging/delivery.ts';
import { sandboxMessaging } from '../../engine/providers/messaging/sandbox.ts';
import { sandboxNameCheck } from '../../engine/providers/name-check/sandbox.ts';
import { unsupportedNameCheck } from '../../engine/providers/name-check/unsupported.ts';
import { mainNetworks } from '../../engine/providers/networks/mainnet.ts';
import { sandboxNetworks } from '../../engine/providers/networks/sandbox.ts';
import { issuersOidc } from '../../engine/providers/oidc/issuers.ts';
import { sandboxOidc } from '../../engine/providers/oidc/sandbox.ts';
import { configuredRelyingParties } from '../../engine/providers/relying-parties/configured.ts';
import { sandboxRelyingParties } from '../../engine/providers/relying-parties/sandbox.ts';
import type {
  AuthenticationProviders,
  CardProviders,
  VerificationProviders,
  WalletProviders,
} from '../../engine/providers/services.ts';
import { braleStablecoins } from '../../engine/providers/stablecoin/brale.ts';
import type { StablecoinProvider } from '../../engine/providers/stablecoin/port.ts';
import { sandboxStablecoins } from '../../engine/providers/stablecoin/sandbox.ts';
import { unconfiguredStablecoins } from '../../engine/providers/stablecoin/unconfigured.ts';
import { mainnetVault } from '../../engine/providers/vault/mainnet.ts';
import { sandboxVault } from '../../engine/providers/vault/sandbox.ts';
import { immediateWallets } from '../../engine/providers/wallet-activity/immediate.ts';
import { sandboxWalletActivities } from '../../engine/providers/wallet-activity/sandbox.ts';
import { sandboxWalletProofs } from '../../engine/providers/wallet-proofs/sandbox.ts';
import { strictWalletProofs } from '../../engine/providers/wallet-proofs/strict.ts';
import { type Config, ConfigError } from '../../foundation/config.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import { lenientChecks, strictChecks } from '../../foundation/kernel/value-checks.ts';
import { getActiveCustomer, touchContact } from '../../parties/customers/record.ts';
import type { WalletOwners } from '../../parties/wallets/deps.ts';
import { fundingSourceOf } from '../../payments/cards/funding-sources.ts';
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
