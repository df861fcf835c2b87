import { brokenConstraint, type Database } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { payments, phases } from '../ledger/recipes.ts';
import { findWaiting, PROCESSING, startOf, type Waiting } from './execution.ts';
import { carryOut, changedByMany, type PaymentNeeds, take } from './lifecycle.ts';
import { refunded, type Turn } from './outcomes.ts';
import {
  advance,
  hasLostAccount,
  type Money,
  type Refund,
  type Step,
  type Transaction,
  transactionJson,
} from './record.ts';
import type { FailureReason } from './status.ts';
import { VOLUME_LIMIT } from './volumes.ts';

/** What a rail tells of whoever sent the money. */
export interface PayerDetails {
  accountHolderName?: string;
  accountIdentifier?: string;
  bankName?: string;
  bankIdentifier?: string;
  paymentRail?: string;
  remittanceInformation?: string;
  endToEndId?: string;
  /** The rail's own reference of this arrival: the same however often it is told. */
  traceNumber?: string;
  onChainTransaction?: { transactionHash: string; network: string };
}

/** Money that somebody outside has sent for the payment of one quote. */
export interface FundingArrival {
  platform: Platform;
  quoteId: string;
  arrived: Money;
  payer: PayerDetails;
  at: Date;
  receipt: Receipt;
}

/**
 * A rail reports money that is there and cannot be refused: it funds its quote, or goes back. As often as the rail
 * likes, it counts once. False: nothing waits for it, and an operator must see whose it is.
 */
export async function fundingArrived(needs: PaymentNeeds, arrival: FundingArrival): Promise<boolean> {
  const { transaction, setOffBy } = await findAwaited(needs.db, arrival);
  if (setOffBy !== 'FUNDING' || transaction.sent?.currency !== arrival.arrived.currency) return false;
  if (isTold(transaction, arrival.payer)) return true;
  return (await fundQuote(needs, arrival)) !== undefined || (await comesTooLate(needs, arrival));
}

const TRIES = 20;

/** Sets the quote in motion, or fails it where the amount is not the quoted one. Undefined: it does not wait for money. */
export async function fundQuote(needs: PaymentNeeds, arrival: FundingArrival): Promise<Transaction | undefined> {
  for (let i = 0; i < TRIES; i++) {
    const awaited = await findAwaited(needs.db, arrival);
    requireFunding(awaited, arrival.arrived);
    const { transaction, expiresAt } = awaited;
    if (transaction.status !== 'PENDING' || expiresAt <= arrival.at) return undefined;
    const isExact = transaction.sent?.amount === arrival.arrived.amount;
    const changed = isExact
      ? await start(needs, awaited, arrival)
      : await fail(needs, transaction, { arrival, reason: 'FUNDING_AMOUNT_MISMATCH' });
    if (changed) return changed;
  }
  throw changedByMany();
}

async function findAwaited(
  db: Database,
  { platform, quoteId }: Pick<FundingArrival, 'platform' | 'quoteId'>,
): Promise<Waiting> {
  const waiting = await findWaiting(db, platform.id, quoteId);
  if (waiting) return waiting;
  throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
}

function requireFunding({ transaction, setOffBy }: Waiting, { currency }: Money): void {
  if (setOffBy !== 'FUNDING') {
    throw new ApiError('INVALID_INPUT', 'This quote is not funded by a payment of its own.', {
      hint: 'Its source is debited: POST /quotes/{quoteId}/execute.',
    });
  }
  if (transaction.sent?.currency === currency) return;
  throw new ApiError('INVALID_CURRENCY', `This quote is funded in ${transaction.sent?.currency}, not in ${currency}.`);
}

/** What was prepared with the quote is carried out, with the payer who is known only now. */
async function start(needs: PaymentNeeds, waiting: Waiting, arrival: FundingArrival): Promise<Transaction | undefined> {
  const { transaction } = waiting;
  const { platform, at } = arrival;
  const { turn, effects } = startOf(waiting, { at, clockOffsetMs: platform.clockOffsetMs });
  const source = sourceOf(transaction, arrival.payer);
  const step: Step = { ...PROCESSING, changes: { ...PROCESSING.changes, source } };
  const { changed, guard, events } = advance(transaction, [step], at, turn);
  const change = { guard, effects: [events, ...effects, ...remember(arrival, changed)] };
  const place = { platformId: platform.id, mode: platform.mode, at };
  try {
    if (await carryOut(needs, place, { transaction, turn, change })) return changed;
  } catch (error) {
    if (brokenConstraint(error) !== VOLUME_LIMIT) throw error;
    return fail(needs, transaction, { arrival, reason: 'LIMIT_EXCEEDED' });
  }
  const isLost = await hasLostAccount(needs.db, transaction);
  return isLost ? fail(needs, transaction, { arrival, reason: 'ACCOUNT_INVALID' }) : undefined;
}

