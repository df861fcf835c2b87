import { AccountUnavailable, Overdraft } from '../../engine/ledger/post.ts';
import { brokenConstraint } from '../../foundation/db/database.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { type AccountDeps, accountsOf, platformAccounts } from '../../parties/accounts/internal-accounts.ts';
import { VOLUME_LIMIT, volumeExceeded } from './daily-volumes.ts';

interface Payer {
  platformId: string;
  /** Id of the paying customer; null or undefined when the platform itself pays. */
  customerOf: () => Promise<string | null | undefined> | string | null | undefined;
}

interface Attempt extends Payer {
  at: Date;
}

/** API error for a payment that could not start; other errors pass unchanged. */
export async function reasonNotStarted(deps: AccountDeps, error: unknown, attempt: Attempt): Promise<unknown> {
  if (brokenConstraint(error) === VOLUME_LIMIT) return volumeExceeded(attempt.at);
  if (error instanceof AccountUnavailable) {
    return new ApiError('CONFLICT', 'An account of this payment is not ACTIVE.', { reason: 'ACCOUNT_NOT_ACTIVE' });
  }
  return error instanceof Overdraft ? insufficient(deps, attempt) : error;
}

/** The hint lists all balances of the payer, because the money is often in another account. */
export async function insufficient(deps: AccountDeps, { platformId, customerOf }: Payer): Promise<ApiError> {
  const customerId = await customerOf();
  const accounts = customerId
    ? await accountsOf(deps, platformId, customerId)
    : await platformAccounts(deps, platformId, {});
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
