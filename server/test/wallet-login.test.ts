import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2';
import { createBase58check } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealContext, sealedColumns } from '../src/foundation/db/sealed-columns.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { openByHand, sealByHand } from './support/hpke-by-hand.ts';
import { useCurrencies } from './support/payment-world.ts';
import { eventsOfResource } from './support/stored-events.ts';
import {
  ClientKey,
  loginByCode,
  newWallet,
  nonceOf,
  OTP,
  oidcToken,
  otpBundle,
  retry,
  send,
  signedHeaders,
  signedTwice,
  targetOf,
  type Wallet,
} from './support/wallets.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.start();
  client = app.client;
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const challenge = (id: string) => client.post(`/auth/credentials/${id}/challenge`);
const verifyPath = (id: string) => `/auth/credentials/${id}/verify`;

/** A login by code up to the step under test. */
async function challenged(wallet: Wallet) {
  const { body } = await challenge(wallet.emailId);
  const key = new ClientKey();
  const target = targetOf(body.otpEncryptionTargetBundle);
  const verifyWith = (encryptedOtpBundle: string, headers = {}) =>
    client.post(verifyPath(wallet.emailId), { type: 'EMAIL_OTP', encryptedOtpBundle }, { headers });
  return { key, target, body, verifyWith };
}

function publicKeyOf(hex: string): KeyObject {
  const point = Buffer.from(hex, 'hex');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as any, format: 'jwk' });
}

