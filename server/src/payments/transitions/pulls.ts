import { payments, phases } from '../../engine/ledger/recipes.ts';
import type { PaymentOutcome } from '../../engine/providers/rails/port.ts';
import { type AccountDeps, getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import type { Step, Transaction } from '../transactions/record.ts';
import type { FailureReason, PullState, TransactionType } from '../transactions/status.ts';
import type { Refund, Terms } from '../transactions/terms.ts';
import type { PaymentTransition } from '../transactions/transition.ts';
import { refundOf } from './outcomes.ts';

interface TransitionInput {
  transaction: Transaction;
  terms: Terms;
  outcome: PaymentOutcome;
  at: Date;
  /** Balance of the credited account, needed for recalls. */
  available: bigint;
}

type TransitionRule = (input: TransitionInput) => PaymentTransition | undefined;
type RulesByState = Partial<Record<PullState, Partial<Record<PaymentOutcome['type'], TransitionRule>>>>;

/**
 * Transition of a pull, the collection from an external account, by the type of its transaction, the state of the pull and
 * the reported outcome. OUTGOING: the amount funds a payment. INCOMING: it is credited to an internal account. An outcome
 * without a rule is repeated or late, and has no effect.
 */
const transitions: Readonly<Record<TransactionType, RulesByState>> = {
  OUTGOING: {
    PENDING: {
      DELAYED: delayed,
      COMPLETED: collected,
      FAILED: notCollected,
      CANCELLED: notCollected,
      LOST: notCollected,
    },
    COLLECTED: { FAILED: owed, REFUNDED: owed },
  },
  INCOMING: {
    PENDING: {
      DELAYED: delayed,
      COMPLETED: credited,
      FAILED: notCredited,
      CANCELLED: notCredited,
      LOST: notCredited,
    },
    COLLECTED: { FAILED: recalled, REFUNDED: refundedByRail },
  },
};

/** Status of a transaction while its pull is PENDING. */
const collectingStatus: Readonly<Record<TransactionType, Transaction['status']>> = {
  OUTGOING: 'PROCESSING',
  INCOMING: 'PENDING',
};

/** Transition for an outcome of the pull; undefined when it has no effect. */
export async function pullTransitionOf(
  deps: AccountDeps,
  transaction: Transaction,
  reported: { outcome: PaymentOutcome; at: Date },
) {
  const { terms, type, pull, status } = transaction;
  if (!terms || !pull || (pull === 'PENDING' && status !== collectingStatus[type])) return undefined;
  const transition = transitions[type][pull]?.[reported.outcome.type];
  const isRecall = (transition === recalled || transition === refundedByRail) && terms.destination !== undefined;
  const account = isRecall && (await getInternalAccount(deps, transaction.platformId, terms.destination ?? ''));
  return transition?.({ transaction, terms, ...reported, available: account ? account.posted : 0n });
}

/** A repeated delay has no effect. */
function delayed({ transaction: { type, details }, outcome }: TransitionInput): PaymentTransition | undefined {
  if (outcome.type !== 'DELAYED' || details.pendingReason === outcome.reason) return undefined;
  const event = type === 'INCOMING' ? 'INCOMING_PAYMENT.PENDING' : 'OUTGOING_PAYMENT.PROCESSING';
  return { steps: [{ event, changes: { details: { pendingReason: outcome.reason } } }], entries: [] };
}

/** The collected amount funds the payment, which executes at once. No step: the status stays PROCESSING. */
function collected({ terms: { payment } }: TransitionInput): PaymentTransition {
  return {
    steps: [],
    pull: 'COLLECTED',
    phase: phases.fund,
    entries: payments.receiveFunding(payment.sent),
    next: { phase: phases.execute, entries: payments.execute(payment) },
  };
}

/** No refund, because nothing was collected. */
function notCollected({ outcome }: TransitionInput): PaymentTransition {
  const failureReason = reasonOf(outcome, REASONS_OF_A_PAYMENT, 'QUOTE_EXECUTION_FAILED');
  return {
    steps: [{ event: 'OUTGOING_PAYMENT.FAILED', changes: { status: 'FAILED', details: { failureReason } } }],
    pull: 'FAILED',
    entries: [],
  };
}

/** The bank took the amount back after the payment: the payment remains, and the payer owes the amount. */
function owed({ terms: { payment } }: TransitionInput): PaymentTransition {
  return { steps: [], pull: 'RETURNED', phase: phases.recall, entries: payments.owe(payment.sent) };
}

/** Forced, because a collected amount belongs to its owner even if the account was frozen since. */
function credited({ transaction, terms, at }: TransitionInput): PaymentTransition {
  return {
    steps: [{ event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: at } }],
    pull: 'COLLECTED',
    phase: phases.fund,
    entries: payments.fund(fundingOf(transaction, terms)),
    isForced: true,
  };
}

