import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EcbOptions, ecbFx, unavailableFx } from '../src/engine/providers/fx/ecb.ts';
import { parseEcbFile } from '../src/engine/providers/fx/ecb-file.ts';
import { parseExtraFile } from '../src/engine/providers/fx/extra-file.ts';
import { readConfig } from '../src/foundation/config.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../src/foundation/kernel/clock.ts';
import { product, type Ratio } from '../src/foundation/kernel/money.ts';
import { TestApp } from './support/app.ts';
import { HandClock } from './support/hand-clock.ts';

const golden = readFileSync(new URL('fixtures/fx/eurofxref-daily.xml', import.meta.url), 'utf8');
const day = new Date('2026-11-13T00:00:00Z');
const monday = new Date('2026-11-16T10:00:00Z');
const rejected = { code: 'QUOTE_REQUEST_FAILED', status: 400, headers: { 'retry-after': '60' } };

const dated = (date: string) => golden.replace('2026-11-13', date);
const asNumber = ({ numerator, denominator }: Ratio = { numerator: 0n, denominator: 1n }) =>
  Number(numerator) / Number(denominator);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'fx-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const file = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const problems: string[] = [];
beforeEach(() => void problems.splice(0));
const source = (more: Partial<EcbOptions>) =>
  ecbFx({
    source: { path: '/nowhere' },
    extraPath: undefined,
    maxAgeHours: 96,
    onProblem: (problem) => void problems.push(problem),
    ...more,
  });

describe('the reference file of the European Central Bank', () => {
  it('becomes exact prices in dollars, crossed through the euro', () => {
    const { asOf, perUsd } = parseEcbFile(golden);
    expect(asOf).toEqual(day);
    expect(perUsd.size).toBe(29 + 1 + 3);
    expect(perUsd.get('EUR')).toEqual({ numerator: 10_000n, denominator: 11_571n });
    const { numerator, denominator } = perUsd.get('JPY') as Ratio;
    expect(numerator * 11_571n * 100n).toBe(denominator * 17_843n * 10_000n);
    const crossed = product(perUsd.get('GBP') as Ratio, { numerator: 11_571n, denominator: 10_000n });
    expect(crossed.numerator * 100_000n).toBe(crossed.denominator * 87_740n);
  });

  it('prices the dollar and its stablecoins at one', () => {
    const { perUsd } = parseEcbFile(golden);
    for (const code of ['USD', 'USDB', 'USDC', 'USDT']) {
      expect(perUsd.get(code)).toEqual({ numerator: 1n, denominator: 1n });
    }
    expect(perUsd.has('BTC')).toBe(false);
  });

  const wrong: Record<string, string> = {
    empty: '',
    'something else': '<html><body>Not today</body></html>',
    'cut off': golden.slice(0, 1_000),
    'not XML': golden.replace('</Cube>', ''),
    'without dollars': golden.replace("currency='USD'", "currency='XDR'"),
    'without a day': golden.replace(" time='2026-11-13'", ''),
    'of a day that does not exist': dated('2026-02-30'),
    'of two days': golden.replace("\t\t<Cube time='", "\t\t<Cube time='2026-11-12'></Cube>\n\t\t<Cube time='"),
    'with a negative rate': golden.replace('178.43', '-178.43'),
    'with a rate of zero': golden.replace('178.43', '0'),
    'with a rate in another notation': golden.replace('178.43', '1.7843e2'),
    'with a rate left out': golden.replace(" rate='178.43'", ''),
    'with a currency twice': golden.replace("currency='JPY'", "currency='USD'"),
  };
  it.each(Object.entries(wrong))('is rejected if it is %s', (_, text) => {
    expect(() => parseEcbFile(text)).toThrow();
  });

  it('may not declare entities, which could grow without end', () => {
    const bomb = golden
      .replace('?>', '?>\n<!DOCTYPE x [<!ENTITY a "1.1571"><!ENTITY b "&a;&a;&a;&a;">]>')
      .replace("rate='1.1571'", "rate='&b;'");
    expect(() => parseEcbFile(bomb)).toThrow('declares a document type');
    expect(() => parseEcbFile(golden.replace('1.1571', '&#49;.1571'))).toThrow('is not a decimal');
  });
});

