import type { Api, Json } from './api.ts';
import type { Finding } from './finding.ts';
import { type Forwarded, post } from './forwarding.ts';
import { account, customer, funds } from './payment-steps.ts';
import { Scene } from './scene.ts';

const WAIT_SECONDS = 10;

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

interface Probe {
  check: string;
  /** Requests in the order in which they are sent. */
  send: (deliveries: readonly [Delivery, Delivery]) => readonly Delivery[];
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

/** Two events of one resource are sent as they could arrive from the service, or from somebody else. */
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
];

/** Sends webhooks with right and wrong signatures to a receiver, and reports what it does with each. */
export async function* checkIntegration(api: Api, url: string): AsyncGenerator<Finding> {
  const deliveries = await signedEvents(api);
  for (const { check, send, accepts, problem } of probes) {
    const outcomes: Forwarded[] = [];
    for (const { headers, body } of send(deliveries)) outcomes.push(await post({ url, headers, body }));
    const answers = outcomes.map(({ status, error }) => status ?? error).join(', ');
    const isOk = accepts(outcomes);
    yield { check, isOk, message: `answered ${answers}${isOk ? '' : `; ${problem}`}` };
  }
}

/** Two balance events of one account, made for this purpose and signed by the server. */
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
