import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import { largest, smallest } from './bigint-extremes.ts';
import {
  BANK_FUNDING_SECONDS,
  type CorridorOverride,
  type CorridorTable,
  CRYPTO_FUNDING_SECONDS,
  defaultLimits,
  type MoneyText,
  type RailRow,
} from './corridor-table.ts';
import { type CurrencyInfo, currencyInfo, isSamePeg } from './currencies.ts';
import { type Money, parseMoney } from './money-text.ts';
import { Prices } from './prices.ts';
import type { Fee } from './pricing.ts';
import type { Rates } from './rates.ts';

export interface CorridorTerms {
  spreadBps: number;
  /** Fee of the service in the sending currency. */
  service: Fee;
  /** Amounts that the rail delivers, in smallest units of the receiving currency. */
  receiving: { min: bigint; max: bigint };
  /** Validity of a quote. */
  windowMs: number;
  settlementSeconds: number;
  requiresPurpose: boolean;
}

/** `rail` is a payment rail, a crypto network, BOOK (transfer on the ledger) or UMA. */
export interface CorridorKey {
  from: string;
  to: string;
  rail: string;
  isRealtimeFunded: boolean;
}

interface Options {
  rates: Rates;
  /** Rails and networks that deliver each currency to external accounts. */
  deliveries: ReadonlyMap<string, readonly string[]>;
  table: CorridorTable;
}

/** A row of the table with parsed amounts, before conversion. */
interface Row extends Omit<CorridorTerms, 'service' | 'receiving'> {
  fixedFee: Money;
  variableFeeBps: number;
  min: Money;
  max: Money | undefined;
  /** Currencies whose prices are required to convert the amounts. */
  pricesNeeded: readonly string[];
}

/** Rails that deliver every currency. */
const UNIVERSAL_RAILS = ['BOOK', 'UMA'];

/** The corridors of the service and their terms. */
export class Corridors {
  readonly #options: Options;
  readonly #rows = new Map<string, Row>();
  readonly #termsByPrices = new WeakMap<Prices, Map<Row, CorridorTerms>>();

  constructor(options: Options) {
    this.#options = options;
    const delivering = [...options.deliveries.values()].flat();
    for (const rail of [...delivering, ...UNIVERSAL_RAILS]) assert(options.table.rails[rail], `${rail} has terms`);
  }

  /** Undefined if there is no such corridor. */
  async terms(mode: PlatformMode, key: CorridorKey, now: Date): Promise<CorridorTerms | undefined> {
    const row = this.#row(key);
    if (!row) return undefined;
    if (row.pricesNeeded.length === 0) return termsOf(row, key, Prices.none(now));
    const { rates } = this.#options;
    const prices = key.from === key.to ? rates.approximatePrices(mode, now) : rates.prices(mode, now);
    return this.#termsAt(await prices, key, row);
  }

  /** Terms at the given prices; undefined if there is no such corridor or a price is missing. */
  termsAt(prices: Prices, key: CorridorKey): CorridorTerms | undefined {
    const row = this.#row(key);
    return row?.pricesNeeded.every((code) => prices.has(code)) ? this.#termsAt(prices, key, row) : undefined;
  }

