import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
});
beforeEach(async () => {
  client = await app.newPlatform();
});
afterAll(() => app.stop());

const create = (name: string, permissions: unknown = ['VIEW']) => client.post('/tokens', { name, permissions });
const namesOf = ({ body }: Answer): string[] => body.data.map(({ name }: { name: string }) => name);
const fieldsOf = (answer: Answer): string[] =>
  answer.body.details.errors.map((error: { field: string }) => error.field);

describe('a token', () => {
  it('is created with its secret, which works and is never shown again', async () => {
    const { status, body } = await create('mine', ['VIEW', 'TRANSACT']);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^Token:/),
      name: 'mine',
      permissions: ['VIEW', 'TRANSACT'],
      clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
      clientSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    });
    const { clientSecret, ...shown } = body;
    expect((await client.with(body).get('/config')).status).toBe(200);
    expect((await client.get(`/tokens/${body.id}`)).body).toEqual(shown);
    const { body: list, text } = await client.get('/tokens');
    expect(list.data[0]).toEqual(shown);
    expect(text).not.toContain(clientSecret);
  });

  it('has no permission that its creator lacks', async () => {
    const manager = client.with((await create('manager', ['MANAGE'])).body);
    for (const permissions of [['TRANSACT'], ['VIEW', 'TRANSACT', 'MANAGE']]) {
      const rejected = await manager.post('/tokens', { name: 'more', permissions });
      expect([rejected.status, rejected.body.code]).toEqual([403, 'FORBIDDEN']);
      expect(rejected.body.message).toContain('lacks TRANSACT');
      expect(rejected.body.details.missingPermissions).toEqual(['TRANSACT']);
    }
    expect(namesOf(await client.get('/tokens?name=more'))).toEqual([]);
    const granted = await manager.post('/tokens', { name: 'as much', permissions: ['VIEW', 'MANAGE'] });
    expect([granted.status, granted.body.permissions]).toEqual([201, ['VIEW', 'MANAGE']]);
  });

  it('of a new sandbox platform has the permissions of its creator', async () => {
    const manager = client.with((await create('manager', ['MANAGE'])).body);
    const { body } = await manager.post('/sandbox/platforms');
    expect(body.token.permissions).toEqual(['MANAGE']);
    const { body: whole } = await client.post('/sandbox/platforms');
    expect(whole.token.permissions).toEqual(['VIEW', 'TRANSACT', 'MANAGE']);
  });

  it('has each permission once', async () => {
    expect((await create('twice', ['VIEW', 'VIEW', 'MANAGE', 'VIEW'])).body.permissions).toEqual(['VIEW', 'MANAGE']);
  });

  it('requires a name of 1 to 255 characters and at least one known permission', async () => {
    const rejected: [unknown, string[]][] = [
      [{}, ['name', 'permissions']],
      [{ name: '', permissions: [] }, ['name', 'permissions']],
      [{ name: 'x'.repeat(256), permissions: ['VIEW'] }, ['name']],
      [{ name: 'x', permissions: ['VIEW', 'ADMIN', 'view'] }, ['permissions.1', 'permissions.2']],
      [{ name: 'x', permissions: Array.from({ length: 11 }, () => 'VIEW') }, ['permissions']],
      [{ name: null, permissions: null }, ['name', 'permissions']],
    ];
    for (const [body, fields] of rejected) {
      const answer = await client.post('/tokens', body);
      expect([answer.status, fieldsOf(answer).toSorted()]).toEqual([400, fields]);
    }
    expect((await create('x'.repeat(255))).status).toBe(201);
    expect((await create('鍵 😀')).body.name).toBe('鍵 😀');
    expect((await client.get('/tokens')).body.totalCount).toBe(3);
  });

  it('is deleted once, and is then rejected', async () => {
    const { body } = await create('short-lived');
    const used = client.with(body);
    expect((await used.get('/config')).status).toBe(200);
    const gone = await client.delete(`/tokens/${body.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await used.get('/config')).status).toBe(401);
    const again = await client.delete(`/tokens/${body.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'TOKEN_NOT_FOUND']);
    expect((await client.get(`/tokens/${body.id}`)).body.code).toBe('TOKEN_NOT_FOUND');
    expect(namesOf(await client.get('/tokens'))).not.toContain('short-lived');
  });

  it('cannot delete itself, but another one can', async () => {
    const rejected = await client.delete(`/tokens/${client.tokenId}`);
    expect([rejected.status, fieldsOf(rejected)]).toEqual([400, ['tokenId']]);
    expect(rejected.body.details.hint).toContain('MANAGE');
    expect((await client.get('/config')).status).toBe(200);
    const { body } = await create('manager', ['MANAGE']);
    expect((await client.with(body).delete(`/tokens/${client.tokenId}`)).status).toBe(204);
    expect((await client.get('/config')).status).toBe(401);
  });

  it('returns 404 if it is unknown', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await client.request(method, `/tokens/${newId('Token')}`);
      expect([status, body.code]).toEqual([404, 'TOKEN_NOT_FOUND']);
    }
  });
});

