import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paymentDictionary } from '../src/kernel/packed-dictionary.ts';
import { packedParameter, packText, unpackText } from '../src/kernel/packed-text.ts';

import { FRAME } from '../src/transactions/fixed-part.ts';

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

  it('of transactions are readable by every later release: their frame never changes', () => {
    expect(createHash('sha256').update(FRAME).digest('hex')).toBe(
      '7cdbfe686a8ee0d7b640c57ec4da5a1c339f7c31ea87b1ce9e5dfde301a04b07',
    );
  });

  it('are restored from several that a migration has joined', () => {
    const parts = [packText('{"a":1}'), Buffer.from('\0plain'), packText('')];
    const joined = parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    });
    expect(unpackText(Buffer.concat([Buffer.of(2), ...joined]))).toBe('{"a":1}\nplain\n');
  });

  it('take less with a context that they repeat, and are restored with it', () => {
    const context = 'Transaction:01a1eced-6c1d-75fa-9292-397b9280decf';
    const text = JSON.stringify({ id: context, note: 'x' });
    const packed = Buffer.from(packedParameter(text, context).slice(2), 'hex');
    expect(packed.length).toBeLessThan(packText(text).length - 20);
    expect(unpackText(packed, context)).toBe(text);
  });

  it('of an unknown format are rejected with the reason', () => {
    expect(() => unpackText(Buffer.from([9, 1, 2]))).toThrow('packed by a newer release (format 9)');
  });
});
