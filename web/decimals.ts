/** `-1234567` with 2 decimals is `−12,345.67`: true minus, groups of three. */
export function decimalText(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${amount < 0 ? '\u2212' : ''}${whole}${fraction}`;
}

/** Digits, with or without commas between groups of three. `25,50` is invalid: dropping the comma would read 2550. */
const AMOUNT = /^(\d{1,16}|\d{1,3}(?:,\d{3}){1,5})(?:\.(\d*))?$/;

/** Smallest units of a decimal text, without floating point; undefined if the text is not an amount of the currency. */
export function smallestUnits(text: string, decimals: number): number | undefined {
  const [, whole = '', fraction = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === '' || fraction.length > decimals) return undefined;
  const units = Number(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(units) ? units : undefined;
}
