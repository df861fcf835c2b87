import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchivedData } from '../src/engine/webhooks/archived-event.ts';
import { dataOf } from '../src/engine/webhooks/stored-event.ts';
import { attachPeriod, changePartitions, listPeriods } from '../src/foundation/db/periods.ts';
import { emptySql, rawSql, sql } from '../src/foundation/db/sql.ts';
import { DAY_MS } from '../src/foundation/kernel/clock.ts';
import { earliestUuid, uuidOf } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { openTestDatabase } from './support/database.ts';
import { HandClock } from './support/hand-clock.ts';
import { newPayer, payeeWithSuffix, quoteFor } from './support/payments.ts';
import { ServerHome, until } from './support/server-process.ts';
import { isOfPlatform } from './support/stored-events.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const TABLES = ['events', 'webhook_attempts', 'job_runs'];
/** Longer than the retention plus one period. */
const LONG_MS = 120 * DAY_MS;

const directory = mkdtempSync(join(tmpdir(), 'causeway-test-'));
const home = new ServerHome();
const clock = new HandClock();
let url: string;
let app: TestApp;
let receiver: WebhookReceiver;
let client: Client;

beforeAll(async () => {
  const database = await openTestDatabase();
  url = database.url;
  app = await TestApp.start({ database, clock, config: { archiveDirectory: directory } });
  receiver = await openReceiver();
  client = await app.newPlatform();
  await client.patch('/config', { webhookEndpoint: receiver.url });
});
afterAll(async () => {
  await app.stop();
  await receiver.close();
  await home.clean();
  rmSync(directory, { recursive: true });
});

interface Listed {
  id: string;
  type: string;
  status: string;
}

const listed = async (): Promise<Listed[]> => (await client.get('/webhooks/events?limit=100')).body.data;

/** Every event as GET shows it, with its payload and attempts. */
const shown = async (): Promise<unknown[]> =>
  Promise.all((await listed()).map(async ({ id }) => (await client.get(`/webhooks/events/${id}`)).body));

/** The rows of each table as PostgreSQL writes them; the data of events as it is sent, byte for byte. */
const stored = (): Promise<string[][]> =>
  Promise.all(
    TABLES.map(async (table) => {
      const isEvents = table === 'events';
      const rows = await app.database.db.read<{ row: string } & ArchivedData>(sql`
        SELECT (to_jsonb(t) - 'data' - 'balance')::text AS row ${isEvents ? sql`, data, balance, sequence` : emptySql}
        FROM ${rawSql(table)} t ORDER BY 1`);
      return rows.map((row) => (isEvents ? `${row.row} ${dataOf(row)}` : row.row));
    }),
  );

const files = (): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .sort();
const paths = (): string[] => files().map((name) => join(directory, name));

/** The rows of a file, without its header. */
const rowsOf = (path: string): Record<string, unknown>[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));

const environment = () => ({ DATABASE_URL: url, MASTER_KEY: app.masterKey.toString('hex') });

async function causeway(...args: string[]) {
  const child = await home.spawn(environment(), args);
  const code = await child.ended;
  return { code, stdout: child.stdout, stderr: child.stderr };
}

