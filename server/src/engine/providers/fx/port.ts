import type { Ratio } from '../../../foundation/kernel/money.ts';

/** Mid-market prices as of one time. */
export interface FxTable {
  /** Time of the prices, by their source. */
  asOf: Date;
  /** Units of each currency per US dollar, exactly as published. USD itself is 1. */
  perUsd: ReadonlyMap<string, Ratio>;
}

/** A source of prices, read every few minutes at most. Throws an ApiError where its prices are too old. */
export interface FxSource {
  read(now: Date): Promise<FxTable>;
}
