import { payments, phases } from '../../engine/ledger/recipes.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { insertCredit, type NewCredit } from '../bank-credits/record.ts';
import { refundOnArrival } from '../bank-credits/refunds.ts';
import {
  advance,
  findLostParty,
  findQuoted,
  type QuotedTransaction,
  type Step,
  type Transaction,
  transactionJson,
} from '../transactions/record.ts';
import { type FailureReason, isOpen } from '../transactions/status.ts';
import type { Money, Refund } from '../transactions/terms.ts';
import type { PaymentTransition } from '../transactions/transition.ts';
import { applyTransition, type PaymentDeps, writeTransition } from '../transitions/apply.ts';
import { VOLUME_LIMIT } from '../transitions/daily-volumes.ts';
import { PROCESSING, refunded } from '../transitions/outcomes.ts';
import { EXPIRED, startTransition } from '../transitions/start.ts';

/** Details of the payer, as far as the rail reports them. */
export interface PayerDetails {
  accountHolderName?: string;
  accountIdentifier?: string;
  bankName?: string;
  bankIdentifier?: string;
  paymentRail?: string;
  remittanceInformation?: string;
  endToEndId?: string;
  /** The rail's reference of the payment: identical in repeated reports. */
  traceNumber?: string;
  onChainTransaction?: { transactionHash: string; network: string };
}

/** Real-time funding that arrived for a quote. */
interface FundingArrival {
  platform: Platform;
  quoteId: string;
  arrived: Money;
  payer: PayerDetails;
  at: Date;
  receipt: Receipt;
  /** Bank entry of the funding, recorded in the same statement. */
  credit?: NewCredit;
}

/**
 * Applies funding, which cannot be rejected: it funds its quote or is refunded, once. Returns false when no quote waits
 * for it and an operator has to decide.
 */
export async function receiveQuoteFunding(deps: PaymentDeps, arrival: FundingArrival): Promise<boolean> {
  const transaction = await getQuoted(deps.db, arrival);
  if (transaction.quote.triggeredBy !== 'FUNDING' || transaction.sent?.currency !== arrival.arrived.currency)
    return false;
  if (isReported(transaction, arrival.payer)) return true;
  if (await applyFunding(deps, arrival, transaction)) return true;
  // A concurrent report of the same funding may have been applied.
  return isReported(await getQuoted(deps.db, arrival), arrival.payer);
}

/**
 * Starts the payment, fails it when the amount differs from the quote, or refunds a late arrival once. `read`: the
 * quote as the caller has read it. Returns undefined when the quote waits for no funding.
 */
export async function applyFunding(
  deps: PaymentDeps,
  arrival: FundingArrival,
  read: QuotedTransaction,
): Promise<Transaction | undefined> {
  const { applied } = await retryOnConflict('transaction', async (conflicts) => {
    const transaction = conflicts === 0 ? read : await getQuoted(deps.db, arrival);
    requireFunding(transaction, arrival.arrived);
    const { status, details, quote } = transaction;
    const isLate = status === 'EXPIRED' ? !details.refund : isOpen(status) && quote.expiresAt <= arrival.at;
    if (!isLate && !isOpen(status)) return { applied: undefined };
    const changed = await (isLate ? refundLate(deps, transaction, arrival) : fund(deps, transaction, arrival));
    return changed && { applied: changed };
  });
  return applied;
}

const fund = (deps: PaymentDeps, transaction: QuotedTransaction, arrival: FundingArrival) =>
  transaction.sent?.amount === arrival.arrived.amount
    ? start(deps, transaction, arrival)
    : fail(deps, transaction, { arrival, reason: 'FUNDING_AMOUNT_MISMATCH' });

export async function getQuoted(
  db: Database,
  { platform, quoteId }: Pick<FundingArrival, 'platform' | 'quoteId'>,
): Promise<QuotedTransaction> {
  const quoted = await findQuoted(db, platform.id, quoteId);
  if (quoted) return quoted;
  throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
}

function requireFunding({ sent, quote }: QuotedTransaction, { currency }: Money): void {
  if (quote.triggeredBy !== 'FUNDING') {
    throw new ApiError('INVALID_INPUT', 'The source of this quote is not REALTIME_FUNDING.', {
      reason: 'NOT_REALTIME_FUNDING',
      hint: 'The quote debits its source account: POST /quotes/{quoteId}/execute.',
    });
  }
  if (sent?.currency === currency) return;
  throw new ApiError('INVALID_CURRENCY', `This quote is funded in ${sent?.currency}, not in ${currency}.`);
}

