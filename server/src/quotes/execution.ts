import type { Effect } from '../db/effects.ts';
import { atThatMoment, planText } from '../db/plans.ts';
import type { Receipt } from '../db/receipt.ts';
import { callOff, enqueue } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { moveRows, type Posting } from '../ledger/post.ts';
import { payments, phases } from '../ledger/recipes.ts';
import { planOf, type SetOff, type Start, startPayment } from '../transactions/execution.ts';
import { submitJob } from '../transactions/legs.ts';
import { balanceEvents } from '../transactions/lifecycle.ts';
import { transactionJson } from '../transactions/record.ts';
import { whyNotBegun } from '../transactions/refusals.ts';
import { countVolume } from '../transactions/volumes.ts';
import { emit, type NewEvent } from '../webhooks/events.ts';
import type { Draft } from './draft.ts';
import type { QuoteNeeds } from './needs.ts';
import { findQuote, type Quote } from './record.ts';

interface Moment {
  now: Date;
  due: Date;
}

/**
 * What happens when a quote is set in motion: its money leaves the source, and its payout is handed to the rail. Money
 * that is collected from outside has to arrive first: then only the pull is handed over, and the rest follows from it.
 */
export function executionOf(needs: QuoteNeeds, draft: Draft, { now, due }: Moment) {
  const { platform, payer, offer, transaction, handedOver, expiryJobId } = draft;
  const place = { platformId: platform.id, mode: platform.mode, at: now };
  const posting = { ...place, transactionId: transaction.id, ...movesOf(draft), effects: [] };
  const moved = [...posting.moves, ...(posting.next?.moves ?? [])];
  const job = submitJob({ ...handedOver, at: now }, { runAt: now, dueAt: due, createdAt: now, clockOffsetMs: 0 });
  const volume = {
    ownerId: transaction.customerId,
    currency: payer.currency,
    amount: offer.sent,
    maximum: offer.dailyMax,
  };
  const effects: Effect[] = [
    emit(balanceEvents(needs, place, transaction, moved)),
    enqueue([job]),
    callOff(platform.id, [expiryJobId]),
    countVolume({ platformId: platform.id, ...volume, at: now }),
  ];
  return { posting, effects };
}

/** Money that arrives for this payment alone passes through the house on its way. */
function movesOf({ payer, transaction }: Draft): Pick<Posting, 'phase' | 'moves' | 'next'> {
  const payment = transaction.terms?.payment;
  if (!payment) throw new Error('a quote has terms');
  if (payer.kind === 'PULL') return { phase: phases.fund, moves: [] };
  const execute = { phase: phases.execute, moves: payments.execute(payment) };
  if (payer.kind === 'INTERNAL') return execute;
  return { phase: phases.fund, moves: payments.receiveFunding(payment.sent), next: execute };
}

/** The same written down for the moment when the quote is set in motion: nothing has to be read then. */
export function executionPlan(needs: QuoteNeeds, draft: Draft): string {
  const { now, due, sequence } = atThatMoment;
  const { posting, effects } = executionOf(needs, draft, { now, due });
  // Who paid is known only when the money arrives, and told by whoever it arrives at (transactions/arrivals.ts).
  if (draft.setOffBy === 'FUNDING') return planText(planOf(moveRows(posting), effects), draft.id);
  const started = { ...draft.transaction, status: 'PROCESSING', updatedAt: now } as const;
  const event: NewEvent = {
    platformId: draft.platform.id,
    type: 'OUTGOING_PAYMENT.PROCESSING',
    resourceId: started.id,
    data: transactionJson(started),
    sequence,
    at: now,
  };
  return planText(planOf(moveRows(posting), [emit([event]), ...effects]), draft.id);
}

export interface Execution {
  platform: Platform;
  quoteId: string;
  now: Date;
  receipt: Receipt;
}

type Trigger = Pick<Start, 'setOffBy' | 'from'> & {
  /** What else belongs into the statement. */
  effects?: readonly Effect[];
};

/** Sets a quote in motion that waits for just this; undefined where it does not. */
export async function setOff(
  needs: QuoteNeeds,
  { platform, quoteId, now, receipt }: Execution,
  { effects = [], ...trigger }: Trigger,
): Promise<string | undefined> {
  const guard = startPayment({
    platformId: platform.id,
    quoteId,
    ...trigger,
    at: now,
    clockOffsetMs: platform.clockOffsetMs,
  });
  try {
    return await needs.ledger.carryOut({ guard, effects: [...receipt.rememberPlanned(200), ...effects] });
  } catch (error) {
    throw await explained(needs, error, { platformId: platform.id, quoteId });
  }
}

/** Why a payment could not begin, in words of the wire. */
export async function explained(needs: QuoteNeeds, error: unknown, place: Purse): Promise<unknown> {
  const { platformId, quoteId, customerId } = place;
  const customerOf = async () => customerId ?? (quoteId && (await findQuote(needs.db, platformId, quoteId)).customerId);
  return whyNotBegun(needs, error, { platformId, customerOf });
}

/** Whose money it was to be: known, or told by the quote. */
interface Purse {
  platformId: string;
  quoteId?: string;
  customerId?: string | undefined;
}

const waitsFor: Record<Exclude<SetOff, 'EXECUTE'>, ApiError> = {
  FUNDING: new ApiError('INVALID_INPUT', 'This quote is not executed: it begins when its funding arrives.', {
    hint: 'Pay one of its paymentInstructions; in the sandbox POST /sandbox/send does.',
  }),
  STAMP: new ApiError('WALLET_SIGNATURE_MISSING', 'The source is an embedded wallet: sign payloadToSign.', {
    reason: 'WALLET_SIGNATURE_MISSING',
    hint: 'Send the stamp over payloadToSign in the Service-Wallet-Signature header.',
  }),
  SCA: new ApiError('CONFLICT', 'This quote needs strong customer authentication.', { reason: 'SCA_REQUIRED' }),
};

export function whyNot(quote: Quote, now: Date): ApiError {
  const { status, expiresAt, setOffBy } = quote;
  if (status === 'EXPIRED' || (status === 'PENDING' && expiresAt <= now)) {
    const message = `The quote expired at ${expiresAt.toISOString()}.`;
    return new ApiError('CONFLICT', message, { reason: 'QUOTE_EXPIRED', hint: 'Create a new quote.' });
  }
  if (status === 'PENDING_AUTHORIZATION') {
    const hint = 'POST /quotes/{quoteId}/authorize with the proof.';
    return new ApiError('CONFLICT', 'The quote waits for its authorization.', {
      reason: 'PENDING_AUTHORIZATION',
      hint,
    });
  }
  if (status === 'PENDING' && setOffBy !== 'EXECUTE') return waitsFor[setOffBy];
  return new ApiError('CONFLICT', `The quote is ${status}.`, { reason: 'ALREADY_EXECUTED' });
}

export const dueAt = (platform: Platform, now: Date): Date => addMs(now, -platform.clockOffsetMs);
