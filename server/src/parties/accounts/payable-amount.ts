import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import type { Rates } from '../rates/rates.ts';
import type { ExternalAccount } from './external-record.ts';

/** Limit in US cents for payments to a wallet whose ownership is not proved. */
const UNPROVED_MAX = 100_000n;

interface Payout {
  mode: PlatformMode;
  account: Pick<ExternalAccount, 'status' | 'currency'>;
  /** In the smallest unit of the account's currency. */
  amount: bigint;
  now: Date;
}

/** Maximum amount of a payment to an external account; 0 if it cannot be paid. */
export async function maxPayable(rates: Rates, { mode, account, now }: Omit<Payout, 'amount'>): Promise<bigint> {
  const { status, currency } = account;
  if (status === 'ACTIVE') return BigInt(MAX_AMOUNT);
  if (status !== 'PENDING_OWNERSHIP_VERIFICATION') return 0n;
  return rates.worth(mode, { amount: UNPROVED_MAX, from: 'USD', to: currency }, now);
}

export async function requirePayableAccount(rates: Rates, { amount, ...payout }: Payout): Promise<void> {
  const { status } = payout.account;
  if (status === 'ACTIVE' || amount <= (await maxPayable(rates, payout))) return;
  if (status === 'PENDING_OWNERSHIP_VERIFICATION' || status === 'UNVERIFIED') {
    const hint = 'POST /customers/external-accounts/{externalAccountId}/challenge starts the proof.';
    throw new ApiError('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED', 'The ownership of this wallet must be proved first.', {
      hint,
    });
  }
  throw new ApiError('INVALID_RECEIVER', `The external account is ${status} and cannot be paid.`);
}
