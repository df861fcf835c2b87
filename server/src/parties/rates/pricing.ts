import { bps, inverse, mulDivCeil, mulDivFloor, mulDivHalfUp, type Ratio } from '../../foundation/kernel/money.ts';

export interface Fee {
  /** In the sending currency, per payment. */
  fixed: bigint;
  variableBps: number;
}

export interface Tariff {
  /** Smallest units received per smallest unit sent, after the spread. */
  rate: Ratio;
  service: Fee;
  platform: Fee;
}

/** Amounts of a payment. `sent` includes the fees; the remainder is converted. */
export interface Priced {
  sent: bigint;
  received: bigint;
  fees: { service: bigint; platform: bigint };
}

/** Fixed sending amount: deducts fees and rounds the received amount down. Undefined if nothing would arrive. */
export function priceSending(sent: bigint, tariff: Tariff): Priced | undefined {
  const { service, platform, rate } = tariff;
  const base = sent - service.fixed - platform.fixed;
  if (base <= 0n) return undefined;
  const fees = feesOn(base, tariff);
  const received = mulDivFloor(sent - fees.service - fees.platform, rate);
  return received > 0n ? { sent, received, fees } : undefined;
}

/** Fixed receiving amount: finds the smallest sending amount that delivers it. */
export function priceReceiving(received: bigint, tariff: Tariff): Priced | undefined {
  const { service, platform, rate } = tariff;
  const remainingBps = 10_000 - service.variableBps - platform.variableBps;
  if (remainingBps <= 0) return undefined;
  const needed = mulDivCeil(received, inverse(rate));
  // Each fee is rounded by at most half a unit, so the smallest base differs from the exact base by at most one unit.
  let base = mulDivCeil(needed - 1n, inverse(bps(remainingBps)));
  if (base < 1n) base = 1n;
  for (; ; base++) {
    const fees = feesOn(base, tariff);
    const sent = base + service.fixed + platform.fixed;
    if (sent - fees.service - fees.platform >= needed) return { sent, received, fees };
  }
}

interface Invoiced {
  received: bigint;
  /** Amount of the invoice from the receiving provider, in milli-satoshis. */
  msats: bigint;
  isOneCurrency: boolean;
}

/** Fixed receiving amount that the receiver's provider invoices in milli-satoshis, which `tariff.rate` buys. */
export function priceInvoice({ received, msats, isOneCurrency }: Invoiced, tariff: Tariff): Priced | undefined {
  // One less, so that rounding the invoice to a whole milli-satoshi does not cost the sender a cent.
  const priced = priceReceiving(msats - 1n, tariff);
  if (!priced) return undefined;
  const { sent, fees } = priced;
  const net = sent - fees.service - fees.platform;
  if (!isOneCurrency) return { sent, received, fees };
  return net < received
    ? { sent: sent + received - net, received, fees }
    : { sent, received, fees: { ...fees, service: fees.service + net - received } };
}

/** Variable fees apply to the amount after fixed fees. Each fee is rounded separately. */
function feesOn(base: bigint, { service, platform }: Tariff): Priced['fees'] {
  return {
    service: service.fixed + mulDivHalfUp(base, bps(service.variableBps)),
    platform: platform.fixed + mulDivHalfUp(base, bps(platform.variableBps)),
  };
}

export const withSpread = ({ numerator, denominator }: Ratio, spreadBps: number): Ratio => ({
  numerator: numerator * BigInt(10_000 - spreadBps),
  denominator: denominator * 10_000n,
});

export const MSAT_PER_SATOSHI: Ratio = { numerator: 1_000n, denominator: 1n };