/** Nothing was collected, so nothing is credited. */
function notCredited({ outcome }: TransitionInput): PaymentTransition {
  return { steps: [collectionFailed(outcome)], pull: 'FAILED', entries: [] };
}

/** The bank took back a collected amount. */
function recalled(input: TransitionInput): PaymentTransition {
  const { transaction, at, outcome } = input;
  const refund = refundOf(transaction, at, 'TRANSACTION_FAILED');
  return takenBack(input, [collectionFailed(outcome), ...refundSteps(refund, at)]);
}

/** The rail refunded the payer in full without a failure: the refund has no reason. */
function refundedByRail(input: TransitionInput): PaymentTransition {
  const { transaction, at } = input;
  return takenBack(input, refundSteps(refundOf(transaction, at), at, { status: 'REFUNDED' }));
}

const refundSteps = (refund: Refund, at: Date, end: { status?: 'REFUNDED' } = {}): Step[] => [
  { event: 'INCOMING_PAYMENT.REFUND_PENDING', changes: { details: { refund } } },
  {
    event: 'INCOMING_PAYMENT.REFUND_COMPLETED',
    changes: { ...end, details: { refund: { ...refund, status: 'COMPLETED', settledAt: at } } },
  },
];

function takenBack({ transaction, terms, available }: TransitionInput, steps: readonly Step[]): PaymentTransition {
  return {
    steps,
    pull: 'RETURNED',
    phase: phases.recall,
    entries: payments.recall(fundingOf(transaction, terms), available),
    isForced: true,
  };
}

/** Step to FAILED of an amount that was not collected, or was recalled. */
export const collectionFailed = (outcome: PaymentOutcome): Step => ({
  event: 'INCOMING_PAYMENT.FAILED',
  changes: {
    status: 'FAILED',
    details: { failureReason: reasonOf(outcome, REASONS_OF_A_COLLECTION, 'COLLECTION_FAILED') },
  },
});

/** Failures between the providers of a payment. */
const REASONS_OF_THE_WAY = ['LNURLP_FAILED', 'PAY_REQUEST_FAILED', 'OFFRAMP_FAILED'] as const;

/** Failure reasons that a payment reports when its pull fails: they do not concern the receiver. */
const REASONS_OF_A_PAYMENT: readonly FailureReason[] = ['COMPLIANCE_REJECTED', 'LIMIT_EXCEEDED', ...REASONS_OF_THE_WAY];

/** Failure reasons that a failed collection reports. */
const REASONS_OF_A_COLLECTION: readonly FailureReason[] = [
  'COMPLIANCE_REJECTED',
  'INSUFFICIENT_FUNDS',
  'ACCOUNT_CLOSED',
  ...REASONS_OF_THE_WAY,
];

const reasonOf = (outcome: PaymentOutcome, kept: readonly FailureReason[], other: FailureReason): FailureReason => {
  const reason = 'reason' in outcome ? outcome.reason : undefined;
  return kept.find((one) => one === reason) ?? other;
};

function fundingOf({ id }: Transaction, { payment, destination }: Terms) {
  if (destination === undefined) throw new Error(`${id} collects money for an account`);
  return { account: destination, ...payment.received };
}
