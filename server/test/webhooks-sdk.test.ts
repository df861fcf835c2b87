import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Document, generateEvents } from '../../sdk/webhooks/generate.ts';
import { type Key, unwrap, WebhookError, type WebhookErrorCode } from '../../sdk/webhooks/src/index.ts';
import { TestApp } from './support/app.ts';
import { platformAccount } from './support/examples.ts';
import { openReceiver, type Received, type WebhookReceiver } from './support/webhook-receiver.ts';

type Headers = Record<string, string>;

let app: TestApp;
let receiver: WebhookReceiver;
let keys: Key[];
let got: Received;
let headers: Headers;
beforeAll(async () => {
  app = await TestApp.shared();
  receiver = await openReceiver();
  await app.client.patch('/config', { webhookEndpoint: receiver.url });
  const account = await platformAccount(app.client);
  await app.client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 500 });
  got = (await receiver.events(1))[0] as Received;
  headers = got.headers as Headers;
  keys = (await app.client.get('/webhooks/keys')).body.data;
});
afterAll(async () => {
  await receiver.close();
  await app.stop();
});

const secret = (): string => keys.find((key) => key.secret)?.secret ?? '';

function codeOf(attempt: () => unknown): WebhookErrorCode | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookError);
    return (error as WebhookError).code;
  }
}

describe('unwrap', () => {
  it('returns the event, with any of the keys and any form of body and headers', () => {
    const each = keys.map((key) => [key]);
    for (const given of [keys, ...each, secret()]) expect(unwrap(got.body, headers, given)).toEqual(got.event);
    expect(each).toHaveLength(3);
    expect(unwrap(Buffer.from(got.body), new Headers(headers), keys)).toEqual(got.event);
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(unwrap(new TextEncoder().encode(got.body), shouted, keys)).toEqual(got.event);
  });

  it('narrows the event by its type', () => {
    const event = unwrap(got.body, headers, keys);
    if (event.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED') expect(event.data.balance.amount).toBe(500);
    else if (event.type === 'INCOMING_PAYMENT.COMPLETED') expect(event.data.receivedAmount.amount).toBe(500);
    else expect.fail(`${event.type} is not expected here`);
  });

  it('distinguishes a re-serialised body from a wrong key, with and without a digest', () => {
    const { 'content-digest': _digest, ...undigested } = headers;
    const spaced = JSON.stringify(got.event, undefined, 2);
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(got.event).sort()));
    const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(codeOf(() => unwrap(spaced, headers, keys))).toBe('BODY_CHANGED');
    expect(codeOf(() => unwrap(sorted, headers, keys))).toBe('BODY_CHANGED');
    expect(codeOf(() => unwrap(spaced, undigested, keys))).toBe('BODY_CHANGED');
    expect(codeOf(() => unwrap(got.body, headers, stranger))).toBe('WRONG_KEY');
    expect(codeOf(() => unwrap(got.body, undigested, stranger))).toBe('WRONG_KEY');
    expect(codeOf(() => unwrap(got.event, headers, keys))).toBe('NOT_RAW');
  });

  it('rejects a signature that is too old or in the future, also with a changed timestamp', () => {
    const sentAt = Number(headers['webhook-timestamp']) * 1_000;
    const at = (seconds: number) => ({ now: new Date(sentAt + seconds * 1_000) });
    expect(codeOf(() => unwrap(got.body, headers, keys, at(299)))).toBeUndefined();
    expect(codeOf(() => unwrap(got.body, headers, keys, at(301)))).toBe('TOO_OLD');
    expect(codeOf(() => unwrap(got.body, headers, keys, at(-301)))).toBe('TOO_NEW');
    expect(codeOf(() => unwrap(got.body, headers, keys, { ...at(301), toleranceSeconds: 600 }))).toBeUndefined();
    const later: Headers = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    expect(codeOf(() => unwrap(got.body, later, keys))).toBe('WRONG_KEY');
    const { 'webhook-signature': _signature, ...stripped } = later;
    expect(codeOf(() => unwrap(got.body, stripped, keys))).toBe('WRONG_KEY');
  });

  it('rejects input that is not a webhook, and invalid keys', () => {
    expect(codeOf(() => unwrap(got.body, {}, keys))).toBe('MISSING_HEADERS');
    expect(codeOf(() => unwrap(got.body, headers, 'secret'))).toBe('NO_KEY');
    expect(codeOf(() => unwrap(got.body, headers, []))).toBe('NO_KEY');
  });

  it('agrees with the published verifier, in both directions', () => {
    const oracle = new Webhook(secret());
    expect(oracle.verify(got.body, headers)).toEqual(unwrap(got.body, headers, secret()));
    const now = new Date();
    const signed = { ...headers, 'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)) };
    const body = JSON.stringify({ id: got.event.id, type: 'TEST', data: { text: 'ünï ✓' } });
    const theirs = { ...signed, 'webhook-signature': oracle.sign(got.event.id, now, body) };
    expect(unwrap(body, theirs, secret())).toEqual(oracle.verify(body, theirs));
    for (const broken of [`${body} `, body.replace('ü', 'u')]) {
      expect(() => oracle.verify(broken, theirs)).toThrow();
      expect(codeOf(() => unwrap(broken, theirs, secret()))).toBe('BODY_CHANGED');
    }
    const old = new Date(now.getTime() - 600_000);
    const stale = {
      ...signed,
      'webhook-timestamp': String(Math.floor(old.getTime() / 1_000)),
      'webhook-signature': oracle.sign(got.event.id, old, body),
    };
    expect(() => oracle.verify(body, stale)).toThrow();
    expect(codeOf(() => unwrap(body, stale, secret()))).toBe('TOO_OLD');
  });
});

describe('the types of events', () => {
  it('match those of the service', async () => {
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
    const file = fileURLToPath(new URL('../../sdk/webhooks/src/events.ts', import.meta.url));
    await expect(generateEvents(document)).toMatchFileSnapshot(file);
  });
});
