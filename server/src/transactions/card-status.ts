/** Every status a purchase by card can have. */
export const cardTransactionStatuses = [
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'REFUNDED',
  'EXCEPTION',
  'DECLINED',
  'EXPIRED',
] as const;
export type CardTransactionStatus = (typeof cardTransactionStatuses)[number];

/**
 * From which status a purchase may go where. The network has the last word: what clears after the end is posted all the
 * same. EXCEPTION stays until an operator has seen to it.
 */
export const cardTransactionMoves: Readonly<Record<CardTransactionStatus, readonly CardTransactionStatus[]>> = {
  AUTHORIZED: ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'EXPIRED', 'EXCEPTION'],
  PARTIALLY_SETTLED: ['PARTIALLY_SETTLED', 'SETTLED', 'EXCEPTION'],
  SETTLED: ['SETTLED', 'REFUNDED', 'EXCEPTION'],
  REFUNDED: ['REFUNDED', 'SETTLED', 'EXCEPTION'],
  EXCEPTION: ['EXCEPTION'],
  DECLINED: ['SETTLED', 'EXCEPTION'],
  EXPIRED: ['EXPIRED', 'SETTLED', 'EXCEPTION'],
};

/** Money is reserved, and more may clear. */
export const isOpen = (status: CardTransactionStatus): boolean =>
  status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

export const declineReasons = ['INSUFFICIENT_FUNDS', 'CARD_PAUSED', 'CARD_CLOSED', 'LIMIT_EXCEEDED'] as const;
export type DeclineReason = (typeof declineReasons)[number];
