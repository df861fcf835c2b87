import { systemAccount } from '../server/src/engine/ledger/chart.ts';
import type { Database } from '../server/src/foundation/db/database.ts';
import { rawSql, type Sql, sql } from '../server/src/foundation/db/sql.ts';
import { uuidOf as uuidOfId } from '../server/src/foundation/kernel/ids.ts';

/** Characters of the bodies of a request and its response. */
const BODY = 1_000;
/** Number of transactions per customer that has any. */
const EACH = 100;

/** Size of the history of a platform. */
export interface Past {
  customers: number;
  transactions: number;
  events: number;
  requests: number;
}

/** Business begins here, with one row of each kind a second. */
const BEGIN = Date.UTC(2026, 0, 1);
const REST = '-7000-8000-000000000000';
/** Number of rows that a filter selects: the oldest rows, which a list reaches last. */
export const OLDEST = 20;

/** UUIDs of version 7 with the time of the row: lists select periods by id. */
const uuidSql = (n: Sql): Sql =>
  sql`regexp_replace(lpad(to_hex(${BEGIN}::bigint + 1000 * (${n})::bigint), 12, '0'), '(.{8})', '\\1-') || ${REST}::text`;

const idSql = (type: string, n: Sql): Sql => sql`${`${type}:`}::text || ${uuidSql(n)}`;

export const timeOf = (n: number): Date => new Date(BEGIN + 1_000 * Math.floor(n));

export function uuidOf(n: number): string {
  const time = timeOf(n).getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${REST}`;
}

export const idOf = (type: string, n: number): string => `${type}:${uuidOf(n)}`;

/** Creates years of business in minutes: customers with accounts, their transactions and ledger entries. */
export async function fill(db: Database, platformId: string, counts: Past): Promise<void> {
  const n = rawSql('n');
  const at = sql`'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`;
  await unbounded(db, async (query) => {
    await query(sql`
      INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
        region, profile, created_at, updated_at)
      SELECT ${platformId}, ${idSql('Customer', n)}, 'customer-' || n,
        CASE WHEN n <= ${OLDEST}::int THEN 'BUSINESS' ELSE 'INDIVIDUAL' END, 'APPROVED', '$user' || n || '@x.test',
        CASE WHEN n <= ${OLDEST}::int THEN 'PT' ELSE 'US' END,
        CASE WHEN n <= ${OLDEST}::int THEN '{"businessInfo": {"legalName": "Analytical Engines"}}'::jsonb
          ELSE '{"fullName": "Ada Lovelace", "nationality": "US"}' END,
        ${at}, ${at} FROM generate_series(1, ${counts.customers}::int) n`);
    await query(sql`
      INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, minimum, created_at, updated_at)
      SELECT ${platformId}, ${idSql('InternalAccount', n)}, 'customer', 'USD', ${idSql('Customer', n)}, 'INTERNAL_FIAT',
        'ACTIVE', 0, ${at}, ${at} FROM generate_series(1, ${counts.customers}::int) n`);
  });
  await fillTransactions(db, platformId, counts.transactions);
  await fillEntries(db, platformId, counts.transactions);
  await fillEvents(db, platformId, counts.events);
  await fillRequests(db, platformId, counts.requests);
  await vacuum(db, [
    'customers',
    'accounts',
    'transactions',
    'ledger_entries',
    'events',
    'webhook_attempts',
    'request_log',
  ]);
}

type Work = Parameters<Database['transaction']>[0];

const unbounded = (db: Database, work: Work): Promise<unknown> => db.transaction(work, { isUnbounded: true });

/** Vacuums, as autovacuum does in a table that grew over years. Runs outside of a transaction, without time limits. */
async function vacuum(db: Database, tables: readonly string[]): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const limit = { query_timeout: 2 ** 31 - 1 };
    for (const table of tables) await client.query({ text: `VACUUM (ANALYZE) ${table}`, ...limit });
  } finally {
    client.release(true);
  }
}

