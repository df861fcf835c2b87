import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { inverse, product, toJsonAmount, toJsonRate } from '../kernel/money.ts';
import type { UmaProfile } from '../providers/uma/port.ts';
import { currencyInfo } from '../rates/currencies.ts';
import { ownCustomerAt } from '../receivers/own-customers.ts';
import type { UmaNeeds } from './needs.ts';

const MSATS_PER_SATOSHI = { numerator: 1_000n, denominator: 1n };

/** What a customer of ours takes, and at which rate; none where nothing is. */
export async function currenciesOf(
  needs: UmaNeeds,
  platform: Platform,
  { umaAddress, now }: { umaAddress: string; now: Date },
): Promise<Pick<UmaProfile, 'currencies' | 'asked'> | undefined> {
  const query = { platformId: platform.id, umaAddress, umaDomain: undefined, sender: { umaAddress: '' } };
  const receiver = await ownCustomerAt(needs, query);
  if (!receiver) return undefined;
  const found = await Promise.all(
    receiver.currencies.map(async ({ code, min = 0n, max = 0n }) => {
      const { name, symbol, decimals } = currencyInfo(code);
      const multiplier = await multiplierOf(needs, platform, { code, now });
      if (multiplier === undefined) return [];
      return [{ code, name, symbol, decimals, multiplier, min: toJsonAmount(min), max: toJsonAmount(max) }];
    }),
  );
  const currencies = found.flat();
  return currencies.length > 0 ? { currencies, asked: receiver.requiredPayerDataFields } : undefined;
}

/**
 * Milli-satoshis that bring one smallest unit; none where bitcoin has no price, or no way leads from it. Without a spread:
 * who converts is the sending side, and it has taken its own.
 */
async function multiplierOf(needs: UmaNeeds, { mode }: Platform, { code, now }: { code: string; now: Date }) {
  const way = { from: 'BTC', to: code, rail: 'UMA', isRealtimeFunded: false };
  const terms = await needs.corridors.terms(mode, way, now).catch(unlessWithoutPrice);
  const mid = terms && (await needs.rates.mid(mode, { from: 'BTC', to: code }, now).catch(unlessWithoutPrice));
  return mid && toJsonRate(product(inverse(mid.ratio), MSATS_PER_SATOSHI));
}

function unlessWithoutPrice(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'INVALID_CURRENCY') return undefined;
  throw error;
}
