import { describe, expect, it } from 'vitest';
import { inverse, mulDivFloor, ONE, type Ratio, toJsonRate } from '../src/foundation/kernel/money.ts';
import {
  type Fee,
  type Priced,
  priceReceiving,
  priceSending,
  type Tariff,
  withSpread,
} from '../src/parties/rates/pricing.ts';
import { fc } from './support/seed.ts';

const ratio = (max: bigint): fc.Arbitrary<Ratio> =>
  fc.record({ numerator: fc.bigInt(1n, max), denominator: fc.bigInt(1n, max) });
const fee = (maxFixed: bigint, maxBps: number): fc.Arbitrary<Fee> =>
  fc.record({ fixed: fc.bigInt(0n, maxFixed), variableBps: fc.integer({ min: 0, max: maxBps }) });
const tariff: fc.Arbitrary<Tariff> = fc.record({
  rate: ratio(10n ** 9n),
  service: fee(100_000n, 4_000),
  platform: fee(100_000n, 4_000),
});
/** Above the largest amount that the configured limits allow in any currency. */
const amount = fc.bigInt(1n, 10n ** 13n);

const feesOf = ({ fees }: Priced): bigint => fees.service + fees.platform;
const netOf = (priced: Priced): bigint => priced.sent - feesOf(priced);
const NO_FEE: Fee = { fixed: 0n, variableBps: 0 };

/** The contract in plain arithmetic: the remainder of an amount after fees. */
function leftOf(sent: bigint, { service, platform }: Tariff): bigint {
  const rest = sent - service.fixed - platform.fixed;
  const share = ({ variableBps }: Fee): bigint => (rest * BigInt(variableBps) * 2n + 10_000n) / 20_000n;
  return rest - share(service) - share(platform);
}

const RUNS = { numRuns: 1_000 };
const check = (property: fc.IProperty<[bigint, Tariff]>): void => fc.assert(property, RUNS);

describe('fees', () => {
  it('match the worked example: 53 for the platform, 63 in total', () => {
    const service = { fixed: 0n, variableBps: 100 };
    const platform = { fixed: 50n, variableBps: 30 };
    const priced = priceSending(1_000n, { rate: ONE, service, platform });
    expect(priced).toEqual({ sent: 1_000n, received: 937n, fees: { service: 10n, platform: 53n } });
  });

  it('are never negative, and together with the converted amount equal the sent amount', () => {
    check(
      fc.property(amount, tariff, (sent, terms) => {
        for (const priced of [priceSending(sent, terms), priceReceiving(sent, terms)]) {
          if (!priced) continue;
          expect(priced.fees.service >= terms.service.fixed && priced.fees.platform >= terms.platform.fixed).toBe(true);
          expect(netOf(priced)).toBe(leftOf(priced.sent, terms));
          expect(netOf(priced) > 0n && priced.received > 0n).toBe(true);
        }
      }),
    );
  });

  it('that consume the whole amount give no price', () => {
    const all = { fixed: 0n, variableBps: 10_000 };
    for (const terms of [
      { rate: ONE, service: all, platform: NO_FEE },
      { rate: ONE, service: all, platform: all },
    ]) {
      expect([priceSending(1_000n, terms), priceReceiving(1_000n, terms)]).toEqual([undefined, undefined]);
    }
  });
});

describe('an amount locked by the sender', () => {
  it('is sent exactly, and the received amount is rounded down by less than one unit', () => {
    check(
      fc.property(amount, tariff, (sent, terms) => {
        const priced = priceSending(sent, terms);
        const { numerator, denominator } = terms.rate;
        const exact = leftOf(sent, terms) * numerator;
        if (!priced) {
          expect(sent <= terms.service.fixed + terms.platform.fixed || exact < denominator).toBe(true);
          return;
        }
        expect(priced.sent).toBe(sent);
        expect(priced.received * denominator <= exact && exact < (priced.received + 1n) * denominator).toBe(true);
      }),
    );
  });
});

describe('an amount locked by the receiver', () => {
  it('arrives exactly, and is covered by the remainder after fees', () => {
    check(
      fc.property(amount, tariff, (received, terms) => {
        const priced = priceReceiving(received, terms);
        expect(priced?.received).toBe(received);
        expect(mulDivFloor(netOf(priced as Priced), terms.rate) >= received).toBe(true);
      }),
    );
  });

  it('costs the smallest amount that suffices', () => {
    const small = fc.record({ rate: ratio(20n), service: fee(30n, 3_000), platform: fee(30n, 3_000) });
    check(
      fc.property(fc.bigInt(1n, 300n), small, (received, terms) => {
        const priced = priceReceiving(received, terms) as Priced;
        for (let sent = terms.service.fixed + terms.platform.fixed; sent < priced.sent; sent++) {
          if (mulDivFloor(leftOf(sent, terms), terms.rate) >= received) throw new Error(`${sent} would do`);
        }
      }),
    );
  });

  it('never costs more than the amount that was sent for it', () => {
    check(
      fc.property(amount, tariff, (sent, terms) => {
        const priced = priceSending(sent, terms);
        if (priced) expect((priceReceiving(priced.received, terms) as Priced).sent <= sent).toBe(true);
      }),
    );
  });
});

describe('a round trip', () => {
  it('never yields a profit, whichever side is locked', () => {
    const back = fc.record({ service: fee(100n, 100), platform: fee(100n, 100) });
    const spread = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(amount, tariff, back, spread, (start, terms, fees, spreadBps) => {
        const out = { ...terms, rate: withSpread(terms.rate, spreadBps) };
        const home = { ...fees, rate: withSpread(inverse(terms.rate), spreadBps) };
        for (const gone of [priceSending(start, out), priceReceiving(start, out)]) {
          const returned = gone && priceSending(gone.received, home);
          if (returned) expect(returned.received <= gone.sent).toBe(true);
        }
      }),
    );
  });

  it('is free in one currency without fees', () => {
    const free = { rate: ONE, service: NO_FEE, platform: NO_FEE };
    fc.assert(
      fc.property(amount, (sent) => {
        expect(priceSending(sent, free)).toEqual(priceReceiving(sent, free));
        expect(priceSending(sent, free)?.received).toBe(sent);
      }),
    );
  });
});

describe('the rendered exchange rate', () => {
  it('reproduces the received amount: round((sent - fees) / exchangeRate)', () => {
    check(
      fc.property(amount, tariff, (locked, terms) => {
        for (const priced of [priceSending(locked, terms), priceReceiving(locked, terms)]) {
          if (!priced || priced.received > 10n ** 13n) continue;
          const exchangeRate = toJsonRate({ numerator: netOf(priced), denominator: priced.received });
          expect(exchangeRate).toBeGreaterThan(0);
          expect(Math.round(Number(netOf(priced)) / exchangeRate)).toBe(Number(priced.received));
        }
      }),
    );
  });
});
