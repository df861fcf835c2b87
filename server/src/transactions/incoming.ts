import type { Effect } from '../db/effects.ts';
import { begin, type Transaction } from './record.ts';

/** Money that came in and is there: recorded when it is already COMPLETED. */
export interface Arrival {
  platformId: string;
  id: string;
  customerId: string;
  platformCustomerId: string;
  source: object;
  destinationAccountId: string;
  amount: bigint;
  currency: string;
  reference: string;
  at: Date;
}

/** The row and its event, for the same statement as the moves. */
export const recordArrival = (arrival: Arrival): Effect[] =>
  begin(incomingOf(arrival), [
    { event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: arrival.at } },
  ]).effects;

/** An incoming transaction before anything has happened to it. */
export const incomingOf = (arrival: Arrival): Transaction => ({
  platformId: arrival.platformId,
  id: arrival.id,
  type: 'INCOMING',
  direction: 'CREDIT',
  status: 'PENDING',
  customerId: arrival.customerId,
  platformCustomerId: arrival.platformCustomerId,
  source: arrival.source,
  destination: { destinationType: 'ACCOUNT', accountId: arrival.destinationAccountId, currency: arrival.currency },
  sourceAccount: null,
  destinationAccount: arrival.destinationAccountId,
  sent: null,
  received: { amount: arrival.amount, currency: arrival.currency },
  fees: null,
  reference: arrival.reference,
  quoteId: null,
  details: {},
  terms: null,
  pull: null,
  receiptConfirmedAt: null,
  version: 0n,
  createdAt: arrival.at,
  updatedAt: arrival.at,
  settledAt: null,
});
