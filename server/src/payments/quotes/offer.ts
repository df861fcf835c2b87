import type { Platform } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { inverse, product, toJsonAmount, toJsonRate } from '../../foundation/kernel/money.ts';
import type { Settings } from '../../parties/platforms/settings.ts';
import { largest, smallest } from '../../parties/rates/bigint-extremes.ts';
import type { CorridorTerms } from '../../parties/rates/corridors.ts';
import { isWithin, outOfRange, type Range, requireConfigured, tooLarge } from '../../parties/rates/limits.ts';
import { configuredFee } from '../../parties/rates/platform-fees.ts';
import {
  type Fee,
  MSAT_PER_SATOSHI,
  type Priced,
  priceReceiving,
  priceSending,
  type Tariff,
  withSpread,
} from '../../parties/rates/pricing.ts';
import type { PaymentRoute } from '../../parties/rates/routing.ts';
import type { QuoteDeps } from './deps.ts';
import type { Payee } from './payee.ts';
import type { Payer } from './payer.ts';
import type { QuoteRequest } from './request.ts';

export interface Offer extends Priced {
  rail: string;
  terms: CorridorTerms;
  /** Sending units per receiving unit of this payment, after fees. */
  exchangeRate: number;
  rateDetails: object | undefined;
  dailyMax: bigint;
}

/** A quote request with its parties and settings. */
export interface QuoteContext {
  platform: Platform;
  settings: Settings;
  payer: Payer;
  payee: Payee;
  request: QuoteRequest;
  now: Date;
  /** The agent that requests the quote, if any. */
  agentId?: string | undefined;
}

/** Prices the payment over the first route that carries the amount. Throws when no route carries the amount. */
export async function makeOffer(
  deps: QuoteDeps,
  context: QuoteContext,
  routes: readonly PaymentRoute[],
): Promise<Offer> {
  const { platform, payer, payee, request, now } = context;
  const pair = { from: payer.currency, to: payee.currency };
  const [{ ratio }, limits] = await Promise.all([
    deps.payments.rates.mid(platform.mode, pair, now),
    deps.payments.corridors.limits(platform.mode, payer.currency, now),
  ]);
  const platformFee = platformFeeOf(context);
  const offers = routes.flatMap(({ rail, terms }) => {
    const tariff = { rate: withSpread(ratio, terms.spreadBps), service: terms.service, platform: platformFee };
    const priced = price(request, tariff);
    return priced ? [{ rail, terms, tariff, priced }] : [];
  });
  const offer = offers.find(({ terms, priced }) => isWithin(priced.received, terms.receiving));
  const sent = (offer ?? offers[0])?.priced.sent;
  if (sent === undefined) throw feesExceed(context);
  if (sent > limits.transactionMax) throw tooLarge(limits.transactionMax, payer.currency);
  if (!offer) throw outOfRange('receiving', rangeOfAll(routes), payee.currency);
  requireConfigured(context.settings, {
    sent: { amount: offer.priced.sent, currency: payer.currency },
    received: { amount: offer.priced.received, currency: payee.currency },
  });
  const { rail, terms, tariff, priced } = offer;
  const net = priced.sent - priced.fees.service - priced.fees.platform;
  return {
    rail,
    terms,
    exchangeRate: toJsonRate({ numerator: net, denominator: priced.received }),
    rateDetails: await rateDetails(deps, context, { tariff, priced }),
    dailyMax: limits.dailyMax,
    ...priced,
  };
}

function price({ lockedCurrencySide, lockedCurrencyAmount }: QuoteRequest, tariff: Tariff): Priced | undefined {
  const amount = BigInt(lockedCurrencyAmount);
  return lockedCurrencySide === 'SENDING' ? priceSending(amount, tariff) : priceReceiving(amount, tariff);
}

/** The fee of the request, or the fee configured for payments between currencies. */
export function platformFeeOf({ settings, payer, payee, request }: QuoteContext): Fee {
  const override = request.platformFeeOverride;
  if (!override) return configuredFee(settings, { from: payer.currency, to: payee.currency });
  return { fixed: BigInt(override.platformFixedFee.amount), variableBps: override.platformVariableFeeBps };
}

const rangeOfAll = (routes: readonly PaymentRoute[]): Range => ({
  min: routes.map(({ terms }) => terms.receiving.min).reduce((a, b) => smallest(a, b)),
  max: routes.map(({ terms }) => terms.receiving.max).reduce((a, b) => largest(a, b)),
});

export const feesExceed = ({ payee }: QuoteContext): ApiError =>
  new ApiError(
    'AMOUNT_OUT_OF_RANGE',
    `The amount does not exceed the fees: nothing would arrive in ${payee.currency}.`,
    {
      hint: 'Amounts are in the smallest unit: 100 is one US dollar.',
    },
  );

/** Rates of both currencies in milli-satoshis, as UMA quotes them; undefined when bitcoin has no price. */
async function rateDetails(
  deps: QuoteDeps,
  { platform, payer, now }: QuoteContext,
  { tariff, priced }: { tariff: Tariff; priced: Priced },
) {
  const { rate, service } = tariff;
  // A quote does not depend on a bitcoin price: without a price, it has no such details.
  const satoshis = await deps.payments.rates
    .mid(platform.mode, { from: payer.currency, to: 'BTC' }, now)
    .catch(() => undefined);
  if (!satoshis) return undefined;
  const msat = product(satoshis.ratio, MSAT_PER_SATOSHI);
  return {
    counterpartyMultiplier: toJsonRate(product(rate, inverse(msat))),
    counterpartyFixedFee: 0,
    serviceMultiplier: toJsonRate(withSpread(msat, service.variableBps)),
    serviceFixedFee: toJsonAmount(service.fixed),
    serviceVariableFeeRate: service.variableBps / 10_000,
    serviceVariableFeeAmount: toJsonAmount(priced.fees.service - service.fixed),
  };
}
