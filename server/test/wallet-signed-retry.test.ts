import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { openByHand } from './support/hpke-by-hand.ts';
import { storedLines } from './support/request-lines.ts';
import {
  addPasskey,
  ClientKey,
  loginByCode,
  loginByPasskey,
  newWallet,
  oidcToken,
  retry,
  type Session,
  send,
  signedHeaders,
  signedTwice,
  type Wallet,
  withLeadingZeros,
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

interface Ask {
  method: string;
  path: string;
  body?: unknown;
}

let identities = 0;

/** Every operation with a signed retry: its request, and its final status. */
const operations: Record<string, { ask: () => Ask | Promise<Ask>; status: number; hasType: boolean }> = {
  'POST /auth/credentials': {
    ask: () => ({
      method: 'POST',
      path: '/auth/credentials',
      body: { type: 'OAUTH', accountId: wallet.accountId, oidcToken: oidcToken({ sub: `retry-${++identities}` }) },
    }),
    status: 201,
    hasType: true,
  },
  'DELETE /auth/credentials/{id}': {
    ask: async () => {
      const { id } = await addPasskey(wallet, session);
      return { method: 'DELETE', path: `/auth/credentials/${id}` };
    },
    status: 204,
    hasType: true,
  },
  'DELETE /auth/sessions/{id}': {
    ask: async () => {
      const passkey = await addPasskey(wallet, session);
      const { id } = await loginByPasskey(wallet, passkey);
      return { method: 'DELETE', path: `/auth/sessions/${id}` };
    },
    status: 204,
    hasType: true,
  },
  'POST /auth/sessions/{id}/refresh': {
    ask: () => ({
      method: 'POST',
      path: `/auth/sessions/${session.id}/refresh`,
      body: { clientPublicKey: new ClientKey().compressed },
    }),
    status: 201,
    hasType: false,
  },
  'POST /internal-accounts/{id}/export': {
    ask: () => ({
      method: 'POST',
      path: `/internal-accounts/${wallet.accountId}/export`,
      body: { clientPublicKey: new ClientKey().uncompressed },
    }),
    status: 200,
    hasType: false,
  },
  'PATCH /internal-accounts/{id}': {
    ask: () => ({ method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body: { privateEnabled: true } }),
    status: 200,
    hasType: false,
  },
  'PATCH /customers/{id}': {
    ask: () => ({
      method: 'PATCH',
      path: `/customers/${wallet.customerId}`,
      body: { customerType: 'INDIVIDUAL', email: `retry.${++identities}@example.com` },
    }),
    status: 200,
    hasType: false,
  },
};

describe.each(Object.entries(operations))('%s', (_name, { ask: makeAsk, status, hasType }) => {
  it('returns a challenge, is executed by the signed retry, and is not executed again', async () => {
    const ask = await makeAsk();
    const first = await send(client, ask);
    expect(first.status).toBe(202);
    const members = ['payloadToSign', 'requestId', 'expiresAt'];
    expect(Object.keys(first.body)).toEqual(hasType ? ['type', ...members] : members);
    const { payloadToSign, requestId, expiresAt } = first.body;
    expect(requestId).toMatch(/^Request:/);
    const payload = JSON.parse(payloadToSign);
    expect(payload).toMatchObject({ accountId: wallet.accountId, requestId, expiresAt, nonce: expect.any(String) });
    expect(Object.keys(payload)).toEqual(Object.keys(payload).toSorted());
    expect(payloadToSign).toBe(payloadToSign.trim());
    const done = await retry(client, ask, { challenge: first.body, key: session.key });
    expect(done.status).toBe(status);
    const again = await retry(client, ask, { challenge: first.body, key: session.key });
    expect([again.status, again.body.code, again.body.reason]).toEqual([
      401,
      'UNAUTHORIZED',
      'The requestId was used already',
    ]);
  });

  it('rejects every forged, foreign or incomplete retry, and none of them consumes the challenge', async () => {
    const ask = await makeAsk();
    const { body: challenge } = await send(client, ask);
    const { requestId, payloadToSign } = challenge;
    const stamp = session.key.stamp(payloadToSign);
    const stranger = new ClientKey();
    const neighbour = await loginByCode(await newWallet(client));
    const attempts: [string, Record<string, string>, string][] = [
      ['no signature', { 'request-id': requestId }, 'WALLET_SIGNATURE_MISSING'],
      ['no request id', { 'service-wallet-signature': stamp }, 'REQUEST_ID_MISSING'],
      ['an unknown request id', signedHeaders('Request:019542f5-b3e7-7d02-8000-000000000001', stamp), 'UNAUTHORIZED'],
      ['a malformed request id', signedHeaders('nonsense', stamp), 'UNAUTHORIZED'],
      ['a malformed stamp', signedHeaders(requestId, 'nonsense!'), 'WALLET_SIGNATURE_MALFORMED'],
      ['a truncated stamp', signedHeaders(requestId, stamp.slice(0, -8)), 'WALLET_SIGNATURE_MALFORMED'],
      [
        'another scheme',
        signedHeaders(requestId, session.key.stamp(payloadToSign, { scheme: 'RSA' })),
        'WALLET_SIGNATURE_MALFORMED',
      ],
      [
        'a key off the curve',
        signedHeaders(requestId, session.key.stamp(payloadToSign, { publicKey: `02${'f'.repeat(64)}` })),
        'WALLET_SIGNATURE_MALFORMED',
      ],
      [
        'a signature that is not DER',
        signedHeaders(requestId, session.key.stamp(payloadToSign, { signature: 'abcd' })),
        'WALLET_SIGNATURE_MALFORMED',
      ],
      [
        'another payload',
        signedHeaders(requestId, session.key.stamp(`${payloadToSign}\n`)),
        'WALLET_SIGNATURE_INVALID',
      ],
      ['an unknown key', signedHeaders(requestId, stranger.stamp(payloadToSign)), 'WALLET_SIGNATURE_INVALID'],
      [
        "another account's session",
        signedHeaders(requestId, neighbour.key.stamp(payloadToSign)),
        'WALLET_SIGNATURE_INVALID',
      ],
      [
        'a known key with a foreign signature',
        signedHeaders(requestId, stranger.stamp(payloadToSign, { publicKey: session.key.compressed })),
        'WALLET_SIGNATURE_INVALID',
      ],
    ];
    for (const [what, headers, code] of attempts) {
      const { status: rejected, body } = await send(client, ask, headers);
      expect([what, rejected, body.code]).toEqual([what, 401, code]);
      expect(body.reason).toEqual(expect.any(String));
      expect([body.reason, body.details.reason]).toEqual([expect.any(String), expect.stringMatching(/^[A-Z_]+$/)]);
    }
    if (ask.body) {
      const spaced = await send(
        client,
        { ...ask, body: undefined, raw: `${JSON.stringify(ask.body)} ` } as Ask,
        signedHeaders(requestId, stamp),
      );
      expect([spaced.status, spaced.body.code]).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
    }
    const elsewhere = await send(client, { ...ask, path: `${ask.path}?x=1` }, signedHeaders(requestId, stamp));
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
    const encoded = { ...ask, path: ask.path.replaceAll(':', '%3A') };
    expect((await send(client, encoded, signedHeaders(requestId, stamp))).status).toBe(status);
  });
});

describe('a challenge', () => {
  const privacy = (of = wallet) => ({
    method: 'PATCH',
    path: `/internal-accounts/${of.accountId}`,
    body: { privateEnabled: false },
  });

  it('accepts exactly one of a hundred concurrent retries', async () => {
    const { body: challenge } = await send(client, privacy());
    const racing = Array.from({ length: 100 }, () => retry(client, privacy(), { challenge, key: session.key }));
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(99);
  });

  it.each([
    'POST /auth/credentials',
    'DELETE /auth/credentials/{id}',
    'PATCH /customers/{id}',
    'POST /internal-accounts/{id}/export',
  ])('of %s is valid once under concurrency', async (name) => {
    const ask = (await operations[name]?.ask()) as Ask;
    const { body: challenge } = await send(client, ask);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => retry(client, ask, { challenge, key: session.key })),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it('expires after five minutes, and a session after fifteen, on the clock of the platform', async () => {
    const platform = await app.newPlatform();
    const own = await newWallet(platform);
    const login = await loginByCode(own);
    const advance = (seconds: number) => platform.post('/sandbox/clock/advance', { seconds });
    const { body: challenge } = await send(platform, privacy(own));
    const ttl = new Date(challenge.expiresAt).getTime() - Date.now();
    expect(ttl).toBeGreaterThan(295_000);
    expect(ttl).toBeLessThanOrEqual(300_000);
    await advance(301);
    const late = await retry(platform, privacy(own), { challenge, key: login.key });
    expect([late.status, late.body.reason]).toEqual([401, 'The requestId has expired']);
    expect((await signedTwice(platform, privacy(own), login.key)).status).toBe(200);
    await advance(600);
    const ended = await signedTwice(platform, privacy(own), login.key);
    expect([ended.status, ended.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    expect((await platform.get(`/auth/sessions?accountId=${own.accountId}`)).body.data).toEqual([]);
    const body = { clientPublicKey: new ClientKey().compressed };
    const refresh = await platform.post(`/auth/sessions/${login.id}/refresh`, body);
    expect([refresh.status, refresh.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await platform.delete(`/auth/sessions/${login.id}`)).status).toBe(404);
  });

  it('of one platform is unknown to another', async () => {
    const { body: challenge } = await send(client, privacy());
    const platform = await app.newPlatform();
    const own = await newWallet(platform);
    const login = await loginByCode(own);
    const foreign = await retry(platform, privacy(own), { challenge, key: login.key });
    expect([foreign.status, foreign.body.reason]).toEqual([401, 'The requestId is unknown']);
  });

  it('of one operation is invalid for another', async () => {
    const { body: challenge } = await send(client, privacy());
    const other = (await operations['POST /internal-accounts/{id}/export']?.ask()) as Ask;
    const rejected = await retry(client, other, { challenge, key: session.key });
    expect([rejected.status, rejected.body.code]).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
  });

  it('is met by signatures of low and high s, and by the key in both encodings', async () => {
    for (const side of ['LOW', 'HIGH'] as const) {
      const { body } = await send(client, privacy());
      const stamp = session.key.stampWithS(body.payloadToSign, side);
      expect((await send(client, privacy(), signedHeaders(body.requestId, stamp))).status).toBe(200);
    }
    const { body } = await send(client, privacy());
    const stamp = session.key.stamp(body.payloadToSign, { publicKey: session.key.uncompressed.toUpperCase() });
    expect((await send(client, privacy(), signedHeaders(body.requestId, stamp))).status).toBe(200);
  });

  it('is met by a stamp with padding, and by DER with superfluous leading zeros', async () => {
    const { body } = await send(client, privacy());
    const stamp = session.key.stamp(body.payloadToSign);
    const padded = `${stamp}${'='.repeat((4 - (stamp.length % 4)) % 4)}`;
    expect((await send(client, privacy(), signedHeaders(body.requestId, padded))).status).toBe(200);
    for (const zeros of [1, 5]) {
      const { body: next } = await send(client, privacy());
      const signature = withLeadingZeros(session.key.signature(next.payloadToSign), zeros);
      const zeroed = session.key.stamp(next.payloadToSign, { signature: signature.toString('hex') });
      expect((await send(client, privacy(), signedHeaders(next.requestId, zeroed))).status).toBe(200);
    }
  });

  it('is not met by DER with a negative integer, trailing bytes, or a scalar that is too long', async () => {
    const { body } = await send(client, privacy());
    const r = Buffer.concat([Buffer.from([2, 33, 1]), Buffer.alloc(32)]);
    const one = Buffer.from([2, 1, 1]);
    const sequence = (...parts: Buffer[]) => {
      const content = Buffer.concat(parts);
      return Buffer.concat([Buffer.from([0x30, content.length]), content]).toString('hex');
    };
    for (const signature of [sequence(Buffer.from([2, 1, 0x81]), one), sequence(one, one, one), sequence(r, one)]) {
      const stamp = session.key.stamp(body.payloadToSign, { signature });
      const rejected = await send(client, privacy(), signedHeaders(body.requestId, stamp));
      expect([rejected.status, rejected.body.code]).toEqual([401, 'WALLET_SIGNATURE_MALFORMED']);
    }
  });

  it('is met in the sandbox by the legacy literal', async () => {
    const { body } = await send(client, privacy());
    const accepted = await send(client, privacy(), signedHeaders(body.requestId, 'sandbox-valid-signature'));
    expect(accepted.status).toBe(200);
  });

  it('is removed after it has expired by the system clock', async () => {
    const { db } = app.database;
    const { body } = await send(client, privacy());
    await db.pool.query(`UPDATE wallet_challenges SET expires_at = '2020-01-01' WHERE id = $1`, [body.requestId]);
    await app.app.housekeeping.run();
    const { rowCount } = await db.pool.query('SELECT 1 FROM wallet_challenges WHERE id = $1', [body.requestId]);
    expect(rowCount).toBe(0);
  });
});

describe('the signature header', () => {
  it('has the configured prefix, or the default one', async () => {
    const other = await TestApp.start({ beside: app, config: { headerPrefix: 'Acme' } });
    const ask = { method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body: { privateEnabled: true } };
    for (const name of ['acme-wallet-signature', 'service-wallet-signature']) {
      const { body } = await send(other.client, ask);
      const headers = { 'request-id': body.requestId, [name]: session.key.stamp(body.payloadToSign) };
      expect((await send(other.client, ask, headers)).status).toBe(200);
    }
    await other.stop();
  });
});

describe('sessions', () => {
  it('are listed while they are active, newest first, without secrets', async () => {
    const own = await newWallet(client);
    const [a, b] = [await loginByCode(own), await loginByCode(own)];
    const { body } = await client.get(`/auth/sessions?accountId=${own.accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([b.id, a.id]);
    expect(body.data[0]).toEqual(b.body);
  });

  it('are ended by any session of the account, themselves included, and are then unknown', async () => {
    const own = await newWallet(client);
    const [a, b] = [await loginByCode(own), await loginByCode(own)];
    expect((await signedTwice(client, { method: 'DELETE', path: `/auth/sessions/${a.id}` }, b.key)).status).toBe(204);
    expect((await client.delete(`/auth/sessions/${a.id}`)).status).toBe(404);
    const { body: challenge } = await client.delete(`/auth/sessions/${b.id}`);
    const ask = { method: 'DELETE', path: `/auth/sessions/${b.id}` };
    const revoked = await retry(client, ask, { challenge, key: a.key });
    expect([revoked.status, revoked.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    expect((await retry(client, ask, { challenge, key: b.key })).status).toBe(204);
    expect((await client.get(`/auth/sessions?accountId=${own.accountId}`)).body.data).toEqual([]);
  });

  it('are refreshed with their own key, and stay valid beside the new one', async () => {
    const own = await newWallet(client);
    const [a, b] = [await loginByCode(own), await loginByCode(own)];
    const next = new ClientKey();
    const ask = { method: 'POST', path: `/auth/sessions/${a.id}/refresh`, body: { clientPublicKey: next.compressed } };
    const { body: challenge } = await send(client, ask);
    expect(JSON.parse(challenge.payloadToSign).parameters).toEqual({ targetPublicKey: next.compressed });
    const other = await retry(client, ask, { challenge, key: b.key });
    expect([other.status, other.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    const fresh = await retry(client, ask, { challenge, key: a.key });
    expect([fresh.status, fresh.body.id === a.id]).toEqual([201, false]);
    const { body } = await client.get(`/auth/sessions?accountId=${own.accountId}`);
    expect(body.data).toHaveLength(3);
    expect((await signedTwice(client, { method: 'DELETE', path: `/auth/sessions/${a.id}` }, next)).status).toBe(204);
  });
});

describe('a credential', () => {
  it('is revoked by a session of another one, and its own sessions end with it', async () => {
    const own = await newWallet(client);
    const byCode = await loginByCode(own);
    const passkey = await addPasskey(own, byCode);
    const byPasskey = await loginByPasskey(own, passkey);
    const ask = { method: 'DELETE', path: `/auth/credentials/${passkey.id}` };
    const { body: challenge } = await send(client, ask);
    const own401 = await retry(client, ask, { challenge, key: byPasskey.key });
    expect([own401.status, own401.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    expect((await retry(client, ask, { challenge, key: byCode.key })).status).toBe(204);
    const { body } = await client.get(`/auth/sessions?accountId=${own.accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([byCode.id]);
    expect((await send(client, ask)).status).toBe(404);
  });

  it('is listed with those of its account, newest first', async () => {
    const own = await newWallet(client);
    const login = await loginByCode(own);
    const added = [await addPasskey(own, login), await addPasskey(own, login)].map(({ id }) => id);
    const { body } = await client.get(`/auth/credentials?accountId=${own.accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([own.emailId, ...added].toReversed());
  });

  it('that is the last of its account cannot be revoked, also under concurrency', async () => {
    const own = await newWallet(client);
    const byCode = await loginByCode(own);
    const last = await client.delete(`/auth/credentials/${own.emailId}`);
    expect([last.status, last.body.code]).toEqual([400, 'INVALID_INPUT']);
    const passkey = await addPasskey(own, byCode);
    const byPasskey = await loginByPasskey(own, passkey);
    const asks = [own.emailId, passkey.id].map((id) => ({ method: 'DELETE', path: `/auth/credentials/${id}` }));
    const challenges = await Promise.all(asks.map((ask) => send(client, ask)));
    const keys = [byPasskey.key, byCode.key];
    const answers = await Promise.all(
      asks.map((ask, i) => retry(client, ask, { challenge: challenges[i]?.body, key: keys[i] as ClientKey })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await client.get(`/auth/credentials?accountId=${own.accountId}`)).body.data).toHaveLength(1);
  });

  it('of each type of code exists once, and can be added again after it was revoked', async () => {
    const own = await newWallet(client);
    const byCode = await loginByCode(own);
    const email = { type: 'EMAIL_OTP', accountId: own.accountId };
    const sms = { method: 'POST', path: '/auth/credentials', body: { type: 'SMS_OTP', accountId: own.accountId } };
    const twice = await client.post('/auth/credentials', email);
    expect([twice.status, twice.body.code]).toEqual([400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS']);
    const { body: early } = await send(client, sms);
    const added = await signedTwice(client, sms, byCode.key);
    expect(added.body).toMatchObject({
      type: 'SMS_OTP',
      nickname: '+14155550100',
      otpEncryptionTargetBundle: expect.any(String),
    });
    const again = await send(client, sms);
    expect([again.status, again.body.code]).toEqual([400, 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS']);
    const onTheSecondLeg = await retry(client, sms, { challenge: early, key: byCode.key });
    expect([onTheSecondLeg.status, onTheSecondLeg.body.code]).toEqual([400, 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS']);
    const bySms = await loginByCode(own, added.body.id);
    expect(
      (await signedTwice(client, { method: 'DELETE', path: `/auth/credentials/${own.emailId}` }, bySms.key)).status,
    ).toBe(204);
    const back = await signedTwice(client, { method: 'POST', path: '/auth/credentials', body: email }, bySms.key);
    expect(back.status).toBe(201);
  });
});

describe('an export', () => {
  it('seals the mnemonic of the wallet to the signed key only', async () => {
    const own = await newWallet(client);
    const login = await loginByCode(own);
    const key = new ClientKey();
    const ask = {
      method: 'POST',
      path: `/internal-accounts/${own.accountId}/export`,
      body: { clientPublicKey: key.uncompressed },
    };
    const exported = await signedTwice(client, ask, login.key);
    expect(exported.body.id).toBe(own.accountId);
    const envelope = JSON.parse(exported.body.encryptedWalletCredentials);
    expect(envelope).toMatchObject({ version: 'v1.0.0', dataSignature: '', enclaveQuorumPublic: '' });
    const data = JSON.parse(Buffer.from(envelope.data, 'hex').toString());
    expect(data.organizationId).toBe(own.accountId.split(':')[1]);
    const mnemonic = openByHand(key.scalar, data).toString('utf8');
    const { validateMnemonic, mnemonicToSeedSync } = await import('@scure/bip39');
    const { wordlist } = await import('@scure/bip39/wordlists/english');
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true);
    const { HDKey } = await import('@scure/bip32');
    const { publicKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/8797555'/0'/0'");
    const { body } = await client.get(`/customers/internal-accounts?customerId=${own.customerId}&currency=USDB`);
    const { bech32m } = await import('@scure/base');
    const { words } = bech32m.decode(body.data[0].fundingPaymentInstructions[0].accountOrWalletInfo.address, 1_024);
    expect(Buffer.from(bech32m.fromWords(words)).toString('hex')).toBe(
      `0a21${Buffer.from(publicKey ?? []).toString('hex')}`,
    );
    const again = await signedTwice(client, ask, login.key);
    const second = JSON.parse(Buffer.from(JSON.parse(again.body.encryptedWalletCredentials).data, 'hex').toString());
    expect(openByHand(key.scalar, second).toString('utf8')).toBe(mnemonic);
    const { rows } = await app.database.db.pool.query(
      'SELECT mnemonic_sealed FROM wallet_seeds WHERE account_id = $1',
      [own.accountId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].mnemonic_sealed).not.toContain(mnemonic.split(' ')[0]);
    const kept = await storedLines(app.database.db);
    expect(kept.map(({ text }) => text).join()).not.toContain(data.ciphertext);
  });

  it('requires an uncompressed key and an embedded wallet', async () => {
    const path = `/internal-accounts/${wallet.accountId}/export`;
    expect((await client.post(path, { clientPublicKey: new ClientKey().compressed })).status).toBe(400);
    expect((await client.post(path, {})).status).toBe(400);
    const { body } = await client.get('/platform/internal-accounts?currency=USD');
    const other = await client.post(`/internal-accounts/${body.data[0].id}/export`, {
      clientPublicKey: new ClientKey().uncompressed,
    });
    expect([other.status, other.body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('a change of contact', () => {
  const change = <C extends object>(own: Wallet, contact: C) => ({
    method: 'PATCH',
    path: `/customers/${own.customerId}`,
    body: { customerType: 'INDIVIDUAL', ...contact },
  });

  it('changes the email and its credential together, and voids the pending code', async () => {
    const own = await newWallet(client);
    const login = await loginByCode(own);
    await client.post(`/auth/credentials/${own.emailId}/challenge`);
    const email = `moved.${own.customerId.slice(-6)}@example.com`;
    const { status, body } = await signedTwice(client, change(own, { email }), login.key);
    expect([status, body.email]).toEqual([200, email]);
    const { body: listed } = await client.get(`/auth/credentials?accountId=${own.accountId}`);
    expect(listed.data[0]).toMatchObject({ id: own.emailId, nickname: email });
    const { rowCount } = await app.database.db.pool.query('SELECT 1 FROM wallet_codes WHERE credential_id = $1', [
      own.emailId,
    ]);
    expect(rowCount).toBe(0);
    await loginByCode(own);
    const { body: inbox } = await client.get(`/sandbox/messages?to=${email}`);
    expect(inbox.data).toHaveLength(1);
  });

  it('needs no signature if no credential depends on it, or nothing changes', async () => {
    const own = await newWallet(client);
    expect((await send(client, change(own, { phoneNumber: '+14155550199' }))).status).toBe(200);
    const { body: customer } = await client.get(`/customers/${own.customerId}`);
    expect((await send(client, change(own, { email: customer.email, fullName: 'Ada King' }))).status).toBe(200);
  });

  it('of the phone number changes its credential as well', async () => {
    const own = await newWallet(client);
    const login = await loginByCode(own);
    const sms = { method: 'POST', path: '/auth/credentials', body: { type: 'SMS_OTP', accountId: own.accountId } };
    const { body: added } = await signedTwice(client, sms, login.key);
    expect((await signedTwice(client, change(own, { phoneNumber: '+14155550177' }), login.key)).status).toBe(200);
    const { body } = await client.get(`/auth/credentials?accountId=${own.accountId}`);
    expect(body.data.find(({ id }: { id: string }) => id === added.id).nickname).toBe('+14155550177');
  });

  it('to an email of another credential returns 409, on both legs', async () => {
    const [own, other] = [await newWallet(client), await newWallet(client)];
    const login = await loginByCode(own);
    const { body: theirs } = await client.get(`/customers/${other.customerId}`);
    const taken = await send(client, change(own, { email: theirs.email.toUpperCase() }));
    expect([taken.status, taken.body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS']);
    const ask = change(own, { email: `later.${own.customerId.slice(-6)}@example.com` });
    const { body: challenge } = await send(client, ask);
    await newWallet(client, { email: ask.body.email });
    const late = await retry(client, ask, { challenge, key: login.key });
    expect([late.status, late.body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS']);
    expect((await client.get(`/customers/${own.customerId}`)).body.email).not.toBe(ask.body.email);
  });

  it('returns 409 if the credentials have changed since the signature', async () => {
    const own = await newWallet(client);
    const passkey = await addPasskey(own, await loginByCode(own));
    const login = await loginByPasskey(own, passkey);
    const ask = change(own, { email: `set.${own.customerId.slice(-6)}@example.com` });
    const { body: challenge } = await send(client, ask);
    await signedTwice(client, { method: 'DELETE', path: `/auth/credentials/${own.emailId}` }, login.key);
    const body = { type: 'EMAIL_OTP', accountId: own.accountId };
    await signedTwice(client, { method: 'POST', path: '/auth/credentials', body }, login.key);
    const changed = await retry(client, ask, { challenge, key: login.key });
    expect([changed.status, changed.body.code]).toEqual([409, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED']);
  });
});
