import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Rates } from '../rates/rates.ts';
import type { ExternalAccount } from './external-record.ts';

/** The worth in US cents that a wallet may be paid before its owner has proved it is his. */
const UNPROVED_MAX = 100_000n;

interface Payout {
  mode: PlatformMode;
  account: Pick<ExternalAccount, 'status' | 'currency'>;
  /** In the smallest unit of the account's currency. */
  amount: bigint;
  now: Date;
}

/** Whether an account outside may be paid at all, and so much. */
export async function requirePayableAccount(rates: Rates, { mode, account, amount, now }: Payout): Promise<void> {
  const { status, currency } = account;
  if (status === 'ACTIVE') return;
  if (status === 'PENDING_OWNERSHIP_VERIFICATION') {
    const limit = { amount: UNPROVED_MAX, from: 'USD', to: currency };
    if (amount <= (await rates.worth(mode, limit, now))) return;
  }
  if (status === 'PENDING_OWNERSHIP_VERIFICATION' || status === 'UNVERIFIED') {
    const hint = 'POST /customers/external-accounts/{externalAccountId}/challenge begins the proof.';
    throw new ApiError('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED', 'The owner of this wallet must prove it first.', {
      hint,
    });
  }
  throw new ApiError('INVALID_RECEIVER', `The external account is ${status} and cannot be paid.`);
}
