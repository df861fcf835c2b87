import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unavailableFx } from '../src/engine/providers/fx/ecb.ts';
import { sandboxFx } from '../src/engine/providers/fx/sandbox.ts';
import { ConfigError, readConfig } from '../src/foundation/config.ts';
import { addMs, MINUTE_MS } from '../src/foundation/kernel/clock.ts';
import { accountType, accountTypeNames } from '../src/parties/accounts/account-types.ts';
import { deliveries } from '../src/parties/accounts/delivery-rails.ts';
import { corridorsWith } from '../src/parties/rates/corridor-file.ts';
import { type CorridorKey, Corridors } from '../src/parties/rates/corridors.ts';
import { currencies, isSamePeg } from '../src/parties/rates/currencies.ts';
import { parseMoney } from '../src/parties/rates/money-text.ts';
import { Rates } from '../src/parties/rates/rates.ts';
import { TestApp } from './support/app.ts';

const now = new Date('2026-11-13T12:00:00Z');
const rates = new Rates({ fx: { SANDBOX: sandboxFx, PRODUCTION: unavailableFx } });
const corridorsFrom = (file?: unknown) => new Corridors({ rates, deliveries, table: corridorsWith(file) });
const corridors = corridorsFrom();

const terms = (key: Partial<CorridorKey>, configured = corridors) =>
  configured.terms('SANDBOX', { from: 'USD', to: 'USD', rail: 'ACH', isRealtimeFunded: false, ...key }, now);