async function pay(): Promise<void> {
  const payer = await newPayer(client);
  const payee = await payeeWithSuffix(client, payer.customerId, '111');
  expect((await client.post('/quotes', quoteFor(payer, payee, { immediatelyExecute: true }))).status).toBe(201);
  await until(
    async () => (await listed()).filter(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED').length > 0,
    'the payment to complete',
  );
  await until(async () => (await listed()).every(({ status }) => status === 'DELIVERED'), 'every delivery');
}

describe('a period of events', () => {
  let before: { rows: string[][]; events: unknown[] };
  let failed: Listed;

  it('is archived and removed after the retention time, and its failed events stay with their attempts', async () => {
    await pay();
    [failed] = (await listed()).filter(({ type }) => type === 'OUTGOING_PAYMENT.PENDING') as [Listed];
    await app.database.db.write(sql`
      INSERT INTO delivery_states (platform_id, event_id, resource_id, sequence, status, attempts)
      SELECT platform_id, id, resource_id, sequence, 'FAILED', 1 FROM events
      WHERE ${isOfPlatform(client)} AND 'Webhook:' || id = ${failed.id}`);
    before = { rows: await stored(), events: await shown() };
    expect(before.rows.map((rows) => rows.length > 0)).toEqual([true, true, true]);
    await app.app.housekeeping.run();
    expect(await stored()).toEqual(before.rows);
    const detail = (await client.get(`/webhooks/events/${failed.id}`)).body;

    clock.move(LONG_MS);
    await app.app.housekeeping.run();
    expect(await listed()).toEqual([expect.objectContaining({ id: failed.id, status: 'FAILED' })]);
    expect((await client.get(`/webhooks/events/${failed.id}`)).body).toEqual(detail);
    expect(detail.attempts).toHaveLength(1);
    const [events, attempts, runs] = await stored();
    expect([events?.length, attempts?.length, runs]).toEqual([1, 1, []]);
    expect(files().map((name) => name.replace(/_\d{8}_\d{8}/, ''))).toEqual(
      ['events', 'job_runs', 'webhook_attempts'].map((table) => `${table}.jsonl.gz`),
    );
    await app.audit();
  });

  it('is written as JSON that any tool reads, each event with the data that was sent', async () => {
    const written = rowsOf(paths()[0] ?? '');
    expect(receiver.received.length).toBeGreaterThan(4);
    for (const { event } of receiver.received) {
      const { id, type, data } = event;
      expect(written).toContainEqual(expect.objectContaining({ id: uuidOf(id), type, data }));
    }
  });

  it('is read back byte for byte, a second time adds nothing, and GET shows its events again', async () => {
    const first = await causeway('archive', 'restore', ...paths(), '--keep-days', '365', '--json');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(await stored()).toEqual(before.rows);
    expect(await shown()).toEqual(before.events);
    const again = await causeway('archive', 'restore', ...paths(), '--json');
    expect(JSON.parse(again.stdout).restored.map(({ added }: { added: number }) => added)).toEqual([0, 0, 0]);
    expect(await stored()).toEqual(before.rows);
    await app.audit();
  });

  it('is recorded as an action of the system user when it is restored', async () => {
    const actions = await app.database.db.read<{ details: { table: string } }>(
      sql`SELECT details FROM operator_actions WHERE action = 'ARCHIVE_RESTORED'`,
    );
    expect(new Set(actions.map(({ details }) => details.table))).toEqual(new Set(TABLES));
  });

  it('stays after a restore until its time is over, and its files are not written again', async () => {
    const archived = paths();
    const written = archived.map((path) => readFileSync(path));
    await app.app.housekeeping.run();
    expect(await stored()).toEqual(before.rows);
    clock.move(366 * DAY_MS);
    await app.app.housekeeping.run();
    expect((await listed()).map(({ id }) => id)).toEqual([failed.id]);
    expect(archived.map((path, i) => written[i]?.equals(readFileSync(path)))).toEqual([true, true, true]);
    await app.audit();
  });

  it('is listed with its state, and the files of the archive with their rows', async () => {
    const child = await home.spawn({ ...environment(), ARCHIVE_DIR: directory }, ['archive', 'list', '--json']);
    expect(await child.ended).toBe(0);
    const { periods, files: archived } = JSON.parse(child.stdout);
    expect(periods.length).toBeGreaterThan(0);
    expect(periods.every(({ isAttached }: { isAttached: boolean }) => isAttached)).toBe(true);
    const rowsOf = (table: string) => archived.find((file: { table: string }) => file.table === table)?.rows;
    expect(TABLES.map(rowsOf)).toEqual(before.rows.map((rows) => rows.length));
  });
});

describe('a file that cannot be restored', () => {
  const damages: Record<string, [(file: Buffer) => Buffer, RegExp]> = {
    'is cut off': [(file) => file.subarray(0, file.length - 200), /damaged or no archive: unexpected end of file/],
    'has a changed byte': [
      (file) => {
        const changed = Buffer.from(file);
        changed[file.length - 40] = (changed[file.length - 40] ?? 0) ^ 1;
        return changed;
      },
      /damaged or no archive/,
    ],
    'has other rows than its header': [
      (file) => gzipSync(gunzipSync(file).toString().replace('OUTGOING', 'INCOMING')),
      /its rows do not have the SHA-256 of its header/,
    ],
    'lacks a row': [
      (file) => gzipSync(`${gunzipSync(file).toString().split('\n').slice(0, -2).join('\n')}\n`),
      /its header has \d+ rows, the file \d+/,
    ],
    'is of another schema': [
      (file) =>
        gzipSync(gunzipSync(file).toString().replace('"schemaVersion":', '"was":').replace('"sequence"', '"place"')),
      /was written with schema version .*place bigint.*sequence bigint/,
    ],
    'is no archive': [() => gzipSync('hello\n'), /its first line is no header/],
  };

  it.each(Object.entries(damages))(
    'because it %s is rejected with the reason, and nothing is restored',
    async (_, [damage, reason]) => {
      const path = join(home.directory, 'damaged.jsonl.gz');
      writeFileSync(path, damage(readFileSync(join(directory, files()[0] ?? ''))));
      const before = await stored();
      const { code, stdout, stderr } = await causeway('archive', 'restore', path, '--unverified');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^causeway: .+\n$/);
      expect(stderr).toMatch(reason);
      expect(await stored()).toEqual(before);
    },
  );
});

describe('restoring into another database', () => {
  it('is rejected with the platforms that it does not have', async () => {
    const other = await openTestDatabase();
    const args = ['archive', 'restore', ...paths(), '--unverified'];
    const child = await home.spawn({ ...environment(), DATABASE_URL: other.url }, args);
    expect(await child.ended).toBe(2);
    expect(child.stderr).toContain(`platforms that this database does not have: ${client.platformId}.`);
    expect(await other.db.read(sql`SELECT 1 FROM events`)).toEqual([]);
    await other.close();
  });
});

