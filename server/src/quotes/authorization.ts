import { nameOf, primaryIdentifier } from '../accounts/account-rules.ts';
import { readExternalAccount } from '../accounts/external-record.ts';
import { type Customer, findActiveCustomer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { Platform } from '../kernel/callers.ts';
import { currencyInfo } from '../rates/currencies.ts';
import { newestChallenge } from '../sca/challenge-record.ts';
import {
  openChallenge,
  pendingChallenge,
  type ScaChallengeJson,
  type ScaFactor,
  type ScaPurpose,
} from '../sca/challenges.ts';
import { type PaymentNeeds, take } from '../transactions/lifecycle.ts';
import { advance, findTransaction, type Money, type Step, type Transaction } from '../transactions/record.ts';
import type { QuoteNeeds } from './needs.ts';
import { findQuote, type Quote, quoteText } from './record.ts';

/** Calls a payment off whose challenge nobody has met. */
export const LAPSE_JOB = 'quote.authorization-lapse';

export const AWAITING: Step = {
  event: 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
  changes: { status: 'PENDING_AUTHORIZATION' },
};

/**
 * What the customer authorizes, one proof each. Money that is here already is debited once; money that is still to
 * come is converted first, where it arrives in another currency than it leaves in.
 */
export function proofsFor({ terms }: Transaction, { setOffBy }: Pick<Quote, 'setOffBy'>): readonly ScaPurpose[] {
  const payment = terms?.payment;
  const last: ScaPurpose = terms?.destination ? 'TRANSFER' : 'PAYOUT';
  const isConverted = payment?.sent.currency !== payment?.received.currency;
  return setOffBy === 'FUNDING' && isConverted ? ['CURRENCY_CONVERSION', last] : [last];
}

interface Asking {
  platform: Platform;
  customer: Customer;
  transaction: Transaction;
  quote: Pick<Quote, 'id' | 'setOffBy' | 'expiresAt'>;
  purpose: ScaPurpose;
  factor: ScaFactor | undefined;
  now: Date;
}

/** The challenge, and the end of the payment where it is not met, as effects of the statement that asks. */
export async function askForProof(
  needs: QuoteNeeds,
  { platform, customer, transaction, quote, purpose, factor, now }: Asking,
): Promise<{ challenge: ScaChallengeJson; effects: Effect[] }> {
  const opened = await openChallenge(needs, {
    platform,
    customer,
    subjectId: quote.id,
    purpose,
    factor,
    about: await aboutOf(needs.db, transaction),
    // Money that is still to come must come before the quote expires; a price that was accepted holds for the proof.
    notAfter: quote.setOffBy === 'FUNDING' ? quote.expiresAt : undefined,
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

/** Known from the challenge, so that its proof can call the job off. */
export const lapseJobId = (challengeId: string): string => challengeId.replace(/^\w+:/, 'TimedJob:');

/** A proof is linked to the amount and the payee: whoever gives it is told of both. */
async function aboutOf(db: Database, { platformId, sent, destination, destinationAccount }: Transaction) {
  const { umaAddress } = destination as { umaAddress?: string };
  const payee = umaAddress ?? (await payeeName(db, platformId, destinationAccount ?? ''));
  return `pay ${sent ? moneyText(sent) : ''} to ${payee}`;
}

async function payeeName(db: Database, platformId: string, accountId: string): Promise<string> {
  const account = await readExternalAccount(db, { platformId, id: accountId });
  return account ? (nameOf(account.accountInfo.beneficiary) ?? primaryIdentifier(account.accountInfo)) : accountId;
}

function moneyText({ amount, currency }: Money): string {
  const { decimals } = currencyInfo(currency);
  const digits = amount.toString().padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${whole}${fraction && `.${fraction}`} ${currency}`;
}

export interface Request {
  platform: Platform;
  quote: Quote;
  factor: ScaFactor | undefined;
  now: Date;
  receipt: Receipt;
}

/** Executing a quote that needs a proof asks for it: nothing is debited. Undefined: somebody else was faster. */
export async function requestProof(needs: QuoteNeeds, request: Request): Promise<string | undefined> {
  const { platform, quote, factor, now, receipt } = request;
  const [customer, transaction] = await Promise.all([
    findActiveCustomer(needs.db, platform.id, quote.customerId ?? ''),
    findTransaction(needs.db, platform.id, quote.transactionId),
  ]);
  if (transaction.status !== 'PENDING') return undefined;
  const [purpose = 'PAYOUT'] = proofsFor(transaction, quote);
  const asked = await askForProof(needs, { platform, customer, transaction, quote, purpose, factor, now });
  const text = awaitingText(quote, asked.challenge);
  const { guard, events } = advance(transaction, [AWAITING], now);
  const effects = [events, ...asked.effects, ...receipt.remember({ status: 200, text })];
  return (await apply(needs.db, { guard, effects })) ? text : undefined;
}

/** As the API shows a quote that waits for a proof: how it can be paid is not told before. */
export function awaitingText({ body }: Pick<Quote, 'body'>, challenge: ScaChallengeJson | undefined): string {
  const { paymentInstructions, ...shown } = JSON.parse(quoteText({ body, status: 'PENDING_AUTHORIZATION' }));
  return JSON.stringify({ ...shown, ...(challenge && { scaChallenge: challenge }) });
}

/** As the API shows a quote now. */
export async function shownQuote(db: Database, platformId: string, id: string): Promise<string> {
  const quote = await findQuote(db, platformId, id);
  if (quote.status === 'PENDING_AUTHORIZATION') return awaitingText(quote, await pendingChallenge(db, platformId, id));
  return quote.isUnproved ? withoutInstructions(quote) : quoteText(quote);
}

/** What was never authorized is never told how to be paid. */
function withoutInstructions(quote: Quote): string {
  const { paymentInstructions, ...shown } = JSON.parse(quoteText(quote));
  return JSON.stringify(shown);
}

const LAPSED: Step = {
  event: 'OUTGOING_PAYMENT.FAILED',
  changes: { status: 'FAILED', details: { failureReason: 'SCA_NOT_COMPLETED' } },
};

/** A challenge that was met in time, or followed by another, ends nothing. */
export const lapseHandlers = (needs: PaymentNeeds): JobHandlers => ({
  [LAPSE_JOB]: {
    run: async ({ platformId, resourceId, payload, mode }, now) => {
      const newest = await newestChallenge(needs.db, platformId, resourceId);
      if (newest?.state !== 'OPEN' || newest.id !== payload.challengeId) return;
      const { transactionId } = await findQuote(needs.db, platformId, resourceId);
      const transaction = await findTransaction(needs.db, platformId, transactionId);
      if (transaction.status !== 'PENDING_AUTHORIZATION') return;
      const turn = { steps: [LAPSED], moves: [] };
      await take(needs, { platformId, mode, at: now }, { transaction, turn });
    },
  },
});
