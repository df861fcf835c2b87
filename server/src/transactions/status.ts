/** Every status a transaction can have on the wire. */
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

export const transactionTypes = ['INCOMING', 'OUTGOING'] as const;
export type TransactionType = (typeof transactionTypes)[number];

type Moves = Partial<Record<TransactionStatus, readonly TransactionStatus[]>>;

/** From which status a transaction may go where; a status that is not here is the end. */
export const legalMoves: Readonly<Record<TransactionType, Moves>> = {
  OUTGOING: {
    PENDING: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'EXPIRED', 'FAILED'],
    PENDING_AUTHORIZATION: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'FAILED'],
    PROCESSING: ['PROCESSING', 'COMPLETED', 'FAILED'],
    // A bank may return what it had taken; a receipt may be confirmed at any time after.
    COMPLETED: ['COMPLETED', 'FAILED'],
    FAILED: ['FAILED'],
    // What arrives for it too late goes back.
    EXPIRED: ['EXPIRED'],
  },
  INCOMING: {
    PENDING: ['PENDING', 'COMPLETED', 'REJECTED', 'FAILED'],
    COMPLETED: ['COMPLETED', 'FAILED'],
    FAILED: ['FAILED'],
  },
};

export const isLegalMove = (type: TransactionType, from: TransactionStatus, to: TransactionStatus): boolean =>
  legalMoves[type][from]?.includes(to) ?? false;

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
] as const;

export type FailureReason = (typeof outgoingFailures)[number] | (typeof incomingFailures)[number];

export const pendingReasons = [
  'COUNTERPARTY_DECLARATION_REQUIRED',
  'WALLET_VERIFICATION_REQUIRED',
  'COUNTERPARTY_INFORMATION_REQUIRED',
  'COMPLIANCE_REVIEW',
  'AGENT_APPROVAL_REQUIRED',
] as const;

/** How far the collecting of money from an account outside has come. */
export const pullStates = ['PENDING', 'COLLECTED', 'FAILED', 'RETURNED'] as const;
export type PullState = (typeof pullStates)[number];

export const refundStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export const refundReasons = ['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT'] as const;