describe('removing a period', () => {
  it('with more open events than are copied deletes only what is over', async () => {
    const { db } = app.database;
    const [from, to] = [new Date('2025-01-01'), new Date('2025-01-09')];
    await changePartitions(db, (query) => attachPeriod(query, { from, to }));
    const platform = uuidOf(client.platformId);
    await db.write(sql`
      WITH events AS (
        INSERT INTO events (platform_id, id, type, resource_id, sequence, created_at, data)
        SELECT ${platform}::uuid, overlay(${earliestUuid(from)} placing lpad(to_hex(n), 12, '0') from 25)::uuid, 'TEST',
          'Customer:x', n, ${from}, '\\x7b7d' FROM generate_series(1, 10002) n
        RETURNING platform_id, id, resource_id, sequence)
      INSERT INTO delivery_states (platform_id, event_id, resource_id, sequence, status)
      SELECT platform_id, id, resource_id, sequence, 'FAILED' FROM events WHERE sequence > 1`);
    await app.app.housekeeping.run();
    const left = sql`SELECT min(sequence)::int AS first, count(*)::int AS count FROM events_20250101_20250109`;
    expect(await db.read(left)).toEqual([{ first: 2, count: 10_001 }]);
    await db.write(sql`DELETE FROM delivery_states WHERE sequence = 2`);
    await app.app.housekeeping.run();
    expect(
      await db.read(sql`SELECT count(*)::int AS count FROM events_default WHERE ${isOfPlatform(client)}
      AND created_at = ${from}`),
    ).toEqual([{ count: 10_000 }]);
    await db.write(sql`DELETE FROM delivery_states WHERE sequence > 2`);
    await app.app.housekeeping.run();
    await app.audit();
  });

  it('fails no funding while a reader keeps its tables, and removes the period afterwards', async () => {
    const { db } = app.database;
    const attached = async () => (await listPeriods(db)).filter(({ isAttached }) => isAttached).length;
    const reader = await db.pool.connect();
    try {
      await reader.query('BEGIN; SELECT count(*) FROM events');
      const periods = await attached();
      clock.move(LONG_MS);
      const sweeping = app.app.housekeeping.run();
      let isSwept = false;
      void sweeping.then(() => {
        isSwept = true;
      });
      let funded = 0;
      for (; !isSwept; funded++) await newPayer(client, { balance: 1_000 });
      expect(funded).toBeGreaterThan(1);
      // The housekeeping added the current period and could not remove any.
      expect(await attached()).toBeGreaterThanOrEqual(periods);
      await reader.query('COMMIT');
      await app.app.housekeeping.run();
      expect(await attached()).toBeLessThanOrEqual(2);
    } finally {
      reader.release();
    }
    await app.audit();
  });

  it('keeps a row that no period covers, and deletes it after the retention time', async () => {
    const { db } = app.database;
    await newPayer(client, { balance: 1_000 });
    const inDefault = () => db.read(sql`SELECT 1 FROM events_default WHERE ${isOfPlatform(client)}`);
    expect((await inDefault()).length).toBeGreaterThan(1);
    await until(async () => (await db.read(sql`SELECT 1 FROM pending_deliveries`)).length === 0, 'every delivery');
    await app.app.housekeeping.run();
    expect(await inDefault()).toHaveLength(1);
    await app.audit();
  });
});

describe('archive write', () => {
  it('writes nothing while no period has ended', async () => {
    const target = join(home.directory, 'written');
    const none = await causeway('archive', 'write', '--to', target);
    expect([none.code, none.stdout]).toEqual([0, 'No period has ended by then.\n']);
  });

  it('writes a period that has ended, and leaves its rows in the tables', async () => {
    const { db } = app.database;
    const target = join(home.directory, 'written');
    const [from, to] = [new Date('2026-01-01'), new Date('2026-01-09')];
    await changePartitions(db, (query) => attachPeriod(query, { from, to }));
    await db.write(sql`
      INSERT INTO events (platform_id, id, type, resource_id, sequence, created_at, data)
      SELECT ${uuidOf(client.platformId)}::uuid, ${earliestUuid(from)}::uuid, 'TEST', 'Customer:x', 1, ${from}, '\\x7b7d'`);
    const before = await stored();
    const { code, stdout } = await causeway('archive', 'write', '--to', target, '--before', '2026-02-01');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/events_20260101_20260109.jsonl.gz +1 rows/)]);
    const written = TABLES.map((table) => `${table}_20260101_20260109.jsonl.gz`);
    expect(readdirSync(target).sort()).toEqual(written.flatMap((name) => [name, `${name}.hmac`]).sort());
    expect(await stored()).toEqual(before);
    expect(rowsOf(join(target, 'events_20260101_20260109.jsonl.gz'))).toEqual([
      expect.objectContaining({ id: earliestUuid(from), type: 'TEST', resource_id: 'Customer:x', data: {} }),
    ]);
  });

  it('needs a directory', async () => {
    const { code, stderr } = await causeway('archive', 'write');
    expect(code).toBe(2);
    expect(stderr).toMatch(/--to, or set ARCHIVE_DIR/);
  });
});
