import type { Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { findWaiting, type SetOff, startOf, type Waiting } from '../transactions/execution.ts';
import { changedByMany, take } from '../transactions/lifecycle.ts';
import { hasLostAccount } from '../transactions/record.ts';
import { whyNotBegun } from '../transactions/refusals.ts';
import type { QuoteNeeds } from './needs.ts';
import { findQuote, type Quote, quoteText } from './record.ts';

export interface Execution {
  platform: Platform;
  quoteId: string;
  now: Date;
  receipt: Receipt;
}

interface Trigger {
  setOffBy: SetOff;
  from: 'PENDING' | 'PENDING_AUTHORIZATION';
  /** What else belongs into the statement. */
  effects?: readonly Effect[];
}

const TRIES = 20;

/** Sets a quote in motion that waits for just this; undefined where it does not. */
export async function setOff(needs: QuoteNeeds, execution: Execution, trigger: Trigger): Promise<string | undefined> {
  const { platform, quoteId, now, receipt } = execution;
  const place = { platformId: platform.id, mode: platform.mode, at: now };
  const fresh = needs.freshQuotes.take(platform.id, quoteId);
  let waiting = fresh && isFor(fresh, trigger, now) ? fresh : undefined;
  for (let i = 0; i < TRIES; i++) {
    waiting ??= await findWaiting(needs.db, platform.id, quoteId);
    if (!waiting || !isFor(waiting, trigger, now)) return undefined;
    const { transaction, body } = waiting;
    const text = quoteText({ body, status: 'PROCESSING' });
    const { turn, effects } = startOf(waiting, { at: now, clockOffsetMs: platform.clockOffsetMs });
    const all = [...effects, ...(trigger.effects ?? []), ...receipt.remember({ status: 200, text })];
    const handedOver = needs.handover.claim(all, platform.mode);
    try {
      // False where it has changed meanwhile; whether it still waits is then read again.
      if (await take(needs, place, { transaction, turn, effects: handedOver.effects })) {
        handedOver.begin();
        return text;
      }
    } catch (error) {
      throw await explained(needs, error, { platformId: platform.id, quoteId, at: now });
    }
    if (await hasLostAccount(needs.db, transaction)) throw accountDeleted();
    waiting = undefined;
  }
  throw changedByMany();
}

const accountDeleted = (): ApiError =>
  new ApiError('CONFLICT', 'An account of this payment was deleted after it was quoted.', {
    reason: 'ACCOUNT_NOT_ACTIVE',
    hint: 'Create a new quote with an account that is there.',
  });

/** One that waits for a proof was accepted in time, and lapses with its challenge. */
const isFor = ({ setOffBy, expiresAt, transaction }: Waiting, trigger: Trigger, now: Date): boolean =>
  setOffBy === trigger.setOffBy &&
  transaction.status === trigger.from &&
  (expiresAt > now || trigger.from === 'PENDING_AUTHORIZATION');

/** Why a payment could not begin, in words of the wire. */
export async function explained(needs: QuoteNeeds, error: unknown, place: Purse): Promise<unknown> {
  const { platformId, quoteId, customerId, at } = place;
  const customerOf = async () => customerId ?? (quoteId && (await findQuote(needs.db, platformId, quoteId)).customerId);
  return whyNotBegun(needs, error, { platformId, customerOf, at });
}

/** Whose money it was to be: known, or told by the quote. */
interface Purse {
  platformId: string;
  quoteId?: string;
  customerId?: string | undefined;
  at: Date;
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
