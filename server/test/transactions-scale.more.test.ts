import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/foundation/db/database.ts';
import { MAX_COUNT, MAX_SCANNED } from '../src/foundation/db/page.ts';
import { render, type Sql } from '../src/foundation/db/sql.ts';
import { listTransactions } from '../src/payments/transaction-list/list.ts';
import { unfinishedPayments } from '../src/payments/transactions/unfinished.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { plansOf } from './support/plans.ts';

/** Enough rows to expose a list that reads more than its page, few enough to insert in seconds. */
const ROWS = 60_000;
const AT_ONCE = 20_000;

let app: TestApp;
let client: Client;
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

beforeAll(async () => {
  app = await TestApp.start();
  client = app.client;
  await fill(client.platformId);
}, 120_000);
afterAll(() => app.stop());

/** One row a second; two customers in three are small; one status, type and currency are rare, and one account is busy. */
async function fill(platformId: string): Promise<void> {
  const { db } = app.database;
  await db.pool.query(
    `INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
      profile, created_at, updated_at)
    SELECT $1, 'Customer:' || c, 'platform-' || c, 'INDIVIDUAL', 'APPROVED', '$' || c, '{}', '2026-01-01', '2026-01-01'
    FROM generate_series(0, 5000) k
    CROSS JOIN LATERAL (SELECT '00000000-0000-7000-8000-' || lpad(k::text, 12, '0')) AS o(c)`,
    [platformId],
  );
  for (let first = 1; first < ROWS; first += AT_ONCE) {
    await db.pool.query(
      `INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, fixed,
      source_account, destination_account, sent_amount, sent_currency, received_amount, received_currency,
      fees, reference, version, created_at, updated_at, settled_at)
    SELECT $1, 'Transaction:' || substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7000-8000-' || lpad(n::text, 12, '0'),
      CASE WHEN n % 50000 = 7 THEN 'INCOMING' ELSE 'OUTGOING' END, 'DEBIT',
      CASE WHEN n % 40000 = 9 THEN 'FAILED' WHEN n % 100 = 0 THEN 'EXPIRED' ELSE 'COMPLETED' END,
      'Customer:' || c, 'platform-' || c, json_build_object(
        'source', json_build_object('sourceType', 'ACCOUNT', 'accountId', 'InternalAccount:' || c),
        'destination', json_build_object('destinationType', 'ACCOUNT', 'accountId', 'ExternalAccount:' || c),
        'details', json_build_object(), 'terms', NULL),
      'InternalAccount:' || c, 'ExternalAccount:' || c, 100,
      'USD', 100, CASE WHEN n % 25000 = 11 THEN 'EUR' ELSE 'USD' END, 0, 'REF-' || n, 1, at, at,
      CASE WHEN n % 100 <> 0 THEN at + interval '1 minute' END
    FROM generate_series($2::int, $2::int + ${AT_ONCE - 1}) n
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 3 = 0 THEN 0 ELSE n % 5000 + 1 END) AS k(k)
    CROSS JOIN LATERAL (SELECT '00000000-0000-7000-8000-' || lpad(k::text, 12, '0')) AS o(c)
    CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 second') AS t(at)
    CROSS JOIN LATERAL (SELECT lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')) AS m(ms)`,
      [platformId, first],
    );
  }
  await db.pool.query(`INSERT INTO listed_statuses SELECT platform_id, type, status, id, false FROM transactions
    WHERE status <> 'COMPLETED'`);
  await db.pool.query('ANALYZE transactions, listed_statuses, customers');
}

const small = { account: uuid(4_000), customer: `Customer:${uuid(4_000)}` };
const early = '2026-01-01T01:00:00Z';
const later = '2026-01-01T02:00:00Z';

const queries: Record<string, Record<string, string>> = {
  nothing: {},
  'a small customer': { customerId: small.customer },
  'a large customer': { customerId: `Customer:${uuid(0)}` },
  nobody: { customerId: `Customer:${uuid(999_999)}` },
  'the platform': { customerId: 'platform' },
  'a platformCustomerId': { platformCustomerId: `platform-${uuid(4_000)}` },
  'a small account': { accountIdentifier: `ExternalAccount:${small.account}` },
  'a large account': { accountIdentifier: `InternalAccount:${uuid(0)}` },
  'a sender': { senderAccountIdentifier: `InternalAccount:${small.account}` },
  'a receiver': { receiverAccountIdentifier: `ExternalAccount:${small.account}` },
  'an unknown address': { accountIdentifier: '$nobody@example.com' },
  'a common status': { status: 'COMPLETED' },
  'a rare status': { status: 'FAILED' },
  'an unused status': { status: 'REJECTED' },
  'a common type': { type: 'OUTGOING' },
  'a rare type': { type: 'INCOMING' },
  'a rare status of a common type': { type: 'OUTGOING', status: 'FAILED' },
  'a reference': { reference: 'REF-77' },
  'the first hour': { endDate: early },
  'an early hour': { startDate: early, endDate: later },
  'a future time': { startDate: '2030-01-01T00:00:00Z' },
  'a customer in an early hour': { customerId: small.customer, startDate: early, endDate: later },
  'a large customer in an early hour': { customerId: `Customer:${uuid(0)}`, startDate: early, endDate: later },
  'a customer and a status': { customerId: small.customer, status: 'FAILED' },
  'a customer and a type': { customerId: small.customer, type: 'INCOMING' },
  'an account and a status': { accountIdentifier: `ExternalAccount:${small.account}`, status: 'EXPIRED' },
  'an account in an early hour': { accountIdentifier: `InternalAccount:${uuid(0)}`, startDate: early, endDate: later },
  'a status in an early hour': { status: 'EXPIRED', startDate: early, endDate: later },
  'a type in an early hour': { type: 'INCOMING', startDate: early, endDate: later },
};

