import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { emit } from '../src/engine/webhooks/events.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { uuidOf } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import { until } from './support/server-process.ts';
import { plainData } from './support/stored-events.ts';
import { openReceiver } from './support/webhook-receiver.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const RESOURCES = 20;
const EACH = 10;

/** Emits events of every resource, one sequence number after the other. */
async function emitEvents({ client, database }: TestApp, from: number): Promise<void> {
  for (let sequence = from; sequence < from + EACH; sequence++) {
    const events = Array.from({ length: RESOURCES }, (_, i) => ({
      platformId: client.platformId,
      type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' as const,
      resourceId: `resource ${i}`,
      sequence,
      data: { resource: i },
      at: systemClock.now(),
    }));
    await apply(database.db, { effects: [emit(events)] });
  }
}

test('two processes share the order and the limit of an endpoint, and one continues when the other ends', async () => {
  const receiver = await openReceiver();
  const first = await TestApp.start();
  undo.push(
    () => receiver.close(),
    () => first.stop(),
  );
  const second = await TestApp.start({ beside: first });
  receiver.answer(async () => {
    await sleep(3);
    return 200;
  });
  await first.client.patch('/config', { webhookEndpoint: receiver.url });
  await Promise.all([emitEvents(first, 1), sleep(50).then(() => second.app.deliveryWorker.wake())]);
  await receiver.events(RESOURCES * EACH);
  await emitEvents(first, EACH + 1);
  await sleep(20);
  await second.stop();
  await receiver.events(2 * RESOURCES * EACH);
  expect(receiver.inFlight.most).toBe(4);
  for (let i = 0; i < RESOURCES; i++) {
    const sequences = receiver.received
      .filter(({ event }) => event.data.resource === i)
      .map(({ event }) => event.sequence);
    expect(sequences).toEqual(Array.from({ length: 2 * EACH }, (_, n) => n + 1));
  }
});

test('events blocked by a lost process are delivered by the one that takes over', async () => {
  const receiver = await openReceiver();
  const app = await TestApp.start();
  undo.push(
    () => receiver.close(),
    () => app.stop(),
  );
  const { client, database } = app;
  await client.patch('/config', { webhookEndpoint: receiver.url });
  await until(() => receiver.received.length === 1, 'the test event');
  const isFree = async () =>
    (await database.db.read(sql`SELECT 1 FROM webhook_endpoints WHERE lease_holder IS NULL`)).length > 0;
  await until(isFree, 'the lease to be given back');
  const now = systemClock.now();
  await database.db.write(sql`
    UPDATE webhook_endpoints SET lease_holder = 'lost', lease_until = ${new Date(now.getTime() + 2_000)}
    WHERE platform_id = ${client.platformId}`);
  await database.db.write(sql`
    WITH written AS (
      INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
      SELECT ${uuidOf(client.platformId)}, ('01890000-0000-7000-8000-00000000000' || n)::uuid,
        'EXTERNAL_ACCOUNT.STATUS_UPDATED', 'held', n, ${plainData({})}, ${now}::timestamptz FROM generate_series(2, 4) n
      RETURNING *)
    INSERT INTO delivery_states (platform_id, event_id, resource_id, sequence, status, due_at)
    SELECT platform_id, id, resource_id, sequence, 'WAITING', ${new Date(now.getTime() + 60_000)}::timestamptz FROM written`);
  const sequences = (await receiver.events(3, 10_000)).map(({ event }) => event.sequence);
  expect(sequences).toEqual([2, 3, 4]);
});
