import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { MAX_AMOUNT, toJsonAmount, toJsonRate } from '../kernel/money.ts';
import type { Corridors, CorridorTerms } from '../rates/corridors.ts';
import { currencyJson } from '../rates/currencies.ts';
import { largest, smallest } from '../rates/extremes.ts';
import { withSpread } from '../rates/pricing.ts';
import type { Rates } from '../rates/rates.ts';

export interface PreferenceNeeds {
  rates: Rates;
  corridors: Corridors;
}

/** A currency that a receiver takes, the rails that bring it there, and limits of the receiver's own. */
export interface Receivable {
  code: string;
  rails: readonly string[];
  min?: bigint;
  max?: bigint;
}

interface Request {
  mode: PlatformMode;
  from: string;
  receivable: readonly Receivable[];
  now: Date;
}

/** In the receiver's order; what cannot be brought there is left out. */
export async function preferencesOf(needs: PreferenceNeeds, { mode, from, receivable, now }: Request) {
  const found = await Promise.all(
    receivable.map((one) => preferenceOf(needs, { mode, from, now }, one).catch(unlessWithoutPrice)),
  );
  return found.filter((preference) => preference !== undefined);
}

async function preferenceOf(
  { rates, corridors }: PreferenceNeeds,
  { mode, from, now }: Omit<Request, 'receivable'>,
  { code, rails, min, max }: Receivable,
) {
  const keys = rails.map((rail) => ({ from, to: code, rail, isRealtimeFunded: false }));
  const all = await Promise.all(keys.map((key) => corridors.terms(mode, key, now)));
  const ways = all.filter((terms): terms is CorridorTerms => terms !== undefined);
  if (ways.length === 0) return undefined;
  const { ratio } = await rates.mid(mode, { from, to: code }, now);
  const spreadBps = Math.min(...ways.map((terms) => terms.spreadBps));
  const limits = ways.map(({ receiving }) => receiving);
  const least = largest(
    min ?? 0n,
    limits.reduce((amount, limit) => smallest(amount, limit.min), BigInt(MAX_AMOUNT)),
  );
  const most = smallest(
    max ?? BigInt(MAX_AMOUNT),
    limits.reduce((amount, limit) => largest(amount, limit.max), 0n),
  );
  if (least > most) return undefined;
  return {
    currency: currencyJson(code),
    estimatedExchangeRate: toJsonRate(withSpread(ratio, spreadBps)),
    min: toJsonAmount(least),
    max: toJsonAmount(most),
  };
}

/** A currency that nobody has a price of is one that cannot be brought there. */
function unlessWithoutPrice(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'INVALID_CURRENCY') return undefined;
  throw error;
}
