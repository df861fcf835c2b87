import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import type { readHeaders } from './read-headers.ts';
import { WebhookError } from './webhook-error.ts';

/** A key as GET /webhooks/keys shows it. */
export interface Key {
  secret?: string;
  publicKey?: string;
  publicKeyPem?: string;
}

interface ReadKeys {
  secrets: Buffer[];
  ed25519: KeyObject[];
  es256: KeyObject[];
}

type Found = ReturnType<typeof readHeaders>;

export function readKeys(keys: string | Key | readonly (string | Key)[]): ReadKeys {
  const texts = [keys].flat().flatMap((key) => (typeof key === 'string' ? [key] : textsOf(key as Key)));
  const read = {
    secrets: texts.filter((text) => text.startsWith('whsec_')).map((text) => Buffer.from(text.slice(6), 'base64')),
    ed25519: texts.filter((text) => text.startsWith('whpk_')).map((text) => ed25519Key(text.slice(5))),
    es256: texts.filter((text) => text.includes('-----BEGIN PUBLIC KEY-----')).map((text) => createPublicKey(text)),
  };
  if (Object.values(read).every((list) => list.length === 0)) {
    throw new WebhookError('NO_KEY', 'None of the keys is a whsec_ secret, a whpk_ key or a PEM public key.');
  }
  return read;
}

const textsOf = ({ secret, publicKey, publicKeyPem }: Key): string[] =>
  [secret, publicKey, publicKeyPem].filter((text) => text !== undefined);

function ed25519Key(base64: string): KeyObject {
  const x = Buffer.from(base64, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/**
 * One that fits is enough: during a rotation there are several of each. The header X-...-Signature does not cover the
 * time of sending, so it counts only for those who have no other key: else an old request could be sent anew with it.
 */
export function hasValidSignature(body: string, found: Found, { secrets, ed25519, es256 }: ReadKeys): boolean {
  if (secrets.length === 0 && ed25519.length === 0) {
    const { own } = found;
    return own !== undefined && es256.some((key) => verify('sha256', Buffer.from(body), key, own));
  }
  const content = Buffer.from(`${found.id}.${found.timestamp}.${body}`);
  const of = (version: string) => found.signatures.filter((one) => one.version === version).map(({ value }) => value);
  return (
    of('v1').some((value) => secrets.some((secret) => isHmac(content, secret, value))) ||
    of('v1a').some((value) => ed25519.some((key) => verify(null, content, key, value)))
  );
}

function isHmac(content: Buffer, secret: Buffer, value: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(content).digest();
  return value.length === expected.length && timingSafeEqual(value, expected);
}
