/** Returns the number of decimals of a currency. The rates module owns the table of currencies. */
export type Decimals = (currency: string) => number;

/** Formats an amount: 123456 with two decimals is 1234.56. */
export function toDecimal(amount: bigint, decimals: number): string {
  if (decimals === 0) return `${amount}`;
  const digits = `${amount}`.padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns undefined when the text is not an amount or has digits below the smallest unit. */
export function fromDecimal(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^([0-9]{1,18})(?:\.([0-9]{0,5}))?$/.exec(text) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(decimals))) return undefined;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Maximum number of decimals in ISO 20022, used for sums over several currencies. */
export const MAX_DECIMALS = 5;

/** Control sum of ISO 20022: the plain sum of the amounts, regardless of currency. */
export function controlSum(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + (fromDecimal(amount, MAX_DECIMALS) ?? 0n), 0n);
  return toDecimal(total, MAX_DECIMALS).replace(/0{1,3}$/, '');
}