describe('a file', () => {
  it('is valid over a weekend and a TARGET holiday on either side of it, and no longer', async () => {
    const path = file('easter.xml', dated('2026-04-02'));
    const fx = source({ source: { path } });
    const thursday = new Date('2026-04-02T00:00:00Z');
    // There are no rates from Good Friday to Easter Monday, and the rates of Tuesday come in the afternoon.
    const last = new Date('2026-04-07T15:59:59Z');
    for (const now of [thursday, addMs(thursday, DAY_MS), last]) {
      expect((await fx.read(now)).asOf).toEqual(thursday);
    }
    await expect(fx.read(addMs(last, 1_000))).rejects.toMatchObject(rejected);
    expect(problems).toEqual(['reference rates: the rates are of 2026-04-02']);
  });

  it('is valid for as long as the operator configures', async () => {
    const path = file('short.xml', golden);
    const fx = source({ source: { path }, maxAgeHours: 1 });
    const due = addMs(day, DAY_MS + 16 * HOUR_MS);
    expect((await fx.read(addMs(due, HOUR_MS - 1))).asOf).toEqual(day);
    await expect(fx.read(addMs(due, HOUR_MS))).rejects.toMatchObject(rejected);
  });

  it('of a future day is rejected', async () => {
    const fx = source({ source: { path: file('future.xml', dated('2026-11-30')) } });
    await expect(fx.read(monday)).rejects.toMatchObject(rejected);
  });

  it('that is missing, too long or not text is rejected without its path in the error', async () => {
    const long = file('long.xml', `${golden}${' '.repeat(200_000)}`);
    const latin = join(directory, 'latin.xml');
    writeFileSync(latin, Buffer.from(golden.replace('European', 'Europ\u00e9en'), 'latin1'));
    for (const path of [join(directory, 'missing.xml'), directory, long, latin]) {
      const error = await source({ source: { path } })
        .read(monday)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject(rejected);
      expect(JSON.stringify(error)).not.toContain(directory);
    }
    expect(problems).toHaveLength(4);
  });

  it('that was read stays in use while it is fresh, and is read again a minute after a failure', async () => {
    const path = file('changing.xml', golden);
    const fx = source({ source: { path } });
    await fx.read(monday);
    writeFileSync(path, 'half a fi');
    expect((await fx.read(addMs(monday, 5 * MINUTE_MS))).asOf).toEqual(day);
    writeFileSync(path, dated('2026-11-16'));
    // The source is not read again within a minute.
    expect((await fx.read(addMs(monday, 5 * MINUTE_MS + 59_999))).asOf).toEqual(day);
    expect((await fx.read(addMs(monday, 6 * MINUTE_MS))).asOf).toEqual(new Date('2026-11-16T00:00:00Z'));
    writeFileSync(path, 'half a fi');
    await expect(fx.read(addMs(monday, 7 * DAY_MS))).rejects.toMatchObject(rejected);
    expect(problems).toEqual(Array(2).fill('reference rates: the file is not well-formed XML'));
  });
});

