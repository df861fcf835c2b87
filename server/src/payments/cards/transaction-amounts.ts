import { ApiError } from '../../foundation/kernel/errors.ts';
import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import { largest, smallest } from '../../parties/rates/bigint-extremes.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';

/** Currencies of a purchase and of the accounts that pay for it. */
interface PurchaseCurrencies {
  currency: string;
  ledgerCurrency: string;
}

/** Smallest units of the ledger per smallest unit of the purchase: a USDB card pays dollars at par. */
export const scaleOf = ({ currency, ledgerCurrency }: PurchaseCurrencies): bigint =>
  10n ** BigInt(currencyInfo(ledgerCurrency).decimals - currencyInfo(currency).decimals);

/** Converts the limit of a card at par: one unit of every card currency is worth one US dollar. */
export function limitIn(to: string, { limit, currency }: { limit: bigint; currency: string }): bigint {
  const unitsOf = (code: string): bigint => 10n ** BigInt(currencyInfo(code).decimals);
  const converted = (limit * unitsOf(to)) / unitsOf(currency);
  return smallest(largest(converted, 1n), BigInt(MAX_AMOUNT));
}

export const acceptedBy = (cardCurrency: string): string[] =>
  cardCurrency === 'USDB' ? ['USDB', 'USD'] : [cardCurrency];

/** Rejects a currency that the card cannot pay in, and an amount above the limit of the ledger. */
export function requireCurrency(
  cardCurrency: string,
  { currency, amount }: { currency: string; amount: bigint },
): void {
  const accepted = acceptedBy(cardCurrency);
  currencyInfo(currency);
  if (!accepted.includes(currency)) {
    throw new ApiError('INVALID_CURRENCY', `The card is in ${cardCurrency} and does not pay in ${currency}.`, {
      hint: `Authorize in ${accepted.join(' or ')}.`,
    });
  }
  requireAmount({ currency, ledgerCurrency: cardCurrency }, amount);
}

/** The limit applies to the amount in smallest units of the ledger. */
export function requireAmount(currencies: PurchaseCurrencies, amount: bigint): void {
  const maximum = BigInt(MAX_AMOUNT) / scaleOf(currencies);
  if (amount <= maximum) return;
  throw new ApiError('INVALID_AMOUNT', `amount must be at most ${maximum} in ${currencies.currency}.`, {
    hint: `amount is in the smallest unit of ${currencies.currency}.`,
  });
}
