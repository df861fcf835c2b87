import { type ExternalAccount, findExternalAccount, updateExternalAccount } from '../accounts/external-record.ts';
import { voidOffers } from '../customers/offers.ts';
import type { Customer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import {
  explainSpentProof,
  openChallenge,
  proveChallenge,
  type ScaFactor,
  type ScaNeeds,
  type ScaProof,
} from './challenges.ts';
import { counted, limits, refusedByLimit } from './standing.ts';
import { findScaCustomer, keyOf } from './subject.ts';

/** Only payees on a chain can be trusted. */
const TRUSTABLE = 'USDC';

/** Giving trust and taking it back go the same way. */
export interface TrustChange {
  isTrusted: boolean;
  purpose: 'BENEFICIARY_TRUST' | 'BENEFICIARY_UNTRUST';
  /** What the text message says the code is for. */
  words: string;
}

export const trustChanges = {
  trust: { isTrusted: true, purpose: 'BENEFICIARY_TRUST', words: 'trust the payee' },
  untrust: { isTrusted: false, purpose: 'BENEFICIARY_UNTRUST', words: 'stop trusting the payee' },
} as const satisfies Record<string, TrustChange>;

interface Request {
  platform: Platform;
  accountId: string;
  change: TrustChange;
  now: Date;
  receipt: Receipt;
}

/** Asks the customer for a proof; for what is so already there is nothing to prove. */
export async function startTrust(needs: ScaNeeds, request: Request & { factor: ScaFactor | undefined }) {
  const { platform, change, factor, now, receipt } = request;
  const { account, customer } = await findTrustable(needs.db, request);
  if (account.isTrusted === change.isTrusted) {
    const text = '{}';
    await apply(needs.db, { effects: receipt.remember({ status: 200, text }) });
    return text;
  }
  const about = `${change.words} ${account.accountInfo.address}`;
  const subject = { subjectId: account.id, purpose: change.purpose, about };
  const { json, effects } = await openChallenge(needs, { platform, customer, factor, now, ...subject });
  const text = JSON.stringify({ scaChallenge: json });
  const key = keyOf(customer);
  const guard = json.factor === 'SMS_OTP' ? counted(limits.texts, key, now) : undefined;
  const all = [...effects, ...receipt.remember({ status: 200, text })];
  if (await apply(needs.db, { guard, effects: all })) return text;
  throw await refusedByLimit(needs.db, limits.texts, { key, now });
}

interface Confirmation extends Request {
  challengeId: string;
  proof: ScaProof;
}

/** The proof and the trust in one statement. */
export async function confirmTrust(needs: ScaNeeds, confirmation: Confirmation): Promise<string> {
  const { platform, change, challengeId, proof, now, receipt } = confirmation;
  const { account, customer } = await findTrustable(needs.db, confirmation);
  const proving = { subjectId: account.id, purpose: change.purpose, challengeId, proof };
  const { effects } = await proveChallenge(needs, { platform, customer, now, ...proving });
  const changed = { ...account, isTrusted: change.isTrusted, version: account.version + 1n, updatedAt: now };
  const text = JSON.stringify({ trusted: change.isTrusted });
  // A payment that was offered while the payee was trusted needs a proof now.
  const ended = change.isTrusted
    ? []
    : [voidOffers({ platform, customerId: customer.id, payeeId: account.id, at: now })];
  const all = [...effects, ...ended, ...receipt.remember({ status: 200, text })];
  try {
    if (await apply(needs.db, { guard: updateExternalAccount(changed), effects: all })) return text;
  } catch (error) {
    throw explainSpentProof(error);
  }
  throw new ApiError('CONFLICT', 'The account was changed meanwhile.', { hint: 'Confirm once more.' });
}

async function findTrustable(
  db: Database,
  { platform, accountId }: Request,
): Promise<{ account: ExternalAccount; customer: Customer }> {
  const account = await findExternalAccount(db, { platformId: platform.id, owner: 'CUSTOMER', id: accountId });
  const customer = await findScaCustomer(db, platform.id, account.customerId ?? '');
  if (account.currency === TRUSTABLE) return { account, customer };
  throw new InvalidFields(
    [{ field: 'externalAccountId', message: `An account in ${account.currency} cannot be trusted.` }],
    `Only addresses that receive ${TRUSTABLE} can be trusted.`,
  );
}