/** The statements of a list: its page and its count. */
async function statementsOf(filter: Record<string, string>) {
  const sent: { text: string; values: unknown[] }[] = [];
  const db = {
    read: async (statement: Sql) => {
      sent.push(render(statement));
      return [];
    },
  } as unknown as Database;
  const platform = { id: client.platformId, name: 'test', mode: 'SANDBOX', clockOffsetMs: 0 } as const;
  await listTransactions(db, platform, filter);
  return sent;
}

interface Node {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** Rows visited by the scans of a plan; a sort would visit all matching rows. */
function visited(node: Node): number {
  const removed = node['Rows Removed by Filter'] ?? 0;
  const own = node.Plans ? 0 : (node['Actual Rows'] + removed) * node['Actual Loops'];
  return own + (node.Plans ?? []).map(visited).reduce((a, b) => a + b, 0);
}

const modes = ['force_custom_plan', 'force_generic_plan'] as const;

/** Planned by a connection that has run the statement often, and by one that runs it for the first time. */
async function rowsVisited(text: string, values: unknown[], mode: (typeof modes)[number]): Promise<number> {
  const connection = await app.database.db.pool.connect();
  try {
    const given = values.map((value) => connection.escapeLiteral(String(value))).join(', ');
    await connection.query(`SET plan_cache_mode = ${mode}`);
    await connection.query(`PREPARE listed AS ${text}`);
    const { rows } = await connection.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE listed (${given})`);
    return visited(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await connection.query('DEALLOCATE listed; RESET plan_cache_mode');
    connection.release();
  }
}

const MAX_PAGE = 1_000;
const MAX_COUNTED = 2 * MAX_COUNT;

describe.each(['desc', 'asc'])('a list of many transactions in the order %s', (sortOrder) => {
  test.each(Object.entries(queries))(
    'by %s visits few rows for its page and no more than it counts',
    async (_, query) => {
      const filter = {
        ...query,
        sortOrder,
        ...(query['customerId'] === 'platform' && { customerId: client.platformId }),
      };
      const [found, counted] = await statementsOf(filter);
      for (const mode of modes) {
        expect(await rowsVisited(found?.text ?? '', found?.values ?? [], mode)).toBeLessThan(MAX_PAGE);
        expect(await rowsVisited(counted?.text ?? '', counted?.values ?? [], mode)).toBeLessThan(MAX_COUNTED);
      }
    },
  );

  test.each([
    ['a common currency', { currency: 'USD' }, 'COMMON'],
    ['a rare currency', { currency: 'EUR' }, 'RARE'],
    ['an unused currency and a type', { currency: 'XXX', type: 'OUTGOING' }, 'RARE'],
    ['an early hour of settlement', { settlementStartDate: early, settlementEndDate: later }, 'RARE'],
    ['a late start of settlement', { settlementStartDate: '2026-01-01T16:00:00Z' }, 'RARE'],
    ['a future settlement', { settlementStartDate: '2030-01-01T00:00:00Z' }, 'RARE'],
    ['a rare status in an early hour of settlement', { status: 'FAILED', settlementEndDate: later }, 'RARE'],
    ['a rare currency of a large customer', { currency: 'EUR', customerId: `Customer:${uuid(0)}` }, 'RARE'],
  ])('by %s visits no more rows than a page may read', async (_, query, frequency) => {
    for (const [i, { text, values }] of (await statementsOf({ ...query, sortOrder })).entries()) {
      const isFirstPage = i === 0 && frequency === 'COMMON';
      for (const mode of modes) {
        expect(await rowsVisited(text, values, mode)).toBeLessThan(isFirstPage ? MAX_PAGE : MAX_COUNTED);
      }
    }
  });

  test('by a time of settlement begins at its end', async () => {
    if (sortOrder === 'asc') return;
    const [found] = await statementsOf({ settlementStartDate: early, settlementEndDate: later, sortOrder });
    for (const mode of modes) {
      expect(await rowsVisited(found?.text ?? '', found?.values ?? [], mode)).toBeLessThan(MAX_PAGE);
    }
  });

  test('by a rare currency reaches every match, over pages that may be empty', async () => {
    const { rows } = await app.database.db.pool.query<{ id: string }>(
      "SELECT id FROM transactions WHERE platform_id = $1 AND 'EUR' IN (sent_currency, received_currency) ORDER BY id",
      [client.platformId],
    );
    const seen: string[] = [];
    let pages = 0;
    let cursor = '';
    do {
      const { body } = await client.get(`/transactions?currency=EUR&limit=100&sortOrder=${sortOrder}${cursor}`);
      expect(body.totalCount).toBeUndefined();
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.hasMore ? `&cursor=${body.nextCursor}` : '';
      pages++;
    } while (cursor);
    const ids = rows.map(({ id }) => id);
    expect(seen).toEqual(sortOrder === 'asc' ? ids : ids.reverse());
    expect(pages).toBeGreaterThanOrEqual(ROWS / MAX_SCANNED);
  });
});

test('the unfinished payments of a customer are found without reading those that have ended', async () => {
  const nodes = await plansOf(app.database.db, (db) => unfinishedPayments(db, client.platformId, small.customer));
  const visited = nodes.map(
    (node) => node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0),
  );
  expect(Math.max(...visited)).toBeLessThan(10);
});
