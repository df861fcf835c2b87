import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../src/foundation/db/database.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { PgBouncer } from './support/pgbouncer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The names and texts of the statements that a pool prepares, in order. */
async function preparedBy(run: (db: Database) => Promise<unknown>): Promise<{ name: string; text: string }[]> {
  const parse = vi.spyOn(pg.Connection.prototype as unknown as { parse: (query: object) => void }, 'parse');
  onTestFinished(() => parse.mockRestore());
  parse.mockClear();
  const db = database.open();
  await run(db);
  const prepared = parse.mock.calls.map(([query]) => query as { name: string; text: string });
  // Leaves out statements that a server of other tests prepares in this process.
  return prepared.filter(({ text }) => / AS (one|two)$/.test(text));
}

test('two servers give a prepared statement the same name, whatever they have prepared before', async () => {
  const first = await preparedBy((db) => db.read(sql`SELECT 1 AS one`));
  const second = await preparedBy(async (db) => {
    await db.read(sql`SELECT 2 AS two`);
    await db.read(sql`SELECT 1 AS one`);
  });
  expect(second.map(({ text }) => text)).toEqual(['SELECT 2 AS two', 'SELECT 1 AS one']);
  expect(second[1]?.name).toBe(first[0]?.name);
  expect(second[0]?.name).not.toBe(first[0]?.name);
  for (const { name, text } of second) expect(name).toBe(createHash('sha256').update(text).digest('base64url'));
});

test('a session uses no startup parameters that a pooler does not support', async () => {
  const startup = vi.spyOn(pg.Connection.prototype as unknown as { startup: (settings: object) => void }, 'startup');
  onTestFinished(() => startup.mockRestore());
  const db = database.open();
  const [row] = await db.read(sql`SELECT current_setting('statement_timeout') AS limit`);
  expect(row).toEqual({ limit: '30s' });
  const [quick] = await db.readPipelined(sql`SELECT current_setting('statement_timeout') AS limit`);
  expect(quick).toEqual({ limit: '30s' });
  for (const [settings] of startup.mock.calls) {
    expect(Object.keys(settings).toSorted()).toEqual(['application_name', 'database', 'user']);
  }
});

if (!PgBouncer.isThere) console.warn('skipped: the tests with a real PgBouncer, which is not installed here');

describe.runIf(PgBouncer.isThere)('behind one PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer;

  beforeAll(async () => {
    bouncer = await PgBouncer.start(database.connection);
  });
  afterAll(() => bouncer.stop());

  test("two servers that share a connection never execute each other's statements", async () => {
    const complaints: string[] = [];
    const servers = [0, 1].map(
      () => new Database({ connection: bouncer.connection, onError: ({ message }) => complaints.push(message) }),
    );
    onTestFinished(async () => void (await Promise.all(servers.map((db) => db.close()))));
    const texts = Array.from({ length: 12 }, (_, i) => `SELECT ${i} AS n, $1::int AS given`);
    const ask = (db: Database, i: number) => {
      const statement = { strings: [texts[i]?.split('$1')[0] ?? '', texts[i]?.split('$1')[1] ?? ''], values: [i] };
      return Promise.all([db.read(statement), db.write(statement), db.readPipelined(statement)]);
    };
    for (let round = 0; round < 3; round++) {
      for (const [s, db] of servers.entries()) {
        const order = texts.map((_, i) => (s === 0 ? i : texts.length - 1 - i));
        for (const i of order) {
          for (const rows of await ask(db, i)) expect(rows).toEqual([{ n: i, given: i }]);
        }
      }
    }
    // A PgBouncer before 1.21 has no prepared statements: each server logs it once and continues without them.
    for (const complaint of complaints) expect(complaint).toContain('max_prepared_statements');
    expect(complaints.length).toBeLessThanOrEqual(2);
  });

  test('a server serves requests, and the ledger is consistent', async () => {
    const opened = new Database({ connection: bouncer.connection });
    const app = await TestApp.start({
      database: { db: opened, connection: bouncer.connection, open: () => opened, close: () => opened.close() },
    });
    onTestFinished(() => app.stop());
    const { body } = await app.client.get('/platform/internal-accounts?currency=USD');
    const funding = `/sandbox/internal-accounts/${body.data[0].id}/fund`;
    const answers = await Promise.all([1, 2, 3, 4].map((amount) => app.client.post(funding, { amount })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const after = await app.client.get('/platform/internal-accounts?currency=USD');
    expect(after.body.data[0].balance.amount).toBe(10);
    await app.audit();
  });
});