describe('a web address', () => {
  let server: Server | undefined;
  let requests = 0;
  const serve = async (listener: RequestListener): Promise<string> => {
    requests = 0;
    server = createServer((request, response) => {
      requests++;
      listener(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref-daily.xml`;
  };
  afterEach(async () => {
    server?.closeAllConnections();
    server?.close();
  });

  it('is fetched for the file', async () => {
    const url = await serve((_, response) => response.setHeader('content-type', 'text/xml').end(golden));
    const { perUsd } = await source({ source: { url } }).read(monday);
    expect(asNumber(perUsd.get('MXN'))).toBeCloseTo(21.342 / 1.1571, 10);
  });

  const failures: Record<string, RequestListener> = {
    'answers with an error': (_, response) => response.writeHead(503).end(golden),
    'hangs up': (request) => request.socket.destroy(),
    'hangs up half-way': (request, response) => {
      response.writeHead(200, { 'content-length': golden.length });
      response.write(golden.slice(0, 500), () => request.socket.destroy());
    },
    'never stops': (_, response) => {
      const more = (): void =>
        void (response.destroyed || response.write(' '.repeat(16_384), () => setImmediate(more)));
      more();
    },
    'sends something else': (_, response) => response.end('{"rates": {}}'),
  };
  it.each(Object.entries(failures))('that %s gives no prices', async (_, listener) => {
    const url = await serve(listener);
    const fx = source({ source: { url } });
    await expect(fx.read(monday)).rejects.toMatchObject(rejected);
    expect(problems).toHaveLength(1);
  });

  it('that never answers times out', async () => {
    const url = await serve(() => {});
    await expect(source({ source: { url }, timeoutMs: 100 }).read(monday)).rejects.toMatchObject(rejected);
    expect(problems).toEqual([expect.stringContaining('timeout')]);
  });

  it('that fails is not called again for a minute', async () => {
    const url = await serve((_, response) => response.writeHead(500).end());
    const fx = source({ source: { url } });
    for (const ms of [0, 1_000, 59_999]) await expect(fx.read(addMs(monday, ms))).rejects.toMatchObject(rejected);
    expect(requests).toBe(1);
    await expect(fx.read(addMs(monday, MINUTE_MS))).rejects.toMatchObject(rejected);
    expect(requests).toBe(2);
  });
});

describe("the operator's own prices", () => {
  const extra = (date: string, perUsd: object) => JSON.stringify({ date, perUsd });

  it('are added where the central bank has none, and never in place of its own', async () => {
    const extraPath = file('extra.json', extra('2026-11-13', { BTC: '0.0000104', NGN: '1437.5', EUR: '2' }));
    const { perUsd } = await source({ source: { path: file('a.xml', golden) }, extraPath }).read(monday);
    expect(perUsd.get('BTC')).toEqual({ numerator: 104n, denominator: 10_000_000n });
    expect(asNumber(perUsd.get('NGN'))).toBe(1_437.5);
    expect(asNumber(perUsd.get('EUR'))).toBeCloseTo(1 / 1.1571, 10);
  });

  it('that are too old or unreadable are left out, and the others are used', async () => {
    const path = file('b.xml', golden);
    for (const text of [extra('2026-10-01', { BTC: '0.0000104' }), '{', extra('2026-11-13', { BTC: 0.5 })]) {
      const { perUsd } = await source({ source: { path }, extraPath: file('extra.json', text) }).read(monday);
      expect([perUsd.has('BTC'), perUsd.has('EUR')]).toEqual([false, true]);
    }
    expect(problems).toEqual([
      'FX_EXTRA_FILE: the prices are of 2026-10-01',
      'FX_EXTRA_FILE: the file is not JSON',
      'FX_EXTRA_FILE: the price of BTC must be a decimal in quotes, above zero',
    ]);
  });

  it('are rejected if their file is not as documented', () => {
    for (const text of [
      'null',
      '[]',
      '7',
      '{"perUsd": {}}',
      '{"date": "today", "perUsd": {}}',
      '{"date": "2026-11-13"}',
    ]) {
      expect(() => parseExtraFile(text)).toThrow();
    }
  });
});

describe('a production platform', () => {
  const start = async (fx: object) => {
    const clock = new HandClock();
    clock.at = monday;
    const app = await TestApp.start({ clock, config: readConfig({ ...fx }) });
    return { app, clock, client: await app.newPlatform('PRODUCTION') };
  };
  const rate = (rows: { destinationPaymentRail: string; exchangeRate: number }[], rail: string) =>
    rows.find((row) => row.destinationPaymentRail === rail)?.exchangeRate ?? 0;

  it('uses the configured file and the prices that the operator adds', async () => {
    const extra = file('p.json', JSON.stringify({ date: '2026-11-13', perUsd: { BTC: '0.00001' } }));
    const { app, client } = await start({ FX_ECB_FILE: file('p.xml', golden), FX_EXTRA_FILE: extra });
    const { body } = await client.get('/exchange-rates?sourceCurrency=USD&sendingAmount=100000000');
    const codes = new Set(
      body.data.map((row: { destinationCurrency: { code: string } }) => row.destinationCurrency.code),
    );
    expect([codes.has('EUR'), codes.has('BTC'), codes.has('NGN')]).toEqual([true, true, false]);
    const pesos = await client.get(
      '/exchange-rates?sourceCurrency=USD&destinationCurrency=MXN&sendingAmount=100000000',
    );
    expect(rate(pesos.body.data, 'SPEI')).toBeCloseTo(1.1571 / 21.342 / 0.997, 6);
    expect(pesos.body.data[0].updatedAt).toBe(monday.toISOString());
    await app.stop();
  });

  it('gets Retry-After if there are no prices, and the log has the reason', async () => {
    const { app, clock, client } = await start({ FX_ECB_FILE: join(directory, 'late.xml') });
    const { status, body, headers } = await client.get('/exchange-rates');
    expect([status, body.code, headers.get('retry-after')]).toEqual([400, 'QUOTE_REQUEST_FAILED', '60']);
    expect(body.details.hint).toMatch(/Try again/);
    expect(app.logs.some((line) => line.includes('reference rates: ENOENT'))).toBe(true);
    file('late.xml', golden);
    clock.move(MINUTE_MS);
    expect((await client.get('/exchange-rates')).status).toBe(200);
    await app.stop();
  });

  it('without a source has no exchange rates', async () => {
    const { app, client } = await start({});
    expect((await client.get('/exchange-rates')).body.code).toBe('QUOTE_REQUEST_FAILED');
    await expect(unavailableFx.read(monday)).rejects.toMatchObject(rejected);
    await app.stop();
  });
});

describe('the settings', () => {
  it('name an address or a file, not both, and an age in hours', () => {
    const { fx } = readConfig({ FX_ECB_URL: 'https://rates.example/daily.xml', FX_MAX_AGE_HOURS: '24' });
    expect(fx).toEqual({ source: { url: 'https://rates.example/daily.xml' }, extraPath: undefined, maxAgeHours: 24 });
    expect(readConfig({}).fx).toEqual({ source: undefined, extraPath: undefined, maxAgeHours: 96 });
    const both = { FX_ECB_URL: 'https://rates.example', FX_ECB_FILE: 'daily.xml' };
    for (const env of [both, { FX_ECB_URL: 'ftp://rates.example' }, { FX_MAX_AGE_HOURS: '-1' }]) {
      expect(() => readConfig(env)).toThrow(/^FX_/);
    }
  });
});
