import { createPublicKey, ECDH, generateKeyPairSync, sign as nodeSign, verify as nodeVerify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../../server/test/support/seed.ts';
import { fromDer, newSigningKey, sign, toDer, verify } from '../../src/p256.ts';
import { stamp } from '../../src/stamp.ts';

const nodeKey = (point: string) => {
  const bytes = Buffer.from(point, 'hex');
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as any, format: 'jwk' });
};

describe('a stamp', () => {
  it('is unpadded base64url of the compact JSON, with the compressed key and a DER signature in lower-case hex', async () => {
    const { keys, compressed, uncompressed } = await newSigningKey();
    const payload = '{"what":"žluťoučký 🐎"}';
    const text = await stamp({ privateKey: keys.privateKey, publicKey: compressed }, payload);
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    const json = Buffer.from(text, 'base64url').toString('utf8');
    const { publicKey, scheme, signature } = JSON.parse(json);
    expect(json).toBe(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature }));
    expect(scheme).toBe('SIGNATURE_SCHEME_TK_API_P256');
    expect(publicKey).toBe(ECDH.convertKey(uncompressed, 'prime256v1', 'hex', 'hex', 'compressed'));
    expect(signature).toMatch(/^30[0-9a-f]+$/);
    expect(nodeVerify('sha256', Buffer.from(payload), nodeKey(uncompressed), Buffer.from(signature, 'hex'))).toBe(true);
  });

  it('is valid only for its exact payload, white space included', async () => {
    const { keys, uncompressed } = await newSigningKey();
    const signature = await sign(keys.privateKey, Uint8Array.from(Buffer.from('{"a":1}')));
    expect(nodeVerify('sha256', Buffer.from('{"a":1}'), nodeKey(uncompressed), signature)).toBe(true);
    expect(nodeVerify('sha256', Buffer.from('{"a": 1}'), nodeKey(uncompressed), signature)).toBe(false);
  });

  it('is created with a key that cannot be extracted', async () => {
    const { keys } = await newSigningKey();
    expect(keys.privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', keys.privateKey)).rejects.toThrow();
  });

  it('names a point of either parity by its compressed form', async () => {
    const forms = new Set<string>();
    while (forms.size < 2) {
      const { compressed, uncompressed } = await newSigningKey();
      expect(compressed).toBe(ECDH.convertKey(uncompressed, 'prime256v1', 'hex', 'hex', 'compressed'));
      forms.add(compressed.slice(0, 2));
    }
  });
});

describe('a signature in DER', () => {
  const scalar = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes));
  const short = fc.nat(31).chain((zeros) => scalar.map((bytes) => bytes.fill(0, 0, zeros)));

  it('converts to two integers and back, for short and for high values', () => {
    fc.assert(
      fc.property(fc.oneof(scalar, short), fc.oneof(scalar, short), (r, s) => {
        const pair = Uint8Array.from([...r, ...s]);
        expect(fromDer(toDer(pair))).toEqual(pair);
      }),
    );
  });

  it('is interchangeable with that of node:crypto', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = Uint8Array.from([4, ...Buffer.from(x, 'base64url'), ...Buffer.from(y, 'base64url')]);
    for (let i = 0; i < 200; i++) {
      const message = Uint8Array.of(i);
      const der = Uint8Array.from(nodeSign('sha256', message, privateKey));
      expect(await verify(point, message, der)).toBe(true);
      expect(await verify(point, Uint8Array.of(i + 1), der)).toBe(false);
      const pair = nodeSign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      expect(nodeVerify('sha256', message, publicKey, toDer(Uint8Array.from(pair)))).toBe(true);
    }
  });

  it('is rejected if it is truncated, padded or not DER', () => {
    const der = toDer(new Uint8Array(64).fill(7));
    const broken = [
      der.slice(0, -1),
      Uint8Array.from([...der, 0]),
      Uint8Array.of(),
      Uint8Array.of(0x30, 0),
      der.slice(1),
    ];
    for (const bytes of broken) expect(() => fromDer(bytes)).toThrow();
  });
});
