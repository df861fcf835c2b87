import type { RailPayment } from '../../engine/providers/rails/port.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { readPayment, storePayment } from './legs.ts';

/** Trigger of the execution: a call, strong authentication, the stamp of a wallet, or the arrival of funding. */
export type ExecutionTrigger = 'EXECUTE' | 'SCA' | 'STAMP' | 'FUNDING';

/** The quote of a transaction: stored in its row and never changed. Its status is that of the transaction. */
export interface TransactionQuote {
  expiresAt: Date;
  /** Text of a QuoteContent, read only where the quote itself is needed. */
  content: string;
}

/** Part of a quote that is never searched, packed together with the fixed part of its transaction. */
interface QuoteContent {
  /** Body as the API returns it, with OPEN_STATUS in place of its status. */
  body: string;
  /** Payment submitted to the rail first: the payout, or the pull that funds it. */
  handedOff: RailPayment;
  triggeredBy: ExecutionTrigger;
  /** Daily limit of the payer in the sending currency. */
  dailyMax: bigint;
  /** Owner of the daily limit: the paying customer, or the platform. */
  payerId: string;
}

/** Placeholder for the status in the body of a quote. JSON escapes quotes, so no text inside it can match. */
export const OPEN_STATUS = '"status":"~"';

/** A quote and its transaction have the same UUID. */
export const quoteIdOf = (transactionId: string): string => `Quote:${uuidOf(transactionId)}`;
export const transactionIdOf = (quoteId: string): string => `Transaction:${uuidOf(quoteId)}`;

/** JSON escapes line breaks, so a line break separates two texts. */
const SEPARATOR = '\n';

export const quoteContentText = ({ body, handedOff, triggeredBy, dailyMax, payerId }: QuoteContent): string => {
  const others = { triggeredBy, dailyMax: dailyMax.toString(), payerId };
  return [body, JSON.stringify(storePayment(handedOff)), JSON.stringify(others)].join(SEPARATOR);
};

export function readQuoteContent(text: string): Omit<QuoteContent, 'handedOff'> & { handedOff: () => RailPayment } {
  const [body = '', handedOff = '', others = ''] = text.split(SEPARATOR);
  const { triggeredBy, dailyMax, payerId } = JSON.parse(others);
  return {
    body,
    handedOff: () => readPayment(JSON.parse(handedOff)),
    triggeredBy,
    dailyMax: BigInt(dailyMax),
    payerId,
  };
}
