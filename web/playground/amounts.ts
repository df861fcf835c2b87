import { decimalText, smallestUnits } from '../decimals.ts';

/** Currency with its decimals, as the API returns it. */
export interface Currency {
  code: string;
  decimals: number;
}

/** `1,250.00 USDB`: all decimals of the currency, but no zeros after the second one. */
export function moneyText(amount: number, { code, decimals }: Currency): string {
  return `${decimalText(amount, decimals).replace(/(\.\d\d\d*?)0+$/, '$1')} ${code}`;
}

/** Reason why a text is not a positive amount of the currency; undefined if it is one. */
export function problemOf(text: string, { code, decimals }: Currency): string | undefined {
  const example = decimalText(25_50 * 10 ** Math.max(0, decimals - 2), decimals).replace(/(\.\d\d)0+$/, '$1');
  if (text === '') return `Enter an amount in ${code}, such as ${example}.`;
  if (/^[-\u2212]/.test(text)) return 'The amount must be more than 0.';
  if (/^\d+,\d{1,2}$/.test(text)) return `Write decimals after a point: ${text.replace(',', '.')}.`;
  const fraction = /^[\d,]+\.(\d+)$/.exec(text)?.[1] ?? '';
  if (fraction.length > decimals)
    return `${code} has ${decimals || 'no'} decimals, this amount has ${fraction.length}.`;
  const units = smallestUnits(text, decimals);
  if (units === undefined) return `This is no amount. Write digits and a point, such as ${example}.`;
  return units === 0 ? 'The amount must be more than 0.' : undefined;
}
