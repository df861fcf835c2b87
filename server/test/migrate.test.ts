import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { listErrorGroups } from '../src/engine/request-log/errors.ts';
import { getRequest, listRequests, type RequestFilter } from '../src/engine/request-log/history.ts';
import { readOpen } from '../src/engine/webhooks/delivery-queue.ts';
import { eventStatuses } from '../src/engine/webhooks/event-status.ts';
import { getEvent, listEvents } from '../src/engine/webhooks/history.ts';
import { Database, type DatabaseOptions } from '../src/foundation/db/database.ts';
import { EarlierSchema, MigrationRejected, migrate, schemaVersions } from '../src/foundation/db/migrate.ts';
import { createPeriods, listPeriods, partitionName } from '../src/foundation/db/periods.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, DAY_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { earliestUuid, newId, uuidOf, uuidv7 } from '../src/foundation/kernel/ids.ts';
import { packText } from '../src/foundation/kernel/packed-text.ts';
import { getQuote, quoteText } from '../src/payments/quotes/record.ts';
import { pendingExpiries } from '../src/payments/transactions/quote-expiries.ts';
import { getTransaction } from '../src/payments/transactions/record.ts';
import { findWaitingQuote } from '../src/payments/transitions/start.ts';
import { listSuspended } from '../src/surfaces/operator/suspended.ts';
import { openEmptyDatabase } from './support/database.ts';
import { watchQueries } from './support/queries.ts';
import { storedEvents } from './support/stored-events.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

type Open = (timeouts?: DatabaseOptions['timeouts']) => Database;

async function emptyDatabase(): Promise<{ open: Open }> {
  const { url, close } = await openEmptyDatabase();
  opened.push(close);
  const open: Open = (timeouts = {}) => {
    const db = new Database({ connection: url, timeouts });
    opened.push(() => db.close());
    return db;
  };
  return { open };
}

/** A number of migrations after which later ones lock the table platforms: they refer to it. */
const FEW = 1;

const now = () => systemClock.now();

async function migrated(): Promise<Database> {
  const db = (await emptyDatabase()).open();
  await migrate(db, now());
  return db;
}

const directory = new URL('../src/foundation/db/migrations/', import.meta.url);

/** A database with only the first migrations applied. */
async function migratedTo(last: number): Promise<Database> {
  const applied = (await appliedIn(await migrated())).slice(0, last);
  const db = (await emptyDatabase()).open();
  await createHistory(db);
  for (const { version, name, checksum, applied_at } of applied) {
    await db.pool.query(await readFile(new URL(name, directory), 'utf8'));
    await db.pool.query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', [version, name, checksum, applied_at]);
  }
  return db;
}

/** A database as it was before a migration. */
const migratedBefore = async (name: string): Promise<Database> =>
  migratedTo((await appliedIn(await migrated())).findIndex((migration) => migration.name.startsWith(name)));

const createHistory = (db: Database) =>
  db.pool.query(
    'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text, checksum text, applied_at timestamptz)',
  );

const appliedIn = async (db: Database) =>
  (await db.pool.query('SELECT version, name, checksum, applied_at FROM schema_migrations ORDER BY version')).rows;

const tablesIn = async (db: Database): Promise<string[]> => {
  const { rows } = await db.pool.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  return rows.map((row) => row.table_name);
};

