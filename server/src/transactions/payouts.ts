import type { Job, NewJob } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { addMs, DAY_MS } from '../kernel/clock.ts';
import type { Rail } from '../providers/rails/port.ts';
import { arriveNextDoor } from './arrivals-next-door.ts';
import type { UmaNeeds } from './arrivals-uma.ts';
import {
  legOf,
  OUTCOME_JOB,
  outcomeJob,
  readPayment,
  type StoredPayment,
  SUBMIT_JOB,
  type ToldOutcome,
} from './legs.ts';
import { type PaymentNeeds, type Place, report, take } from './lifecycle.ts';
import { findTransaction, readTransaction } from './record.ts';

export const WATCH_JOB = 'payment.watch';

export interface RailNeeds extends PaymentNeeds {
  rails: Record<PlatformMode, Rail>;
}

/** Jobs of payments on their way: each may run again after a crash without paying twice. */
export const payoutHandlers = (needs: RailNeeds & UmaNeeds): JobHandlers => ({
  [SUBMIT_JOB]: { run: (job, now) => submit(needs, job, now) },
  [OUTCOME_JOB]: { run: (job, now) => outcomeIsDue(needs, job, now) },
  [WATCH_JOB]: { run: (job, now) => watch(needs, job, now) },
});

async function submit(needs: RailNeeds & UmaNeeds, job: Job, now: Date): Promise<NewJob[]> {
  const payment = readPayment(job.payload as unknown as StoredPayment);
  const { transactionId, leg } = legOf(payment.id);
  const place = placeOf(job, now);
  if (payment.origin === 'TRANSFER' && leg === 'PAYOUT') await handOver(needs, place, transactionId);
  const arrival = await arriveNextDoor(needs, place, payment);
  if (arrival) return arrival.isWaiting ? [watchJob(job, now)] : [];
  const foreseen = await needs.rails[job.mode].submit(payment);
  for (const { afterMs, outcome } of foreseen) {
    if (afterMs === 0) await report(needs, { ...place, transactionId, leg, outcome });
  }
  const later = foreseen.filter(({ afterMs }) => afterMs > 0);
  if (foreseen.length === 0) return [watchJob(job, now)];
  return later.map(({ afterMs, outcome }) =>
    outcomeJob({ outcome, leg }, { runAt: addMs(now, afterMs), ...followUp(job, now) }),
  );
}

/** A transfer is PROCESSING from the moment its rail is told of it. */
export async function handOver(needs: RailNeeds, place: Place, transactionId: string): Promise<void> {
  const transaction = await findTransaction(needs.db, place.platformId, transactionId);
  if (transaction.status !== 'PENDING') return;
  const steps = [{ event: 'OUTGOING_PAYMENT.PROCESSING', changes: { status: 'PROCESSING' } }] as const;
  if (await take(needs, place, { transaction, turn: { steps, moves: [] } })) return;
  await handOver(needs, place, transactionId);
}

const outcomeIsDue = (needs: RailNeeds, job: Job, now: Date): Promise<void> => {
  const { outcome, leg } = job.payload as unknown as ToldOutcome;
  return report(needs, { ...placeOf(job, now), transactionId: job.resourceId, leg, outcome });
};

/** A payment that a bank has not answered yet is looked at again every day: none is forgotten. */
async function watch(needs: RailNeeds, job: Job, now: Date): Promise<NewJob[]> {
  const transaction = await readTransaction(needs.db, job.platformId, job.resourceId);
  return transaction?.status === 'PROCESSING' || transaction?.status === 'PENDING' ? [watchJob(job, now)] : [];
}

const placeOf = ({ platformId, mode, clockOffsetMs }: Job, at: Date) => ({ platformId, mode, clockOffsetMs, at });

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
