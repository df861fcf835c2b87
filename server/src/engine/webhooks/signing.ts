import { createHash, createHmac, type KeyObject, sign } from 'node:crypto';
import { SECOND_MS } from '../../foundation/kernel/clock.ts';

/** Signing keys of one generation. */
export interface SigningKeys {
  es256: KeyObject;
  ed25519: KeyObject;
  hmac: Buffer;
}

interface Signed {
  id: string;
  payload: string;
  at: Date;
}

const ownHeader = (prefix: string): string => `X-${prefix}-Signature`;

/** Signature headers of every delivery (verification: docs/webhooks.md). */
export const signatureHeaderNames = (prefix: string): string[] => [
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  ownHeader(prefix),
];

/**
 * Signs the same bytes in two schemes: our own with the newest key, and Standard Webhooks with every active key, so
 * that receivers may switch keys at any time of the overlap. `generations` starts with the newest.
 */
export function signatureHeaders(
  { id, payload, at }: Signed,
  generations: readonly [SigningKeys, ...SigningKeys[]],
  headerPrefix: string,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / SECOND_MS).toString();
  const bytes = Buffer.from(payload);
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes]);
  // Synchronous: passing a signature to the thread pool costs almost as much CPU time as signing.
  const own = sign('sha256', bytes, { key: generations[0].es256, dsaEncoding: 'der' });
  const signatures = generations.flatMap(({ hmac, ed25519 }) => [
    `v1,${createHmac('sha256', hmac).update(content).digest('base64')}`,
    `v1a,${sign(null, content, ed25519).toString('base64')}`,
  ]);
  return {
    // For diagnosis only: shows a receiver whose verification fails whether the received bytes are correct.
    'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    [ownHeader(headerPrefix).toLowerCase()]: JSON.stringify({ v: '1', s: own.toString('base64') }),
  };
}
