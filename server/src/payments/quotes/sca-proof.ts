import { enqueue } from '../../engine/jobs/queue.ts';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import type { Receipt } from '../../foundation/db/idempotency-receipt.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { beneficiaryName, primaryIdentifier } from '../../parties/accounts/account-rules.ts';
import { findExternalAccount } from '../../parties/accounts/external-record.ts';
import { type Customer, getActiveCustomer } from '../../parties/customers/record.ts';
import { moneyText } from '../../parties/rates/money-text.ts';
import { findNewestChallenge } from '../../parties/sca/challenge-record.ts';
import {
  applyWithChallenge,
  findPendingChallenge,
  openChallenge,
  type ScaChallengeJson,
  type ScaFactor,
  type ScaPurpose,
} from '../../parties/sca/challenges.ts';
import { advance, getTransaction, type Step, type Transaction } from '../transactions/record.ts';
import { isOpen } from '../transactions/status.ts';
import { applyTransition, type PaymentDeps } from '../transitions/apply.ts';
import type { QuoteDeps } from './deps.ts';
import { getQuote, type Quote, quoteJson, quoteText, statusAt } from './record.ts';

/** Fails a payment whose challenge expires. */
const LAPSE_JOB = 'quote.authorization-lapse';

export const PENDING_AUTHORIZATION: Step = {
  event: 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
  changes: { status: 'PENDING_AUTHORIZATION' },
};

/**
 * Lists the required proofs in order: one for a debit, and one more for the conversion of funding that arrives in
 * another currency.
 */
export function requiredProofs(
  { terms }: Transaction,
  { triggeredBy }: Pick<Quote, 'triggeredBy'>,
): readonly ScaPurpose[] {
  const payment = terms?.payment;
  const last: ScaPurpose = terms?.destination ? 'TRANSFER' : 'PAYOUT';
  const isConverted = payment?.sent.currency !== payment?.received.currency;
  return triggeredBy === 'FUNDING' && isConverted ? ['CURRENCY_CONVERSION', last] : [last];
}

interface ProofChallenge {
  platform: Platform;
  customer: Customer;
  transaction: Transaction;
  quote: Pick<Quote, 'id' | 'triggeredBy' | 'expiresAt'>;
  purpose: ScaPurpose;
  factor: ScaFactor | undefined;
  followsProof?: boolean;
  now: Date;
}

/** A challenge and the job that fails the payment when it expires, as effects of one statement. */
export async function openProofChallenge(
  deps: QuoteDeps,
  { platform, customer, transaction, quote, purpose, factor, followsProof, now }: ProofChallenge,
): Promise<{ challenge: ScaChallengeJson; effects: Effect[] }> {
  const opened = await openChallenge(deps, {
    platform,
    customer,
    subjectId: quote.id,
    purpose,
    factor,
    about: await aboutOf(deps.db, transaction),
    // The quote's expiry limits only funding; an accepted price holds until the challenge expires.
    notAfter: quote.triggeredBy === 'FUNDING' ? quote.expiresAt : undefined,
    followsProof,
    now,
  });
  const lapse = {
    id: lapseJobId(opened.id),
    platformId: platform.id,
    kind: LAPSE_JOB,
    resourceId: quote.id,
    payload: { challengeId: opened.id },
    runAt: opened.expiresAt,
    createdAt: now,
    clockOffsetMs: platform.clockOffsetMs,
  };
  return { challenge: opened.json, effects: [...opened.effects, enqueue([lapse])] };
}

/** Derived from the id of the challenge, so that the proof can cancel the job. */
export const lapseJobId = (challengeId: string): string => challengeId.replace(/^\w+:/, 'TimedJob:');

/** Dynamic linking (PSD2 RTS, article 5): the challenge shows the amount and the payee. */
async function aboutOf(db: Database, { platformId, sent, destination, destinationAccount }: Transaction) {
  const { umaAddress } = destination as { umaAddress?: string };
  const payee = umaAddress ?? (await payeeName(db, platformId, destinationAccount ?? ''));
  return `pay ${sent ? moneyText(sent) : ''} to ${payee}`;
}

