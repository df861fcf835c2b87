import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from '../../../server/test/support/app.ts';
import { platformAccount } from '../../../server/test/support/examples.ts';
import { openReceiver, type WebhookReceiver } from '../../../server/test/support/webhook-receiver.ts';
import { type Attempt, WebhookError } from '../src/index.ts';
import { clientOf } from './support.ts';

let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await TestApp.shared();
  receiver = await openReceiver();
  await app.client.patch('/config', { webhookEndpoint: receiver.url });
});
afterAll(async () => {
  await receiver.close();
  await app.stop();
});

/** Funds an account and returns the request with the last event. */
async function delivered(count: number) {
  const account = await platformAccount(app.client);
  await app.client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 500 });
  const events = await receiver.events(count);
  const { body, headers } = events[count - 1] ?? expect.fail('no event');
  return { body, headers: headers as Record<string, string> };
}

describe('webhooks.unwrap', () => {
  it('reads the keys once, and once more when none fits', async () => {
    const attempts: Attempt[] = [];
    const cw = clientOf(app.client, { onRequest: (attempt) => attempts.push(attempt) });
    const { body, headers } = await delivered(1);
    const event = await cw.webhooks.unwrap(body, headers);
    expect(event.id).toBe(headers['webhook-id']);
    await cw.webhooks.unwrap(Buffer.from(body), new Headers(headers));
    expect(attempts.map(({ operation }) => operation)).toEqual(['webhooks.keys.list']);

    const forged = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    const codes = [];
    for (let i = 0; i < 3; i++) {
      const error = await cw.webhooks.unwrap(body, forged).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(WebhookError);
      codes.push((error as WebhookError).code);
    }
    expect(codes).toEqual(['WRONG_KEY', 'WRONG_KEY', 'WRONG_KEY']);
    // A forged request does not cause another read of the keys.
    expect(attempts).toHaveLength(2);
  });

  it('accepts an event that is signed with a new key alone', async () => {
    const { data: old } = await clientOf(app.client).webhooks.keys.list();
    let reads = 0;
    const outdated = clientOf(app.client, {
      fetch: async (input, init) => {
        reads += 1;
        const stale = old.map((key) => ({ ...key, ...(key.secret && { secret: `whsec_${btoa('another')}` }) }));
        const isFirst = reads === 1;
        return isFirst
          ? Response.json({ data: stale.filter(({ algorithm }) => algorithm === 'hmac-sha256') })
          : fetch(input, init);
      },
    });
    const { body, headers } = await delivered(3);
    expect((await outdated.webhooks.unwrap(body, headers)).id).toBe(headers['webhook-id']);
    expect(reads).toBe(2);
  });

  it('verifies with the public keys that a token without MANAGE sees', async () => {
    const cw = clientOf(await app.clientWith(['VIEW']));
    expect((await cw.webhooks.keys.list()).data.every(({ secret }) => secret === undefined)).toBe(true);
    const { body, headers } = await delivered(5);
    expect((await cw.webhooks.unwrap(body, headers)).id).toBe(headers['webhook-id']);
  });
});
