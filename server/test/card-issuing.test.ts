import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isCardNumber } from '../src/engine/providers/issuer/numbers.ts';
import { readConfig } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import { activeCard, cardIn, cardName, newCard, placesOf } from './support/cards.ts';
import type { Client } from './support/client.ts';
import { newPayer, type Payer } from './support/payments.ts';

const secret = 'a secret that the processor knows too';
const bins = { VISA: ['40000012', '400013'], MASTERCARD: ['22210014'] };

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { cardId: string; number: string; [name: string]: unknown };
}

let app: TestApp;
let processor: Server;
let received: Received[];
/** Responses of the processor, in order; afterwards the processor accepts every request. */
let answers: { status: number; body?: unknown }[];
let client: Client;
let payer: Payer;

beforeAll(async () => {
  processor = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    received.push({ path: `${request.method} ${request.url}`, headers: request.headers, text, body });
    const accepted = { status: 201, body: { processorRef: `P-${body.cardId}`, issuerRef: `I-${body.cardId}` } };
    const { status, body: said = body } = answers.shift() ?? accepted;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => processor.once('listening', resolve));
  const url = `http://127.0.0.1:${(processor.address() as AddressInfo).port}/issuing`;
  app = await TestApp.start({ config: { cardProcessor: { url, secret, bins } } });
  received = [];
  answers = [];
  client = await app.newPlatform('PRODUCTION');
  payer = await newPayer(client, { balance: 0 });
});
afterAll(async () => {
  await app.stop();
  await new Promise((resolve) => processor.close(resolve));
});

const sentFor = (cardId: string) => received.filter(({ body }) => body.cardId === cardId);

describe('a production card', () => {
  it('has a number of the configured ranges, which is sent to the processor in a signed message', async () => {
    const { id, ...card } = await activeCard(client, { holder: payer });
    const [{ path, headers, text, body } = expect.unreachable()] = sentFor(id);
    expect([path, headers['content-type'], headers['idempotency-key']]).toEqual([
      'POST /issuing/cards',
      'application/json',
      id,
    ]);
    const timestamp = String(headers['x-processor-timestamp']);
    const mac = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
    expect([headers['x-processor-signature'], Math.abs(Number(timestamp) - Date.now() / 1_000) < 10]).toEqual([
      mac,
      true,
    ]);
    expect(body).toEqual({
      cardId: id,
      cardholderName: 'Ada Lovelace',
      currency: 'USD',
      form: 'VIRTUAL',
      brand: card.brand,
      number: expect.stringMatching(/^(40000012|400013|22210014)/),
      securityCode: expect.stringMatching(/^\d{3}$/),
      expMonth: card.expMonth,
      expYear: card.expYear,
    });
    expect([isCardNumber(body.number), body.number.slice(-4)]).toEqual([true, card.last4]);
    expect([card.processorRef, card.issuerRef]).toEqual([`P-${id}`, `I-${id}`]);
    expect(await placesOf(app, body.number)).toEqual([]);
  });

  it('ignores sandbox scenarios in its name', async () => {
    for (const suffix of ['001', '002', '005']) {
      await activeCard(client, { holder: payer, platformCardId: cardName(suffix) });
    }
  });

  it('is sent again unchanged until the processor accepts it', async () => {
    answers = [{ status: 500 }, { status: 200, body: { issuerRef: 'only' } }];
    const cards = [await newCard(client, payer), await newCard(client, payer)];
    for (const { id } of cards) {
      const { processorRef } = await cardIn(client, id, 'ACTIVE');
      const tries = sentFor(id);
      expect([processorRef, tries.length, new Set(tries.map(({ text }) => text)).size]).toEqual([`P-${id}`, 2, 1]);
      // A failing processor repeats the request in its response.
      expect(await placesOf(app, tries[0]?.body.number ?? '')).toEqual([]);
    }
  });

  it('is closed if the processor rejects it, and keeps no number', async () => {
    answers = [{ status: 422 }];
    const { id } = await newCard(client, payer);
    const card = await cardIn(client, id, 'CLOSED');
    expect([card.stateReason, card.last4, card.brand]).toEqual(['ISSUER_REJECTED', undefined, undefined]);
    expect(sentFor(id)).toHaveLength(1);
  });
});

describe('the settings', () => {
  const right = {
    CARD_PROCESSOR_URL: 'https://processor.example/issuing/',
    CARD_PROCESSOR_SECRET: secret,
    CARD_BINS: 'VISA=40000012, VISA=400013, MASTERCARD=22210014',
  };

  it('define the processor, the secret and the number ranges', () => {
    expect(readConfig(right).cardProcessor).toEqual({ url: 'https://processor.example/issuing', secret, bins });
    expect(readConfig({}).cardProcessor).toBeUndefined();
  });

  test.each([
    [{ CARD_BINS: '' }, /go together/],
    [{ CARD_PROCESSOR_SECRET: '' }, /go together/],
    [{ CARD_PROCESSOR_URL: '' }, /go together/],
    [{ CARD_PROCESSOR_URL: 'http://processor.example' }, /https/],
    [{ CARD_PROCESSOR_SECRET: 'short' }, /at least 32/],
    [{ CARD_BINS: 'VISA=5100001' }, /CARD_BINS/],
    [{ CARD_BINS: 'VISA=41111' }, /CARD_BINS/],
    [{ CARD_BINS: 'MASTERCARD=2220001' }, /CARD_BINS/],
    [{ CARD_BINS: 'AMEX=340000' }, /CARD_BINS/],
    [{ CARD_BINS: ',' }, /CARD_BINS/],
  ])('are rejected in one line: %j', (wrong, message) => {
    expect(() => readConfig({ ...right, ...wrong })).toThrow(message);
  });
});
