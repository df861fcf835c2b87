import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { Route } from '../src/http/route.ts';
import { memo } from '../src/kernel/memo.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { type Call, callerOf, exampleCall, WALK_MS } from './support/examples.ts';

const OPERATIONS_PER_PLATFORM = 15;

let app: TestApp;
let stranger: Client;
beforeAll(async () => {
  app = await TestApp.start();
  // Background jobs would look like changes by the other platform.
  await app.app.worker.stop();
  await app.app.deliveryWorker.stop();
  stranger = await app.newPlatform();
});
afterAll(() => app.stop());

const platformRoutes = (): Route[] => app.app.routes.filter((route) => route.access !== 'OPERATOR');
const send = (client: Client, { method, path, body, headers }: Call) => client.request(method, path, { body, headers });
const sendOwn = (call: Call) => send(call.as, call);

/** Every row of a platform, in every table that has platforms; the log of its own requests aside. */
async function rowsOf(platformId: string): Promise<string> {
  const { db } = app.database;
  const { rows } = await db.pool.query<{ found: string }>(await everyRow(db), [platformId]);
  return rows.map(({ found }) => found).join('\n');
}

const everyRow = memo(async ({ pool }: Database): Promise<string> => {
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'platform_id' AND table_name <> 'request_log_blocks' ORDER BY 1`);
  expect(tables.length).toBeGreaterThan(5);
  const rows = tables.map(
    ({ name }) =>
      `SELECT '${name} ' || to_jsonb(t)::text AS found FROM ${name} t WHERE platform_id::text IN ($1, substr($1, 10))`,
  );
  return `${rows.join(' UNION ALL ')} UNION ALL SELECT 'platforms ' || to_jsonb(p)::text FROM platforms p WHERE id = $1 ORDER BY 1`;
});

/** Any platform that has the code of an invitation reads and claims it. Only its own platform cancels it. */
const answersToStrangers = new Map([
  ['getInvitation', 200],
  ['claimInvitation', 200],
  ['cancelInvitation', 403],
]);

describe('data of one platform', () => {
  it('is 404 for every other platform, in every operation with an id, and is not changed', {
    timeout: WALK_MS,
  }, async () => {
    // Public operations and invitations are authorized by their code instead.
    const withIds = platformRoutes().filter(
      (route) => route.params && route.access !== 'PUBLIC' && !answersToStrangers.has(route.operationId),
    );
    expect(withIds.length).toBeGreaterThan(3);
    let owner = stranger;
    for (const [i, route] of withIds.entries()) {
      // Every row is compared twice per operation, so a platform does not collect the rows of all of them.
      if (i % OPERATIONS_PER_PLATFORM === 0) owner = await app.newPlatform();
      const call = await exampleCall(route, owner);
      const before = await rowsOf(owner.platformId);
      const { status, body } = await send(await callerOf(route, app.client), call);
      expect([route.operationId, status]).toEqual([route.operationId, 404]);
      expect(body.code).toMatch(/NOT_FOUND$/);
      expect([route.operationId, await rowsOf(owner.platformId)]).toEqual([route.operationId, before]);
    }
  });

  it('is open to another platform only by the code of an invitation', async () => {
    for (const route of platformRoutes().filter(({ operationId }) => answersToStrangers.has(operationId))) {
      const { status } = await send(app.client, await exampleCall(route, stranger));
      expect([route.operationId, status]).toEqual([route.operationId, answersToStrangers.get(route.operationId)]);
    }
  });

  it('is returned to its own platform by the same calls, and in no answer to another', {
    timeout: WALK_MS,
  }, async () => {
    for (const route of platformRoutes()) {
      const { status, text } = await sendOwn(await exampleCall(route, stranger));
      expect([route.operationId, status < 300, text]).toEqual([route.operationId, true, text]);
    }
    await app.app.requestLog.flush();
    const foreign = new Set((await rowsOf(stranger.platformId)).match(/\b[A-Z]\w+:[0-9a-f-]{36}\b/g));
    expect(foreign.size).toBeGreaterThan(5);
    const other = await app.newPlatform();
    const readings = platformRoutes().filter((route) => route.method === 'GET' && !route.params);
    expect(readings.length).toBeGreaterThan(5);
    for (const route of readings) {
      const { status, text } = await sendOwn(await exampleCall(route, other));
      expect([route.operationId, status]).toEqual([route.operationId, 200]);
      const leaked = (text.match(/\b[A-Z]\w+:[0-9a-f-]{36}\b/g) ?? []).filter((id) => foreign.has(id));
      expect([route.operationId, leaked]).toEqual([route.operationId, []]);
    }
  });

  it('cannot be reached through a cursor of its owner', async () => {
    for (let i = 0; i < 3; i++) await stranger.post('/tokens', { name: `t${i}`, permissions: ['VIEW'] });
    const { body: first } = await stranger.get('/tokens?limit=1');
    const { body: seen } = await app.client.get(`/tokens?cursor=${first.nextCursor}`);
    const own = (await app.client.get('/tokens')).body.data.map(({ id }: { id: string }) => id);
    for (const { id } of seen.data) expect(own).toContain(id);
  });
});

describe('a platform', () => {
  it('cannot be deleted while rows refer to it', async () => {
    const { platformId } = await app.newPlatform();
    await expect(app.database.db.pool.query('DELETE FROM platforms WHERE id = $1', [platformId])).rejects.toMatchObject(
      {
        code: '23503',
      },
    );
  });
});
