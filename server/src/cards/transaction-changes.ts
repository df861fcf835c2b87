import type { Sql } from '../db/sql.ts';
import { sql } from '../db/sql.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { type CardTransaction, findCardTransaction, readCardTransactions } from '../transactions/card-record.ts';
import { type CardTransactionStatus, type DeclineReason, isOpen } from '../transactions/card-status.ts';
import { requireAmount } from './transaction-authorization.ts';
import { readTotals } from './transaction-events.ts';
import { scaleOf } from './transaction-fold.ts';
import { drawable, type Fund, type Purse, plainFund, pullOn } from './transaction-sources.ts';
import { type Beside, change, type Decision, type PurchaseNeeds, type Seen } from './transaction-take.ts';
import {
  advice,
  clearing,
  creditReversal,
  excessOf,
  expiry,
  merchantReturn,
  refusedAdvice,
  returnableOf,
  returnedOf,
  returnReversal,
  standingOf,
  wantedBy,
} from './transaction-turns.ts';

/** What the network tells of a purchase it knows. */
export interface Told {
  platformId: string;
  id: string;
  amount: bigint;
  at: Date;
  /** Left out: whatever it is. */
  statuses?: readonly CardTransactionStatus[];
  beside?: Beside;
}

/** What it is then; undefined where its status leaves nothing to do. */
type Changed = CardTransaction | undefined;

/** Clears in part or in whole; 0: nothing more will, and the rest goes back. Whatever the status: the network has paid. */
export const clear = (needs: PurchaseNeeds, told: Told): Promise<Changed> =>
  change(needs, {
    ...told,
    decide: (purchase, seen) => {
      if (told.amount === 0n) return isOpen(purchase.status) ? { turn: expiry(purchase) } : undefined;
      requireAmount(purchase, purchase.settled + told.amount);
      return clearingOf(needs, purchase, { amount: told.amount, seen });
    },
  });

/** More than is reserved is pulled from the first source that can give it; where none can, the house pays. */
async function clearingOf(
  needs: PurchaseNeeds,
  purchase: CardTransaction,
  { amount, seen: { purse } }: { amount: bigint; seen: Seen },
): Promise<Decision> {
  const excess = excessOf(purchase, amount) * scaleOf(purchase);
  if (excess === 0n) return { turn: clearing(purchase, amount) };
  const verdict = needs.cardNetwork[purse.mode].ofLaterPull(purchase.id);
  const fund = verdict.decline ? undefined : await payerOf(needs, purse, { purchase, excess });
  const payer = fund ? pullOn(fund, verdict.confirmation ? 'PENDING' : 'CONFIRMED') : 'HOUSE';
  return { turn: clearing(purchase, amount, payer), verdict };
}

/** Of a card that draws on nothing any more: the account that the purchase was made from. */
async function payerOf(
  { db }: PurchaseNeeds,
  purse: Purse,
  { purchase, excess }: { purchase: CardTransaction; excess: bigint },
): Promise<Fund | undefined> {
  const funds = purse.funds.length > 0 ? purse.funds : await plainFund(db, purse.platformId, purchase.accountId);
  return drawable({ ...purse, funds }, excess)[0];
}

/** The time is over, the network has withdrawn it, or the card is closed: what is reserved goes back. */
export const expire = (needs: PurchaseNeeds, told: Omit<Told, 'amount'>): Promise<Changed> =>
  change(needs, {
    ...told,
    decide: (purchase) => (isOpen(purchase.status) ? { turn: expiry(purchase) } : undefined),
  });

/** A new total. More is pulled, or refused and nothing changes. */
export const advise = (needs: PurchaseNeeds, told: Told): Promise<Changed> =>
  change(needs, {
    ...told,
    decide: (purchase, { purse }) => {
      if (!isOpen(purchase.status)) return undefined;
      requireAmount(purchase, told.amount);
      return adviceOf(needs, purchase, { purse, total: told.amount });
    },
  });

/**
 * The total before an advice, the nth event, holds again, unless another was told since. Where nothing is open any more,
 * or nobody can give again what the advice has released, it stays as it is.
 */
export const unadvise = (
  needs: PurchaseNeeds,
  { n, ...told }: Omit<Told, 'amount'> & { n: number },
): Promise<Changed> =>
  change(needs, {
    ...told,
    decide: async (purchase, { purse }) => {
      const [last, before] = await readTotals(needs.db, purchase);
      if (!isOpen(purchase.status) || last?.n !== n || !before) return undefined;
      return adviceOf(needs, purchase, { purse, total: before.amount });
    },
  });

