import { VOID_OFFERS_JOB } from '../customers/offers.ts';
import { emptySql, sql } from '../db/sql.ts';
import type { Job, NewJob } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { retryOnConflict } from '../kernel/retry.ts';
import { applyTransition, type PaymentDeps } from '../transactions/lifecycle.ts';
import { getTransaction } from '../transactions/record.ts';
import { EXPIRED } from '../transactions/start-payment.ts';
import { isOpen } from '../transactions/status.ts';
import { getQuote } from './record.ts';

export const EXPIRY_JOB = 'quote.expire';

export const expiryHandlers = (deps: PaymentDeps): JobHandlers => ({
  [EXPIRY_JOB]: { run: (job, now) => expireInTime(deps, job, now) },
  [VOID_OFFERS_JOB]: { run: (job, now) => expireOffers(deps, job, now) },
});

async function expireInTime(deps: PaymentDeps, job: Job, now: Date): Promise<void> {
  const { transactionId } = await getQuote(deps.db, job.platformId, job.resourceId);
  await expire(deps, job, { transactionId, now });
}

/** After this time every quote is written whose creation overlapped the change of its customer or payee. */
const SECOND_PASS_MS = MINUTE_MS;

interface Pass {
  payeeId?: string;
  /** Time of the first pass. The second one expires quotes that were being created at that time. */
  madeBy?: string;
}

/** Expires open quotes of a customer who was deleted, or whose payments require a proof that they did not require. */
async function expireOffers(deps: PaymentDeps, job: Job, now: Date): Promise<NewJob[]> {
  const { platformId, resourceId, kind, clockOffsetMs } = job;
  const pass = job.payload as Pass;
  const { payeeId, madeBy } = pass;
  const open = await deps.db.read<{ id: string }>(sql`
    SELECT t.id FROM customers c
    JOIN transactions t ON t.platform_id = c.platform_id AND t.platform_customer_id = c.platform_customer_id
    WHERE c.platform_id = ${platformId} AND c.id = ${resourceId} AND t.customer_id = c.id
      AND t.status IN ('CREATED', 'PENDING') AND EXISTS (
        SELECT 1 FROM quotes q WHERE q.platform_id = t.platform_id AND q.id = t.quote_id AND q.customer_id = c.id)
      ${payeeId === undefined ? emptySql : sql`AND t.destination_account = ${payeeId}`}
      ${madeBy === undefined ? emptySql : sql`AND t.created_at <= ${madeBy}`}`);
  for (const { id } of open) await expire(deps, job, { transactionId: id, now });
  if (madeBy !== undefined) return [];
  const payload = { ...pass, madeBy: now.toISOString() };
  const runAt = addMs(now, SECOND_PASS_MS);
  return [{ platformId, kind, resourceId, payload, runAt, createdAt: now, clockOffsetMs }];
}

interface Expiry {
  transactionId: string;
  now: Date;
}

async function expire(deps: PaymentDeps, { platformId, mode }: Job, { transactionId, now }: Expiry): Promise<void> {
  const place = { platformId, mode, at: now };
  await retryOnConflict('transaction', async () => {
    const transaction = await getTransaction(deps.db, platformId, transactionId);
    if (!isOpen(transaction.status)) return true;
    const isExpired = await applyTransition(deps, place, {
      transaction,
      transition: { steps: [EXPIRED], entries: [] },
    });
    return isExpired || undefined;
  });
}
