import { createPublicKey, verify } from 'node:crypto';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emit } from '../src/engine/webhooks/events.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { earliestId, newId, uuidOf } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { HandClock } from './support/hand-clock.ts';
import { until } from './support/server-process.ts';
import { isOfPlatform } from './support/stored-events.ts';
import { openReceiver } from './support/webhook-receiver.ts';

let app: TestApp;
/** Another process on the same database. */
let second: TestApp;
const clock = new HandClock();
beforeAll(async () => {
  app = await TestApp.start({ clock });
  second = await TestApp.start({ clock, beside: app });
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

let client: Client;
beforeEach(async () => {
  client = await app.newPlatform();
  clock.at = new Date(Math.max(clock.at.getTime(), systemClock.now().getTime()));
});

interface Written {
  resourceId?: string;
  id?: string;
  on?: TestApp;
}

async function write(
  sequences: readonly number[],
  { resourceId = 'one', id, on = app }: Written = {},
): Promise<string[]> {
  const events = sequences.map((sequence) => ({
    id: id ?? newId('Webhook'),
    platformId: client.platformId,
    type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const,
    resourceId,
    sequence,
    data: { resourceId },
    at: clock.now(),
  }));
  await apply(on.database.db, { effects: [emit(events)] });
  return events.map((event) => event.id);
}

const after = async (query: string, reader = client) => (await reader.get(`/webhooks/events?${query}`)).body;
/** Reads the log once no older transaction of another test on this PostgreSQL delays it. */
async function afterSettled(query: string) {
  const isSettled = async (): Promise<boolean> => {
    const [row] = await app.database.db.read<{ is_settled: boolean }>(sql`
      SELECT bool_and(written_in < pg_snapshot_xmin(pg_current_snapshot())
        OR written_in >= pg_snapshot_xmax(pg_current_snapshot())) AS is_settled
      FROM events WHERE ${isOfPlatform(client)}`);
    return row?.is_settled ?? true;
  };
  await until(isSettled, 'the end of other transactions');
  return after(query);
}

const idsOf = (page: { data: { id: string }[] }): string[] => page.data.map(({ id }) => id);

/** An event of a transaction that is committed by the returned function. */
async function writeLate(sequence: number): Promise<{ id: string; commit: () => Promise<void> }> {
  const id = newId('Webhook');
  const connection = new pg.Client(app.database.connection);
  await connection.connect();
  await connection.query('BEGIN');
  await connection.query(
    `INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
     VALUES ($1, $2, 'TEST', 'late', $3, $4, $5)`,
    [uuidOf(client.platformId), uuidOf(id), sequence, Buffer.from('{}'), clock.now()],
  );
  return {
    id,
    commit: async () => {
      await connection.query('COMMIT');
      await connection.end();
    },
  };
}

describe('the log of events', () => {
  it('is oldest first, in pages that continue after the last event', async () => {
    const ids = await write([1, 2, 3, 4, 5]);
    const first = await afterSettled('wait=0&limit=2');
    expect(first).toMatchObject({ hasMore: true });
    const next = await afterSettled(`after=${idsOf(first).at(-1)}&limit=2`);
    const last = await afterSettled(`after=${idsOf(next).at(-1)}&limit=2`);
    expect([first, next, last].flatMap(idsOf)).toEqual(ids);
    expect(last.hasMore).toBe(false);
    expect(idsOf(await after(`after=${ids[4]}`))).toEqual([]);
  });

  it('begins at a time where after is an id without an event', async () => {
    await write([1], { id: earliestId('Webhook', new Date('2026-01-01T00:00:00Z')) });
    const [id] = await write([2]);
    expect(idsOf(await afterSettled(`after=${earliestId('Webhook', new Date('2026-02-01T00:00:00Z'))}`))).toEqual([id]);
  });

  it('is in the order of each resource, whichever transaction was first', async () => {
    // The second event has an older id and transaction, because it waited for the balance that the first changed.
    const late = await writeLate(2);
    const [first] = await write([1], { resourceId: 'late' });
    await late.commit();
    const ids = idsOf(await after('wait=5'));
    expect(ids).toEqual([first, late.id]);
    expect(idsOf(await afterSettled(`after=${first}`))).toEqual([late.id]);
    expect(idsOf(await after(`after=${late.id}`))).toEqual([]);
  });

  it('does not pass an event whose transaction is not over, and wakes when it is', async () => {
    const [known] = await write([1]);
    const late = await writeLate(1);
    const [committed] = await write([2]);
    expect(idsOf(await after(`after=${known}`))).toEqual([]);
    const waiting = after(`after=${known}&wait=20`);
    await late.commit();
    expect(idsOf(await waiting)).toEqual([late.id, committed]);
  });

  it('is not held up for more than a minute by a transaction that writes something else', async () => {
    const other = await writeLate(1);
    const [id] = await write([1], { id: earliestId('Webhook', new Date(systemClock.now().getTime() - 61_000)) });
    expect(idsOf(await after(`after=${earliestId('Webhook', new Date(0))}`))).toEqual([id]);
    await other.commit();
  });

  it('waits for the next event of this and of another process', async () => {
    const [known] = await write([1]);
    const waiting = [client, client.at(second.url)].map((reader) => after(`after=${known}&wait=20`, reader));
    const [id] = await write([2]);
    expect((await Promise.all(waiting)).map(idsOf)).toEqual([[id], [id]]);
    expect(idsOf(await after(`after=${id}&wait=1`))).toEqual([]);
  });

  it('has every event once, and in order, while many are written by two processes', async () => {
    const RESOURCES = 12;
    const EACH = 12;
    const seen: { id: string; resourceId: string; sequence: number }[] = [];
    let isDone = false;
    const reading = (async () => {
      let last: string | undefined;
      while (!isDone || seen.length < RESOURCES * EACH) {
        const { data } = await after(`wait=1&limit=7${last ? `&after=${last}` : ''}`);
        seen.push(...data);
        last = data.at(-1)?.id ?? last;
      }
    })();
    const writers = Array.from({ length: RESOURCES }, async (_, i) => {
      for (let sequence = 1; sequence <= EACH; sequence++) {
        await write([sequence], { resourceId: `resource ${i}`, on: i % 2 === 0 ? app : second });
      }
    });
    await Promise.all(writers);
    isDone = true;
    await reading;
    expect(new Set(seen.map(({ id }) => id)).size).toBe(RESOURCES * EACH);
    expect(seen.length).toBe(RESOURCES * EACH);
    for (let i = 0; i < RESOURCES; i++) {
      const sequences = seen.filter(({ resourceId }) => resourceId === `resource ${i}`).map(({ sequence }) => sequence);
      expect(sequences).toEqual(Array.from({ length: EACH }, (_, n) => n + 1));
    }
  });

  it('is read to its end in pages where far more is ahead than fits on one', async () => {
    const ids = await write(Array.from({ length: 900 }, (_, n) => n + 1));
    ids.push(...(await write([901])));
    const seen: string[] = [];
    for (let hasMore = true; hasMore; ) {
      const page = await after(`limit=100&wait=0${seen.length > 0 ? `&after=${seen.at(-1)}` : ''}`);
      seen.push(...idsOf(page));
      hasMore = page.hasMore;
    }
    expect(seen).toEqual(ids);
  });

  it('goes on after a restore into a cluster whose transaction ids are smaller', async () => {
    const [known] = await write([1]);
    await app.database.db.write(sql`UPDATE events SET written_in = '99999999999' WHERE id = ${uuidOf(known ?? '')}`);
    const [id] = await write([2]);
    expect(idsOf(await afterSettled(`after=${known}`))).toEqual([id]);
  });

  it('rejects filters, which would hide where to continue', async () => {
    const { status, body } = await client.get(`/webhooks/events?wait=0&type=TEST&status=FAILED`);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['type', 'status']);
    expect((await client.get('/webhooks/events?after=Customer:1')).status).toBe(400);
    expect((await client.get('/webhooks/events?wait=61')).status).toBe(400);
  });

  it('answers waiting requests when the server stops', async () => {
    const third = await TestApp.start({ clock, beside: app });
    const waiting = client.at(third.url).get('/webhooks/events?wait=60');
    await until(() => third.app.metrics !== undefined, 'the third server');
    const begun = performance.now();
    await client.at(third.url).get('/config');
    await third.stop();
    expect((await waiting).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('a listener', () => {
  /** Ids contain the system time, which is later than the clock of the test. */
  const listen = async (body?: object) => {
    clock.at = new Date(Math.max(clock.at.getTime(), systemClock.now().getTime()) + 1);
    return (await client.post('/sandbox/listeners', body)).body;
  };
  const deliveries = async ({ id, cursor }: { id: string; cursor: string }, query = 'wait=5') =>
    client.get(`/sandbox/listeners/${id}/deliveries?cursor=${cursor}&${query}`);

  it('receives the exact bytes of each event with valid signatures, and changes no endpoint', async () => {
    await write([1]);
    const listener = await listen();
    const ids = await write([2, 3]);
    const { body } = await deliveries(listener);
    expect(idsOf(body)).toEqual(ids);
    const { data: keys } = (await client.get('/webhooks/keys')).body;
    const keyOf = (algorithm: string) => keys.find((key: { algorithm: string }) => key.algorithm === algorithm);
    for (const { headers, body: bytes, id } of body.data) {
      expect(JSON.parse(bytes)).toMatchObject({ id, type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' });
      expect(new Webhook(keyOf('hmac-sha256').secret).verify(bytes, headers)).toMatchObject({ id });
      const { s } = JSON.parse(headers['x-service-signature']);
      const key = createPublicKey(keyOf('ES256').publicKeyPem);
      expect(verify('sha256', Buffer.from(bytes), key, Buffer.from(s, 'base64'))).toBe(true);
    }
    expect((await client.get('/config')).body.webhookEndpoint).toBeUndefined();
    expect(idsOf((await deliveries({ ...listener, cursor: body.nextCursor }, '')).body)).toEqual([]);
  });

  it('looks back, and a cursor goes on with the next listener', async () => {
    const ids = await write([1, 2, 3]);
    const listener = await listen({ lookbackSeconds: 600 });
    const first = (await deliveries(listener, 'limit=2&wait=5')).body;
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.hasMore).toBe(true);
    expect((await client.delete(`/sandbox/listeners/${listener.id}`)).status).toBe(204);
    const other = await listen();
    expect(idsOf((await deliveries({ ...other, cursor: first.nextCursor })).body)).toEqual(ids.slice(2));
  });

  it('receives what is sent again, with and without an endpoint', async () => {
    const receiver = await openReceiver();
    const [old = ''] = await write([1]);
    expect((await client.post(`/webhooks/events/${old}/redeliver`)).body.code).toBe('WEBHOOK_ENDPOINT_NOT_SET');
    const listener = await listen();
    const { status, body } = await client.post(`/webhooks/events/${old}/redeliver`);
    expect([status, body.status]).toEqual([202, 'SKIPPED']);
    const first = (await deliveries(listener)).body;
    expect(first.data).toMatchObject([{ id: old, isResend: true }]);

    await client.patch('/config', { webhookEndpoint: receiver.url });
    const tested = (await deliveries({ ...listener, cursor: first.nextCursor })).body;
    expect(tested.data).toMatchObject([{ type: 'TEST', isResend: false }]);
    expect((await client.post(`/webhooks/events/${old}/redeliver`)).body.status).toBe('REDELIVERING');
    expect((await deliveries({ ...listener, cursor: tested.nextCursor })).body.data).toMatchObject([{ id: old }]);
    expect((await receiver.events(1))[0]?.event.id).toBe(old);
    await receiver.close();
  });

  it('receives many that are sent again in the order of each resource', async () => {
    const ids = await write([1, 2, 3]);
    const listener = await listen();
    const since = new Date(clock.now().getTime() - 60_000).toISOString();
    expect((await client.post('/webhooks/redeliver', { since })).body).toEqual({ count: 3 });
    expect(idsOf((await deliveries(listener)).body)).toEqual(ids);
  });

  it('is renewed, expires after a minute without, and is gone then', async () => {
    const { id, expiresAt, cursor } = await listen();
    clock.move(50_000);
    const renewed = await client.post(`/sandbox/listeners/${id}/renew`);
    expect(new Date(renewed.body.expiresAt).getTime() - new Date(expiresAt).getTime()).toBe(50_000);
    clock.move(50_000);
    expect((await deliveries({ id, cursor }, '')).status).toBe(200);
    clock.move(10_001);
    const over = [
      await client.post(`/sandbox/listeners/${id}/renew`),
      await deliveries({ id, cursor }, ''),
      await client.delete(`/sandbox/listeners/${id}`),
    ];
    expect(over.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [404, 'REFERENCE_NOT_FOUND']),
    );
  });

  it('belongs to its platform and to the sandbox', async () => {
    const listener = await listen();
    const stranger = await app.newPlatform();
    const path = `/sandbox/listeners/${listener.id}/deliveries?cursor=${listener.cursor}`;
    expect((await stranger.get(path)).status).toBe(404);
    const production = await app.newPlatform('PRODUCTION');
    expect((await production.post('/sandbox/listeners')).status).toBe(403);
    expect((await deliveries({ ...listener, cursor: 'abc' })).status).toBe(400);
  });
});