async function payeeName(db: Database, platformId: string, accountId: string): Promise<string> {
  const account = await findExternalAccount(db, { platformId, id: accountId });
  return account
    ? (beneficiaryName(account.accountInfo.beneficiary) ?? primaryIdentifier(account.accountInfo))
    : accountId;
}

interface ProofRequest {
  platform: Platform;
  quote: Quote;
  factor: ScaFactor | undefined;
  now: Date;
  receipt: Receipt;
}

/** Opens the challenge of a quote without debiting anything. Returns undefined when the quote has changed. */
export async function requestProof(deps: QuoteDeps, request: ProofRequest): Promise<string | undefined> {
  const { platform, quote, factor, now, receipt } = request;
  const [customer, transaction] = await Promise.all([
    getActiveCustomer(deps.db, platform.id, quote.customerId ?? ''),
    getTransaction(deps.db, platform.id, quote.transactionId),
  ]);
  if (!isOpen(transaction.status)) return undefined;
  const [purpose = 'PAYOUT'] = requiredProofs(transaction, quote);
  const opened = await openProofChallenge(deps, { platform, customer, transaction, quote, purpose, factor, now });
  const text = pendingAuthorizationText(quote, opened.challenge);
  const { guard, effects: advanced } = advance(transaction, [PENDING_AUTHORIZATION], now);
  const effects = [...advanced, ...opened.effects, ...receipt.record({ status: 200, text })];
  return (await applyWithChallenge(deps.db, { guard, effects }, { customer, now })) ? text : undefined;
}

/** API response for a quote that awaits a proof, without payment instructions. */
export function pendingAuthorizationText(
  { transaction }: Pick<Quote, 'transaction'>,
  challenge: ScaChallengeJson | undefined,
): string {
  const { paymentInstructions, ...shown } = quoteJson(transaction, 'PENDING_AUTHORIZATION');
  return JSON.stringify({ ...shown, ...(challenge && { scaChallenge: challenge }) });
}

interface QuoteRead {
  platformId: string;
  id: string;
  now: Date;
}

/** API response for a quote at `now`. */
export async function getQuoteText(db: Database, { platformId, id, now }: QuoteRead): Promise<string> {
  const stored = await getQuote(db, platformId, id);
  const { transaction, isUnproved } = stored;
  const status = statusAt(stored, now);
  if (status === 'PENDING_AUTHORIZATION')
    return pendingAuthorizationText(stored, await findPendingChallenge(db, platformId, id));
  if (!isUnproved) return quoteText(transaction, status);
  // Omits payment instructions from a quote that was never authorized.
  const { paymentInstructions, ...shown } = quoteJson(transaction, status);
  return JSON.stringify(shown);
}

const LAPSED: Step = {
  event: 'OUTGOING_PAYMENT.FAILED',
  changes: { status: 'FAILED', details: { failureReason: 'SCA_NOT_COMPLETED' } },
};

/** Has no effect on a challenge that was proved in time or replaced by another. */
export const lapseHandlers = (deps: PaymentDeps): JobHandlers => ({
  [LAPSE_JOB]: {
    run: async ({ platformId, resourceId, payload, mode }, now) => {
      const newest = await findNewestChallenge(deps.db, platformId, resourceId);
      if (newest?.state !== 'OPEN' || newest.id !== payload.challengeId) return;
      const { transactionId } = await getQuote(deps.db, platformId, resourceId);
      const transaction = await getTransaction(deps.db, platformId, transactionId);
      if (transaction.status !== 'PENDING_AUTHORIZATION') return;
      const transition = { steps: [LAPSED], entries: [] };
      await applyTransition(deps, { platformId, mode, at: now }, { transaction, transition });
    },
  },
});
