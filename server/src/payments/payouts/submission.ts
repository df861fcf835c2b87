import type { Job, NewJob } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import type { RailPayment } from '../../engine/providers/rails/port.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { arriveOnPlatform } from '../arrivals/on-platform.ts';
import type { UmaArrivalDeps } from '../arrivals/uma.ts';
import {
  legOf,
  OUTCOME_JOB,
  outcomeJob,
  type PaymentReference,
  QuotedPayment,
  type ReportedOutcome,
  readPayment,
  type StoredPayment,
  SUBMIT_JOB,
} from '../transactions/legs.ts';
import { findQuoted, findTransaction, getTransaction } from '../transactions/record.ts';
import {
  applyTransition,
  type PaymentContext,
  type PaymentDeps,
  reportOutcome,
  untilApplied,
} from '../transitions/apply.ts';
import { PROCESSING } from '../transitions/outcomes.ts';
import { firstRailPayment } from '../transitions/start.ts';

export const WATCH_JOB = 'payment.watch';

/** Jobs of payments in progress. Repeated after a crash, a job does not pay twice. */
export const payoutHandlers = (deps: UmaArrivalDeps): JobHandlers => ({
  [SUBMIT_JOB]: { run: (job, now) => submit(deps, job, now) },
  [OUTCOME_JOB]: { run: (job, now) => applyOutcome(deps, job, now) },
  [WATCH_JOB]: { run: (job, now) => watch(deps, job, now) },
});

async function submit(deps: UmaArrivalDeps, job: Job, now: Date): Promise<NewJob[]> {
  const payment = await submittedPayment(deps, job);
  const { transactionId, leg } = legOf(payment.id);
  const context = contextOf(job, now);
  if (payment.origin === 'TRANSFER' && leg === 'PAYOUT') await startProcessing(deps, context, transactionId);
  const arrival = await arriveOnPlatform(deps, context, payment);
  if (arrival) return arrival.isWaiting ? [watchJob(job, now)] : [];
  const expected = await deps.banking.rails[job.mode].submit(payment);
  for (const { afterMs, ...reported } of expected) {
    if (afterMs === 0) await reportOutcome(deps, { ...context, transactionId, leg, ...reported });
  }
  const later = expected.filter(({ afterMs }) => afterMs > 0);
  if (expected.length === 0) return [watchJob(job, now)];
  return later.map(({ afterMs, ...reported }) =>
    outcomeJob({ ...reported, leg }, { runAt: addMs(now, afterMs), ...followUp(job, now) }),
  );
}

async function submittedPayment({ db }: PaymentDeps, { platformId, payload }: Job): Promise<RailPayment> {
  if (payload instanceof QuotedPayment) return payload.payment;
  const stored = payload as unknown as StoredPayment | PaymentReference;
  if (!('quoteId' in stored)) return readPayment(stored);
  const quoted = await findQuoted(db, platformId, stored.quoteId);
  assert(quoted, 'an executed quote is stored');
  return { ...firstRailPayment(quoted), at: new Date(stored.at) };
}

/** Moves a transfer to PROCESSING once it is submitted to its rail or its cancellation is requested. */
export async function startProcessing(
  deps: PaymentDeps,
  context: PaymentContext,
  transactionId: string,
): Promise<void> {
  await untilApplied(async () => {
    const transaction = await getTransaction(deps.db, context.platformId, transactionId);
    if (transaction.status !== 'PENDING') return true;
    return applyTransition(deps, context, { transaction, transition: { steps: [PROCESSING], entries: [] } });
  });
}

const applyOutcome = (deps: PaymentDeps, job: Job, now: Date): Promise<void> => {
  const reported = job.payload as unknown as ReportedOutcome;
  return reportOutcome(deps, { ...contextOf(job, now), transactionId: job.resourceId, ...reported });
};

/** Repeats daily until the bank reports an outcome: a payment in progress always has a live job (invariant 8). */
async function watch(deps: PaymentDeps, job: Job, now: Date): Promise<NewJob[]> {
  const transaction = await findTransaction(deps.db, job.platformId, job.resourceId);
  return transaction?.status === 'PROCESSING' || transaction?.status === 'PENDING' ? [watchJob(job, now)] : [];
}

const contextOf = ({ platformId, mode, clockOffsetMs }: Job, at: Date) => ({ platformId, mode, clockOffsetMs, at });

const followUp = ({ platformId, resourceId, clockOffsetMs }: Job, now: Date) => ({
  platformId,
  resourceId,
  clockOffsetMs,
  createdAt: now,
});

const watchJob = (job: Job, now: Date): NewJob => ({
  kind: WATCH_JOB,
  runAt: addMs(now, DAY_MS),
  ...followUp(job, now),
});
