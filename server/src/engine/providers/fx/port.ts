import type { Ratio } from '../../../foundation/kernel/money.ts';

/** Mid-market prices at one point in time. */
export interface FxTable {
  /** Time of the prices, as given by their source. */
  asOf: Date;
  /** Units of each currency per US dollar, exactly as published. USD itself has the value 1. */
  perUsd: ReadonlyMap<string, Ratio>;
}

/** Source of prices, which it reads at most every few minutes. Throws an ApiError if the prices are too old. */
export interface FxSource {
  read(now: Date): Promise<FxTable>;
}
