import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type Bytes, concat, fromHex, utf8 } from './bytes.ts';
import type { KeyPair } from './p256.ts';

/** RFC 9180, base mode, one message; the associated data binds it to both public keys. */
const suite = () => new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const info = () => utf8('turnkey_hpke').buffer;

export interface Sealed {
  /** The encapsulated key, 65 bytes. */
  encapped: Bytes;
  /** Ends with the authentication tag. */
  ciphertext: Bytes;
}

/** Encrypts to an uncompressed public key of 65 bytes. */
export async function seal(recipient: Bytes, plaintext: Bytes): Promise<Sealed> {
  const hpke = suite();
  const recipientPublicKey = await hpke.kem.deserializePublicKey(recipient.buffer);
  const sender = await hpke.createSenderContext({ recipientPublicKey, info: info() });
  const encapped = new Uint8Array(sender.enc);
  const ciphertext = await sender.seal(plaintext.buffer, concat(encapped, recipient).buffer);
  return { encapped, ciphertext: new Uint8Array(ciphertext) };
}

/** Throws if the message was encrypted to another key, in another way, or was changed. */
export async function open({ keys, uncompressed }: KeyPair, { encapped, ciphertext }: Sealed): Promise<Bytes> {
  const context = await suite().createRecipientContext({ recipientKey: keys, enc: encapped.buffer, info: info() });
  const associated = concat(encapped, fromHex(uncompressed));
  return new Uint8Array(await context.open(ciphertext.buffer, associated.buffer));
}
