import { createHmac } from 'node:crypto';
import type { Api, Json } from './api.ts';
import type { Finding } from './finding.ts';
import { type Forwarded, post } from './forwarding.ts';
import { account, customer, funds } from './payment-steps.ts';
import { Scene } from './scene.ts';
import { webhookSecret } from './webhook-secret.ts';

const WAIT_SECONDS = 10;

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

interface Probe {
  check: string;
  /** Requests in the order of sending. `secret` signs requests that the service did not sign. */
  send: (deliveries: readonly [Delivery, Delivery], secret: string) => readonly Delivery[];
  accepts: (outcomes: readonly Forwarded[]) => boolean;
  problem: string;
}

const isReceived = ({ status = 0 }: Forwarded): boolean => (status >= 200 && status < 300) || status === 409;
const areReceived = (outcomes: readonly Forwarded[]): boolean => outcomes.every(isReceived);
const areRejected = (outcomes: readonly Forwarded[]): boolean =>
  outcomes.every(({ status = 0 }) => status >= 400 && status < 500);

const without = ({ headers, body }: Delivery, isDropped: (name: string) => boolean): Delivery => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !isDropped(name))),
  body,
});

const OLD_SECONDS = 600;

/** A replayed event: the same event, signed ten minutes earlier. */
function signedBefore({ headers, body }: Delivery, secret: string): Delivery {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt } = headers;
  const timestamp = String(Number(sentAt) - OLD_SECONDS);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const kept = without({ headers, body }, (name) => name.includes('signature')).headers;
  return { headers: { ...kept, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }, body };
}

/** Probes that send two events of one resource, as the service or an attacker would. */
const probes: readonly Probe[] = [
  { check: 'good webhook', send: ([first]) => [first], accepts: areReceived, problem: 'it must be answered 2xx' },
  { check: 'duplicate', send: ([first]) => [first], accepts: areReceived, problem: 'it must be answered 2xx or 409' },
  {
    check: 'reordered',
    send: ([first, second]) => [second, first],
    accepts: areReceived,
    problem: 'both must be answered 2xx; sequence orders the events of a resource',
  },
  {
    check: 'changed body',
    send: ([first]) => [{ ...first, body: first.body.replace('"sequence":', '"sequence": ') }],
    accepts: areRejected,
    problem: 'it must be answered 4xx: the signature does not fit',
  },
  {
    check: 'no signature',
    send: ([first]) => [without(first, (name) => name.includes('signature'))],
    accepts: areRejected,
    problem: 'it must be answered 4xx',
  },
  {
    check: 'other id',
    send: ([first, second]) => [
      {
        body: first.body,
        headers: without(
          { ...first, headers: { ...first.headers, 'webhook-id': second.headers['webhook-id'] ?? '' } },
          (name) => name.startsWith('x-'),
        ).headers,
      },
    ],
    accepts: areRejected,
    problem: 'it must be answered 4xx: the signature covers webhook-id',
  },
  {
    check: 'old timestamp',
    send: ([first], secret) => [signedBefore(first, secret)],
    accepts: areRejected,
    problem: 'it must be answered 4xx: webhook-timestamp is ten minutes ago',
  },
];

/** Sends webhooks with right and wrong signatures to a receiver, and reports its response to each. */
export async function* checkIntegration(api: Api, url: string): AsyncGenerator<Finding> {
  const deliveries = await signedEvents(api);
  const secret = await webhookSecret(api);
  for (const { check, send, accepts, problem } of probes) {
    const outcomes: Forwarded[] = [];
    for (const { headers, body } of send(deliveries, secret)) outcomes.push(await post({ url, headers, body }));
    const answers = outcomes.map(({ status, error }) => status ?? error).join(', ');
    const isOk = accepts(outcomes);
    yield { check, isOk, message: `answered ${answers}${isOk ? '' : `; ${problem}`}` };
  }
}

/** Creates two balance events of one account, signed by the server. */
async function signedEvents(api: Api): Promise<[Delivery, Delivery]> {
  const { id, cursor } = await api.post('/sandbox/listeners', {});
  const scene = new Scene(api, { print: () => {} });
  for (const step of [customer(), account, funds, funds]) await step(scene);
  const found: Json[] = [];
  for (let from = cursor; found.length < 2; ) {
    const path = `/sandbox/listeners/${id}/deliveries?cursor=${from}&wait=${WAIT_SECONDS}`;
    const { data, nextCursor } = await api.get(path, { wait: WAIT_SECONDS });
    const ofAccount = ({ type, resourceId }: Json): boolean =>
      type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED' && resourceId === scene.id('InternalAccount');
    found.push(...data.filter(ofAccount));
    from = nextCursor;
  }
  await api.delete(`/sandbox/listeners/${id}`);
  return [found[0], found[1]];
}
