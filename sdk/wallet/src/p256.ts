import { type Bytes, concat, toHex } from './bytes.ts';
import { WalletError } from './wallet-error.ts';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;
const SCALAR_BYTES = 32;

/** A key pair with a non-extractable private key; public keys in hex (SEC 1, section 2.3.3). */
export interface KeyPair {
  keys: CryptoKeyPair;
  /** 66 characters. */
  compressed: string;
  /** 130 characters. */
  uncompressed: string;
}

export const newSigningKey = (): Promise<KeyPair> => newKey(ECDSA, ['sign', 'verify']);

/** Creates a key pair that others can encrypt data to. */
export const newReceivingKey = (): Promise<KeyPair> => newKey(ECDH, ['deriveBits']);

async function newKey(algorithm: EcKeyGenParams, usages: KeyUsage[]): Promise<KeyPair> {
  const keys = (await subtle().generateKey(algorithm, false, usages)) as CryptoKeyPair;
  const point = new Uint8Array(await subtle().exportKey('raw', keys.publicKey));
  return { keys, compressed: toHex(compress(point)), uncompressed: toHex(point) };
}

const compress = (point: Bytes): Bytes =>
  concat(Uint8Array.of(2 + ((point.at(-1) ?? 0) & 1)), point.slice(1, 1 + SCALAR_BYTES));

/** ECDSA over SHA-256, in DER. */
export const sign = async (key: CryptoKey, message: Bytes): Promise<Bytes> =>
  toDer(new Uint8Array(await subtle().sign(SHA256, key, message)));

/** Throws if the key is not a point on the curve or the signature is not DER. */
export async function verify(point: Bytes, message: Bytes, der: Bytes): Promise<boolean> {
  const key = await subtle().importKey('raw', point, ECDSA, false, ['verify']);
  return subtle().verify(SHA256, key, fromDer(der), message);
}

export const sha256 = async (message: Bytes): Promise<Bytes> =>
  new Uint8Array(await subtle().digest('SHA-256', message));

/** Converts the format of WebCrypto, which is r and s without a structure. */
export function toDer(pair: Bytes): Bytes {
  const body = concat(derInteger(pair.slice(0, SCALAR_BYTES)), derInteger(pair.slice(SCALAR_BYTES)));
  return concat(Uint8Array.of(0x30, body.length), body);
}

/** Shortest form, with a leading zero if the highest bit is set. */
function derInteger(scalar: Bytes): Bytes {
  const start = scalar.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Uint8Array.of(0) : scalar.slice(start);
  const value = (digits[0] ?? 0) & 0x80 ? concat(Uint8Array.of(0), digits) : digits;
  return concat(Uint8Array.of(0x02, value.length), value);
}

export function fromDer(der: Bytes): Bytes {
  const first = readInteger(der, 2);
  const second = readInteger(der, first.end);
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || second.end !== der.length) throw new TypeError('not DER');
  return concat(first.scalar, second.scalar);
}

function readInteger(der: Bytes, at: number): { scalar: Bytes; end: number } {
  const end = at + 2 + (der[at + 1] ?? 0);
  const digits = der.slice(at + 2, end);
  const value = digits[0] === 0 ? digits.slice(1) : digits;
  if (der[at] !== 0x02 || digits.length === 0 || value.length > SCALAR_BYTES) throw new TypeError('not DER');
  return { scalar: concat(new Uint8Array(SCALAR_BYTES - value.length), value), end };
}

/** Browsers offer WebCrypto only in secure contexts. */
function subtle(): SubtleCrypto {
  if (globalThis.crypto?.subtle) return crypto.subtle;
  throw new WalletError('UNSUPPORTED', 'WebCrypto is not available: serve the page over https or from localhost.');
}
