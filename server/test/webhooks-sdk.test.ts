import { generateKeyPairSync, sign } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../../sdk/generate/document.ts';
import { generateEvents } from '../../sdk/generate/events.ts';
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

async function codeOf(attempt: () => Promise<unknown>): Promise<WebhookErrorCode | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookError);
    return (error as WebhookError).code;
  }
}

describe('unwrap', () => {
  it('returns the event, with any of the keys and any form of body and headers', async () => {
    const each = keys.map((key) => [key]);
    for (const given of [keys, ...each, secret()]) expect(await unwrap(got.body, headers, given)).toEqual(got.event);
    expect(each).toHaveLength(3);
    expect(await unwrap(Buffer.from(got.body), new Headers(headers), keys)).toEqual(got.event);
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await unwrap(new TextEncoder().encode(got.body), shouted, keys)).toEqual(got.event);
  });

  it('narrows the event by its type', async () => {
    const event = await unwrap(got.body, headers, keys);
    if (event.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED') expect(event.data.balance.amount).toBe(500);
    else if (event.type === 'INCOMING_PAYMENT.COMPLETED') expect(event.data.receivedAmount.amount).toBe(500);
    else expect.fail(`${event.type} is not expected here`);
  });

  it('distinguishes a re-serialised body from a wrong key, with and without a digest', async () => {
    const { 'content-digest': _digest, ...undigested } = headers;
    const spaced = JSON.stringify(got.event, undefined, 2);
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(got.event).sort()));
    const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await codeOf(() => unwrap(spaced, headers, keys))).toBe('BODY_CHANGED');
    expect(await codeOf(() => unwrap(sorted, headers, keys))).toBe('BODY_CHANGED');
    expect(await codeOf(() => unwrap(spaced, undigested, keys))).toBe('BODY_CHANGED');
    expect(await codeOf(() => unwrap(got.body, headers, stranger))).toBe('WRONG_KEY');
    expect(await codeOf(() => unwrap(got.body, undigested, stranger))).toBe('WRONG_KEY');
    expect(await codeOf(() => unwrap(got.event, headers, keys))).toBe('NOT_RAW');
  });

  it('rejects a signature that is too old or in the future, also with a changed timestamp', async () => {
    const sentAt = Number(headers['webhook-timestamp']) * 1_000;
    const at = (seconds: number) => ({ now: new Date(sentAt + seconds * 1_000) });
    expect(await codeOf(() => unwrap(got.body, headers, keys, at(299)))).toBeUndefined();
    expect(await codeOf(() => unwrap(got.body, headers, keys, at(301)))).toBe('TOO_OLD');
    expect(await codeOf(() => unwrap(got.body, headers, keys, at(-301)))).toBe('TOO_NEW');
    expect(await codeOf(() => unwrap(got.body, headers, keys, { ...at(301), toleranceSeconds: 600 }))).toBeUndefined();
    const later: Headers = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    expect(await codeOf(() => unwrap(got.body, later, keys))).toBe('WRONG_KEY');
    const { 'webhook-signature': _signature, ...stripped } = later;
    expect(await codeOf(() => unwrap(got.body, stripped, keys))).toBe('WRONG_KEY');
  });

  it('rejects input that is not a webhook, and invalid keys', async () => {
    expect(await codeOf(() => unwrap(got.body, {}, keys))).toBe('MISSING_HEADERS');
    expect(await codeOf(() => unwrap(got.body, headers, 'secret'))).toBe('NO_KEY');
    expect(await codeOf(() => unwrap(got.body, headers, []))).toBe('NO_KEY');
    const unreadable = ['whsec_', 'whpk_AAAA', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'];
    for (const key of unreadable) expect(await codeOf(() => unwrap(got.body, headers, key))).toBe('NO_KEY');
  });

  it('verifies the header of the service with every length that its signature can have', async () => {
    const lengths = new Set<number>();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    for (let i = 0; i < 500; i++) {
      const signature = sign('sha256', Buffer.from(got.body), privateKey);
      lengths.add(signature.length);
      const own = { ...headers, 'x-service-signature': JSON.stringify({ v: '1', s: signature.toString('base64') }) };
      expect(await unwrap(got.body, own, pem)).toEqual(got.event);
    }
    expect(lengths.size).toBeGreaterThan(2);
    for (const s of ['', 'AAAA', 'MEUCIQ==', Buffer.alloc(200, 255).toString('base64')])
      expect(await codeOf(() => unwrap(got.body, { ...headers, 'x-service-signature': s }, pem))).toBe('WRONG_KEY');
  });

  it('agrees with the published verifier, in both directions', async () => {
    const oracle = new Webhook(secret());
    expect(oracle.verify(got.body, headers)).toEqual(await unwrap(got.body, headers, secret()));
    const now = new Date();
    const signed = { ...headers, 'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)) };
    const body = JSON.stringify({ id: got.event.id, type: 'TEST', data: { text: 'ünï ✓' } });
    const theirs = { ...signed, 'webhook-signature': oracle.sign(got.event.id, now, body) };
    expect(await unwrap(body, theirs, secret())).toEqual(oracle.verify(body, theirs));
    for (const broken of [`${body} `, body.replace('ü', 'u')]) {
      expect(() => oracle.verify(broken, theirs)).toThrow();
      expect(await codeOf(() => unwrap(broken, theirs, secret()))).toBe('BODY_CHANGED');
    }
    const old = new Date(now.getTime() - 600_000);
    const stale = {
      ...signed,
      'webhook-timestamp': String(Math.floor(old.getTime() / 1_000)),
      'webhook-signature': oracle.sign(got.event.id, old, body),
    };
    expect(() => oracle.verify(body, stale)).toThrow();
    expect(await codeOf(() => unwrap(body, stale, secret()))).toBe('TOO_OLD');
  });
});

describe('the types of events', () => {
  it('are those of the service', async () => {
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
    const file = fileURLToPath(new URL('../../sdk/webhooks/src/events.ts', import.meta.url));
    await expect(generateEvents(document)).toMatchFileSnapshot(file);
  });
});
