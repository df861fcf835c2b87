import { setImmediate } from 'node:timers/promises';
import { isChainRail } from '../../engine/providers/rails/port.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { inverse, MAX_AMOUNT, toJsonAmount, toJsonRate } from '../../foundation/kernel/money.ts';
import { largest, smallest } from './bigint-extremes.ts';
import type { Corridors, CorridorTerms } from './corridors.ts';
import { currencies, currencyInfo, currencyJson } from './currencies.ts';
import { isHeld } from './limits.ts';
import { configuredFee, type PlatformFees } from './platform-fees.ts';
import type { Prices } from './prices.ts';
import { priceReceiving, priceSending, type Tariff, withSpread } from './pricing.ts';
import type { Pricing } from './service.ts';

/** A platform's configuration of currencies and fees. */
export interface PlatformCurrencies extends PlatformFees {
  supportedCurrencies: readonly SendingCurrency[];
}

interface SendingCurrency {
  currencyCode: string;
  minAmount: number;
  maxAmount: number;
  enabledTransactionTypes: readonly string[];
}

interface Request {
  mode: PlatformMode;
  platform: PlatformCurrencies;
  sourceCurrency: string | undefined;
  destinationCurrency: readonly string[] | undefined;
  sendingAmount: number;
  now: Date;
}

/** One row per pair of currencies and rail of the destination currency. The rates are not guaranteed. */
export async function exchangeRates({ rates, corridors }: Pricing, request: Request) {
  const { mode, platform, sourceCurrency, destinationCurrency, now } = request;
  for (const code of [sourceCurrency ?? [], destinationCurrency ?? []].flat()) currencyInfo(code);
  const prices = await rates.prices(mode, now);
  const isAsked = (currency: SendingCurrency): boolean =>
    sourceCurrency === undefined ? isHeld(currency) : currency.currencyCode === sourceCurrency;
  const sources = platform.supportedCurrencies.filter(
    (currency) => currency.enabledTransactionTypes.includes('OUTGOING') && isAsked(currency),
  );
  const destinations = [...new Set(destinationCurrency ?? currencies.keys())];
  const rows: ReturnType<typeof rowsOf> = [];
  for (const source of sources.filter(({ currencyCode }) => prices.has(currencyCode))) {
    const { transactionMax } = await corridors.limits(mode, source.currencyCode, now);
    const reachable = destinations.filter((to) => prices.canConvert(source.currencyCode, to));
    rows.push(...reachable.flatMap((to) => rowsOf({ corridors, prices, request, source, to, transactionMax })));
    // Lets other requests run between currencies.
    await setImmediate();
  }
  return rows;
}

interface PairQuery {
  corridors: Corridors;
  prices: Prices;
  request: Request;
  source: SendingCurrency;
  to: string;
  transactionMax: bigint;
}

function rowsOf({ corridors, prices, request, source, to, transactionMax }: PairQuery) {
  const pair = { from: source.currencyCode, to };
  const mid = prices.mid(pair);
  const platform = configuredFee(request.platform, pair);
  // In the complete list of hundreds of rows, names, symbols and decimals would be a third of the text.
  const isFiltered = request.sourceCurrency !== undefined || request.destinationCurrency !== undefined;
  const show = isFiltered ? currencyJson : (code: string) => ({ code });
  const shown = { sourceCurrency: show(pair.from), destinationCurrency: show(to) };
  return corridors.railsTo(to).flatMap((rail) => {
    const terms = corridors.termsAt(prices, { ...pair, rail, isRealtimeFunded: false });
    if (!terms) return [];
    const tariff = { rate: withSpread(mid, terms.spreadBps), service: terms.service, platform };
    const range = sendingRange(terms, tariff, { source, transactionMax });
    if (!range) return [];
    return [
      {
        ...shown,
        ...carrierJson(rail),
        ...range,
        ...priceOf(BigInt(request.sendingAmount), tariff),
        updatedAt: prices.updatedAt,
      },
    ];
  });
}

/** The API distinguishes crypto networks from payment rails. */
const carrierJson = (rail: string) =>
  isChainRail(rail) ? { destinationNetwork: rail } : { destinationPaymentRail: rail };

/** Amounts within the limits of rail, service and platform; undefined if these do not overlap. */
function sendingRange(
  { receiving }: CorridorTerms,
  tariff: Tariff,
  { source, transactionMax }: Pick<PairQuery, 'source' | 'transactionMax'>,
) {
  const least = priceReceiving(receiving.min, tariff);
  const most = priceReceiving(receiving.max, tariff);
  if (!least || !most) return undefined;
  const min = largest(least.sent, BigInt(source.minAmount));
  const max = smallest(most.sent, transactionMax, BigInt(source.maxAmount));
  return min <= max ? { minSendingAmount: toJsonAmount(min), maxSendingAmount: toJsonAmount(max) } : undefined;
}

/** For an amount that does not exceed the fees, shows the rate of larger amounts. */
function priceOf(sendingAmount: bigint, tariff: Tariff) {
  const fixed = tariff.service.fixed + tariff.platform.fixed;
  const priced = priceSending(sendingAmount, tariff);
  if (priced && priced.received > MAX_AMOUNT) throw tooMuch();
  const total = priced ? priced.fees.service + priced.fees.platform : fixed;
  const rate = priced ? { numerator: sendingAmount - total, denominator: priced.received } : inverse(tariff.rate);
  return {
    sendingAmount: toJsonAmount(sendingAmount),
    receivingAmount: toJsonAmount(priced?.received ?? 0n),
    exchangeRate: toJsonRate(rate),
    fees: { fixed: toJsonAmount(fixed), total: toJsonAmount(total) },
  };
}

function tooMuch(): InvalidFields {
  const message = `sendingAmount is too large: a destination amount would exceed ${MAX_AMOUNT}.`;
  return new InvalidFields([{ field: 'sendingAmount', message }], 'Use a smaller amount, or set destinationCurrency.');
}
