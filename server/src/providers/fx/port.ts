import type { Ratio } from '../../kernel/money.ts';

/** Mid-market prices of one moment. */
export interface FxTable {
  /** When the source made them. */
  asOf: Date;
  /** Whole units of each currency that one whole US dollar buys, exactly as the source says. USD itself is 1. */
  perUsd: ReadonlyMap<string, Ratio>;
}

/** Where prices come from. Asked at most every few minutes; refuses with an ApiError what is too old to trade on. */
export interface FxSource {
  read(now: Date): Promise<FxTable>;
}
