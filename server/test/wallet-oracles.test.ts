import { randomBytes } from 'node:crypto';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealContext, sealedColumns } from '../src/foundation/db/sealed-columns.ts';
import { hpkeOpen, hpkeSeal } from '../src/foundation/kernel/hpke.ts';
import { isSignedBy, readStamp } from '../src/parties/wallets/stamp.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { useCurrencies } from './support/payment-world.ts';
import { type Runtime, TurnkeyKey, turnkeyCrypto } from './support/turnkey.ts';
import {
  ClientKey,
  loginByCode,
  newWallet,
  nonceOf,
  OTP,
  oidcToken,
  send,
  signedHeaders,
  signedTwice,
  type Wallet,
} from './support/wallets.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const ROUNDS = 50;
const RUNTIMES: Runtime[] = ['node', 'purejs', 'browser'];

interface Ask {
  method: string;
  path: string;
  body?: unknown;
}

/** Sends a request and its signed retry, with a stamp of these libraries. */
async function stampedTwice(holder: Client, ask: Ask, key: TurnkeyKey, runtime?: Runtime) {
  const { status, body } = await send(holder, ask);
  expect(status).toBe(202);
  return send(holder, ask, signedHeaders(body.requestId, await key.stamp(body.payloadToSign, runtime)));
}

/** Logs in by code with these libraries only. */
async function loginByTheirCode({ client: holder, emailId }: Wallet, form: 'compressed' | 'uncompressed', code = OTP) {
  const key = new TurnkeyKey();
  const path = `/auth/credentials/${emailId}`;
  const { body: asked } = await holder.post(`${path}/challenge`);
  const target = asked.otpEncryptionTargetBundle;
  const signer = JSON.parse(target).enclaveQuorumPublic;
  const given = code === OTP ? code : await sentCode(holder.platformId);
  const encryptedOtpBundle = await turnkeyCrypto.encryptOtpCodeToBundle(given, target, key[form], signer);
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle };
  const { status } = await stampedTwice(holder, { method: 'POST', path: `${path}/verify`, body }, key);
  expect(status).toBe(200);
  return { key, signer };
}

/** Decrypts the code that waits for a production gateway. */
async function sentCode(platformId: string): Promise<string> {
  const { rows } = await app.database.db.pool.query(
    `SELECT resource_id, payload FROM jobs WHERE platform_id = $1 AND kind = 'message.deliver' ORDER BY id DESC LIMIT 1`,
    [platformId],
  );
  const { resource_id, payload } = rows[0];
  const context = sealContext(sealedColumns.waitingMessage, { platform_id: platformId, resource_id });
  return JSON.parse(await app.app.vault.open(payload.sealed, context)).code;
}

const exportOf = (accountId: string, clientPublicKey: string): Ask => ({
  method: 'POST',
  path: `/internal-accounts/${accountId}/export`,
  body: { clientPublicKey },
});

const organizationOf = (accountId: string): string => accountId.split(':')[1] ?? '';

