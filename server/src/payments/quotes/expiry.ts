import type { Job, NewJob } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { emptySql, sql } from '../../foundation/db/sql.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { VOID_OFFERS_JOB } from '../../parties/customers/voided-offers.ts';
import { quoteIdOf } from '../transactions/quote-content.ts';
import { EXPIRY_JOB } from '../transactions/quote-expiries.ts';
import { findQuoted } from '../transactions/record.ts';
import { isOpen } from '../transactions/status.ts';
import { applyTransition, type PaymentDeps } from '../transitions/apply.ts';
import { EXPIRED } from '../transitions/start.ts';

export const expiryHandlers = (deps: PaymentDeps): JobHandlers => ({
  [EXPIRY_JOB]: { run: (job, now) => expire(deps, job, { quoteId: job.resourceId, now }) },
  [VOID_OFFERS_JOB]: { run: (job, now) => expireOffers(deps, job, now) },
});

/** Quotes that were being created during the change of their customer or payee are written by then. */
const SECOND_PASS_MS = MINUTE_MS;

interface Pass {
  payeeId?: string;
  /** Time of the first pass, set for the second: expires quotes that were being created at that time. */
  madeBy?: string;
}

/** Expires the open quotes of a customer who was deleted, or whose payments now require a proof. */
async function expireOffers(deps: PaymentDeps, job: Job, now: Date): Promise<NewJob[]> {
  const { platformId, resourceId, kind, clockOffsetMs } = job;
  const pass = job.payload as Pass;
  const { payeeId, madeBy } = pass;
  const open = await deps.db.read<{ id: string }>(sql`
    SELECT t.id FROM customers c
    JOIN transactions t ON uuid_of(t.platform_id) = uuid_of(c.platform_id)
      AND hashtextextended(t.platform_customer_id, 0) = hashtextextended(c.platform_customer_id, 0)
    WHERE c.platform_id = ${platformId} AND c.id = ${resourceId} AND t.customer_id = c.id
      AND t.status IN ('CREATED', 'PENDING') AND t.expires_at IS NOT NULL
      ${payeeId === undefined ? emptySql : sql`AND t.destination_account = ${payeeId}`}
      ${madeBy === undefined ? emptySql : sql`AND t.created_at <= ${madeBy}`}`);
  for (const { id } of open) await expire(deps, job, { quoteId: quoteIdOf(id), payerId: resourceId, now });
  if (madeBy !== undefined) return [];
  const payload = { ...pass, madeBy: now.toISOString() };
  const runAt = addMs(now, SECOND_PASS_MS);
  return [{ platformId, kind, resourceId, payload, runAt, createdAt: now, clockOffsetMs }];
}

interface Expiry {
  quoteId: string;
  /** Expires the quote only if this customer pays. */
  payerId?: string;
  now: Date;
}

async function expire(deps: PaymentDeps, { platformId, mode }: Job, expiry: Expiry): Promise<void> {
  const { quoteId, payerId, now } = expiry;
  const context = { platformId, mode, at: now };
  await retryOnConflict('transaction', async () => {
    const transaction = await findQuoted(deps.db, platformId, quoteId);
    if (!transaction || !isOpen(transaction.status)) return true;
    if (payerId !== undefined && transaction.quote.payerId !== payerId) return true;
    const isExpired = await applyTransition(deps, context, {
      transaction,
      transition: { steps: [EXPIRED], entries: [] },
    });
    return isExpired || undefined;
  });
}
