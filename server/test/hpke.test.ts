import { randomBytes } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { describe, expect, it } from 'vitest';
import { hpkeOpen, hpkeSeal } from '../src/foundation/kernel/hpke.ts';
import { newP256KeyPair } from '../src/foundation/kernel/p256.ts';
import { openByHand, sealByHand } from './support/hpke-by-hand.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const ROUNDS = 20;

/** Test vector of RFC 9180: mode 0, KEM 0x0010, KDF 0x0001, AEAD 0x0002, the first message. */
const published = {
  recipient: {
    scalar: bytes('317f915db7bc629c48fe765587897e01e282d3e8445f79f27f65d031a88082b2'),
    publicKey: bytes(
      '04abc7e49a4c6b3566d77d0304addc6ed0e98512ffccf505e6a8e3eb25c685136f853148544876de76c0f2ef99cdc3a05ccf5ded7860c7c021238f9e2073d2356c',
    ),
  },
  sealed: {
    encapped: bytes(
      '04c06b4f6bebc7bb495cb797ab753f911aff80aefb86fd8b6fcc35525f3ab5f03e0b21bd31a86c6048af3cb2d98e0d3bf01da5cc4c39ff5370d331a4f1f7d5a4e0',
    ),
    ciphertext: bytes('58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f'),
  },
  binding: { info: Buffer.from('Ode on a Grecian Urn'), aad: Buffer.from('Count-0') },
};

const newRecipient = () => {
  const { scalar, publicKey } = newP256KeyPair();
  return { scalar, publicKey: bytes(publicKey) };
};

describe('a sealed message', () => {
  it('of the RFC 9180 test vectors opens, bound to its info and its associated data', () => {
    const { recipient, sealed, binding } = published;
    expect(hpkeOpen(recipient, sealed, binding)?.toString()).toBe('Beauty is truth, truth beauty');
    expect(hpkeOpen(recipient, sealed, { ...binding, aad: Buffer.from('Count-1') })).toBeUndefined();
    expect(hpkeOpen(recipient, sealed, { ...binding, info: Buffer.from('Ode') })).toBeUndefined();
    expect(hpkeOpen(recipient, sealed)).toBeUndefined();
  });

  it('is compatible with another implementation in both directions', async () => {
    const suite = new CipherSuite({
      kem: new DhkemP256HkdfSha256(),
      kdf: new HkdfSha256(),
      aead: new Aes256Gcm(),
    });
    const copy = (buffer: Buffer) => Uint8Array.from(buffer).buffer;
    const info = copy(Buffer.from('turnkey_hpke'));
    for (let i = 0; i < ROUNDS; i++) {
      const recipient = newRecipient();
      const plaintext = randomBytes(i * 11);
      const recipientKey = {
        privateKey: await suite.kem.deserializePrivateKey(copy(recipient.scalar)),
        publicKey: await suite.kem.deserializePublicKey(copy(recipient.publicKey)),
      };
      const ours = hpkeSeal(recipient.publicKey, plaintext);
      const aad = copy(Buffer.concat([ours.encapped, recipient.publicKey]));
      const context = await suite.createRecipientContext({ recipientKey, enc: copy(ours.encapped), info });
      expect(Buffer.from(await context.open(copy(ours.ciphertext), aad)).equals(plaintext)).toBe(true);

      const sender = await suite.createSenderContext({ recipientPublicKey: recipientKey.publicKey, info });
      const encapped = Buffer.from(sender.enc);
      const theirAad = copy(Buffer.concat([encapped, recipient.publicKey]));
      const ciphertext = Buffer.from(await sender.seal(copy(plaintext), theirAad));
      expect(hpkeOpen(recipient, { encapped, ciphertext })?.equals(plaintext)).toBe(true);
    }
  });

  it('is compatible with the RFC written out by hand in both directions', () => {
    const { scalar, publicKey } = newRecipient();
    const { encapped, ciphertext } = hpkeSeal(publicKey, Buffer.from('text'));
    const hex = { encappedPublic: encapped.toString('hex'), ciphertext: ciphertext.toString('hex') };
    expect(openByHand(scalar, hex).toString()).toBe('text');
    const theirs = sealByHand(publicKey.toString('hex'), 'text');
    const sealed = { encapped: bytes(theirs.encappedPublic), ciphertext: bytes(theirs.ciphertext) };
    expect(hpkeOpen({ scalar, publicKey }, sealed)?.toString()).toBe('text');
  });

  it('that was changed in any byte, truncated, or sealed to another key does not open', () => {
    const recipient = newRecipient();
    const { encapped, ciphertext } = hpkeSeal(recipient.publicKey, Buffer.from('text'));
    for (const [i, byte] of ciphertext.entries()) {
      const changed = Buffer.from(ciphertext);
      changed[i] = byte ^ 1;
      expect(hpkeOpen(recipient, { encapped, ciphertext: changed })).toBeUndefined();
    }
    for (let length = 0; length < ciphertext.length; length++) {
      expect(hpkeOpen(recipient, { encapped, ciphertext: ciphertext.subarray(0, length) })).toBeUndefined();
    }
    expect(hpkeOpen(newRecipient(), { encapped, ciphertext })).toBeUndefined();
  });

  it('with an encapsulated key that is not a point of the curve does not open', () => {
    const recipient = newRecipient();
    const { ciphertext } = hpkeSeal(recipient.publicKey, Buffer.from('text'));
    for (const encapped of ['00', `04${'11'.repeat(64)}`, `04${'00'.repeat(64)}`, '']) {
      expect(hpkeOpen(recipient, { encapped: bytes(encapped), ciphertext })).toBeUndefined();
    }
  });
});
