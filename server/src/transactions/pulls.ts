import { type AccountNeeds, findInternalAccount } from '../accounts/internal-accounts.ts';
import { payments, phases } from '../ledger/recipes.ts';
import type { Outcome } from '../providers/rails/port.ts';
import { refundOf, type Turn } from './outcomes.ts';
import type { Step, Terms, Transaction } from './record.ts';
import type { FailureReason, PullState, TransactionType } from './status.ts';

interface Affected {
  transaction: Transaction;
  terms: Terms;
  outcome: Outcome;
  at: Date;
  /** What the account that was credited can still give back. */
  available: bigint;
}

type Turning = (affected: Affected) => Turn;
type OfState = Partial<Record<PullState, Partial<Record<Outcome['type'], Turning>>>>;

/**
 * What each outcome does to money that is collected from an account outside: for a payment that it then pays, or for
 * an account of ours. What is not here happened before, or comes too late.
 */
const turns: Readonly<Record<TransactionType, OfState>> = {
  OUTGOING: {
    PENDING: { COMPLETED: collected, FAILED: notCollected, CANCELLED: notCollected, LOST: notCollected },
    COLLECTED: { FAILED: owed },
  },
  INCOMING: {
    PENDING: { COMPLETED: credited, FAILED: notCredited, CANCELLED: notCredited, LOST: notCredited },
    COLLECTED: { FAILED: recalled },
  },
};

/** In which status a transaction waits for its pull. */
const waiting: Readonly<Record<TransactionType, Transaction['status']>> = {
  OUTGOING: 'PROCESSING',
  INCOMING: 'PENDING',
};

/** Undefined: there is nothing to do. */
export async function pullTurnOf(needs: AccountNeeds, transaction: Transaction, told: { outcome: Outcome; at: Date }) {
  const { terms, type, pull, status } = transaction;
  if (!terms || !pull || (pull === 'PENDING' && status !== waiting[type])) return undefined;
  const turn = turns[type][pull]?.[told.outcome.type];
  const isRecall = turn === recalled && terms.destination !== undefined;
  const account = isRecall && (await findInternalAccount(needs, transaction.platformId, terms.destination ?? ''));
  return turn?.({ transaction, terms, ...told, available: account ? account.posted : 0n });
}

/** The money is here: it passes through the house, and the payment is on its way. Nothing that is shown changes. */
function collected({ terms: { payment } }: Affected): Turn {
  return {
    steps: [],
    pull: 'COLLECTED',
    phase: phases.fund,
    moves: payments.receiveFunding(payment.sent),
    next: { phase: phases.execute, moves: payments.execute(payment) },
  };
}

/** Nothing was taken, so there is nothing to refund. */
function notCollected({ outcome }: Affected): Turn {
  const failureReason = reasonOf(outcome, SPEAKING_OF_NO_RECEIVER, 'QUOTE_EXECUTION_FAILED');
  return {
    steps: [{ event: 'OUTGOING_PAYMENT.FAILED', changes: { status: 'FAILED', details: { failureReason } } }],
    pull: 'FAILED',
    moves: [],
  };
}

/** The payment was made with money that the bank then took back: the payer owes it. */
function owed({ terms: { payment } }: Affected): Turn {
  return { steps: [], pull: 'RETURNED', phase: phases.recall, moves: payments.owe(payment.sent) };
}

/** What was collected is the owner's, also where the account was frozen meanwhile. */
function credited({ transaction, terms, at }: Affected): Turn {
  return {
    steps: [{ event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: at } }],
    pull: 'COLLECTED',
    phase: phases.fund,
    moves: payments.fund(fundingOf(transaction, terms)),
    isForced: true,
  };
}

function notCredited({ outcome }: Affected): Turn {
  return { steps: [collectionFailed(outcome)], pull: 'FAILED', moves: [] };
}

/** The bank took back what it had let us collect. */
function recalled({ transaction, terms, outcome, at, available }: Affected): Turn {
  const refund = refundOf(transaction, at, 'TRANSACTION_FAILED');
  const settled = { ...refund, status: 'COMPLETED', settledAt: at } as const;
  return {
    steps: [
      collectionFailed(outcome),
      { event: 'INCOMING_PAYMENT.REFUND_PENDING', changes: { details: { refund } } },
      { event: 'INCOMING_PAYMENT.REFUND_COMPLETED', changes: { details: { refund: settled } } },
    ],
    pull: 'RETURNED',
    phase: phases.recall,
    moves: payments.recall(fundingOf(transaction, terms), available),
    isForced: true,
  };
}

/** Money that does not come, or did not stay. */
export const collectionFailed = (outcome: Outcome): Step => ({
  event: 'INCOMING_PAYMENT.FAILED',
  changes: {
    status: 'FAILED',
    details: { failureReason: reasonOf(outcome, ['COMPLIANCE_REJECTED'], 'COLLECTION_FAILED') },
  },
});

/** Reasons that are as true of a payer as of a payee. */
const SPEAKING_OF_NO_RECEIVER: readonly FailureReason[] = ['COMPLIANCE_REJECTED', 'LIMIT_EXCEEDED'];

const reasonOf = (outcome: Outcome, kept: readonly FailureReason[], other: FailureReason): FailureReason =>
  'reason' in outcome && kept.includes(outcome.reason) ? outcome.reason : other;

function fundingOf({ id }: Transaction, { payment, destination }: Terms) {
  if (destination === undefined) throw new Error(`${id} collects money for an account`);
  return { account: destination, ...payment.received };
}
