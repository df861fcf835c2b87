import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { inverse, product, type Ratio, toJsonAmount, toJsonRate } from '../kernel/money.ts';
import type { Settings } from '../platforms/settings.ts';
import type { CorridorTerms } from '../rates/corridors.ts';
import { largest, smallest } from '../rates/extremes.ts';
import { standingFee } from '../rates/platform-fees.ts';
import { type Fee, type Priced, priceReceiving, priceSending, type Tariff, withSpread } from '../rates/pricing.ts';
import { isWithin, outOfRange, type Range, requireConfigured, tooLarge } from '../transactions/limits.ts';
import type { Way } from '../transactions/ways.ts';
import type { QuoteNeeds } from './needs.ts';
import type { Payee } from './payee.ts';
import type { Payer } from './payer.ts';
import type { QuoteRequest } from './request.ts';

export interface Offer extends Priced {
  rail: string;
  terms: CorridorTerms;
  /** Sending units per receiving unit, as this very payment comes to it. */
  exchangeRate: number;
  rateDetails: object | undefined;
  dailyMax: bigint;
}

export interface Asked {
  platform: Platform;
  settings: Settings;
  payer: Payer;
  payee: Payee;
  request: QuoteRequest;
  now: Date;
  /** Of a quote that an agent has made. */
  agentId?: string | undefined;
}

/** The best way to make the payment, and what it comes to; refused where it is too small or too large. */
export async function makeOffer(needs: QuoteNeeds, asked: Asked, ways: readonly Way[]): Promise<Offer> {
  const { platform, payer, payee, request, now } = asked;
  const pair = { from: payer.currency, to: payee.currency };
  const [{ ratio }, limits] = await Promise.all([
    needs.rates.mid(platform.mode, pair, now),
    needs.corridors.limits(platform.mode, payer.currency, now),
  ]);
  const platformFee = platformFeeOf(asked);
  const offers = ways.flatMap(({ rail, terms }) => {
    const tariff = { rate: withSpread(ratio, terms.spreadBps), service: terms.service, platform: platformFee };
    const priced = price(request, tariff);
    return priced ? [{ rail, terms, tariff, priced }] : [];
  });
  const offer = offers.find(({ terms, priced }) => isWithin(priced.received, terms.receiving));
  const sent = (offer ?? offers[0])?.priced.sent;
  if (sent === undefined) throw feesExceed(asked);
  if (sent > limits.transactionMax) throw tooLarge(limits.transactionMax, payer.currency);
  if (!offer) throw outOfRange('receiving', rangeOfAll(ways), payee.currency);
  requireConfigured(asked.settings, {
    sent: { amount: offer.priced.sent, currency: payer.currency },
    received: { amount: offer.priced.received, currency: payee.currency },
  });
  const { rail, terms, tariff, priced } = offer;
  const net = priced.sent - priced.fees.service - priced.fees.platform;
  return {
    rail,
    terms,
    exchangeRate: toJsonRate({ numerator: net, denominator: priced.received }),
    rateDetails: await rateDetails(needs, asked, { tariff, priced }),
    dailyMax: limits.dailyMax,
    ...priced,
  };
}

function price({ lockedCurrencySide, lockedCurrencyAmount }: QuoteRequest, tariff: Tariff): Priced | undefined {
  const amount = BigInt(lockedCurrencyAmount);
  return lockedCurrencySide === 'SENDING' ? priceSending(amount, tariff) : priceReceiving(amount, tariff);
}

/** An override takes the place of the configured fee, which is for payments that change currency. */
export function platformFeeOf({ settings, payer, payee, request }: Asked): Fee {
  const override = request.platformFeeOverride;
  if (!override) return standingFee(settings, { from: payer.currency, to: payee.currency });
  return { fixed: BigInt(override.platformFixedFee.amount), variableBps: override.platformVariableFeeBps };
}

const rangeOfAll = (ways: readonly Way[]): Range => ({
  min: ways.map(({ terms }) => terms.receiving.min).reduce((a, b) => smallest(a, b)),
  max: ways.map(({ terms }) => terms.receiving.max).reduce((a, b) => largest(a, b)),
});

export const feesExceed = ({ payee }: Asked): ApiError =>
  new ApiError('AMOUNT_OUT_OF_RANGE', `After fees nothing of it would arrive in ${payee.currency}.`, {
    hint: 'Amounts are in the smallest unit: 100 is one US dollar.',
  });

export const MSAT_PER_SATOSHI: Ratio = { numerator: 1_000n, denominator: 1n };

/** The same conversion by way of milli-satoshis, as the network of UMA counts; none where bitcoin has no price. */
async function rateDetails(
  needs: QuoteNeeds,
  { platform, payer, now }: Asked,
  made: { tariff: Tariff; priced: Priced },
) {
  const { rate, service } = made.tariff;
  const satoshis = await needs.rates
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
    serviceVariableFeeAmount: toJsonAmount(made.priced.fees.service - service.fixed),
  };
}
