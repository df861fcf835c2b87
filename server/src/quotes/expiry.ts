import { VOID_OFFERS_JOB } from '../customers/offers.ts';
import { emptySql, sql } from '../db/sql.ts';
import type { Job, NewJob } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { type PaymentNeeds, take } from '../transactions/lifecycle.ts';
import { findTransaction, type Step } from '../transactions/record.ts';
import { findQuote } from './record.ts';

export const EXPIRY_JOB = 'quote.expire';

const EXPIRED: Step = {
  event: 'OUTGOING_PAYMENT.EXPIRED',
  changes: { status: 'EXPIRED', details: { failureReason: 'QUOTE_EXPIRED' } },
};

export const expiryHandlers = (needs: PaymentNeeds): JobHandlers => ({
  [EXPIRY_JOB]: { run: (job, now) => expireInTime(needs, job, now) },
  [VOID_OFFERS_JOB]: { run: (job, now) => expireOffers(needs, job, now) },
});

/** A quote that nobody has set in motion in time is over. */
async function expireInTime(needs: PaymentNeeds, job: Job, now: Date): Promise<void> {
  const { transactionId } = await findQuote(needs.db, job.platformId, job.resourceId);
  await expire(needs, job, { transactionId, now });
}

/** By then every quote is written that was being made when its customer or payee changed. */
const SECOND_LOOK_MS = MINUTE_MS;

interface Look {
  payeeId?: string;
  /** Of the second look, which is for those that were being made at the time of the first. */
  madeBy?: string;
}

/** So are those of a customer who is gone, or of whom a proof is asked now that was not when they were made. */
async function expireOffers(needs: PaymentNeeds, job: Job, now: Date): Promise<NewJob[]> {
  const { platformId, resourceId, kind, clockOffsetMs } = job;
  const look = job.payload as Look;
  const { payeeId, madeBy } = look;
  const open = await needs.db.read<{ id: string }>(sql`
    SELECT t.id FROM customers c
    JOIN transactions t ON t.platform_id = c.platform_id AND t.platform_customer_id = c.platform_customer_id
    WHERE c.platform_id = ${platformId} AND c.id = ${resourceId} AND t.customer_id = c.id
      AND t.status = 'PENDING' AND t.quote_id IS NOT NULL
      ${payeeId === undefined ? emptySql : sql`AND t.destination_account = ${payeeId}`}
      ${madeBy === undefined ? emptySql : sql`AND t.created_at <= ${madeBy}`}`);
  for (const { id } of open) await expire(needs, job, { transactionId: id, now });
  if (madeBy !== undefined) return [];
  const payload = { ...look, madeBy: now.toISOString() };
  const runAt = addMs(now, SECOND_LOOK_MS);
  return [{ platformId, kind, resourceId, payload, runAt, createdAt: now, clockOffsetMs }];
}

interface Expiry {
  transactionId: string;
  now: Date;
}

async function expire(needs: PaymentNeeds, { platformId, mode }: Job, { transactionId, now }: Expiry): Promise<void> {
  const place = { platformId, mode, at: now };
  for (;;) {
    const transaction = await findTransaction(needs.db, platformId, transactionId);
    if (transaction.status !== 'PENDING') return;
    // False where it has changed meanwhile; whether it still waits is then read again.
    if (await take(needs, place, { transaction, turn: { steps: [EXPIRED], moves: [] } })) return;
  }
}
