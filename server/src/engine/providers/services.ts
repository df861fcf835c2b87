import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import type { Authenticators } from './authenticators/port.ts';
import type { CardNetwork } from './card-network/port.ts';
import type { Directory } from './directory/port.ts';
import type { FundingProvider } from './funding/port.ts';
import type { Identity } from './identity/port.ts';
import type { Issuer } from './issuer/port.ts';
import type { Liveness } from './liveness/port.ts';
import type { Messaging } from './messaging/port.ts';
import type { NameCheck } from './name-check/port.ts';
import type { Networks } from './networks/port.ts';
import type { Oidc } from './oidc/port.ts';
import type { Rail } from './rails/port.ts';
import type { RelyingParties } from './relying-parties/port.ts';
import type { Settlement, SimulatedSettlement } from './settlement/port.ts';
import type { StablecoinProvider } from './stablecoin/port.ts';
import type { Uma, UmaNetwork } from './uma/port.ts';
import type { WalletVault } from './vault/port.ts';
import type { WalletActivities } from './wallet-activity/port.ts';
import type { WalletProofs } from './wallet-proofs/port.ts';

/** One adapter for each mode. */
type ByMode<Port> = Record<PlatformMode, Port>;

/** Connections to banks: funding instructions for incoming money, rails for outgoing money. */
export interface Banking {
  funding: ByMode<FundingProvider>;
  rails: ByMode<Rail>;
}

/** Checks of customers, documents, values and external accounts. */
export interface VerificationProviders {
  identity: ByMode<Identity>;
  liveness: ByMode<Liveness>;
  nameCheck: ByMode<NameCheck>;
  networks: ByMode<Networks>;
  /** Known custodians of wallets and UMA providers. */
  directory: ByMode<Directory>;
  /** Checks for values that do not arrive in an API request. */
  valueChecks: ByMode<ValueChecks>;
}

/** Authentication factors of people, and the wallets with which they sign. */
export interface AuthenticationProviders {
  authenticators: ByMode<Authenticators>;
  relyingParties: ByMode<RelyingParties>;
  messaging: ByMode<Messaging>;
  wallets: WalletProviders;
}

/** Authentication by wallets only. */
export type WalletAuthentication = Pick<AuthenticationProviders, 'wallets'>;

/** Keys and signatures of wallets. */
export interface WalletProviders {
  vault: ByMode<WalletVault>;
  proofs: ByMode<WalletProofs>;
  activities: ByMode<WalletActivities>;
  oidc: ByMode<Oidc>;
  /** Maximum number of days after a login for refreshing its session. */
  sessionMaxDays: number;
}

export interface CardProviders {
  issuer: ByMode<Issuer>;
  network: ByMode<CardNetwork>;
}

/** Banks, other UMA providers and stablecoin issuers. */
export interface CompleteBanking extends UmaBanking {
  stablecoins: ByMode<StablecoinProvider>;
}

/** Banks and other UMA providers. */
export interface UmaBanking extends Banking {
  uma: UmaProviders;
}

/** Payments to and from other UMA providers. */
export interface UmaProviders {
  /** Resolves the addresses of receivers, on this service and at other providers. */
  lookups: ByMode<Uma>;
  network: ByMode<UmaNetwork>;
  settlement: ByMode<Settlement>;
  /** Settlement between sandboxes, which also verifies its payments. */
  simulated: SimulatedSettlement;
  /** Domain of UMA addresses for platforms without a domain of their own. */
  defaultDomain: string;
}
