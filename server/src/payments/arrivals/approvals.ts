import { enqueue, type NewJob } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { AccountUnavailable } from '../../engine/ledger/post.ts';
import { payments, phases } from '../../engine/ledger/recipes.ts';
import type { PaymentOutcome } from '../../engine/providers/rails/port.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { outcomeJob } from '../transactions/legs.ts';
import {
  advance,
  findTransaction,
  getTransaction,
  type Step,
  type Transaction,
  transactionJson,
} from '../transactions/record.ts';
import type { FailureReason } from '../transactions/status.ts';
import type { PaymentTransition } from '../transactions/transition.ts';
import { applyTransition, type PaymentContext, type PaymentDeps } from '../transitions/apply.ts';
import { awaitEffects, isAnnounced } from './announced-record.ts';
import { depositEffects } from './deposit-orders.ts';

/** Time for the decision of a platform that responded with 202. */
export const DECISION_MS = 5 * SECOND_MS;
/** Time for the response to the webhook plus the time for a decision after it. */
const UNDECIDED_MS = 2 * DECISION_MS;
const UNDECIDED_JOB = 'payment.undecided';

/**
 * Whether a UMA payment waits for the decision of its platform, which may precede the response to the webhook. Announced
 * payments are approved before their money arrives (`pull`).
 */
export const awaitsApproval = ({ type, status, source, pull, terms }: Transaction): boolean => {
  const isPaidToAddress = (source !== null && 'umaAddress' in source) || terms?.paidBy !== undefined;
  return type === 'INCOMING' && status === 'PENDING' && pull === null && isPaidToAddress;
};

export type ApprovalDecision =
  /** `information` about the receiver goes to the sending institution. */
  | { type: 'APPROVE'; information?: Readonly<Record<string, unknown>> | undefined }
  | { type: 'REJECT'; reason?: string | undefined }
  | { type: 'FAIL'; reason: FailureReason };

interface DecidedPayment {
  transactionId: string;
  decision: ApprovalDecision;
  /** Further effects of the same statement, which may depend on the changed transaction. */
  effectsOf?: (changed: Transaction) => readonly Effect[];
}

export interface ApprovalCall {
  platform: Platform;
  transactionId: string;
  now: Date;
  receipt: Receipt;
}

/** The platform approves a payment, with the receiver information that the sending institution requires. */
export async function approvePayment(
  deps: PaymentDeps,
  request: ApprovalCall & { receiverCustomerInfo?: Record<string, unknown> | undefined },
): Promise<string> {
  const { receiverCustomerInfo: information } = request;
  const transaction = await getTransaction(deps.db, request.platform.id, request.transactionId);
  if (!awaitsApproval(transaction)) throw notPending(transaction);
  const missing = missingFields(transaction, information ?? {});
  if (missing.length === 0) return decide(deps, request, { type: 'APPROVE', information });
  const errors = missing.map((name) => {
    const field = `receiverCustomerInfo.${name}`;
    return { field, message: `${field} is required by the sending institution.` };
  });
  throw new ApiError('MISSING_MANDATORY_USER_INFO', 'The sending institution requires more receiver information.', {
    errors,
  });
}

export const rejectPayment = (
  deps: PaymentDeps,
  { reason, ...request }: ApprovalCall & { reason?: string | undefined },
): Promise<string> => decide(deps, request, { type: 'REJECT', reason });

async function decide(deps: PaymentDeps, request: ApprovalCall, decision: ApprovalDecision): Promise<string> {
  const { platform, transactionId, now, receipt } = request;
  const text = (changed: Transaction): string => JSON.stringify(transactionJson(changed));
  const context = { platformId: platform.id, mode: platform.mode, clockOffsetMs: platform.clockOffsetMs, at: now };
  const changed = await decideApproval(deps, context, {
    transactionId,
    decision,
    effectsOf: (after) => receipt.record({ status: 200, text: text(after) }),
  });
  if (changed) return text(changed);
  throw notPending(await getTransaction(deps.db, platform.id, transactionId));
}

const notPending = ({ status }: Transaction): ApiError =>
  new ApiError('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', `The transaction is ${status} and awaits no approval.`);

/** Name of the signal that the process emits after it has written the decision on a payment. */
export const decisionSignal = (transactionId: string): string => `payment.decided ${transactionId}`;

/** The first of concurrent approvals, rejections and time-outs takes effect; the others return undefined. */
export async function decideApproval(
  deps: PaymentDeps,
  context: PaymentContext & { clockOffsetMs: number },
  { transactionId, decision, effectsOf = () => [] }: DecidedPayment,
): Promise<Transaction | undefined> {
  const transaction = await findTransaction(deps.db, context.platformId, transactionId);
  if (!transaction || !awaitsApproval(transaction)) return undefined;
  const transition = transitionOf(transaction, decision, context.at);
  const { changed } = advance(transaction, transition.steps, context.at);
  const following =
    decision.type === 'APPROVE'
      ? await approvedEffects(deps, context, { transaction, decision })
      : payerOutcome(transaction, context, outcomeOf(decision));
  try {
    const effects = [...following, ...effectsOf(changed)];
    if (!(await applyTransition(deps, context, { transaction, transition, effects }))) return undefined;
    deps.db.signals.emit(decisionSignal(transactionId));
    return changed;
  } catch (error) {
    if (!(error instanceof AccountUnavailable)) throw error;
    const failure: ApprovalDecision = { type: 'FAIL', reason: 'QUOTE_EXECUTION_FAILED' };
    return decideApproval(deps, context, { transactionId, decision: failure, effectsOf });
  }
}

