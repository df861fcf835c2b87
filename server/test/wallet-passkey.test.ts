import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { type Algorithm, Authenticator } from './support/authenticator.ts';
import type { Client } from './support/client.ts';
import { useCurrencies } from './support/payment-world.ts';
import { ORIGIN } from './support/sca.ts';
import {
  addPasskey,
  assertionOf,
  ClientKey,
  loginByCode,
  loginByPasskey,
  newWallet,
  passkeyRequest,
  type Session,
  signedTwice,
  type Wallet,
} from './support/wallets.ts';

let app: TestApp;
let client: Client;
let wallet: Wallet;
let session: Session;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  wallet = await newWallet(client);
  session = await loginByCode(wallet);
});
afterAll(() => app.stop());

const register = (body: object) => client.post('/auth/credentials', body);

interface Login {
  key?: string;
  requestId?: string;
  assertion?: object;
}

/** A challenge for a passkey, and a response that the test can modify. */
async function challenged(id: string, { key = new ClientKey().compressed }: Login = {}) {
  const { body } = await client.post(`/auth/credentials/${id}/challenge`, { clientPublicKey: key });
  const answer = (assertion: object, requestId: string | undefined = body.requestId) =>
    client.post(
      `/auth/credentials/${id}/verify`,
      { type: 'PASSKEY', assertion },
      { headers: requestId ? { 'request-id': requestId } : {} },
    );
  return { body, answer };
}

