import type { Database } from '../../server/src/db/database.ts';
import { rawSql, type Sql, sql } from '../../server/src/db/sql.ts';
import { monotonicMs } from '../../server/src/kernel/clock.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { Place, Server } from '../place.ts';
import type { Row, Section } from '../report.ts';

const FEW = 1_000;
/** Each of the customers who have transactions has this many of them. */
const EACH = 100;

export interface Listed {
  customers: number;
  transactions: number;
}

interface Platform {
  id: string;
  authorization: string;
}

/** A page of a list on a platform that has many, against the same page on a platform that has few. */
export async function listSection({ server, books }: Place, pace: Pace, many: Listed): Promise<Section> {
  const small = await newPlatform(server);
  const large = await newPlatform(server);
  await fill(books.db, small.id, { customers: FEW, transactions: FEW });
  await fill(books.db, large.id, many);
  const rows: Row[] = [];
  for (const list of lists) {
    const pathFor = (counts: Listed) => list.path(list.of(counts));
    const name = `${list.what}, ${list.of(many).toLocaleString('en-US')}`;
    const ours = pages(name, server, large, pathFor(many));
    const few = { customers: FEW, transactions: FEW };
    const theirs = pages(`the same with ${FEW.toLocaleString('en-US')}`, server, small, pathFor(few));
    const figures = await sideBySide([ours, theirs], pace);
    const yardstick = { what: theirs.name, figure: figures.get(theirs.name) ?? figureOf([]) };
    const figure = figures.get(ours.name) ?? figureOf([]);
    rows.push({ what: ours.name, unit: '/s', ours: figure, yardstick, goal: { atLeast: 0.67 } });
  }
  return {
    title: 'Lists',
    about: 'GET of a page of 20, one at a time. The goal: at most 1.5 times the time of the same page of a short list.',
    rows,
    says: await plans(books.db, large.id, many),
  };
}

interface List {
  what: string;
  of: (counts: Listed) => number;
  path: (count: number) => string;
}

const customers = ({ customers }: Listed): number => customers;
const transactions = ({ transactions }: Listed): number => transactions;

const lists: readonly List[] = [
  { what: 'customers, first page', of: customers, path: () => '/customers?limit=20' },
  {
    what: 'customers, page in the middle',
    of: customers,
    path: (count) => `/customers?limit=20&cursor=${cursor('Customer', count / 2)}`,
  },
  { what: 'accounts, first page', of: customers, path: () => '/customers/internal-accounts?limit=20' },
  { what: 'transactions, first page', of: transactions, path: () => '/transactions?limit=20' },
  {
    what: 'transactions, page in the middle',
    of: transactions,
    path: (count) => `/transactions?limit=20&cursor=${cursor('Transaction', count / 2)}`,
  },
  {
    what: 'transactions of a customer',
    of: transactions,
    path: () => `/transactions?limit=20&customerId=${idOf('Customer', 1)}`,
  },
  {
    what: 'transactions of an account, oldest first',
    of: transactions,
    path: () => `/transactions?limit=20&sortOrder=asc&accountIdentifier=${idOf('InternalAccount', 1)}`,
  },
  { what: 'transactions by status', of: transactions, path: () => '/transactions?limit=20&status=FAILED' },
];

async function newPlatform({ url, authorization }: Server): Promise<Platform> {
  const address = new URL('/api/2025-10-13/sandbox/platforms', url);
  const answer = await fetch(address, { method: 'POST', headers: { authorization } });
  const { id, token } = (await answer.json()) as { id: string; token: { clientId: string; clientSecret: string } };
  return { id, authorization: `Basic ${Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64')}` };
}

const idSql = (type: string, n: Sql): Sql =>
  sql`${`${type}:`}::text || lpad(to_hex(${n}), 8, '0') || '-0000-7000-8000-000000000000'`;

const idOf = (type: string, n: number): string =>
  `${type}:${Math.floor(n).toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;

const cursor = (type: string, n: number): string =>
  Buffer.from(JSON.stringify({ id: idOf(type, n) })).toString('base64url');

async function fill(db: Database, platformId: string, counts: Listed): Promise<void> {
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
  for (const table of ['customers', 'accounts', 'transactions']) await db.write(sql`ANALYZE ${rawSql(table)}`);
}

/** Indexes are made afterwards: ten million rows take minutes that way, and hours the other. */
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
      INSERT INTO transactions (platform_id, id, type, direction, status, customer_id, platform_customer_id, source,
        destination, source_account, destination_account, sent_amount, sent_currency, received_amount, received_currency,
        fees, reference, details, version, created_at, updated_at, settled_at)
      SELECT ${platformId}, ${idSql('Transaction', n)}, 'OUTGOING', 'DEBIT',
        CASE WHEN n % 50 = 0 THEN 'FAILED' ELSE 'COMPLETED' END, ${idSql('Customer', payer)}, 'customer-' || (${payer}),
        jsonb_build_object('sourceType', 'ACCOUNT', 'accountId', ${idSql('InternalAccount', payer)}, 'currency', 'USD'),
        jsonb_build_object('destinationType', 'ACCOUNT', 'accountId', ${idSql('ExternalAccount', payer)}, 'currency', 'GBP'),
        ${idSql('InternalAccount', payer)}, ${idSql('ExternalAccount', payer)}, 10000, 'USD', 7900, 'GBP', 25,
        'UMA-Q' || lpad(to_hex(n), 12, '0') || '-REF',
        '{"exchangeRate": 1.2658, "platformFees": 0, "paymentRail": "FASTER_PAYMENTS", "railSelectionMode": "AUTO"}',
        3, ${at}, ${at}, ${at}
      FROM generate_series(1, ${count}::int) n`);
    for (const { indexdef } of indexes) await query(rawSql(indexdef));
  });
}

function pages(name: string, { url }: Server, { authorization }: Platform, path: string): Subject {
  const address = new URL(`/api/2025-10-13${path}`, url);
  const run = async (seconds: number): Promise<number> => {
    const end = monotonicMs() + seconds * 1_000;
    let count = 0;
    for (; monotonicMs() < end; count++) {
      const answer = await fetch(address, { headers: { authorization } });
      const { data } = (await answer.json()) as { data: unknown[] };
      if (data.length !== 20) throw new Error(`${path} answered with ${data.length} items`);
    }
    return count / seconds;
  };
  return { name, run };
}

/** How PostgreSQL finds a page: by an index, from where the last page ended. */
async function plans(db: Database, platformId: string, many: Listed): Promise<string[]> {
  const of = (table: string, where: Sql): Sql => sql`EXPLAIN (COSTS OFF) SELECT * FROM ${rawSql(table)}
    WHERE platform_id = ${platformId} AND ${where} ORDER BY id DESC LIMIT 21`;
  const explained: Record<string, Sql> = {
    customers: of('customers', sql`NOT is_deleted AND id < ${idOf('Customer', many.customers / 2)}`),
    transactions: of('transactions', sql`id < ${idOf('Transaction', many.transactions / 2)}`),
    'transactions of a customer': of('transactions', sql`customer_id = ${idOf('Customer', 1)}`),
    'transactions by status': of('transactions', sql`status = 'FAILED'`),
  };
  return Promise.all(
    Object.entries(explained).map(async ([what, statement]) => {
      const plan = await db.read<{ 'QUERY PLAN': string }>(statement);
      const lines = plan.map((line) => line['QUERY PLAN'].trim().replace(/Platform:[0-9a-f-]+/, '...'));
      return `EXPLAIN of a page of ${what}: \`${lines.join(' ')}\``;
    }),
  );
}
