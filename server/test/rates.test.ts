import { describe, expect, it } from 'vitest';
import type { FxSource } from '../src/engine/providers/fx/port.ts';
import { sandboxFx } from '../src/engine/providers/fx/sandbox.ts';
import { addMs, MINUTE_MS } from '../src/foundation/kernel/clock.ts';
import { exactDecimal } from '../src/foundation/kernel/decimals.ts';
import { ApiError } from '../src/foundation/kernel/errors.ts';
import { ONE, product, type Ratio } from '../src/foundation/kernel/money.ts';
import { currencies } from '../src/parties/rates/currencies.ts';
import { Rates } from '../src/parties/rates/rates.ts';

const noon = new Date('2026-11-13T12:00:00Z');

/** A source whose price of the euro rises by a cent with every read. */
class Counted implements FxSource {
  readings = 0;
  failures = 0;

  async read(now: Date) {
    this.readings++;
    if (this.failures-- > 0) throw new ApiError('QUOTE_REQUEST_FAILED', 'down');
    const euro = exactDecimal(`0.${79 + this.readings}`) as Ratio;
    return {
      asOf: now,
      perUsd: new Map([
        ['USD', ONE],
        ['EUR', euro],
      ]),
    };
  }
}

const ratesOf = (sandbox: FxSource, production: FxSource = sandbox) =>
  new Rates({ fx: { SANDBOX: sandbox, PRODUCTION: production } });
const euros = { from: 'USD', to: 'EUR' };

describe('mid-market rates', () => {
  it('are exact ratios of smallest units, whatever the decimals of the currencies', async () => {
    const rates = ratesOf(sandboxFx);
    const mid = async (from: string, to: string) => (await rates.mid('SANDBOX', { from, to }, noon)).ratio;
    expect(await mid('USD', 'EUR')).toEqual({ numerator: 4_321n, denominator: 5_000n });
    expect(await mid('USD', 'JPY')).toEqual({ numerator: 771n, denominator: 500n });
    expect(await mid('USDC', 'USD')).toEqual({ numerator: 1n, denominator: 10_000n });
    expect(await mid('BTC', 'USD')).toEqual({ numerator: 1n, denominator: 10n });
    expect(await mid('EUR', 'EUR')).toEqual(ONE);
  });

  it('of the sandbox exist for every currency, and are inverse in both directions', async () => {
    const rates = ratesOf(sandboxFx);
    expect(currencies.size).toBe(43);
    for (const code of currencies.keys()) {
      const there = await rates.mid('SANDBOX', { from: 'USD', to: code }, noon);
      const back = await rates.mid('SANDBOX', { from: code, to: 'USD' }, noon);
      const { numerator, denominator } = product(there.ratio, back.ratio);
      expect([code, numerator === denominator]).toEqual([code, true]);
    }
  });

  it('peg the dollar stablecoins to one dollar', async () => {
    const rates = ratesOf(sandboxFx);
    for (const code of ['USDB', 'USDC', 'USDT']) {
      expect(await rates.worth('SANDBOX', { amount: 123n, from: 'USD', to: code }, noon)).toBe(1_230_000n);
    }
  });

  it('convert amounts rounded down', async () => {
    const rates = ratesOf(sandboxFx);
    const worth = (amount: bigint, from: string, to: string) => rates.worth('SANDBOX', { amount, from, to }, noon);
    expect(await worth(100n, 'USD', 'EUR')).toBe(86n);
    expect(await worth(1n, 'USD', 'EUR')).toBe(0n);
    expect(await worth(1n, 'EUR', 'EUR')).toBe(1n);
  });

  it('without a currency or a price are rejected with INVALID_CURRENCY', async () => {
    const rates = ratesOf(new Counted());
    for (const to of ['XXX', 'MXN', 'constructor']) {
      await expect(rates.mid('SANDBOX', { from: 'USD', to }, noon)).rejects.toMatchObject({ code: 'INVALID_CURRENCY' });
    }
  });

  it('of a currency to itself need no source', async () => {
    const source = new Counted();
    const rates = ratesOf(source);
    expect(await rates.mid('SANDBOX', { from: 'MXN', to: 'MXN' }, noon)).toEqual({ ratio: ONE, updatedAt: noon });
    expect(await rates.worth('SANDBOX', { amount: 7n, from: 'MXN', to: 'MXN' }, noon)).toBe(7n);
    expect(source.readings).toBe(0);
  });
});

describe('the rate cache', () => {
  it('reads the source once in five minutes, and returns the time of the reading', async () => {
    const source = new Counted();
    const rates = ratesOf(source);
    const first = await rates.mid('SANDBOX', euros, noon);
    expect(first).toEqual({ ratio: { numerator: 4n, denominator: 5n }, updatedAt: noon });
    expect(await rates.mid('SANDBOX', euros, addMs(noon, 5 * MINUTE_MS - 1))).toEqual(first);
    const later = addMs(noon, 5 * MINUTE_MS);
    expect(await rates.mid('SANDBOX', euros, later)).toEqual({
      ratio: { numerator: 81n, denominator: 100n },
      updatedAt: later,
    });
    expect(source.readings).toBe(2);
  });

  it('reads the source once for concurrent requests', async () => {
    const source = new Counted();
    const rates = ratesOf(source);
    await Promise.all(Array.from({ length: 50 }, (_, i) => rates.mid('SANDBOX', euros, addMs(noon, i % 7))));
    expect(source.readings).toBe(1);
  });

  it('separates the modes', async () => {
    const [sandbox, production] = [new Counted(), new Counted()];
    const rates = ratesOf(sandbox, production);
    await rates.mid('SANDBOX', euros, noon);
    expect([sandbox.readings, production.readings]).toEqual([1, 0]);
  });

  it("never returns a time in the platform's future", async () => {
    const rates = ratesOf(new Counted());
    await rates.mid('SANDBOX', euros, addMs(noon, 60 * MINUTE_MS));
    expect((await rates.mid('SANDBOX', euros, noon)).updatedAt).toEqual(noon);
  });

  it('does not cache a failure', async () => {
    const source = new Counted();
    source.failures = 1;
    const rates = ratesOf(source);
    await expect(rates.mid('SANDBOX', euros, noon)).rejects.toMatchObject({ code: 'QUOTE_REQUEST_FAILED' });
    expect((await rates.mid('SANDBOX', euros, noon)).updatedAt).toEqual(noon);
  });
});

describe('decimals', () => {
  it('are parsed exactly', () => {
    expect(exactDecimal('1.0850')).toEqual({ numerator: 10_850n, denominator: 10_000n });
    expect(exactDecimal('154')).toEqual({ numerator: 154n, denominator: 1n });
    expect(exactDecimal('0.000000000000000000000000000001')).toEqual({ numerator: 1n, denominator: 10n ** 30n });
  });

  it('reject every other format', () => {
    for (const text of ['', '0', '0.00', '-1', '+1', '1,5', '1.', '.5', '1e3', '0x1', ' 1', '1 ', 'NaN', '١']) {
      expect([text, exactDecimal(text)]).toEqual([text, undefined]);
    }
    expect(exactDecimal('1'.repeat(31))).toBeUndefined();
  });
});