describe('the list of tokens', () => {
  it('is newest first and filtered by exact name', async () => {
    for (const name of ['a', 'b', 'b', 'c']) await create(name);
    expect(namesOf(await client.get('/tokens'))).toEqual(['c', 'b', 'b', 'a', 'first token']);
    const filtered = await client.get('/tokens?name=b');
    expect([namesOf(filtered), filtered.body.totalCount, filtered.body.hasMore]).toEqual([['b', 'b'], 2, false]);
    expect(namesOf(await client.get('/tokens?name=B'))).toEqual([]);
    expect(namesOf(await client.get(`/tokens?name=${encodeURIComponent("b' OR '1'='1")}`))).toEqual([]);
  });

  it('is filtered by dates, inclusive at both ends', async () => {
    const made: Answer[] = [];
    for (const name of ['one', 'two', 'three']) {
      made.push(await create(name));
      await sleep(5);
    }
    const [, two] = made.map(({ body }) => body.createdAt as string);
    const names = async (query: string) => namesOf(await client.get(`/tokens?${query}`));
    expect(await names(`createdAfter=${two}`)).toEqual(['three', 'two']);
    expect(await names(`createdBefore=${two}`)).toEqual(['two', 'one', 'first token']);
    expect(await names(`createdAfter=${two}&createdBefore=${two}`)).toEqual(['two']);
    expect(await names(`updatedAfter=${two}&updatedBefore=${two}`)).toEqual(['two']);
    expect(await names(`updatedAfter=${two}`)).toEqual(['three', 'two']);
    expect(await names(`updatedBefore=${two}&name=one`)).toEqual(['one']);
    const sameInstant = encodeURIComponent(two?.replace('Z', '+00:00') ?? '');
    expect(await names(`createdAfter=${sameInstant}&createdBefore=${sameInstant}`)).toEqual(['two']);
  });

  it('is paged by limit and cursor: complete, in order, without duplicates', async () => {
    for (let i = 0; i < 6; i++) await create(`t${i}`);
    const all = namesOf(await client.get('/tokens?limit=100'));
    const pages: string[][] = [];
    let query = '?limit=3';
    for (let i = 0; i < 10; i++) {
      const answer = await client.get(`/tokens${query}`);
      pages.push(namesOf(answer));
      expect(answer.body.totalCount).toBe(7);
      expect(answer.body.hasMore).toBe(answer.body.nextCursor !== undefined);
      if (!answer.body.hasMore) break;
      query = `?limit=3&cursor=${encodeURIComponent(answer.body.nextCursor)}`;
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(all);
  });

  it('ends without a cursor when the last page is full', async () => {
    for (let i = 0; i < 3; i++) await create(`t${i}`);
    const { body } = await client.get('/tokens?limit=2');
    const { body: last } = await client.get(`/tokens?limit=2&cursor=${body.nextCursor}`);
    expect([last.data.length, last.hasMore, 'nextCursor' in last]).toEqual([2, false, false]);
  });

  it('stays stable under inserts and deletions between its pages', async () => {
    for (let i = 0; i < 6; i++) await create(`t${i}`);
    const { body: first } = await client.get('/tokens?limit=2');
    await create('inserted');
    await client.delete(`/tokens/${first.data[1].id}`);
    const second = await client.get(`/tokens?limit=2&cursor=${first.nextCursor}`);
    expect(namesOf(second)).toEqual(['t3', 't2']);
  });

  it('has 20 entries by default and 100 at most', async () => {
    await Promise.all(Array.from({ length: 24 }, (_, i) => create(`t${i}`)));
    const { body } = await client.get('/tokens');
    expect([body.data.length, body.hasMore, body.totalCount]).toEqual([20, true, 25]);
    expect((await client.get('/tokens?limit=100')).body.data).toHaveLength(25);
    expect((await client.get('/tokens?limit=1')).body.data).toHaveLength(1);
  });

  it('rejects invalid limits, cursors and dates with 400', async () => {
    const cursor = (text: string) => `cursor=${Buffer.from(text).toString('base64url')}`;
    const rejected: Record<string, string[]> = {
      limit: ['limit=0', 'limit=101', 'limit=-1', 'limit=x', 'limit=1.5', 'limit=', 'limit=1&limit=2', 'limit=1e1'],
      cursor: [
        'cursor=',
        'cursor=x',
        'cursor=%2525',
        cursor('null'),
        cursor('{}'),
        cursor('{"id":5}'),
        cursor('{"id":""}'),
        cursor('[]'),
        `cursor=${'x'.repeat(501)}`,
      ],
      createdAfter: ['createdAfter=today', 'createdAfter=2025-13-01T00:00:00Z', 'createdAfter='],
      updatedBefore: ['updatedBefore=1700000000'],
    };
    for (const [field, queries] of Object.entries(rejected)) {
      for (const query of queries) {
        const answer = await client.get(`/tokens?${query}`);
        expect([query, answer.status]).toEqual([query, 400]);
        expect([query, fieldsOf(answer)]).toEqual([query, [field]]);
      }
    }
  });

  it('counts up to 10,000', async () => {
    const { db } = app.database;
    const insert = (count: number) =>
      db.pool.query(
        `INSERT INTO messages (platform_id, id, channel, recipient, body, created_at)
         SELECT $1, 'Message:' || gen_random_uuid(), 'EMAIL', 'a@b.co', '', '2026-01-01' FROM generate_series(1, $2)`,
        [client.platformId, count],
      );
    await insert(10_000);
    const full = await client.get('/sandbox/messages?limit=1');
    expect(full.body.totalCount).toBe(10_000);
    await insert(1);
    const more = await client.get('/sandbox/messages?limit=1');
    expect(more.body).not.toHaveProperty('totalCount');
    expect(more.body.hasMore).toBe(true);
  });
});
