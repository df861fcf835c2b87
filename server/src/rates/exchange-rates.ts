import { setImmediate } from 'node:timers/promises';
import type { PlatformMode } from '../kernel/callers.ts';
import { inverse, toJsonAmount, toJsonRate } from '../kernel/money.ts';
import type { Corridors, CorridorTerms } from './corridors.ts';
import { currencies, currencyInfo, currencyJson } from './currencies.ts';
import { largest, smallest } from './extremes.ts';
import { type PlatformFees, standingFee } from './platform-fees.ts';
import type { Prices } from './prices.ts';
import { priceReceiving, priceSending, type Tariff, withSpread } from './pricing.ts';
import type { Rates } from './rates.ts';

/** What a platform has configured of its currencies and its own fees. */
export interface PlatformCurrencies extends PlatformFees {
  supportedCurrencies: readonly SendingCurrency[];
}

interface SendingCurrency {
  currencyCode: string;
  minAmount: number;
  maxAmount: number;
  enabledTransactionTypes: readonly string[];
}

export interface ExchangeRateNeeds {
  rates: Rates;
  corridors: Corridors;
}

interface Request {
  mode: PlatformMode;
  platform: PlatformCurrencies;
  sourceCurrency: string | undefined;
  destinationCurrency: readonly string[] | undefined;
  sendingAmount: number;
  now: Date;
}

/** One row for each pair of currencies and each rail that delivers the second. Nothing of it is locked. */
export async function exchangeRates({ rates, corridors }: ExchangeRateNeeds, request: Request) {
  const { mode, platform, sourceCurrency, destinationCurrency, now } = request;
  for (const code of [sourceCurrency ?? [], destinationCurrency ?? []].flat()) currencyInfo(code);
  const prices = await rates.prices(mode, now);
  const sources = platform.supportedCurrencies.filter(
    ({ currencyCode, enabledTransactionTypes }) =>
      (sourceCurrency ?? currencyCode) === currencyCode && enabledTransactionTypes.includes('OUTGOING'),
  );
  const destinations = [...new Set(destinationCurrency ?? currencies.keys())].filter((code) => prices.has(code));
  const rows: ReturnType<typeof rowsOf> = [];
  for (const source of sources.filter(({ currencyCode }) => prices.has(currencyCode))) {
    const { transactionMax } = await corridors.limits(mode, source.currencyCode, now);
    rows.push(...destinations.flatMap((to) => rowsOf({ corridors, prices, request, source, to, transactionMax })));
    // A hundred rows at a time: payments do not wait behind a long list.
    await setImmediate();
  }
  return rows;
}

interface PairOf {
  corridors: Corridors;
  prices: Prices;
  request: Request;
  source: SendingCurrency;
  to: string;
  transactionMax: bigint;
}

function rowsOf({ corridors, prices, request, source, to, transactionMax }: PairOf) {
  const pair = { from: source.currencyCode, to };
  const mid = prices.mid(pair);
  const platform = standingFee(request.platform, pair);
  const shown = { sourceCurrency: currencyJson(pair.from), destinationCurrency: currencyJson(to) };
  return corridors.railsTo(to).flatMap((rail) => {
    const terms = corridors.termsAt(prices, { ...pair, rail, isRealtimeFunded: false });
    if (!terms) return [];
    const tariff = { rate: withSpread(mid, terms.spreadBps), service: terms.service, platform };
    const range = sendingRange(terms, tariff, { source, transactionMax });
    if (!range) return [];
    return [
      {
        ...shown,
        destinationPaymentRail: rail,
        ...range,
        ...priceOf(BigInt(request.sendingAmount), tariff),
        updatedAt: prices.updatedAt,
      },
    ];
  });
}

/** What the rail, the house and the platform allow together; none where no amount pleases all of them. */
function sendingRange(
  { receiving }: CorridorTerms,
  tariff: Tariff,
  { source, transactionMax }: Pick<PairOf, 'source' | 'transactionMax'>,
) {
  const least = priceReceiving(receiving.min, tariff);
  const most = priceReceiving(receiving.max, tariff);
  if (!least || !most) return undefined;
  const min = largest(least.sent, BigInt(source.minAmount));
  const max = smallest(most.sent, transactionMax, BigInt(source.maxAmount));
  return min <= max ? { minSendingAmount: toJsonAmount(min), maxSendingAmount: toJsonAmount(max) } : undefined;
}

/** What would arrive. Where fees leave nothing, the rate is that of a larger amount. */
function priceOf(sendingAmount: bigint, tariff: Tariff) {
  const fixed = tariff.service.fixed + tariff.platform.fixed;
  const priced = priceSending(sendingAmount, tariff);
  const total = priced ? priced.fees.service + priced.fees.platform : fixed;
  const rate = priced ? { numerator: sendingAmount - total, denominator: priced.received } : inverse(tariff.rate);
  return {
    sendingAmount: toJsonAmount(sendingAmount),
    receivingAmount: toJsonAmount(priced?.received ?? 0n),
    exchangeRate: toJsonRate(rate),
    fees: { fixed: toJsonAmount(fixed), total: toJsonAmount(total) },
  };
}
