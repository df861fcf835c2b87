import type { Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue, type NewJob } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, SECOND_MS } from '../kernel/clock.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { AccountUnavailable } from '../ledger/post.ts';
import { payments, phases } from '../ledger/recipes.ts';
import type { Outcome } from '../providers/rails/port.ts';
import { awaitEffects, isAnnounced } from './awaited.ts';
import { depositEffects } from './deposits.ts';
import { outcomeJob } from './legs.ts';
import { type PaymentNeeds, type Place, take } from './lifecycle.ts';
import type { Turn } from './outcomes.ts';
import { advance, findTransaction, readTransaction, type Step, type Transaction, transactionJson } from './record.ts';
import type { FailureReason } from './status.ts';

/** How long a platform may take to decide once it has said that it will. */
export const DECISION_MS = 5 * SECOND_MS;
/** Nobody has answered, nobody has decided: over at the latest after the time for both. */
const UNDECIDED_MS = 2 * DECISION_MS;
const UNDECIDED_JOB = 'payment.undecided';

/**
 * Incoming payments wait for nothing but the word of the platform; it may come before its answer to the question. Those
 * that were only announced then wait for the money (`pull`).
 */
export const awaitsApproval = ({ type, status, source, pull, terms }: Transaction): boolean => {
  const isPaidToAddress = (source !== null && 'umaAddress' in source) || terms?.paidBy !== undefined;
  return type === 'INCOMING' && status === 'PENDING' && pull === null && isPaidToAddress;
};

export type Decision =
  /** With what the sending institution is told of the receiver. */
  | { type: 'APPROVE'; information?: Readonly<Record<string, unknown>> | undefined }
  | { type: 'REJECT'; reason?: string | undefined }
  | { type: 'FAIL'; reason: FailureReason };

interface Deciding {
  transactionId: string;
  decision: Decision;
  /** What else belongs into the statement, once it is known what becomes of the transaction. */
  effectsOf?: (changed: Transaction) => readonly Effect[];
}

interface Word {
  platform: Platform;
  transactionId: string;
  now: Date;
  receipt: Receipt;
}

/** The platform takes a payment, with what the sending institution wants to know of the receiver. */
export async function approvePayment(
  needs: PaymentNeeds,
  word: Word & { receiverCustomerInfo?: Record<string, unknown> | undefined },
): Promise<string> {
  const transaction = await findTransaction(needs.db, word.platform.id, word.transactionId);
  if (!awaitsApproval(transaction)) throw notPending(transaction);
  const missing = missingFields(transaction, word.receiverCustomerInfo ?? {});
  if (missing.length === 0) return give(needs, word, { type: 'APPROVE', information: word.receiverCustomerInfo });
  const errors = missing.map((name) => {
    const field = `receiverCustomerInfo.${name}`;
    return { field, message: `${field} is required by the sending institution.` };
  });
  throw new ApiError('MISSING_MANDATORY_USER_INFO', 'The sending institution requires more about the receiver.', {
    errors,
  });
}

export const rejectPayment = (
  needs: PaymentNeeds,
  { reason, ...word }: Word & { reason?: string | undefined },
): Promise<string> => give(needs, word, { type: 'REJECT', reason });

async function give(needs: PaymentNeeds, word: Word, decision: Decision): Promise<string> {
  const { platform, transactionId, now, receipt } = word;
  const text = (changed: Transaction): string => JSON.stringify(transactionJson(changed));
  const place = { platformId: platform.id, mode: platform.mode, clockOffsetMs: platform.clockOffsetMs, at: now };
  const changed = await decide(needs, place, {
    transactionId,
    decision,
    effectsOf: (after) => receipt.remember({ status: 200, text: text(after) }),
  });
  if (changed) return text(changed);
  throw notPending(await findTransaction(needs.db, platform.id, transactionId));
}

const notPending = ({ status }: Transaction): ApiError =>
  new ApiError('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', `The transaction is ${status} and waits for no approval.`);

