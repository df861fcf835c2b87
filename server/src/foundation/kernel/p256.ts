import { createECDH, createPrivateKey, createPublicKey, ECDH, type KeyObject, verify } from 'node:crypto';

const CURVE = 'prime256v1';
const SCALAR_BYTES = 32;
const COMPRESSED = /^0[23][0-9a-fA-F]{64}$/;
const UNCOMPRESSED = /^04[0-9a-fA-F]{128}$/;

/** Public key in hex, compressed or uncompressed (SEC 1, section 2.3.3). */
export const P256_KEY_PATTERN = '^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$';
export const P256_UNCOMPRESSED_PATTERN = UNCOMPRESSED.source;

export const isCompressed = (hex: string): boolean => COMPRESSED.test(hex);

/** Point of the curve in both encodings. */
export interface Point {
  /** 66 lower-case hex characters; the canonical form. */
  compressed: string;
  /** Uncompressed form, 65 bytes. */
  bytes: Buffer;
}

/** Returns undefined if the text is not a point of the curve. */
export function readPoint(hex: string): Point | undefined {
  if (!COMPRESSED.test(hex) && !UNCOMPRESSED.test(hex)) return undefined;
  try {
    const bytes = ECDH.convertKey(Buffer.from(hex, 'hex'), CURVE, undefined, undefined, 'uncompressed') as Buffer;
    const isOdd = ((bytes.at(-1) ?? 0) & 1) === 1;
    return { compressed: `${isOdd ? '03' : '02'}${bytes.toString('hex', 1, 1 + SCALAR_BYTES)}`, bytes };
  } catch {
    return undefined;
  }
}

/** Canonical compressed form; undefined if the text is not a point of the curve. */
export const compressedPoint = (hex: string): string | undefined => readPoint(hex)?.compressed;

export function publicKeyOf({ bytes }: Pick<Point, 'bytes'>): KeyObject {
  const [x = '', y = ''] = [bytes.subarray(1, 1 + SCALAR_BYTES), bytes.subarray(1 + SCALAR_BYTES)].map((part) =>
    part.toString('base64url'),
  );
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}

export interface P256KeyPair {
  privateKey: KeyObject;
  /** Uncompressed, 130 hex characters. */
  publicKey: string;
  /** 32 bytes, left-padded. */
  scalar: Buffer;
}

/**
 * Does not export a KeyObject as JWK: Node 20 holds the key's lock while it creates the strings, and a garbage
 * collection at that moment deadlocks.
 */
export function newP256KeyPair(): P256KeyPair {
  const ecdh = createECDH(CURVE);
  const point = ecdh.generateKeys();
  const scalar = Buffer.from(ecdh.getPrivateKey('hex').padStart(2 * SCALAR_BYTES, '0'), 'hex');
  const [x = '', y = '', d = ''] = [point.subarray(1, 1 + SCALAR_BYTES), point.subarray(1 + SCALAR_BYTES), scalar].map(
    (part) => part.toString('base64url'),
  );
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  return { privateKey, publicKey: point.toString('hex'), scalar };
}

/** ECDSA over SHA-256 with r and s of 32 bytes each (IEEE P1363). High S values are accepted. */
export const verifyP256Scalars = (key: KeyObject, message: Uint8Array, scalars: Uint8Array): boolean =>
  verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, scalars);
