import { describe, expect, it } from 'vitest';
import { TurnkeyKey, turnkeyCrypto } from '../../../../server/test/support/turnkey.ts';
import { fromHex, textOf, toHex, utf8 } from '../../src/bytes.ts';
import { open, seal } from '../../src/hpke.ts';
import { newReceivingKey, newSigningKey } from '../../src/p256.ts';
import { stamp } from '../../src/stamp.ts';

const ROUNDS = 50;

describe('compared with the Turnkey libraries, the browser client', () => {
  it('creates stamps with the same members and encoding, which they verify', async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const payload = `{"round":${i},"text":"žluťoučký 🐎"}`;
      const { keys, compressed } = await newSigningKey();
      const ours = await stamp({ privateKey: keys.privateKey, publicKey: compressed }, payload);
      const { publicKey, scheme, signature } = JSON.parse(Buffer.from(ours, 'base64url').toString('utf8'));
      expect(await turnkeyCrypto.verifyStampSignature(publicKey, signature, payload)).toBe(true);
      const theirs = JSON.parse(Buffer.from(await new TurnkeyKey().stamp(payload), 'base64url').toString('utf8'));
      expect(theirs.scheme).toBe(scheme);
      expect(Object.keys(theirs).sort()).toEqual(['publicKey', 'scheme', 'signature']);
    }
  });

  it('encrypts messages that they decrypt, and the reverse', async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const text = 'abandon ability '.repeat(i + 1);
      const key = new TurnkeyKey();
      const { encapped, ciphertext } = await seal(fromHex(key.uncompressed), utf8(text));
      const opened = turnkeyCrypto.hpkeDecrypt({
        ciphertextBuf: ciphertext,
        encappedKeyBuf: encapped,
        receiverPriv: key.privateKey,
      });
      expect(textOf(Uint8Array.from(opened))).toBe(text);

      const receiving = await newReceivingKey();
      const theirs = turnkeyCrypto.hpkeEncrypt({
        plainTextBuf: utf8(text),
        targetKeyBuf: fromHex(receiving.uncompressed),
      });
      const sealed = JSON.parse(turnkeyCrypto.formatHpkeBuf(theirs));
      expect(sealed.encappedPublic).toBe(toHex(fromHex(sealed.encappedPublic)));
      const parts = { encapped: fromHex(sealed.encappedPublic), ciphertext: fromHex(sealed.ciphertext) };
      expect(textOf(await open(receiving, parts))).toBe(text);
    }
  });
});