describe('a wallet', () => {
  it("starts with a credential for the customer's email and without an address; its first login opens it", async () => {
    const wallet = await newWallet(client, { email: 'first.login@example.com' });
    const account = async () => {
      const { body } = await client.get(`/customers/internal-accounts?customerId=${wallet.customerId}&currency=USDB`);
      return body.data[0];
    };
    expect(await account()).toMatchObject({ fundingPaymentInstructions: [], privateEnabled: false });
    const { body: listed } = await client.get(`/auth/credentials?accountId=${wallet.accountId}`);
    expect(listed.data).toEqual([
      {
        id: expect.stringMatching(/^AuthMethod:/),
        accountId: wallet.accountId,
        type: 'EMAIL_OTP',
        nickname: 'first.login@example.com',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    await loginByCode(wallet);
    const [instruction] = (await account()).fundingPaymentInstructions;
    expect(instruction.accountOrWalletInfo).toMatchObject({ accountType: 'SPARK_WALLET', assetType: 'USDB' });
    const { address } = instruction.accountOrWalletInfo;
    expect(address).toMatch(/^sparkrt1/);
    await loginByCode(wallet);
    expect((await account()).fundingPaymentInstructions[0].accountOrWalletInfo.address).toBe(address);
    const [stored, ...others] = await eventsOfResource(app.database.db, wallet.accountId);
    expect(others).toEqual([]);
    const event = JSON.parse(stored?.payload ?? '');
    expect(event.type).toBe('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED');
    app.contract.checkEvent(event);
  });

  it('of a customer without an email starts without a credential', async () => {
    const wallet = await newWallet(client, { email: undefined });
    expect(wallet.emailId).toBeUndefined();
    const rejected = await client.post('/auth/credentials', { type: 'EMAIL_OTP', accountId: wallet.accountId });
    expect([rejected.status, rejected.body.code]).toEqual([400, 'INVALID_INPUT']);
    const first = await client.post('/auth/credentials', { type: 'SMS_OTP', accountId: wallet.accountId });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ nickname: '+14155550100', otpEncryptionTargetBundle: expect.any(String) });
    const session = await loginByCode(wallet, first.body.id);
    expect(session.body.type).toBe('SMS_OTP');
  });

  it('is one account of its type: other accounts have no credentials, and unknown ones an empty list', async () => {
    const { customerId } = await newWallet(client);
    const { body } = await client.get(`/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const rejected = await client.post('/auth/credentials', { type: 'EMAIL_OTP', accountId: body.data[0].id });
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'accountId']);
    const unknown = 'InternalAccount:019542f5-b3e7-7d02-8000-000000000001';
    expect((await client.get(`/auth/credentials?accountId=${unknown}`)).body).toEqual({ data: [] });
    expect((await client.get(`/auth/sessions?accountId=${unknown}`)).body).toEqual({ data: [] });
    expect((await client.get('/auth/credentials')).status).toBe(400);
    expect((await client.get('/auth/credentials?accountId=nonsense')).status).toBe(400);
    expect((await client.post('/auth/credentials', { type: 'EMAIL_OTP', accountId: unknown })).status).toBe(404);
  });
});

describe('a one-time code', () => {
  it("is sent with its own target bundle, signed by the platform's vault", async () => {
    const wallet = await newWallet(client);
    const first = await challenged(wallet);
    const second = await challenged(wallet);
    expect(first.target).not.toBe(second.target);
    for (const { body, target } of [first, second]) {
      const bundle = JSON.parse(body.otpEncryptionTargetBundle);
      expect(Object.keys(bundle)).toEqual(['version', 'data', 'dataSignature', 'enclaveQuorumPublic']);
      expect(bundle.version).toBe('v1.0.0');
      expect(target).toMatch(/^04[0-9a-f]{128}$/);
      const key = publicKeyOf(bundle.enclaveQuorumPublic);
      const signature = Buffer.from(bundle.dataSignature, 'hex');
      expect(verify('sha256', Buffer.from(bundle.data, 'hex'), key, signature)).toBe(true);
    }
    const quorums = [first, second].map(({ body }) => JSON.parse(body.otpEncryptionTargetBundle).enclaveQuorumPublic);
    expect(new Set(quorums).size).toBe(1);
  });

  it('returns a token for the sealed key, whose signature makes it the key of the session', async () => {
    const wallet = await newWallet(client);
    const { key, target, verifyWith } = await challenged(wallet);
    const bundle = otpBundle(target, key, OTP, 'compressed');
    const first = await verifyWith(bundle);
    expect([first.status, Object.keys(first.body)]).toEqual([202, ['type', 'payloadToSign', 'requestId', 'expiresAt']]);
    const [header, claims] = first.body.payloadToSign
      .split('.')
      .slice(0, 2)
      .map((part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(header).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(claims).toMatchObject({ publicKey: key.compressed, sub: expect.stringMatching(/^[\w-]{43}$/) });
    const headers = signedHeaders(first.body.requestId, key.stamp(first.body.payloadToSign));
    const second = await verifyWith(bundle, headers);
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ id: expect.stringMatching(/^Session:/), accountId: wallet.accountId });
    expect(second.body).not.toHaveProperty('encryptedSessionSigningKey');
    const lifetime = new Date(second.body.expiresAt).getTime() - new Date(second.body.createdAt).getTime();
    expect(lifetime).toBe(15 * 60_000);
    const again = await verifyWith(bundle, headers);
    expect([again.status, again.body.reason]).toEqual([401, 'The requestId was used already']);
    const reused = await verifyWith(bundle);
    expect([reused.status, reused.body.reason]).toEqual([401, 'No pending OTP for this credential']);
  });

  it('that is wrong is rejected with the reason, and five wrong ones void it', async () => {
    const wallet = await newWallet(client);
    const { key, target, verifyWith } = await challenged(wallet);
    for (let i = 0; i < 5; i++) {
      const wrong = await verifyWith(otpBundle(target, key, `00000${i + 1}`));
      expect([wrong.status, wrong.body.code, wrong.body.reason]).toEqual([401, 'UNAUTHORIZED', 'Invalid OTP code']);
      expect(wrong.body.details.reason).toBe('INVALID_OTP_CODE');
    }
    const right = await verifyWith(otpBundle(target, key));
    expect([right.status, right.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    const fresh = await challenged(wallet);
    expect((await fresh.verifyWith(otpBundle(fresh.target, fresh.key))).status).toBe(202);
  });

  it('cannot be guessed concurrently: five attempts are counted', async () => {
    const wallet = await newWallet(client);
    const { key, target, verifyWith } = await challenged(wallet);
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, i) => verifyWith(otpBundle(target, key, `1000${i + 10}`))),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('that was not requested, or has expired on the clock of the platform, is not pending', async () => {
    const platform = await app.newPlatform();
    const wallet = await newWallet(platform);
    const path = verifyPath(wallet.emailId);
    const key = new ClientKey();
    const none = await platform.post(path, { type: 'EMAIL_OTP', encryptedOtpBundle: otpBundle(key.uncompressed, key) });
    expect([none.status, none.body.reason]).toEqual([401, 'No pending OTP for this credential']);
    const { body } = await platform.post(`/auth/credentials/${wallet.emailId}/challenge`);
    const encryptedOtpBundle = otpBundle(targetOf(body.otpEncryptionTargetBundle), key);
    await platform.post('/sandbox/clock/advance', { seconds: 301 });
    const late = await platform.post(path, { type: 'EMAIL_OTP', encryptedOtpBundle });
    expect([late.status, late.body.reason]).toEqual([401, 'No pending OTP for this credential']);
  });

  it('of an earlier challenge does not open with the target of a later one', async () => {
    const wallet = await newWallet(client);
    const earlier = await challenged(wallet);
    const later = await challenged(wallet);
    const rejected = await later.verifyWith(otpBundle(earlier.target, earlier.key));
    expect([rejected.status, rejected.body.code]).toEqual([401, 'UNAUTHORIZED']);
    const first = await later.verifyWith(otpBundle(later.target, later.key));
    await challenge(wallet.emailId);
    const headers = signedHeaders(first.body.requestId, later.key.stamp(first.body.payloadToSign));
    const ask = { type: 'EMAIL_OTP', encryptedOtpBundle: '' };
    expect((await client.post(verifyPath(wallet.emailId), ask, { headers })).status).toBe(400);
  });

  it('sealed with another info, other associated data or to another key does not open', async () => {
    const wallet = await newWallet(client);
    const { key, target, verifyWith } = await challenged(wallet);
    const plaintext = JSON.stringify({ otp_code: OTP, public_key: key.uncompressed });
    const wrong = [
      sealByHand(target, plaintext, { info: 'turnkey_hpke2' }),
      sealByHand(target, plaintext, { info: '' }),
      sealByHand(target, plaintext, { aad: Buffer.from(target, 'hex') }),
      sealByHand(target, plaintext, { aad: Buffer.alloc(0) }),
      sealByHand(key.uncompressed, plaintext),
    ];
    const right = sealByHand(target, plaintext);
    const flipped = `${right.ciphertext.slice(0, -1)}${right.ciphertext.endsWith('0') ? '1' : '0'}`;
    for (const sealed of [...wrong, { ...right, ciphertext: flipped }]) {
      const { status, body } = await verifyWith(JSON.stringify(sealed));
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    expect((await verifyWith(JSON.stringify(right))).status).toBe(202);
  });

  it('in a malformed bundle returns 400', async () => {
    const wallet = await newWallet(client);
    const { key, target, verifyWith } = await challenged(wallet);
    const { encappedPublic, ciphertext } = sealByHand(target, 'x');
    const shapes = [
      'nonsense',
      '[]',
      JSON.stringify({ encappedPublic }),
      JSON.stringify({ encappedPublic: encappedPublic.slice(2), ciphertext }),
      JSON.stringify({ encappedPublic: key.compressed, ciphertext }),
      JSON.stringify({ encappedPublic, ciphertext: 'xyz' }),
      JSON.stringify(sealByHand(target, 'not JSON')),
      JSON.stringify(sealByHand(target, JSON.stringify({ otp_code: OTP, public_key: '02' }))),
      JSON.stringify(sealByHand(target, JSON.stringify({ otp_code: 0, public_key: key.compressed }))),
    ];
    for (const shape of shapes) {
      const { status, body } = await verifyWith(shape);
      expect([shape, status, body.code]).toEqual([shape, 400, 'INVALID_INPUT']);
    }
  });

  it('opens a session only for the key sealed with it', async () => {
    const wallet = await newWallet(client);
    const { key, target, verifyWith } = await challenged(wallet);
    const bundle = otpBundle(target, key);
    const { body } = await verifyWith(bundle);
    const thief = new ClientKey();
    const stolen = await verifyWith(bundle, signedHeaders(body.requestId, thief.stamp(body.payloadToSign)));
    expect([stolen.status, stolen.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    const other = await verifyWith(bundle, signedHeaders(body.requestId, key.stamp(`${body.payloadToSign} `)));
    expect([other.status, other.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    const literal = await verifyWith(bundle, signedHeaders(body.requestId, 'sandbox-valid-signature'));
    expect(literal.status).toBe(200);
  });

  it('opens one session for any number of first and second legs', async () => {
    const wallet = await newWallet(client);
    const { key, target, verifyWith } = await challenged(wallet);
    const bundle = otpBundle(target, key);
    const firsts = await Promise.all([verifyWith(bundle), verifyWith(bundle), verifyWith(bundle)]);
    const answers = await Promise.all(
      firsts.flatMap(({ body }) =>
        [1, 2, 3].map(() => verifyWith(bundle, signedHeaders(body.requestId, key.stamp(body.payloadToSign)))),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8);
    expect((await client.get(`/auth/sessions?accountId=${wallet.accountId}`)).body.data).toHaveLength(1);
  });

  it('is sent five times in ten minutes, and again after that', async () => {
    const platform = await app.newPlatform();
    const wallet = await newWallet(platform);
    const ask = () => platform.post(`/auth/credentials/${wallet.emailId}/challenge`);
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200);
    const sixth = await ask();
    expect([sixth.status, sixth.body.code]).toEqual([429, 'RATE_LIMITED']);
    const wait = Number(sixth.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(590);
    await platform.post('/sandbox/clock/advance', { seconds: wait });
    expect((await ask()).status).toBe(200);
  });

  it('sent with its credential counts as one of the five', async () => {
    const wallet = await newWallet(client);
    const { key } = await loginByCode(wallet);
    const body = { type: 'SMS_OTP', accountId: wallet.accountId };
    const { body: added } = await signedTwice(client, { method: 'POST', path: '/auth/credentials', body }, key);
    for (let i = 0; i < 4; i++) expect((await challenge(added.id)).status).toBe(200);
    expect((await challenge(added.id)).status).toBe(429);
  });

  it('appears in the sandbox inbox, and only its keyed hash is stored', async () => {
    const wallet = await newWallet(client, { email: 'inbox.wallet@example.com' });
    await challenge(wallet.emailId);
    const { body } = await client.get('/sandbox/messages?to=inbox.wallet@example.com');
    expect(body.data[0]).toMatchObject({ channel: 'EMAIL', code: OTP });
    const { rows } = await app.database.db.pool.query(
      'SELECT to_jsonb(c)::text AS row FROM wallet_codes c WHERE credential_id = $1',
      [wallet.emailId],
    );
    expect(rows[0].row).not.toContain(OTP);
  });
});

describe('a production wallet', () => {
  /** Decrypts the message that waits for a gateway. */
  async function sentCode(platformId: string): Promise<string> {
    const { rows } = await app.database.db.pool.query(
      `SELECT resource_id, payload FROM jobs WHERE platform_id = $1 AND kind = 'message.deliver' ORDER BY id DESC LIMIT 1`,
      [platformId],
    );
    const context = sealContext(sealedColumns.waitingMessage, {
      platform_id: platformId,
      resource_id: rows[0].resource_id,
    });
    return JSON.parse(await app.app.vault.open(rows[0].payload.sealed, context)).code;
  }

  it('has codes of the configured length and alphabet, rejects sandbox literals, and signs its exports', async () => {
    const production = await app.newPlatform('PRODUCTION');
    await useCurrencies(production, ['USD', 'USDB'], {
      embeddedWalletConfig: { otpLength: 10, alphanumeric: true, expirationSeconds: 60 },
    });
    const wallet = await newWallet(production);
    const path = `/auth/credentials/${wallet.emailId}`;
    const { body: asked } = await production.post(`${path}/challenge`);
    const code = await sentCode(production.platformId);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    const target = targetOf(asked.otpEncryptionTargetBundle);
    const key = new ClientKey();
    const verifyWith = (otp: string) => {
      const body = { type: 'EMAIL_OTP', encryptedOtpBundle: otpBundle(target, key, otp) };
      return { method: 'POST', path: `${path}/verify`, body };
    };
    expect((await send(production, verifyWith(OTP))).body.reason).toBe('Invalid OTP code');
    const ask = verifyWith(code);
    const { body: challenge } = await send(production, ask);
    const literal = await send(production, ask, signedHeaders(challenge.requestId, 'sandbox-valid-signature'));
    expect([literal.status, literal.body.code]).toEqual([401, 'WALLET_SIGNATURE_MALFORMED']);
    expect((await retry(production, ask, { challenge, key })).status).toBe(200);
    const { body: listed } = await production.get(
      `/customers/internal-accounts?customerId=${wallet.customerId}&currency=USDB`,
    );
    expect(listed.data[0].fundingPaymentInstructions[0].accountOrWalletInfo.address).toMatch(/^spark1/);
    const exporting = {
      method: 'POST',
      path: `/internal-accounts/${wallet.accountId}/export`,
      body: { clientPublicKey: key.uncompressed },
    };
    const { body: exported } = await signedTwice(production, exporting, key);
    const envelope = JSON.parse(exported.encryptedWalletCredentials);
    const bytes = Buffer.from(envelope.data, 'hex');
    const quorum = publicKeyOf(envelope.enclaveQuorumPublic);
    expect(verify('sha256', bytes, quorum, Buffer.from(envelope.dataSignature, 'hex'))).toBe(true);
    expect(envelope.enclaveQuorumPublic).toBe(JSON.parse(asked.otpEncryptionTargetBundle).enclaveQuorumPublic);
    expect(openByHand(key.scalar, JSON.parse(bytes.toString())).toString().split(' ')).toHaveLength(24);
  });

  it('rejects every issuer that is not configured', async () => {
    const production = await app.newPlatform('PRODUCTION');
    await useCurrencies(production, ['USD', 'USDB']);
    const { accountId } = await newWallet(production, { email: undefined });
    const { status, body } = await production.post('/auth/credentials', {
      type: 'OAUTH',
      accountId,
      oidcToken: oidcToken(),
    });
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(body.reason).toContain('none is configured');
  });
});

describe('an OIDC token in the sandbox', () => {
  async function withOauth(claims: object = {}) {
    const wallet = await newWallet(client);
    const session = await loginByCode(wallet);
    const ask = {
      method: 'POST',
      path: '/auth/credentials',
      body: { type: 'OAUTH', accountId: wallet.accountId, oidcToken: oidcToken(claims) },
    };
    const { status, body } = await signedTwice(client, ask, session.key);
    expect(status).toBe(201);
    return { wallet, session, credential: body };
  }
  const verifyWith = (id: string, token: string, clientPublicKey: string) =>
    client.post(verifyPath(id), { type: 'OAUTH', oidcToken: token, clientPublicKey });

  it('registers an identity, named by its email, once', async () => {
    const { wallet, session, credential } = await withOauth();
    expect(credential).toMatchObject({ type: 'OAUTH', nickname: 'ada@gmail.com' });
    const body = { type: 'OAUTH', accountId: wallet.accountId, oidcToken: oidcToken() };
    const again = await client.post('/auth/credentials', body);
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_INPUT']);
    const other = {
      method: 'POST',
      path: '/auth/credentials',
      body: { ...body, oidcToken: oidcToken({ sub: 'user-2', email: undefined }) },
    };
    expect((await signedTwice(client, other, session.key)).body.nickname).toBe('user-2');
    const challenge = await client.post(`/auth/credentials/${credential.id}/challenge`);
    expect([challenge.status, challenge.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('opens a session for the key of its nonce, in both encodings of the key', async () => {
    const { credential } = await withOauth({ aud: ['app'] });
    const key = new ClientKey();
    const held = await verifyWith(credential.id, oidcToken({ nonce: nonceOf(key.compressed) }), key.compressed);
    expect(held.status).toBe(200);
    expect(held.body).not.toHaveProperty('encryptedSessionSigningKey');
    const legacy = await verifyWith(credential.id, oidcToken({ nonce: nonceOf(key.uncompressed) }), key.uncompressed);
    expect(legacy.status).toBe(200);
    const bytes = Buffer.from(createBase58check(sha256).decode(legacy.body.encryptedSessionSigningKey));
    const encapped = new ClientKey();
    expect(encapped.compressed).toHaveLength(66);
    const { ECDH } = await import('node:crypto');
    const encappedPublic = String(
      ECDH.convertKey(bytes.subarray(0, 33), 'prime256v1', undefined, 'hex', 'uncompressed'),
    );
    const scalar = openByHand(key.scalar, { encappedPublic, ciphertext: bytes.subarray(33).toString('hex') });
    expect(scalar).toHaveLength(32);
    const made = new ClientKey(scalar);
    const path = `/auth/sessions/${legacy.body.id}`;
    expect((await signedTwice(client, { method: 'DELETE', path }, made)).status).toBe(204);
    const listed = await client.get(`/auth/sessions?accountId=${credential.accountId}`);
    expect(listed.text).not.toContain('encryptedSessionSigningKey');
  });

  it('is rejected with the wrong nonce encoding, identity, age or expiry', async () => {
    const { credential } = await withOauth();
    const key = new ClientKey();
    const nonce = nonceOf(key.compressed);
    const now = Math.floor(Date.now() / 1_000);
    const wrong: [object, RegExp][] = [
      [{}, /nonce/],
      [{ nonce: nonceOf(key.uncompressed) }, /nonce/],
      [{ nonce: nonce.toUpperCase() }, /nonce/],
      [{ nonce: nonceOf(key.compressed.toUpperCase()) }, /nonce/],
      [{ nonce, sub: 'user-2' }, /another identity/],
      [{ nonce, aud: 'other' }, /another identity/],
      [{ nonce, iss: 'accounts.google.com' }, /another identity/],
      [{ nonce, iat: now - 67 }, /too old/],
      [{ nonce, iat: now + 30 }, /future/],
      [{ nonce, exp: now - 1 }, /expired/],
    ];
    for (const [claims, reason] of wrong) {
      const { status, body } = await verifyWith(credential.id, oidcToken(claims), key.compressed);
      expect([claims, status, body.code]).toEqual([claims, 401, 'UNAUTHORIZED']);
      expect(body.reason).toMatch(reason);
    }
    expect((await verifyWith(credential.id, oidcToken({ nonce, iat: now - 58 }), key.compressed)).status).toBe(200);
  });

  it('opens one session: a second verify returns 401, also under concurrency and with another signature', async () => {
    const { credential } = await withOauth();
    const key = new ClientKey();
    const claims = { nonce: nonceOf(key.compressed) };
    const token = oidcToken(claims);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => verifyWith(credential.id, token, key.compressed)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await verifyWith(credential.id, `${token.slice(0, token.lastIndexOf('.'))}.other`, key.compressed);
    for (const rejected of [...answers.filter(({ status }) => status !== 200), again]) {
      expect([rejected.status, rejected.body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(rejected.body.reason).toContain('opened a session already');
    }
    const { rows } = await app.database.db.pool.query('SELECT t::text AS row FROM wallet_used_id_tokens t');
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
    await app.database.db.pool.query(`UPDATE wallet_used_id_tokens SET expires_at = '2020-01-01'`);
    await app.app.housekeeping.run();
    expect((await app.database.db.pool.query('SELECT 1 FROM wallet_used_id_tokens')).rowCount).toBe(0);
  });

  it('of an unsupported issuer returns 401 with the reason', async () => {
    const { wallet, credential } = await withOauth();
    const key = new ClientKey();
    const token = oidcToken({ iss: 'https://evil.example', nonce: nonceOf(key.compressed) });
    const registration = { type: 'OAUTH', accountId: wallet.accountId, oidcToken: token };
    for (const rejected of [
      await verifyWith(credential.id, token, key.compressed),
      await client.post('/auth/credentials', registration),
    ]) {
      expect([rejected.status, rejected.body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(rejected.body.reason).toContain('https://evil.example is not supported');
    }
  });

  it('that is malformed returns 400, including the legacy literal', async () => {
    const { accountId } = await newWallet(client);
    const malformed = [
      'sandbox-valid-oidc-token',
      'a.b.c',
      'a.b',
      oidcToken({ iss: undefined }),
      oidcToken({ iss: { toString: 'x' } }),
      oidcToken({ iss: undefined, kind: 'UNTRUSTED', reason: 'x' }),
      oidcToken({ aud: '' }),
      oidcToken({ aud: ['a', 'b'] }),
      oidcToken({ sub: '' }),
      oidcToken({ sub: '\ud800x' }),
      oidcToken({ sub: 'x\0' }),
      oidcToken({ sub: 's'.repeat(256) }),
      oidcToken({ aud: 'a'.repeat(256) }),
      oidcToken({ iat: 'now' }),
      oidcToken({ exp: undefined }),
    ];
    for (const token of malformed) {
      const { status, body } = await client.post('/auth/credentials', { type: 'OAUTH', accountId, oidcToken: token });
      expect([token, status, body.code]).toEqual([token, 400, 'INVALID_INPUT']);
      expect(body.details.errors[0].field).toBe('oidcToken');
    }
  });

  it('may have any identity up to 255 characters; an email that cannot be stored is not used as the name', async () => {
    const sub = 'ß'.repeat(255);
    const { credential } = await withOauth({ sub, aud: 'ß'.repeat(255), email: 'ada\ud800@gmail.com' });
    expect(credential.nickname).toBe(sub);
  });

  it('is validated by the system clock, whatever the clock of the platform', async () => {
    const platform = await app.newPlatform();
    await platform.post('/sandbox/clock/advance', { seconds: 86_400 });
    const { accountId } = await newWallet(platform, { email: undefined });
    const { status } = await platform.post('/auth/credentials', { type: 'OAUTH', accountId, oidcToken: oidcToken() });
    expect(status).toBe(201);
  });
});

describe('a challenge for a one-time code', () => {
  it('ignores any clientPublicKey', async () => {
    const wallet = await newWallet(client);
    for (const clientPublicKey of [new ClientKey().compressed, 'nonsense', `02${'f'.repeat(64)}`, 5, null]) {
      const { status } = await client.post(`/auth/credentials/${wallet.emailId}/challenge`, { clientPublicKey });
      expect([clientPublicKey, status]).toEqual([clientPublicKey, 200]);
    }
  });
});

describe('a session', () => {
  const loggedIn = async (ago: string) => {
    const wallet = await newWallet(client);
    const session = await loginByCode(wallet);
    await app.database.db.pool.query('UPDATE wallet_sessions SET logged_in_at = now() - $2::interval WHERE id = $1', [
      session.id,
      ago,
    ]);
    const refresh = async (id: string, key: ClientKey) => {
      const next = new ClientKey();
      const path = `/auth/sessions/${id}/refresh`;
      const { body: asked, status } = await client.post(path, { clientPublicKey: next.compressed });
      if (status !== 202) return { answer: { body: asked, status }, key: next };
      const headers = { 'request-id': asked.requestId, 'service-wallet-signature': key.stamp(asked.payloadToSign) };
      return { answer: await client.post(path, { clientPublicKey: next.compressed }, { headers }), key: next };
    };
    return { session, refresh };
  };

  it('is refreshed for at most 30 days after its login, and ends with them', async () => {
    const { session, refresh } = await loggedIn('29 days 23:58:00');
    const first = await refresh(session.id, session.key);
    expect(first.answer.status).toBe(201);
    const left = Date.parse(first.answer.body.expiresAt) - Date.now();
    expect(left).toBeLessThanOrEqual(120_000);
    expect(left).toBeGreaterThan(30_000);
    const { rows } = await app.database.db.pool.query(
      "SELECT now() - logged_in_at > interval '29 days' AS is_old FROM wallet_sessions WHERE id = $1",
      [first.answer.body.id],
    );
    expect(rows[0].is_old).toBe(true);
  });

  it('requires a new login after that', async () => {
    const { session, refresh } = await loggedIn('30 days');
    const { answer } = await refresh(session.id, session.key);
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.body.reason).toContain('30 days ago');
  });
});

describe('a proof', () => {
  it('must have the type of its credential, and a key that is a point of the curve', async () => {
    const wallet = await newWallet(client);
    const key = new ClientKey();
    const proof = { type: 'OAUTH', oidcToken: oidcToken(), clientPublicKey: key.compressed };
    const other = await client.post(verifyPath(wallet.emailId), proof);
    expect([other.status, other.body.details.errors[0].field]).toEqual([400, 'type']);
    const session = await loginByCode(wallet);
    const offCurve = `02${'f'.repeat(64)}`;
    const refresh = {
      method: 'POST',
      path: `/auth/sessions/${session.id}/refresh`,
      body: { clientPublicKey: offCurve },
    };
    const rejected = await send(client, refresh);
    expect([rejected.status, rejected.body.details.errors[0].field]).toEqual([400, 'clientPublicKey']);
    const first = await send(client, { ...refresh, body: { clientPublicKey: key.compressed } });
    expect(
      (
        await retry(
          client,
          { ...refresh, body: { clientPublicKey: key.compressed } },
          { challenge: first.body, key: session.key },
        )
      ).status,
    ).toBe(201);
  });
});
