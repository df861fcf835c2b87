import { ApiError } from '../../foundation/kernel/errors.ts';
import { mulDivFloor, ONE, type Ratio } from '../../foundation/kernel/money.ts';
import { currencyInfo, isSamePeg } from './currencies.ts';

/** Mid-market prices at one point in time. */
export class Prices {
  /** Time at which the prices were read. */
  readonly updatedAt: Date;
  readonly #perUsd: ReadonlyMap<string, Ratio>;
  readonly #ratios = new Map<string, Ratio>();
  #completed: Prices | undefined;

  constructor(perUsd: ReadonlyMap<string, Ratio>, updatedAt: Date) {
    this.#perUsd = perUsd;
    this.updatedAt = updatedAt;
  }

  /** Contains no prices, so that only currencies with the same peg can be converted. */
  static none(updatedAt: Date): Prices {
    return new Prices(new Map(), updatedAt);
  }

  /** Adds the fixed prices of currencies that lack a price. Computed once. */
  completedBy(fixed: Prices): Prices {
    this.#completed ??= new Prices(new Map([...fixed.#perUsd, ...this.#perUsd]), this.updatedAt);
    return this.#completed;
  }

  has(currency: string): boolean {
    return this.#perUsd.has(currency);
  }

  canConvert(from: string, to: string): boolean {
    return isSamePeg(from, to) || (this.has(from) && this.has(to));
  }

  /** Smallest units of `to` per smallest unit of `from`. */
  mid({ from, to }: { from: string; to: string }): Ratio {
    if (from === to) return ONE;
    const key = `${from} ${to}`;
    const known = this.#ratios.get(key);
    if (known) return known;
    const [sending, receiving] = isSamePeg(from, to)
      ? [unitsPerOne(from), unitsPerOne(to)]
      : [this.#unitsPerUsd(from), this.#unitsPerUsd(to)];
    const ratio = reduced({
      numerator: receiving.numerator * sending.denominator,
      denominator: receiving.denominator * sending.numerator,
    });
    this.#ratios.set(key, ratio);
    return ratio;
  }

  /** Amount in the other currency, rounded down. */
  worth({ amount, from, to }: { amount: bigint; from: string; to: string }): bigint {
    return mulDivFloor(amount, this.mid({ from, to }));
  }

  #unitsPerUsd(code: string): Ratio {
    const { decimals } = currencyInfo(code);
    const price = this.#perUsd.get(code);
    if (!price) {
      throw new ApiError('INVALID_CURRENCY', `There is no current price of ${code}.`, {
        hint: `Pay ${code} in ${code}, or choose a currency that GET /exchange-rates lists.`,
      });
    }
    return { numerator: price.numerator * 10n ** BigInt(decimals), denominator: price.denominator };
  }
}

const unitsPerOne = (code: string): Ratio => ({
  numerator: 10n ** BigInt(currencyInfo(code).decimals),
  denominator: 1n,
});

/** Reduces the fraction, because arithmetic on small numbers is faster. */
function reduced({ numerator, denominator }: Ratio): Ratio {
  let [a, b] = [numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}
