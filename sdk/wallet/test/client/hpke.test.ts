import { describe, expect, it } from 'vitest';
import { openByHand, sealByHand } from '../../../../server/test/support/hpke-by-hand.ts';
import { fromHex, toHex, utf8 } from '../../src/bytes.ts';
import { open, seal } from '../../src/hpke.ts';
import { newReceivingKey } from '../../src/p256.ts';
import { newEcdh } from './support/by-hand.ts';

const TEXT = '{"otp_code":"000000","public_key":"04ab"}';

describe('an encrypted message', () => {
  it('is decrypted by an implementation of RFC 9180 with node:crypto', async () => {
    const { scalar, publicKey } = newEcdh();
    const { encapped, ciphertext } = await seal(fromHex(publicKey), utf8(TEXT));
    expect(encapped).toHaveLength(65);
    expect(ciphertext).toHaveLength(TEXT.length + 16);
    const sealed = { encappedPublic: toHex(encapped), ciphertext: toHex(ciphertext) };
    expect(openByHand(scalar, sealed).toString()).toBe(TEXT);
  });

  it('differs each time', async () => {
    const { publicKey } = newEcdh();
    const [one, two] = await Promise.all([1, 2].map(() => seal(fromHex(publicKey), utf8(TEXT))));
    expect(one?.encapped).not.toEqual(two?.encapped);
  });

  it('requires a point on the curve', async () => {
    await expect(seal(fromHex(`04${'11'.repeat(64)}`), utf8(TEXT))).rejects.toThrow();
  });
});

describe('a message that an implementation of RFC 9180 with node:crypto has encrypted', () => {
  const sealedFor = (publicKey: string) => {
    const { encappedPublic, ciphertext } = sealByHand(publicKey, TEXT);
    return { encapped: fromHex(encappedPublic), ciphertext: fromHex(ciphertext) };
  };

  it('is decrypted with a key that cannot be extracted', async () => {
    const key = await newReceivingKey();
    expect(key.keys.privateKey.extractable).toBe(false);
    expect(Buffer.from(await open(key, sealedFor(key.uncompressed))).toString()).toBe(TEXT);
  });

  it('is not decrypted with another key or after a change of one bit', async () => {
    const key = await newReceivingKey();
    const sealed = sealedFor(key.uncompressed);
    await expect(open(await newReceivingKey(), sealed)).rejects.toThrow();
    sealed.ciphertext[0] = (sealed.ciphertext[0] ?? 0) ^ 1;
    await expect(open(key, sealed)).rejects.toThrow();
  });
});
