/** How many decimals a currency's smallest unit stands for; the table of currencies belongs to the rates slice. */
export type Decimals = (currency: string) => number;

/** 123456 with two decimals is 1234.56. */
export function toDecimal(amount: bigint, decimals: number): string {
  if (decimals === 0) return `${amount}`;
  const digits = `${amount}`.padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Undefined where the text is no amount, or finer than the smallest unit. */
export function fromDecimal(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^([0-9]{1,18})(?:\.([0-9]{0,5}))?$/.exec(text) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(decimals))) return undefined;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** The finest amount that ISO 20022 can write: sums over several currencies are taken there. */
export const FINEST = 5;

/** A control sum: the plain sum of the numbers, whatever their currencies. */
export function controlSum(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + (fromDecimal(amount, FINEST) ?? 0n), 0n);
  return toDecimal(total, FINEST).replace(/0{1,3}$/, '');
}