/** Indexes are created afterwards: ten million rows then take minutes instead of hours. */
async function fillTransactions(db: Database, platformId: string, count: number): Promise<void> {
  const n = rawSql('n');
  const payer = sql`1 + n % ${Math.ceil(count / EACH)}::int`;
  const at = sql`'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`;
  await unbounded(db, async (query) => {
    await query(sql`SET LOCAL maintenance_work_mem = '1GB'`);
    const indexes = await query<{ indexname: string; indexdef: string }>(sql`
      SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'transactions' AND indexname <> 'transactions_pkey'`);
    for (const { indexname } of indexes) await query(rawSql(`DROP INDEX ${indexname}`));
    await query(sql`
      INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, fixed,
        source_account, destination_account, sent_amount, sent_currency, received_amount, received_currency,
        fees, reference, version, created_at, updated_at, settled_at)
      SELECT ${platformId}, ${idSql('Transaction', n)}, 'OUTGOING', 'DEBIT',
        CASE WHEN n % 50 = 0 THEN 'FAILED' ELSE 'COMPLETED' END, ${idSql('Customer', payer)}, 'customer-' || (${payer}),
        json_build_object(
          'source', json_build_object('sourceType', 'ACCOUNT', 'accountId', ${idSql('InternalAccount', payer)}, 'currency', 'USD'),
          'destination', json_build_object('destinationType', 'ACCOUNT', 'accountId', ${idSql('ExternalAccount', payer)}, 'currency', 'GBP'),
          'details', json_build_object('exchangeRate', 1.2658, 'platformFees', 0, 'paymentRail', 'FASTER_PAYMENTS', 'railSelectionMode', 'AUTO'),
          'terms', null),
        ${idSql('InternalAccount', payer)}, ${idSql('ExternalAccount', payer)}, 10000, 'USD', 7900, 'GBP', 25,
        'UMA-Q' || lpad(to_hex(n), 12, '0') || '-REF', 3, ${at}, ${at}, ${at}
      FROM generate_series(1, ${count}::int) n`);
    for (const { indexdef } of indexes) await query(rawSql(indexdef));
    await query(sql`INSERT INTO listed_statuses (platform_id, type, status, id, is_suspended)
      SELECT platform_id, type, status, id, false FROM transactions
      WHERE platform_id = ${platformId} AND status <> 'COMPLETED' ON CONFLICT DO NOTHING`);
  });
}

/** Two ledger entries per transaction: from the customer's account, and from a system account. */
async function fillEntries(db: Database, platformId: string, count: number): Promise<void> {
  const n = rawSql('n');
  const payer = sql`1 + n % ${Math.ceil(count / EACH)}::int`;
  const transit = systemAccount('transit.payout', 'USD');
  await unbounded(db, async (query) => {
    // Foreign keys would be checked one by one; these entries are valid by construction.
    await query(sql`SET LOCAL session_replication_role = replica`);
    await query(sql`
      INSERT INTO ledger_entries (platform_id, transaction_id, phase, n, debit_account_id, credit_account_id, currency, amount, code,
        created_at)
      SELECT ${platformId}, ${idSql('Transaction', n)}, m.phase, 1, COALESCE(m.debit, ${idSql('InternalAccount', payer)}), m.credit,
        'USD', 10000, m.code, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
      FROM generate_series(1, ${count}::int) n
      CROSS JOIN (VALUES ('complete', ${transit}::text, ${systemAccount('rail.nostro', 'USD')}::text, 'payout.complete'),
        ('execute', NULL, ${transit}::text, 'payment.net')) m(phase, debit, credit, code)`);
  });
}

/** Delivered events, except the oldest: some failed, some have another type and were skipped. */
async function fillEvents(db: Database, platformId: string, count: number): Promise<void> {
  const n = rawSql('n');
  const [platform, id] = [uuidOfId(platformId), sql`(${uuidSql(n)})::uuid`];
  const at = sql`'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`;
  await unbounded(db, async (query) => {
    await query(sql`
      INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
      SELECT ${platform}, ${id},
        CASE WHEN n <= ${OLDEST}::int THEN 'OUTGOING_PAYMENT.FAILED' WHEN n <= 2 * ${OLDEST}::int THEN 'CUSTOMER.KYC_APPROVED'
          ELSE 'OUTGOING_PAYMENT.COMPLETED' END,
        ${idSql('Transaction', n)}, 1, convert_to('{}', 'UTF8'), ${at}
      FROM generate_series(1, ${count}::int) n`);
    await query(sql`
      INSERT INTO delivery_states (platform_id, event_id, sequence, attempts, status, resource_id)
      SELECT ${platform}, ${id}, 1, 1, 'FAILED', ${idSql('Transaction', n)}
      FROM generate_series(1, least(${count}::int, ${OLDEST}::int)) n`);
    await query(sql`
      INSERT INTO webhook_attempts (at, platform_id, event_id, number, latency_ms, status, has_arrived, url)
      SELECT ${at}, ${platform}, ${id}, 1, 5, 200, true, 'https://platform.example/hooks'
      FROM generate_series(2 * ${OLDEST}::int + 1, ${count}::int) n`);
  });
}

/** Successful requests, except the oldest: some were rejected, some have another route. */
async function fillRequests(db: Database, platformId: string, count: number): Promise<void> {
  const n = rawSql('n');
  const isOld = sql`n <= ${OLDEST}::int`;
  await unbounded(db, async (query) => {
    await query(sql`
      INSERT INTO request_log (platform_id, id, at, duration_ms, response_bytes, status, is_replay, method, path, route,
        token_id, code, resource_ids, response_body)
      SELECT ${uuidOfId(platformId)}, (${uuidSql(n)})::uuid, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second', 5, 27,
        CASE WHEN ${isOld} THEN 400 ELSE 201 END, false, 'POST', '/api/2025-10-13/quotes',
        CASE WHEN ${isOld} THEN '/customers' ELSE '/quotes' END, 'Token:bench', CASE WHEN ${isOld} THEN 'INVALID_INPUT' END,
        ARRAY[${idSql('Quote', n)}, ${idSql('Transaction', n)}], ${JSON.stringify({ text: 'x'.repeat(BODY) })}::json
      FROM generate_series(1, ${count}::int) n`);
  });
}
