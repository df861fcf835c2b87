import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSignedRequest } from '../src/engine/http/signed-retry.ts';
import { sealContext, sealedColumns } from '../src/foundation/db/sealed-columns.ts';
import { TestApp } from './support/app.ts';
import { Authenticator } from './support/authenticator.ts';
import { newCard } from './support/cards.ts';
import type { Answer, Client } from './support/client.ts';
import { fund, payeeWithSuffix } from './support/payments.ts';
import {
  addPasskey,
  assertionOf,
  ClientKey,
  loginByCode,
  loginByPasskey,
  newWallet,
  nonceOf,
  oidcToken,
  otpBundle,
  passkeyRequest,
  retry,
  type Session,
  send,
  signedHeaders,
  signedTwice,
  targetOf,
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
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const privacy = ({ accountId }: Wallet, privateEnabled = true) => ({
  method: 'PATCH',
  path: `/internal-accounts/${accountId}`,
  body: { privateEnabled },
});

const rejection = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('a signed request', () => {
  it('for one body is invalid with another, even if both are well-formed', async () => {
    const { body: challenge } = await send(client, privacy(wallet, true));
    const changed = await retry(client, privacy(wallet, false), { challenge, key: session.key });
    expect(rejection(changed)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
  });

  it('has a different hash for another method, path, query or byte of its body', () => {
    const asked = { method: 'PATCH', path: '/a?b=1', headers: {}, content: Buffer.from('{}') };
    const hashOf = (other: object) => readSignedRequest({ ...asked, ...other }, 'Service').hash.toString('hex');
    const others = [{ method: 'POST' }, { path: '/A?b=1' }, { path: '/a?b=2' }, { content: Buffer.from('{ }') }];
    const all = [{}, ...others, { content: undefined }].map(hashOf);
    expect(new Set(all).size).toBe(all.length);
    expect(hashOf({})).toBe(hashOf({}));
  });

  it('for a quote is invalid for the quote of another wallet', async () => {
    const quotes = [];
    for (const { accountId, customerId } of [wallet, await newWallet(client)]) {
      await fund(client, accountId, 5_000_000);
      const { body } = await client.post('/quotes', {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: await payeeWithSuffix(client, customerId, '111') },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      });
      quotes.push(body);
    }
    const [own, other] = quotes;
    for (const payload of [own.payloadToSign, other.payloadToSign]) {
      const headers = { 'service-wallet-signature': session.key.stamp(payload) };
      const rejected = await client.post(`/quotes/${other.id}/execute`, undefined, { headers });
      expect(rejection(rejected)).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    }
  });
});

describe('a session that has ended', () => {
  const ways: Record<string, (own: Wallet) => Promise<Session>> = {
    'by the word of another': async (own) => {
      const [ended, other] = [await loginByCode(own), await loginByCode(own)];
      await signedTwice(client, { method: 'DELETE', path: `/auth/sessions/${ended.id}` }, other.key);
      return ended;
    },
    'with its credential': async (own) => {
      const other = await loginByCode(own);
      const passkey = await addPasskey(own, other);
      const ended = await loginByPasskey(own, passkey);
      await signedTwice(client, { method: 'DELETE', path: `/auth/credentials/${passkey.id}` }, other.key);
      return ended;
    },
  };

  it.each(Object.entries(ways))('%s signs nothing: no change, no refresh, no export, no payment', async (_how, end) => {
    const own = await newWallet(client);
    const ended = await end(own);
    await fund(client, own.accountId, 5_000_000);
    const { body: quote } = await client.post('/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: own.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: await payeeWithSuffix(client, own.customerId, '111') },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    });
    const clientPublicKey = new ClientKey().uncompressed;
    const exported = { method: 'POST', path: `/internal-accounts/${own.accountId}/export`, body: { clientPublicKey } };
    for (const ask of [privacy(own), exported, { method: 'POST', path: `/quotes/${quote.id}/execute` }]) {
      const rejected = await signedTwice(client, ask, ended.key);
      expect([ask.path, ...rejection(rejected)]).toEqual([ask.path, 401, 'WALLET_SIGNATURE_INVALID']);
    }
    const refresh = await client.post(`/auth/sessions/${ended.id}/refresh`, { clientPublicKey });
    expect(rejection(refresh)).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('a revoked credential', () => {
  const ROUNDS = 4;
  const LOGINS = 8;
  type Opening = { key: ClientKey; open: () => Promise<Answer> };

  const byIdentity = async (own: Wallet, other: Session) => {
    const body = { type: 'OAUTH', accountId: own.accountId, oidcToken: oidcToken() };
    const { body: added } = await signedTwice(client, { method: 'POST', path: '/auth/credentials', body }, other.key);
    const login = (): Opening => {
      const key = new ClientKey();
      const token = oidcToken({ nonce: nonceOf(key.compressed) });
      const proof = { type: 'OAUTH', oidcToken: token, clientPublicKey: key.compressed };
      return { key, open: () => client.post(`/auth/credentials/${added.id}/verify`, proof) };
    };
    return { id: added.id, openings: Array.from({ length: LOGINS }, login) };
  };

  const byPasskey = async (own: Wallet, other: Session) => {
    const { id, authenticator } = await addPasskey(own, other);
    const login = async (): Promise<Opening> => {
      const key = new ClientKey();
      const { body } = await client.post(`/auth/credentials/${id}/challenge`, { clientPublicKey: key.compressed });
      const headers = { 'request-id': body.requestId };
      const proof = { type: 'PASSKEY', assertion: assertionOf(authenticator, body.challenge) };
      return { key, open: () => client.post(`/auth/credentials/${id}/verify`, proof, { headers }) };
    };
    const openings: Opening[] = [];
    for (let i = 0; i < LOGINS; i++) openings.push(await login());
    return { id, openings };
  };

  const byRefresh = async (own: Wallet, other: Session) => {
    const passkey = await addPasskey(own, other);
    const login = await loginByPasskey(own, passkey);
    const refresh = async (): Promise<Opening> => {
      const key = new ClientKey();
      const path = `/auth/sessions/${login.id}/refresh`;
      const ask = { method: 'POST', path, body: { clientPublicKey: key.compressed } };
      const { body: challenge } = await send(client, ask);
      return { key, open: () => retry(client, ask, { challenge, key: login.key }) };
    };
    return { id: passkey.id, openings: await Promise.all(Array.from({ length: LOGINS }, refresh)) };
  };

  const ways = { 'by an identity': byIdentity, 'by a passkey': byPasskey, 'by refreshing': byRefresh };

  it.each(Object.entries(ways))(
    'has no session left, not even one opened %s at the same instant',
    async (_how, begin) => {
      for (let round = 0; round < ROUNDS; round++) {
        const own = await newWallet(client);
        const other = await loginByCode(own);
        const { id, openings } = await begin(own, other);
        const ask = { method: 'DELETE', path: `/auth/credentials/${id}` };
        const { body: challenge } = await send(client, ask);
        const opening = openings.map(({ open }) => open());
        const revoked = await retry(client, ask, { challenge, key: other.key });
        const opened = await Promise.all(opening);
        expect(revoked.status).toBe(204);
        for (const [i, { status, body }] of opened.entries()) {
          expect([200, 201, 401, 404]).toContain(status);
          const signed = await signedTwice(client, privacy(own), openings[i]?.key as ClientKey);
          expect(rejection(signed)).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
          if (status >= 400) continue;
          const refresh = await client.post(`/auth/sessions/${body.id}/refresh`, {
            clientPublicKey: new ClientKey().compressed,
          });
          expect(rejection(refresh)).toEqual([401, 'UNAUTHORIZED']);
        }
        const { body } = await client.get(`/auth/sessions?accountId=${own.accountId}`);
        expect(body.data.map(({ id }: { id: string }) => id)).toEqual([other.id]);
      }
    },
  );
});

describe('a delegated key', () => {
  it('in use signs only for its card, and for no operation of the holder', async () => {
    const { id: cardId } = await newCard(client, wallet);
    const body = { cardId, internalAccountId: wallet.accountId, nickname: 'Daily card' };
    const ask = { method: 'POST', path: '/auth/delegated-keys', body };
    const second = await signedTwice(client, ask, session.key);
    const { body: delegated } = await retry(client, ask, { challenge: second.body, key: session.key });
    expect(delegated.status).toBe('ACTIVE');
    const { rows } = await app.database.db.pool.query(
      'SELECT platform_id, id, secret_sealed FROM delegated_keys WHERE id = $1',
      [delegated.id],
    );
    const [{ platform_id, id, secret_sealed }] = rows;
    const secret = await app.app.vault.open(
      secret_sealed,
      sealContext(sealedColumns.delegatedKey, { platform_id, id }),
    );
    const key = new ClientKey(Buffer.from(secret, 'hex'));
    expect(key.compressed).toBe(delegated.publicKey);
    const clientPublicKey = key.uncompressed;
    const path = `/internal-accounts/${wallet.accountId}/export`;
    const logout = { method: 'DELETE', path: `/auth/sessions/${session.id}` };
    for (const held of [privacy(wallet), { method: 'POST', path, body: { clientPublicKey } }, logout]) {
      const rejected = await signedTwice(client, held, key);
      expect([held.path, ...rejection(rejected)]).toEqual([held.path, 401, 'WALLET_SIGNATURE_INVALID']);
    }
  });
});

describe('a one-time code', () => {
  const challengeOf = async (own: Wallet) => {
    const { body } = await client.post(`/auth/credentials/${own.emailId}/challenge`);
    return targetOf(body.otpEncryptionTargetBundle);
  };
  const verify = (own: Wallet, encryptedOtpBundle: string, headers: Record<string, string> = {}) =>
    client.post(`/auth/credentials/${own.emailId}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle }, { headers });

  it('is invalid after its login, with the same bundle or a new one', async () => {
    const own = await newWallet(client);
    const target = await challengeOf(own);
    const key = new ClientKey();
    const bundle = otpBundle(target, key);
    const { body } = await verify(own, bundle);
    const headers = signedHeaders(body.requestId, key.stamp(body.payloadToSign));
    expect((await verify(own, bundle, headers)).status).toBe(200);
    for (const again of [await verify(own, bundle), await verify(own, otpBundle(target, new ClientKey()))]) {
      expect([...rejection(again), again.body.reason]).toEqual([
        401,
        'UNAUTHORIZED',
        'No pending OTP for this credential',
      ]);
    }
    const replayed = await verify(own, bundle, headers);
    expect([...rejection(replayed), replayed.body.reason]).toEqual([
      401,
      'UNAUTHORIZED',
      'The requestId was used already',
    ]);
  });

  it('is void once another was sent, together with the token of the first leg', async () => {
    const own = await newWallet(client);
    const key = new ClientKey();
    const bundle = otpBundle(await challengeOf(own), key);
    const { body } = await verify(own, bundle);
    await challengeOf(own);
    const late = await verify(own, bundle, signedHeaders(body.requestId, key.stamp(body.payloadToSign)));
    expect([...rejection(late), late.body.reason]).toEqual([401, 'UNAUTHORIZED', 'No pending OTP for this credential']);
  });

  it('is not consumed by bundles that do not open, however many there are', async () => {
    const own = await newWallet(client);
    const target = await challengeOf(own);
    const key = new ClientKey();
    for (let i = 0; i < 7; i++) expect(rejection(await verify(own, otpBundle(key.uncompressed, key)))[0]).toBe(401);
    expect((await verify(own, otpBundle(target, key))).status).toBe(202);
  });

  it('of one wallet is invalid for another, and so is its bundle', async () => {
    const [own, other] = [await newWallet(client), await newWallet(client)];
    const key = new ClientKey();
    const bundle = otpBundle(await challengeOf(own), key);
    await challengeOf(other);
    expect(rejection(await verify(other, bundle))).toEqual([401, 'UNAUTHORIZED']);
    const { body } = await verify(own, bundle);
    const headers = signedHeaders(body.requestId, key.stamp(body.payloadToSign));
    expect(rejection(await verify(other, bundle, headers))).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
  });
});

describe('a passkey', () => {
  it("registered by an attacker under the id of another opens only the attacker's wallet", async () => {
    const victim = await addPasskey(wallet, session);
    const thief = new Authenticator();
    Object.assign(thief, { credentialId: victim.authenticator.credentialId });
    const theirs = await newWallet(client, { email: undefined });
    const registered = await client.post('/auth/credentials', passkeyRequest(theirs.accountId, thief));
    expect(registered.status).toBe(201);
    const { body } = await client.post(`/auth/credentials/${victim.id}/challenge`, {
      clientPublicKey: new ClientKey().compressed,
    });
    const proof = { type: 'PASSKEY', assertion: assertionOf(thief, body.challenge) };
    const headers = { 'request-id': body.requestId };
    const stolen = await client.post(`/auth/credentials/${victim.id}/verify`, proof, { headers });
    expect(rejection(stolen)).toEqual([401, 'INVALID_SIGNATURE']);
    const elsewhere = await client.post(`/auth/credentials/${registered.body.id}/verify`, proof, { headers });
    expect(rejection(elsewhere)).toEqual([401, 'UNAUTHORIZED']);
    await loginByPasskey(wallet, victim);
  });
});
