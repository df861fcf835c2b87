import { payments, phases } from '../../engine/ledger/recipes.ts';
import type { PaymentOutcome, SettlementDelay } from '../../engine/providers/rails/port.ts';
import type { Step, Transaction } from '../transactions/record.ts';
import type { FailureReason } from '../transactions/status.ts';
import type { Refund, Terms } from '../transactions/terms.ts';
import type { PaymentTransition } from '../transactions/transition.ts';

interface TransitionInput {
  transaction: Transaction;
  terms: Terms;
  at: Date;
}

type TransitionRule<T extends PaymentOutcome['type']> = (
  input: TransitionInput,
  outcome: Extract<PaymentOutcome, { type: T }>,
) => PaymentTransition | undefined;

/**
 * Transition of an outgoing payment by the reported outcome and the status. An outcome without a rule for the status is
 * repeated or late, and has no effect.
 */
const transitions: { [T in PaymentOutcome['type']]: Partial<Record<Transaction['status'], TransitionRule<T>>> } = {
  ACCEPTED: { CREATED: accepted },
  DELAYED: { PROCESSING: delayed },
  // CREATED only for transfers, whose outcome may be reported before their acceptance.
  COMPLETED: { CREATED: completed, PROCESSING: completed },
  REFUNDED: { COMPLETED: refundedByRail },
  FAILED: { CREATED: failed, PROCESSING: failed, COMPLETED: returned },
  CANCELLED: { PROCESSING: cancelled },
  LOST: { PROCESSING: lost },
};

export const PENDING: Step = { event: 'OUTGOING_PAYMENT.PENDING', changes: { status: 'PENDING' } };

export const PROCESSING = {
  event: 'OUTGOING_PAYMENT.PROCESSING',
  changes: { status: 'PROCESSING' },
} as const satisfies Step;

/** Transition for an outcome of the payout; undefined when it has no effect. */
export function transitionOf(
  transaction: Transaction,
  outcome: PaymentOutcome,
  at: Date,
): PaymentTransition | undefined {
  const { type, terms, status, details, pull, quote } = transaction;
  // Incoming and uncollected payments have no payout; refunds are final, even in status COMPLETED.
  if (type !== 'OUTGOING' || !terms || details.refund || pull === 'PENDING') return undefined;
  // A CREATED quote has not been executed: only its acceptance can be reported.
  if (status === 'CREATED' && quote && outcome.type !== 'ACCEPTED') return undefined;
  const transition = transitions[outcome.type][status] as TransitionRule<PaymentOutcome['type']> | undefined;
  return transition?.({ transaction, terms, at }, outcome as never);
}

/** An accepted quote waits for its execution; an accepted transfer is in progress. */
function accepted({ transaction }: TransitionInput): PaymentTransition {
  return { steps: [PENDING, ...(transaction.quote ? [] : [PROCESSING])], entries: [] };
}

/** A repeated delay has no effect. */
function delayed(
  { transaction }: TransitionInput,
  { reason }: { reason: SettlementDelay },
): PaymentTransition | undefined {
  if (transaction.details.pendingReason === reason) return undefined;
  const step: Step = { event: 'OUTGOING_PAYMENT.PROCESSING', changes: { details: { pendingReason: reason } } };
  return { steps: [step], entries: [] };
}

/** The payout settles, and the platform earns its fee. */
function completed(input: TransitionInput, { onChainTransaction }: { onChainTransaction?: object }): PaymentTransition {
  const { transaction, terms, at } = input;
  const destination = { ...transaction.destination, ...(onChainTransaction && { onChainTransaction }) };
  const done: Step = {
    event: 'OUTGOING_PAYMENT.COMPLETED',
    changes: { status: 'COMPLETED', settledAt: at, destination },
  };
  return {
    // Completion implies acceptance, whose report may be late or missing.
    steps: transaction.status === 'CREATED' ? [...accepted(input).steps, done] : [done],
    phase: phases.complete,
    entries: payments.complete(terms),
  };
}

/** The payout failed: the payment is refunded in full, fees included, in the same statement. */
function failed(input: TransitionInput, { reason }: { reason: FailureReason }): PaymentTransition {
  return {
    steps: [failure(input.transaction, reason), ...refunded(input, 'TRANSACTION_FAILED')],
    phase: phases.refund,
    entries: payments.refund(input.terms),
    isForced: true,
  };
}

