import type { PlatformMode } from '../kernel/callers.ts';
import type { Ratio } from '../kernel/money.ts';
import type { FxSource } from '../providers/fx/port.ts';
import { Prices } from './prices.ts';

const CACHE_MS = 5 * 60_000;
/** Requests of one moment may arrive out of order; a clock further back than this is another platform's. */
const SKEW_MS = 10_000;

export interface Pair {
  from: string;
  to: string;
}

interface Filling {
  at: Date;
  prices: Promise<Prices>;
}

/** Mid-market prices of each mode, asked of their source every five minutes at most. */
export class Rates {
  readonly #fx: Readonly<Record<PlatformMode, FxSource>>;
  readonly #fillings = new Map<PlatformMode, Filling>();

  constructor({ fx }: { fx: Readonly<Record<PlatformMode, FxSource>> }) {
    this.#fx = fx;
  }

  /** Receiving smallest units per sending smallest unit; one for one in the same currency, whatever the source says. */
  async mid(mode: PlatformMode, pair: Pair, now: Date): Promise<{ ratio: Ratio; updatedAt: Date }> {
    const prices = pair.from === pair.to ? Prices.none(now) : await this.prices(mode, now);
    return { ratio: prices.mid(pair), updatedAt: prices.updatedAt };
  }

  /** An amount's worth in another currency, rounded down. */
  async worth(mode: PlatformMode, value: Pair & { amount: bigint }, now: Date): Promise<bigint> {
    const prices = value.from === value.to ? Prices.none(now) : await this.prices(mode, now);
    return prices.worth(value);
  }

  /** All prices of one moment, for those who need many. */
  prices(mode: PlatformMode, now: Date): Promise<Prices> {
    const known = this.#fillings.get(mode);
    if (known && isFresh(known, now)) return known.prices;
    const filling: Filling = { at: now, prices: this.#read(mode, now) };
    this.#fillings.set(mode, filling);
    // A failure is not remembered: the next request asks again.
    filling.prices.catch(() => this.#fillings.get(mode) === filling && this.#fillings.delete(mode));
    return filling.prices;
  }

  async #read(mode: PlatformMode, now: Date): Promise<Prices> {
    const { perUsd } = await this.#fx[mode].read(now);
    return new Prices(perUsd, now);
  }
}

function isFresh({ at }: Filling, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age > -SKEW_MS && age < CACHE_MS;
}
