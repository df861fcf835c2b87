import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type Page, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { idPattern } from '../../foundation/kernel/ids.ts';
import { getClockOffset, getPlatform } from '../../parties/platforms/platforms.ts';
import { findCreditOf } from '../../payments/bank-credits/record.ts';
import { fromListed } from '../../payments/transactions/listed-statuses.ts';
import {
  getTransaction,
  type TransactionRow,
  toTransaction,
  transactionColumns,
  transactionJson,
  transactionText,
} from '../../payments/transactions/record.ts';
import { applyTransition, type PaymentDeps, untilApplied } from '../../payments/transitions/apply.ts';
import { suspendedRefund } from '../../payments/transitions/outcomes.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

/** Lists payments whose payout and refund have failed: their funds are in suspense. */
export async function listSuspended(db: Database, request: PageRequest): Promise<Page<object>> {
  const where = [
    sql`is_suspended`,
    // A refund that failed at the bank is listed as an unmatched credit.
    sql`NOT EXISTS (SELECT 1 FROM bank_credits c
      WHERE c.platform_id = transactions.platform_id AND c.transaction_id = transactions.id AND c.state <> 'FUNDED')`,
  ];
  const select = transactionColumns;
  const listed = await page<TransactionRow>(db, {
    keys: idPattern('Transaction'),
    select,
    from: fromListed,
    order: { column: sql`listed_id`, direction: 'DESC', keyOf: ({ id }) => id },
    where,
    request,
  });
  return mapPage(listed, (row) => ({ platformId: row.platform_id, transaction: transactionJson(toTransaction(row)) }));
}

interface RefundRequest {
  platformId: string;
  transactionId: string;
  reason: string;
}

/** Repeats a failed refund: the funds in suspense are returned to the payer at the locked rate. */
export async function refundSuspended(deps: PaymentDeps, request: RefundRequest, { operatorId, now }: OperatorContext) {
  const { db } = deps;
  const { platformId, transactionId, reason } = request;
  const { mode } = await getPlatform(db, platformId);
  const at = addMs(now, await getClockOffset(db, platformId));
  const credit = await findCreditOf(db, platformId, transactionId);
  if (credit && credit.state !== 'FUNDED') throw isBankCredit(credit.id);
  const action = recordAction({
    operatorId,
    action: 'PAYMENT_REFUNDED',
    platformId,
    resourceId: transactionId,
    details: { reason },
    at: now,
  });
  await untilApplied(async () => {
    const transaction = await getTransaction(db, platformId, transactionId);
    const transition = suspendedRefund(transaction, at);
    if (!transition) throw noFailedRefund();
    return applyTransition(deps, { platformId, mode, at }, { transaction, transition, effects: [action] });
  });
  return transactionText(db, platformId, transactionId);
}

const isBankCredit = (creditId: string) =>
  new ApiError(
    'INVALID_STATE_TRANSITION',
    'The refund of this transaction is a bank return that is under way or failed.',
    {
      hint: `POST /operator/unmatched-credits/${creditId}/return repeats it once the credit is unmatched.`,
    },
  );

const noFailedRefund = () =>
  new ApiError('INVALID_STATE_TRANSITION', 'No refund of this transaction has failed.', {
    hint: 'GET /operator/transactions/suspended lists the payments whose refund failed.',
  });
