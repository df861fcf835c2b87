/** Statuses of a card transaction. */
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
 * Statuses that may follow each status. Clearings of the network are final: they are posted even after a decline or an
 * expiry. An EXCEPTION is left to an operator.
 */
export const cardTransactionTransitions: Readonly<Record<CardTransactionStatus, readonly CardTransactionStatus[]>> = {
  AUTHORIZED: ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'EXPIRED', 'EXCEPTION'],
  PARTIALLY_SETTLED: ['PARTIALLY_SETTLED', 'SETTLED', 'EXCEPTION'],
  SETTLED: ['SETTLED', 'REFUNDED', 'EXCEPTION'],
  REFUNDED: ['REFUNDED', 'SETTLED', 'EXCEPTION'],
  EXCEPTION: ['EXCEPTION'],
  DECLINED: ['SETTLED', 'EXCEPTION'],
  EXPIRED: ['EXPIRED', 'SETTLED', 'EXCEPTION'],
};

/** The amount is held, and further clearings may follow. */
export const isOpen = (status: CardTransactionStatus): boolean =>
  status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

export const declineReasons = ['INSUFFICIENT_FUNDS', 'CARD_PAUSED', 'CARD_CLOSED', 'LIMIT_EXCEEDED'] as const;
export type DeclineReason = (typeof declineReasons)[number];
