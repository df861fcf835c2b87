import type { UmaCounterparty } from '../../engine/providers/uma/port.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { product, toJsonAmount, toJsonRate } from '../../foundation/kernel/money.ts';
import type { Settings } from '../platforms/settings.ts';
import { currencyJson } from '../rates/currencies.ts';
import { configOf, type Range, rangeOf } from '../rates/limits.ts';
import { configuredFee } from '../rates/platform-fees.ts';
import { MSAT_PER_SATOSHI, priceInvoice, priceReceiving, type Tariff, withSpread } from '../rates/pricing.ts';
import { anyAmount, common, type PricedRail, quotable, type SentFor } from '../rates/quotable-range.ts';
import { listPaymentRoutes, type PaymentRoute, type RouteDeps } from '../rates/routing.ts';

/** A currency that a receiver accepts, with its rails and the limits of the receiver. */
export interface Receivable {
  code: string;
  rails: readonly string[];
  min?: bigint;
  max?: bigint;
}

/** Currency and limits of the sender. */
interface Spending {
  mode: PlatformMode;
  from: string;
  sending: Range;
  settings: Settings;
  /** Set if the receiver is at another provider, which then prices the payment. */
  counterparty?: UmaCounterparty | undefined;
  now: Date;
}

/** Currencies in the receiver's order of preference. Omits those that cannot be delivered in any amount. */
export async function preferencesOf(deps: RouteDeps, spending: Spending, receivable: readonly Receivable[]) {
  const preferences = await Promise.all(
    receivable.map((one) => preferenceOf(deps, spending, one).catch(unlessWithoutPrice)),
  );
  return preferences.filter((preference) => preference !== undefined);
}

async function preferenceOf(deps: RouteDeps, spending: Spending, receivable: Receivable) {
  const { mode, from, sending, settings, now } = spending;
  const { code, rails, min = anyAmount.min, max = anyAmount.max } = receivable;
  const { open } = await listPaymentRoutes(deps, { mode, from, to: code, rails, isRealtimeFunded: false, now });
  const { ratio } = await deps.payments.rates.mid(mode, { from, to: code }, now);
  const configured = configOf(settings, code);
  const received = common(anyAmount, { min, max }, ...(configured ? [rangeOf(configured)] : []));
  const pricedRails = await Promise.all(open.map((route) => pricedRailOf(deps, spending, { route, code })));
  const amounts = received && quotable(pricedRails, { received, sending });
  if (!amounts) return undefined;
  const spreadBps = Math.min(...open.map(({ terms }) => terms.spreadBps));
  return {
    currency: currencyJson(code),
    estimatedExchangeRate: toJsonRate(withSpread(ratio, spreadBps)),
    min: toJsonAmount(amounts.min),
    max: toJsonAmount(amounts.max),
    requiredQuoteFields: open.some(({ terms }) => terms.requiresPurpose) ? ['purposeOfPayment'] : [],
  };
}

/** A route with the prices that a quote will apply: ours, and that of the other provider if there is one. */
async function pricedRailOf(
  deps: RouteDeps,
  spending: Spending,
  { route, code }: { route: PaymentRoute; code: string },
): Promise<PricedRail> {
  const { mode, from, settings, counterparty, now } = spending;
  const { terms } = route;
  const { ratio } = await deps.payments.rates.mid(mode, { from, to: code }, now);
  const tariff: Tariff = {
    rate: withSpread(ratio, terms.spreadBps),
    service: terms.service,
    platform: configuredFee(settings, { from, to: code }),
  };
  const ours: SentFor = (amount) => priceReceiving(amount, tariff)?.sent;
  const multiplier = counterparty?.multipliers[code];
  if (multiplier === undefined) return { receiving: terms.receiving, prices: [ours] };
  const { ratio: satoshis } = await deps.payments.rates.mid(mode, { from, to: 'BTC' }, now);
  const rate = withSpread(product(satoshis, MSAT_PER_SATOSHI), terms.spreadBps);
  const theirs = invoicedBy(multiplier, { tariff: { ...tariff, rate }, isOneCurrency: from === code });
  return { receiving: terms.receiving, prices: [ours, ...theirs] };
}

/** Relative tolerance for rates, which are transmitted as floating-point numbers and thereby rounded. */
const ROUNDING = 1e-9;

/** Prices of the smallest and the largest invoice that the other provider may issue at the rate of the lookup. */
const invoicedBy = (multiplier: number, { tariff, isOneCurrency }: { tariff: Tariff; isOneCurrency: boolean }) =>
  [-ROUNDING, ROUNDING].map((slack): SentFor => {
    return (received) => {
      const msats = BigInt(Math.round(Number(received) * multiplier * (1 + slack))) + (slack > 0 ? 1n : 0n);
      return priceInvoice({ received, msats, isOneCurrency }, tariff)?.sent;
    };
  });

/** Treats a currency without a price as not deliverable. */
function unlessWithoutPrice(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'INVALID_CURRENCY') return undefined;
  throw error;
}
