import type { Job } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { type PaymentNeeds, take } from '../transactions/lifecycle.ts';
import { findTransaction, type Step } from '../transactions/record.ts';
import { findQuote } from './record.ts';

export const EXPIRY_JOB = 'quote.expire';

const EXPIRED: Step = {
  event: 'OUTGOING_PAYMENT.EXPIRED',
  changes: { status: 'EXPIRED', details: { failureReason: 'QUOTE_EXPIRED' } },
};

/** A quote that nobody has set in motion in time is over. */
export const expiryHandlers = (needs: PaymentNeeds): JobHandlers => ({
  [EXPIRY_JOB]: { run: (job, now) => expire(needs, job, now) },
});

async function expire(needs: PaymentNeeds, { platformId, resourceId, mode }: Job, now: Date): Promise<void> {
  const { transactionId } = await findQuote(needs.db, platformId, resourceId);
  const place = { platformId, mode, at: now };
  for (;;) {
    const transaction = await findTransaction(needs.db, platformId, transactionId);
    if (transaction.status !== 'PENDING') return;
    // False where it has changed meanwhile; whether it still waits is then read again.
    if (await take(needs, place, { transaction, turn: { steps: [EXPIRED], moves: [] } })) return;
  }
}
