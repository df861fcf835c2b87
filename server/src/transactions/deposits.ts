import { readDepositAccount } from '../accounts/external-record.ts';
import type { Database } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import { enqueue } from '../jobs/queue.ts';
import { newId } from '../kernel/ids.ts';
import type { Transaction } from './record.ts';

export const DEPOSIT_JOB = 'payment.deposit';

/** What is sent on: to the account outside, from the internal one, as which transaction. */
export interface DepositOrder {
  accountId: string;
  transactionId: string;
  customerId: string;
  internalAccountId: string;
}

interface Moment {
  platformId: string;
  at: Date;
  clockOffsetMs: number;
}

/**
 * A customer may want incoming payments on an account outside (defaultUmaDepositAccount). The money is credited to the
 * internal account first, and sent on as a payment of its own: should that fail, the customer has the money still.
 */
export async function depositEffects(
  db: Database,
  { platformId, at, clockOffsetMs }: Moment,
  transaction: Transaction,
): Promise<Effect[]> {
  const receiver = receiverOf(transaction);
  if (!receiver) return [];
  const account = await readDepositAccount(db, platformId, receiver.customerId);
  if (account?.status !== 'ACTIVE' || account.currency !== transaction.received?.currency) return [];
  const payload: DepositOrder = { accountId: account.id, transactionId: newId('Transaction'), ...receiver };
  const { id: resourceId } = transaction;
  return [enqueue([{ platformId, kind: DEPOSIT_JOB, resourceId, payload, runAt: at, createdAt: at, clockOffsetMs }])];
}

type Receiver = Pick<DepositOrder, 'customerId' | 'internalAccountId'>;

/** Who is paid under a UMA address here. */
const receiverOf = ({ customerId, destinationAccount }: Transaction): Receiver | undefined =>
  destinationAccount ? { customerId, internalAccountId: destinationAccount } : undefined;