/** The bank returned a completed payout. A platform fee that was spent becomes receivable. */
function returned(input: TransitionInput, { reason }: { reason: FailureReason }): PaymentTransition {
  const { terms } = input;
  const transition: PaymentTransition = {
    ...failed(input, { reason }),
    phase: phases.return,
    entries: payments.takeBack(terms),
    next: { phase: phases.refund, entries: payments.refund(terms) },
  };
  return { ...transition, onOverdraft: { ...transition, entries: payments.takeBack({ ...terms, isFeeSpent: true }) } };
}

/** The rail refunded a completed payment in full without a failure: the refund has no reason. */
function refundedByRail(input: TransitionInput): PaymentTransition {
  const { transaction, at } = input;
  const [pending, completed] = refundSteps(refundOf(transaction, at), at);
  const done: Step = { ...completed, changes: { ...completed.changes, status: 'REFUNDED' } };
  const transition = returned(input, { reason: 'PAYOUT_RETURNED' });
  const steps = [pending, done];
  return { ...transition, steps, ...(transition.onOverdraft && { onOverdraft: { ...transition.onOverdraft, steps } }) };
}

/** A cancelled payment is refunded first and ends COMPLETED. */
function cancelled(input: TransitionInput): PaymentTransition {
  return {
    steps: [
      ...refunded(input, 'USER_CANCELLATION'),
      { event: 'OUTGOING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED' } },
    ],
    phase: phases.refund,
    entries: payments.refund(input.terms),
    isForced: true,
  };
}

/** Payout and refund both failed: the amount moves to suspense, and an operator decides. */
function lost({ transaction, terms, at }: TransitionInput, { reason }: { reason: FailureReason }): PaymentTransition {
  const refund = refundOf(transaction, at, 'TRANSACTION_FAILED');
  return {
    steps: [
      failure(transaction, reason),
      { event: 'OUTGOING_PAYMENT.REFUND_PENDING', changes: { details: { refund } } },
      { event: 'OUTGOING_PAYMENT.REFUND_FAILED', changes: { details: { refund: { ...refund, status: 'FAILED' } } } },
    ],
    phase: phases.suspend,
    entries: payments.suspend(terms.payment),
    isForced: true,
  };
}

/** Refunds a suspended payment for an operator; undefined for a payment without a failed refund. */
export function suspendedRefund({ terms, details: { refund } }: Transaction, at: Date): PaymentTransition | undefined {
  if (!terms || refund?.status !== 'FAILED') return undefined;
  return {
    steps: refundSteps({ ...refund, status: 'PENDING' }, at),
    phase: phases.resume,
    entries: payments.resume(terms.payment),
    next: { phase: phases.refund, entries: payments.refund(terms) },
    isForced: true,
  };
}

/** Step to FAILED. QUOTE_EXECUTION_FAILED becomes PAYOUT_RETURNED for a transfer, which has no quote. */
export const failure = ({ quote }: Pick<Transaction, 'quote'>, reason: FailureReason): Step => ({
  event: 'OUTGOING_PAYMENT.FAILED',
  changes: {
    status: 'FAILED',
    details: {
      failureReason: !quote && reason === 'QUOTE_EXECUTION_FAILED' ? 'PAYOUT_RETURNED' : reason,
    },
  },
});

export const refunded = (
  { transaction, at }: Pick<TransitionInput, 'transaction' | 'at'>,
  reason: Refund['reason'],
): Step[] => refundSteps(refundOf(transaction, at, reason), at);

/** Both steps of a refund within the books of the service, which needs no rail. */
function refundSteps(refund: Refund, at: Date): [pending: Step, completed: Step] {
  const settled: Refund = { ...refund, status: 'COMPLETED', settledAt: at };
  return [
    { event: 'OUTGOING_PAYMENT.REFUND_PENDING', changes: { details: { refund } } },
    { event: 'OUTGOING_PAYMENT.REFUND_COMPLETED', changes: { details: { refund: settled } } },
  ];
}

export const refundOf = ({ reference }: Transaction, at: Date, reason?: Refund['reason']): Refund => ({
  reference: `${reference}-REFUND`,
  initiatedAt: at,
  status: 'PENDING',
  ...(reason && { reason }),
});