describe('a passkey of a production platform', () => {
  async function newOwner(embeddedWalletConfig: object = {}) {
    const production = await app.newPlatform('PRODUCTION');
    await useCurrencies(production, ['USD', 'USDB'], {
      embeddedWalletConfig: { relyingParties: [{ id: 'localhost', origins: [ORIGIN] }], ...embeddedWalletConfig },
    });
    return newWallet(production, { email: undefined });
  }
  const unverified = () => Object.assign(new Authenticator(), { isVerifying: false });

  it('requires user verification at registration and at login', async () => {
    const own = await newOwner();
    const rejected = await own.client.post('/auth/credentials', passkeyRequest(own.accountId, unverified()));
    expect([rejected.status, rejected.body.details.errors[0].message]).toEqual([
      400,
      expect.stringMatching(/user.*verif/i),
    ]);
    const authenticator = new Authenticator();
    const { status, body } = await own.client.post('/auth/credentials', passkeyRequest(own.accountId, authenticator));
    expect(status).toBe(201);
    const verify = async () => {
      const path = `/auth/credentials/${body.id}`;
      const clientPublicKey = new ClientKey().compressed;
      const { body: asked } = await own.client.post(`${path}/challenge`, { clientPublicKey });
      const proof = { type: 'PASSKEY', assertion: assertionOf(authenticator, asked.challenge) };
      return own.client.post(`${path}/verify`, proof, { headers: { 'request-id': asked.requestId } });
    };
    authenticator.isVerifying = false;
    const present = await verify();
    expect([present.status, present.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(present.body.reason).toMatch(/user.*verif/i);
    authenticator.isVerifying = true;
    expect((await verify()).status).toBe(200);
  });

  it('accepts user presence alone if the configuration allows it', async () => {
    const own = await newOwner({ allowPasskeyPresenceOnly: true });
    const authenticator = unverified();
    const { status, body } = await own.client.post('/auth/credentials', passkeyRequest(own.accountId, authenticator));
    expect(status).toBe(201);
    await loginByPasskey(own, { id: body.id, authenticator });
  });
});

describe('a passkey', () => {
  it.each<Algorithm>(['ES256', 'RS256', 'EdDSA'])(
    'of %s is registered by a session and opens one',
    async (algorithm) => {
      const passkey = await addPasskey(wallet, session, new Authenticator({ algorithm }));
      const login = await loginByPasskey(wallet, passkey);
      expect(login.body).toMatchObject({
        type: 'PASSKEY',
        nickname: 'Laptop',
        credentialId: passkey.authenticator.credentialId,
      });
      expect(login.body).not.toHaveProperty('encryptedSessionSigningKey');
      expect(
        (await signedTwice(client, { method: 'DELETE', path: `/auth/sessions/${login.id}` }, login.key)).status,
      ).toBe(204);
    },
  );

  it('can be the first credential of an account, without a signature', async () => {
    const own = await newWallet(client, { email: undefined });
    const authenticator = new Authenticator();
    const { status, body } = await register(
      passkeyRequest(own.accountId, authenticator, { nickname: "  Zoë's (phone) 1.0  " }),
    );
    expect([status, body.nickname]).toEqual([201, "Zoë's (phone) 1.0"]);
    expect(body).not.toHaveProperty('challenge');
    await loginByPasskey(own, { id: body.id, authenticator });
  });

  it('is the first without a signature exactly once under concurrency', async () => {
    const own = await newWallet(client, { email: undefined });
    const tries = Array.from({ length: 8 }, () => register(passkeyRequest(own.accountId, new Authenticator())));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 202)).toHaveLength(7);
  });

  it('is unique per account by its WebAuthn id', async () => {
    const { authenticator } = await addPasskey(wallet, session);
    const clone = passkeyRequest(wallet.accountId, authenticator);
    const twice = await register(clone);
    expect([twice.status, twice.body.code]).toEqual([400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS']);
    const other = await newWallet(client, { email: undefined });
    expect((await register(passkeyRequest(other.accountId, authenticator))).status).toBe(201);
  });

  it('is rejected with an invalid name, challenge, origin or attestation', async () => {
    const { accountId } = wallet;
    const good = () => passkeyRequest(accountId, new Authenticator());
    const madeOn = (origin: string) => {
      const authenticator = new Authenticator();
      const request = passkeyRequest(accountId, authenticator);
      const { response } = authenticator.register({ challenge: request.challenge, origin });
      return { ...request, attestation: { ...request.attestation, clientDataJson: response.clientDataJSON } };
    };
    const wrong: [string, object][] = [
      ['nickname', { ...good(), nickname: '   ' }],
      ['nickname', { ...good(), nickname: 'x'.repeat(101) }],
      ['nickname', { ...good(), nickname: 'a<b' }],
      ['attestation', { ...good(), challenge: Buffer.from('another').toString('base64url') }],
      ['attestation', { ...good(), attestation: { ...good().attestation, attestationObject: 'AAAA' } }],
      ['attestation', { ...good(), attestation: { ...good().attestation, clientDataJson: 'AAAA' } }],
      ['attestation', madeOn(`${ORIGIN}/\ud800`)],
      ['attestation', madeOn(`${ORIGIN}/\0`)],
      [
        'attestation.transports.0',
        { ...good(), attestation: { ...good().attestation, transports: ['carrier-pigeon'] } },
      ],
    ];
    for (const [field, body] of wrong) {
      const { status, body: rejected } = await register(body);
      expect([field, status, rejected.code]).toEqual([field, 400, 'INVALID_INPUT']);
      expect(rejected.details.errors[0].field).toBe(field);
    }
    const { credentialId } = new Authenticator();
    const swapped = good();
    const other = await register({ ...swapped, attestation: { ...swapped.attestation, credentialId } });
    expect([other.status, other.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('must belong to a configured relying party of the platform, if there are any', async () => {
    const platform = await app.newPlatform();
    const relyingParties = [{ id: 'pay.example', origins: ['https://pay.example', 'android:apk-key-hash:abc'] }];
    await platform.patch('/config', { embeddedWalletConfig: { relyingParties } });
    const own = await newWallet(platform, { email: undefined });
    const request = (origin: string, authenticator: Authenticator) => {
      const challenge = Buffer.from(origin).toString('base64url');
      const { response } = authenticator.register({ challenge, origin });
      const { clientDataJSON: clientDataJson, attestationObject } = response;
      const attestation = { credentialId: authenticator.credentialId, clientDataJson, attestationObject };
      return { type: 'PASSKEY', accountId: own.accountId, nickname: 'x', challenge, attestation };
    };
    const stranger = await platform.post(
      '/auth/credentials',
      request('https://evil.example', new Authenticator({ rpId: 'pay.example' })),
    );
    expect(stranger.status).toBe(400);
    expect(stranger.body.details.hint).toContain('https://evil.example');
    const wrongParty = await platform.post('/auth/credentials', request('https://pay.example', new Authenticator()));
    expect(wrongParty.status).toBe(400);
    const android = new Authenticator({ rpId: 'pay.example' });
    const { status, body } = await platform.post('/auth/credentials', request('android:apk-key-hash:abc', android));
    expect(status).toBe(201);
    const { body: asked } = await platform.post(`/auth/credentials/${body.id}/challenge`, {
      clientPublicKey: new ClientKey().compressed,
    });
    const proof = { type: 'PASSKEY', assertion: assertionOf(android, asked.challenge, 'https://pay.example') };
    const headers = { 'request-id': asked.requestId };
    expect((await platform.post(`/auth/credentials/${body.id}/verify`, proof, { headers })).status).toBe(200);
  });
});

describe('the challenge of a passkey', () => {
  it('is the digest of a session body, and requires the key of the session', async () => {
    const { id, authenticator } = await addPasskey(wallet, session);
    const missing = await client.post(`/auth/credentials/${id}/challenge`);
    expect([missing.status, missing.body.details.errors[0].field]).toEqual([400, 'clientPublicKey']);
    const malformed = await client.post(`/auth/credentials/${id}/challenge`, { clientPublicKey: '05' });
    expect(malformed.status).toBe(400);
    const { body } = await challenged(id);
    expect(body).toMatchObject({
      credentialId: authenticator.credentialId,
      requestId: expect.stringMatching(/^Request:/),
    });
    expect(body.challenge).toMatch(/^[0-9a-f]{64}$/);
    const { rows } = await app.database.db.pool.query('SELECT payload FROM wallet_challenges WHERE id = $1', [
      body.requestId,
    ]);
    const { createHash } = await import('node:crypto');
    expect(createHash('sha256').update(rows[0].payload).digest('hex')).toBe(body.challenge);
    expect(JSON.parse(rows[0].payload).type).toBe('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2');
  });

  it('with an uncompressed key seals a session key to it', async () => {
    const { id, authenticator } = await addPasskey(wallet, session);
    const { body, answer } = await challenged(id, { key: new ClientKey().uncompressed });
    const opened = await answer(assertionOf(authenticator, body.challenge));
    expect(opened.body.encryptedSessionSigningKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]+$/);
  });

  it('is met once, by the passkey it is for', async () => {
    const { id, authenticator } = await addPasskey(wallet, session);
    const other = await addPasskey(wallet, session);
    const { body, answer } = await challenged(id);
    const assertion = assertionOf(authenticator, body.challenge);
    const { answer: answerOther } = await challenged(other.id);
    const foreign = await answerOther(assertionOf(other.authenticator, body.challenge), body.requestId);
    expect([foreign.status, foreign.body.code]).toEqual([401, 'UNAUTHORIZED']);
    const missing = await client.post(`/auth/credentials/${id}/verify`, { type: 'PASSKEY', assertion });
    expect([missing.status, missing.body.code]).toEqual([401, 'REQUEST_ID_MISSING']);
    const unknown = await answer(assertion, 'Request:019542f5-b3e7-7d02-8000-000000000001');
    expect([unknown.status, unknown.body.reason]).toEqual([401, 'The requestId is unknown']);
    const racing = await Promise.all(Array.from({ length: 10 }, () => answer(assertion)));
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(racing.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  it('rejects another credential id, challenge, origin, relying party, user absence and signature', async () => {
    const { id, authenticator } = await addPasskey(wallet, session);
    const { body, answer } = await challenged(id);
    const good = assertionOf(authenticator, body.challenge);
    authenticator.isPresent = false;
    const absent = assertionOf(authenticator, body.challenge);
    authenticator.isPresent = true;
    const elsewhere = new Authenticator({ rpId: 'evil.example' });
    const attempts: [string, object, string][] = [
      ['credential id', { ...good, credentialId: elsewhere.credentialId }, 'UNAUTHORIZED'],
      ['challenge', assertionOf(authenticator, 'f'.repeat(64)), 'UNAUTHORIZED'],
      ['origin', assertionOf(authenticator, body.challenge, 'http://localhost:9999'), 'UNAUTHORIZED'],
      ['relying party', { ...assertionOf(elsewhere, body.challenge), credentialId: good.credentialId }, 'UNAUTHORIZED'],
      ['presence', absent, 'UNAUTHORIZED'],
      [
        'signature',
        { ...good, signature: assertionOf(new Authenticator(), body.challenge).signature },
        'INVALID_SIGNATURE',
      ],
    ];
    for (const [what, assertion, code] of attempts) {
      const { status, body: rejected } = await answer(assertion);
      expect([what, status, rejected.code]).toEqual([what, 401, code]);
      expect(rejected.reason).toEqual(expect.any(String));
    }
    expect((await answer(good)).status).toBe(200);
  });

  it('rejects a counter that has not increased, as that of a cloned key', async () => {
    const authenticator = new Authenticator({ counter: 5 });
    const passkey = await addPasskey(wallet, session, authenticator);
    authenticator.counter = 6;
    await loginByPasskey(wallet, passkey);
    for (const counter of [6, 5, 0]) {
      authenticator.counter = counter;
      const { body, answer } = await challenged(passkey.id);
      const copy = await answer(assertionOf(authenticator, body.challenge));
      expect([counter, copy.status, copy.body.code]).toEqual([counter, 401, 'UNAUTHORIZED']);
    }
    authenticator.counter = 7;
    await loginByPasskey(wallet, passkey);
  });

  it('is met in the sandbox by the legacy literal', async () => {
    const { id, authenticator } = await addPasskey(wallet, session);
    const { body, answer } = await challenged(id);
    const literal = { ...assertionOf(authenticator, body.challenge), signature: 'sandbox-valid-passkey-signature' };
    expect((await answer(literal)).status).toBe(200);
  });

  it('is issued thirty times in ten minutes', async () => {
    const { id } = await addPasskey(wallet, session);
    const ask = () => client.post(`/auth/credentials/${id}/challenge`, { clientPublicKey: session.key.compressed });
    for (let i = 0; i < 30; i++) expect((await ask()).status).toBe(200);
    const last = await ask();
    expect([last.status, Number(last.headers.get('retry-after')) > 500]).toEqual([429, true]);
  });
});

describe('the association files', () => {
  it('list the apps that may use passkeys of this domain, if apps are configured', async () => {
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
    const associatedApps = { apple: ['ABCDE12345.com.example.app'], android: { 'com.example.app': [fingerprint] } };
    const other = await TestApp.start({ beside: app, config: { associatedApps } });
    const read = (url: string, name: string) => fetch(`${url}/.well-known/${name}`);
    const apple = await read(other.url, 'apple-app-site-association');
    expect(apple.headers.get('content-type')).toContain('application/json');
    expect(await apple.json()).toEqual({ webcredentials: { apps: ['ABCDE12345.com.example.app'] } });
    const [link] = (await (await read(other.url, 'assetlinks.json')).json()) as any[];
    expect(link.target).toEqual({
      namespace: 'android_app',
      package_name: 'com.example.app',
      sha256_cert_fingerprints: [fingerprint],
    });
    expect((await read(app.url, 'assetlinks.json')).status).toBe(404);
    await other.stop();
  });
});
