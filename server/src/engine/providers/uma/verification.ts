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
  /** Whether payments are exchanged with a domain. */
  isAllowed: (domain: string) => boolean;
  /** Records an outgoing pay request. Returns the URL at which its settlement is reported. */
  recordRequest: (request: { platformId: string; ownDomain: string; domain: string; now: Date }) => Promise<string>;
}

/** Disables the nonce check of the library, which runs before the signature is verified: see `requireAuthentic`. */
export const anyNonce = { checkAndSaveNonce: async (): Promise<boolean> => true };

/** Requires a signature of this provider, a recent timestamp and an unused nonce. */
export async function requireAuthentic(
  { db, clock, counterparties }: ProtocolDeps,
  signed: SignedMessage,
  isSigned: (keys: PubKeyResponse) => Promise<boolean>,
): Promise<void> {
  // The library throws on malformed signatures.
  const isValid = (keys: PubKeyResponse): Promise<boolean> => isSigned(keys).catch(() => false);
  const isAuthentic =
    (await isValid(await counterparties.keysOf(signed.domain))) ||
    (await isValid(await counterparties.keysOf(signed.domain, { isStale: true })));
  if (!isAuthentic) {
    throw new ApiError('INVALID_SIGNATURE', `The message is not signed with the key of ${signed.domain}.`);
  }
  await requireUnusedNonce(db, signed, clock.now());
}
