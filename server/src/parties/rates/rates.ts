import type { FxSource } from '../../engine/providers/fx/port.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import type { Ratio } from '../../foundation/kernel/money.ts';
import { isSamePeg } from './currencies.ts';
import { Prices } from './prices.ts';

const CACHE_MS = 5 * 60_000;
/** Tolerance for requests out of order. If time moves back further, it is the clock of another platform. */
const SKEW_MS = 10_000;

interface Pair {
  from: string;
  to: string;
}

interface CachedPrices {
  at: Date;
  prices: Promise<Prices>;
}

/** Mid-market prices of each mode, cached for five minutes. */
export class Rates {
  readonly #fx: Readonly<Record<PlatformMode, FxSource>>;
  readonly #cache = new Map<PlatformMode, CachedPrices>();
  readonly #asOf = new Map<PlatformMode, Date>();
  readonly #last = new Map<PlatformMode, Prices>();

  constructor({ fx }: { fx: Readonly<Record<PlatformMode, FxSource>> }) {
    this.#fx = fx;
  }

  /** Smallest units of `pair.to` per smallest unit of `pair.from`. Currencies with the same peg convert one for one. */
  async mid(mode: PlatformMode, pair: Pair, now: Date): Promise<{ ratio: Ratio; updatedAt: Date }> {
    const prices = isSamePeg(pair.from, pair.to) ? Prices.none(now) : await this.prices(mode, now);
    return { ratio: prices.mid(pair), updatedAt: prices.updatedAt };
  }

  /** Approximate value of a limit in another currency, rounded down. */
  async worth(mode: PlatformMode, value: Pair & { amount: bigint }, now: Date): Promise<bigint> {
    const prices = isSamePeg(value.from, value.to) ? Prices.none(now) : await this.approximatePrices(mode, now);
    return prices.worth(value);
  }

  /** All prices at the time `now`. */
  prices(mode: PlatformMode, now: Date): Promise<Prices> {
    const cached = this.#cache.get(mode);
    if (cached && isFresh(cached, now)) return cached.prices;
    const entry: CachedPrices = { at: now, prices: this.#read(mode, now) };
    this.#cache.set(mode, entry);
    // Failures are not cached. The caller handles the rejection.
    entry.prices.catch(() => this.#cache.get(mode) === entry && this.#cache.delete(mode));
    return entry.prices;
  }

  /**
   * Prices of all currencies, for limits and for fees within one currency: these must work without a price source. Uses
   * current prices, otherwise the last known prices, otherwise those of the sandbox.
   */
  async approximatePrices(mode: PlatformMode, now: Date): Promise<Prices> {
    const known = await this.prices(mode, now).catch(() => this.#last.get(mode));
    const fixed = await this.prices('SANDBOX', now);
    return known?.completedBy(fixed) ?? fixed;
  }

  /** Time of the latest prices, as reported by their source; undefined if none were ever read. */
  async asOf(mode: PlatformMode, now: Date): Promise<Date | undefined> {
    // If reading fails, returns the time of the last prices.
    await this.prices(mode, now).catch(() => undefined);
    return this.#asOf.get(mode);
  }

  async #read(mode: PlatformMode, now: Date): Promise<Prices> {
    const { perUsd, asOf } = await this.#fx[mode].read(now);
    this.#asOf.set(mode, asOf);
    const prices = new Prices(perUsd, now);
    this.#last.set(mode, prices);
    return prices;
  }
}

function isFresh({ at }: CachedPrices, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age > -SKEW_MS && age < CACHE_MS;
}
