import { createDecipheriv, hkdfSync } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';

const POINT_BYTES = 65;
const NONCE_BYTES = 16;
const TAG_BYTES = 16;

/**
 * Decrypts the format of `eciesjs`: ephemeral key, nonce, tag, text; AES-256-GCM under HKDF-SHA256 of the ephemeral and
 * the shared point. Returns undefined if the text was not encrypted for this key.
 */
export function openTravelRule(hex: string, privateKey: Uint8Array): string | undefined {
  const bytes = Buffer.from(hex, 'hex');
  const ephemeral = bytes.subarray(0, POINT_BYTES);
  const [nonce, tag, text] = [
    bytes.subarray(POINT_BYTES, POINT_BYTES + NONCE_BYTES),
    bytes.subarray(POINT_BYTES + NONCE_BYTES, POINT_BYTES + NONCE_BYTES + TAG_BYTES),
    bytes.subarray(POINT_BYTES + NONCE_BYTES + TAG_BYTES),
  ];
  try {
    const shared = secp256k1.getSharedSecret(privateKey, ephemeral, false);
    const key = Buffer.from(hkdfSync('sha256', Buffer.concat([ephemeral, shared]), '', '', 32));
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    // The text was encrypted for another key or modified; the caller rejects both cases alike.
    return undefined;
  }
}
