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
export const incomingOf = ({ destinationAccountId, amount, currency, at, ...arrival }: Arrival): Transaction => ({
  ...arrival,
  type: 'INCOMING',
  direction: 'CREDIT',
  status: 'PENDING',
  destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId, currency },
  sourceAccount: null,
  destinationAccount: destinationAccountId,
  sent: null,
  received: { amount, currency },
  fees: null,
  quoteId: null,
  details: {},
  terms: null,
  pull: null,
  receiptConfirmedAt: null,
  version: 0n,
  createdAt: at,
  updatedAt: at,
  settledAt: null,
});
