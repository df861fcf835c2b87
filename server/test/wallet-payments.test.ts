import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuersOidc } from '../src/engine/providers/oidc/issuers.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import { activeCard, newCard } from './support/cards.ts';
import type { Client } from './support/client.ts';
import { fund, payeeWithSuffix, transactionIn } from './support/payments.ts';
import { storedEvents } from './support/stored-events.ts';
import {
  ClientKey,
  loginByCode,
  newWallet,
  retry,
  type Session,
  send,
  signedHeaders,
  type Wallet,
} from './support/wallets.ts';

let app: TestApp;
let client: Client;
let wallet: Wallet;
let session: Session;
let payee: string;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  wallet = await newWallet(client);
  session = await loginByCode(wallet);
  await fund(client, wallet.accountId, 500_000_000);
  payee = await payeeWithSuffix(client, wallet.customerId, '111');
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

async function newQuote(amount = 1_000_000) {
  const { status, body } = await client.post('/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: wallet.accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payee },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  });
  expect([status, body.status]).toEqual([201, 'PENDING']);
  return body;
}

const executeAsk = (id: string) => ({ method: 'POST', path: `/quotes/${id}/execute` });
const execute = (id: string, headers: Record<string, string> = {}) => send(client, executeAsk(id), headers);
const account = async () => {
  const { body } = await client.get(`/customers/internal-accounts?customerId=${wallet.customerId}&currency=USDB`);
  return body.data[0];
};
const balance = async (): Promise<number> => (await account()).balance.amount;

async function lastBalanceEvent(accountId: string) {
  const found = await storedEvents(
    app.database.db,
    sql`e.resource_id = ${accountId} AND e.type = 'INTERNAL_ACCOUNT.BALANCE_UPDATED'`,
  );
  return JSON.parse(found.at(-1)?.payload ?? '').data;
}

describe('a quote from an embedded wallet', () => {
  it('returns the payload to sign, and executes in one call with the stamp over it', async () => {
    const quote = await newQuote();
    const info = quote.paymentInstructions.at(-1).accountOrWalletInfo;
    expect(info).toMatchObject({ accountType: 'EMBEDDED_WALLET', payloadToSign: quote.payloadToSign });
    const before = await balance();
    const done = await execute(quote.id, { 'service-wallet-signature': session.key.stamp(quote.payloadToSign) });
    expect([done.status, done.body.status]).toEqual([200, 'PROCESSING']);
    expect(await balance()).toBe(before - 1_000_000);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    const again = await execute(quote.id, { 'service-wallet-signature': session.key.stamp(quote.payloadToSign) });
    expect([again.status, again.body.details.reason]).toEqual([409, 'ALREADY_EXECUTED']);
  });

  it('emits the balance with the privacy that the wallet has by then', async () => {
    for (const privateEnabled of [true, false]) {
      const quote = await newQuote();
      const ask = { method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body: { privateEnabled } };
      const { body: challenge } = await send(client, ask);
      expect((await retry(client, ask, { challenge, key: session.key })).status).toBe(200);
      await execute(quote.id, { 'service-wallet-signature': session.key.stamp(quote.payloadToSign) });
      await transactionIn(client, quote.transactionId, 'COMPLETED');
      const notified = await lastBalanceEvent(wallet.accountId);
      expect(notified).toEqual(await account());
      expect(notified.privateEnabled).toBe(privateEnabled);
    }
  });

  it('keeps its privacy without a member that changes it: 400', async () => {
    for (const body of [{}, { isPrivate: true }]) {
      const { status, body: rejection } = await client.patch(`/internal-accounts/${wallet.accountId}`, body);
      const message = 'body must have at least 1 of privateEnabled.';
      expect([status, rejection.details.errors]).toEqual([400, [{ field: 'body', message }]]);
    }
  });

  it('without a header returns its payload as a challenge, which the signed retry meets', async () => {
    const quote = await newQuote();
    const asked = await execute(quote.id);
    expect([asked.status, asked.body.payloadToSign]).toEqual([202, quote.payloadToSign]);
    expect(new Date(asked.body.expiresAt) <= new Date(quote.expiresAt)).toBe(true);
    const racing = await Promise.all(
      Array.from({ length: 10 }, () =>
        retry(client, executeAsk(quote.id), { challenge: asked.body, key: session.key }),
      ),
    );
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(racing.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  it('rejects an incomplete retry, another payload and foreign keys, and moves no money', async () => {
    const [quote, other] = [await newQuote(), await newQuote(2_000_000)];
    const before = await balance();
    const { body: asked } = await execute(quote.id);
    const stranger = new ClientKey();
    const attempts: [Record<string, string>, string][] = [
      [{ 'request-id': asked.requestId }, 'WALLET_SIGNATURE_MISSING'],
      [{ 'service-wallet-signature': 'x!' }, 'WALLET_SIGNATURE_MALFORMED'],
      [{ 'service-wallet-signature': session.key.stamp(other.payloadToSign) }, 'WALLET_SIGNATURE_INVALID'],
      [{ 'service-wallet-signature': stranger.stamp(quote.payloadToSign) }, 'WALLET_SIGNATURE_INVALID'],
      [
        signedHeaders('Request:019542f5-b3e7-7d02-8000-000000000001', session.key.stamp(quote.payloadToSign)),
        'UNAUTHORIZED',
      ],
    ];
    for (const [headers, code] of attempts) {
      const { status, body } = await execute(quote.id, headers);
      expect([status, body.code]).toEqual([401, code]);
    }
    const foreign = await send(
      client,
      executeAsk(other.id),
      signedHeaders(asked.requestId, session.key.stamp(asked.payloadToSign)),
    );
    expect([foreign.status, foreign.body.code]).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
    expect(await balance()).toBe(before);
    expect((await execute(quote.id, { 'service-wallet-signature': 'sandbox-valid-signature' })).status).toBe(200);
  });

  it('stores its answer under an Idempotency-Key after its execution, and not the challenge before', async () => {
    const quote = await newQuote();
    const key = { 'idempotency-key': randomUUID() };
    const { status, body } = await execute(quote.id, key);
    expect(status).toBe(202);
    const headers = { ...key, ...signedHeaders(body.requestId, session.key.stamp(body.payloadToSign)) };
    const done = await execute(quote.id, headers);
    expect(done.status).toBe(200);
    const replay = await execute(quote.id, headers);
    expect([replay.status, replay.text, replay.headers.get('idempotent-replayed')]).toEqual([200, done.text, 'true']);
  });

  it('is rejected above the balance of the wallet, and after its expiry', async () => {
    const large = await newQuote(499_999_999);
    const poor = await execute(large.id, { 'service-wallet-signature': session.key.stamp(large.payloadToSign) });
    expect([poor.status, poor.body.code]).toEqual([400, 'INVALID_AMOUNT']);
    const platform = await app.newPlatform();
    const own = await newWallet(platform);
    const to = await payeeWithSuffix(platform, own.customerId, '111');
    const { body: quote } = await platform.post('/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: own.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    });
    await platform.post('/sandbox/clock/advance', { seconds: 3_600 });
    const late = await send(platform, executeAsk(quote.id));
    expect([late.status, late.body.details.reason]).toEqual([409, 'QUOTE_EXPIRED']);
  });
});

describe('a delegated key', () => {
  const path = '/auth/delegated-keys';
  const askFor = (cardId: string) => ({
    method: 'POST',
    path,
    body: { cardId, internalAccountId: wallet.accountId, nickname: 'Daily card' },
  });
  const leg = (ask: ReturnType<typeof askFor>, challenge: { requestId: string; payloadToSign: string }) =>
    retry(client, ask, { challenge, key: session.key });

  it('takes three legs: requested, created, and active', async () => {
    const { id: cardId } = await newCard(client, wallet);
    const ask = askFor(cardId);
    const first = await send(client, ask);
    expect([first.status, Object.keys(first.body)]).toEqual([202, ['payloadToSign', 'requestId', 'expiresAt']]);
    const second = await leg(ask, first.body);
    expect([second.status, second.body.requestId === first.body.requestId]).toEqual([202, false]);
    const { body: pending } = await client.get(`${path}?accountId=${wallet.accountId}`);
    expect(pending.data[0]).toMatchObject({ cardId, status: 'PENDING', publicKey: expect.stringMatching(/^0[23]/) });
    expect((await leg(ask, first.body)).status).toBe(401);
    const third = await leg(ask, second.body);
    expect([third.status, third.body.status, third.body.id]).toEqual([201, 'ACTIVE', pending.data[0].id]);
    expect((await leg(ask, second.body)).status).toBe(401);
    expect((await client.get(`${path}/${third.body.id}`)).body).toEqual(third.body);
    const { body: bySource } = await client.get(`${path}?fundingSourceId=${third.body.fundingSourceId}`);
    expect(bySource.data).toEqual([third.body]);
    const taken = await send(client, ask);
    expect([taken.status, taken.body.code]).toEqual([409, 'CONFLICT']);
    expect((await client.delete(`${path}/${third.body.id}`)).status).toBe(204);
    const revoked = await client.delete(`${path}/${third.body.id}`);
    expect([revoked.status, revoked.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await send(client, ask)).status).toBe(202);
  });

  it('is active once per funding source, however many were started', async () => {
    const ask = askFor((await newCard(client, wallet)).id);
    const begun = await Promise.all([send(client, ask), send(client, ask)]);
    const made = await Promise.all(begun.map(({ body }) => leg(ask, body)));
    expect(made.map(({ status }) => status)).toEqual([202, 202]);
    const ended = await Promise.all(made.map(({ body }) => leg(ask, body)));
    expect(ended.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('ends with its funding source, and a created one is never activated after that', async () => {
    const [used, begun] = await Promise.all([1, 2].map(() => activeCard(client, { holder: wallet })));
    const made = async (ask: ReturnType<typeof askFor>) => (await leg(ask, (await send(client, ask)).body)).body;
    const { body: key } = await leg(askFor(used.id), await made(askFor(used.id)));
    const ofBegun = askFor(begun.id);
    const question = await made(ofBegun);
    for (const { id } of [used, begun]) await client.patch(`/cards/${id}`, { state: 'CLOSED' });
    expect((await client.get(`${path}/${key.id}`)).body).toMatchObject({ id: key.id, status: 'REVOKED' });
    const gone = await leg(ofBegun, question);
    expect([gone.status, gone.body]).toEqual([404, (await send(client, ofBegun)).body]);
    const { body } = await client.get(`${path}?accountId=${wallet.accountId}`);
    const ofCard = body.data.filter(({ cardId }: { cardId: string }) => cardId === begun.id);
    expect(ofCard).toMatchObject([{ status: 'REVOKED' }]);
  });

  it('requires a known card, is listed only with a filter, and signs no payment of the holder', async () => {
    const unknown = await send(client, askFor('Card:019542f5-b3e7-7d02-8000-000000000001'));
    expect([unknown.status, unknown.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect((await client.get(path)).status).toBe(400);
    expect((await client.get(`${path}/DelegatedKey:019542f5-b3e7-7d02-8000-000000000001`)).status).toBe(404);
    const { rows } = await app.database.db.pool.query('SELECT public_key FROM delegated_keys LIMIT 1');
    const quote = await newQuote();
    const stamp = session.key.stamp(quote.payloadToSign, { publicKey: rows[0].public_key });
    const rejected = await execute(quote.id, { 'service-wallet-signature': stamp });
    expect([rejected.status, rejected.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
  });
});

describe('a production issuer', () => {
  const issuer = 'https://issuer.example';
  let server: Server;
  let keys: object[] = [];
  let fetches = 0;
  let isDown = false;
  const newKey = async (alg: 'RS256' | 'ES256', kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    return { privateKey, alg, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
  };
  beforeAll(async () => {
    server = createServer((_request, response) => {
      fetches++;
      response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());
  const addressOf = (): string => `http://127.0.0.1:${(server.address() as { port: number }).port}/keys`;
  const tokenBy = (key: Awaited<ReturnType<typeof newKey>>, claims: object = {}) =>
    new SignJWT({ nonce: 'n', email: 'ada@issuer.example', ...claims })
      .setProtectedHeader({ alg: key.alg, kid: key.kid })
      .setIssuer(issuer)
      .setAudience('app')
      .setSubject('user')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key.privateKey);

  it('is verified with RS256 and ES256, with its key set read once and again when its keys have changed', async () => {
    const [rsa, ec] = [await newKey('RS256', 'a'), await newKey('ES256', 'b')];
    keys = [rsa.jwk, ec.jwk];
    const oidc = issuersOidc({ [issuer]: addressOf() });
    for (const key of [rsa, ec, rsa]) {
      expect(await oidc.read(await tokenBy(key), new Date())).toMatchObject({
        issuer,
        audience: 'app',
        subject: 'user',
      });
    }
    expect(fetches).toBe(1);
    const thief = await newKey('RS256', 'a');
    expect(await oidc.read(await tokenBy(thief), new Date())).toMatchObject({ kind: 'BAD_SIGNATURE' });
    const [header, claims] = (await tokenBy(rsa)).split('.');
    expect(await oidc.read(`${header}.${claims}.dummy`, new Date())).toMatchObject({ kind: 'UNTRUSTED' });
    const none = new UnsecuredJWT({})
      .setIssuer(issuer)
      .setAudience('app')
      .setSubject('user')
      .setIssuedAt()
      .setExpirationTime('5m')
      .encode();
    expect(await oidc.read(none, new Date())).toHaveProperty('kind');
    expect(await oidc.read(await tokenBy(rsa), new Date(Date.now() + 67_000))).toMatchObject({ kind: 'UNTRUSTED' });
    const stranger = issuersOidc({});
    expect(await stranger.read(await tokenBy(rsa), new Date())).toMatchObject({ kind: 'UNTRUSTED' });
  });

  it('with rotated keys is fetched again, and an unreachable one returns an error', async () => {
    const [before, after] = [await newKey('ES256', 'old'), await newKey('ES256', 'new')];
    keys = [before.jwk];
    const oidc = issuersOidc({ [issuer]: addressOf() }, { cooldownMs: 0 });
    expect(await oidc.read(await tokenBy(before), new Date())).toHaveProperty('subject');
    keys = [after.jwk];
    expect(await oidc.read(await tokenBy(after), new Date())).toHaveProperty('subject');
    isDown = true;
    const down = issuersOidc({ [issuer]: addressOf() });
    await expect(down.read(await tokenBy(after), new Date())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
