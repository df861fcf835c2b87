import { afterEach, expect, test } from 'vitest';
import { newPayer, transactionIn } from './support/payments.ts';
import { ServerHome, until } from './support/server-process.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const home = new ServerHome();
let endpoint: WebhookReceiver;
afterEach(async () => {
  await home.clean();
  await endpoint.close();
});

test("a payment whose server is killed while it awaits the platform's decision is ended by the next server", async () => {
  endpoint = await openReceiver();
  const never = new Promise<number>(() => {});
  endpoint.answer(({ event }) => (event.type === 'INCOMING_PAYMENT.PENDING' ? never : 200));
  await home.prepare();
  const first = await home.start();
  await first.client.patch('/config', { webhookEndpoint: endpoint.url });
  const { customerId } = await newPayer(first.client, { balance: 0 });
  const { body } = await first.client.post('/sandbox/uma/receive', {
    senderUmaAddress: '$grace@bank.example',
    customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 2_500,
  });
  const asked = () =>
    endpoint.received.filter(({ event }) => event.data.id === body.id && event.type.endsWith('PENDING'));
  await until(() => asked().length === 1, 'the question');
  await first.kill();
  const { client } = await home.start();
  await client.post('/sandbox/clock/advance', { seconds: 10 });
  const ended = await transactionIn(client, body.id, 'FAILED');
  expect(ended.failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
  expect(asked()).toHaveLength(1);
  const audit = await home.spawn({}, ['ledger', 'audit']);
  expect(`${await audit.ended}: ${audit.stderr}`).toBe('0: ');
}, 60_000);
