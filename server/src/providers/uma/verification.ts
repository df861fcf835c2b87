import type { PubKeyResponse } from '@uma-sdk/core';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Settlement } from '../settlement/port.ts';
import type { Counterparties } from './counterparties.ts';
import type { UmaHttp } from './http.ts';
import type { UmaKeyring } from './keys.ts';
import { type Signed, takeOnce } from './nonces.ts';

/** What both sides of the protocol are made of. */
export interface Protocol {
  db: Database;
  clock: Clock;
  http: UmaHttp;
  keyring: UmaKeyring;
  counterparties: Counterparties;
  settlement: Settlement;
  /** Whom we speak with at all. */
  isAllowed: (domain: string) => boolean;
  /** Writes down what we ask for, and tells where we want to hear that it was paid. */
  remember: (request: { platformId: string; ownDomain: string; domain: string; now: Date }) => Promise<string>;
}

/** What the library asks before it looks at a signature: nonces are ours, and only of messages that are genuine. */
export const anyNonce = { checkAndSaveNonce: async (): Promise<boolean> => true };

/** Signed by this provider, at about this moment, and never seen before. */
export async function requireGenuine(
  { db, clock, counterparties }: Protocol,
  signed: Signed,
  isSigned: (keys: PubKeyResponse) => Promise<boolean>,
): Promise<void> {
  const isGood = (keys: PubKeyResponse): Promise<boolean> => isSigned(keys).catch(() => false);
  const isGenuine =
    (await isGood(await counterparties.keysOf(signed.domain))) ||
    (await isGood(await counterparties.keysOf(signed.domain, { isRenewed: true })));
  if (!isGenuine) {
    throw new ApiError('INVALID_SIGNATURE', `The message is not signed with the key of ${signed.domain}.`);
  }
  await takeOnce(db, signed, clock.now());
}
