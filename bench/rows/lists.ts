import type { Database } from '../../server/src/db/database.ts';
import { type Sql, sql } from '../../server/src/db/sql.ts';
import { monotonicMs } from '../../server/src/kernel/clock.ts';
import { listTransactions, type TransactionFilter } from '../../server/src/transactions/list.ts';
import { fill, idOf, type Past } from '../history.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { Place, Server } from '../place.ts';
import type { Row, Section } from '../report.ts';

const FEW = 1_000;

interface Platform {
  id: string;
  authorization: string;
}

/** A page of a long list, against the same page of a short list. */
export async function listSection({ server, books }: Place, pace: Pace, many: Past): Promise<Section> {
  const small = await newPlatform(server);
  const large = await newPlatform(server);
  await fill(books.db, small.id, { customers: FEW, transactions: FEW });
  await fill(books.db, large.id, many);
  const rows: Row[] = [];
  for (const list of lists) {
    const pathFor = (counts: Past) => list.path(list.of(counts));
    const name = `${list.what}, ${list.of(many).toLocaleString('en-US')}`;
    const ours = pages(name, server, large, pathFor(many));
    const few = { customers: FEW, transactions: FEW };
    const theirs = pages(`the same with ${FEW.toLocaleString('en-US')}`, server, small, pathFor(few));
    const figures = await sideBySide([ours, theirs], shortly(pace));
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

/** Pages one after the other: a second has hundreds. */
const shortly = ({ seconds, ...pace }: Pace): Pace => ({ ...pace, seconds: seconds / 3, warmUpSeconds: seconds / 3 });

interface List {
  what: string;
  of: (counts: Past) => number;
  path: (count: number) => string;
}

const customers = ({ customers }: Past): number => customers;
const transactions = ({ transactions }: Past): number => transactions;

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

const cursor = (type: string, n: number): string =>
  Buffer.from(JSON.stringify({ id: idOf(type, n) })).toString('base64url');

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

/** Plan of a page: by an index, from the end of the last page. The statements are those of the service. */
async function plans(db: Database, platformId: string, many: Past): Promise<string[]> {
  const platform = { id: platformId, name: 'large', mode: 'SANDBOX' as const, clockOffsetMs: 0 };
  const filters: Record<string, TransactionFilter> = {
    transactions: { limit: 20, cursor: cursor('Transaction', many.transactions / 2) },
    'transactions of a customer': { limit: 20, customerId: idOf('Customer', 1) },
    'transactions of an account': { limit: 20, accountIdentifier: idOf('InternalAccount', 1) },
    'transactions by status': { limit: 20, status: 'FAILED' },
  };
  return Promise.all(
    Object.entries(filters).map(async ([what, filter]) => {
      const asked = await statementOf((db) => listTransactions(db, platform, filter));
      const plan = await db.read<{ 'QUERY PLAN': string }>(sql`EXPLAIN (COSTS OFF) ${asked}`);
      const lines = plan.map((line) => line['QUERY PLAN'].trim().replace(/Platform:[0-9a-f-]+/, '...'));
      return `EXPLAIN of a page of ${what}: \`${lines.join(' ')}\``;
    }),
  );
}

/** The statements of a list. */
async function statementOf(list: (db: Database) => Promise<unknown>): Promise<Sql> {
  let asked: Sql | undefined;
  const listener = {
    read: async (statement: Sql) => {
      asked ??= statement;
      return [{ count: 0n }];
    },
  };
  // The result is not used.
  await list(listener as unknown as Database).catch(() => {});
  if (!asked) throw new Error('nothing was asked');
  return asked;
}
