import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorHelp } from '../src/engine/docs/error-help.ts';
import { wireWordsOf } from '../src/foundation/kernel/product-word.ts';
import { TestApp } from './support/app.ts';
import { newCard } from './support/cards.ts';
import type { Client } from './support/client.ts';
import { newExternalAccount, platformAccount, quoted } from './support/payment-world.ts';
import { newPayer, type Payer, quoteFor, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';
import { keyed, mintRequest, newCoin } from './support/stablecoins.ts';
import { newWallet } from './support/wallets.ts';
import { openReceiver } from './support/webhook-receiver.ts';

/** Every name in headers and bodies that contains the default word. */
const NAMES =
  /service(Multiplier|FixedFee|VariableFee\w+|OperationsStatus)|SERVICE_INTERNAL_ACCOUNT|CLOSED_BY_SERVICE|SERVICE_SWITCH_ERROR|Service-Wallet-Signature|X-Service-Signature/;

let app: TestApp;
let client: Client;
let payer: Payer;
let payee: string;
beforeAll(async () => {
  app = await TestApp.start({ config: { headerPrefix: 'Acme' } });
  ({ client } = app);
  payer = await newPayer(client);
  payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'USD_ACCOUNT' });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const DETAILS = {
  acmeApiMultiplier: expect.any(Number),
  acmeApiFixedFee: expect.any(Number),
  acmeApiVariableFeeRate: expect.any(Number),
  acmeApiVariableFeeAmount: expect.any(Number),
};

describe('with HEADER_PREFIX Acme', () => {
  test('quotes, transactions, replays and the request log use its names, and texts of callers are unchanged', async () => {
    const description = '"serviceMultiplier": SERVICE_SWITCH_ERROR';
    const key = keyed();
    const request = quoteFor(payer, payee, { description });
    const made = await client.post('/quotes', request, key);
    expect([made.status, made.body.rateDetails]).toEqual([201, expect.objectContaining(DETAILS)]);
    const replay = await client.post('/quotes', request, key);
    expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([made.text, 'true']);
    const shown = await client.get(`/transactions/${made.body.transactionId}`);
    expect(shown.body).toMatchObject({ description, rateDetails: DETAILS });
    expect((await client.get(`/quotes/${made.body.id}`)).text).not.toMatch(NAMES);
    await app.app.requestLog.flush();
    const logged = await client.get(`/request-log/${made.headers.get('x-request-id')}`);
    expect(logged.body.responseBody.rateDetails).toEqual(expect.objectContaining(DETAILS));
    await app.audit();
  });

  test('events use its names under its own signature header', async () => {
    const platform = await app.newPlatform();
    const receiver = await openReceiver();
    await platform.patch('/config', { webhookEndpoint: receiver.url });
    const one = await newPayer(platform);
    const to = await newExternalAccount(platform, { customerId: one.customerId, type: 'USD_ACCOUNT' });
    const { transactionId } = await quoted(platform, quoteFor(one, to));
    const arrived = () => receiver.received.find(({ event }) => event.data?.id === transactionId);
    await until(() => arrived() !== undefined, 'the event');
    expect(arrived()?.event.data.rateDetails).toEqual(expect.objectContaining(DETAILS));
    expect(arrived()?.headers).toHaveProperty('x-acme-signature');
    expect(arrived()?.headers).not.toHaveProperty('x-service-signature');
    const stored = await platform.get(`/webhooks/events?resourceId=${transactionId}`);
    expect(stored.text).not.toMatch(NAMES);
    await receiver.close();
    await app.audit();
  });

  test('stablecoins are listed, filtered and minted by its names only', async () => {
    const id = await newCoin(client);
    const { body } = await client.get('/stablecoins?acmeOperationsStatus=ENABLED');
    expect(body.data).toMatchObject([{ id, acmeOperationsStatus: 'ENABLED' }]);
    expect((await client.get('/stablecoins?acmeOperationsStatus=DISABLED')).body.data).toEqual([]);
    const wrong = await client.get('/stablecoins?acmeOperationsStatus=SO_SO');
    expect([wrong.status, wrong.body.details.errors[0].field]).toEqual([400, 'acmeOperationsStatus']);
    const { id: accountId } = await platformAccount(client, 'USD');
    await client.post(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 5_000 });
    const mint = async (type: string) =>
      client.post(`/stablecoins/${id}/mints`, await mintRequest(client, { type, accountId }), keyed());
    const minted = await mint('ACME_INTERNAL_ACCOUNT');
    expect([minted.status, minted.text], minted.text).toEqual([201, expect.not.stringMatching(NAMES)]);
    const rejected = await mint('SERVICE_INTERNAL_ACCOUNT');
    expect(rejected.status).toBe(400);
    expect(rejected.text).toContain('ACME_INTERNAL_ACCOUNT');
    await app.audit();
  });

  test('a card closed by an operator is CLOSED_BY_ACME', async () => {
    const platform = await app.newPlatform();
    const card = await newCard(platform, await newPayer(platform, { balance: 0 }));
    const operator = await app.newOperator();
    const path = `/operator/platforms/${platform.platformId}/cards/${card.id}/close`;
    expect((await operator.post(path, { reason: 'lost' })).body.stateReason).toBe('CLOSED_BY_ACME');
    expect((await platform.get(`/cards/${card.id}`)).body.stateReason).toBe('CLOSED_BY_ACME');
    await app.audit();
  });

  test('hints, magic values, the event catalogue and the OpenAPI document use its names', async () => {
    const platform = await app.newPlatform();
    const { accountId } = await newWallet(platform);
    const headers = { 'request-id': randomUUID() };
    const { text } = await platform.patch(`/internal-accounts/${accountId}`, { privateEnabled: true }, { headers });
    expect(text).toContain('Acme-Wallet-Signature');
    const document = await (await fetch(`${app.url.replace(/\/api.*/, '')}/openapi.json`)).text();
    const magic = await platform.get('/sandbox/magic-values');
    const catalogue = await platform.get('/webhooks/event-types');
    for (const own of [text, document, magic.text, catalogue.text]) expect(own).not.toMatch(NAMES);
    for (const name of ['ACME_INTERNAL_ACCOUNT', 'acmeApiMultiplier', 'CLOSED_BY_ACME', 'acmeOperationsStatus']) {
      expect(document).toContain(`"${name}"`);
    }
    expect(document).toContain('Acme-Wallet-Signature');
    expect(catalogue.text).toContain('acmeApiMultiplier');
  });

  test('the documentation explains a code under its name', async () => {
    const page = async (path: string): Promise<string> =>
      (await fetch(`${new URL(app.url).origin}/docs${path}.md`)).text();
    const { meaning, causes, fix } = errorHelp.SERVICE_SWITCH_ERROR;
    const explanation = await page('/errors/ACME_SWITCH_ERROR');
    for (const part of ['# ACME_SWITCH_ERROR', meaning, ...causes, fix]) expect(explanation).toContain(part);
    const row = `| 500 | [ACME_SWITCH_ERROR](/docs/errors/ACME_SWITCH_ERROR) | ${meaning} |`;
    expect(await page('/operations/createQuote')).toContain(row);
    expect(await page('/errors')).not.toMatch(NAMES);
  });

  test('stored data is unchanged: the default names return with the default word', async () => {
    const plain = await TestApp.start({ beside: app });
    const quote = await quoted(client, quoteFor(payer, payee));
    const url = `${plain.url}/api/2025-10-13/quotes/${quote.id}`;
    const read = await fetch(url, { headers: { authorization: client.authorization } });
    const { rateDetails } = (await read.json()) as { rateDetails: object };
    expect(rateDetails).toHaveProperty('serviceMultiplier', quote.rateDetails.acmeApiMultiplier);
    await client.post(`/quotes/${quote.id}/execute`);
    await transactionIn(client, quote.transactionId, 'COMPLETED');
    await plain.stop();
    await app.audit();
  });
});

describe('a prefix', () => {
  test.each([
    ['Acme', 'acmeApiMultiplier', 'ACME_SWITCH_ERROR'],
    ['ACME', 'acmeApiMultiplier', 'ACME_SWITCH_ERROR'],
    ['Acme-Pay', 'acmePayApiMultiplier', 'ACME_PAY_SWITCH_ERROR'],
    ['Service', 'serviceMultiplier', 'SERVICE_SWITCH_ERROR'],
  ])('%s is spelled like names of members and values', (word, member, value) => {
    const own = { code: 'SERVICE_SWITCH_ERROR', serviceMultiplier: 1, note: 'SERVICE_UNAVAILABLE' };
    const theirs = JSON.stringify({ code: value, [member]: 1, note: 'SERVICE_UNAVAILABLE' });
    const words = wireWordsOf(word);
    expect(words.outward(JSON.stringify(own))).toBe(theirs);
    expect(words.renamed(own)).toEqual(JSON.parse(theirs));
    expect(words.inward(JSON.parse(theirs))).toEqual(own);
  });
});
