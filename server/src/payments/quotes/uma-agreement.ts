import type { UmaAgreement, UmaCounterparty, UmaLock } from '../../engine/providers/uma/port.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { inverse, mulDivHalfUp, product, type Ratio, toJsonAmount, toJsonRate } from '../../foundation/kernel/money.ts';
import { smallest } from '../../parties/rates/bigint-extremes.ts';
import { isWithin, outOfRange, requireConfigured, tooLarge } from '../../parties/rates/limits.ts';
import {
  MSAT_PER_SATOSHI,
  type Priced,
  priceInvoice,
  priceSending,
  type Tariff,
  withSpread,
} from '../../parties/rates/pricing.ts';
import { customerInformation } from '../arrivals/uma.ts';
import type { QuoteDeps } from './deps.ts';
import { feesExceed, type Offer, platformFeeOf, type QuoteContext } from './offer.ts';

interface Agreed {
  context: QuoteContext;
  offer: Offer;
}

/**
 * Sends the pay request to the receiver's provider, whose price in milli-satoshis replaces our estimate. Payments to
 * other receivers keep the estimate.
 */
export async function agreeWithCounterparty(deps: QuoteDeps, context: QuoteContext, estimate: Offer): Promise<Agreed> {
  const counterparty = context.payee.lookup?.counterparty;
  if (!counterparty || context.payee.counterparty.type !== 'UMA') return { context, offer: estimate };
  const tariff = await tariffOf(deps, context, estimate);
  const priced = { SENDING: sending, RECEIVING: receiving }[context.request.lockedCurrencySide];
  const { agreement, ...price } = await priced(deps, context, { counterparty, tariff });
  const offer = { ...estimate, ...price, ...termsOf(context, estimate, { agreement, price, tariff }) };
  await requireLimits(deps, context, offer);
  const { invoice, callback, information } = agreement;
  const payee = {
    ...context.payee,
    information,
    counterparty: { type: 'UMA', umaAddress: counterparty.payee, invoice, ...(callback && { callback }) } as const,
  };
  return { context: { ...context, payee }, offer };
}

/** Tariff of the payment when milli-satoshis are the received currency. */
async function tariffOf(deps: QuoteDeps, context: QuoteContext, { terms }: Offer): Promise<Tariff> {
  const { platform, payer, now } = context;
  const { ratio } = await deps.payments.rates.mid(platform.mode, { from: payer.currency, to: 'BTC' }, now);
  const rate = withSpread(product(ratio, MSAT_PER_SATOSHI), terms.spreadBps);
  return { rate, service: terms.service, platform: platformFeeOf(context) };
}

interface Negotiation {
  counterparty: UmaCounterparty;
  tariff: Tariff;
}

type Agreement = Priced & { agreement: UmaAgreement };

async function sending(deps: QuoteDeps, context: QuoteContext, negotiation: Negotiation): Promise<Agreement> {
  const priced = priceSending(BigInt(context.request.lockedCurrencyAmount), negotiation.tariff);
  if (!priced) throw feesExceed(context);
  const { sent, fees } = priced;
  const net = sent - fees.service - fees.platform;
  const agreement = await requestPayment(deps, context, negotiation, {
    side: 'SENDING',
    msats: msatsToOffer(context, negotiation, { net, priced }),
  });
  const { received } = agreement;
  if (!isOneCurrency(context)) return { sent, received, fees, agreement };
  // Within one currency the rate is 1; a difference is charged as a fee.
  if (received > net) {
    throw new ApiError('QUOTE_REQUEST_FAILED', "The receiver's rate has changed since the lookup.", {
      hint: 'Repeat the lookup of the receiver.',
    });
  }
  return { sent, received, fees: { ...fees, service: fees.service + net - received }, agreement };
}

