import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { toJsonAmount } from '../kernel/money.ts';
import { currencyJson } from '../rates/currencies.ts';

/** Money that came in and is there: recorded when it is already COMPLETED. */
export interface IncomingTransaction {
  platformId: string;
  id: string;
  customerId: string;
  platformCustomerId: string;
  destinationAccountId: string;
  amount: bigint;
  currency: string;
  reference: string;
  at: Date;
}

/** As the API and webhooks show it. */
export function incomingJson(transaction: IncomingTransaction) {
  const currency = currencyJson(transaction.currency);
  const { id, customerId, platformCustomerId, reference, at } = transaction;
  return {
    id,
    status: 'COMPLETED',
    type: 'INCOMING',
    direction: 'CREDIT',
    source: { sourceType: 'REALTIME_FUNDING', currency: transaction.currency },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: transaction.destinationAccountId,
      currency: transaction.currency,
    },
    customerId,
    platformCustomerId,
    receivedAmount: { amount: toJsonAmount(transaction.amount), currency },
    reconciliationInstructions: { reference },
    settledAt: at,
    createdAt: at,
    updatedAt: at,
  };
}

/** The row, for the same statement as the moves. */
export function recordIncoming(transaction: IncomingTransaction): Effect {
  const { source, destination } = incomingJson(transaction);
  const row = {
    platform_id: transaction.platformId,
    id: transaction.id,
    customer_id: transaction.customerId,
    platform_customer_id: transaction.platformCustomerId,
    source,
    destination,
    amount: transaction.amount.toString(),
    currency: transaction.currency,
    reference: transaction.reference,
    at: transaction.at,
  };
  return { kind: incomingKind, rows: [row] };
}

const incomingKind: EffectKind = {
  name: 'incoming_recorded',
  statement: (rows) => sql`
    INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, source,
      destination, received_amount, received_currency, reference, created_at, updated_at, settled_at)
    SELECT platform_id, id, 'INCOMING', 'CREDIT', 'COMPLETED', customer_id, platform_customer_id, source,
      destination, amount, currency, reference, at, at, at
    FROM ${rows} AS r(item int, platform_id text, id text, customer_id text, platform_customer_id text, source jsonb,
      destination jsonb, amount bigint, currency text, reference text, at timestamptz)
    JOIN guarded USING (item)`,
};
