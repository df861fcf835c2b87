import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readOpen } from '../src/engine/webhooks/delivery-queue.ts';
import { emit } from '../src/engine/webhooks/events.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { DAY_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { platformAccount } from './support/examples.ts';
import { HandClock } from './support/hand-clock.ts';
import { plansOf } from './support/plans.ts';
import { until } from './support/server-process.ts';
import { isOfPlatform } from './support/stored-events.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const FIRST_RETRY_MS = 5_000;

let app: TestApp;
const clock = new HandClock();
beforeAll(async () => {
  app = await TestApp.start({ clock });
});
afterAll(() => app.stop());

let receiver: WebhookReceiver;
let client: Client;
beforeEach(async () => {
  receiver = await openReceiver();
  client = await app.newPlatform();
  clock.at = new Date(Math.max(clock.at.getTime(), systemClock.now().getTime()));
  await setEndpoint(client, receiver.url);
  return () => receiver.close();
});

async function setEndpoint(of: Client, url: string): Promise<void> {
  const known = receiver.received.length;
  expect((await of.patch('/config', { webhookEndpoint: url })).status).toBe(200);
  if (url === receiver.url) await until(() => receiver.received.length > known, 'the test event');
}

/** Emits events of resources that are only names, in order. */
async function emitEvents(of: Client, resourceId: string, sequences: readonly number[]): Promise<void> {
  const event = { platformId: of.platformId, type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const, resourceId, data: {} };
  const events = sequences.map((sequence) => ({ ...event, sequence, at: clock.now() }));
  await apply(app.database.db, { effects: [emit(events)] });
}

const listed = async (of: Client, query = '') => (await of.get(`/webhooks/events?limit=100${query}`)).body.data;
const statusOf = async (of: Client, resourceId: string): Promise<string[]> =>
  (await listed(of, `&resourceId=${resourceId}`)).map(({ status }: { status: string }) => status);
const sequencesOf = (resourceId: string, all = receiver.received): number[] =>
  all
    .filter(({ event }) => event.type !== 'TEST' && resourceOf.get(event.id) === resourceId)
    .map(({ event }) => event.sequence);
const resourceOf = new Map<string, string>();
async function learnResources(of: Client): Promise<void> {
  const rows = await app.database.db.read<{ id: string; resource_id: string }>(
    sql`SELECT 'Webhook:' || id AS id, resource_id FROM events WHERE ${isOfPlatform(of)}`,
  );
  for (const { id, resource_id } of rows) resourceOf.set(id, resource_id);
}

