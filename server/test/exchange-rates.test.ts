import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currencies } from '../src/parties/rates/currencies.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
});
beforeEach(async () => {
  client = await app.newPlatform();
});
afterAll(() => app.stop());

interface Row {
  sourceCurrency: { code: string };
  destinationCurrency: { code: string };
  destinationPaymentRail?: string;
  destinationNetwork?: string;
  sendingAmount: number;
  minSendingAmount: number;
  maxSendingAmount: number;
  receivingAmount: number;
  exchangeRate: number;
  fees: { fixed: number; total: number };
  updatedAt: string;
}

const rows = async (query = ''): Promise<Row[]> => (await client.get(`/exchange-rates${query}`)).body.data;
const corridorOf = (row: Row) =>
  `${row.sourceCurrency.code} ${row.destinationCurrency.code} ${row.destinationPaymentRail ?? row.destinationNetwork}`;
const supported = (currencyCode: string, more: object = {}) => ({
  currencyCode,
  minAmount: 1,
  maxAmount: 9_000_000_000_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
  ...more,
});

describe('GET /exchange-rates', () => {
  it('rejects an amount whose received amount exceeds a JSON number', async () => {
    for (const sendingAmount of [8_000_000_000_000_000, 9_000_000_000_000_000]) {
      const { status, body } = await app.client.get(`/exchange-rates?sendingAmount=${sendingAmount}`);
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
      expect(body.details.errors).toEqual([{ field: 'sendingAmount', message: expect.stringContaining('too large') }]);
    }
  });

  it('has one row for each pair of currencies and each rail that delivers the second', async () => {
    const all = await rows();
    const names = all.map(corridorOf);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(all.map((row) => row.sourceCurrency.code))).toEqual(new Set(['USD', 'USDC', 'USDB']));
    expect(new Set(all.map((row) => row.destinationCurrency.code)).size).toBe(currencies.size);
    expect(names).toEqual(
      expect.arrayContaining([
        'USD EUR SEPA',
        'USD EUR SEPA_INSTANT',
        'USDC BRL PIX',
        'USD USDC SOLANA',
        'USD USD ACH',
      ]),
    );
  });

  it('returns the amounts for 100.00, with fees deducted first and the received amount rounded down', async () => {
    const [spei] = await rows('?sourceCurrency=USD&destinationCurrency=MXN');
    expect(spei).toEqual({
      sourceCurrency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
      destinationCurrency: { code: 'MXN', name: 'Mexican Peso', symbol: '$', decimals: 2 },
      destinationPaymentRail: 'SPEI',
      sendingAmount: 10_000,
      minSendingAmount: 28,
      maxSendingAmount: 100_000_000,
      // (10000 - 27) x 18.35 x 0.997
      receivingAmount: 182_455,
      exchangeRate: expect.closeTo(9_973 / 182_455, 12),
      fees: { fixed: 27, total: 27 },
      updatedAt: expect.any(String),
    });
  });

  it('filters by source, and by one or several destinations in both notations', async () => {
    const codes = async (query: string) => new Set((await rows(query)).map((row) => row.destinationCurrency.code));
    expect(await codes('?destinationCurrency=EUR')).toEqual(new Set(['EUR']));
    expect(await codes('?destinationCurrency=EUR&destinationCurrency=JPY')).toEqual(new Set(['EUR', 'JPY']));
    expect(await codes('?destinationCurrency=EUR,JPY,EUR')).toEqual(new Set(['EUR', 'JPY']));
    const some = await rows('?sourceCurrency=USDC&destinationCurrency=EUR');
    expect(some.map(corridorOf)).toEqual(['USDC EUR SEPA', 'USDC EUR SEPA_INSTANT', 'USDC EUR SWIFT']);
  });

  it('returns nothing for a source that the platform does not support or cannot send', async () => {
    expect(await rows('?sourceCurrency=EUR')).toEqual([]);
    await client.patch('/config', {
      supportedCurrencies: [supported('USD'), supported('EUR', { enabledTransactionTypes: ['INCOMING'] })],
    });
    expect(await rows('?sourceCurrency=EUR')).toEqual([]);
    expect(await rows('?sourceCurrency=USDC')).toEqual([]);
    expect((await rows('?sourceCurrency=USD')).length).toBeGreaterThan(50);
  });

  it('includes the configured platform fee, between two currencies only', async () => {
    const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 30 };
    await client.patch('/config', { feeConfigs: [{ ...fee, fixedFee: { amount: 50, currency: 'USD' } }] });
    const [sepa] = await rows('?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=1000');
    // 23 and 50 are fixed; 30 basis points of the other 927 are 3.
    expect(sepa?.fees).toEqual({ fixed: 73, total: 76 });
    const [ach] = await rows('?sourceCurrency=USD&destinationCurrency=USD&sendingAmount=1000');
    expect(ach).toMatchObject({ destinationPaymentRail: 'ACH', fees: { fixed: 25, total: 25 }, receivingAmount: 975 });
    const [coins] = await rows('?sourceCurrency=USDC&destinationCurrency=EUR&sendingAmount=10000000');
    expect(coins?.fees).toEqual({ fixed: 231_427, total: 231_427 });
  });

  it('satisfies receivingAmount = round((sendingAmount - fees.total) / exchangeRate)', async () => {
    await client.patch('/config', { supportedCurrencies: [...currencies.keys()].map((code) => supported(code)) });
    for (const sendingAmount of [10_000, 123_456_789]) {
      for (const row of await rows(`?sendingAmount=${sendingAmount}`)) {
        if (row.receivingAmount === 0) continue;
        const arrives = Math.round((row.sendingAmount - row.fees.total) / row.exchangeRate);
        expect([corridorOf(row), arrives]).toEqual([corridorOf(row), row.receivingAmount]);
      }
    }
  });

  it('returns a receivingAmount of 0 and a rate if the fees exceed the amount', async () => {
    for (const sendingAmount of [0, 1, 1_500]) {
      const all = await rows(`?sourceCurrency=USD&destinationCurrency=GBP&sendingAmount=${sendingAmount}`);
      const swift = all.find((row) => row.destinationPaymentRail === 'SWIFT');
      expect(swift).toMatchObject({ sendingAmount, receivingAmount: 0, fees: { fixed: 1_500, total: 1_500 } });
      expect(swift?.exchangeRate).toBeCloseTo(1 / (0.7583 * 0.997), 9);
    }
  });

  it('returns the range of amounts that the rail delivers', async () => {
    const upi = async (sendingAmount: number) => {
      const query = `?sourceCurrency=USD&destinationCurrency=INR&sendingAmount=${sendingAmount}`;
      return (await rows(query)).find((row) => row.destinationPaymentRail === 'UPI') as Row;
    };
    const { minSendingAmount, maxSendingAmount } = await upi(10_000);
    expect((await upi(minSendingAmount)).receivingAmount).toBeGreaterThanOrEqual(100);
    expect((await upi(minSendingAmount - 1)).receivingAmount).toBeLessThan(100);
    expect((await upi(maxSendingAmount)).receivingAmount).toBeGreaterThanOrEqual(10_000_000);
    expect((await upi(maxSendingAmount - 1)).receivingAmount).toBeLessThan(10_000_000);
  });

  it("applies the platform's limits, and omits rails that no amount within them can use", async () => {
    const limits = { minAmount: 5_000, maxAmount: 20_000 };
    await client.patch('/config', { supportedCurrencies: [supported('USD', limits)] });
    const [ach] = await rows('?destinationCurrency=USD');
    expect(ach).toMatchObject({ minSendingAmount: 5_000, maxSendingAmount: 20_000 });
    // RTGS begins at 200,000 rupees.
    const rails = (await rows('?destinationCurrency=INR')).map((row) => row.destinationPaymentRail);
    expect(rails).toEqual(['UPI', 'NEFT', 'SWIFT']);
  });

  it('updates its rates every five minutes on the clock of the platform, with updatedAt', async () => {
    const updatedAt = async () => (await rows('?sourceCurrency=USD&destinationCurrency=EUR'))[0]?.updatedAt ?? '';
    const first = await updatedAt();
    expect(await updatedAt()).toBe(first);
    const { body } = await client.post('/sandbox/clock/advance', { seconds: 300 });
    expect(Date.parse(await updatedAt())).toBeGreaterThanOrEqual(Date.parse(body.now));
  });

  it('rejects unknown currencies and invalid amounts', async () => {
    for (const query of ['?sourceCurrency=XXX', '?destinationCurrency=XXX', '?destinationCurrency=EUR,XXX']) {
      const { status, body } = await client.get(`/exchange-rates${query}`);
      expect([query, status, body.code]).toEqual([query, 400, 'INVALID_CURRENCY']);
    }
    for (const amount of ['-1', '1.5', 'ten', '9000000000000001']) {
      const { status, body } = await client.get(`/exchange-rates?sendingAmount=${amount}`);
      expect([amount, status, body.details.errors[0].field]).toEqual([amount, 400, 'sendingAmount']);
    }
  });

  it('supports the largest amount', async () => {
    const all = await rows('?sendingAmount=9000000000000000&sourceCurrency=USD&destinationCurrency=USD');
    expect(all[0]).toMatchObject({ receivingAmount: 9_000_000_000_000_000 - 25 });
  });
});
