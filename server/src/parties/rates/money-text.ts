import { exactDecimal } from '../../foundation/kernel/decimals.ts';
import { currencies, currencyInfo } from './currencies.ts';

export interface Money {
  amount: bigint;
  currency: string;
}

/** Parses `0.25 USD` to smallest units; undefined unless it is an exact amount of a supported currency. */
export function parseMoney(text: string): Money | undefined {
  const [number = '', currency = '', ...rest] = text.split(' ');
  const info = currencies.get(currency);
  if (!info || rest.length > 0) return undefined;
  if (/^0(\.0+)?$/.test(number)) return { amount: 0n, currency };
  const value = exactDecimal(number);
  if (!value) return undefined;
  const units = value.numerator * 10n ** BigInt(info.decimals);
  return units % value.denominator === 0n ? { amount: units / value.denominator, currency } : undefined;
}

/** Formats an amount like `0.25 USD`; reverse of `parseMoney`. */
export function moneyText({ amount, currency }: Money): string {
  const { decimals } = currencyInfo(currency);
  const digits = amount.toString().padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${whole}${fraction && `.${fraction}`} ${currency}`;
}
