import type { Ratio } from './money.ts';

const DECIMAL = /^(\d{1,30})(?:\.(\d{1,30}))?$/;

/** Parses a positive decimal without rounding; undefined for other texts. */
export function exactDecimal(text: string): Ratio | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const numerator = BigInt(whole + fraction);
  return numerator > 0n ? { numerator, denominator: 10n ** BigInt(fraction.length) } : undefined;
}
