import type { AuthenticationProviders, Banking, WalletAuthentication } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { SignedRequest } from '../../foundation/kernel/signed-requests.ts';

/** Contact details of the owner of a wallet. */
export interface Contact {
  email: string | null;
  phoneNumber: string | null;
}

/** Customers and cards that wallets belong to. */
export interface WalletOwners {
  contactOf: (platformId: string, customerId: string) => Promise<Contact>;
  /** Guard: holds while the owner exists and has this contact; a concurrent change of the owner then conflicts. */
  guard: (owner: { platformId: string; id: string }, contact: Partial<Contact>) => Effect;
  /** Id of the funding source with which the card draws on the account. */
  fundingSourceOf: (source: { platformId: string; cardId: string; accountId: string }) => Promise<string | undefined>;
}

/** Dependencies of requesting and checking a wallet signature. */
export interface SignatureDeps {
  db: Database;
  banking: Banking;
  authentication: WalletAuthentication;
}

export interface WalletDeps {
  db: Database;
  vault: Vault;
  /** Wall clock, which decides about the age of ID tokens. */
  clock: Clock;
  banking: Banking;
  authentication: AuthenticationProviders;
  walletOwners: WalletOwners;
}

export interface WalletRequest {
  platform: Platform;
  now: Date;
  signed: SignedRequest;
}

export interface WalletResponse {
  status: number;
  body?: unknown;
  /** The body as text, when the write has stored it. */
  text?: string;
  /** Requests a signature or a repetition: not stored under an Idempotency-Key. */
  isQuestion?: boolean;
}
