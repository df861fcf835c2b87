import type { Currency, CurrencyAmount } from '../api/client.ts';
import css from './values.module.css';

interface MoneyProps {
  amount: number;
  currency: Pick<Currency, 'code' | 'decimals'>;
  /** Shows a plus before amounts that come in. */
  isSigned?: boolean;
}

/** An amount with its decimals and ISO code. The smallest units are in its title. */
export const Money = ({ amount, currency, isSigned = false }: MoneyProps) => (
  <span className={css.money} title={`${amount} in the smallest unit of ${currency.code}`}>
    {isSigned && amount > 0 && '+'}
    {decimalText(amount, currency.decimals)} <span className={css.code}>{currency.code}</span>
  </span>
);

export const Amount = ({ value }: { value: CurrencyAmount }) => (
  <Money amount={value.amount} currency={value.currency} />
);

/** `-1234567` with 2 decimals is `−12,345.67`: true minus, groups of three. */
export function decimalText(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${amount < 0 ? '\u2212' : ''}${whole}${fraction}`;
}

/** Smallest units of a decimal text, or undefined if it is no amount of the currency. Never by floating point. */
export function smallestUnits(text: string, decimals: number): number | undefined {
  const match = /^(\d{1,15})(?:\.(\d*))?$/.exec(text.trim().replaceAll(',', ''));
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) return undefined;
  const units = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(units) ? units : undefined;
}
