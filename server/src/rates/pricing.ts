import { bps, inverse, mulDivCeil, mulDivFloor, mulDivHalfUp, type Ratio } from '../kernel/money.ts';

export interface Fee {
  /** In the sending currency. */
  fixed: bigint;
  variableBps: number;
}

export interface Tariff {
  /** Receiving smallest units per sending smallest unit, spread included. */
  rate: Ratio;
  service: Fee;
  platform: Fee;
}

/** What a payment comes to. `sent` holds the fees; what is left of it is converted. */
export interface Priced {
  sent: bigint;
  received: bigint;
  fees: { service: bigint; platform: bigint };
}

/** The sender decides: fees are taken from the amount, and what arrives is rounded down. None: nothing would arrive. */
export function priceSending(sent: bigint, tariff: Tariff): Priced | undefined {
  const { service, platform, rate } = tariff;
  const base = sent - service.fixed - platform.fixed;
  if (base <= 0n) return undefined;
  const fees = feesOn(base, tariff);
  const received = mulDivFloor(sent - fees.service - fees.platform, rate);
  return received > 0n ? { sent, received, fees } : undefined;
}

/** The receiver decides: exactly this arrives, and the sender pays the least that brings it there. */
export function priceReceiving(received: bigint, tariff: Tariff): Priced | undefined {
  const { service, platform, rate } = tariff;
  const kept = 10_000 - service.variableBps - platform.variableBps;
  if (kept <= 0) return undefined;
  const needed = mulDivCeil(received, inverse(rate));
  // Each fee is rounded by at most a half, so the least base is within a unit of the exact one on either side.
  let base = mulDivCeil(needed - 1n, inverse(bps(kept)));
  if (base < 1n) base = 1n;
  for (; ; base++) {
    const fees = feesOn(base, tariff);
    const sent = base + service.fixed + platform.fixed;
    if (sent - fees.service - fees.platform >= needed) return { sent, received, fees };
  }
}

/** Fixed fees come off first; each share of the rest is rounded on its own. */
function feesOn(base: bigint, { service, platform }: Tariff): Priced['fees'] {
  return {
    service: service.fixed + mulDivHalfUp(base, bps(service.variableBps)),
    platform: platform.fixed + mulDivHalfUp(base, bps(platform.variableBps)),
  };
}

/** A rate after the house has taken its spread. */
export const withSpread = ({ numerator, denominator }: Ratio, spreadBps: number): Ratio => ({
  numerator: numerator * BigInt(10_000 - spreadBps),
  denominator: denominator * 10_000n,
});
