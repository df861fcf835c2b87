import { describe, expect, it } from 'vitest';
import { fc } from '../../server/test/support/seed.ts';
import { decimalText, smallestUnits } from '../decimals.ts';

/** Largest amount of the service. */
const MAX_AMOUNT = 9_000_000_000_000_000;

const amounts = fc.oneof(fc.integer({ min: 0, max: MAX_AMOUNT }), fc.nat(100_000));
const decimalPlaces = fc.integer({ min: 0, max: 8 });

describe('the text of an amount', () => {
  it.each([
    [1_234_567, 0, '1,234,567'],
    [1_234_567, 2, '12,345.67'],
    [1_234_567, 3, '1,234.567'],
    [1_234_567, 8, '0.01234567'],
    [100_000_000, 8, '1.00000000'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [0, 0, '0'],
    [999, 0, '999'],
    [1_000, 0, '1,000'],
  ])('shows %d with %d decimals as %s', (amount, decimals, text) => {
    expect(decimalText(amount, decimals)).toBe(text);
  });

  it('begins with a true minus for negative amounts, also below one unit', () => {
    expect(decimalText(-1_234_567, 2)).toBe('−12,345.67');
    expect(decimalText(-5, 2)).toBe('−0.05');
    expect(decimalText(-5, 0)).toBe('−5');
    expect(decimalText(-0, 2)).toBe('0.00');
  });

  it('has exactly the decimals of the currency, and at most three digits between commas', () => {
    fc.assert(
      fc.property(amounts, decimalPlaces, (amount, decimals) => {
        const [whole = '', fraction = ''] = decimalText(amount, decimals).split('.');
        expect(fraction).toHaveLength(decimals);
        expect(whole).toMatch(/^\d{1,3}(,\d{3})*$/);
      }),
    );
  });
});

describe('the input of an amount', () => {
  it.each([
    ['12.34', 2, 1_234],
    ['12.3', 2, 1_230],
    ['12.', 2, 1_200],
    ['12', 2, 1_200],
    [' 12.34 ', 2, 1_234],
    ['1,234.56', 2, 123_456],
    ['1234.56', 2, 123_456],
    ['0.00000001', 8, 1],
    ['0.1', 3, 100],
    ['007', 0, 7],
    ['9000000000000000', 0, MAX_AMOUNT],
    ['9,000,000,000,000,000', 0, MAX_AMOUNT],
  ])('reads %j with %d decimals as %d smallest units', (text, decimals, units) => {
    expect(smallestUnits(text, decimals)).toBe(units);
  });

  it.each([
    ['', 2],
    ['.5', 2],
    ['-1', 2],
    ['−1', 2],
    ['+1', 2],
    ['1e3', 2],
    ['12.345', 2],
    ['12.0', 0],
    ['25,50', 2],
    ['1,2345', 2],
    [',123', 2],
    ['1.234,56', 2],
    ['1 234', 2],
    ['1_000', 2],
    ['0x10', 0],
    ['twelve', 2],
    ['9007199254740993', 0],
    ['90071992547409.93', 3],
  ])('rejects %j with %d decimals', (text, decimals) => {
    expect(smallestUnits(text, decimals)).toBeUndefined();
  });

  it('reads every text of an amount as the same amount, with and without commas', () => {
    fc.assert(
      fc.property(amounts, decimalPlaces, (amount, decimals) => {
        const text = decimalText(amount, decimals);
        expect(smallestUnits(text, decimals)).toBe(amount);
        expect(smallestUnits(text.replaceAll(',', ''), decimals)).toBe(amount);
      }),
    );
  });

  it('never returns anything but a safe integer that is not negative', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d.,−+ -]{0,20}$/), decimalPlaces, (text, decimals) => {
        const units = smallestUnits(text, decimals);
        expect(units === undefined || (Number.isSafeInteger(units) && units >= 0)).toBe(true);
      }),
    );
  });
});