describe('corridors', () => {
  it('connect every currency with every other, over each rail that delivers it', async () => {
    for (const from of currencies.keys()) {
      for (const to of currencies.keys()) {
        const rails = corridors.railsTo(to);
        expect([to, rails.length > 0]).toEqual([to, true]);
        for (const rail of [...rails, 'BOOK', 'UMA']) {
          const found = await terms({ from, to, rail });
          const { min, max } = found?.receiving ?? { min: 0n, max: 0n };
          expect([from, to, rail, min > 0n, min <= max]).toEqual([from, to, rail, true, true]);
          expect([from, to, found?.spreadBps === 0]).toEqual([from, to, isSamePeg(from, to)]);
        }
      }
    }
  });

  it('exist only over rails that deliver the currency', async () => {
    expect(await terms({ to: 'EUR', rail: 'ACH' })).toBeUndefined();
    expect(await terms({ to: 'USDC', rail: 'TRON' })).toBeUndefined();
    expect(await terms({ to: 'EUR', rail: 'PIGEON' })).toBeUndefined();
    expect(await terms({ to: 'EUR', rail: 'constructor' })).toBeUndefined();
  });

  it('include the rails of every account type, and the chains of every stablecoin', () => {
    for (const name of accountTypeNames) {
      const { currencies: held, ways } = accountType(name);
      for (const code of held)
        expect(corridors.railsTo(code)).toEqual(expect.arrayContaining(ways.flatMap((w) => w.rails)));
    }
    expect(corridors.railsTo('USD')).toEqual(expect.arrayContaining(['ACH', 'WIRE', 'RTP', 'FEDNOW', 'SWIFT']));
    expect(corridors.railsTo('USDC')).toEqual(['ETHEREUM', 'BASE', 'POLYGON', 'SOLANA']);
    expect(corridors.railsTo('USDT')).toEqual(['ETHEREUM', 'PLASMA', 'SOLANA', 'TRON']);
    expect(corridors.railsTo('BTC')).toEqual(['SPARK', 'LIGHTNING', 'BITCOIN']);
    expect(corridors.railsTo('XXX')).toEqual([]);
  });

  it('for internal payments in one currency are free', async () => {
    const free = { spreadBps: 0, service: { fixed: 0n, variableBps: 0 } };
    for (const code of currencies.keys()) {
      expect(await terms({ from: code, to: code, rail: 'BOOK' })).toMatchObject({ ...free, receiving: { min: 1n } });
    }
  });

  it('charge the fee in the sending currency and limit the received amount', async () => {
    expect(await terms({ from: 'JPY', to: 'EUR', rail: 'SEPA_INSTANT' })).toMatchObject({
      service: { fixed: 53n, variableBps: 0 },
      receiving: { min: 1n, max: 100_000_000n },
    });
    expect(await terms({ from: 'EUR', to: 'USDC', rail: 'BASE' })).toMatchObject({
      service: { fixed: 4n },
      receiving: { min: 10_000n, max: 1_000_000_000_000n },
    });
  });

  it('give quotes 5 minutes, 1 for crypto, and 15 with real-time funding', async () => {
    const window = async (key: Partial<CorridorKey>) => ((await terms(key))?.windowMs ?? 0) / MINUTE_MS;
    expect(await window({ to: 'MXN', rail: 'SPEI' })).toBe(5);
    expect(await window({ to: 'USDC', rail: 'SOLANA' })).toBe(1);
    expect(await window({ to: 'MXN', rail: 'SPEI', isRealtimeFunded: true })).toBe(15);
    expect(await window({ to: 'USDC', rail: 'SOLANA', isRealtimeFunded: true })).toBe(15);
    expect(await window({ from: 'USDC', to: 'MXN', rail: 'SPEI', isRealtimeFunded: true })).toBe(1);
  });

  it('to India and Nigeria require the purpose of payment', async () => {
    const asks = async (to: string, rail: string) => (await terms({ to, rail }))?.requiresPurpose;
    expect([await asks('INR', 'UPI'), await asks('NGN', 'BANK_TRANSFER'), await asks('EUR', 'SEPA')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('in one currency work without rates, with terms of another currency at fixed rates', async () => {
    const at = (from: string, rail: string) =>
      corridors.terms('PRODUCTION', { from, to: from, rail, isRealtimeFunded: false }, now);
    expect(await at('USD', 'ACH')).toMatchObject({ service: { fixed: 25n } });
    expect(await at('EUR', 'SEPA')).toMatchObject({ service: { fixed: 20n } });
    expect(await at('BTC', 'BOOK')).toMatchObject({ service: { fixed: 0n } });
    // 15 dollars at 0.8642
    expect(await at('EUR', 'SWIFT')).toMatchObject({ service: { fixed: 1_296n } });
  });

  it('reject an unknown currency', async () => {
    for (const key of [{ from: 'XXX' }, { to: 'XXX', rail: 'BOOK' }, { from: 'XXX', to: 'XXX', rail: 'BOOK' }]) {
      await expect(terms(key)).rejects.toMatchObject({ code: 'INVALID_CURRENCY' });
    }
  });
});

describe('limits', () => {
  it('are worth 1,000,000 and 10,000,000 dollars in every currency', async () => {
    const limits = (code: string) => corridors.limits('SANDBOX', code, now);
    expect(await limits('USD')).toEqual({ transactionMax: 100_000_000n, dailyMax: 1_000_000_000n });
    expect(await limits('EUR')).toEqual({ transactionMax: 86_420_000n, dailyMax: 864_200_000n });
    expect(await limits('BTC')).toEqual({ transactionMax: 1_000_000_000n, dailyMax: 10_000_000_000n });
    expect(await limits('USDC')).toEqual({ transactionMax: 1_000_000_000_000n, dailyMax: 10_000_000_000_000n });
  });

  it('have the last prices while a source fails, and those of the sandbox before its first ones', async () => {
    let isDown = true;
    const euro = { numerator: 1n, denominator: 2n };
    const source = {
      read: () => (isDown ? unavailableFx.read(now) : Promise.resolve({ asOf: now, perUsd: new Map([['EUR', euro]]) })),
    };
    const failing = new Rates({ fx: { SANDBOX: sandboxFx, PRODUCTION: source } });
    const worth = (to: string, at = now) => failing.worth('PRODUCTION', { amount: 10_000n, from: 'USD', to }, at);
    const later = addMs(now, 3_600_000);
    expect(await worth('EUR')).toBe(8_642n);
    isDown = false;
    await failing.prices('PRODUCTION', later);
    isDown = true;
    const nextDay = addMs(now, 86_400_000);
    expect([await worth('EUR', nextDay), await worth('MXN', nextDay)]).toEqual([5_000n, 183_500n]);
  });

  it('can be set per currency', async () => {
    const configured = corridorsFrom({ limits: { EUR: { transactionMax: '500 EUR' }, MXN: { dailyMax: '100 USD' } } });
    const limits = (code: string) => configured.limits('SANDBOX', code, now);
    expect(await limits('EUR')).toEqual({ transactionMax: 50_000n, dailyMax: 864_200_000n });
    expect(await limits('MXN')).toEqual({ transactionMax: 1_835_000_000n, dailyMax: 183_500n });
  });
});

describe('CORRIDORS_FILE', () => {
  it('changes rails, pairs and single corridors; the last match wins', async () => {
    const configured = corridorsFrom({
      rails: { SPEI: { fixedFee: '1 USD', settlementSeconds: 5 } },
      overrides: [
        { from: ['USD'], spreadBps: 20 },
        { from: ['USD'], to: ['MXN'], rail: ['SPEI'], spreadBps: 7, windowSeconds: 30, fundingWindowSeconds: 90 },
        { to: ['MXN'], requiresPurpose: true, max: '10 MXN' },
        { to: ['NGN'], isClosed: true },
      ],
    });
    const pesos = { to: 'MXN', rail: 'SPEI' };
    expect(await terms(pesos, configured)).toEqual({
      spreadBps: 7,
      service: { fixed: 100n, variableBps: 0 },
      receiving: { min: 1n, max: 1_000n },
      windowMs: 30_000,
      settlementSeconds: 5,
      requiresPurpose: true,
    });
    expect(await terms({ ...pesos, isRealtimeFunded: true }, configured)).toMatchObject({ windowMs: 90_000 });
    expect(await terms({ to: 'EUR', rail: 'SEPA' }, configured)).toMatchObject({
      spreadBps: 20,
      service: { fixed: 23n },
    });
    expect(await terms({ rail: 'ACH' }, configured)).toMatchObject({ spreadBps: 0 });
    expect(await terms({ to: 'NGN', rail: 'BANK_TRANSFER' }, configured)).toBeUndefined();
  });

  const wrong: [unknown, string][] = [
    [[], 'the file must be an object'],
    [{ corridors: {} }, 'the file has no "corridors": known are rails, overrides, limits'],
    [{ rails: { PIGEON: {} } }, 'rails has no "PIGEON"'],
    [{ rails: { ACH: { fee: '1 USD' } } }, 'rails.ACH has no "fee"'],
    [{ rails: { ACH: { fixedFee: '0.001 USD' } } }, 'rails.ACH.fixedFee must be an amount and its currency'],
    [{ rails: { ACH: { fixedFee: 1 } } }, 'rails.ACH.fixedFee must be an amount and its currency'],
    [{ rails: { ACH: { windowSeconds: 0 } } }, 'rails.ACH.windowSeconds must be whole seconds from 1 to 86400'],
    [{ overrides: {} }, 'overrides must be a list'],
    [{ overrides: [{ spreadBps: 5_001 }] }, 'overrides.0.spreadBps must be a whole number from 0 to 5000'],
    [{ overrides: [{}, { to: 'MXN' }] }, 'overrides.1.to must be a list of currencies'],
    [{ overrides: [{ to: ['XXX'] }] }, 'overrides.0.to must be a list of currencies'],
    [{ overrides: [{ isClosed: 'yes' }] }, 'overrides.0.isClosed must be true or false'],
    [{ limits: { XXX: {} } }, 'limits has no "XXX"'],
    [{ limits: { USD: { dailyMax: '-5 USD' } } }, 'limits.USD.dailyMax must be an amount and its currency'],
  ];
  it.each(wrong)('%j is rejected with the position of the error', (file, message) => {
    expect(() => corridorsWith(file)).toThrow(message);
  });

  it('prevents the start with one line if it is invalid', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'corridors-'));
    const path = join(directory, 'corridors.json');
    const startWith = async (text: string) => {
      writeFileSync(path, text);
      return TestApp.start({ config: readConfig({ CORRIDORS_FILE: path }) });
    };
    await expect(startWith('{')).rejects.toThrow(
      new ConfigError(`CORRIDORS_FILE ${path} must be a JSON file that can be read.`),
    );
    await expect(startWith('{"rails": 7}')).rejects.toThrow(
      new ConfigError('CORRIDORS_FILE: rails must be an object.'),
    );
    rmSync(directory, { recursive: true });
  });
});

describe('amounts in tables', () => {
  it('are read in smallest units', () => {
    expect(parseMoney('0.25 USD')).toEqual({ amount: 25n, currency: 'USD' });
    expect(parseMoney('0 JPY')).toEqual({ amount: 0n, currency: 'JPY' });
    expect(parseMoney('0.00000001 BTC')).toEqual({ amount: 1n, currency: 'BTC' });
  });

  it('accept no other format', () => {
    for (const text of ['', '1', 'USD', '1 XXX', '1  USD', '1 USD ', '0.5 JPY', '1,00 USD', '-1 USD', '1 usd']) {
      expect([text, parseMoney(text)]).toEqual([text, undefined]);
    }
  });
});
