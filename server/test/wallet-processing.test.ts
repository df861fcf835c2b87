import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from './support/app.ts';
import { Authenticator } from './support/authenticator.ts';
import { newCard } from './support/cards.ts';
import type { Answer, Client } from './support/client.ts';
import { fund, payeeWithSuffix } from './support/payments.ts';
import {
  assertionOf,
  ClientKey,
  newWallet,
  nonceOf,
  oidcToken,
  otpBundle,
  passkeyRequest,
  send,
  signedHeaders,
  targetOf,
  type Wallet,
} from './support/wallets.ts';

let app: TestApp;
let client: Client;
let wallet: Wallet;
let key: ClientKey;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  wallet = await newSlowWallet();
  key = (await login()).key;
  await fund(client, wallet.accountId, 500_000_000);
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const slowEmail = () => `holder.${randomUUID()}+slow@example.com`;
const newSlowWallet = () => newWallet(client, { email: slowEmail() });

/** Imported by path, because it is written for browsers and has types that a server lacks. */
const SDK = new URL('../../sdk/wallet/src/index.ts', import.meta.url).href;

interface SentRequest {
  method: string;
  path: string;
  body?: string;
  headers: Record<string, string>;
}

interface Ask {
  method: string;
  path: string;
  body?: unknown;
}

const isAtWork = ({ status, body }: Answer): boolean => status === 200 && body?.status === 'PROCESSING' && !body.id;

/** Expects PROCESSING, then completes the operation by the same request. */
async function settled(ask: Ask, headers: Record<string, string> = {}): Promise<Answer> {
  const first = await send(client, ask, headers);
  expect([ask.path, first.status, first.body]).toEqual([
    ask.path,
    200,
    { status: 'PROCESSING', message: expect.any(String) },
  ]);
  return send(client, ask, headers);
}

/** Signs an operation: the challenge comes at once, the signed request is PROCESSING first. */
async function signed(ask: Ask, by = key): Promise<Answer> {
  const { status, body } = await send(client, ask);
  expect([ask.path, status]).toEqual([ask.path, 202]);
  return settled(ask, signedHeaders(body.requestId, by.stamp(body.payloadToSign)));
}

async function login(of = wallet) {
  const path = `/auth/credentials/${of.emailId}`;
  const { body } = await settled({ method: 'POST', path: `${path}/challenge` });
  const own = new ClientKey();
  const encryptedOtpBundle = otpBundle(targetOf(body.otpEncryptionTargetBundle), own);
  const ask = { method: 'POST', path: `${path}/verify`, body: { type: 'EMAIL_OTP', encryptedOtpBundle } };
  return { answer: await signed(ask, own), key: own };
}

async function addPasskey(authenticator: Authenticator): Promise<string> {
  const body = passkeyRequest(wallet.accountId, authenticator);
  return (await signed({ method: 'POST', path: '/auth/credentials', body })).body.id;
}

async function newQuote() {
  const { body } = await client.post('/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: wallet.accountId },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: await payeeWithSuffix(client, wallet.customerId, '111'),
    },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000_000,
  });
  return body;
}

