import type { Database } from '../server/src/db/database.ts';
import { rawSql, type Sql, sql } from '../server/src/db/sql.ts';
import { systemAccount } from '../server/src/ledger/chart.ts';

/** Number of transactions per customer that has any. */
const EACH = 100;

/** Size of the history of a platform. */
export interface Past {
  customers: number;
  transactions: number;
}

const idSql = (type: string, n: Sql): Sql =>
  sql`${`${type}:`}::text || lpad(to_hex(${n}), 8, '0') || '-0000-7000-8000-000000000000'`;

export const idOf = (type: string, n: number): string =>
  `${type}:${Math.floor(n).toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;

/** Creates years of business in minutes: customers with accounts, their transactions and ledger entries. */
export async function fill(db: Database, platformId: string, counts: Past): Promise<void> {
  const n = rawSql('n');
  const at = sql`'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`;
  await db.transaction(async (query) => {
    await query(sql`SET LOCAL statement_timeout = 0`);
    await query(sql`
      INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
        profile, created_at, updated_at)
      SELECT ${platformId}, ${idSql('Customer', n)}, 'customer-' || n, 'INDIVIDUAL', 'APPROVED', '$user' || n || '@x.test',
        '{"fullName": "Ada Lovelace", "nationality": "US"}', ${at}, ${at} FROM generate_series(1, ${counts.customers}::int) n`);
    await query(sql`
      INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, minimum, created_at, updated_at)
      SELECT ${platformId}, ${idSql('InternalAccount', n)}, 'customer', 'USD', ${idSql('Customer', n)}, 'INTERNAL_FIAT',
        'ACTIVE', 0, ${at}, ${at} FROM generate_series(1, ${counts.customers}::int) n`);
  });
  await fillTransactions(db, platformId, counts.transactions);
  await fillEntries(db, platformId, counts.transactions);
  for (const table of ['customers', 'accounts', 'transactions', 'ledger_entries'])
    await db.write(sql`ANALYZE ${rawSql(table)}`);
}

/** SQL: a text in the form of packed texts, without compression. */
const plainText = (text: Sql): Sql => sql`'\\x00'::bytea || convert_to((${text})::text, 'UTF8')`;

/** Indexes are created afterwards: ten million rows then take minutes instead of hours. */
async function fillTransactions(db: Database, platformId: string, count: number): Promise<void> {
  const n = rawSql('n');
  const payer = sql`1 + n % ${Math.ceil(count / EACH)}::int`;
  const at = sql`'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`;
  await db.transaction(async (query) => {
    await query(sql`SET LOCAL statement_timeout = 0`);
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
        ${plainText(sql`jsonb_build_object(
          'source', jsonb_build_object('sourceType', 'ACCOUNT', 'accountId', ${idSql('InternalAccount', payer)}, 'currency', 'USD'),
          'destination', jsonb_build_object('destinationType', 'ACCOUNT', 'accountId', ${idSql('ExternalAccount', payer)}, 'currency', 'GBP'),
          'details', jsonb_build_object('exchangeRate', 1.2658, 'platformFees', 0, 'paymentRail', 'FASTER_PAYMENTS', 'railSelectionMode', 'AUTO'),
          'terms', null)`)},
        ${idSql('InternalAccount', payer)}, ${idSql('ExternalAccount', payer)}, 10000, 'USD', 7900, 'GBP', 25,
        'UMA-Q' || lpad(to_hex(n), 12, '0') || '-REF', 3, ${at}, ${at}, ${at}
      FROM generate_series(1, ${count}::int) n`);
    for (const { indexdef } of indexes) await query(rawSql(indexdef));
    await query(sql`INSERT INTO listed_statuses (platform_id, type, status, id, is_suspended)
      SELECT platform_id, type, status, id, false FROM transactions
      WHERE platform_id = ${platformId} AND status <> 'COMPLETED' ON CONFLICT DO NOTHING`);
  });
}

/** The ledger entries of each: from the customer's account, and from a system account. */
async function fillEntries(db: Database, platformId: string, count: number): Promise<void> {
  const n = rawSql('n');
  const payer = sql`1 + n % ${Math.ceil(count / EACH)}::int`;
  const transit = systemAccount('transit.payout', 'USD');
  await db.transaction(async (query) => {
    await query(sql`SET LOCAL statement_timeout = 0`);
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