  /** Cached as long as the prices are referenced. */
  #termsAt(prices: Prices, key: CorridorKey, row: Row): CorridorTerms {
    let cached = this.#termsByPrices.get(prices);
    if (!cached) {
      cached = new Map();
      this.#termsByPrices.set(prices, cached);
    }
    const terms = cached.get(row) ?? termsOf(row, key, prices);
    cached.set(row, terms);
    return terms;
  }

  /** Payment rails and crypto networks that deliver a currency. */
  railsTo(currency: string): readonly string[] {
    return this.#options.deliveries.get(currency) ?? [];
  }

  async limits(mode: PlatformMode, currency: string, now: Date): Promise<{ transactionMax: bigint; dailyMax: bigint }> {
    const row = { ...defaultLimits, ...this.#options.table.limits[currency] };
    const worth = async (text: MoneyText): Promise<bigint> => {
      const { amount, currency: from } = moneyOf(text);
      return capped(await this.#options.rates.worth(mode, { amount, from, to: currency }, now));
    };
    return { transactionMax: await worth(row.transactionMax), dailyMax: await worth(row.dailyMax) };
  }

  #row(key: CorridorKey): Row | undefined {
    const name = `${key.from} ${key.to} ${key.rail} ${key.isRealtimeFunded}`;
    const row = this.#rows.get(name) ?? this.#makeRow(key);
    // Caches existing corridors only, so that the size of the cache is limited.
    if (row) this.#rows.set(name, row);
    return row;
  }

  #makeRow(key: CorridorKey): Row | undefined {
    const { from, to, rail, isRealtimeFunded } = key;
    const sending = currencyInfo(from);
    currencyInfo(to);
    const isDelivered = UNIVERSAL_RAILS.includes(rail) || this.railsTo(to).includes(rail);
    const defaults = isDelivered ? this.#options.table.rails[rail] : undefined;
    if (!defaults) return undefined;
    const merged: RailRow & CorridorOverride = Object.assign(
      { ...defaults },
      ...this.#options.table.overrides.filter((override) => matches(override, key)),
    );
    if (merged.isClosed) return undefined;
    const amounts = {
      fixedFee: moneyOf(merged.fixedFee),
      min: moneyOf(merged.min),
      max: merged.max === undefined ? undefined : moneyOf(merged.max),
    };
    return {
      ...amounts,
      pricesNeeded: pricesNeeded(amounts, key),
      spreadBps: isSamePeg(from, to) ? 0 : (merged.spreadBps ?? 0),
      variableFeeBps: merged.variableFeeBps,
      windowMs: (isRealtimeFunded ? fundingSeconds(merged, sending) : merged.windowSeconds) * SECOND_MS,
      settlementSeconds: merged.settlementSeconds,
      requiresPurpose: merged.requiresPurpose ?? false,
    };
  }
}

const matches = ({ from, to, rail }: CorridorOverride, key: CorridorKey): boolean =>
  (from?.includes(key.from) ?? true) && (to?.includes(key.to) ?? true) && (rail?.includes(key.rail) ?? true);

const fundingSeconds = ({ fundingWindowSeconds }: CorridorOverride, { isCrypto }: CurrencyInfo): number =>
  fundingWindowSeconds ?? (isCrypto ? CRYPTO_FUNDING_SECONDS : BANK_FUNDING_SECONDS);

/** Currencies whose prices the terms depend on; empty if all amounts are already in the right currency. */
function pricesNeeded(
  { fixedFee, min, max }: Pick<Row, 'fixedFee' | 'min' | 'max'>,
  { from, to }: CorridorKey,
): string[] {
  const between = (money: Money | undefined, currency: string): string[] =>
    money === undefined || money.amount === 0n || isSamePeg(money.currency, currency) ? [] : [money.currency, currency];
  return [...between(fixedFee, from), ...between(min, to), ...between(max, to)];
}

function termsOf(row: Row, { from, to }: CorridorKey, prices: Prices): CorridorTerms {
  const { fixedFee, variableFeeBps, min, max, pricesNeeded: _, ...rest } = row;
  const converted = (money: Money, currency: string): bigint =>
    money.amount === 0n ? 0n : prices.worth({ amount: money.amount, from: money.currency, to: currency });
  return {
    ...rest,
    service: { fixed: converted(fixedFee, from), variableBps: variableFeeBps },
    receiving: { min: largest(converted(min, to), 1n), max: max ? capped(converted(max, to)) : BigInt(MAX_AMOUNT) },
  };
}

function moneyOf(text: string): Money {
  const money = parseMoney(text);
  assert(money, `"${text}" is an amount`);
  return money;
}

/** Caps a limit at the largest amount of the API. */
const capped = (amount: bigint): bigint => smallest(amount, BigInt(MAX_AMOUNT));
