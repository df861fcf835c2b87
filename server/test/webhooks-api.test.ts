import { createPublicKey, verify } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askApproval } from '../src/engine/webhooks/approval.ts';
import { type EventType, emit, eventResources } from '../src/engine/webhooks/events.ts';
import { listEvents } from '../src/engine/webhooks/history.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { DAY_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { newId, uuidOf } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { HandClock } from './support/hand-clock.ts';
import { plansOf } from './support/plans.ts';
import { until } from './support/server-process.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

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
  return () => receiver.close();
});

const setEndpoint = async (url = receiver.url): Promise<void> => {
  expect((await client.patch('/config', { webhookEndpoint: url })).status).toBe(200);
  const isTested = async () => (await listed('?type=TEST&limit=1'))[0]?.attemptCount === 1;
  await until(isTested, 'the test event');
};

interface EventOverrides {
  type?: EventType;
  delivery?: 'DIRECT';
}

async function emitEvents(
  resourceId: string,
  sequences: readonly number[],
  overrides: EventOverrides = {},
): Promise<string[]> {
  const events = sequences.map((sequence) => ({
    id: newId('Webhook'),
    platformId: client.platformId,
    type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const,
    resourceId,
    sequence,
    data: { resourceId },
    at: clock.now(),
    ...overrides,
  }));
  await apply(app.database.db, { effects: [emit(events)] });
  return events.map(({ id }) => id);
}

const listed = async (query = '') => (await client.get(`/webhooks/events${query}`)).body.data;
const statusesOf = async (resourceId: string) =>
  (await listed(`?resourceId=${resourceId}`)).map(({ status }: { status: string }) => status).join();

