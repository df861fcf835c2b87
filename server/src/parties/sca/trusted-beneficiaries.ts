import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { type ExternalAccount, getExternalAccount, updateExternalAccount } from '../accounts/external-record.ts';
import type { Customer } from '../customers/record.ts';
import { voidOffers } from '../customers/voided-offers.ts';
import { applyWithChallenge, openChallenge, proveChallenge } from './challenges.ts';
import type { ScaDeps } from './deps.ts';
import type { ScaFactor } from './factors.ts';
import { explainUsedProof, type ScaProof } from './proofs.ts';
import { getScaCustomer } from './sca-customer.ts';

/** Currency of accounts that can be trusted: only blockchain addresses can. */
const TRUSTABLE = 'USDC';

export interface TrustChange {
  isTrusted: boolean;
  purpose: 'BENEFICIARY_TRUST' | 'BENEFICIARY_UNTRUST';
  /** Completes the text "code to ..." of the text message. */
  action: string;
}

export const trustChanges = {
  trust: { isTrusted: true, purpose: 'BENEFICIARY_TRUST', action: 'trust the payee' },
  untrust: { isTrusted: false, purpose: 'BENEFICIARY_UNTRUST', action: 'stop trusting the payee' },
} as const satisfies Record<string, TrustChange>;

interface TrustRequest {
  platform: Platform;
  accountId: string;
  change: TrustChange;
  now: Date;
  receipt: Receipt;
}

/** Opens the challenge of a change of trust. The response is empty if the payee is already in the requested state. */
export async function startTrust(deps: ScaDeps, request: TrustRequest & { factor: ScaFactor | undefined }) {
  const { platform, change, factor, now, receipt } = request;
  const { account, customer } = await getTrustable(deps.db, request);
  if (account.isTrusted === change.isTrusted) {
    const text = '{}';
    await apply(deps.db, { effects: receipt.record({ status: 200, text }) });
    return text;
  }
  const about = `${change.action} ${account.accountInfo.address}`;
  const subject = { subjectId: account.id, purpose: change.purpose, about };
  const { json, effects } = await openChallenge(deps, { platform, customer, factor, now, ...subject });
  const text = JSON.stringify({ scaChallenge: json });
  const all = [...effects, ...receipt.record({ status: 200, text })];
  await applyWithChallenge(deps.db, { effects: all }, { customer, now });
  return text;
}

interface Confirmation extends TrustRequest {
  /** Default: the pending challenge of the payee. */
  challengeId: string | undefined;
  proof: ScaProof;
}

/** Uses the proof and changes the trust in one statement. */
export async function confirmTrust(deps: ScaDeps, confirmation: Confirmation): Promise<string> {
  const { platform, change, challengeId, proof, now, receipt } = confirmation;
  const { account, customer } = await getTrustable(deps.db, confirmation);
  const proving = { subjectId: account.id, purpose: change.purpose, challengeId, proof };
  const { effects } = await proveChallenge(deps, { platform, customer, now, ...proving });
  const changed = { ...account, isTrusted: change.isTrusted, version: account.version + 1n, updatedAt: now };
  const text = JSON.stringify({ trusted: change.isTrusted });
  // Voids open quotes, because they were made without a proof and their payment now requires a proof.
  const ended = change.isTrusted
    ? []
    : [voidOffers({ platform, customerId: customer.id, payeeId: account.id, at: now })];
  const all = [...effects, ...ended, ...receipt.record({ status: 200, text })];
  try {
    if (await apply(deps.db, { guard: updateExternalAccount(changed), effects: all })) return text;
  } catch (error) {
    throw explainUsedProof(error);
  }
  throw new ApiError('CONFLICT', 'The account was changed by another request.', {
    reason: 'CHANGED_MEANWHILE',
    hint: 'Send the confirmation again.',
  });
}

async function getTrustable(
  db: Database,
  { platform, accountId }: TrustRequest,
): Promise<{ account: ExternalAccount; customer: Customer }> {
  const account = await getExternalAccount(db, { platformId: platform.id, owner: 'CUSTOMER', id: accountId });
  const customer = await getScaCustomer(db, platform.id, account.customerId ?? '');
  if (account.currency === TRUSTABLE) return { account, customer };
  throw new InvalidFields(
    [{ field: 'externalAccountId', message: `An account in ${account.currency} cannot be trusted.` }],
    `Only addresses that receive ${TRUSTABLE} can be trusted.`,
  );
}
