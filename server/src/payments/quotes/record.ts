import type { Database } from '../../foundation/db/database.ts';
import { ApiError, assert } from '../../foundation/kernel/errors.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { type ExecutionTrigger, quoteIdOf } from '../transactions/quote-content.ts';
import { findQuoted, type QuotedTransaction } from '../transactions/record.ts';
import { isOpen, type TransactionStatus } from '../transactions/status.ts';

/** A quote. Its status derives from that of its transaction. */
export interface Quote {
  id: string;
  transactionId: string;
  customerId: string | null;
  /** Agent that created the quote, if any. */
  agentId: string | null;
  triggeredBy: ExecutionTrigger;
  transaction: QuotedTransaction;
  status: QuoteStatus;
  /** Whether the quote failed because it was not authorized. */
  isUnproved: boolean;
  expiresAt: Date;
}

type QuoteStatus = Exclude<TransactionStatus, 'CREATED' | 'REFUNDED'>;

/** A CREATED payment can be executed, so its quote is PENDING; a refund leaves the quote COMPLETED. */
const quoteStatusOf = (status: TransactionStatus): QuoteStatus => {
  if (status === 'CREATED') return 'PENDING';
  return status === 'REFUNDED' ? 'COMPLETED' : status;
};

/** An open quote counts as EXPIRED from its expiry time on, even before the job has written the status. */
export const statusAt = (
  { status, expiresAt }: { status: TransactionStatus; expiresAt: Date },
  now: Date,
): QuoteStatus => (isOpen(status) && expiresAt <= now ? 'EXPIRED' : quoteStatusOf(status));

/** A quote as the API returns it while its transaction has this status. */
export function quoteJson(transaction: QuotedTransaction, status: TransactionStatus) {
  const { id, sent, received, fees, details, createdAt, quote } = transaction;
  assert(sent && received, 'a quote has amounts');
  return {
    id: quoteIdOf(id),
    status: quoteStatusOf(status),
    createdAt,
    expiresAt: quote.expiresAt,
    source: quote.source,
    destination: quote.destination,
    sendingCurrency: currencyJson(sent.currency),
    receivingCurrency: currencyJson(received.currency),
    totalSendingAmount: toJsonAmount(sent.amount),
    totalReceivingAmount: toJsonAmount(received.amount),
    exchangeRate: details.exchangeRate,
    feesIncluded: toJsonAmount(fees ?? 0n),
    platformFeesIncluded: details.platformFees,
    ...(quote.paymentInstructions && { paymentInstructions: quote.paymentInstructions }),
    ...(quote.payloadToSign && { payloadToSign: quote.payloadToSign }),
    transactionId: id,
    ...(details.counterpartyInformation && { counterpartyInformation: details.counterpartyInformation }),
    ...(details.rateDetails && { rateDetails: details.rateDetails }),
  };
}

export const quoteText = (transaction: QuotedTransaction, status: TransactionStatus): string =>
  JSON.stringify(quoteJson(transaction, status));

/** Stored instead of a response, which is rebuilt from the quote and this status. */
export const referenceOf = (id: string, status: 'PENDING' | 'PROCESSING'): string => `${id} ${status}`;

/** Rebuilds a response that was stored as a reference. */
export async function rebuildQuote(db: Database, platformId: string, reference: string): Promise<string> {
  const [id = '', status] = reference.split(' ');
  const { transaction } = await getQuote(db, platformId, id);
  return quoteText(transaction, status as QuoteStatus);
}

export async function getQuote(db: Database, platformId: string, id: string): Promise<Quote> {
  const transaction = await findQuoted(db, platformId, id);
  if (!transaction) throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
  const { status, details, quote } = transaction;
  return {
    id,
    transactionId: transaction.id,
    customerId: quote.payerId === platformId ? null : quote.payerId,
    agentId: details.agentId ?? null,
    triggeredBy: quote.triggeredBy,
    transaction,
    status: quoteStatusOf(status),
    isUnproved: details.failureReason === 'SCA_NOT_COMPLETED',
    expiresAt: quote.expiresAt,
  };
}
