import type { Database } from '../../server/src/db/database.ts';
import { rawSql, type Sql, sql } from '../../server/src/db/sql.ts';
import { monotonicMs } from '../../server/src/kernel/clock.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { Place, Server } from '../place.ts';
import type { Row, Section } from '../report.ts';

const FEW = 1_000;

interface Platform {
  id: string;
  authorization: string;
}

/** A page of a list on a platform that has many, against the same page on a platform that has few. */
export async function listSection({ server, books }: Place, pace: Pace, many: number): Promise<Section> {
  const small = await newPlatform(server);
  const large = await newPlatform(server);
  await fill(books.db, small.id, FEW);
  await fill(books.db, large.id, many);
  await books.db.write(sql`ANALYZE customers`);
  await books.db.write(sql`ANALYZE accounts`);
  const rows: Row[] = [];
  for (const { what, path } of lists) {
    for (const { where, cursorAt } of [
      { where: 'first page', cursorAt: undefined },
      { where: 'page in the middle', cursorAt: 0.5 },
    ]) {
      const pathFor = (count: number) =>
        `${path}?limit=20${cursorAt ? `&cursor=${cursor(what, count * cursorAt)}` : ''}`;
      const ours = pages(`${what}, ${where}, ${many.toLocaleString('en-US')}`, server, large, pathFor(many));
      const theirs = pages(`the same with ${FEW.toLocaleString('en-US')}`, server, small, pathFor(FEW));
      const figures = await sideBySide([ours, theirs], pace);
      const yardstick = { what: theirs.name, figure: figures.get(theirs.name) ?? figureOf([]) };
      rows.push({
        what: ours.name,
        unit: '/s',
        ours: figures.get(ours.name) ?? figureOf([]),
        yardstick,
        goal: { atLeast: 0.67 },
      });
    }
  }
  return {
    title: 'Lists',
    about: 'GET of a page of 20, one at a time. The goal: at most 1.5 times the time of the same page of a short list.',
    rows,
    says: await plans(books.db, large.id),
  };
}

const lists = [
  { what: 'Customer', path: '/customers' },
  { what: 'InternalAccount', path: '/customers/internal-accounts' },
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

async function fill(db: Database, platformId: string, count: number): Promise<void> {
  const n = rawSql('n');
  const at = sql`'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`;
  await db.transaction(async (query) => {
    await query(sql`SET LOCAL statement_timeout = 0`);
    await query(sql`
      INSERT INTO customers (platform_id, id, platform_customer_id, customer_type, verification_status, uma_address,
        profile, created_at, updated_at)
      SELECT ${platformId}, ${idSql('Customer', n)}, 'customer-' || n, 'INDIVIDUAL', 'APPROVED', '$user' || n || '@x.test',
        '{"fullName": "Ada Lovelace", "nationality": "US"}', ${at}, ${at} FROM generate_series(1, ${count}::int) n`);
    await query(sql`
      INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, minimum, created_at, updated_at)
      SELECT ${platformId}, ${idSql('InternalAccount', n)}, 'customer', 'USD', ${idSql('Customer', n)}, 'INTERNAL_FIAT',
        'ACTIVE', 0, ${at}, ${at} FROM generate_series(1, ${count}::int) n`);
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

/** How PostgreSQL finds a page in the middle: by an index, from where the last page ended. */
async function plans(db: Database, platformId: string): Promise<string[]> {
  const [customer, account] = [idOf('Customer', 500), idOf('InternalAccount', 500)];
  const found = await Promise.all([
    db.read<Plan>(sql`EXPLAIN (COSTS OFF) SELECT * FROM customers WHERE platform_id = ${platformId} AND NOT is_deleted
      AND id < ${customer} ORDER BY id DESC LIMIT 21`),
    db.read<Plan>(sql`EXPLAIN (COSTS OFF) SELECT * FROM accounts WHERE platform_id = ${platformId} AND kind = 'customer'
      AND id < ${account} ORDER BY id DESC LIMIT 21`),
  ]);
  return found.map((plan, i) => {
    const lines = plan.map((line) => line['QUERY PLAN'].trim().replace(/Platform:[0-9a-f-]+/, '...'));
    return `EXPLAIN of a page of ${lists[i]?.path}: \`${lines.join(' ')}\``;
  });
}

interface Plan {
  'QUERY PLAN': string;
}
