import type { ExternalAccount } from './external-record.ts';
import type { InternalAccount } from './internal-accounts.ts';

/** True if the external account may fund the internal one by debit: same owner, or the platform's own account. */
export const isCollectedFor = (
  { customerId }: Pick<ExternalAccount, 'customerId'>,
  { ownerId }: Pick<InternalAccount, 'ownerId'>,
): boolean => customerId === null || customerId === ownerId;

/** Completes the sentence "source.accountId ...". */
export const OTHERS_ACCOUNT = 'must be an external account of the customer who receives the money, or of the platform';
