import type { AccountDeps } from '../accounts/internal-accounts.ts';
import type { Effect } from '../db/effects.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform, PlatformMode } from '../kernel/callers.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SignedRequest } from '../kernel/signed-requests.ts';
import type { Messaging } from '../providers/messaging/port.ts';
import type { Oidc } from '../providers/oidc/port.ts';
import type { RelyingParties } from '../providers/relying-parties/port.ts';
import type { WalletVault } from '../providers/vault/port.ts';
import type { WalletActivities } from '../providers/wallet-activity/port.ts';
import type { WalletProofs } from '../providers/wallet-proofs/port.ts';

/** Contact details of the owner of a wallet. */
export interface Contact {
  email: string | null;
  phoneNumber: string | null;
}

/** Dependencies of requesting and checking a wallet signature. */
export interface SignatureDeps extends AccountDeps {
  walletProofs: Record<PlatformMode, WalletProofs>;
  walletActivities: Record<PlatformMode, WalletActivities>;
}

export interface WalletDeps extends SignatureDeps {
  vault: Vault;
  /** Wall clock, which decides about the age of ID tokens. */
  clock: Clock;
  /** Days after the login in which its session can be refreshed. */
  walletSessionMaxDays: number;
  walletVault: Record<PlatformMode, WalletVault>;
  messaging: Record<PlatformMode, Messaging>;
  relyingParties: Record<PlatformMode, RelyingParties>;
  oidc: Record<PlatformMode, Oidc>;
  contactOf: (platformId: string, customerId: string) => Promise<Contact>;
  /** Guard: holds while the owner exists and has this contact; a concurrent change of the owner then conflicts. */
  ownerGuard: (owner: { platformId: string; id: string }, contact: Partial<Contact>) => Effect;
}

export interface WalletRequest {
  platform: Platform;
  now: Date;
  signed: SignedRequest;
}

export interface WalletAnswer {
  status: number;
  body?: unknown;
  /** The body as text, when the write has stored it. */
  text?: string;
  /** Requests a signature or a repetition: not stored under an Idempotency-Key. */
  isQuestion?: boolean;
}
