import type { RailPayment } from '../../engine/providers/rails/port.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';

/** Trigger of the execution: a call, strong authentication, the stamp of a wallet, or the arrival of funding. */
export type ExecutionTrigger = 'EXECUTE' | 'SCA' | 'STAMP' | 'FUNDING';

/** Members that a quote has in addition to its transaction. Stored in the row of the transaction, never changed. */
export interface TransactionQuote {
  expiresAt: Date;
  triggeredBy: ExecutionTrigger;
  /** Daily limit of the payer in the sending currency. */
  dailyMax: bigint;
  /** Owner of the daily limit: the paying customer, or the platform. */
  payerId: string;
  /** Source and destination as in the request. */
  source: object;
  destination: object;
  paymentInstructions?: readonly object[];
  payloadToSign?: string;
  /** Parties and texts of the first payment submitted to the rail: the payout, or the pull that funds it. */
  railPayment: Pick<RailPayment, 'counterparty' | 'sender' | 'remittanceInformation' | 'purposeOfPayment'>;
}

/** A quote and its transaction have the same UUID. */
export const quoteIdOf = (transactionId: string): string => `Quote:${uuidOf(transactionId)}`;
export const transactionIdOf = (quoteId: string): string => `Transaction:${uuidOf(quoteId)}`;

/** Quote as stored in the fixed part of its transaction. `expiresAt` is a separate column. */
export type StoredQuote = Omit<TransactionQuote, 'expiresAt' | 'dailyMax'> & { dailyMax: string };

export const storeQuote = ({ expiresAt, ...quote }: TransactionQuote): StoredQuote => ({
  ...quote,
  dailyMax: quote.dailyMax.toString(),
});

export const readQuote = (stored: StoredQuote, expiresAt: Date): TransactionQuote => ({
  ...stored,
  dailyMax: BigInt(stored.dailyMax),
  expiresAt,
});