interface Failure {
  arrival: FundingArrival;
  reason: FailureReason;
}

function fail(needs: PaymentNeeds, transaction: Transaction, { arrival, reason }: Failure) {
  const source = sourceOf(transaction, arrival.payer);
  const failed: Step = {
    event: 'OUTGOING_PAYMENT.FAILED',
    changes: { status: 'FAILED', source, details: { failureReason: reason } },
  };
  return sendBack(needs, transaction, { arrival, steps: [failed], reason: 'TRANSACTION_FAILED' });
}

/** The quote is over: it stays EXPIRED, and what arrived goes back. */
async function comesTooLate(needs: PaymentNeeds, arrival: FundingArrival): Promise<boolean> {
  for (let i = 0; i < TRIES; i++) {
    const { transaction, expiresAt } = await findAwaited(needs.db, arrival);
    const { status, details } = transaction;
    if (isTold(transaction, arrival.payer)) return true;
    const isOver = status === 'EXPIRED' ? !details.refund : status === 'PENDING' && expiresAt <= arrival.at;
    if (!isOver) return false;
    const expired: Step = {
      event: 'OUTGOING_PAYMENT.EXPIRED',
      changes: { status: 'EXPIRED', details: { failureReason: 'QUOTE_EXPIRED' } },
    };
    const steps = status === 'PENDING' ? [expired] : [];
    if (await sendBack(needs, transaction, { arrival, steps, reason: 'TIMEOUT' })) return true;
  }
  throw changedByMany();
}

interface Back {
  arrival: FundingArrival;
  /** What happens before the refund. */
  steps: readonly Step[];
  reason: NonNullable<Refund['reason']>;
}

/** In, and back in the same moment: fiat to where it came from, crypto to the customer's account of the asset. */
async function sendBack(
  needs: PaymentNeeds,
  transaction: Transaction,
  { arrival, steps, reason }: Back,
): Promise<Transaction | undefined> {
  const { arrived, payer, platform, at } = arrival;
  const [pending, completed] = refunded({ transaction, at }, reason);
  assert(pending && completed, 'a refund begins and ends');
  const source = sourceOf(transaction, payer);
  const turn: Turn = {
    steps: [...steps, { ...pending, changes: { ...pending.changes, source } }, completed],
    phase: phases.fund,
    moves: payments.receiveFunding(arrived),
    next: {
      phase: phases.refund,
      moves: payments.refundFunding({ funding: arrived, creditTo: transaction.terms?.creditTo }),
    },
    isForced: true,
  };
  const { changed } = advance(transaction, turn.steps, at);
  const place = { platformId: platform.id, mode: platform.mode, at };
  const isOurs = await take(needs, place, { transaction, turn, effects: remember(arrival, changed) });
  return isOurs ? changed : undefined;
}

const remember = ({ receipt }: FundingArrival, changed: Transaction): Effect[] =>
  receipt.remember({ status: 200, text: JSON.stringify(transactionJson(changed)) });

/** An account that is known already gains nothing but the hash of the transfer. */
function sourceOf({ source }: Transaction, { onChainTransaction, ...payer }: PayerDetails): object {
  const isAccount = source !== null && 'accountId' in source;
  return { ...source, ...(!isAccount && payer), ...(onChainTransaction && { onChainTransaction }) };
}

/** Whether this very arrival has had its effect. */
function isTold({ source }: Transaction, payer: PayerDetails): boolean {
  const known = (source ?? {}) as PayerDetails;
  const isSameTrace = payer.traceNumber !== undefined && known.traceNumber === payer.traceNumber;
  const hash = payer.onChainTransaction?.transactionHash;
  return isSameTrace || (hash !== undefined && known.onChainTransaction?.transactionHash === hash);
}