function adviceOf(
  needs: PurchaseNeeds,
  purchase: CardTransaction,
  { purse, total }: { purse: Purse; total: bigint },
): Decision {
  const scale = scaleOf(purchase);
  const wanted = wantedBy(purchase, total);
  if (wanted <= 0n) return { turn: advice(purchase, total) };
  const refused = (reason: DeclineReason): Decision => ({ turn: refusedAdvice(purchase, total, reason) });
  const limit = purse.maxSpendPerTransaction;
  if (limit !== null && total * scale > limit) return refused('LIMIT_EXCEEDED');
  const verdict = needs.cardNetwork[purse.mode].ofAuthorization(purchase.merchant.descriptor);
  const [fund] = drawable(purse, wanted * scale);
  if (!fund) return refused('INSUFFICIENT_FUNDS');
  return { turn: advice(purchase, total, pullOn(fund, verdict.confirmation ? 'PENDING' : 'CONFIRMED')), verdict };
}

/** The merchant returns what it had, in part or in whole, unless that much has not cleared. */
export const giveBack = (needs: PurchaseNeeds, told: Told): Promise<Changed> =>
  change(needs, {
    ...told,
    decide: (purchase) =>
      told.amount <= returnableOf(purchase) ? { turn: merchantReturn(purchase, told.amount) } : undefined,
  });

/** The merchant takes a return back: from the customer, or from the house where the customer cannot cover it. */
export const takeBack = (needs: PurchaseNeeds, told: Told): Promise<Changed> =>
  change(needs, {
    ...told,
    decide: (purchase, { wasRefused }) =>
      told.amount <= returnedOf(purchase)
        ? { turn: returnReversal(purchase, told.amount, wasRefused ? 'HOUSE' : 'CUSTOMER') }
        : undefined,
  });

/**
 * The network withdraws an authorization: all of it, or, where an amount is told, that much. Of a purchase in a single
 * message, which has cleared, it is a return; a credit that has cleared is taken back, from the house where the customer
 * cannot give it.
 */
export const reverse = (
  needs: PurchaseNeeds,
  { amount = 0n, ...told }: Omit<Told, 'amount'> & { amount?: bigint },
): Promise<Changed> =>
  change(needs, {
    ...told,
    decide: (purchase, { purse, wasRefused }) => {
      if (isOpen(purchase.status)) {
        const total = purchase.authorized - amount;
        return amount === 0n || total <= 0n ? { turn: expiry(purchase) } : adviceOf(needs, purchase, { purse, total });
      }
      const standing = standingOf(purchase);
      const wanted = amount === 0n || amount > standing ? standing : amount;
      if (wanted === 0n) return undefined;
      return purchase.direction === 'DEBIT'
        ? { turn: merchantReturn(purchase, wanted) }
        : { turn: creditReversal(purchase, wanted, wasRefused ? 'HOUSE' : 'CUSTOMER') };
    },
  });

/** The purchase of this card, if its status is one of these; 400 with the reason otherwise. */
export async function requirePurchase(
  { db }: Pick<PurchaseNeeds, 'db'>,
  { platformId, cardId, id }: { platformId: string; cardId: string; id: string },
  { verb, statuses }: { verb: string; statuses: readonly CardTransactionStatus[] },
): Promise<CardTransaction> {
  const purchase = await findCardTransaction(db, platformId, id);
  if (purchase.cardId !== cardId) {
    throw new InvalidFields(
      [{ field: 'cardTransactionId', message: 'cardTransactionId is of another card.' }],
      `It was made with ${purchase.cardId}.`,
    );
  }
  if (statuses.includes(purchase.status)) return purchase;
  throw new ApiError('INVALID_INPUT', `A card transaction that is ${purchase.status} cannot be ${verb}.`, {
    reason: 'CARD_TRANSACTION_STATUS',
    status: purchase.status,
    hint: `It must be ${statuses.join(' or ')}.`,
  });
}

/** Credits that are not cleared yet, of a card at a merchant. */
export const openCredits = (
  { db }: Pick<PurchaseNeeds, 'db'>,
  { platformId, cardId, descriptor }: { platformId: string; cardId: string; descriptor: string },
): Promise<CardTransaction[]> =>
  readCardTransactions(
    db,
    sql`${openOf(platformId, cardId)} AND direction = 'CREDIT' AND details -> 'merchant' ->> 'descriptor' = ${descriptor}`,
  );

/** As the index of what is open says it. */
export const openOf = (platformId: string, cardId: string): Sql => sql`
  platform_id = ${platformId} AND details ->> 'cardId' = ${cardId} AND status IN ('AUTHORIZED', 'PARTIALLY_SETTLED')`;
