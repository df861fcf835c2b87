import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { emit } from '../../server/src/engine/webhooks/events.ts';
import { apply } from '../../server/src/foundation/db/effects.ts';
import { monotonicMs, systemClock } from '../../server/src/foundation/kernel/clock.ts';
import { Api, newPlatform } from '../customers.ts';
import { at, figureOf, type Pace } from '../measure.ts';
import { end, freePort, type Place, ready } from '../place.ts';
import type { Section } from '../report.ts';
import { startReceiver } from '../roles.ts';
import { waitUntil } from '../wait.ts';
import type { Arrivals } from '../webhook-receiver.ts';

const PER_SECOND = 1_000;
const BATCH = 500;
const POLL_MS = 20;
const SAMPLES = 200;

/** Latency and throughput of event deliveries. */
export async function webhookSection(place: Place, { rounds, seconds }: Pace): Promise<Section> {
  const throughput = figureOf(await deliveriesPerSecond(place, { rounds, count: 2 * PER_SECOND * seconds }));
  const latencies = await latencyRounds(place, rounds);
  const forThousand = figureOf([throughput.median, throughput.lowest, throughput.highest].map((n) => 1e6 / n));
  return {
    title: 'Webhooks',
    about:
      'Events to one receiver that answers at once, at most 4 in flight: both signatures, the attempt and its outcome recorded, durable. The time to the first byte runs from sending the request that causes the event, so it includes that request.',
    rows: [
      { what: 'deliveries to one receiver', unit: '/s', ours: throughput },
      { what: 'time for 1,000 deliveries', unit: 'ms', ours: forThousand, goal: { below: 1_000 } },
      { what: 'request to first byte, median', unit: 'ms', ours: figureOf(latencies.map((sorted) => at(sorted, 0.5))) },
      {
        what: 'request to first byte, p99',
        unit: 'ms',
        ours: figureOf(latencies.map((sorted) => at(sorted, 0.99))),
        goal: { below: 50 },
      },
    ],
  };
}

async function newReceivingPlatform({ server }: Place, webhookEndpoint: string): Promise<{ id: string; api: Api }> {
  const { id, address } = await newPlatform(server, 'webhooks');
  const api = new Api(address);
  await api.ask('PATCH', 'config', { webhookEndpoint });
  return { id, api };
}

async function deliveriesPerSecond(place: Place, { rounds, count }: { rounds: number; count: number }) {
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}`);
  const receiver = startReceiver({ port });
  try {
    await ready(receiver, url);
    const { id } = await newReceivingPlatform(place, `${url}hooks`);
    const results: number[] = [];
    for (let round = 0; round <= rounds; round++) results.push(await deliver(place, { id, url, count, round }));
    // The first one is a warm-up.
    return results.slice(1);
  } finally {
    await end(receiver);
  }
}

interface Round {
  id: string;
  url: URL;
  count: number;
  round: number;
}

async function deliver({ books }: Place, { id, url, count, round }: Round): Promise<number> {
  await arrivals(url, 'arrivals?reset');
  for (let from = 0; from < count; from += BATCH) {
    const events = Array.from({ length: BATCH }, (_, i) => ({
      platformId: id,
      type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const,
      resourceId: `resource ${from + i}`,
      sequence: round + 1,
      data: { text: 'x'.repeat(1_000) },
      at: systemClock.now(),
    }));
    await apply(books.db, { effects: [emit(events)] });
  }
  let seen = await arrivals(url, 'arrivals');
  const haveArrived = async (): Promise<boolean> => {
    seen = await arrivals(url, 'arrivals');
    return seen.count >= count;
  };
  await waitUntil('the delivery of all events', haveArrived, POLL_MS);
  return (seen.count / seen.ms) * 1_000;
}

export const arrivals = async (url: URL, path: string): Promise<Arrivals> =>
  (await (await fetch(new URL(path, url))).json()) as Arrivals;

/** One payment after the other; returns the sorted times of each round. */
async function latencyRounds(place: Place, rounds: number): Promise<number[][]> {
  const received = new EventEmitter();
  const receiver = createServer(async (request, response) => {
    const arrivedAt = monotonicMs();
    const { type } = (await json(request)) as { type: string };
    response.writeHead(204).end();
    received.emit(type, arrivedAt);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const { api } = await newReceivingPlatform(
      place,
      `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`,
    );
    const { data } = await api.ask('GET', 'platform/internal-accounts?currency=USD');
    const pay = () => api.ask('POST', `sandbox/internal-accounts/${data[0].id}/fund`, { amount: 1 });
    const results: number[][] = [];
    for (let round = 0; round <= rounds; round++) results.push(await latencyRound(pay, received));
    return results.slice(1);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function latencyRound(pay: () => Promise<unknown>, received: EventEmitter): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const startedAt = monotonicMs();
    const [[arrivedAt]] = await Promise.all([once(received, 'INTERNAL_ACCOUNT.BALANCE_UPDATED'), pay()]);
    times.push(arrivedAt - startedAt);
  }
  return times.sort((a, b) => a - b);
}
