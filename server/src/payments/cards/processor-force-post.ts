import { apply } from '../../foundation/db/effects.ts';
import { completeMessage } from './processor-messages.ts';
import type { EventKind, EventMessage, EventResponse } from './processor-schemas.ts';
import { scaleOf } from './transaction-amounts.ts';
import { newPurchase } from './transaction-authorization.ts';
import type { AuthorizationKind } from './transaction-decision.ts';
import { type CardFunding, defaultAccountId, findPayer, pullFrom } from './transaction-funding.ts';
import { findPurchaseByToken } from './transaction-queries.ts';
import { clearing, type Payer } from './transaction-transitions.ts';
import { createPurchase, isFundingRejected, type PurchaseDeps } from './transaction-write.ts';

interface ForcedEvent {
  funding: CardFunding;
  message: EventMessage;
  at: Date;
}

/** Kind of purchase that is created for an event without one. Undefined: no money has moved; the event is dropped. */
const purchaseKinds: Record<EventKind, AuthorizationKind | undefined> = {
  CLEARING: 'FINANCIAL_AUTHORIZATION',
  REFUND_REVERSAL: 'FINANCIAL_AUTHORIZATION',
  REFUND: 'FINANCIAL_CREDIT_AUTHORIZATION',
  REVERSAL: undefined,
  DISPUTE: undefined,
  DISPUTE_CREDIT: undefined,
  DISPUTE_CREDIT_REVERSAL: undefined,
  DISPUTE_WON: undefined,
  DISPUTE_LOST: undefined,
};

/** Posts an event without its purchase, because the network has paid. The service pays when the customer cannot. */
export async function forcePost(deps: PurchaseDeps, { funding, message, at }: ForcedEvent): Promise<void> {
  const kind = purchaseKinds[message.kind];
  const amount = BigInt(message.amount);
  const complete = (answer: Partial<EventResponse>) => [
    completeMessage(funding, message, { messageId: message.messageId, state: 'APPLIED', ...answer }),
  ];
  if (!kind || amount === 0n) {
    await apply(deps.db, { effects: complete({}) });
    return;
  }
  await deps.ledger.systemAccounts.ensure(funding.platformId, [funding.currency], at);
  const { currency, merchant, messageId, transactionToken } = message;
  const isTokenTaken = await findPurchaseByToken(deps.db, funding.platformId, transactionToken);
  const token = isTokenTaken ? `${transactionToken}:${messageId}` : transactionToken;
  const accountId = await defaultAccountId(deps.db, funding);
  const purchase = newPurchase(deps, funding, { kind, amount, currency, merchant, token, at, accountId });
  const source = findPayer(funding.accounts, amount * scaleOf(purchase));
  const create = (payer: Payer) =>
    createPurchase(deps, {
      funding,
      purchase,
      transition: clearing(purchase, amount, payer),
      at,
      effects: ({ id }) => complete({ cardTransactionId: id }),
    });
  try {
    await create(source ? pullFrom(source) : 'SERVICE');
  } catch (error) {
    if (!isFundingRejected(error)) throw error;
    await create('SERVICE');
  }
}
