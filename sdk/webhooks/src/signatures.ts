import { decodeBase64 } from './base64.ts';
import type { FoundHeaders } from './read-headers.ts';
import { WebhookError } from './webhook-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A key as GET /webhooks/keys shows it. */
export interface Key {
  secret?: string;
  publicKey?: string;
  publicKeyPem?: string;
}

interface Scheme {
  isKey: (text: string) => boolean;
  verify: (key: string, signature: Bytes, content: Bytes) => Promise<boolean>;
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

type Algorithm = typeof HMAC | typeof ECDSA | 'Ed25519';

async function verifyWith(key: [format: 'raw' | 'spki', base64: string], algorithm: Algorithm, signed: [Bytes, Bytes]) {
  const [format, base64] = key;
  const imported = await crypto.subtle
    .importKey(format, decodeBase64(base64), algorithm, false, ['verify'])
    .catch(() => {
      throw new WebhookError('NO_KEY', 'One of the keys has the form of a key, but cannot be read.');
    });
  return crypto.subtle.verify(algorithm, imported, ...signed);
}

const schemes: Readonly<Record<'v1' | 'v1a' | 'own', Scheme>> = {
  v1: {
    isKey: (text) => text.startsWith('whsec_'),
    verify: (key, ...signed) => verifyWith(['raw', key.slice(6)], HMAC, signed),
  },
  v1a: {
    isKey: (text) => text.startsWith('whpk_'),
    verify: (key, ...signed) => verifyWith(['raw', key.slice(5)], 'Ed25519', signed),
  },
  own: {
    isKey: (text) => text.includes('-----BEGIN PUBLIC KEY-----'),
    verify: (key, signature, content) =>
      verifyWith(['spki', key.replaceAll(/-----.*?-----|\s/g, '')], ECDSA, [withoutDer(signature), content]),
  },
};

/** Keys as text, by the scheme of their signatures. */
type ReadKeys = Record<keyof typeof schemes, string[]>;

export function readKeys(keys: string | Key | readonly (string | Key)[]): ReadKeys {
  const texts = [keys].flat().flatMap((key) => (typeof key === 'string' ? [key] : textsOf(key as Key)));
  const { v1, v1a, own } = schemes;
  const read = { v1: texts.filter(v1.isKey), v1a: texts.filter(v1a.isKey), own: texts.filter(own.isKey) };
  if (Object.values(read).every((list) => list.length === 0)) {
    throw new WebhookError('NO_KEY', 'None of the keys is a whsec_ secret, a whpk_ key or a PEM public key.');
  }
  return read;
}

const textsOf = ({ secret, publicKey, publicKeyPem }: Key): string[] =>
  [secret, publicKey, publicKeyPem].filter((text) => text !== undefined);

/**
 * One valid signature suffices: during a rotation there are several keys. X-...-Signature does not cover the time of
 * sending, so it counts only if no other key is given: otherwise an old request could be replayed with it.
 */
export async function hasValidSignature(body: Bytes, found: FoundHeaders, keys: ReadKeys): Promise<boolean> {
  if (keys.v1.length === 0 && keys.v1a.length === 0) {
    return found.own !== undefined && (await fitsAny(schemes.own, keys.own, [found.own], body));
  }
  const content = joined(new TextEncoder().encode(`${found.id}.${found.timestamp}.`), body);
  for (const version of ['v1', 'v1a'] as const) {
    const signatures = found.signatures.filter((one) => one.version === version).map(({ value }) => value);
    if (await fitsAny(schemes[version], keys[version], signatures, content)) return true;
  }
  return false;
}

async function fitsAny({ verify }: Scheme, keys: string[], signatures: Bytes[], content: Bytes): Promise<boolean> {
  for (const signature of signatures) {
    for (const key of keys) if (await verify(key, signature, content)) return true;
  }
  return false;
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** WebCrypto takes both numbers of an ECDSA signature with 32 bytes each, without the DER around them. */
function withoutDer(signature: Bytes): Bytes {
  const numbers = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = signature[at + 1] ?? 0;
    const number = signature.subarray(at + 2, at + 2 + length);
    const significant = number.subarray(Math.max(number.length - 32, 0));
    numbers.set(significant, end - significant.length);
    at += 2 + length;
  }
  return numbers;
}
