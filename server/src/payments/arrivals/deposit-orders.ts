import { enqueue } from '../../engine/jobs/queue.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { findDepositAccount } from '../../parties/accounts/external-record.ts';
import type { Transaction } from '../transactions/record.ts';

export const DEPOSIT_JOB = 'payment.deposit';

/** Forwards an incoming payment from the internal account to an external one, as a transaction of its own. */
export interface DepositOrder {
  accountId: string;
  transactionId: string;
  customerId: string;
  internalAccountId: string;
}

interface DepositContext {
  platformId: string;
  at: Date;
  clockOffsetMs: number;
}

/**
 * Enqueues the deposit to the customer's defaultUmaDepositAccount, if there is one. The internal account is credited first
 * and the deposit is a separate payment: when it fails, the money stays in the internal account.
 */
export async function depositEffects(
  db: Database,
  { platformId, at, clockOffsetMs }: DepositContext,
  transaction: Transaction,
): Promise<Effect[]> {
  const { id: resourceId, customerId, destinationAccount: internalAccountId, received } = transaction;
  if (!internalAccountId) return [];
  const account = await findDepositAccount(db, platformId, customerId);
  if (account?.status !== 'ACTIVE' || account.currency !== received?.currency) return [];
  const transactionId = newId('Transaction');
  const payload: DepositOrder = { accountId: account.id, transactionId, customerId, internalAccountId };
  return [enqueue([{ platformId, kind: DEPOSIT_JOB, resourceId, payload, runAt: at, createdAt: at, clockOffsetMs }])];
}
