import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventType, eventResources } from '../src/engine/webhooks/events.ts';
import { currencies } from '../src/parties/rates/currencies.ts';
import { Api } from '../src/start/command/api.ts';
import { Scene } from '../src/start/command/scene.ts';
import { seedDemo } from '../src/start/command/seed.ts';
import { triggers, untriggered } from '../src/start/command/trigger-table.ts';
import { TestApp } from './support/app.ts';
import { useCurrencies } from './support/payment-world.ts';
import { until } from './support/server-process.ts';
import { openReceiver } from './support/webhook-receiver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.stop());

/** Creates a platform like the first one of a server, and returns its events. */
async function newSandbox() {
  const client = await app.newPlatform();
  await useCurrencies(client, [...currencies.keys()]);
  const { url, clientId, clientSecret } = client;
  const typesOf = async (): Promise<Set<string>> => {
    const types = new Set<string>();
    for (let cursor = ''; ; ) {
      const { body } = await client.get(`/webhooks/events?limit=100${cursor && `&cursor=${cursor}`}`);
      for (const { type } of body.data) types.add(type);
      if (!body.hasMore) return types;
      cursor = body.nextCursor;
    }
  };
  return { client, api: new Api({ url, clientId, clientSecret }), typesOf };
}

const types = Object.keys(eventResources) as EventType[];

test('every event is triggered, or the reason why it cannot be is given', () => {
  expect(types.filter((type) => (triggers[type] === undefined) === (untriggered[type] === undefined))).toEqual([]);
});

test.each(types.filter((type) => triggers[type] !== undefined))('the steps of %s cause it', async (type) => {
  const { client, api, typesOf } = await newSandbox();
  const receiver = type === 'TEST' ? await openReceiver() : undefined;
  if (receiver) await client.patch('/config', { webhookEndpoint: receiver.url });
  const printed: object[] = [];
  const scene = new Scene(api, { print: (item) => printed.push(item) });
  for (const step of triggers[type] ?? []) await step(scene);
  await until(async () => (await typesOf()).has(type), type, 20_000);
  if (!receiver) expect(printed.length).toBeGreaterThan(0);
  await receiver?.close();
});

test('the demo data has payments of every outcome, cards, agents, wallets and businesses', async () => {
  const { client, api, typesOf } = await newSandbox();
  const printed: { resource: string }[] = [];
  await seedDemo(api, { print: (item) => printed.push(item as { resource: string }), note: () => {} });
  const kinds = new Set(printed.map(({ resource }) => resource));
  for (const kind of ['Customer', 'InternalAccount', 'ExternalAccount', 'Transaction', 'Card', 'Agent', 'Session'])
    expect(kinds).toContain(kind);
  const made = ['COMPLETED', 'FAILED', 'REFUND_FAILED', 'PENDING_AUTHORIZATION'].map(
    (one) => `OUTGOING_PAYMENT.${one}`,
  );
  await until(
    async () =>
      made.every(
        (
          (found) => (type) =>
            found.has(type)
        )(await typesOf()),
      ),
    'the payments',
  );
  expect((await client.get('/transactions?status=PROCESSING')).body.data.length).toBeGreaterThan(0);
  await app.audit();
});
