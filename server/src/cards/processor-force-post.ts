import { apply, type Effect } from '../db/effects.ts';
import type { CardTransaction } from '../transactions/card-record.ts';
import { type EventKind, endWaiting, type News, purchaseOf } from './processor-messages.ts';
import { type AuthorizationKind, fresh } from './transaction-authorization.ts';
import { scaleOf } from './transaction-fold.ts';
import { accountBehind, drawable, type Purse, pullOn } from './transaction-sources.ts';
import { begin, isRefusal, type PurchaseNeeds } from './transaction-take.ts';
import { clearing, type Payer } from './transaction-turns.ts';

interface Forced {
  purse: Purse;
  news: News;
  at: Date;
}

/** What the money is that the network has moved without us; undefined: none, and the news is dropped. */
const purchases: Record<EventKind, AuthorizationKind | undefined> = {
  CLEARING: 'FINANCIAL_AUTHORIZATION',
  REFUND_REVERSAL: 'FINANCIAL_AUTHORIZATION',
  REFUND: 'FINANCIAL_CREDIT_AUTHORIZATION',
  REVERSAL: undefined,
};

/** The network has paid, whatever we know: the customer pays it, or where nobody can, the house does. */
export async function forcePost(needs: PurchaseNeeds, { purse, news, at }: Forced): Promise<void> {
  const kind = purchases[news.kind];
  const amount = BigInt(news.amount);
  const done = { messageId: news.messageId, state: 'APPLIED' as const };
  const beside = (made: Pick<CardTransaction, 'id'>): Effect[] => [
    endWaiting(purse, news, { ...done, cardTransactionId: made.id }),
  ];
  if (!kind || amount === 0n) {
    await apply(needs.db, { effects: [endWaiting(purse, news, done)] });
    return;
  }
  await needs.systemAccounts.ensure(purse.platformId, [purse.currency], at);
  const { currency, merchant, messageId, transactionToken } = news;
  const isTaken = await purchaseOf(needs.db, purse.platformId, transactionToken);
  const token = isTaken ? `${transactionToken}:${messageId}` : transactionToken;
  const accountId = await accountBehind(needs.db, purse);
  const purchase = fresh(needs, purse, { kind, amount, currency, merchant, token, at, accountId });
  const [fund] = drawable(purse, amount * scaleOf(purchase));
  const make = (payer: Payer) => begin(needs, { purse, purchase, turn: clearing(purchase, amount, payer), at, beside });
  try {
    await make(fund ? pullOn(fund, 'CONFIRMED') : 'HOUSE');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await make('HOUSE');
  }
}
