import type { Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { customerDeleted } from '../../parties/customers/record.ts';
import type { ExecutionTrigger } from '../transactions/quote-content.ts';
import {
  advance,
  findLostParty,
  findQuoted,
  type QuotedTransaction,
  type Transaction,
} from '../transactions/record.ts';
import { isOpen } from '../transactions/status.ts';
import { applyTransition } from '../transitions/apply.ts';
import { reasonNotStarted } from '../transitions/rejections.ts';
import { EXPIRED, startTransition } from '../transitions/start.ts';
import type { QuoteDeps } from './deps.ts';
import { getQuote, type Quote, quoteText, referenceOf } from './record.ts';

export interface ExecutionRequest {
  platform: Platform;
  quoteId: string;
  now: Date;
  receipt: Receipt;
}

interface Trigger {
  triggeredBy: ExecutionTrigger;
  from: 'PENDING' | 'PENDING_AUTHORIZATION';
  /** Written in the statement that starts the payment. */
  effects?: readonly Effect[];
  /** Builds the response body; returns the quote by default. */
  responseOf?: (started: Transaction) => string;
}

/** Starts the payment of a quote that waits for this trigger; returns undefined for other quotes. */
export async function startExecution(
  deps: QuoteDeps,
  execution: ExecutionRequest,
  trigger: Trigger,
): Promise<string | undefined> {
  const { platform, quoteId, now } = execution;
  const fresh = deps.payments.fastPath.freshQuotes.take(platform.id, quoteId);
  let waiting = fresh && isFor(fresh, trigger, now) ? fresh : undefined;
  const { text } = await retryOnConflict('transaction', async () => {
    waiting ??= await findQuoted(deps.db, platform.id, quoteId);
    if (!waiting || !isFor(waiting, trigger, now)) return { text: undefined };
    const started = await tryStart(deps, execution, { waiting, trigger });
    waiting = undefined;
    return started;
  });
  return text;
}

interface Attempt {
  waiting: QuotedTransaction;
  trigger: Trigger;
}

/** Returns undefined when the transaction has changed since it was read. */
async function tryStart(
  deps: QuoteDeps,
  { platform, quoteId, now, receipt }: ExecutionRequest,
  { waiting: transaction, trigger }: Attempt,
): Promise<{ text: string } | undefined> {
  const context = { platformId: platform.id, mode: platform.mode, at: now };
  const { transition, effects } = startTransition(transaction, { at: now, clockOffsetMs: platform.clockOffsetMs });
  const text = trigger.responseOf
    ? trigger.responseOf(advance(transaction, transition.steps, now, transition).changed)
    : quoteText(transaction, 'PROCESSING');
  const rebuiltFrom = trigger.responseOf ? {} : { rebuiltFrom: referenceOf(quoteId, 'PROCESSING') };
  const all = [...effects, ...(trigger.effects ?? []), ...receipt.record({ status: 200, text, ...rebuiltFrom })];
  const handedOff = deps.payments.fastPath.handoff.claim(all, platform.mode);
  try {
    if (await applyTransition(deps, context, { transaction, transition, effects: handedOff.effects })) {
      handedOff.begin();
      return { text };
    }
  } catch (error) {
    throw await explainStartFailure(deps, error, { platformId: platform.id, quoteId, at: now });
  }
  const lost = await findLostParty(deps.db, transaction);
  if (lost === 'ACCOUNT') throw accountDeleted();
  // A deleted customer expires a PENDING quote; a quote that waits for a proof fails with its challenge.
  if (lost === 'CUSTOMER' && trigger.from !== 'PENDING') throw customerDeleted();
  if (lost === 'CUSTOMER')
    await applyTransition(deps, context, { transaction, transition: { steps: [EXPIRED], entries: [] } });
  return undefined;
}

const accountDeleted = (): ApiError =>
  new ApiError('CONFLICT', 'An account of this payment was deleted after it was quoted.', {
    reason: 'ACCOUNT_NOT_ACTIVE',
    hint: 'Create a new quote with an account that exists.',
  });

/** A quote in PENDING_AUTHORIZATION was accepted in time: only the expiry of its challenge ends it. */
const isFor = ({ status, quote }: QuotedTransaction, trigger: Trigger, now: Date): boolean =>
  quote.triggeredBy === trigger.triggeredBy &&
  (trigger.from === 'PENDING' ? isOpen(status) : status === trigger.from) &&
  (quote.expiresAt > now || trigger.from === 'PENDING_AUTHORIZATION');

/** Maps an error to the API error for a payment that could not start. */
export async function explainStartFailure(deps: QuoteDeps, error: unknown, failed: FailedStart): Promise<unknown> {
  const { platformId, quoteId, customerId, at } = failed;
  const customerOf = async () => customerId ?? (quoteId && (await getQuote(deps.db, platformId, quoteId)).customerId);
  return reasonNotStarted(deps, error, { platformId, customerOf, at });
}

interface FailedStart {
  platformId: string;
  /** Used to read the payer when `customerId` is absent. */
  quoteId?: string;
  customerId?: string | undefined;
  at: Date;
}

const waitsFor: Record<Exclude<ExecutionTrigger, 'EXECUTE'>, ApiError> = {
  FUNDING: new ApiError(
    'INVALID_INPUT',
    'This quote cannot be executed: its payment starts when the funding arrives.',
    {
      reason: 'FUNDING_REQUIRED',
      hint: 'Pay one of its paymentInstructions. In the sandbox, POST /sandbox/send simulates that.',
    },
  ),
  STAMP: new ApiError('WALLET_SIGNATURE_MISSING', 'The source is an embedded wallet: payloadToSign must be signed.', {
    reason: 'WALLET_SIGNATURE_MISSING',
    hint: 'Send the stamp over payloadToSign in the Service-Wallet-Signature header.',
  }),
  SCA: new ApiError('CONFLICT', 'This quote needs strong customer authentication.', { reason: 'SCA_REQUIRED' }),
};

export function reasonNotExecutable(quote: Quote, now: Date): ApiError {
  const { status, expiresAt, triggeredBy } = quote;
  if (status === 'EXPIRED' || (status === 'PENDING' && expiresAt <= now)) {
    const message = `The quote expired at ${expiresAt.toISOString()}.`;
    return new ApiError('CONFLICT', message, { reason: 'QUOTE_EXPIRED', hint: 'Create a new quote.' });
  }
  if (status === 'PENDING_AUTHORIZATION') {
    const hint = 'POST /quotes/{quoteId}/authorize with the proof.';
    return new ApiError('CONFLICT', 'The quote awaits its authorization.', {
      reason: 'PENDING_AUTHORIZATION',
      hint,
    });
  }
  if (status === 'PENDING' && triggeredBy !== 'EXECUTE') return waitsFor[triggeredBy];
  return new ApiError('CONFLICT', `The quote is ${status}.`, {
    reason: 'ALREADY_EXECUTED',
    transactionId: quote.transactionId,
    hint: `GET /transactions/${quote.transactionId} returns the payment. Repeat a request with its Idempotency-Key to get its first response.`,
  });
}