describe('an event', () => {
  it('arrives as it was written, with both signatures over the raw bytes', async () => {
    const account = await platformAccount(client);
    await client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 500 });
    const events = await receiver.events(2);
    const { body: keys } = await client.get('/webhooks/keys');
    const key = (algorithm: string) => keys.data.find((one: { algorithm: string }) => one.algorithm === algorithm);
    for (const { headers, body, event } of events) {
      expect(headers['content-type']).toBe('application/json');
      expect(headers['webhook-id']).toBe(event.id);
      const { v, s } = JSON.parse(String(headers['x-service-signature']));
      expect(v).toBe('1');
      const own = createPublicKey(key('ES256').publicKeyPem);
      expect(verify('sha256', Buffer.from(body), own, Buffer.from(s, 'base64'))).toBe(true);
      const standard = new Webhook(key('hmac-sha256').secret);
      expect(standard.verify(body, headers as Record<string, string>)).toEqual(event);
      const raw = Buffer.from(key('ed25519').publicKey.replace('whpk_', ''), 'base64');
      const ed = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
      const asymmetric = String(headers['webhook-signature'])
        .split(' ')
        .find((one) => one.startsWith('v1a,'));
      const signed = Buffer.from(`${event.id}.${headers['webhook-timestamp']}.${body}`);
      expect(verify(null, signed, ed, Buffer.from(String(asymmetric).slice(4), 'base64'))).toBe(true);
    }
    const balanceEvent = events.find(({ event }) => event.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
    const { body: shown } = await client.get('/platform/internal-accounts?currency=USD');
    expect(balanceEvent?.event.data).toEqual(shown.data[0]);
  });

  it('is stored with its attempts: status, latency and the first kilobyte of the answer', async () => {
    receiver.answer(() => (response) => response.writeHead(201).end('é'.repeat(2_000)));
    await emitEvents(client, 'kept', [1]);
    await receiver.events(1);
    await until(async () => (await statusOf(client, 'kept'))[0] === 'DELIVERED', 'the record');
    const [{ id }] = await listed(client, '&resourceId=kept');
    const { body } = await client.get(`/webhooks/events/${id}`);
    expect(body).toMatchObject({ id, type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', attemptCount: 1, payload: { id } });
    expect(body.attempts).toEqual([
      {
        number: 1,
        at: expect.any(String),
        url: receiver.url,
        responseStatus: 201,
        latencyMs: expect.any(Number),
        responseBody: 'é'.repeat(512),
      },
    ]);
  });

  it('of a platform without an endpoint is listed as SKIPPED and sent nowhere', async () => {
    const silent = await app.newPlatform();
    await emitEvents(silent, 'nobody', [1]);
    expect(await statusOf(silent, 'nobody')).toEqual(['SKIPPED']);
  });
});

describe('a delivery that fails', () => {
  it('is retried after 5 s, then after twice as long, with the same bytes and a fresh signature', async () => {
    receiver.answer(() => 500);
    await emitEvents(client, 'failing', [1]);
    const waits: number[] = [];
    for (let tries = 1; tries <= 3; tries++) {
      await receiver.events(tries);
      await until(async () => (await listed(client, '&resourceId=failing'))[0].attemptCount === tries, 'the record');
      const [{ status, nextAttemptAt }] = await listed(client, '&resourceId=failing');
      expect(status).toBe('WAITING');
      waits.push(new Date(nextAttemptAt).getTime() - clock.now().getTime());
      if (tries === 3) receiver.answer(() => 204);
      clock.at = new Date(nextAttemptAt);
    }
    waits.forEach((wait, i) => {
      expect(wait).toBeGreaterThanOrEqual(FIRST_RETRY_MS * 2 ** i * 0.8 - 1);
      expect(wait).toBeLessThanOrEqual(FIRST_RETRY_MS * 2 ** i);
    });
    const all = await receiver.events(4);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    expect(new Set(all.map(({ headers }) => headers['webhook-timestamp'])).size).toBeGreaterThan(1);
    await until(async () => (await statusOf(client, 'failing'))[0] === 'DELIVERED', 'the end');
  });

  it('waits at most half an hour, and is given up after 7 days', async () => {
    receiver.answer(() => 503);
    await emitEvents(client, 'dead', [1]);
    await receiver.events(1);
    const { db } = app.database;
    await until(async () => (await statusOf(client, 'dead'))[0] === 'WAITING', 'the record');
    await db.write(sql`UPDATE delivery_states SET tries = 50, due_at = ${clock.now()} WHERE resource_id = 'dead'`);
    await receiver.events(2);
    await until(async () => (await listed(client, '&resourceId=dead'))[0].attemptCount === 2, 'the record');
    const [{ nextAttemptAt }] = await listed(client, '&resourceId=dead');
    const wait = new Date(nextAttemptAt).getTime() - clock.now().getTime();
    expect(wait).toBeGreaterThan(20 * 60_000);
    expect(wait).toBeLessThanOrEqual(30 * 60_000);
    // Failing for so long would disable the endpoint, which is not under test here.
    await db.write(sql`UPDATE webhook_endpoints SET failing_since = NULL WHERE platform_id = ${client.platformId}`);
    clock.move(7 * DAY_MS - 60_000);
    await until(async () => (await statusOf(client, 'dead'))[0] === 'FAILED', 'the end');
  });

  it.each([
    [409, 'DELIVERED'],
    [302, 'WAITING'],
    [400, 'WAITING'],
  ])('that is answered %i is %s after one attempt, and a redirect is not followed', async (status, expected) => {
    receiver.answer(() => (response) => response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end());
    await emitEvents(client, `answered ${status}`, [1]);
    await receiver.events(1);
    await until(async () => (await listed(client))[0].attemptCount === 1, 'the record');
    expect((await listed(client))[0].status).toBe(expected);
    expect(receiver.received.filter(({ path }) => path !== '/hooks')).toEqual([]);
  });

  it('is recorded with the error if there is no answer', async () => {
    await receiver.close();
    await emitEvents(client, 'unreachable', [1]);
    await until(async () => (await statusOf(client, 'unreachable'))[0] === 'WAITING', 'the record');
    const [{ id }] = await listed(client, '&resourceId=unreachable');
    expect((await client.get(`/webhooks/events/${id}`)).body.attempts[0].error).toBe('ECONNREFUSED');
    receiver = await openReceiver();
  });
});

describe('the events of one resource', () => {
  it('arrive in order, one at a time, also while others of it fail', async () => {
    const failures = new Map([[2, 2]]);
    receiver.answer(async ({ event }) => {
      const left = failures.get(event.sequence) ?? 0;
      failures.set(event.sequence, left - 1);
      await sleep(5);
      return left > 0 ? 500 : 200;
    });
    await emitEvents(client, 'ordered', [1, 2, 3]);
    await emitEvents(client, 'ordered', [4, 5]);
    await emitEvents(client, 'other', [1]);
    await learnResources(client);
    await until(() => sequencesOf('ordered').length === 2 && sequencesOf('other').length === 1, 'the first failure');
    await until(
      async () => (await statusOf(client, 'ordered')).join() === 'WAITING,WAITING,WAITING,WAITING,DELIVERED',
      'those behind to wait',
    );
    clock.move(FIRST_RETRY_MS);
    await until(() => sequencesOf('ordered').length === 3, 'the second failure');
    await until(async () => (await listed(client, '&resourceId=ordered'))[3].attemptCount === 2, 'its record');
    expect(sequencesOf('ordered')).toEqual([1, 2, 2]);
    clock.move(2 * FIRST_RETRY_MS);
    await until(() => sequencesOf('ordered').length === 7, 'all');
    expect(sequencesOf('ordered')).toEqual([1, 2, 2, 2, 3, 4, 5]);
  });

  it('wait for an earlier one for at most 60 seconds', async () => {
    receiver.answer(({ event }) => (event.sequence === 1 ? 500 : 200));
    await emitEvents(client, 'blocked', [1, 2, 3]);
    await learnResources(client);
    await until(async () => (await statusOf(client, 'blocked')).join() === 'WAITING,WAITING,WAITING', 'them to wait');
    clock.move(59_000);
    await until(() => sequencesOf('blocked').length >= 2, 'a retry');
    expect(sequencesOf('blocked').filter((sequence) => sequence > 1)).toEqual([]);
    clock.move(1_001);
    await until(() => sequencesOf('blocked').includes(3), 'the later ones');
    expect(sequencesOf('blocked').filter((sequence) => sequence > 1)).toEqual([2, 3]);
  });

  /** Advances the clock from retry to retry until this moment. */
  async function advanceTo(moment: Date, resourceId: string): Promise<void> {
    for (;;) {
      const events = await listed(client, `&resourceId=${resourceId}`);
      const due = events.flatMap((event: { attemptCount: number; nextAttemptAt?: string }) =>
        event.attemptCount > 0 && event.nextAttemptAt ? [new Date(event.nextAttemptAt).getTime()] : [],
      );
      const next = Math.min(...due);
      if (next > moment.getTime()) break;
      const known = receiver.received.length;
      clock.at = new Date(next);
      await until(() => receiver.received.length > known, 'the retry');
      await until(async () => {
        const open = await listed(client, `&resourceId=${resourceId}`);
        return open.every(
          ({ nextAttemptAt }: { nextAttemptAt?: string }) =>
            nextAttemptAt === undefined || new Date(nextAttemptAt) > clock.at,
        );
      }, 'its record');
    }
    clock.at = moment;
  }

  it('wait for each failing predecessor for 60 seconds from its own first failure', async () => {
    let isFirstFailing = true;
    receiver.answer(({ event }) => (event.sequence === 2 || (event.sequence === 1 && isFirstFailing) ? 500 : 200));
    await emitEvents(client, 'per event', [1, 2, 3]);
    await learnResources(client);
    await until(async () => (await statusOf(client, 'per event')).join() === 'WAITING,WAITING,WAITING', 'the failure');
    const start = clock.at.getTime();
    await advanceTo(new Date(start + 50_000), 'per event');
    isFirstFailing = false;
    const [, , { nextAttemptAt }] = await listed(client, '&resourceId=per event');
    // Retries the first event now, so that it is delivered before a later one overtakes it.
    await app.database.db.write(
      sql`UPDATE delivery_states SET due_at = ${clock.now()} WHERE ${isOfPlatform(client)} AND due_at = ${nextAttemptAt}`,
    );
    await until(() => sequencesOf('per event').includes(2), 'the second one');
    await until(
      async () => (await statusOf(client, 'per event')).join() === 'WAITING,WAITING,DELIVERED',
      'its failure',
    );
    const secondFailed = clock.at.getTime();
    await advanceTo(new Date(secondFailed + 59_000), 'per event');
    expect(sequencesOf('per event')).not.toContain(3);
    clock.at = new Date(secondFailed + 60_001);
    await until(() => sequencesOf('per event').includes(3), 'the third one');
  });

  it('wait again if the first one that was released fails as well', async () => {
    receiver.answer(({ event }) => (event.sequence < 3 ? 500 : 200));
    await emitEvents(client, 'in turn', [1, 2, 3, 4]);
    await learnResources(client);
    await until(async () => (await statusOf(client, 'in turn')).every((status) => status === 'WAITING'), 'the failure');
    const start = clock.at.getTime();
    clock.at = new Date(start + 60_001);
    await until(async () => (await listed(client, '&resourceId=in turn'))[2].attemptCount === 1, 'the second failure');
    await until(async () => {
      const [fourth, third] = await listed(client, '&resourceId=in turn');
      return [third, fourth].every(({ nextAttemptAt }) => new Date(nextAttemptAt).getTime() > start + 120_000);
    }, 'the later ones to wait again');
    await advanceTo(new Date(start + 119_000), 'in turn');
    expect(sequencesOf('in turn').filter((sequence) => sequence > 2)).toEqual([]);
    clock.at = new Date(start + 121_000);
    await until(() => sequencesOf('in turn').includes(4), 'the later ones');
    expect(sequencesOf('in turn').filter((sequence) => sequence > 2)).toEqual([3, 4]);
  });

  it('that are new do not wait for one that has failed for longer than 60 seconds', async () => {
    receiver.answer(({ event }) => (event.sequence === 1 ? 500 : 200));
    await emitEvents(client, 'long failing', [1]);
    await learnResources(client);
    await until(async () => (await statusOf(client, 'long failing')).join() === 'WAITING', 'the failure');
    await advanceTo(new Date(clock.at.getTime() + 61_000), 'long failing');
    await emitEvents(client, 'long failing', [2, 3]);
    await learnResources(client);
    await until(() => sequencesOf('long failing').includes(3), 'the new ones');
    expect(sequencesOf('long failing').filter((sequence) => sequence > 1)).toEqual([2, 3]);
  });

  it('arrive in order when they were written in another one', async () => {
    receiver.answer(async () => {
      await sleep(2);
      return 200;
    });
    const event = { platformId: client.platformId, type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const, data: {} };
    const backwards = Array.from({ length: 120 }, (_, i) => ({
      ...event,
      resourceId: 'backwards',
      sequence: 120 - i,
      at: new Date(clock.now().getTime() - 120 + i),
    }));
    await apply(app.database.db, { effects: [emit(backwards)] });
    await receiver.events(120);
    await learnResources(client);
    expect(sequencesOf('backwards')).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
  });
});

describe('the events to send', () => {
  const DELIVERED = 3_000;

  it('are read without the delivered ones, however many a platform or a resource has', async () => {
    const { db } = app.database;
    await db.write(
      sql`UPDATE webhook_endpoints SET lease_holder = 'another process', lease_until = 'infinity' WHERE platform_id = ${client.platformId}`,
    );
    const event = { platformId: client.platformId, type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const, data: {} };
    const busy = Array.from({ length: DELIVERED }, (_, i) => ({
      ...event,
      resourceId: 'busy',
      sequence: i + 1,
      at: clock.now(),
    }));
    await apply(db, { effects: [emit(busy)] });
    await db.write(sql`DELETE FROM pending_deliveries WHERE ${isOfPlatform(client)}`);
    await emitEvents(client, 'busy', [DELIVERED + 1]);
    for (let i = 0; i < 20; i++) await emitEvents(client, `quiet ${i}`, [2]);
    await db.pool.query('ANALYZE events, pending_deliveries');
    for (const limit of [16, 64]) {
      const nodes = await plansOf(db, (read) => readOpen(read, client.platformId, { now: clock.now(), limit }));
      const rows = nodes
        .filter((node) => /^(events|pending)_/.test(node['Relation Name'] ?? ''))
        .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
      expect(Math.max(...rows)).toBeLessThan(100);
    }
  });
});

describe('an endpoint', () => {
  it('gets at most four requests at once, and a slow one delays no other endpoint', async () => {
    const slow = await openReceiver();
    const release: (() => void)[] = [];
    slow.answer(({ event }) => (event.type === 'TEST' ? 200 : new Promise((done) => release.push(() => done(200)))));
    const slowClient = await app.newPlatform();
    await slowClient.patch('/config', { webhookEndpoint: slow.url });
    for (let i = 0; i < 20; i++) await emitEvents(slowClient, `slow ${i}`, [1]);
    await until(() => slow.inFlight.now === 4, 'four in flight');
    const begun = slow.received.length;
    await emitEvents(client, 'fast', [1]);
    await receiver.events(1);
    // None of the four has ended meanwhile, or a fifth would have begun.
    expect(slow.received).toHaveLength(begun);
    expect(slow.inFlight.most).toBe(4);
    slow.answer(() => 200);
    for (const done of release) done();
    await slow.events(20);
    await slow.close();
  });

  it('that answers 410 is disabled: the request log has a line for it, and events are SKIPPED until it is set again', async () => {
    receiver.answer(() => 410);
    await emitEvents(client, 'gone', [1]);
    await until(async () => (await statusOf(client, 'gone'))[0] === 'FAILED', 'the end');
    const entry = async () => {
      await app.app.requestLog.flush();
      return (await client.get('/request-log')).body.data.find(
        ({ code }: { code: string }) => code === 'WEBHOOK_ENDPOINT_DISABLED',
      );
    };
    await until(async () => (await entry()) !== undefined, 'the line');
    const line = (await client.get(`/request-log/${(await entry()).id}`)).body;
    expect(line).toMatchObject({ status: 410, path: receiver.url, responseBody: { reason: 'GONE' } });
    await emitEvents(client, 'gone', [2]);
    expect(await statusOf(client, 'gone')).toEqual(['SKIPPED', 'FAILED']);
    const [{ id }] = await listed(client, '&resourceId=gone');
    expect((await client.post(`/webhooks/events/${id}/redeliver`)).body.details.reason).toBe('ENDPOINT_DISABLED');
    receiver.answer(() => 200);
    await client.patch('/config', { webhookEndpoint: receiver.url });
    await emitEvents(client, 'gone', [3]);
    await until(async () => (await statusOf(client, 'gone'))[0] === 'DELIVERED', 'the next one');
  });

  it('at which nothing has arrived for 5 days is disabled', async () => {
    receiver.answer(() => 500);
    await emitEvents(client, 'failing long', [1]);
    await until(async () => (await statusOf(client, 'failing long'))[0] === 'WAITING', 'the record');
    clock.move(5 * DAY_MS - 60_000);
    await until(async () => (await listed(client, '&resourceId=failing long'))[0].attemptCount === 2, 'another try');
    clock.move(60_000);
    await until(async () => (await listed(client, '&resourceId=failing long'))[0].attemptCount === 3, 'another try');
    const stateOf = async () =>
      (
        await app.database.db.read<{ state: string; disabled_reason: string }>(
          sql`SELECT state, disabled_reason FROM webhook_endpoints WHERE platform_id = ${client.platformId}`,
        )
      )[0];
    await until(async () => (await stateOf())?.state === 'DISABLED', 'the end');
    expect((await stateOf())?.disabled_reason).toBe('FAILING');
    clock.move(DAY_MS);
    await until(async () => (await statusOf(client, 'failing long'))[0] === 'SKIPPED', 'the open event to be skipped');
  });

  it('that changes gets the open events, and one test event for each change', async () => {
    receiver.answer(() => 500);
    await emitEvents(client, 'moving', [1]);
    await receiver.events(1);
    const next = await openReceiver();
    await client.patch('/config', { webhookEndpoint: next.url });
    await client.patch('/config', { webhookEndpoint: next.url });
    await client.patch('/config', { umaDomain: 'pay.example.com' });
    await until(async () => (await statusOf(client, 'moving'))[0] === 'WAITING', 'the record');
    clock.move(FIRST_RETRY_MS);
    await next.events(1);
    expect(next.received.map(({ event }) => event.type).sort()).toEqual(['EXTERNAL_ACCOUNT.STATUS_UPDATED', 'TEST']);
    await next.close();
  });

  it('is not sent a test event twice when that fails', async () => {
    receiver.answer(() => 500);
    const other = `${receiver.url}/other`;
    await client.patch('/config', { webhookEndpoint: other });
    await until(async () => (await listed(client, '&type=TEST'))[0].status === 'FAILED', 'the end');
  });
});
