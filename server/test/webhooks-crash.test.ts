import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type Key, unwrap } from '../../sdk/webhooks/src/index.ts';
import { currencies } from '../src/parties/rates/currencies.ts';
import type { Client } from './support/client.ts';
import { Randomness } from './support/seed.ts';
import { ServerHome, type ServerProcess, until } from './support/server-process.ts';
import { openReceiver, type Received } from './support/webhook-receiver.ts';

// Starts and kills a whole server, on a machine that may be busy.
const limit = { timeout: 90_000 };

const PAYMENTS = 500;
const EVENTS = 2 * PAYMENTS;
const KILLS = 3;
/** Limit of failures per event, so that later events of its resource never reach the ordering time-out. */
const MOST_FAILURES = 5;
const env = { WEBHOOK_FIRST_RETRY_MS: '20' };

/** One account per currency: enough resources for parallel deliveries. */
const supportedCurrencies = [...currencies.keys()].slice(0, 20).map((currencyCode) => ({
  currencyCode,
  minAmount: 1,
  maxAmount: 1_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
}));

const home = new ServerHome();
const opened: (() => Promise<void>)[] = [() => home.clean()];
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

/** Funds accounts through the running server, and repeats each request with its key until it succeeds. */
class Payer {
  client: Client;
  paid = 0;
  readonly #accounts: string[];

  constructor(client: Client, accounts: string[]) {
    this.client = client;
    this.#accounts = accounts;
  }

  async pay(count: number): Promise<void> {
    let left = count;
    const payEach = async (account: string): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await this.#payOnce(account, randomUUID());
        this.paid += 1;
      }
    };
    await Promise.all(this.#accounts.map(payEach));
  }

  async #payOnce(account: string, key: string): Promise<void> {
    const path = `/sandbox/internal-accounts/${account}/fund`;
    const isPaid = async (): Promise<boolean> => {
      const options = { headers: { 'idempotency-key': key } };
      const answer = await this.client.post(path, { amount: 1 }, options).catch(() => undefined);
      return answer?.status === 200;
    };
    await until(isPaid, 'a payment');
  }
}

/** The events that the service lists, all pages. */
async function eventsOf(
  client: Client,
  query: string,
): Promise<{ id: string; resourceId: string; sequence: number }[]> {
  const { body } = await client.get(`/webhooks/events?limit=100&${query}`);
  if (!body.hasMore) return body.data;
  const [, rest = ''] = /^(?:cursor=[^&]*&)?(.*)$/.exec(query) ?? [];
  return [...body.data, ...(await eventsOf(client, `cursor=${body.nextCursor}&${rest}`))];
}

test(
  'after kill -9 while 1,000 events go to a receiver that fails half the time, all arrive in order and signed',
  limit,
  async () => {
    const receiver = await openReceiver();
    opened.push(() => receiver.close());
    const random = new Randomness();
    const failures = new Map<string, number>();
    const accepted: Received[] = [];
    receiver.answer((got) => {
      const failed = failures.get(got.event.id) ?? 0;
      if (random.chance(0.5) && failed < MOST_FAILURES) {
        failures.set(got.event.id, failed + 1);
        return 500;
      }
      accepted.push(got);
      return 200;
    });

    await home.prepare();
    let server: ServerProcess = await home.start(env);
    await server.client.patch('/config', { webhookEndpoint: receiver.url, supportedCurrencies });
    const keys: Key[] = (await server.client.get('/webhooks/keys')).body.data;
    const { body } = await server.client.get('/platform/internal-accounts');
    const payer = new Payer(
      server.client,
      body.data.map(({ id }: { id: string }) => id),
    );
    const paying = payer.pay(PAYMENTS);
    for (let kill = 0; kill < KILLS; kill++) {
      const before = accepted.length;
      await until(() => accepted.length > before + 50, 'some to arrive');
      await sleep(random.below(300));
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      server = await home.start(env);
      payer.client = server.client;
    }
    await paying;

    const types = ['INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED'];
    const written = (await Promise.all(types.map((type) => eventsOf(server.client, `type=${type}`)))).flat();
    const hasArrived = (id: string): boolean => accepted.some(({ event }) => event.id === id);
    await until(() => written.every(({ id }) => hasArrived(id)), 'all to arrive', 120_000);
    expect(written.length).toBeGreaterThanOrEqual(EVENTS);
    const arrived = accepted.filter(({ event }) => event.type !== 'TEST');
    expect(new Set(arrived.map(({ event }) => event.id))).toEqual(new Set(written.map(({ id }) => id)));

    const first = new Map<string, number>();
    for (const { event } of receiver.received) if (!first.has(event.id)) first.set(event.id, first.size);
    for (const resource of new Set(written.map(({ resourceId }) => resourceId))) {
      const events = written.filter(({ resourceId }) => resourceId === resource);
      const inOrder = events.toSorted((a, b) => a.sequence - b.sequence);
      const asCome = events.toSorted((a, b) => (first.get(a.id) ?? 0) - (first.get(b.id) ?? 0));
      expect(asCome.map(({ sequence }) => sequence)).toEqual(inOrder.map(({ sequence }) => sequence));
    }
    expect(receiver.received.length).toBeGreaterThan(1.5 * EVENTS);
    for (const { body, headers } of receiver.received) await unwrap(body, headers, keys, { toleranceSeconds: 600 });
    expect(await server.stop()).toBe(0);
  },
);
