import { assert } from '../../../foundation/kernel/errors.ts';
import { systemAccount } from '../chart.ts';
import type { Entry } from '../post.ts';
import { type Amount, entriesOf } from './entries.ts';

/** Amount of a card transaction on an account: a funding source of the card, or `receivable`. */
interface CardAmount extends Amount {
  account: string;
}

/** Pulls from a funding source. The amount is held and stays in `totalBalance` until settlement. */
export function authorize({ account, currency, amount }: CardAmount): Entry[] {
  const credit = systemAccount('card.authorized', currency);
  return entriesOf({ debit: account, credit, currency, amount, code: 'card.authorize', holds: { account, amount } });
}

interface Clearing extends CardAmount {
  /** Amount that is still held for the purchase. */
  authorized: bigint;
  /** No clearing follows, so the rest of the hold is released. */
  isFinal: boolean;
  /** Payer of the amount above the authorization: the customer, or the service as a receivable. */
  excessFrom: 'customer' | 'receivable';
}

/** Settles with the network from the hold. The excess is pulled from the customer or advanced by the service. */
export function clear({ account, currency, amount, authorized, isFinal, excessFrom }: Clearing): Entry[] {
  assert(amount > 0n, 'a clearing of nothing is a release');
  assert(authorized >= 0n, `an authorized amount is not negative: ${authorized}`);
  const settled = amount < authorized ? amount : authorized;
  const excess = amount - settled;
  const rest = isFinal ? authorized - settled : 0n;
  const missing = { account, currency, amount: excess };
  const pulled = excessFrom === 'customer' ? authorize(missing) : advance(missing);
  const reserved = excessFrom === 'customer' ? amount : settled;
  return [
    ...pulled,
    ...settle({ account, currency, amount, reserved }),
    ...release({ account, currency, amount: rest }),
  ];
}

/** Releases a hold: after expiry or reversal, or the rest after a final clearing. */
export function release({ account, currency, amount }: CardAmount): Entry[] {
  const debit = systemAccount('card.authorized', currency);
  return entriesOf({
    debit,
    credit: account,
    currency,
    amount,
    code: 'card.release',
    holds: { account, amount: -amount },
  });
}

export const refundPurchase = ({ account, currency, amount }: CardAmount): Entry[] =>
  entriesOf({
    debit: systemAccount('card.settlement', currency),
    credit: account,
    currency,
    amount,
    code: 'card.refund',
  });

/** Takes a refund back, because the merchant reversed it. */
export const takeBackRefund = ({ account, currency, amount }: CardAmount): Entry[] =>
  entriesOf({
    debit: account,
    credit: systemAccount('card.settlement', currency),
    currency,
    amount,
    code: 'card.refund-taken-back',
  });

/** Credits a card without an earlier purchase. */
export const creditCard = ({ account, currency, amount }: CardAmount): Entry[] =>
  entriesOf({
    debit: systemAccount('card.settlement', currency),
    credit: account,
    currency,
    amount,
    code: 'card.credit',
  });

/** Takes a credit back, because the network reversed it. */
export const takeBackCredit = ({ account, currency, amount }: CardAmount): Entry[] =>
  entriesOf({
    debit: account,
    credit: systemAccount('card.settlement', currency),
    currency,
    amount,
    code: 'card.credit-taken-back',
  });

/** Advances the disputed amount of a purchase to the customer until the network decides. */
export const creditDispute = ({ account, currency, amount }: CardAmount): Entry[] =>
  entriesOf({ debit: owed(currency), credit: account, currency, amount, code: 'card.dispute-credit' });

/** Takes the advance back from the customer. */
export const takeBackDisputeCredit = ({ account, currency, amount }: CardAmount): Entry[] =>
  entriesOf({ debit: account, credit: owed(currency), currency, amount, code: 'card.dispute-credit-reversed' });

/** Books the disputed amount that the network pays: the debt to the network and the advance both decrease. */
export const chargeBack = ({ currency, amount }: Amount): Entry[] =>
  entriesOf({
    debit: systemAccount('card.settlement', currency),
    credit: owed(currency),
    currency,
    amount,
    code: 'card.chargeback',
  });

/** Charges a failed pull to `receivable`: the network was paid, but the customer still has the money and owes it. */
export const returnFailedPull = ({ account, currency, amount }: CardAmount): Entry[] =>
  entriesOf({ debit: owed(currency), credit: account, currency, amount, code: 'card.pull-failed' });

/** Receivable account, which the recipes above use in place of a customer's account. */
export const owed = (currency: string): string => systemAccount('receivable', currency);

/** Settles an advanced amount with the network. */
export const settleAdvance = ({ currency, amount }: Amount): Entry[] =>
  settle({ account: owed(currency), currency, amount, reserved: 0n });

/** Advances an amount that the customer cannot cover; the customer owes it. */
export function advance({ currency, amount }: Amount): Entry[] {
  const debit = systemAccount('receivable', currency);
  return entriesOf({
    debit,
    credit: systemAccount('card.authorized', currency),
    currency,
    amount,
    code: 'card.advance',
  });
}

/** `reserved` is the part of the amount held for the account. */
function settle({ account, currency, amount, reserved }: CardAmount & { reserved: bigint }): Entry[] {
  const debit = systemAccount('card.authorized', currency);
  const credit = systemAccount('card.settlement', currency);
  const holds = reserved > 0n ? { holds: { account, amount: -reserved } } : {};
  return entriesOf({ debit, credit, currency, amount, code: 'card.settle', ...holds });
}