describe('migrations', () => {
  it('bring an empty external database to the current schema', async () => {
    const db = (await emptyDatabase()).open();
    const at = now();
    const { from, to } = await migrate(db, at);
    expect(from).toBe(0);
    expect(to).toBeGreaterThan(0);
    const applied = await appliedIn(db);
    expect(applied.map(({ version }) => version)).toEqual(Array.from({ length: to }, (_, i) => i + 1));
    expect(applied[0]).toMatchObject({
      name: '0001_platforms.sql',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(applied[0].applied_at).toEqual(at);
    expect(await tablesIn(db)).toEqual(
      expect.arrayContaining(['platforms', 'accounts', 'ledger_entries', 'api_tokens']),
    );
  });

  it('change nothing the second time', async () => {
    const db = await migrated();
    const before = await appliedIn(db);
    const { from, to } = await migrate(db, now());
    expect(from).toBe(to);
    expect(await appliedIn(db)).toEqual(before);
  });

  it('are applied once by several concurrent processes', async () => {
    for (let round = 0; round < 3; round++) {
      const { open } = await emptyDatabase();
      const processes = Array.from({ length: 6 }, () => open());
      const results = await Promise.all(processes.map((db) => migrate(db, now())));
      const { to } = results[0] ?? { to: 0 };
      expect(results.filter(({ from }) => from === 0)).toHaveLength(1);
      expect(results.filter(({ from }) => from === to)).toHaveLength(5);
      expect(await appliedIn(processes[0] as Database)).toHaveLength(to);
    }
  });

  it('wait for another process that is migrating', async () => {
    const db = await migratedTo(FEW);
    const holder = await db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE schema_migrations IN EXCLUSIVE MODE');
    let isDone = false;
    const waiting = migrate(db, now()).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isDone).toBe(false);
    await holder.query('COMMIT');
    holder.release();
    await waiting;
  });

  it('wait briefly for a locked table, retry, and then fail with a remedy', async () => {
    const db = await migratedTo(FEW);
    const holder = await db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE platforms');
    const rejection = await migrate(db, now(), { lockTimeoutMs: 20, tries: 1 }).catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(MigrationRejected);
    expect((rejection as Error).message).toMatch(/could not lock a table .* End long transactions/);
    expect(await appliedIn(db)).toHaveLength(FEW);
    const migrating = migrate(db, now(), { lockTimeoutMs: 20, tries: 100 });
    await holder.query('COMMIT');
    holder.release();
    expect(await migrating).toMatchObject({ from: FEW });
  });

  it('have no time limit, although requests have one', async () => {
    const { open } = await emptyDatabase();
    const db = open({ deadlineMs: 100 });
    const sent = watchQueries(db);
    await migrate(db, now());
    expect(sent.join('\n')).toMatch(
      /BEGIN; SET LOCAL statement_timeout = 0\nLOCK TABLE schema_migrations .*\nSET LOCAL lock_timeout = 5000\n/,
    );
    const slow = sql`SELECT pg_sleep(0.3)`;
    await db.transaction((query) => query(slow), { isUnbounded: true });
    await expect(db.transaction((query) => query(slow))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('are applied completely or not at all', async () => {
    const db = (await emptyDatabase()).open();
    await db.pool.query('CREATE TABLE accounts (in_the_way int)');
    await expect(migrate(db, now())).rejects.toThrow('accounts');
    expect((await tablesIn(db)).toSorted()).toEqual(['accounts', 'schema_migrations']);
    expect(await appliedIn(db)).toEqual([]);
  });

  it('reject a database of a newer version in one line with a remedy', async () => {
    const db = await migrated();
    const known = (await appliedIn(db)).length;
    await db.pool.query(`INSERT INTO schema_migrations VALUES ($1, 'later.sql', 'x', $2)`, [known + 1, now()]);
    const rejection = await rejectionOf(db);
    expect(rejection.message).toBe(
      `The database has schema version ${known + 1}, this release supports up to ${known}. Use the release that migrated it, or a newer one.`,
    );
  });

  it('reject a database whose migrations differ', async () => {
    const db = await migrated();
    await db.pool.query(`UPDATE schema_migrations SET checksum = 'other' WHERE version = 1`);
    const rejection = await rejectionOf(db);
    expect(rejection.message).toContain('0001_platforms.sql');
    expect(rejection.message).toMatch(/^[^\n]+$/);
  });

  it('reject a database of an earlier release, with fewer or more migrations, and change nothing', async () => {
    for (const count of [1, 40]) {
      const db = (await emptyDatabase()).open();
      await createHistory(db);
      await db.pool.query(
        `INSERT INTO schema_migrations
          SELECT n, lpad(n::text, 4, '0') || '_of_before.sql', 'checksum ' || n, $1 FROM generate_series(1, $2::int) n`,
        [now(), count],
      );
      const rejection = await rejectionOf(db);
      expect(rejection).toBeInstanceOf(EarlierSchema);
      expect(rejection.message).toBe(
        'The database was created by an earlier release of Causeway, whose schema this release cannot migrate.',
      );
      expect(await tablesIn(db)).toEqual(['schema_migrations']);
      expect(await appliedIn(db)).toHaveLength(count);
      expect(await schemaVersions(db)).toMatchObject({ applied: count, isEarlier: true });
    }
  });

  it('accept a renamed but unchanged file', async () => {
    const db = await migrated();
    await db.pool.query(`UPDATE schema_migrations SET name = 'renamed.sql' WHERE version = 1`);
    const { from, to } = await migrate(db, now());
    expect(from).toBe(to);
  });

  it('keep the newest lines of the request log readable', async () => {
    const db = await migratedBefore('0032');
    const idOf = (n: number) => `019542f5-b3e${n}-7d02-8000-000000000001`;
    await db.pool.query(`
      INSERT INTO request_log (platform_id, id, at, method, path, route, status, code, duration_ms, token_id, is_replay,
        request_body, response_body, resource_ids, field)
      SELECT 'Platform:1', '019542f5-b3e' || n || '-7d02-8000-000000000001', '2026-01-01T00:00:00.5Z', 'POST', '/quotes',
        '/quotes', CASE n WHEN 5 THEN 400 ELSE 201 END, CASE n WHEN 5 THEN 'INVALID_INPUT' END, 1.25, 'Token:1', n = 2,
        jsonb_build_object('text', E'two\\nlines'), jsonb_build_object('n', n), ARRAY['Quote:' || n],
        CASE n WHEN 5 THEN 'amount' END
      FROM generate_series(1, 9) n`);
    await migrate(db, now());
    const listed = async (filter: RequestFilter) =>
      (await listRequests(db, 'Platform:1', filter)).data.map((line) => (line as { id: string }).id);
    expect(await listed({})).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map(idOf));
    expect(await listed({ code: 'INVALID_INPUT', field: 'amount' })).toEqual([idOf(5)]);
    expect(await listed({ resourceId: 'Quote:3' })).toEqual([idOf(3)]);
    expect(await getRequest(db, 'Platform:1', idOf(2))).toEqual({
      id: idOf(2),
      at: new Date('2026-01-01T00:00:00.500Z'),
      method: 'POST',
      path: '/quotes',
      route: '/quotes',
      status: 201,
      durationMs: 1.25,
      tokenId: 'Token:1',
      isReplay: true,
      resourceIds: ['Quote:2'],
      requestBody: { text: 'two\nlines' },
      responseBody: { n: 2 },
    });
    const since = new Date('2025-01-01T00:00:00Z');
    expect((await listErrorGroups(db, 'Platform:1', since)).data).toMatchObject([{ count: 1, lastRequestId: idOf(5) }]);
  });

  it('keep payments, quotes and stored responses readable', async () => {
    const db = await migratedBefore('0033');
    const at = new Date('2026-05-04T03:02:01.007Z');
    const platformId = newId('Platform');
    const uuid = uuidv7();
    const [id, quoteId] = [`Transaction:${uuid}`, `Quote:${uuid}`];
    const source = { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1', currency: 'USD' };
    const destination = { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1', currency: 'GBP' };
    const refund = { reference: 'r', initiatedAt: at.toISOString(), status: 'FAILED' };
    const details = { exchangeRate: 1.25, failureReason: 'PAYOUT_RETURNED', refund };
    const payment = { sent: ['100', 'USD'], received: ['80', 'GBP'], fees: ['1', '0'] };
    const terms = { rail: 'FASTER_PAYMENTS', accounts: [], payment };
    const report = { id: uuid, at, leg: 'PAYOUT', outcome: { type: 'FAILED', reason: 'ACCOUNT_CLOSED' } };
    await db.pool.query(
      `INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, quote_id, source,
         destination, sent_amount, sent_currency, received_amount, received_currency, fees, reference, details, terms,
         rail_reports, version, created_at, updated_at)
       VALUES ($1, $2, 'OUTGOING', 'DEBIT', 'FAILED', 'Customer:1', 'c', $3, $4, $5, 100, 'USD', 80, 'GBP', 1, 'ref', $6, $7, $8, 4,
         $9, $9)`,
      [platformId, id, quoteId, source, destination, details, terms, JSON.stringify([report]), at],
    );
    const handedOff = { platformId, id, direction: 'PAYOUT', amount: '80', currency: 'GBP', at };
    await db.pool.query(
      `INSERT INTO quotes (platform_id, id, transaction_id, triggered_by, body, handed_off, daily_max, expires_at, created_at)
       VALUES ($1, $2, $3, 'EXECUTE', '{"status":"~","note":"ü"}', $4, 5, $5, $5)`,
      [platformId, quoteId, id, JSON.stringify(handedOff), at],
    );
    const fingerprint = createHash('sha256').update('request');
    await db.pool.query(
      `INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at)
       VALUES ($1, 'k', $2, 201, '{"a":1}', false, $3)`,
      [platformId, fingerprint.copy().digest('hex'), at],
    );
    await migrate(db, now());
    expect(await getTransaction(db, platformId, id)).toMatchObject({
      status: 'FAILED',
      version: 4n,
      source,
      destination,
      details,
      terms: { rail: 'FASTER_PAYMENTS', payment: { sent: { amount: 100n, currency: 'USD' } } },
    });
    const { data } = await listSuspended(db, {});
    expect(data).toMatchObject([{ platformId, transaction: { id, refund } }]);
    expect(quoteText(await getQuote(db, platformId, quoteId))).toBe('{"status":"FAILED","note":"ü"}');
    expect(await findWaitingQuote(db, platformId, quoteId)).toMatchObject({
      triggeredBy: 'EXECUTE',
      expiresAt: at,
      dailyMax: 5n,
      payerId: platformId,
      handedOff: { amount: 80n, at },
      transaction: { id, terms: { rail: 'FASTER_PAYMENTS' } },
    });
    const { rows } = await db.pool.query('SELECT fingerprint, body, packed, rebuilt_from FROM idempotency_records');
    expect(rows).toEqual([
      { fingerprint: fingerprint.digest('base64url').slice(0, 22), body: '{"a":1}', packed: null, rebuilt_from: null },
    ]);
    const reports = await db.pool.query<{ rail: string }>(
      `SELECT rail_reports -> 0 ->> 'rail' AS rail FROM transactions`,
    );
    expect(reports.rows).toEqual([{ rail: 'FASTER_PAYMENTS' }]);
  });

  it('move the expiries of waiting quotes from jobs to their listed statuses, and keep other jobs', async () => {
    const db = await migratedBefore('0043');
    const [at, runAt, dueAt] = ['01', '02', '03'].map((day) => new Date(`2026-05-${day}T00:00:00Z`));
    const platformId = newId('Platform');
    const [waiting, ended] = [uuidv7(), uuidv7()];
    for (const [uuid, status] of [
      [waiting, 'PENDING'],
      [ended, 'EXPIRED'],
    ]) {
      await db.pool.query(
        `INSERT INTO listed_statuses VALUES ($1, 'OUTGOING', $3, 'Transaction:' || $2::text, false)`,
        [platformId, uuid, status],
      );
    }
    const job = (id: string, kind: string, resourceId: string) =>
      db.pool.query(
        `INSERT INTO jobs (platform_id, id, kind, resource_id, payload, run_at, due_at, created_at)
         VALUES ($1, $2, $3, $4, '{}', $5, $6, $7)`,
        [platformId, id, kind, resourceId, runAt, dueAt, at],
      );
    await job(`TimedJob:${waiting}`, 'quote.expire', `Quote:${waiting}`);
    await job(`TimedJob:${ended}`, 'quote.expire', `Quote:${ended}`);
    await job(newId('TimedJob'), 'payment.submit', `Transaction:${waiting}`);
    await migrate(db, now());
    const listed = await db.pool.query('SELECT id, expires_at, due_at FROM listed_statuses ORDER BY id');
    expect(listed.rows).toEqual([
      { id: `Transaction:${waiting}`, expires_at: runAt, due_at: dueAt },
      { id: `Transaction:${ended}`, expires_at: null, due_at: null },
    ]);
    const jobs = await db.pool.query('SELECT kind, resource_id FROM jobs ORDER BY kind DESC');
    expect(jobs.rows).toEqual([
      { kind: 'quote.expire', resource_id: `Quote:${ended}` },
      { kind: 'payment.submit', resource_id: `Transaction:${waiting}` },
    ]);
    const pending = await pendingExpiries(db, platformId, { limit: 10 });
    expect(pending).toMatchObject([{ at: runAt, resourceId: `Quote:${waiting}` }]);
  });

  it('mask the identifiers of beneficial owners, also inside their businesses', async () => {
    const db = await migratedBefore('0047');
    const [platformId, customerId] = [newId('Platform'), newId('Customer')];
    const owners = ['Ada', 'Bob'].map((firstName) => ({ id: newId('BeneficialOwner'), personalInfo: { firstName } }));
    await db.pool.query(`INSERT INTO platforms (id, name, mode, created_at) VALUES ($1, 'P', 'SANDBOX', now())`, [
      platformId,
    ]);
    await db.pool.query(
      `INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
         profile, beneficial_owners, created_at, updated_at)
       VALUES ($1, $2, 'acme', 'BUSINESS', 'PENDING', '$acme@example.com', '{}', $3, now(), now())`,
      [platformId, customerId, JSON.stringify(owners)],
    );
    for (const { id, personalInfo } of owners) {
      await db.pool.query(
        `INSERT INTO beneficial_owners VALUES ($1, $2, $3, '{UBO}', 10, $4, 'sealed', 'PENDING', now(), now())`,
        [platformId, id, customerId, personalInfo],
      );
    }
    await migrate(db, now());
    const masked = owners.map(({ id, personalInfo }) => ({
      id,
      personalInfo: { ...personalInfo, identifier: '****' },
    }));
    const { rows: customers } = await db.pool.query('SELECT beneficial_owners FROM customers');
    expect(customers).toEqual([{ beneficial_owners: masked }]);
    const { rows } = await db.pool.query('SELECT identifier_masked, personal_info FROM beneficial_owners ORDER BY id');
    expect(rows).toEqual(
      owners.map(({ personalInfo }) => ({ identifier_masked: '****', personal_info: personalInfo })),
    );
  });

  it('move packed quotes into the rows of their transactions', async () => {
    const db = await migratedBefore('0041');
    const at = new Date('2026-05-04T03:02:01.007Z');
    const [platformId, uuid] = [newId('Platform'), uuidv7()];
    const [id, quoteId] = [`Transaction:${uuid}`, `Quote:${uuid}`];
    const payment = { sent: ['100', 'USD'], received: ['80', 'GBP'], fees: ['1', '0'] };
    const terms = { rail: 'FASTER_PAYMENTS', accounts: [], payment };
    const fixed = {
      source: { currency: 'USD' },
      destination: { currency: 'GBP' },
      details: { description: 'Zoë' },
      terms,
    };
    const insertTransaction = (ownId: string, ownQuote: string | null) =>
      db.pool.query(
        `INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, quote_id,
           reference, fixed, version, created_at, updated_at)
         VALUES ($1, $2, 'OUTGOING', 'DEBIT', 'PENDING', 'Customer:1', 'c', $3, 'ref', $4, 1, $5, $5)`,
        [platformId, ownId, ownQuote, packText(JSON.stringify(fixed)), at],
      );
    const transferId = newId('Transaction');
    await insertTransaction(id, quoteId);
    await insertTransaction(transferId, null);
    const handedOff = { platformId, id, direction: 'PAYOUT', amount: '80', currency: 'GBP', at };
    await db.pool.query(
      `INSERT INTO quotes (platform_id, id, transaction_id, customer_id, triggered_by, content, daily_max, expires_at, created_at)
       VALUES ($1, $2, $3, 'Customer:1', 'FUNDING', $4, 7, $5, $5)`,
      [platformId, quoteId, id, packText(`{"status":"~"}\n${JSON.stringify(handedOff)}`), at],
    );
    await migrate(db, now());
    const shared = { source: fixed.source, destination: fixed.destination, details: fixed.details };
    expect(await getTransaction(db, platformId, transferId)).toMatchObject({ ...shared, quote: null });
    expect(await getTransaction(db, platformId, id)).toMatchObject({ ...shared, quote: { expiresAt: at } });
    expect(await getQuote(db, platformId, quoteId)).toMatchObject({
      transactionId: id,
      customerId: 'Customer:1',
      triggeredBy: 'FUNDING',
      body: '{"status":"~"}',
      status: 'PENDING',
    });
    expect(await findWaitingQuote(db, platformId, quoteId)).toMatchObject({ dailyMax: 7n, handedOff: { amount: 80n } });
  });

  it('reject a PostgreSQL before version 15, and change nothing', async () => {
    const db = (await emptyDatabase()).open();
    const read = db.read.bind(db);
    const old: Database = Object.assign(Object.create(db), {
      read: async (statement: Parameters<typeof read>[0]) =>
        statement.strings.join('').includes('server_version_num') ? [{ version: 140_012 }] : read(statement),
    });
    const queries = watchQueries(db);
    const rejection = await rejectionOf(old);
    expect(rejection.message).toBe('PostgreSQL 15 or later is required; this one is older.');
    expect(queries).toEqual([]);
    expect(await tablesIn(db)).toEqual([]);
  });
});

describe('the migration of events', () => {
  const platform = { id: newId('Platform'), name: 'p', mode: 'SANDBOX', clockOffsetMs: 0 } as const;
  const at = new Date('2026-05-04T03:02:01.007Z');
  const hook = 'https://example.com/hook';

  /** Payloads as the first schema stored them. */
  const payload = (id: string, sequence: number, data: object) =>
    JSON.stringify({ id, type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', timestamp: at, sequence, data });

  async function filledBaseline(statuses: readonly string[]) {
    const applied = await appliedIn(await migrated());
    const db = await migratedTo(applied.filter(({ name }) => name < '0031').length);
    await db.pool.query(`INSERT INTO platforms (id, name, mode, created_at) VALUES ($1, 'p', 'SANDBOX', $2)`, [
      platform.id,
      at,
    ]);
    await db.pool.query('INSERT INTO webhook_endpoints (platform_id, url) VALUES ($1, $2)', [platform.id, hook]);
    const events = statuses.map((status, i) => {
      const id = newId('Webhook');
      const text = payload(id, i + 1, { ',"data":': 'nested "}', umlaut: 'ü', n: i });
      return { id, status, text, sequence: i + 1 };
    });
    for (const { id, status, text, sequence } of events) {
      const isTried = ['WAITING', 'DELIVERED', 'FAILED'].includes(status);
      await db.pool.query(
        `INSERT INTO events (platform_id, id, type, resource_id, sequence, payload, created_at, status, due_at, attempts, tries,
           resent_in)
         VALUES ($1, $2, 'EXTERNAL_ACCOUNT.STATUS_UPDATED', 'r' || $3::int, $3, $4, $5, $6, $7, $8::int, $8::int, $9)`,
        [platform.id, id, sequence, text, at, status, at, isTried ? 1 : 0, status === 'REDELIVERING' ? '7' : null],
      );
      if (!isTried) continue;
      await db.pool.query(
        `INSERT INTO webhook_attempts (platform_id, event_id, number, at, url, status, latency_ms)
         VALUES ($1, $2, 1, $3, $4, $5, 1.5)`,
        [platform.id, id, at, hook, status === 'DELIVERED' ? 204 : 500],
      );
    }
    return { db, events };
  }

  it('keeps their bytes, their statuses, their attempts and what is open', async () => {
    const { db, events } = await filledBaseline(eventStatuses);
    await migrate(db, now());
    const shown = await listEvents(db, platform, {});
    expect(shown.data.map(({ id, status }) => ({ id, status }))).toEqual(
      events.map(({ id, status }) => ({ id, status })).toReversed(),
    );
    const stored = await storedEvents(db, sql`true`);
    expect(stored.map(({ payload }) => payload)).toEqual(events.map(({ text }) => text));
    for (const { id, status } of events) {
      const { attempts, attemptCount } = await getEvent(db, platform.id, id);
      const isTried = ['WAITING', 'DELIVERED', 'FAILED'].includes(status);
      expect([attempts.length, attemptCount]).toEqual(isTried ? [1, 1] : [0, 0]);
    }
    const { found, endpoint } = await readOpen(db, platform.id, { now: now(), limit: 10 });
    expect(found.map(({ status }) => status).toSorted()).toEqual(['PENDING', 'REDELIVERING', 'WAITING']);
    expect(endpoint?.url).toBe(hook);
  });

  it('makes the tables that exist the first period, without a copy, and later rows go to the next', async () => {
    const { db, events } = await filledBaseline(eventStatuses);
    await migrate(db, now());
    const later = addMs(now(), 2 * DAY_MS);
    await createPeriods(db, later, 90);
    const [first, next, ...others] = await listPeriods(db);
    expect(others).toEqual([]);
    if (!first || !next) throw new Error('there are two periods');
    expect([first.from, first.to]).toEqual([new Date(0), next.from]);
    expect(next.from.toISOString().slice(0, 10)).toBe(later.toISOString().slice(0, 10));
    const inFirst = await db.pool.query(`SELECT count(*)::int FROM ${partitionName('events', first)}`);
    expect(inFirst.rows[0].count).toBe(events.length);
    const place = async (id: string) => {
      await db.pool.query(
        `INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
         VALUES ($1, $2::uuid, 'TEST', $2::uuid::text, 1, '', $3)`,
        [uuidOf(platform.id), id, at],
      );
      const { rows } = await db.pool.query('SELECT tableoid::regclass::text AS name FROM events WHERE id = $1', [id]);
      return rows[0].name;
    };
    expect(await place(uuidOf(newId('Webhook')))).toBe(partitionName('events', first));
    expect(await place(earliestUuid(next.from))).toBe(partitionName('events', next));
    expect(await place(earliestUuid(next.to))).toBe('events_default');
  });
});

async function rejectionOf(db: Database): Promise<MigrationRejected> {
  const error = await migrate(db, now()).catch((rejection: unknown) => rejection);
  expect(error).toBeInstanceOf(MigrationRejected);
  return error as MigrationRejected;
}
