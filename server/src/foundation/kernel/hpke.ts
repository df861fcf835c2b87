import { createCipheriv, createDecipheriv, createECDH, createHmac } from 'node:crypto';

/**
 * HPKE (RFC 9180) in base mode for a single message: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. Uses
 * node:crypto, because WebCrypto takes six times the CPU time, mostly for key objects and thread switches.
 */
export interface Sealed {
  /** Encapsulated key, 65 bytes. */
  encapped: Buffer;
  /** Includes the 16-byte tag at the end. */
  ciphertext: Buffer;
}

interface Recipient {
  scalar: Buffer;
  /** Uncompressed point, 65 bytes. */
  publicKey: Buffer;
}

/** Data that the encryption authenticates without transmitting it. */
interface Binding {
  info: Buffer;
  aad: Buffer;
}

/** Seals to an uncompressed public key (65 bytes). */
export function hpkeSeal(recipient: Buffer, plaintext: Buffer): Sealed {
  const sender = createECDH(CURVE);
  const encapped = sender.generateKeys();
  const { info, aad } = walletBinding(encapped, recipient);
  const { key, nonce } = messageKey(sender.computeSecret(recipient), { encapped, recipient, info });
  const cipher = createCipheriv(AEAD, key, nonce).setAAD(aad);
  return { encapped, ciphertext: Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]) };
}

/** Returns undefined if the message was changed, or sealed for another key or binding. */
export function hpkeOpen(
  { scalar, publicKey: recipient }: Recipient,
  { encapped, ciphertext }: Sealed,
  { info, aad }: Binding = walletBinding(encapped, recipient),
): Buffer | undefined {
  try {
    const receiver = createECDH(CURVE);
    receiver.setPrivateKey(scalar);
    const { key, nonce } = messageKey(receiver.computeSecret(encapped), { encapped, recipient, info });
    const decipher = createDecipheriv(AEAD, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
    decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    // Wrong key, binding or ciphertext: indistinguishable for the caller.
    return undefined;
  }
}

const CURVE = 'prime256v1';
const AEAD = 'aes-256-gcm';
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const HASH_BYTES = 32;
const nothing = Buffer.alloc(0);

/** Application data (`info`) for one-time codes, legacy session keys and wallet exports. */
const INFO = Buffer.from('turnkey_hpke', 'ascii');
const walletBinding = (encapped: Buffer, recipient: Buffer): Binding => ({
  info: INFO,
  aad: Buffer.concat([encapped, recipient]),
});

/** Prefix of every label: "HPKE-v1" and the suite id (RFC 9180, section 4). */
const KEM = Buffer.concat([Buffer.from('HPKE-v1KEM'), Buffer.of(0x00, 0x10)]);
const SUITE = Buffer.concat([Buffer.from('HPKE-v1HPKE'), Buffer.of(0x00, 0x10, 0x00, 0x01, 0x00, 0x02)]);

interface Agreement {
  encapped: Buffer;
  recipient: Buffer;
  info: Buffer;
}

/** Derives the key and the nonce of the first message (sections 4.1 and 5.1). */
function messageKey(point: Buffer, { encapped, recipient, info }: Agreement): { key: Buffer; nonce: Buffer } {
  const extracted = extract(KEM, { label: 'eae_prk', from: point });
  const shared = expand(KEM, extracted, { label: 'shared_secret', from: Buffer.concat([encapped, recipient]) });
  const context = info === INFO ? WALLET_CONTEXT : contextOf(info);
  const secret = extract(SUITE, { label: 'secret', from: nothing }, shared);
  return {
    key: expand(SUITE, secret, { label: 'key', from: context }, KEY_BYTES),
    nonce: expand(SUITE, secret, { label: 'base_nonce', from: context }, NONCE_BYTES),
  };
}

interface Labeled {
  label: string;
  from: Buffer;
}

function extract(suite: Buffer, { label, from }: Labeled, salt: Buffer = nothing): Buffer {
  return createHmac('sha256', salt).update(suite).update(label).update(from).digest();
}

/** One HKDF block suffices for every length used here. */
function expand(suite: Buffer, key: Buffer, { label, from }: Labeled, length = HASH_BYTES): Buffer {
  const labeled = createHmac('sha256', key).update(Buffer.of(0, length)).update(suite).update(label).update(from);
  return labeled.update(Buffer.of(1)).digest().subarray(0, length);
}

/** Without a pre-shared key (base mode), the id of that key is empty. */
const contextOf = (info: Buffer): Buffer =>
  Buffer.concat([
    Buffer.of(0),
    extract(SUITE, { label: 'psk_id_hash', from: nothing }),
    extract(SUITE, { label: 'info_hash', from: info }),
  ]);

const WALLET_CONTEXT = contextOf(INFO);
