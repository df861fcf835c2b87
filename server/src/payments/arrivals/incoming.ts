import type { Posting } from '../../engine/ledger/post.ts';
import { payments, phases } from '../../engine/ledger/recipes.ts';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { changedAccountJson, type InternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { getCustomer } from '../../parties/customers/record.ts';
import { begin, type Transaction } from '../transactions/record.ts';

/** Money that has arrived: its transaction is COMPLETED from the start. */
interface Arrival {
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

/** Transaction row and event, for the statement that posts the ledger entries. */
export const recordArrival = (arrival: Arrival): Effect[] =>
  begin(incomingOf(arrival), [
    { event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: arrival.at } },
  ]).effects;

/** An incoming transaction before its first step. */
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
  quote: null,
  details: {},
  terms: null,
  pull: null,
  receiptConfirmedAt: null,
  version: 0n,
  createdAt: arrival.at,
  updatedAt: arrival.at,
  settledAt: null,
});

interface AccountCredit {
  /** Id of the resulting transaction. */
  id: string;
  account: InternalAccount;
  amount: bigint;
  source: object;
  at: Date;
}

/** Posting of money from outside to an account: a completed incoming transaction, its event and the balance event. */
export async function creditPosting(db: Database, { id, account, amount, source, at }: AccountCredit) {
  const { platformId, currency, ownerId } = account;
  const owner = ownerId ? await getCustomer(db, platformId, ownerId) : undefined;
  const arrival = {
    platformId,
    id,
    customerId: owner?.id ?? platformId,
    platformCustomerId: owner?.platformCustomerId ?? platformId,
    source,
    destinationAccountId: account.id,
    amount,
    currency,
    reference: `FUND-${id.slice(-12).toUpperCase()}`,
    at,
  };
  const accountJson = changedAccountJson(account, at);
  const type = 'INTERNAL_ACCOUNT.BALANCE_UPDATED' as const;
  const event = { platformId, type, resourceId: account.id, accountId: account.id, data: accountJson, at };
  const posting: Posting = {
    platformId,
    transactionId: id,
    phase: phases.fund,
    at,
    entries: payments.fund({ account: account.id, currency, amount }),
    effects: [...recordArrival(arrival), emit([event])],
  };
  return { posting, accountJson };
}
