import { type Customer, findActiveCustomer } from '../customers/record.ts';
import { apply, type Effect } from '../db/effects.ts';
import { callOff } from '../jobs/queue.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import {
  explainSpentProof,
  proveChallenge,
  resendChallenge,
  type ScaProof,
  type ScaPurpose,
} from '../sca/challenges.ts';
import { advance, findTransaction, type Step, type Transaction } from '../transactions/record.ts';
import { AWAITING, askForProof, awaitingText, lapseJobId, proofsFor } from './authorization.ts';
import { type Execution, setOff } from './execution.ts';
import type { QuoteNeeds } from './needs.ts';
import { findQuote, type Quote, quoteText } from './record.ts';

export interface Authorization extends Execution {
  proof: ScaProof;
}

/** The proof and what follows from it in one statement: the next challenge, the payment, or how it can be paid. */
export async function authorizeQuote(needs: QuoteNeeds, authorization: Authorization): Promise<string> {
  const { platform, quoteId, proof, now } = authorization;
  const quote = await findAwaiting(needs, platform, quoteId);
  const [customer, transaction] = await Promise.all([
    findActiveCustomer(needs.db, platform.id, quote.customerId ?? ''),
    findTransaction(needs.db, platform.id, quote.transactionId),
  ]);
  const proved = await proveChallenge(needs, { platform, customer, subjectId: quoteId, proof, now });
  const { challenge } = proved;
  const effects = [...proved.effects, callOff(platform.id, [lapseJobId(challenge.id)])];
  const proofs = proofsFor(transaction, quote);
  const next = proofs[proofs.indexOf(challenge.purpose) + 1];
  const step = { quote, customer, transaction, effects, factor: challenge.factor };
  try {
    const text = next
      ? await askNext(needs, authorization, { ...step, purpose: next })
      : await (quote.setOffBy === 'FUNDING'
          ? awaitFunding(needs, authorization, step)
          : start(needs, authorization, step));
    if (text !== undefined) return text;
  } catch (error) {
    throw explainSpentProof(error);
  }
  throw nothingPending();
}

/** Texts the code of the pending challenge anew. */
export async function resendCode(
  needs: QuoteNeeds,
  { platform, quoteId, now }: { platform: Platform; quoteId: string; now: Date },
): Promise<void> {
  await findAwaiting(needs, platform, quoteId);
  await resendChallenge(needs, { platform, subjectId: quoteId, now });
}

async function findAwaiting({ db }: QuoteNeeds, platform: Platform, quoteId: string): Promise<Quote> {
  const quote = await findQuote(db, platform.id, quoteId);
  if (quote.status === 'PENDING_AUTHORIZATION') return quote;
  throw nothingPending(quote.status);
}

function nothingPending(status?: string): ApiError {
  const message = `The quote ${status ? `is ${status} and ` : ''}waits for no authorization.`;
  return new ApiError('CONFLICT', message, { reason: 'NO_PENDING_CHALLENGE' });
}

interface Proven {
  quote: Quote;
  customer: Customer;
  transaction: Transaction;
  /** Of the proof. */
  effects: readonly Effect[];
  factor: 'SMS_OTP' | 'TOTP' | 'PASSKEY';
}

async function askNext(
  needs: QuoteNeeds,
  { platform, now, receipt }: Authorization,
  { quote, customer, transaction, effects, factor, purpose }: Proven & { purpose: ScaPurpose },
): Promise<string | undefined> {
  const asked = await askForProof(needs, { platform, customer, transaction, quote, purpose, factor, now });
  const text = awaitingText(quote, asked.challenge);
  const { guard, events } = advance(transaction, [AWAITING], now);
  const all = [events, ...effects, ...asked.effects, ...receipt.remember({ status: 200, text })];
  return (await apply(needs.db, { guard, effects: all })) ? text : undefined;
}

/** The money is here: the payment begins. */
const start = (needs: QuoteNeeds, authorization: Authorization, { effects }: Proven): Promise<string | undefined> =>
  setOff(needs, authorization, { setOffBy: 'SCA', from: 'PENDING_AUTHORIZATION', effects });

/** The money is still to come: now the customer is told how. */
async function awaitFunding(
  needs: QuoteNeeds,
  { now, receipt }: Authorization,
  { quote, transaction, effects }: Proven,
): Promise<string | undefined> {
  const text = quoteText({ body: quote.body, status: 'PENDING' });
  const { paymentInstructions } = JSON.parse(text);
  const told: Step = {
    event: 'OUTGOING_PAYMENT.PENDING',
    changes: { status: 'PENDING', details: { paymentInstructions } },
  };
  const { guard, events } = advance(transaction, [told], now);
  const all = [events, ...effects, ...receipt.remember({ status: 200, text })];
  return (await apply(needs.db, { guard, effects: all })) ? text : undefined;
}
