import type { Move } from '../ledger/post.ts';
import { payments, phases } from '../ledger/recipes.ts';
import type { Outcome } from '../providers/rails/port.ts';
import type { Refund, Step, Terms, Transaction } from './record.ts';
import type { FailureReason, PullState } from './status.ts';

/** What an outcome does to a transaction: the steps that are told, and the money that moves. */
export interface Turn {
  steps: readonly Step[];
  phase?: string;
  moves: readonly Move[];
  next?: { phase: string; moves: readonly Move[] };
  /** How far the collecting of the money has come with it; left out: as far as before. */
  pull?: PullState;
  /** Whether it sets the payment in motion, which takes the accounts outside that it is collected from and paid to. */
  isStart?: boolean;
  /** What came back to us goes back to its owner, whatever the state of the account. */
  isForced?: boolean;
  /** What happens in its place where an account does not hold any more what is taken back from it. */
  otherwise?: Turn;
}

interface Affected {
  transaction: Transaction;
  terms: Terms;
  at: Date;
}

type Turning<T extends Outcome['type']> = (affected: Affected, outcome: Extract<Outcome, { type: T }>) => Turn;

/** What each outcome does to a payment in each status. What is not here happened before, or comes too late. */
const turns: { [T in Outcome['type']]: Partial<Record<Transaction['status'], Turning<T>>> } = {
  COMPLETED: { PROCESSING: completed },
  FAILED: { PROCESSING: failed, COMPLETED: returned },
  CANCELLED: { PROCESSING: cancelled },
  LOST: { PROCESSING: lost },
};

/** Undefined: there is nothing to do. */
export function turnOf(transaction: Transaction, outcome: Outcome, at: Date): Turn | undefined {
  const { type, terms, status, details, pull } = transaction;
  // What comes in or is not collected yet is not paid out; what was refunded is over, whatever its status tells.
  if (type !== 'OUTGOING' || !terms || details.refund || pull === 'PENDING') return undefined;
  const turn = turns[outcome.type][status] as Turning<Outcome['type']> | undefined;
  return turn?.({ transaction, terms, at }, outcome as never);
}

function completed(
  { transaction, terms, at }: Affected,
  { onChainTransaction }: { onChainTransaction?: object },
): Turn {
  const destination = { ...transaction.destination, ...(onChainTransaction && { onChainTransaction }) };
  return {
    steps: [{ event: 'OUTGOING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: at, destination } }],
    phase: phases.complete,
    moves: payments.complete(terms),
  };
}

function failed(affected: Affected, { reason }: { reason: FailureReason }): Turn {
  return {
    steps: [failure(reason), ...refunded(affected, 'TRANSACTION_FAILED')],
    phase: phases.refund,
    moves: payments.refund(affected.terms),
    isForced: true,
  };
}

/** The bank sent back what it had taken. A platform that has spent its fee meanwhile owes it. */
function returned(affected: Affected, { reason }: { reason: FailureReason }): Turn {
  const { terms } = affected;
  const turn: Turn = {
    ...failed(affected, { reason }),
    phase: phases.return,
    moves: payments.takeBack(terms),
    next: { phase: phases.refund, moves: payments.refund(terms) },
  };
  return { ...turn, otherwise: { ...turn, moves: payments.takeBack({ ...terms, isFeeSpent: true }) } };
}

function cancelled(affected: Affected): Turn {
  return {
    steps: [
      ...refunded(affected, 'USER_CANCELLATION'),
      { event: 'OUTGOING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED' } },
    ],
    phase: phases.refund,
    moves: payments.refund(affected.terms),
    isForced: true,
  };
}

function lost({ transaction, terms, at }: Affected, { reason }: { reason: FailureReason }): Turn {
  const refund = refundOf(transaction, at, 'TRANSACTION_FAILED');
  return {
    steps: [
      failure(reason),
      { event: 'OUTGOING_PAYMENT.REFUND_PENDING', changes: { details: { refund } } },
      { event: 'OUTGOING_PAYMENT.REFUND_FAILED', changes: { details: { refund: { ...refund, status: 'FAILED' } } } },
    ],
    phase: phases.suspend,
    moves: payments.suspend(terms.payment),
    isForced: true,
  };
}

/** The refund that failed is made after all. Undefined: nothing waits for that. */
export function refundAfterAll({ terms, details: { refund } }: Transaction, at: Date): Turn | undefined {
  if (!terms || refund?.status !== 'FAILED') return undefined;
  return {
    steps: refundSteps({ ...refund, status: 'PENDING' }, at),
    phase: phases.resume,
    moves: payments.resume(terms.payment),
    next: { phase: phases.refund, moves: payments.refund(terms) },
    isForced: true,
  };
}

export const failure = (failureReason: FailureReason): Step => ({
  event: 'OUTGOING_PAYMENT.FAILED',
  changes: { status: 'FAILED', details: { failureReason } },
});

export const refunded = ({ transaction, at }: Pick<Affected, 'transaction' | 'at'>, reason: Refund['reason']): Step[] =>
  refundSteps(refundOf(transaction, at, reason), at);

/** Begun and done in one moment: the money never left the house's books. */
function refundSteps(refund: Refund, at: Date): Step[] {
  const settled: Refund = { ...refund, status: 'COMPLETED', settledAt: at };
  return [
    { event: 'OUTGOING_PAYMENT.REFUND_PENDING', changes: { details: { refund } } },
    { event: 'OUTGOING_PAYMENT.REFUND_COMPLETED', changes: { details: { refund: settled } } },
  ];
}

export const refundOf = ({ reference }: Transaction, at: Date, reason: Refund['reason']): Refund => ({
  reference: `${reference}-REFUND`,
  initiatedAt: at,
  status: 'PENDING',
  ...(reason && { reason }),
});
