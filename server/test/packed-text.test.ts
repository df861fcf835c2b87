import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paymentDictionary } from '../src/kernel/packed-dictionary.ts';
import { packText, unpackText } from '../src/kernel/packed-text.ts';

describe('packed texts', () => {
  it.each(['', '{}', '{"name":"Zoë","symbol":"£","emoji":"🏦"}', 'x'.repeat(100_000), paymentDictionary])(
    'are restored exactly (%#)',
    (text) => {
      expect(unpackText(packText(text))).toBe(text);
    },
  );

  it('take less than a quarter of a payment', () => {
    const start = paymentDictionary.lastIndexOf('{"id":"Transaction:"');
    const payment = paymentDictionary.slice(start).replaceAll(':"', ':"019542f5');
    expect(packText(payment).length).toBeLessThan(payment.length / 4);
  });

  it('are readable by every later release: the dictionary of a format never changes', () => {
    expect(createHash('sha256').update(paymentDictionary).digest('hex')).toBe(
      '50efea0975dce1ef561567c1fd6028f988d8fb49b3847b6ec0d7c6c153f4646c',
    );
  });

  it('of an unknown format are rejected with the reason', () => {
    expect(() => unpackText(Buffer.from([9, 1, 2]))).toThrow('packed by a newer release (format 9)');
  });
});
