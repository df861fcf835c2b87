import type { PaymentOutcome } from '../../engine/providers/rails/port.ts';

/** Titles of payment jobs, by kind. */
export const jobTitles: Readonly<Record<string, string>> = {
  'payment.submit': 'Submitted to the rail',
  'payment.outcome': 'Applied the outcome of the rail',
  'payment.watch': 'Checked whether the rail has reported',
  'payment.cancel': 'Repeated the cancellation',
  'payment.deposit': 'Applied the deposit',
  'payment.undecided': 'Ended the wait for an approval',
  'payment.awaited': 'Ended the wait for the money',
  'quote.expire': 'Expired the quote',
  'quote.authorization-lapse': 'Ended the wait for the authorization',
  'card-transaction.expire': 'Expired the authorization',
  'card-transaction.confirm-pull': 'Confirmed the collection',
  'card-transaction.card-closed': 'Released the authorization of a closed card',
};

/** Titles of phases; a repeated phase has a number after a colon. */
export const phaseTitles: Readonly<Record<string, string>> = {
  fund: 'Money arrived',
  transfer: 'Moved between accounts',
  execute: 'Debited the payer, in transit',
  complete: 'Paid out',
  refund: 'Refunded the payer',
  return: 'Returned: in transit again',
  recall: 'Taken back by the bank',
  suspend: 'Moved to suspense',
  resume: 'Resumed from suspense',
  authorize: 'Reserved for the card',
  clear: 'Cleared the purchase',
  release: 'Released the reservation',
  'merchant-refund': 'Refunded by the merchant',
  dispute: 'Disputed',
  assign: 'Assigned to an account',
  fail: 'Return failed',
};

type Outcome = PaymentOutcome['type'];

/** Titles of rail reports about a payout and about a collection. */
export const railTitles: Readonly<Record<'PAYOUT' | 'PULL', Readonly<Record<Outcome, string>>>> = {
  PAYOUT: {
    ACCEPTED: 'The rail accepted the payment',
    DELAYED: 'The rail delays the payment',
    COMPLETED: 'The rail paid the receiver',
    FAILED: 'The rail rejected the payment',
    REFUNDED: 'The rail refunded the payment',
    CANCELLED: 'The rail cancelled the payment',
    LOST: 'The rail neither paid nor returned the payment',
  },
  PULL: {
    ACCEPTED: 'The rail accepted the collection',
    DELAYED: 'The rail delays the collection',
    COMPLETED: 'The rail collected the amount',
    FAILED: 'The rail could not collect the amount',
    REFUNDED: 'The rail returned the collected amount',
    CANCELLED: 'The rail cancelled the collection',
    LOST: 'The rail lost the collection',
  },
};

export const RETURNED_TITLE = 'The bank returned the payment';

export const failedOutcomes: ReadonlySet<Outcome> = new Set(['FAILED', 'LOST']);
