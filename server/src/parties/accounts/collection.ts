import type { ExternalAccount } from './external-record.ts';
import type { InternalAccount } from './internal-accounts.ts';

/** Whether the external account may be debited in favour of the internal one: same customer, or the platform's own. */
export const isCollectedFor = (
  { customerId }: Pick<ExternalAccount, 'customerId'>,
  { ownerId }: Pick<InternalAccount, 'ownerId'>,
): boolean => customerId === null || customerId === ownerId;

/** Completes "source.accountId ...". */
export const OTHERS_ACCOUNT = 'must be an external account of the customer who receives the money, or of the platform';
