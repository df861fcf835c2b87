import { availableParallelism } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { brokenConstraint, Database } from '../src/foundation/db/database.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { randomHex } from '../src/foundation/kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

describe('timestamps are read to the millisecond', () => {
  const moments = [
    { text: '2026-11-16 18:05:12', iso: '2026-11-16T18:05:12.000Z' },
    { text: '2026-11-16 18:05:12.3', iso: '2026-11-16T18:05:12.300Z' },
    { text: '2026-11-16 18:05:12.04', iso: '2026-11-16T18:05:12.040Z' },
    { text: '2026-11-16 18:05:12.345', iso: '2026-11-16T18:05:12.345Z' },
    { text: '2024-02-29 23:59:59.999999', iso: '2024-02-29T23:59:59.999Z' },
    { text: '0099-01-02 03:04:05', iso: '0099-01-02T03:04:05.000Z' },
    { text: '12026-01-02 03:04:05.6', iso: '+012026-01-02T03:04:05.600Z' },
    { text: '0044-03-15 12:00:00 BC', iso: '-000043-03-15T12:00:00.000Z' },
  ];

  describe.each(['UTC', 'Asia/Kolkata', 'America/New_York'])('in a session of %s', (zone) => {
    it.each(moments)('$text', async ({ text, iso }) => {
      const [row] = await db.transaction(async (query) => {
        await query(sql`SELECT set_config('timezone', ${zone}, true)`);
        return query<{ at: Date }>(sql`SELECT ${text}::timestamp AT TIME ZONE 'UTC' AS at`);
      });
      expect(row?.at.toISOString()).toBe(iso);
    });
  });
});

describe('a constraint', () => {
  it('is violated by a duplicate value, and not by a value that its index cannot hold', async () => {
    await db.write(sql`CREATE TABLE names (name text CONSTRAINT one_name UNIQUE)`);
    const add = (name: string) =>
      db.write(sql`INSERT INTO names VALUES (${name})`).then(() => 'added', brokenConstraint);
    expect([await add('Ada'), await add('Ada')]).toEqual(['added', 'one_name']);
    expect(await add(randomHex(8 * 2_000))).toBeUndefined();
  });
});

describe('a repeated quick read', () => {
  const one = (n: number) =>
    db.readPipelined(sql`SELECT ${n}::int AS n, now() AS at, '{"a": 1}'::jsonb AS json, NULL AS nothing`);

  it('describes its rows once per connection, and returns the same rows', async () => {
    type Wire = { parse(statement: { text: string }): void; describe(): void };
    const parsed = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'parse');
    const described = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'describe');
    onTestFinished(() => [parsed, described].forEach((spy) => void spy.mockRestore()));
    for (let n = 0; n < 6; n++) {
      expect(await one(n)).toEqual([{ n, at: expect.any(Date), json: { a: 1 }, nothing: null }]);
    }
    // A server shared with other tests reads over its own connections in the meantime.
    const isOurs = (_: unknown, call: number): boolean =>
      parsed.mock.calls[call]?.[0].text.includes('AS nothing') === true;
    const ours = new Set<unknown>(parsed.mock.contexts.filter(isOurs));
    expect(ours.size).toBe(2);
    expect(described.mock.contexts.filter((connection) => ours.has(connection)).length).toBe(2);
  });

  it('returns its own rows under concurrency', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, (_, n) => one(n)));
    expect(found.map(([row]) => row?.['n'])).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('returns the same rows over new connections', async () => {
    await one(1);
    await db.read(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    for (let n = 0; n < 6; n++) expect((await one(n)).map(({ n }) => n)).toEqual([n]);
  });
});

describe('batched statements', () => {
  const few = Math.max(3, Math.min(availableParallelism(), 5));
  const slow = sql`SELECT pg_backend_pid() AS pid, pg_sleep(0.05)`;

  const backendsOf = async (write: Database['write'], count: number): Promise<number> => {
    const found = await Promise.all(Array.from({ length: count }, () => write<{ pid: number }>(slow)));
    return new Set(found.map(([row]) => row?.pid)).size;
  };

  it('share few connections', async () => {
    expect(await backendsOf((statement) => db.batched.write(statement), 20)).toBe(few);
  });

  it('leave the other connections to single statements, which never wait for them', async () => {
    const many = Array.from({ length: 20 }, () => db.batched.write(slow));
    expect(await backendsOf((statement) => db.write(statement), 20)).toBe(10 - few);
    await Promise.all(many);
  });

  it('are included in the connection counts', async () => {
    const own = database.open();
    const running = Promise.all([own.batched.write(slow), own.write(slow)]);
    await vi.waitFor(() => expect(own.connections()).toEqual({ idle: 0, busy: 2, waiting: 0 }));
    await running;
    expect(own.connections()).toEqual({ idle: 2, busy: 0, waiting: 0 });
  });

  it('use one connection if a process may have three in all', async () => {
    const small = new Database({ connection: database.connection, poolSize: 3 });
    onTestFinished(() => small.close());
    expect(await backendsOf((statement) => small.batched.write(statement), 4)).toBe(1);
    expect(await backendsOf((statement) => small.write(statement), 4)).toBe(2);
  });
});
