import type { IncomingTransaction, OutgoingTransaction, TransactionOneOf } from './generated/types.ts';

export type PaymentErrorCode =
  /** The payment has ended, and cannot reach the requested status; `reason` is its failure reason. */
  | 'PAYMENT_FAILED'
  /** The payment has not ended yet. */
  | 'WAIT_TIMED_OUT'
  /** The source is an embedded wallet, and `sign` is missing. */
  | 'SIGNATURE_REQUIRED';

interface PaymentErrorParts {
  code: PaymentErrorCode;
  message: string;
  transaction?: TransactionOneOf;
}

/** A payment that did not reach the requested status, with its transaction as last read. */
export class PaymentError extends Error {
  readonly code: PaymentErrorCode;
  readonly reason: (OutgoingTransaction | IncomingTransaction)['failureReason'];
  readonly transaction: TransactionOneOf | undefined;

  constructor({ code, message, transaction }: PaymentErrorParts) {
    super(message);
    this.name = 'PaymentError';
    this.code = code;
    this.reason = transaction && 'failureReason' in transaction ? transaction.failureReason : undefined;
    this.transaction = transaction;
  }
}
