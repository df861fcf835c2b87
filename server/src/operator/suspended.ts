import type { Database } from '../db/database.ts';
import { mapPage, type Page, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { idPattern } from '../kernel/ids.ts';
import { findPlatform, readClockOffset } from '../platforms/platforms.ts';
import { type PaymentNeeds, take, untilTaken } from '../transactions/lifecycle.ts';
import { refundAfterAll } from '../transactions/outcomes.ts';
import {
  findTransaction,
  type TransactionRow,
  toTransaction,
  transactionColumns,
  transactionJson,
  transactionText,
} from '../transactions/record.ts';
import { recordAction } from './actions.ts';
import type { Hand } from './interventions.ts';

/** Payments whose payout and whose refund have failed: their money waits in suspense. */
export async function listSuspended(db: Database, request: PageRequest): Promise<Page<object>> {
  const where = [sql`status = 'FAILED'`, sql`details -> 'refund' ->> 'status' = 'FAILED'`];
  const select = transactionColumns;
  const found = await page<TransactionRow>(db, {
    keys: idPattern('Transaction'),
    select,
    from: sql`FROM transactions`,
    where,
    request,
  });
  return mapPage(found, (row) => ({ platformId: row.platform_id, transaction: transactionJson(toTransaction(row)) }));
}

interface RefundWish {
  platformId: string;
  transactionId: string;
  reason: string;
}

/** Makes the refund that has failed: what waits in suspense goes back to whom it came from, at the locked rate. */
export async function refundSuspended(needs: PaymentNeeds, wish: RefundWish, { operatorId, now }: Hand) {
  const { db } = needs;
  const { platformId, transactionId, reason } = wish;
  const { mode } = await findPlatform(db, platformId);
  const at = addMs(now, await readClockOffset(db, platformId));
  const action = recordAction({
    operatorId,
    action: 'PAYMENT_REFUNDED',
    platformId,
    resourceId: transactionId,
    details: { reason },
    at: now,
  });
  await untilTaken(async () => {
    const transaction = await findTransaction(db, platformId, transactionId);
    const turn = refundAfterAll(transaction, at);
    if (!turn) throw nothingWaits();
    return take(needs, { platformId, mode, at }, { transaction, turn, effects: [action] });
  });
  return transactionText(db, platformId, transactionId);
}

const nothingWaits = () =>
  new ApiError('INVALID_STATE_TRANSITION', 'No refund of this transaction has failed.', {
    hint: 'GET /operator/transactions/suspended lists the payments that wait for a decision.',
  });