describe('the list of events', () => {
  it('is newest first, filtered by type, resource and status, in pages', async () => {
    const ids = await emitEvents('a', [1, 2, 3, 4, 5]);
    await emitEvents('b', [1], { type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' });
    const idsOf = async (query: string) => (await listed(query)).map(({ id }: { id: string }) => id);
    expect(await idsOf('?type=EXTERNAL_ACCOUNT.STATUS_UPDATED')).toEqual(ids.toReversed());
    expect(await idsOf('?resourceId=a')).toEqual(ids.toReversed());
    expect(await idsOf('?type=INTERNAL_ACCOUNT.BALANCE_UPDATED')).toHaveLength(1);
    expect(await idsOf('?status=SKIPPED')).toHaveLength(6);
    expect(await idsOf('?status=FAILED')).toEqual([]);
    expect(await idsOf('?status=DELIVERED&resourceId=a&type=TEST')).toEqual([]);
    // Resembles an id, but has no UUID.
    expect(await idsOf(`?resourceId=Transaction:${'z'.repeat(36)}`)).toEqual([]);
    for (const filter of ['', 'resourceId=a&', 'type=EXTERNAL_ACCOUNT.STATUS_UPDATED&']) {
      const { body: all } = await client.get(`/webhooks/events?${filter}`);
      const { body: first } = await client.get(`/webhooks/events?${filter}limit=2`);
      const { body: second } = await client.get(`/webhooks/events?${filter}limit=100&cursor=${first.nextCursor}`);
      expect([...first.data, ...second.data]).toEqual(all.data);
      expect(first.totalCount).toBe(all.data.length);
    }
  });

  it('rejects a cursor of another list, and a type and a status that do not exist', async () => {
    await emitEvents('a', [1, 2]);
    const { body } = await client.get('/webhooks/events?limit=1');
    const { body: ofOne } = await client.get('/webhooks/events?resourceId=a&limit=1');
    const foreign = [`resourceId=a&cursor=${body.nextCursor}`, `cursor=${ofOne.nextCursor}`];
    for (const query of [...foreign, 'type=NOTHING', 'status=LOST']) {
      expect((await client.get(`/webhooks/events?${query}`)).status).toBe(400);
    }
    expect((await client.get(`/webhooks/events/${newId('Webhook')}`)).body.code).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('the list of events by time and answer', () => {
  it('has the events that happened within a time, by the clock of the platform', async () => {
    await client.post('/sandbox/clock/advance', { seconds: 3 * 86_400 });
    const now = async () => (await client.get('/sandbox/clock')).body.now as string;
    const account = (await client.get('/platform/internal-accounts')).body.data[0].id;
    const before = await now();
    clock.move(1_000);
    await client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 100 });
    const between = await now();
    clock.move(1_000);
    const after = await now();
    const countOf = async (query: Record<string, string>) =>
      (await listed(`?${new URLSearchParams({ resourceId: account, ...query })}`)).length;
    expect(await countOf({ since: before, until: between })).toBe(1);
    expect(await countOf({ until: before })).toBe(0);
    expect(await countOf({ since: after })).toBe(0);
    const all = await listed(`?${new URLSearchParams({ since: before, until: after, limit: '100' })}`);
    expect(all.map(({ resourceId }: { resourceId: string }) => resourceId)).toContain(account);
    expect(await listed(`?${new URLSearchParams({ since: after })}`)).toEqual([]);
  });

  it('has the events of which an attempt was answered with a status, in pages, found in an index', async () => {
    await setEndpoint();
    receiver.answer(({ event }) => (event.data.resourceId?.startsWith('bad') ? 418 : 200));
    await emitEvents('good', [1, 2]);
    const bad = [...(await emitEvents('bad1', [1])), ...(await emitEvents('bad2', [1]))];
    await until(async () => (await listed('?responseStatus=418')).length === 2, 'two failures');
    const { body: first } = await client.get('/webhooks/events?responseStatus=418&limit=1');
    const { body: second } = await client.get(`/webhooks/events?responseStatus=418&limit=1&cursor=${first.nextCursor}`);
    expect([first, second].flatMap(({ data }) => data.map(({ id }: { id: string }) => id))).toEqual(bad.toReversed());
    expect([first.totalCount, second.hasMore]).toEqual([2, false]);
    expect(await listed('?responseStatus=418&resourceId=bad1')).toHaveLength(1);
    expect(await listed('?responseStatus=500')).toEqual([]);
    const since = new Date(clock.now().getTime() - 60_000).toISOString();
    const ask = async (request: object) => (await client.post('/webhooks/redeliver', { since, ...request })).body.count;
    await until(async () => (await statusesOf('good')) === 'DELIVERED,DELIVERED', 'the others');
    expect(await ask({ dryRun: true, failedOnly: false })).toBe(2);
    expect(await ask({ dryRun: true, failedOnly: false, responseStatus: 418 })).toBe(0);
    expect(await ask({ dryRun: true, failedOnly: false, responseStatus: 200 })).toBe(2);
    const platform = { id: client.platformId, name: '', mode: 'SANDBOX', clockOffsetMs: 0 } as const;
    const nodes = await plansOf(app.database.db, (db) => listEvents(db, platform, { responseStatus: 418 }));
    const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
    const ofPartition = (name: RegExp): unknown => expect.stringMatching(name);
    expect([...indexes]).toEqual(
      expect.arrayContaining([
        ofPartition(/^events_\d+_\d+_pkey$/),
        ofPartition(/^webhook_attempts_\d.*_status_event_id/),
      ]),
    );
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    expect(scanned.filter((name) => name?.startsWith('webhook_attempts'))).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('has every type with a schema and an example that fits it, in less than 200 kB', async () => {
    const { body, text } = await client.get('/webhooks/event-types');
    expect(text.length).toBeLessThan(200_000);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(body, 'catalogue');
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(Object.keys(eventResources));
    for (const [i, { type, resource, schema, example }] of body.data.entries()) {
      const validate = ajv.compile({ $ref: `catalogue#/data/${i}/schema` });
      expect([type, validate(example), validate.errors]).toEqual([type, true, null]);
      expect([type, validate({ ...example, data: { ...example.data, unknown: [] }, sequence: 'x' })]).toEqual([
        type,
        false,
      ]);
      expect(schema.properties.type.const).toBe(type);
      expect([type, resource]).toEqual([type, eventResources[type as EventType]]);
      expect(example.type).toBe(type);
    }
  });
});

describe('redelivery', () => {
  it('of one event sends the same bytes again, even after its delivery', async () => {
    await setEndpoint();
    const [id] = await emitEvents('again', [1]);
    await until(async () => (await statusesOf('again')) === 'DELIVERED', 'the first');
    const { status, body } = await client.post(`/webhooks/events/${id}/redeliver`);
    expect([status, body.id, body.status]).toEqual([202, id, 'REDELIVERING']);
    const [first, second] = await receiver.events(2);
    expect(second?.body).toBe(first?.body);
    await until(async () => (await statusesOf('again')) === 'DELIVERED', 'the second');
    expect((await client.get(`/webhooks/events/${id}`)).body.attempts).toHaveLength(2);
    const unknown = await client.post(`/webhooks/events/${newId('Webhook')}/redeliver`);
    expect(unknown.body.code).toBe('REFERENCE_NOT_FOUND');
  });

  it('that fails is retried, and delays no other event', async () => {
    const [id] = await emitEvents('late', [1]);
    await setEndpoint();
    receiver.answer(({ event }) => (event.id === id ? 500 : 200));
    await client.post(`/webhooks/events/${id}/redeliver`);
    await until(async () => (await listed('?resourceId=late'))[0].attemptCount === 1, 'a failure');
    expect(await statusesOf('late')).toBe('REDELIVERING');
    await emitEvents('late', [2]);
    await until(async () => (await statusesOf('late')) === 'DELIVERED,REDELIVERING', 'the next one');
    receiver.answer(() => 200);
    clock.move(5_000);
    await until(async () => (await statusesOf('late')) === 'DELIVERED,DELIVERED', 'the end');
  });

  it('of many counts on a dry run, then sends what has not arrived since a time, in order and at the rate', async () => {
    await emitEvents('before', [1]);
    clock.move(1_000);
    const since = clock.now().toISOString();
    await emitEvents('many', [1, 2, 3, 4, 5, 6]);
    await emitEvents('other', [1], { type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' });
    await setEndpoint();
    await emitEvents('arrived', [1]);
    await until(async () => (await statusesOf('arrived')) === 'DELIVERED', 'one to arrive');
    const ask = async (request: object) => (await client.post('/webhooks/redeliver', { since, ...request })).body.count;
    expect(await ask({ dryRun: true })).toBe(7);
    expect(await ask({ dryRun: true, type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' })).toBe(1);
    expect(await ask({ dryRun: true, failedOnly: false })).toBe(8);
    expect(await ask({ dryRun: true, until: new Date(Date.parse(since) - 1).toISOString() })).toBe(0);
    expect(await ask({ dryRun: true, type: 'TEST', failedOnly: false })).toBe(1);
    expect(receiver.received).toHaveLength(2);
    expect(await ask({ type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', ratePerSecond: 2 })).toBe(6);
    await receiver.events(2);
    expect(await ask({ dryRun: true })).toBe(1);
    const waiting = await listed('?status=REDELIVERING');
    const times = waiting.map(({ nextAttemptAt }: { nextAttemptAt: string }) => Date.parse(nextAttemptAt));
    for (const [i, time] of times.slice(1).entries()) expect(times[i] - time).toBe(500);
    clock.move(5_000);
    const redelivered = (await receiver.events(7)).filter(({ event }) => event.data.resourceId === 'many');
    expect(redelivered.map(({ event }) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('requires an endpoint', async () => {
    const [id] = await emitEvents('nowhere', [1]);
    const one = await client.post(`/webhooks/events/${id}/redeliver`);
    const many = await client.post('/webhooks/redeliver', { since: clock.now().toISOString() });
    for (const { status, body } of [one, many]) {
      expect([status, body.code]).toEqual([400, 'WEBHOOK_ENDPOINT_NOT_SET']);
    }
  });
});

describe('the keys', () => {
  const keyOf = (keys: any[], algorithm: string, status = 'ACTIVE') =>
    keys.find((key) => key.algorithm === algorithm && key.status === status);

  it('are one of each algorithm, the same each time, and VIEW does not show the secret', async () => {
    const { body } = await client.get('/webhooks/keys');
    expect(body.data.map(({ algorithm }: { algorithm: string }) => algorithm)).toEqual([
      'ES256',
      'ed25519',
      'hmac-sha256',
    ]);
    expect(keyOf(body.data, 'ES256').publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(keyOf(body.data, 'ed25519').publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(keyOf(body.data, 'hmac-sha256').secret).toMatch(/^whsec_/);
    expect((await client.get('/webhooks/keys')).body).toEqual(body);
    const viewer = await app.clientWith(['VIEW'], client);
    expect(keyOf((await viewer.get('/webhooks/keys')).body.data, 'hmac-sha256').secret).toBeUndefined();
    const other = await (await app.newPlatform()).get('/webhooks/keys');
    expect(other.text).not.toContain(keyOf(body.data, 'ed25519').publicKey);
  });

  it('are created once under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.get('/webhooks/keys')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('are rotated with an overlap of a day, in which both sign', async () => {
    const { body: before } = await client.get('/webhooks/keys');
    const { status, body } = await client.post('/webhooks/keys/rotate');
    expect([status, body.data.length]).toEqual([200, 6]);
    expect((await client.get('/webhooks/keys')).body).toEqual(body);
    await setEndpoint();
    await emitEvents('signed', [1]);
    const [{ body: bytes = '', headers = {} } = {}] = await receiver.events(1);
    const fresh = keyOf(body.data, 'hmac-sha256');
    const old = keyOf(body.data, 'hmac-sha256', 'RETIRING');
    expect(old.secret).toBe(keyOf(before.data, 'hmac-sha256').secret);
    for (const { secret } of [fresh, old]) new Webhook(secret).verify(bytes, headers as Record<string, string>);
    expect(
      String(headers['webhook-signature'])
        .split(' ')
        .map((one) => one.split(',')[0]),
    ).toEqual(['v1', 'v1a', 'v1', 'v1a']);
    const { s } = JSON.parse(String(headers['x-service-signature']));
    const isSignedBy = (key: { publicKeyPem: string }) =>
      verify('sha256', Buffer.from(bytes), createPublicKey(key.publicKeyPem), Buffer.from(s, 'base64'));
    expect(isSignedBy(keyOf(body.data, 'ES256'))).toBe(true);
    expect(isSignedBy(keyOf(body.data, 'ES256', 'RETIRING'))).toBe(false);
    clock.move(DAY_MS);
    expect((await client.get('/webhooks/keys')).body.data).toEqual(body.data.slice(0, 3));
  });
});

describe('a test event', () => {
  it.each(['/webhooks/test', '/sandbox/webhooks/test'])(
    'by %s is sent at once, and its answer is returned',
    async (path) => {
      await setEndpoint();
      receiver.answer(() => (response) => response.writeHead(418).end('short and stout'));
      const { status, body } = await client.post(path);
      expect(status).toBe(200);
      expect(body).toEqual({ url: receiver.url, response_status: 418, response_body: 'short and stout' });
      const sent = receiver.received.at(-1)?.event;
      expect(sent).toMatchObject({ type: 'TEST', data: {} });
      expect((await client.get(`/webhooks/events/${sent.id}`)).body).toMatchObject({
        status: 'FAILED',
        attemptCount: 1,
      });
    },
  );

  it('requires an endpoint, and one that can be reached', async () => {
    const without = await client.post('/sandbox/webhooks/test');
    expect([without.status, without.body.code]).toEqual([400, 'WEBHOOK_ENDPOINT_NOT_SET']);
    await setEndpoint('http://127.0.0.1:1/hooks');
    const { status, body } = await client.post('/sandbox/webhooks/test');
    expect([status, body.code]).toEqual([400, 'WEBHOOK_DELIVERY_ERROR']);
    expect(body.details).toMatchObject({ reason: 'ENDPOINT_NOT_REACHED', failure: 'ECONNREFUSED' });
  });

  it('that is answered 410 disables the endpoint, and the request log has a line for it', async () => {
    await setEndpoint();
    receiver.answer(() => 410);
    expect((await client.post('/webhooks/test')).body.response_status).toBe(410);
    const { id } = receiver.received.at(-1)?.event ?? {};
    expect((await client.post(`/webhooks/events/${id}/redeliver`)).body.details.reason).toBe('ENDPOINT_DISABLED');
    await app.app.requestLog.flush();
    const { body } = await client.get('/request-log');
    const line = body.data.find(({ code }: { code: string }) => code === 'WEBHOOK_ENDPOINT_DISABLED');
    expect(line).toMatchObject({ status: 410, path: receiver.url });
  });

  it('of a production platform goes to https and public addresses only', async () => {
    client = await app.newPlatform('PRODUCTION');
    const rejected = await client.patch('/config', { webhookEndpoint: receiver.url });
    expect([rejected.status, rejected.body.code]).toEqual([400, 'INVALID_INPUT']);
    const { body: private_ } = await client.patch('/config', { webhookEndpoint: 'https://127.0.0.1:1/hooks' });
    expect(private_.details.errors[0]).toMatchObject({
      field: 'webhookEndpoint',
      message: expect.stringContaining('must lead to a host of the internet'),
    });
    await client.patch('/config', { webhookEndpoint: 'https://hooks.example/' });
    await app.database.db.pool.query('UPDATE webhook_endpoints SET url = $1 WHERE platform_id = $2', [
      'https://127.0.0.1:1/hooks',
      client.platformId,
    ]);
    const { body } = await client.post('/webhooks/test');
    expect([body.code, body.details.reason]).toEqual(['WEBHOOK_DELIVERY_ERROR', 'ADDRESS_NOT_ALLOWED']);
    expect((await client.post('/sandbox/webhooks/test')).status).toBe(403);
  });
});

describe('sandbox platforms without access to private networks', () => {
  let shared: TestApp;
  beforeAll(async () => {
    shared = await TestApp.start({ config: { sandboxReachesPrivateNetworks: false } });
  });
  afterAll(() => shared.stop());

  it.each([
    'http://127.0.0.1/hooks',
    'http://2130706433/',
    'http://localhost:3000/',
    'http://api.localhost./',
    'http://10.1.2.3/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.169.254/latest',
    'http://168.63.129.16/',
  ])('cannot register %s, and the error names the setting', async (webhookEndpoint) => {
    const { status, body } = await shared.client.patch('/config', { webhookEndpoint });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.details.errors[0]).toMatchObject({
      field: 'webhookEndpoint',
      message: expect.stringContaining('SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS=true'),
    });
  });

  it('are not sent events to an address that was registered before', async () => {
    await shared.client.patch('/config', { webhookEndpoint: 'https://hooks.example/' });
    await shared.database.db.pool.query('UPDATE webhook_endpoints SET url = $1 WHERE platform_id = $2', [
      receiver.url,
      shared.client.platformId,
    ]);
    const before = receiver.received.length;
    const { body } = await shared.client.post('/webhooks/test');
    expect(body.details).toMatchObject({
      reason: 'ADDRESS_NOT_ALLOWED',
      hint: expect.stringContaining('SANDBOX_WEBHOOKS_TO_PRIVATE_NETWORKS=true'),
    });
    expect(receiver.received).toHaveLength(before);
  });
});

describe('an approval', () => {
  const ask = async () => {
    const [id = ''] = await emitEvents('payment', [receiver.received.length + 1], {
      type: 'INCOMING_PAYMENT.PENDING',
      delivery: 'DIRECT',
    });
    const platform = { id: client.platformId, name: '', mode: 'SANDBOX' as const, clockOffsetMs: 0 };
    const webhooks = { ...app.app.webhooks, switchOff: async () => {} };
    const deps = { db: app.database.db, clock: systemClock, webhooks };
    return { id, answer: await askApproval(deps, { platform, event: { id } }) };
  };
  const say = (status: number, body?: object) =>
    receiver.answer(() => (response) => response.writeHead(status).end(body && JSON.stringify(body)));

  it.each([
    [200, undefined, { type: 'APPROVED' }],
    [
      200,
      { receiverCustomerInfo: { FULL_NAME: 'Ada' } },
      { type: 'APPROVED', receiverCustomerInfo: { FULL_NAME: 'Ada' } },
    ],
    [202, undefined, { type: 'DEFERRED' }],
    [403, { code: 'NO', message: 'no', reason: 'unknown sender' }, { type: 'REJECTED', reason: 'unknown sender' }],
    [422, { requiredFields: ['BIRTH_DATE'] }, { type: 'MORE_DATA', requiredFields: ['BIRTH_DATE'] }],
    [500, undefined, { type: 'ERROR' }],
    [302, undefined, { type: 'ERROR' }],
  ])('that is answered %i %j is %j', async (status, body, expected) => {
    await setEndpoint();
    say(status, body);
    const { id, answer } = await ask();
    expect(answer).toEqual(expected);
    const { attempts, status: became } = (await client.get(`/webhooks/events/${id}`)).body;
    expect([attempts.length, attempts[0].responseStatus]).toEqual([1, status]);
    expect(became).toBe(expected.type === 'ERROR' ? 'FAILED' : 'DELIVERED');
    expect(receiver.received.filter(({ event }) => event.id === id)).toHaveLength(1);
  });

  it('that is not answered in 5 seconds times out, and is not retried', async () => {
    await setEndpoint();
    receiver.answer(() => () => {});
    const started = performance.now();
    const { id, answer } = await ask();
    expect(answer).toEqual({ type: 'TIMED_OUT' });
    expect(performance.now() - started).toBeGreaterThan(4_900);
    expect((await client.get(`/webhooks/events/${id}`)).body).toMatchObject({
      status: 'FAILED',
      attempts: [{ error: 'TIMEOUT' }],
    });
  });

  it('is not requested without an endpoint', async () => {
    const { id, answer } = await ask();
    expect(answer).toEqual({ type: 'NO_ENDPOINT' });
    expect((await client.get(`/webhooks/events/${id}`)).body.status).toBe('SKIPPED');
  });
});

/** These tests come last, because they move the clock by days. */
describe('the endpoint', () => {
  it('is NOT_SET on a new platform, with 24 hours without attempts', async () => {
    const { status, body } = await client.get('/webhooks/endpoint');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'NOT_SET', pending: 0, failed: 0 });
    expect(body.hours).toHaveLength(24);
    expect(Date.parse(body.hours[23].at) - Date.parse(body.hours[0].at)).toBe(23 * 3_600_000);
    for (const hour of body.hours) expect(hour).toEqual({ at: expect.any(String), delivered: 0, failed: 0 });
  });

  it('shows the backlog and the attempts of each hour, with their latency', async () => {
    await setEndpoint();
    receiver.answer(({ event }) => (event.data.resourceId === 'late' ? 500 : 200));
    await emitEvents('fine', [1, 2, 3]);
    const happened = clock.now().toISOString();
    await emitEvents('late', [1]);
    const health = async () => (await client.get('/webhooks/endpoint')).body;
    const isCounted = async () => {
      const { hours } = await health();
      return hours.at(-1).delivered === 4 && hours.at(-1).failed === 1;
    };
    await until(isCounted, 'every attempt');
    const body = await health();
    expect(body).toMatchObject({
      url: receiver.url,
      state: 'ACTIVE',
      pending: 1,
      failed: 0,
      oldestPendingAt: happened,
    });
    expect(body.hours.at(-1).p95Ms).toBeGreaterThan(0);
    expect(body.hours.at(-2)).toMatchObject({ delivered: 0, failed: 0 });
    clock.move(3_600_000);
    const later = await health();
    expect(later.hours.at(-2)).toEqual(body.hours.at(-1));
    receiver.answer(() => 410);
    await client.post('/webhooks/test');
    expect(await health()).toMatchObject({ state: 'DISABLED', disabledReason: 'GONE', disabledAt: expect.any(String) });
    clock.move(4 * DAY_MS);
    await app.app.housekeeping.run();
    const { rows } = await app.database.db.pool.query('SELECT 1 FROM webhook_hours WHERE platform_id = $1', [
      client.platformId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a long list of events', () => {
  const platformOf = ({ platformId }: Client) =>
    ({ id: platformId, name: '', mode: 'SANDBOX', clockOffsetMs: 0 }) as const;

  /** Delivered events of the platform, which the statistics know. */
  async function deliverMany(): Promise<void> {
    const { db } = app.database;
    await emitEvents(
      'busy',
      Array.from({ length: 3_000 }, (_, i) => i + 1),
    );
    await db.write(sql`
      INSERT INTO webhook_attempts (at, platform_id, event_id, number, latency_ms, status, has_arrived, url)
      SELECT created_at, platform_id, id, 1, 5, 200, true, 'https://platform.example/hooks' FROM events
      WHERE platform_id = ${uuidOf(client.platformId)}`);
    await db.pool.query('ANALYZE events, webhook_attempts');
  }

  it('reads the attempts of the events of a page, however many others there are', async () => {
    await deliverMany();
    expect(await listed('?limit=1')).toMatchObject([{ status: 'DELIVERED', attemptCount: 1 }]);
    const nodes = await plansOf(app.database.db, (read) => listEvents(read, platformOf(client), {}));
    const rows = nodes
      .filter((node) => node['Relation Name']?.startsWith('webhook_attempts'))
      .map((node) => node['Actual Rows'] * node['Actual Loops']);
    expect(Math.max(...rows)).toBeLessThan(30);
  });

  it('looks events up by their primary key, also those of a platform that is newer than the statistics', async () => {
    await deliverMany();
    const other = platformOf(await app.newPlatform());
    const nodes = await plansOf(app.database.db, (read) => listEvents(read, other, { responseStatus: 418 }));
    const indexes = nodes.flatMap((node) => node['Index Name'] ?? []).filter((name) => name.startsWith('events_'));
    expect(indexes).toEqual(expect.arrayContaining([expect.stringMatching(/_pkey$/)]));
    expect(indexes.filter((name) => !name.endsWith('_pkey'))).toEqual([]);
  });
});
