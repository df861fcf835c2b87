import type { Database } from '../../foundation/db/database.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { memo } from '../../foundation/kernel/memo.ts';
import { type ExecutionTrigger, OPEN_STATUS, readQuoteContent } from '../transactions/quote-content.ts';
import { findStoredQuote, type StoredQuote } from '../transactions/record.ts';
import { isOpen, type TransactionStatus } from '../transactions/status.ts';

/** A quote. Its status derives from that of its transaction. */
export interface Quote {
  id: string;
  transactionId: string;
  customerId: string | null;
  /** The agent that created it, if any. */
  agentId: string | null;
  triggeredBy: ExecutionTrigger;
  /** The API response with a placeholder for the status. */
  body: string;
  status: QuoteStatus;
  /** Failed because it was not authorized. */
  isUnproved: boolean;
  expiresAt: Date;
}

type QuoteStatus = Exclude<TransactionStatus, 'CREATED' | 'REFUNDED'>;

/** CREATED payments can be executed already; a refund after completion leaves the quote COMPLETED. */
const quoteStatusOf = (status: TransactionStatus): QuoteStatus => {
  if (status === 'CREATED') return 'PENDING';
  return status === 'REFUNDED' ? 'COMPLETED' : status;
};

/** An open quote is EXPIRED from its expiry on, even before the job has written that. */
export const statusAt = (
  { status, expiresAt }: { status: TransactionStatus; expiresAt: Date },
  now: Date,
): QuoteStatus => (isOpen(status) && expiresAt <= now ? 'EXPIRED' : quoteStatusOf(status));

/** The API response while the transaction has this status. */
export const quoteText = ({ body, status }: { body: string; status: TransactionStatus }): string =>
  body.replace(OPEN_STATUS, `"status":"${quoteStatusOf(status)}"`);

/** Reference to the representation of a quote with a status, from which a stored response is rebuilt. */
export const referenceOf = (id: string, status: 'PENDING' | 'PROCESSING'): string => `${id} ${status}`;

/** The response that was stored as a reference. */
export async function rebuildQuote(db: Database, platformId: string, reference: string): Promise<string> {
  const [id = '', status] = reference.split(' ');
  const { body } = await getQuote(db, platformId, id);
  return quoteText({ body, status: status as QuoteStatus });
}

export async function getQuote(db: Database, platformId: string, id: string): Promise<Quote> {
  const stored = await findStoredQuote(db, platformId, id);
  if (!stored) throw new ApiError('QUOTE_NOT_FOUND', 'There is no such quote.');
  const { transactionId, status, expiresAt, details } = stored;
  const { body, triggeredBy, payerId } = contentOf(stored);
  return {
    id,
    transactionId,
    customerId: payerId === platformId ? null : payerId,
    agentId: details.agentId ?? null,
    triggeredBy,
    body,
    status: quoteStatusOf(status),
    isUnproved: details.failureReason === 'SCA_NOT_COMPLETED',
    expiresAt,
  };
}

const contentOf = memo(({ content }: StoredQuote) => readQuoteContent(content));
