import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from './client.ts';
import { newPayer } from './payments.ts';
import { until } from './server-process.ts';

/** Request that simulates an incoming UMA payment. */
export async function umaPayment(platform: Client): Promise<object> {
  const { customerId } = await newPayer(platform, { balance: 0 });
  const money = { receivingCurrencyCode: 'USD', receivingCurrencyAmount: 1_000 };
  return { senderUmaAddress: '$grace@bank.example', customerId, ...money };
}

/** A payment whose decision the platform has deferred, for 5 seconds. */
export async function paymentToDecide(platform: Client): Promise<string> {
  await platform.patch('/config', { webhookEndpoint: await deferringEndpoint() });
  const { body } = await platform.post('/sandbox/uma/receive', await umaPayment(platform));
  await isDeferred(platform, body);
  return body.id;
}

/** Waits until the deferral is stored, which halves the time limit of the payment. */
export const isDeferred = (platform: Client, { id, createdAt }: { id: string; createdAt: string }): Promise<void> =>
  until(async () => {
    const { pending } = (await platform.get('/sandbox/clock')).body;
    const job = pending.find(({ resourceId }: { resourceId: string }) => resourceId === id);
    return job === undefined || Date.parse(job.at) - Date.parse(createdAt) < 9_900;
  }, 'the deferral of a payment');

let endpoint: Promise<string> | undefined;

/** An endpoint that defers the decision on every payment. The process shares one, which never needs to be closed. */
function deferringEndpoint(): Promise<string> {
  endpoint ??= new Promise((resolve) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { type } = JSON.parse(Buffer.concat(chunks).toString());
        response.writeHead(type === 'INCOMING_PAYMENT.PENDING' ? 202 : 200).end();
      });
    });
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`);
    });
    server.unref();
  });
  return endpoint;
}
