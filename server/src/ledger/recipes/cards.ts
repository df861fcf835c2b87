import { assert } from '../../kernel/errors.ts';
import { systemAccount } from '../chart.ts';
import type { Move } from '../post.ts';
import { type Amount, movesOf } from './moves.ts';

/** What a card purchase does to the account that pays for it. */
export interface CardAmount extends Amount {
  account: string;
}

/** One pull: the money is set aside, and `totalBalance` keeps it until it settles. */
export function authorize({ account, currency, amount }: CardAmount): Move[] {
  const credit = systemAccount('card.authorized', currency);
  return movesOf({ debit: account, credit, currency, amount, code: 'card.authorize', holds: { account, amount } });
}

export interface Clearing extends CardAmount {
  /** What is still set aside for this purchase. */
  authorized: bigint;
  /** No further clearing follows: what is left over goes back. */
  isFinal: boolean;
  /** Who pays for more than was authorized: the customer, or the house until the customer can. */
  excessFrom: 'customer' | 'receivable';
}

/** The network asks for its money: from what was set aside, and a further pull for more than that. */
export function clear({ account, currency, amount, authorized, isFinal, excessFrom }: Clearing): Move[] {
  assert(amount > 0n, 'a clearing of nothing is a release');
  assert(authorized >= 0n, `nothing less than nothing is set aside: ${authorized}`);
  const settled = amount < authorized ? amount : authorized;
  const excess = amount - settled;
  const rest = isFinal ? authorized - settled : 0n;
  const wanted = { account, currency, amount: excess };
  const pulled = excessFrom === 'customer' ? authorize(wanted) : advance(wanted);
  const reserved = excessFrom === 'customer' ? amount : settled;
  return [
    ...pulled,
    ...settle({ account, currency, amount, reserved }),
    ...release({ account, currency, amount: rest }),
  ];
}

/** Expiry, reversal, or what a final clearing left over. */
export function release({ account, currency, amount }: CardAmount): Move[] {
  const debit = systemAccount('card.authorized', currency);
  return movesOf({
    debit,
    credit: account,
    currency,
    amount,
    code: 'card.release',
    holds: { account, amount: -amount },
  });
}

export const refundPurchase = ({ account, currency, amount }: CardAmount): Move[] =>
  movesOf({
    debit: systemAccount('card.settlement', currency),
    credit: account,
    currency,
    amount,
    code: 'card.refund',
  });

/** The merchant takes a refund back. */
export const takeBackRefund = ({ account, currency, amount }: CardAmount): Move[] =>
  movesOf({
    debit: account,
    credit: systemAccount('card.settlement', currency),
    currency,
    amount,
    code: 'card.refund-taken-back',
  });

/** A credit to the card, which no purchase went before. */
export const creditCard = ({ account, currency, amount }: CardAmount): Move[] =>
  movesOf({
    debit: systemAccount('card.settlement', currency),
    credit: account,
    currency,
    amount,
    code: 'card.credit',
  });

/** The network takes a credit back. */
export const takeBackCredit = ({ account, currency, amount }: CardAmount): Move[] =>
  movesOf({
    debit: account,
    credit: systemAccount('card.settlement', currency),
    currency,
    amount,
    code: 'card.credit-taken-back',
  });

/** A pull has failed after its money was paid to the network: the customer has it still, and owes it. */
export const returnFailedPull = ({ account, currency, amount }: CardAmount): Move[] =>
  movesOf({ debit: owed(currency), credit: account, currency, amount, code: 'card.pull-failed' });

/** What customers owe the house, for the recipes above in place of an account. */
export const owed = (currency: string): string => systemAccount('receivable', currency);

/** What the house has advanced goes to the network. */
export const settleAdvance = ({ currency, amount }: Amount): Move[] =>
  settle({ account: owed(currency), currency, amount, reserved: 0n });

/** The customer cannot cover it: the house does, and the customer owes it. */
export function advance({ currency, amount }: Amount): Move[] {
  const debit = systemAccount('receivable', currency);
  return movesOf({ debit, credit: systemAccount('card.authorized', currency), currency, amount, code: 'card.advance' });
}

/** `reserved` is the part of it that was kept for the account. */
function settle({ account, currency, amount, reserved }: CardAmount & { reserved: bigint }): Move[] {
  const debit = systemAccount('card.authorized', currency);
  const credit = systemAccount('card.settlement', currency);
  const holds = reserved > 0n ? { holds: { account, amount: -reserved } } : {};
  return movesOf({ debit, credit, currency, amount, code: 'card.settle', ...holds });
}
