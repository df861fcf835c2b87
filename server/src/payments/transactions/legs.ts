import type { NewJob } from '../../engine/jobs/queue.ts';
import type { PaymentOutcome, RailPayment } from '../../engine/providers/rails/port.ts';

/** A payout, a pull (collection), or a pull that funds a payout. Each has its own id at the rail. */
export type Leg = RailPayment['direction'];

const PULL_SUFFIX = '/PULL';

export const railIdOf = (transactionId: string, leg: Leg): string =>
  leg === 'PULL' ? `${transactionId}${PULL_SUFFIX}` : transactionId;

/** Inverse of railIdOf. */
export const legOf = (railId: string): { transactionId: string; leg: Leg } =>
  railId.endsWith(PULL_SUFFIX)
    ? { transactionId: railId.slice(0, -PULL_SUFFIX.length), leg: 'PULL' }
    : { transactionId: railId, leg: 'PAYOUT' };

export const SUBMIT_JOB = 'payment.submit';

type SubmitTimes = Pick<NewJob, 'runAt' | 'createdAt' | 'clockOffsetMs' | 'dueAt'>;

/** The job that submits a payment to its rail. `quoteId`: the quote that contains the payment. */
export const submitJob = (payment: RailPayment, times: SubmitTimes, quoteId?: string): NewJob => ({
  platformId: payment.platformId,
  kind: SUBMIT_JOB,
  resourceId: legOf(payment.id).transactionId,
  payload: quoteId ? new QuotedPayment(payment, quoteId) : storePayment(payment),
  ...times,
});

/** Payment of a quote: complete within this process, and stored as a reference to the quote that contains it. */
export class QuotedPayment {
  readonly payment: RailPayment;
  readonly #quoteId: string;

  constructor(payment: RailPayment, quoteId: string) {
    this.payment = payment;
    this.#quoteId = quoteId;
  }

  toJSON(): PaymentReference {
    return { quoteId: this.#quoteId, at: this.payment.at };
  }
}

/** Stored form of the payment of a quote: `at` is the time of its execution. */
export interface PaymentReference {
  quoteId: string;
  at: Date | string;
}

export const OUTCOME_JOB = 'payment.outcome';

export interface ReportedOutcome {
  outcome: PaymentOutcome;
  leg: Leg;
  /** Sandbox rule that selected the outcome. */
  rule?: string;
}

/** The job that applies the outcome of a leg to its transaction. */
export const outcomeJob = (reported: ReportedOutcome, job: Omit<NewJob, 'kind' | 'payload'>): NewJob => ({
  kind: OUTCOME_JOB,
  payload: reported,
  ...job,
});

/** Payment as stored in JSON, which has no bigint. */
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
