import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paymentDictionary } from '../src/foundation/kernel/packed-dictionary.ts';
import { packedParameter, packText, unpackText } from '../src/foundation/kernel/packed-text.ts';
import { Randomness } from './support/seed.ts';

describe('packed texts', () => {
  const id = '019542f5-1d2e-7abc-8def-0123456789ab';
  it.each([
    '',
    '{}',
    'abc',
    '{"name":"Zoë","symbol":"£"}',
    '{"symbol":"€","emoji":"🏦"}',
    'x'.repeat(16_384),
    'x'.repeat(100_000),
    paymentDictionary,
    `${id}${id}"${id.toUpperCase()}" ${id.slice(0, 35)}g ${id.slice(0, 30)}`,
    '2026-11-18T04:25:14.605Z 2026-99-18T04:25:14.605Z 1999-11-18T04:25:14.605Z 2127-15-31T31:63:63.999Z',
    '2128-01-01T00:00:00.000Z 2026-11-18T04:25:14,605Z 2026-11-18T04:25:14.605Z2026-11-18T04:25:14.605',
  ])('are restored exactly (%#)', (text) => {
    expect(unpackText(packText(text))).toBe(text);
  });

  it('made of pieces of payments and of anything else are restored exactly', () => {
    const random = new Randomness();
    const below = (count: number): number => random.below(count);
    const pieces = [
      () => paymentDictionary.slice(below(paymentDictionary.length), below(paymentDictionary.length)),
      () => randomUUID(),
      () => new Date(below(2 ** 42)).toISOString(),
      () => String.fromCharCode(...Array.from({ length: below(80) }, () => below(256))),
      () => id,
      () => '"amount":'.repeat(below(90)),
      () => (random.chance(0.1) ? '€' : '0'),
    ];
    for (let i = 0; i < 3_000; i++) {
      const text = Array.from({ length: below(12) }, () => random.pick(pieces)()).join('');
      const context = random.chance(0.5) ? `${random.pick(pieces)()} ${id}` : '';
      const packed = packText(text, context);
      expect(unpackText(packed, context)).toBe(text);
      expect(packedParameter(text, context)).toBe(`\\x${packed.toString('hex')}`);
    }
  });

  it('that are cut off or damaged are rejected, or give another text, and never another error', () => {
    const packed = packText(`{"id":"Transaction:${id}","createdAt":"2026-11-18T04:25:14.605Z","x":"£${id}"}`);
    for (let length = 1; length < packed.length; length++) {
      for (const byte of [0, 63, 64, 65, 66, 127, 128, 255]) {
        const damaged = Buffer.concat([packed.subarray(0, length), Buffer.of(byte)]);
        try {
          expect(typeof unpackText(damaged)).toBe('string');
        } catch (error) {
          expect(`${error}`).toMatch(/^Error: a packed text /);
        }
      }
    }
  });

  it('take less than a quarter of a payment', () => {
    const start = paymentDictionary.lastIndexOf('{"id":"Transaction:"');
    const payment = paymentDictionary.slice(start).replaceAll(':"', ':"019542f5');
    expect(packText(payment).length).toBeLessThan(payment.length / 4);
  });

  it('are readable by every later release: the dictionary of a format never changes', () => {
    expect(createHash('sha256').update(paymentDictionary).digest('hex')).toBe(
      'eb27a7ac11c54aafe4100069614cdc8a35d75b1e351765f0762230974fb642b4',
    );
  });

  it('are readable by every later release: the format of short texts never changes', () => {
    const packed = '048f03bc40019542f51d2e7abc8def0123456789ab9403e088006c4101a18bb2a30d80026d006f81142f05436166e9227d';
    expect(unpackText(Buffer.from(packed, 'hex'))).toBe(
      `{"id":"Transaction:${id}","status":"COMPLETED","createdAt":"2026-11-18T04:25:14.605Z","note":"Café"}`,
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

  it.each(['x', '€'])('take less with a context that they repeat, and are restored with it (%s)', (note) => {
    const context = 'Transaction:01a1eced-6c1d-75fa-9292-397b9280decf UMA-Q397B9280DECF-REF';
    const text = JSON.stringify({ id: context.slice(0, 48), reference: context.slice(49), note });
    const packed = Buffer.from(packedParameter(text, context).slice(2), 'hex');
    expect(packed.length).toBeLessThan(packText(text).length - 15);
    expect(unpackText(packed, context)).toBe(text);
  });

  it('of an unknown format are rejected with the reason', () => {
    expect(() => unpackText(Buffer.from([9, 1, 2]))).toThrow('packed by a newer release (format 9)');
  });
});