function transitionOf(transaction: Transaction, decision: ApprovalDecision, at: Date): PaymentTransition {
  if (decision.type !== 'APPROVE') return { steps: [rejection(decision)], entries: [] };
  if (isAnnounced(transaction)) return { steps: [], entries: [], pull: 'PENDING' };
  return credited(transaction, at);
}

/** Credits the receiver. */
export function credited({ destinationAccount, received }: Transaction, at: Date): PaymentTransition {
  assert(destinationAccount && received, 'an incoming payment has an account and an amount');
  return {
    steps: [{ event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: at } }],
    phase: phases.fund,
    entries: payments.fund({ account: destinationAccount, ...received }),
  };
}

async function approvedEffects(
  deps: PaymentDeps,
  context: PaymentContext & { clockOffsetMs: number },
  { transaction, decision }: { transaction: Transaction; decision: Extract<ApprovalDecision, { type: 'APPROVE' }> },
): Promise<Effect[]> {
  if (!isAnnounced(transaction)) return creditEffects(deps, context, transaction);
  return awaitEffects(transaction, { clockOffsetMs: context.clockOffsetMs, information: decision.information });
}

const rejection = (decision: Exclude<ApprovalDecision, { type: 'APPROVE' }>): Step => ({
  event: 'INCOMING_PAYMENT.FAILED',
  changes:
    decision.type === 'REJECT'
      ? { status: 'REJECTED', details: decision.reason ? { rejectionReason: decision.reason } : {} }
      : { status: 'FAILED', details: { failureReason: decision.reason } },
});

/** Failure reasons of payments on which the platform made no decision. */
const UNDECIDED: readonly FailureReason[] = ['PAYMENT_APPROVAL_TIMED_OUT', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'];

/** Outcome of the paying transaction when the platform does not approve. */
const outcomeOf = (decision: Exclude<ApprovalDecision, { type: 'APPROVE' }>): PaymentOutcome => {
  const isUndecided = decision.type === 'FAIL' && UNDECIDED.includes(decision.reason);
  return { type: 'FAILED', reason: isUndecided ? 'QUOTE_EXECUTION_FAILED' : 'ACCOUNT_CANNOT_RECEIVE' };
};

/** Enqueues the outcome of the on-platform payment that funds this one: it completes or is refunded. */
const payerOutcome = (
  { platformId, terms }: Transaction,
  { at, clockOffsetMs }: PaymentContext & { clockOffsetMs: number },
  outcome: PaymentOutcome,
): Effect[] => {
  if (!terms?.paidBy) return [];
  const job = { platformId, resourceId: terms.paidBy, runAt: at, createdAt: at, clockOffsetMs };
  return [enqueue([outcomeJob({ outcome, leg: 'PAYOUT' }, job)])];
};

/** Effects of a credit: the deposit to an external account, and the outcome of the paying transaction. */
export const creditEffects = async (
  { db }: PaymentDeps,
  context: PaymentContext & { clockOffsetMs: number },
  transaction: Transaction,
): Promise<Effect[]> => [
  ...(await depositEffects(db, context, transaction)),
  ...payerOutcome(transaction, context, { type: 'COMPLETED' }),
];

/** The job fails an undecided payment even if the process that requested the approval has stopped. */
export const undecidedJob = (
  { id, platformId, createdAt }: Transaction,
  { jobId, clockOffsetMs }: { jobId: string; clockOffsetMs: number },
): NewJob => ({
  id: jobId,
  platformId,
  kind: UNDECIDED_JOB,
  resourceId: id,
  runAt: addMs(createdAt, UNDECIDED_MS),
  createdAt,
  clockOffsetMs,
});

export const approvalHandlers = (deps: PaymentDeps): JobHandlers => ({
  [UNDECIDED_JOB]: {
    run: async ({ platformId, mode, clockOffsetMs, resourceId }, at) => {
      const decision: ApprovalDecision = { type: 'FAIL', reason: 'PAYMENT_APPROVAL_TIMED_OUT' };
      await decideApproval(deps, { platformId, mode, clockOffsetMs, at }, { transactionId: resourceId, decision });
    },
  },
});

/** Mandatory fields of the sending institution that `given` does not contain. */
export function missingFields({ details }: Transaction, given: Readonly<Record<string, unknown>>): string[] {
  const required = (details.requestedReceiverCustomerInfoFields ?? []).filter(({ mandatory }) => mandatory);
  return required.map(({ name }) => name).filter((name) => isBlank(given[name]));
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