/** Starts the payment with the details of its payer. Returns undefined after a concurrent change or expiry. */
async function start(
  deps: PaymentDeps,
  transaction: QuotedTransaction,
  arrival: FundingArrival,
): Promise<Transaction | undefined> {
  const { platform, at } = arrival;
  const { transition, effects } = startTransition(transaction, { at, clockOffsetMs: platform.clockOffsetMs });
  const source = sourceOf(transaction, arrival.payer);
  const step: Step = { ...PROCESSING, changes: { ...PROCESSING.changes, source } };
  const steps = transition.steps.map((one) => (one === PROCESSING ? step : one));
  const { changed, guard, effects: advanced } = advance(transaction, steps, at, transition);
  const funded = { state: 'FUNDED', transaction: { platformId: platform.id, id: transaction.id } } as const;
  const recorded = arrival.credit ? [insertCredit(arrival.credit, funded)] : [];
  const change = { guard, effects: [...advanced, ...effects, ...recorded, ...recordResponse(arrival, changed)] };
  const context = { platformId: platform.id, mode: platform.mode, at };
  try {
    if (await writeTransition(deps, context, { transaction, transition, change })) return changed;
  } catch (error) {
    if (brokenConstraint(error) !== VOLUME_LIMIT) throw error;
    return fail(deps, transaction, { arrival, reason: 'LIMIT_EXCEEDED' });
  }
  const lost = await findLostParty(deps.db, transaction);
  // The quote expires with its deleted customer; the next attempt refunds the funding.
  const expired = { steps: [EXPIRED], entries: [] };
  if (lost === 'CUSTOMER') await applyTransition(deps, context, { transaction, transition: expired });
  return lost === 'ACCOUNT' ? fail(deps, transaction, { arrival, reason: 'ACCOUNT_INVALID' }) : undefined;
}

interface Failure {
  arrival: FundingArrival;
  reason: FailureReason;
}

function fail(deps: PaymentDeps, transaction: Transaction, { arrival, reason }: Failure) {
  const source = sourceOf(transaction, arrival.payer);
  const failed: Step = {
    event: 'OUTGOING_PAYMENT.FAILED',
    changes: { status: 'FAILED', source, details: { failureReason: reason } },
  };
  return refundFunding(deps, transaction, { arrival, steps: [failed], reason: 'TRANSACTION_FAILED' });
}

/** Refunds funding of an expired quote, which stays EXPIRED. */
const refundLate = (deps: PaymentDeps, transaction: Transaction, arrival: FundingArrival) =>
  refundFunding(deps, transaction, { arrival, steps: isOpen(transaction.status) ? [EXPIRED] : [], reason: 'TIMEOUT' });

interface FundingRefund {
  arrival: FundingArrival;
  /** Steps to write before the refund. */
  steps: readonly Step[];
  reason: NonNullable<Refund['reason']>;
}

/** Posts the funding and its refund at once: fiat returns over its rail, crypto to the customer's account of the asset. */
async function refundFunding(
  deps: PaymentDeps,
  transaction: Transaction,
  { arrival, steps, reason }: FundingRefund,
): Promise<Transaction | undefined> {
  const { arrived, payer, platform, at } = arrival;
  const [pending, completed] = refunded({ transaction, at }, reason);
  assert(pending && completed, 'a refund begins and ends');
  const source = sourceOf(transaction, payer);
  const atOnce: PaymentTransition = {
    steps: [...steps, { ...pending, changes: { ...pending.changes, source } }, completed],
    phase: phases.fund,
    entries: payments.receiveFunding(arrived),
    next: {
      phase: phases.refund,
      entries: payments.refundFunding({ funding: arrived, creditTo: transaction.terms?.creditTo }),
    },
    isForced: true,
  };
  const { transition, effects } = arrival.credit
    ? refundOnArrival(arrival.credit, { transaction, transition: atOnce })
    : { transition: atOnce, effects: [] };
  const { changed } = advance(transaction, transition.steps, at);
  const context = { platformId: platform.id, mode: platform.mode, at };
  const all = [...effects, ...recordResponse(arrival, changed)];
  return (await applyTransition(deps, context, { transaction, transition, effects: all })) ? changed : undefined;
}

const recordResponse = ({ receipt }: FundingArrival, changed: Transaction): Effect[] =>
  receipt.record({ status: 200, text: JSON.stringify(transactionJson(changed)) });

/** Keeps a source account that the quote names, and adds only the on-chain transaction to it. */
function sourceOf({ source }: Transaction, { onChainTransaction, ...payer }: PayerDetails): object {
  const isAccount = source !== null && 'accountId' in source;
  return { ...source, ...(!isAccount && payer), ...(onChainTransaction && { onChainTransaction }) };
}

/** Whether this arrival was applied before. */
function isReported({ source }: Transaction, payer: PayerDetails): boolean {
  const known = (source ?? {}) as PayerDetails;
  const isSameTrace = payer.traceNumber !== undefined && known.traceNumber === payer.traceNumber;
  const hash = payer.onChainTransaction?.transactionHash;
  return isSameTrace || (hash !== undefined && known.onChainTransaction?.transactionHash === hash);
}
