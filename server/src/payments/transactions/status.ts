/** Statuses of a transaction in the API. */
export const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export type TransactionType = 'INCOMING' | 'OUTGOING';

type Transitions = Partial<Record<TransactionStatus, readonly TransactionStatus[]>>;

/** Statuses that may follow each status, by type. A status without an entry is final. */
const legalTransitions: Readonly<Record<TransactionType, Transitions>> = {
  OUTGOING: {
    // The rail has not accepted the payment yet.
    CREATED: ['PENDING', 'PENDING_AUTHORIZATION', 'EXPIRED', 'FAILED'],
    PENDING: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'EXPIRED', 'FAILED'],
    PENDING_AUTHORIZATION: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'FAILED'],
    PROCESSING: ['PROCESSING', 'COMPLETED', 'FAILED'],
    // A bank may return a completed payout.
    COMPLETED: ['COMPLETED', 'FAILED', 'REFUNDED'],
    FAILED: ['FAILED'],
    // Late funding of an expired quote is refunded.
    EXPIRED: ['EXPIRED'],
  },
  INCOMING: {
    PENDING: ['PENDING', 'COMPLETED', 'REJECTED', 'FAILED'],
    COMPLETED: ['COMPLETED', 'FAILED', 'REFUNDED'],
    FAILED: ['FAILED'],
  },
};

export const isLegalTransition = (type: TransactionType, from: TransactionStatus, to: TransactionStatus): boolean =>
  legalTransitions[type][from]?.includes(to) ?? false;

/** The payment has not started: its quote can still be executed or funded, or expire. */
export const isOpen = (status: TransactionStatus): boolean => status === 'CREATED' || status === 'PENDING';

export const outgoingStatuses = [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'EXPIRED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'REFUNDED',
] as const satisfies readonly TransactionStatus[];

export const outgoingFailures = [
  'QUOTE_EXPIRED',
  'QUOTE_RATE_UNAVAILABLE',
  'QUOTE_EXECUTION_FAILED',
  'FUNDING_AMOUNT_MISMATCH',
  'SCA_NOT_COMPLETED',
  'PAYOUT_RETURNED',
  'LIMIT_EXCEEDED',
  'ACCOUNT_CANNOT_RECEIVE',
  'ACCOUNT_INVALID',
  'COMPLIANCE_REJECTED',
  'INSUFFICIENT_FUNDS',
  'LNURLP_FAILED',
  'PAY_REQUEST_FAILED',
  'OFFRAMP_FAILED',
  'APPROVAL_REJECTED',
  'LIGHTNING_PAYMENT_FAILED',
  'COUNTERPARTY_POST_TX_FAILED',
] as const;

export const incomingFailures = [
  'LNURLP_FAILED',
  'PAY_REQUEST_FAILED',
  'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  'PAYMENT_APPROVAL_TIMED_OUT',
  'OFFRAMP_FAILED',
  'MISSING_MANDATORY_PAYEE_DATA',
  'QUOTE_EXPIRED',
  'QUOTE_EXECUTION_FAILED',
  'COMPLIANCE_REJECTED',
  'COLLECTION_FAILED',
  'INSUFFICIENT_FUNDS',
  'ACCOUNT_CLOSED',
] as const;

export type FailureReason = (typeof outgoingFailures)[number] | (typeof incomingFailures)[number];

/** State of a collection from an external account. */
export type PullState = 'PENDING' | 'COLLECTED' | 'FAILED' | 'RETURNED';

export const refundStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export const refundReasons = ['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT'] as const;
