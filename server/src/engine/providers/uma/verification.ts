import type { PubKeyResponse } from '@uma-sdk/core';
import type { Database } from '../../../foundation/db/database.ts';
import type { Clock } from '../../../foundation/kernel/clock.ts';
import { ApiError } from '../../../foundation/kernel/errors.ts';
import type { Settlement } from '../settlement/port.ts';
import type { Counterparties } from './counterparties.ts';
import type { UmaHttp } from './http.ts';
import type { UmaKeyring } from './keys.ts';
import { requireUnusedNonce, type SignedMessage } from './nonces.ts';

export interface ProtocolDeps {
  db: Database;
  clock: Clock;
  http: UmaHttp;
  keyring: UmaKeyring;
  counterparties: Counterparties;
  settlement: Settlement;
  /** True if payments are exchanged with a domain. */
  isAllowed: (domain: string) => boolean;
  /** Records an outgoing pay request. Returns the URL for its settlement callback. */
  recordRequest: (request: { platformId: string; ownDomain: string; domain: string; now: Date }) => Promise<string>;
}

/** Disables the library's nonce check, which precedes the signature check; `requireAuthentic` checks nonces instead. */
export const anyNonce = { checkAndSaveNonce: async (): Promise<boolean> => true };

/** Requires a valid signature of the provider, a recent timestamp and an unused nonce. */
export async function requireAuthentic(
  { db, clock, counterparties }: ProtocolDeps,
  signed: SignedMessage,
  isSigned: (keys: PubKeyResponse) => Promise<boolean>,
): Promise<void> {
  // The library throws for malformed signatures.
  const isValid = (keys: PubKeyResponse): Promise<boolean> => isSigned(keys).catch(() => false);
  const isAuthentic =
    (await isValid(await counterparties.keysOf(signed.domain))) ||
    (await isValid(await counterparties.keysOf(signed.domain, { isStale: true })));
  if (!isAuthentic) {
    throw new ApiError('INVALID_SIGNATURE', `The message is not signed with the key of ${signed.domain}.`);
  }
  await requireUnusedNonce(db, signed, clock.now());
}
