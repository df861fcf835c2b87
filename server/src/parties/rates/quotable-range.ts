import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import { largest, smallest } from './bigint-extremes.ts';
import type { Range } from './limits.ts';

/** Cost to the sender of a received amount; undefined if the amount has no price. Must be monotonic. */
export type SentFor = (received: bigint) => bigint | undefined;

/** Amounts and prices of one rail to a receiver. */
export interface PricedRail {
  receiving: Range;
  /** All of these prices must be within the limits of the sender. */
  prices: readonly SentFor[];
}

/**
 * The longest range of amounts that can be quoted. Each amount is delivered by the first rail that supports it, and its
 * price must be within `sending`. Undefined if there is none.
 */
export function quotable(
  pricedRails: readonly PricedRail[],
  { received, sending }: { received: Range; sending: Range },
) {
  let remaining: Range[] = [received];
  const payableRanges: Range[] = [];
  for (const { receiving, prices } of pricedRails) {
    for (const span of remaining) {
      const delivered = common(span, receiving);
      const payable =
        delivered && prices.reduce<Range | undefined>((range, price) => within(range, price, sending), delivered);
      if (payable) payableRanges.push(payable);
    }
    remaining = remaining.flatMap((span) => without(span, receiving));
  }
  return longest(merged(payableRanges));
}

export const anyAmount: Range = { min: 1n, max: BigInt(MAX_AMOUNT) };

export function common(...ranges: readonly [Range, ...Range[]]): Range | undefined {
  const [first, ...others] = ranges;
  const min = largest(first.min, ...others.map((range) => range.min));
  const max = smallest(first.max, ...others.map((range) => range.max));
  return min <= max ? { min, max } : undefined;
}

/** Part of the range whose price is within `sending`, found by binary search. */
function within(range: Range | undefined, sentFor: SentFor, sending: Range): Range | undefined {
  if (!range || sentFor(range.min) === undefined) return undefined;
  const reaches = (limit: bigint) => (received: bigint) => (sentFor(received) ?? 0n) >= limit;
  const min = firstWhere(range, reaches(sending.min));
  const beyond = firstWhere(range, reaches(sending.max + 1n));
  const max = beyond === undefined ? range.max : beyond - 1n;
  return min !== undefined && min <= max ? { min, max } : undefined;
}

/** The smallest amount of the range for which `holds` is true. `holds` must be monotonic. */
function firstWhere({ min, max }: Range, holds: (amount: bigint) => boolean): bigint | undefined {
  if (!holds(max)) return undefined;
  let [low, high] = [min, max];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

const without = (span: Range, taken: Range): Range[] =>
  [
    { min: span.min, max: smallest(span.max, taken.min - 1n) },
    { min: largest(span.min, taken.max + 1n), max: span.max },
  ].filter(({ min, max }) => min <= max);

/** Merges adjacent and overlapping ranges. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((a, b) => (a.min < b.min ? -1 : 1))) {
    const last = result.at(-1);
    if (last && range.min <= last.max + 1n) last.max = largest(last.max, range.max);
    else result.push({ ...range });
  }
  return result;
}

const longest = (ranges: readonly Range[]): Range | undefined =>
  ranges.reduce<Range | undefined>(
    (best, range) => (best && best.max - best.min >= range.max - range.min ? best : range),
    undefined,
  );
