import { type AccountNeeds, accountsOf, platformAccounts } from '../accounts/internal-accounts.ts';
import { brokenConstraint } from '../db/database.ts';
import { ApiError } from '../kernel/errors.ts';
import { AccountUnavailable, Overdraft } from '../ledger/post.ts';
import { VOLUME_LIMIT, volumeExceeded } from './volumes.ts';

interface Purse {
  platformId: string;
  /** Whose money it was to be; the platform's own where there is none. */
  customerOf: () => Promise<string | null | undefined> | string | null | undefined;
}

interface Attempt extends Purse {
  at: Date;
}

/** Why a payment could not begin, in words of the wire. */
export async function whyNotBegun(needs: AccountNeeds, error: unknown, attempt: Attempt): Promise<unknown> {
  if (brokenConstraint(error) === VOLUME_LIMIT) return volumeExceeded(attempt.at);
  if (error instanceof AccountUnavailable) {
    return new ApiError('CONFLICT', 'An account of this payment is not ACTIVE.', { reason: 'ACCOUNT_NOT_ACTIVE' });
  }
  return error instanceof Overdraft ? insufficient(needs, attempt) : error;
}

/** Names what there is: often the money is in the account beside. */
export async function insufficient(needs: AccountNeeds, { platformId, customerOf }: Purse): Promise<ApiError> {
  const customerId = await customerOf();
  const accounts = customerId
    ? await accountsOf(needs, platformId, customerId)
    : await platformAccounts(needs, platformId, {});
  const filled = accounts.filter(({ posted }) => posted > 0n);
  const balances = filled.map(({ id, posted, currency }) => `${id} has ${posted} ${currency}`);
  const owner = customerId ? 'customer' : 'platform';
  return new ApiError('INVALID_AMOUNT', 'The balance of the source account is not sufficient.', {
    reason: 'INSUFFICIENT_BALANCE',
    hint: balances.length > 0 ? `Balances of this ${owner}: ${balances.join('; ')}.` : 'Fund the account first.',
  });
}

export const inactive = (accountId: string, status: string): ApiError =>
  new ApiError('CONFLICT', `Account ${accountId} is ${status}; only an ACTIVE account can send or receive.`, {
    reason: 'ACCOUNT_NOT_ACTIVE',
  });
