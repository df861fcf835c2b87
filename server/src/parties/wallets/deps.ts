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

/** Access to the customers and cards to which wallets belong. */
export interface WalletOwners {
  contactOf: (platformId: string, customerId: string) => Promise<Contact>;
  /** Guard: holds while the owner exists and has this contact. Concurrent changes of the owner then conflict. */
  guard: (owner: { platformId: string; id: string }, contact: Partial<Contact>) => Effect;
  /** Id of the funding source with which the card draws on the account. */
  fundingSourceOf: (source: { platformId: string; cardId: string; accountId: string }) => Promise<string | undefined>;
}

/** Dependencies for requesting and checking a wallet signature. */
export interface SignatureDeps {
  db: Database;
  banking: Banking;
  authentication: WalletAuthentication;
}

export interface WalletDeps {
  db: Database;
  vault: Vault;
  /** Real time, which determines the age of ID tokens. */
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
  /** JSON text of the body, if the statement has stored it under an Idempotency-Key. */
  text?: string;
  /** True if the response requests a signature or a repetition. It is not stored under an Idempotency-Key. */
  isProvisional?: boolean;
}
