import type { NewJob } from '../jobs/queue.ts';
import type { Outcome, RailPayment } from '../providers/rails/port.ts';

/** A transaction is paid out, collected, or first collected and then paid out: rails know each leg by an id of its own. */
export type Leg = RailPayment['direction'];

const PULL_SUFFIX = '/PULL';

export const railIdOf = (transactionId: string, leg: Leg): string =>
  leg === 'PULL' ? `${transactionId}${PULL_SUFFIX}` : transactionId;

/** Whose leg a rail speaks of. */
export const legOf = (railId: string): { transactionId: string; leg: Leg } =>
  railId.endsWith(PULL_SUFFIX)
    ? { transactionId: railId.slice(0, -PULL_SUFFIX.length), leg: 'PULL' }
    : { transactionId: railId, leg: 'PAYOUT' };

export const SUBMIT_JOB = 'payment.submit';

type SubmitTimes = Pick<NewJob, 'runAt' | 'createdAt' | 'clockOffsetMs' | 'dueAt'>;

/** The job that hands a payment to its rail. */
export const submitJob = (payment: RailPayment, times: SubmitTimes): NewJob => ({
  platformId: payment.platformId,
  kind: SUBMIT_JOB,
  resourceId: legOf(payment.id).transactionId,
  payload: storePayment(payment),
  ...times,
});

export const OUTCOME_JOB = 'payment.outcome';

export interface ToldOutcome {
  outcome: Outcome;
  leg: Leg;
}

/** The job that tells a transaction what became of one of its legs. */
export const outcomeJob = (told: ToldOutcome, job: Omit<NewJob, 'kind' | 'payload'>): NewJob => ({
  kind: OUTCOME_JOB,
  payload: told,
  ...job,
});

/** JSON knows no bigint. */
export type StoredPayment = Omit<RailPayment, 'amount' | 'at'> & { amount: string; at: Date | string };

export const storePayment = (payment: RailPayment): StoredPayment => ({
  ...payment,
  amount: payment.amount.toString(),
});

export const readPayment = (stored: StoredPayment): RailPayment => ({
  ...stored,
  amount: BigInt(stored.amount),
  at: new Date(stored.at),
});
