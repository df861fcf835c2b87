import { cancelJobs, enqueue, type Job, type NewJob } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { chainRails, type PaymentOutcome } from '../../engine/providers/rails/port.ts';
import { apply } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { newId } from '../../foundation/kernel/ids.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { refundByBank } from '../bank-credits/refunds.ts';
import { type Leg, railIdOf } from '../transactions/legs.ts';
import { railReport } from '../transactions/rail-reports.ts';
import { advance, getTransaction, type Transaction, transactionJson } from '../transactions/record.ts';
import type { PaymentDeps } from '../transitions/apply.ts';
import { applyTransition, type PaymentContext, reportOutcome } from '../transitions/apply.ts';
import { transitionOf } from '../transitions/outcomes.ts';
import { pullTransitionOf } from '../transitions/pulls.ts';
import { startProcessing } from './submission.ts';

interface TransactionAction {
  platform: Platform;
  transactionId: string;
  now: Date;
  receipt: Receipt;
}

const CANCELLED: PaymentOutcome = { type: 'CANCELLED' };

/** Cancels a payment that has not settled, if its rail agrees. A cancelled payment is refunded at once. */
export async function cancelTransaction(deps: PaymentDeps, action: TransactionAction): Promise<string> {
  const { platform, transactionId, now } = action;
  const transaction = await getTransaction(deps.db, platform.id, transactionId);
  if (await awaitsAgentApproval(deps, transaction)) throw notApproved();
  const cancellable = requireCancellable(transaction);
  const context = { platformId: platform.id, mode: platform.mode, at: now };
  if (cancellable.leg === 'PAYOUT') await startProcessing(deps, context, transactionId);
  const job = cancelJob(action, cancellable);
  await apply(deps.db, { effects: [enqueue([job])] });
  const isAccepted = await cancelAtRail(deps, context, { transactionId, ...cancellable });
  const text = isAccepted ? await cancelled(deps, { ...action, ...cancellable, context, jobId: job.id }) : undefined;
  if (text !== undefined) return text;
  await apply(deps.db, { effects: [cancelJobs(platform.id, [job.id])] });
  throw tooLate((await getTransaction(deps.db, platform.id, transactionId)).status);
}

interface CancellableLeg {
  leg: Leg;
  rail: string;
}

/** Rails that settle late enough to allow a cancellation. */
const CANCELLABLE = ['ACH', 'ACH_SAME_DAY', 'WIRE'];
const NO_BANK_RAILS = ['BOOK', 'UMA', ...chainRails];

/** Whether a transfer of an agent waits for the approval of the platform. */
async function awaitsAgentApproval({ db }: PaymentDeps, { platformId, id, status, quote, details }: Transaction) {
  if (status !== 'PENDING' || quote || details.agentId === undefined) return false;
  const waiting = await db.readPipelined(sql`
    SELECT 1 FROM agent_actions
    WHERE platform_id = ${platformId} AND transaction_id = ${id} AND status = 'PENDING_APPROVAL'`);
  return waiting.length > 0;
}

function requireCancellable({ type, terms, pull, status, quote }: Transaction): CancellableLeg {
  const rail = pull === 'PENDING' || type === 'INCOMING' ? terms?.pull?.rail : terms?.rail;
  if (rail === undefined || NO_BANK_RAILS.includes(rail)) {
    throw new ApiError('INVALID_INPUT', 'Only ACH and wire payments can be cancelled.', {
      reason: 'PAYMENT_IS_FINAL',
      hint: 'Incoming payments, on-platform payments, UMA payments and payments over a blockchain are final.',
    });
  }
  if (!CANCELLABLE.includes(rail)) {
    throw new ApiError('NOT_IMPLEMENTED', `Payments over ${rail} cannot be cancelled.`, {
      reason: 'RAIL_CANNOT_CANCEL',
    });
  }
  const waiting = type === 'INCOMING' || !quote ? ['PENDING', 'PROCESSING'] : ['PROCESSING'];
  if (!waiting.includes(status)) throw tooLate(status);
  return { leg: pull === 'PENDING' ? 'PULL' : 'PAYOUT', rail };
}

const notApproved = (): ApiError =>
  new ApiError(
    'TRANSACTION_NOT_CANCELLABLE',
    'The transaction waits for an approval: nothing was sent that could be cancelled.',
    {
      hint: 'Reject it instead: POST /transactions/{transactionId}/reject.',
    },
  );

const tooLate = (status: string): ApiError =>
  new ApiError('TRANSACTION_NOT_CANCELLABLE', `The transaction is ${status} and cannot be cancelled.`, {
    hint: 'A payment can be cancelled after its execution, until its rail settles it.',
  });

const cancelAtRail = (
  deps: PaymentDeps,
  { platformId, mode }: PaymentContext,
  { transactionId, leg, rail }: CancellableLeg & { transactionId: string },
) => deps.banking.rails[mode].cancel({ platformId, id: railIdOf(transactionId, leg), rail });

interface AcceptedCancellation extends TransactionAction, CancellableLeg {
  context: PaymentContext;
  jobId: string;
}

/** Returns undefined when the payment settled before the cancellation was written. */
async function cancelled(deps: PaymentDeps, accepted: AcceptedCancellation): Promise<string | undefined> {
  const { context, leg, jobId, transactionId, receipt } = accepted;
  const { text: response } = await retryOnConflict('transaction', async () => {
    const transaction = await getTransaction(deps.db, context.platformId, transactionId);
    const transition =
      leg === 'PULL'
        ? await pullTransitionOf(deps, transaction, { outcome: CANCELLED, at: context.at })
        : transitionOf(transaction, CANCELLED, context.at);
    if (!transition) return { text: undefined };
    const refunded = await refundByBank(deps.db, { transaction, transition }, context.at);
    const { changed } = advance(transaction, refunded.transition.steps, context.at, transition);
    const text = JSON.stringify(transactionJson(changed));
    const { effects = [] } = refunded;
    const all = [...effects, cancelJobs(context.platformId, [jobId]), ...receipt.record({ status: 200, text })];
    const report = railReport({ outcome: CANCELLED, leg }, context.at);
    return (await applyTransition(deps, context, { ...refunded, report, effects: all })) ? { text } : undefined;
  });
  return response;
}

const CANCEL_JOB = 'payment.cancel';

/** Repeats the cancellation after a crash between the consent of the rail and our write; rails accept repeats. */
const cancelJob = (
  { platform, transactionId, now }: TransactionAction,
  cancellable: CancellableLeg,
): NewJob & { id: string } => ({
  id: newId('TimedJob'),
  platformId: platform.id,
  kind: CANCEL_JOB,
  resourceId: transactionId,
  payload: cancellable,
  runAt: addMs(now, MINUTE_MS),
  createdAt: now,
  clockOffsetMs: platform.clockOffsetMs,
});

export const cancellationHandlers = (deps: PaymentDeps): JobHandlers => ({
  [CANCEL_JOB]: { run: (job, now) => cancelAgain(deps, job, now) },
});

async function cancelAgain(deps: PaymentDeps, job: Job, at: Date): Promise<void> {
  const { platformId, mode, clockOffsetMs, resourceId: transactionId } = job;
  const cancellable = job.payload as unknown as CancellableLeg;
  const context = { platformId, mode, at };
  if (!(await cancelAtRail(deps, context, { transactionId, ...cancellable }))) return;
  await reportOutcome(deps, { ...context, clockOffsetMs, transactionId, leg: cancellable.leg, outcome: CANCELLED });
}
