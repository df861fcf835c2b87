import { addMs } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { inverse, mulDivHalfUp, product, type Ratio, toJsonAmount, toJsonRate } from '../kernel/money.ts';
import type { UmaAgreement, UmaCounterparty, UmaLock } from '../providers/uma/port.ts';
import { smallest } from '../rates/extremes.ts';
import { type Priced, priceReceiving, priceSending, type Tariff, withSpread } from '../rates/pricing.ts';
import { knownOf } from '../transactions/arrivals-uma.ts';
import { isWithin, outOfRange, requireConfigured, tooLarge } from '../transactions/limits.ts';
import type { QuoteNeeds } from './needs.ts';
import { type Asked, feesExceed, MSAT_PER_SATOSHI, type Offer, platformFeeOf } from './offer.ts';

interface Agreed {
  asked: Asked;
  offer: Offer;
}

/**
 * A receiver at another provider is paid by way of milli-satoshis, at the rate and with the fee of that provider: it is
 * asked to take the payment, and what it answers takes the place of our estimate.
 */
export async function agree(needs: QuoteNeeds, asked: Asked, estimate: Offer): Promise<Agreed> {
  const counterparty = asked.payee.lookup?.counterparty;
  if (!counterparty || asked.payee.counterparty.type !== 'UMA') return { asked, offer: estimate };
  requireOwnLookup(asked, counterparty);
  const tariff = await tariffOf(needs, asked, estimate);
  const priced = { SENDING: sending, RECEIVING: receiving }[asked.request.lockedCurrencySide];
  const { agreement, ...price } = await priced(needs, asked, { counterparty, tariff });
  const offer = { ...estimate, ...price, ...termsOf(asked, estimate, { agreement, price, tariff }) };
  await requireLimits(needs, asked, offer);
  const { invoice, callback, information } = agreement;
  const payee = {
    ...asked.payee,
    information,
    counterparty: { type: 'UMA', umaAddress: counterparty.payee, invoice, ...(callback && { callback }) } as const,
  };
  return { asked: { ...asked, payee }, offer };
}

function requireOwnLookup({ payer }: Asked, counterparty: UmaCounterparty): void {
  if (!payer.customer || payer.customer.umaAddress === counterparty.payer) return;
  throw new InvalidFields([{ field: 'lookupId', message: 'lookupId is of a lookup for another sender.' }]);
}

/** As for any payment, with milli-satoshis as what arrives. */
async function tariffOf(needs: QuoteNeeds, asked: Asked, { terms }: Offer): Promise<Tariff> {
  const { platform, payer, now } = asked;
  const { ratio } = await needs.rates.mid(platform.mode, { from: payer.currency, to: 'BTC' }, now);
  const rate = withSpread(product(ratio, MSAT_PER_SATOSHI), terms.spreadBps);
  return { rate, service: terms.service, platform: platformFeeOf(asked) };
}

interface Deal {
  counterparty: UmaCounterparty;
  tariff: Tariff;
}

type Dealt = Priced & { agreement: UmaAgreement };

async function sending(needs: QuoteNeeds, asked: Asked, deal: Deal): Promise<Dealt> {
  const priced = priceSending(BigInt(asked.request.lockedCurrencyAmount), deal.tariff);
  if (!priced) throw feesExceed(asked);
  const { sent, fees } = priced;
  const net = sent - fees.service - fees.platform;
  const agreement = await ask(needs, asked, deal, { side: 'SENDING', msats: offered(asked, deal, { net, priced }) });
  const { received } = agreement;
  if (!isOneCurrency(asked)) return { sent, received, fees, agreement };
  // One for one, and what the other side takes on the way is a fee.
  if (received > net) {
    throw new ApiError('QUOTE_REQUEST_FAILED', "The receiver's rate has changed since the lookup.", {
      hint: 'Look the receiver up again.',
    });
  }
  return { sent, received, fees: { ...fees, service: fees.service + net - received }, agreement };
}

/** In the same currency nobody is given more than is paid, however well the other side pays for bitcoin. */
function offered(asked: Asked, { counterparty }: Deal, { net, priced }: { net: bigint; priced: Priced }): bigint {
  const multiplier = counterparty.multipliers[asked.payee.currency];
  if (!isOneCurrency(asked) || multiplier === undefined) return priced.received;
  return smallest(priced.received, BigInt(Math.floor(Number(net) * multiplier)));
}

async function receiving(needs: QuoteNeeds, asked: Asked, deal: Deal): Promise<Dealt> {
  const received = BigInt(asked.request.lockedCurrencyAmount);
  const agreement = await ask(needs, asked, deal, { side: 'RECEIVING', amount: received });
  // The invoice was rounded to a whole milli-satoshi: nobody pays a whole cent for that.
  const priced = priceReceiving(agreement.msats - 1n, deal.tariff);
  if (!priced) throw feesExceed(asked);
  const { sent, fees } = priced;
  const net = sent - fees.service - fees.platform;
  if (!isOneCurrency(asked)) return { sent, received, fees, agreement };
  return net < received
    ? { sent: sent + received - net, received, fees, agreement }
    : { sent, received, fees: { ...fees, service: fees.service + net - received }, agreement };
}

const isOneCurrency = ({ payer, payee }: Asked): boolean => payer.currency === payee.currency;

function ask(needs: QuoteNeeds, asked: Asked, { counterparty }: Deal, lock: UmaLock): Promise<UmaAgreement> {
  const { platform, payer, payee, request, settings } = asked;
  const wanted = settings.supportedCurrencies.find(({ currencyCode }) => currencyCode === payee.currency);
  return needs.umaNetwork[platform.mode].pay({
    platformId: platform.id,
    counterparty,
    currency: payee.currency,
    lock,
    information: request.senderCustomerInfo ?? {},
    travelRule: {
      originator: { IDENTIFIER: counterparty.payer, ...(payer.customer && knownOf(payer.customer)) },
      institution: platform.name,
      beneficiary: { IDENTIFIER: counterparty.payee },
    },
    asked: wanted?.requiredCounterpartyFields ?? [],
    comment: request.description,
  });
}

/** How long it holds, and what it comes to. */
function termsOf(
  { platform, now }: Asked,
  { terms, rateDetails }: Offer,
  { agreement, price, tariff }: { agreement: UmaAgreement; price: Priced; tariff: Tariff },
): Pick<Offer, 'terms' | 'exchangeRate' | 'rateDetails'> {
  const net = price.sent - price.fees.service - price.fees.platform;
  const multiplier = ratioOf(agreement.multiplier);
  const holdsMs = agreement.expiresAt.getTime() - addMs(now, -platform.clockOffsetMs).getTime();
  return {
    terms: { ...terms, windowMs: Math.min(terms.windowMs, holdsMs) },
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

/** As exact as people are shown. */
const ratioOf = (rate: number): Ratio => ({ numerator: BigInt(Math.round(rate * Number(SCALE))), denominator: SCALE });

/** What was estimated within the limits may have come out of them. */
async function requireLimits(needs: QuoteNeeds, asked: Asked, offer: Offer): Promise<void> {
  const { platform, payer, payee, settings, now } = asked;
  const { transactionMax } = await needs.corridors.limits(platform.mode, payer.currency, now);
  if (offer.sent > transactionMax) throw tooLarge(transactionMax, payer.currency);
  if (!isWithin(offer.received, offer.terms.receiving)) {
    throw outOfRange('receiving', offer.terms.receiving, payee.currency);
  }
  requireConfigured(settings, {
    sent: { amount: offer.sent, currency: payer.currency },
    received: { amount: offer.received, currency: payee.currency },
  });
}