/** Of approvals, rejections and time-outs at once the first takes effect. Undefined: there is nothing (left) to decide. */
export async function decide(
  needs: PaymentNeeds,
  place: Place & { clockOffsetMs: number },
  { transactionId, decision, effectsOf = () => [] }: Deciding,
): Promise<Transaction | undefined> {
  const transaction = await readTransaction(needs.db, place.platformId, transactionId);
  if (!transaction || !awaitsApproval(transaction)) return undefined;
  const turn = turnOf(transaction, decision, place.at);
  const { changed } = advance(transaction, turn.steps, place.at);
  const following =
    decision.type === 'APPROVE'
      ? await approvedEffects(needs, place, { transaction, decision })
      : payerTold(transaction, place, refusalOf(decision));
  try {
    const isOurs = await take(needs, place, { transaction, turn, effects: [...following, ...effectsOf(changed)] });
    return isOurs ? changed : undefined;
  } catch (error) {
    if (!(error instanceof AccountUnavailable)) throw error;
    const failure: Decision = { type: 'FAIL', reason: 'QUOTE_EXECUTION_FAILED' };
    return decide(needs, place, { transactionId, decision: failure, effectsOf });
  }
}

function turnOf(transaction: Transaction, decision: Decision, at: Date): Turn {
  if (decision.type !== 'APPROVE') return { steps: [refusal(decision)], moves: [] };
  if (isAnnounced(transaction)) return { steps: [], moves: [], pull: 'PENDING' };
  return credited(transaction, at);
}

/** The money is the receiver's. */
export function credited({ destinationAccount, received }: Transaction, at: Date): Turn {
  assert(destinationAccount && received, 'an incoming payment has an account and an amount');
  return {
    steps: [{ event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: at } }],
    phase: phases.fund,
    moves: payments.fund({ account: destinationAccount, ...received }),
  };
}

async function approvedEffects(
  needs: PaymentNeeds,
  place: Place & { clockOffsetMs: number },
  { transaction, decision }: { transaction: Transaction; decision: Extract<Decision, { type: 'APPROVE' }> },
): Promise<Effect[]> {
  if (!isAnnounced(transaction)) return creditEffects(needs, place, transaction);
  return awaitEffects(transaction, { clockOffsetMs: place.clockOffsetMs, information: decision.information });
}

const refusal = (decision: Exclude<Decision, { type: 'APPROVE' }>): Step => ({
  event: 'INCOMING_PAYMENT.FAILED',
  changes:
    decision.type === 'REJECT'
      ? { status: 'REJECTED', details: decision.reason ? { rejectionReason: decision.reason } : {} }
      : { status: 'FAILED', details: { failureReason: decision.reason } },
});

/** Whom nobody refused, but nobody answered for either. */
const UNDECIDED: readonly FailureReason[] = ['PAYMENT_APPROVAL_TIMED_OUT', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'];

/** As whoever pays from here hears of it. */
const refusalOf = (decision: Exclude<Decision, { type: 'APPROVE' }>): Outcome => {
  const isUndecided = decision.type === 'FAIL' && UNDECIDED.includes(decision.reason);
  return { type: 'FAILED', reason: isUndecided ? 'QUOTE_EXECUTION_FAILED' : 'ACCOUNT_CANNOT_RECEIVE' };
};

/** The payment that brings it is over with it: paid out, or refunded. */
const payerTold = (
  { platformId, terms }: Transaction,
  { at, clockOffsetMs }: Place & { clockOffsetMs: number },
  outcome: Outcome,
): Effect[] => {
  if (!terms?.paidBy) return [];
  const job = { platformId, resourceId: terms.paidBy, runAt: at, createdAt: at, clockOffsetMs };
  return [enqueue([outcomeJob({ outcome, leg: 'PAYOUT' }, job)])];
};

/** What follows from a credit: the customer may want the money elsewhere, and whoever pays it from here is told. */
export const creditEffects = async (
  { db }: PaymentNeeds,
  place: Place & { clockOffsetMs: number },
  transaction: Transaction,
): Promise<Effect[]> => [
  ...(await depositEffects(db, place, transaction)),
  ...payerTold(transaction, place, { type: 'COMPLETED' }),
];

/** Ends a payment that nobody decides on, whatever became of those who asked. */
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

export const approvalHandlers = (needs: PaymentNeeds): JobHandlers => ({
  [UNDECIDED_JOB]: {
    run: async ({ platformId, mode, clockOffsetMs, resourceId }, at) => {
      const decision: Decision = { type: 'FAIL', reason: 'PAYMENT_APPROVAL_TIMED_OUT' };
      await decide(needs, { platformId, mode, clockOffsetMs, at }, { transactionId: resourceId, decision });
    },
  },
});

/** What the sending institution insists on and was not told. */
export function missingFields({ details }: Transaction, given: Readonly<Record<string, unknown>>): string[] {
  const asked = (details.requestedReceiverCustomerInfoFields ?? []).filter(({ mandatory }) => mandatory);
  return asked.map(({ name }) => name).filter((name) => isBlank(given[name]));
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
