/** Largest amount in a request. Below 2^53, so that every JSON client represents it exactly. */
export const MAX_AMOUNT = 9_000_000_000_000_000;

/** Throws if a JSON number cannot represent the amount exactly. */
export function toJsonAmount(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new Error(`amount ${amount} does not fit a JSON number`);
  return number;
}

/** Exact positive fraction. */
export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

export const ONE: Ratio = { numerator: 1n, denominator: 1n };

/** Rounds down: amounts are never negative, so bigint division truncates downwards. */
export const mulDivFloor = (amount: bigint, { numerator, denominator }: Ratio): bigint =>
  (amount * numerator) / denominator;

export const mulDivCeil = (amount: bigint, { numerator, denominator }: Ratio): bigint =>
  (amount * numerator + denominator - 1n) / denominator;

export const mulDivHalfUp = (amount: bigint, { numerator, denominator }: Ratio): bigint =>
  (2n * amount * numerator + denominator) / (2n * denominator);

export const inverse = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator: denominator,
  denominator: numerator,
});

export const product = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** Converts basis points (hundredths of a percent) to a fraction. */
export const bps = (points: number): Ratio => ({ numerator: BigInt(points), denominator: 10_000n });

/** Significant digits of a rate in JSON. */
const RENDERED_DIGITS = 15;

/** Rounds a rate for display. Calculations use the exact fraction. */
export function toJsonRate({ numerator, denominator }: Ratio): number {
  const scale = 10n ** BigInt(RENDERED_DIGITS + Math.max(0, `${denominator}`.length - `${numerator}`.length));
  const scaled = (numerator * scale) / denominator;
  return Number(Number(`${scaled}e-${`${scale}`.length - 1}`).toPrecision(RENDERED_DIGITS));
}