/** Within one currency the receiver gets at most the sent amount, even at a better bitcoin rate of the provider. */
function msatsToOffer(
  context: QuoteContext,
  { counterparty }: Negotiation,
  { net, priced }: { net: bigint; priced: Priced },
): bigint {
  const multiplier = counterparty.multipliers[context.payee.currency];
  if (!isOneCurrency(context) || multiplier === undefined) return priced.received;
  return smallest(priced.received, BigInt(Math.floor(Number(net) * multiplier)));
}

async function receiving(deps: QuoteDeps, context: QuoteContext, negotiation: Negotiation): Promise<Agreement> {
  const received = BigInt(context.request.lockedCurrencyAmount);
  const agreement = await requestPayment(deps, context, negotiation, { side: 'RECEIVING', amount: received });
  const invoiced = { received, msats: agreement.msats, isOneCurrency: isOneCurrency(context) };
  const priced = priceInvoice(invoiced, negotiation.tariff);
  if (!priced) throw feesExceed(context);
  return { ...priced, agreement };
}

const isOneCurrency = ({ payer, payee }: QuoteContext): boolean => payer.currency === payee.currency;

function requestPayment(
  deps: QuoteDeps,
  context: QuoteContext,
  { counterparty }: Negotiation,
  lock: UmaLock,
): Promise<UmaAgreement> {
  const { platform, payer, payee, request, settings } = context;
  const currencyConfig = settings.supportedCurrencies.find(({ currencyCode }) => currencyCode === payee.currency);
  return deps.banking.uma.network[platform.mode].pay({
    platformId: platform.id,
    counterparty,
    currency: payee.currency,
    lock,
    information: request.senderCustomerInfo ?? {},
    travelRule: {
      originator: { IDENTIFIER: counterparty.payer, ...(payer.customer && customerInformation(payer.customer)) },
      institution: platform.name,
      beneficiary: { IDENTIFIER: counterparty.payee },
    },
    requestedFields: currencyConfig?.requiredCounterpartyFields ?? [],
    comment: request.description,
  });
}

function termsOf(
  { platform, now }: QuoteContext,
  { terms, rateDetails }: Offer,
  { agreement, price, tariff }: { agreement: UmaAgreement; price: Priced; tariff: Tariff },
): Pick<Offer, 'terms' | 'exchangeRate' | 'rateDetails'> {
  const net = price.sent - price.fees.service - price.fees.platform;
  const multiplier = ratioOf(agreement.multiplier);
  const remainingMs = agreement.expiresAt.getTime() - addMs(now, -platform.clockOffsetMs).getTime();
  return {
    terms: { ...terms, windowMs: Math.min(terms.windowMs, remainingMs) },
    exchangeRate: toJsonRate({ numerator: net, denominator: price.received }),
    rateDetails: {
      ...rateDetails,
      counterpartyMultiplier: toJsonRate(inverse(multiplier)),
      counterpartyFixedFee: toJsonAmount(mulDivHalfUp(agreement.feeMsats, inverse(multiplier))),
      serviceMultiplier: toJsonRate(withSpread(tariff.rate, tariff.service.variableBps)),
    },
  };
}

const SCALE = 10n ** 9n;

/** Keeps nine decimals, more than any response contains. */
const ratioOf = (rate: number): Ratio => ({ numerator: BigInt(Math.round(rate * Number(SCALE))), denominator: SCALE });

/** Checks the limits again: the agreed amounts differ from the estimate. */
async function requireLimits(deps: QuoteDeps, context: QuoteContext, offer: Offer): Promise<void> {
  const { platform, payer, payee, settings, now } = context;
  const { transactionMax } = await deps.payments.corridors.limits(platform.mode, payer.currency, now);
  if (offer.sent > transactionMax) throw tooLarge(transactionMax, payer.currency);
  if (!isWithin(offer.received, offer.terms.receiving)) {
    throw outOfRange('receiving', offer.terms.receiving, payee.currency);
  }
  requireConfigured(settings, {
    sent: { amount: offer.sent, currency: payer.currency },
    received: { amount: offer.received, currency: payee.currency },
  });
}
