import type { AccountNeeds } from '../accounts/internal-accounts.ts';
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

/** How the owner of a wallet can be written to. */
export interface Contact {
  email: string | null;
  phoneNumber: string | null;
}

/** Enough to ask for a signature and to check it. */
export interface SignatureNeeds extends AccountNeeds {
  walletProofs: Record<PlatformMode, WalletProofs>;
  walletActivities: Record<PlatformMode, WalletActivities>;
}

export interface WalletNeeds extends SignatureNeeds {
  vault: Vault;
  /** The time on the wall, which is what the tokens of other issuers go by. */
  clock: Clock;
  walletVault: Record<PlatformMode, WalletVault>;
  messaging: Record<PlatformMode, Messaging>;
  relyingParties: Record<PlatformMode, RelyingParties>;
  oidc: Record<PlatformMode, Oidc>;
  contactOf: (platformId: string, customerId: string) => Promise<Contact>;
  /** Guard: holds while the owner is there and has this contact; whoever changes them meanwhile looks again. */
  holdOwner: (owner: { platformId: string; id: string }, contact: Partial<Contact>) => Effect;
}

/** A request about a wallet, as every operation gets it. */
export interface WalletRequest {
  platform: Platform;
  now: Date;
  signed: SignedRequest;
}

/** What an operation answers; a question asks for a signature first. */
export interface WalletAnswer {
  status: number;
  body?: unknown;
  /** The body as text that was made together with the write. */
  text?: string;
  isQuestion?: boolean;
}