/** Every wallet operation, run to its end, and its final status. */
const operations: Record<string, { run: () => Promise<Answer>; status: number }> = {
  'POST /auth/credentials': {
    run: () => {
      const body = { type: 'OAUTH', accountId: wallet.accountId, oidcToken: oidcToken({ sub: randomUUID() }) };
      return signed({ method: 'POST', path: '/auth/credentials', body });
    },
    status: 201,
  },
  'DELETE /auth/credentials/{id}': {
    run: async () => signed({ method: 'DELETE', path: `/auth/credentials/${await addPasskey(new Authenticator())}` }),
    status: 204,
  },
  'POST /auth/credentials/{id}/challenge and verify, by code': {
    run: async () => (await login()).answer,
    status: 200,
  },
  'POST /auth/credentials/{id}/challenge and verify, by passkey': {
    run: async () => {
      const authenticator = new Authenticator();
      const path = `/auth/credentials/${await addPasskey(authenticator)}`;
      const clientPublicKey = new ClientKey().compressed;
      const { body } = await settled({ method: 'POST', path: `${path}/challenge`, body: { clientPublicKey } });
      const proof = { type: 'PASSKEY', assertion: assertionOf(authenticator, body.challenge) };
      return settled({ method: 'POST', path: `${path}/verify`, body: proof }, { 'request-id': body.requestId });
    },
    status: 200,
  },
  'POST /auth/credentials/{id}/verify, by OIDC': {
    run: async () => {
      const sub = randomUUID();
      const added = { type: 'OAUTH', accountId: wallet.accountId, oidcToken: oidcToken({ sub }) };
      const { body } = await signed({ method: 'POST', path: '/auth/credentials', body: added });
      const clientPublicKey = new ClientKey().compressed;
      const token = oidcToken({ sub, nonce: nonceOf(clientPublicKey) });
      const proof = { type: 'OAUTH', oidcToken: token, clientPublicKey };
      return settled({ method: 'POST', path: `/auth/credentials/${body.id}/verify`, body: proof });
    },
    status: 200,
  },
  'DELETE /auth/sessions/{id}': {
    run: async () => {
      const { answer } = await login();
      return signed({ method: 'DELETE', path: `/auth/sessions/${answer.body.id}` });
    },
    status: 204,
  },
  'POST /auth/sessions/{id}/refresh': {
    run: async () => {
      const { answer, key: own } = await login();
      const body = { clientPublicKey: new ClientKey().compressed };
      return signed({ method: 'POST', path: `/auth/sessions/${answer.body.id}/refresh`, body }, own);
    },
    status: 201,
  },
  'POST /internal-accounts/{id}/export': {
    run: () => {
      const body = { clientPublicKey: new ClientKey().uncompressed };
      return signed({ method: 'POST', path: `/internal-accounts/${wallet.accountId}/export`, body });
    },
    status: 200,
  },
  'PATCH /internal-accounts/{id}': {
    run: () =>
      signed({ method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body: { privateEnabled: true } }),
    status: 200,
  },
  'PATCH /customers/{customerId}': {
    run: () => {
      const body = { customerType: 'INDIVIDUAL', email: slowEmail() };
      return signed({ method: 'PATCH', path: `/customers/${wallet.customerId}`, body });
    },
    status: 200,
  },
  'POST /quotes/{quoteId}/execute, after a challenge': {
    run: async () => signed({ method: 'POST', path: `/quotes/${(await newQuote()).id}/execute` }),
    status: 200,
  },
  'POST /quotes/{quoteId}/execute, in one call': {
    run: async () => {
      const { id, payloadToSign } = await newQuote();
      const headers = { 'service-wallet-signature': key.stamp(payloadToSign) };
      return settled({ method: 'POST', path: `/quotes/${id}/execute` }, headers);
    },
    status: 200,
  },
  'POST /auth/delegated-keys': {
    run: async () => {
      const { customerId, accountId } = wallet;
      const { id: cardId } = await newCard(client, { customerId, accountId });
      const body = { cardId, internalAccountId: accountId, nickname: 'card' };
      const ask = { method: 'POST', path: '/auth/delegated-keys', body };
      const { body: policy } = await signed(ask);
      return settled(ask, signedHeaders(policy.requestId, key.stamp(policy.payloadToSign)));
    },
    status: 201,
  },
};

describe('a slow wallet', () => {
  it.each(Object.entries(operations))(
    'returns PROCESSING once for %s, and then the result',
    async (_name, { run, status }) => {
      const answer = await run();
      expect([answer.status, isAtWork(answer)]).toEqual([status, false]);
    },
  );

  it('changes nothing while it is PROCESSING, and does not store that answer under a key', async () => {
    const { id, payloadToSign, transactionId } = await newQuote();
    const headers = { 'service-wallet-signature': key.stamp(payloadToSign), 'idempotency-key': randomUUID() };
    const ask = { method: 'POST', path: `/quotes/${id}/execute` };
    expect(isAtWork(await send(client, ask, headers))).toBe(true);
    expect((await client.get(`/transactions/${transactionId}`)).body.status).toBe('PENDING');
    const done = await send(client, ask, headers);
    expect([done.status, done.body.id]).toEqual([200, id]);
    expect((await send(client, ask, headers)).text).toBe(done.text);
  });

  it('rejects a forged signature before it is PROCESSING', async () => {
    const ask = { method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body: { privateEnabled: false } };
    const { body } = await send(client, ask);
    const forged = signedHeaders(body.requestId, new ClientKey().stamp(body.payloadToSign));
    expect((await send(client, ask, forged)).body.code).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('works with the wallet client, which retries on its own', async () => {
    const { createWallet, memoryKeyStore } = await import(SDK);
    const { accountId } = await newSlowWallet();
    let atWork = 0;
    const own = createWallet({
      accountId,
      sandbox: true,
      confirm: () => true,
      store: memoryKeyStore(),
      polling: { firstDelayMs: 1, maxDelayMs: 4 },
      transport: async ({ method, path, body, headers: named }: SentRequest) => {
        const headers = Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]));
        const answer = await client.request(method, path, { headers, ...(body !== undefined && { raw: body }) });
        if (isAtWork(answer)) atWork += 1;
        return { status: answer.status, headers: answer.headers, body: answer.text };
      },
    });
    await own.loginWithEmailCode({ code: () => '000000' });
    expect(atWork).toBe(2);
    const path = `/internal-accounts/${accountId}`;
    const changed = await own.signedRetry({ method: 'PATCH', path, body: { privateEnabled: true } });
    expect([changed.status, atWork]).toEqual([200, 3]);
    expect((await own.exportWallet()).mnemonic.split(' ')).toHaveLength(24);
    await own.refresh();
    await own.logout();
    expect(atWork).toBe(6);
  });
});

describe('any other wallet', () => {
  it('never returns PROCESSING: only the suffix of the local part of the email counts', async () => {
    for (const email of [`a+slow.${randomUUID()}@example.com`, `a.${randomUUID()}@slow.example`]) {
      const { emailId } = await newWallet(client, { email });
      const answer = await client.post(`/auth/credentials/${emailId}/challenge`);
      expect([answer.status, isAtWork(answer)]).toEqual([200, false]);
    }
  });
});