describe('a client with the Turnkey libraries', () => {
  it.each(['compressed', 'uncompressed'] as const)(
    'verifies the target bundle, seals the code with its %s key, stamps, and has a session',
    async (form) => {
      const wallet = await newWallet(client);
      const { key } = await loginByTheirCode(wallet, form);
      const { body } = await client.get(`/auth/sessions?accountId=${wallet.accountId}`);
      expect(body.data).toHaveLength(1);
      expect((await stampedTwice(client, exportOf(wallet.accountId, key.uncompressed), key)).status).toBe(200);
    },
  );

  it('rejects a target bundle that was changed, or that has another signer', async () => {
    const { emailId } = await newWallet(client);
    const { body } = await client.post(`/auth/credentials/${emailId}/challenge`);
    const bundle = JSON.parse(body.otpEncryptionTargetBundle);
    const signer = bundle.enclaveQuorumPublic;
    const { compressed } = new TurnkeyKey();
    const seal = (changed: object, by?: string) =>
      turnkeyCrypto.encryptOtpCodeToBundle(OTP, JSON.stringify({ ...bundle, ...changed }), compressed, by);
    await expect(seal({}, signer)).resolves.toContain('encappedPublic');
    const data = Buffer.from(JSON.stringify({ targetPublic: new ClientKey().uncompressed })).toString('hex');
    await expect(seal({ data }, signer)).rejects.toThrow('verification failed');
    await expect(seal({}, new ClientKey().uncompressed)).rejects.toThrow('does not match');
    await expect(seal({})).rejects.toThrow('does not match');
  });

  it('verifies the signature of the verification token, and rejects its RFC 7519 claims', async () => {
    const { emailId } = await newWallet(client);
    const path = `/auth/credentials/${emailId}`;
    const { body: asked } = await client.post(`${path}/challenge`);
    const target = asked.otpEncryptionTargetBundle;
    const signer = JSON.parse(target).enclaveQuorumPublic;
    const key = new TurnkeyKey();
    const encryptedOtpBundle = await turnkeyCrypto.encryptOtpCodeToBundle(OTP, target, key.compressed, signer);
    const { body } = await client.post(`${path}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle });
    const check = (by: string) => turnkeyCrypto.verifyOtpVerificationToken(body.payloadToSign, by);
    // These libraries check claims after the signature, and expect `exp` as milliseconds in text.
    await expect(check(signer)).rejects.toThrow("missing required 'id' claim");
    await expect(check(new TurnkeyKey().uncompressed)).rejects.toThrow('signature is invalid');
  });

  it.each(RUNTIMES)('signs with its stamper for %s', async (runtime) => {
    const wallet = await newWallet(client);
    const { key } = await loginByTheirCode(wallet, 'compressed');
    const body = { privateEnabled: true };
    const ask = { method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body };
    expect((await stampedTwice(client, ask, key, runtime)).status).toBe(200);
  });

  it('of an older version opens the session key that is sealed to it, and signs with that', async () => {
    const wallet = await newWallet(client);
    const session = await loginByCode(wallet);
    const sub = wallet.accountId;
    const adding = { type: 'OAUTH', accountId: wallet.accountId, oidcToken: oidcToken({ sub }) };
    const added = await signedTwice(client, { method: 'POST', path: '/auth/credentials', body: adding }, session.key);
    const embedded = new TurnkeyKey();
    const { status, body } = await client.post(`/auth/credentials/${added.body.id}/verify`, {
      type: 'OAUTH',
      oidcToken: oidcToken({ sub, nonce: nonceOf(embedded.uncompressed) }),
      clientPublicKey: embedded.uncompressed,
    });
    expect(status).toBe(200);
    const opened = turnkeyCrypto.decryptCredentialBundle(body.encryptedSessionSigningKey, embedded.privateKey);
    const key = new TurnkeyKey(opened);
    expect((await stampedTwice(client, exportOf(wallet.accountId, key.uncompressed), key)).status).toBe(200);
  });

  it('verifies and opens a production export', async () => {
    const production = await app.newPlatform('PRODUCTION');
    await useCurrencies(production, ['USD', 'USDB']);
    const wallet = await newWallet(production);
    const { key, signer } = await loginByTheirCode(wallet, 'uncompressed', 'as it was sent');
    const receiving = new TurnkeyKey();
    const { body } = await stampedTwice(production, exportOf(wallet.accountId, receiving.uncompressed), key);
    const opening = {
      exportBundle: body.encryptedWalletCredentials,
      organizationId: organizationOf(wallet.accountId),
      embeddedKey: receiving.privateKey,
      dangerouslyOverrideSignerPublicKey: signer,
      returnMnemonic: true,
    };
    expect(validateMnemonic(await turnkeyCrypto.decryptExportBundle(opening), wordlist)).toBe(true);
    const other = { ...opening, organizationId: 'another' };
    await expect(turnkeyCrypto.decryptExportBundle(other)).rejects.toThrow('organization id');
    const { dangerouslyOverrideSignerPublicKey: _, ...withoutSigner } = opening;
    await expect(turnkeyCrypto.decryptExportBundle(withoutSigner)).rejects.toThrow('does not match');
  });

  it('rejects the unsigned export of the sandbox, unless it opens it unchecked', async () => {
    const wallet = await newWallet(client);
    const { key } = await loginByTheirCode(wallet, 'compressed');
    const { body } = await stampedTwice(client, exportOf(wallet.accountId, key.uncompressed), key);
    const exportBundle = body.encryptedWalletCredentials;
    const opening = { exportBundle, organizationId: organizationOf(wallet.accountId), embeddedKey: key.privateKey };
    await expect(turnkeyCrypto.decryptExportBundle({ ...opening, returnMnemonic: true })).rejects.toThrow();
    const { encappedPublic, ciphertext } = JSON.parse(
      Buffer.from(JSON.parse(exportBundle).data, 'hex').toString('utf8'),
    );
    const opened = turnkeyCrypto.hpkeDecrypt({
      ciphertextBuf: bytesOf(ciphertext),
      encappedKeyBuf: bytesOf(encappedPublic),
      receiverPriv: key.privateKey,
    });
    expect(validateMnemonic(Buffer.from(opened).toString('utf8'), wordlist)).toBe(true);
  });
});

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('the wire format', () => {
  it('of a stamp is read the same for each of their signers', async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const payload = `{"round":${i},"text":"žluťoučký 🐎"}`;
      const key = new TurnkeyKey();
      for (const runtime of RUNTIMES) {
        const stamp = readStamp(await key.stamp(payload, runtime));
        expect(stamp?.publicKey).toBe(key.compressed);
        expect(stamp && isSignedBy(stamp, payload)).toBe(true);
        expect(stamp && isSignedBy(stamp, `${payload} `)).toBe(false);
      }
    }
  });

  it('of sealed messages is compatible in both directions', async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const plaintext = randomBytes(1 + i * 7);
      const key = new TurnkeyKey();
      const publicKey = Buffer.from(key.uncompressed, 'hex');
      const { encapped, ciphertext } = hpkeSeal(publicKey, plaintext);
      const [ciphertextBuf, encappedKeyBuf] = [ciphertext, encapped].map((part) => Uint8Array.from(part));
      const receiverPriv = key.privateKey;
      const opened = turnkeyCrypto.hpkeDecrypt({
        ciphertextBuf: ciphertextBuf as Uint8Array,
        encappedKeyBuf: encappedKeyBuf as Uint8Array,
        receiverPriv,
      });
      expect(Buffer.from(opened).equals(plaintext)).toBe(true);

      const theirs = turnkeyCrypto.hpkeEncrypt({
        plainTextBuf: Uint8Array.from(plaintext),
        targetKeyBuf: Uint8Array.from(publicKey),
      });
      const sealed = JSON.parse(turnkeyCrypto.formatHpkeBuf(theirs));
      const recipient = { scalar: Buffer.from(key.privateKey, 'hex'), publicKey };
      const parts = { encapped: Buffer.from(sealed.encappedPublic, 'hex') };
      const found = hpkeOpen(recipient, { ...parts, ciphertext: Buffer.from(sealed.ciphertext, 'hex') });
      expect(found?.equals(plaintext)).toBe(true);
    }
  });
});
