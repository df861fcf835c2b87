import { cancelJobs } from '../../engine/jobs/queue.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { type Customer, getActiveCustomer } from '../../parties/customers/record.ts';
import {
  explainUsedProof,
  proveChallenge,
  resendChallenge,
  type ScaProof,
  type ScaPurpose,
} from '../../parties/sca/challenges.ts';
import { advance, getTransaction, type Step, type Transaction } from '../transactions/record.ts';
import type { QuoteDeps } from './deps.ts';
import { getQuote, type Quote, quoteText } from './record.ts';
import {
  lapseJobId,
  openProofChallenge,
  PENDING_AUTHORIZATION,
  pendingAuthorizationText,
  requiredProofs,
} from './sca-proof.ts';
import { type ExecutionRequest, startExecution } from './start-execution.ts';

export interface Authorization extends ExecutionRequest {
  proof: ScaProof;
}

/** Writes the proof with its result: the next challenge, the payment, or the payment instructions. */
export async function authorizeQuote(deps: QuoteDeps, authorization: Authorization): Promise<string> {
  const { platform, quoteId, proof, now } = authorization;
  const quote = await getPendingAuthorization(deps, platform, quoteId);
  const [customer, transaction] = await Promise.all([
    getActiveCustomer(deps.db, platform.id, quote.customerId ?? ''),
    getTransaction(deps.db, platform.id, quote.transactionId),
  ]);
  const proved = await proveChallenge(deps, { platform, customer, subjectId: quoteId, proof, now });
  const { challenge } = proved;
  const effects = [...proved.effects, cancelJobs(platform.id, [lapseJobId(challenge.id)])];
  const proofs = requiredProofs(transaction, quote);
  const next = proofs[proofs.indexOf(challenge.purpose) + 1];
  const step = { quote, customer, transaction, effects, factor: challenge.factor };
  try {
    const text = next
      ? await openNextChallenge(deps, authorization, { ...step, purpose: next })
      : await (quote.triggeredBy === 'FUNDING'
          ? awaitFunding(deps, authorization, step)
          : startPayment(deps, authorization, step));
    if (text !== undefined) return text;
  } catch (error) {
    throw explainUsedProof(error);
  }
  throw nothingPending();
}

/** Sends the code of the pending challenge again. */
export async function resendCode(
  deps: QuoteDeps,
  { platform, quoteId, now }: { platform: Platform; quoteId: string; now: Date },
): Promise<void> {
  await getPendingAuthorization(deps, platform, quoteId);
  await resendChallenge(deps, { platform, subjectId: quoteId, now });
}

async function getPendingAuthorization({ db }: QuoteDeps, platform: Platform, quoteId: string): Promise<Quote> {
  const quote = await getQuote(db, platform.id, quoteId);
  if (quote.status === 'PENDING_AUTHORIZATION') return quote;
  throw nothingPending(quote.status);
}

function nothingPending(status?: string): ApiError {
  const message = `The quote ${status ? `is ${status} and ` : ''}does not await an authorization.`;
  return new ApiError('CONFLICT', message, { reason: 'NO_PENDING_CHALLENGE' });
}

interface Proven {
  quote: Quote;
  customer: Customer;
  transaction: Transaction;
  /** Effects that record the proof. */
  effects: readonly Effect[];
  factor: 'SMS_OTP' | 'TOTP' | 'PASSKEY';
}

async function openNextChallenge(
  deps: QuoteDeps,
  { platform, now, receipt }: Authorization,
  { quote, customer, transaction, effects, factor, purpose }: Proven & { purpose: ScaPurpose },
): Promise<string | undefined> {
  const challenge = { platform, customer, transaction, quote, purpose, factor, followsProof: true, now };
  const opened = await openProofChallenge(deps, challenge);
  const text = pendingAuthorizationText(quote, opened.challenge);
  const { guard, effects: advanced } = advance(transaction, [PENDING_AUTHORIZATION], now);
  const all = [...advanced, ...effects, ...opened.effects, ...receipt.record({ status: 200, text })];
  return (await apply(deps.db, { guard, effects: all })) ? text : undefined;
}

const startPayment = (
  deps: QuoteDeps,
  authorization: Authorization,
  { effects }: Proven,
): Promise<string | undefined> =>
  startExecution(deps, authorization, { triggeredBy: 'SCA', from: 'PENDING_AUTHORIZATION', effects });

/** The response contains the payment instructions once the quote is authorized. */
async function awaitFunding(
  deps: QuoteDeps,
  { now, receipt }: Authorization,
  { quote, transaction, effects }: Proven,
): Promise<string | undefined> {
  const text = quoteText(quote.transaction, 'PENDING');
  const { paymentInstructions } = quote.transaction.quote;
  const instructed: Step = {
    event: 'OUTGOING_PAYMENT.PENDING',
    changes: { status: 'PENDING', details: paymentInstructions ? { paymentInstructions } : {} },
  };
  const { guard, effects: advanced } = advance(transaction, [instructed], now);
  const all = [...advanced, ...effects, ...receipt.record({ status: 200, text })];
  return (await apply(deps.db, { guard, effects: all })) ? text : undefined;
}
