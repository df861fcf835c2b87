import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../src/engine/http/route.ts';
import type { Database } from '../src/foundation/db/database.ts';
import { memo } from '../src/foundation/kernel/memo.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { type Call, callerOf, exampleCall, WALK_MS } from './support/examples.ts';

const OPERATIONS_PER_PLATFORM = 15;

let app: TestApp;
let stranger: Client;
beforeAll(async () => {
  app = await TestApp.start();
  // Stops the worker, whose changes would look like changes by the other platform.
  await app.app.worker.stop();
  await app.app.deliveryWorker.stop();
  stranger = await app.newPlatform();
});
afterAll(() => app.stop());

const platformRoutes = (): Route[] => app.app.routes.filter((route) => route.access !== 'OPERATOR');
const send = (client: Client, { method, path, body, headers }: Call) => client.request(method, path, { body, headers });
const sendOwn = (call: Call) => send(call.as, call);

/** Every row of a platform in every table with platforms, except the log of its own requests. */
async function rowsOf(platformId: string): Promise<string> {
  const { db } = app.database;
  const { rows } = await db.pool.query<{ found: string }>(await everyRow(db), [platformId]);
  return rows.map(({ found }) => found).join('\n');
}

const everyRow = memo(async ({ pool }: Database): Promise<string> => {
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'platform_id' AND table_name NOT LIKE 'request_log%' ORDER BY 1`);
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

/** Public operations and invitations are authorized by their code instead. */
const isClosedToStrangers = ({ params, access, operationId }: Route): boolean =>
  params !== undefined && access !== 'PUBLIC' && !answersToStrangers.has(operationId);

const idsIn = (text: string): string[] => text.match(/\b[A-Z]\w+:[0-9a-f-]{36}\b/g) ?? [];

describe('data of one platform', () => {
  /** Ids of other platforms. */
  const foreign = new Set<string>();

  it('is 404 for every other platform, in every operation with an id, and returned to its own by the same calls', {
    timeout: WALK_MS,
  }, async () => {
    const owners: Client[] = [];
    for (const [i, route] of platformRoutes().entries()) {
      // Starts a new platform now and then: every row is compared twice per operation, so rows must not pile up.
      if (i % OPERATIONS_PER_PLATFORM === 0) owners.push(await app.newPlatform());
      const owner = owners.at(-1) ?? stranger;
      const call = await exampleCall(route, owner);
      if (isClosedToStrangers(route)) {
        const before = await rowsOf(owner.platformId);
        const { status, body } = await send(await callerOf(route, app.client), call);
        expect([route.operationId, status]).toEqual([route.operationId, 404]);
        expect(body.code).toMatch(/NOT_FOUND$/);
        expect([route.operationId, await rowsOf(owner.platformId)]).toEqual([route.operationId, before]);
      }
      const { status, text } = await sendOwn(call);
      expect([route.operationId, status < 300, text]).toEqual([route.operationId, true, text]);
    }
    expect(platformRoutes().filter(isClosedToStrangers).length).toBeGreaterThan(3);
    await app.app.requestLog.flush();
    for (const { platformId } of owners) for (const id of idsIn(await rowsOf(platformId))) foreign.add(id);
  });

  it('is in no answer to another platform', { timeout: WALK_MS }, async () => {
    expect(foreign.size).toBeGreaterThan(5);
    const other = await app.newPlatform();
    const readings = platformRoutes().filter((route) => route.method === 'GET' && !route.params);
    expect(readings.length).toBeGreaterThan(5);
    for (const route of readings) {
      const { status, text } = await sendOwn(await exampleCall(route, other));
      expect([route.operationId, status]).toEqual([route.operationId, 200]);
      expect([route.operationId, idsIn(text).filter((id) => foreign.has(id))]).toEqual([route.operationId, []]);
    }
  });

  it('is open to another platform only by the code of an invitation', async () => {
    for (const route of platformRoutes().filter(({ operationId }) => answersToStrangers.has(operationId))) {
      const { status } = await send(app.client, await exampleCall(route, stranger));
      expect([route.operationId, status]).toEqual([route.operationId, answersToStrangers.get(route.operationId)]);
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
