import { listRequests } from '../../server/src/engine/request-log/history.ts';
import { listEvents } from '../../server/src/engine/webhooks/history.ts';
import type { Database } from '../../server/src/foundation/db/database.ts';
import { type Sql, sql } from '../../server/src/foundation/db/sql.ts';
import type { Platform as CallerPlatform } from '../../server/src/foundation/kernel/callers.ts';
import { monotonicMs } from '../../server/src/foundation/kernel/clock.ts';
import { listCustomers } from '../../server/src/parties/customers/customers.ts';
import { listTransactions } from '../../server/src/payments/transaction-list/list.ts';
import { fill, idOf, type Past, timeOf, uuidOf } from '../history.ts';
import { figureOf, type Pace, type Subject, sideBySide } from '../measure.ts';
import type { Place, Server } from '../place.ts';
import type { Row, Section } from '../report.ts';

const FEW = 1_000;
const few: Past = { customers: FEW, transactions: FEW, events: FEW, requests: FEW };

interface Platform {
  id: string;
  authorization: string;
}

/** A page of a long list, against the same page of a short list. */
export async function listSection({ server, books }: Place, pace: Pace, many: Past): Promise<Section> {
  const small = await newPlatform(server);
  const large = await newPlatform(server);
  await fill(books.db, small.id, few);
  await fill(books.db, large.id, many);
  const rows: Row[] = [];
  for (const list of lists) {
    const pathFor = (counts: Past) => list.path(counts[list.of]);
    const name = `${list.what}, ${many[list.of].toLocaleString('en-US')}`;
    const ours = pages(name, server, large, pathFor(many));
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
    says: [
      ...(await Promise.all(lists.flatMap((list) => buffersText(books.db, { list, small, large, many }) ?? []))),
      ...(await Promise.all(lists.flatMap((list) => planText(books.db, { list, large, many }) ?? []))),
    ],
  };
}

/** Shorter rounds: one second reads hundreds of pages. */
const shortly = ({ seconds, ...pace }: Pace): Pace => ({ ...pace, seconds: seconds / 3, warmUpSeconds: seconds / 3 });

interface List {
  what: string;
  of: keyof Past;
  path: (count: number) => string;
  /** The read of the service, to count the buffers of a page. */
  read?: (db: Database, platform: CallerPlatform, query: PageQuery) => Promise<unknown>;
  hasPlan?: boolean;
}

type PageQuery = Readonly<Record<string, string>> & { limit: number };

const customers = {
  of: 'customers',
  read: (db, platform, query) => listCustomers(db, platform, query),
} as const satisfies Partial<List>;
const transactions = {
  of: 'transactions',
  read: (db, platform, query) => listTransactions(db, platform, query as never),
} as const satisfies Partial<List>;
const events = {
  of: 'events',
  read: (db, platform, query) => listEvents(db, platform, query),
} as const satisfies Partial<List>;
const requests = {
  of: 'requests',
  read: (db, platform, query) => listRequests(db, platform.id, query),
} as const satisfies Partial<List>;

/** Filters select the oldest rows, so that a list without an index for them would read all others first. */
const lists: readonly List[] = [
  { ...customers, what: 'customers, first page', path: () => '/customers?limit=20' },
  {
    ...customers,
    what: 'customers, page in the middle',
    path: (count) => `/customers?limit=20&cursor=${cursor(idOf('Customer', count / 2))}`,
  },
  { ...customers, what: 'customers of a type', path: () => '/customers?limit=20&customerType=BUSINESS' },
  { ...customers, what: 'customers of a region', path: () => '/customers?limit=20&region=PT' },
  {
    ...customers,
    what: 'customers created before a day',
    path: () => `/customers?limit=20&createdBefore=${timeOf(20).toISOString()}`,
  },
  { of: 'customers', what: 'accounts, first page', path: () => '/customers/internal-accounts?limit=20' },
  { ...transactions, what: 'transactions, first page', path: () => '/transactions?limit=20' },
  {
    ...transactions,
    what: 'transactions, page in the middle',
    path: (count) => `/transactions?limit=20&cursor=${cursor(idOf('Transaction', count / 2))}`,
    hasPlan: true,
  },
  {
    ...transactions,
    what: 'transactions of a customer',
    path: () => `/transactions?limit=20&customerId=${idOf('Customer', 1)}`,
    hasPlan: true,
  },
  {
    ...transactions,
    what: 'transactions of an account, oldest first',
    path: () => `/transactions?limit=20&sortOrder=asc&accountIdentifier=${idOf('InternalAccount', 1)}`,
    hasPlan: true,
  },
  {
    ...transactions,
    what: 'transactions by status',
    path: () => '/transactions?limit=20&status=FAILED',
    hasPlan: true,
  },
  { ...events, what: 'events, first page', path: () => '/webhooks/events?limit=20' },
  {
    ...events,
    what: 'events, page in the middle',
    path: (count) => `/webhooks/events?limit=20&cursor=${cursor(uuidOf(count / 2))}`,
  },
  { ...events, what: 'events that failed', path: () => '/webhooks/events?limit=20&status=FAILED' },
  { ...events, what: 'events of a rare type', path: () => '/webhooks/events?limit=20&type=CUSTOMER.KYC_APPROVED' },
  {
    ...events,
    what: 'events of failed payments',
    path: () => '/webhooks/events?limit=20&type=OUTGOING_PAYMENT.FAILED',
  },
  { ...requests, what: 'requests, first page', path: () => '/request-log?limit=20' },
  {
    ...requests,
    what: 'requests, page in the middle',
    path: (count) => `/request-log?limit=20&cursor=${cursor(uuidOf(count / 2))}`,
  },
  { ...requests, what: 'rejected requests', path: () => '/request-log?limit=20&statusClass=4xx' },
  { ...requests, what: 'requests of a route', path: () => '/request-log?limit=20&route=/customers' },
];

async function newPlatform({ url, authorization }: Server): Promise<Platform> {
  const address = new URL('/api/2025-10-13/sandbox/platforms', url);
  const answer = await fetch(address, { method: 'POST', headers: { authorization } });
  const { id, token } = (await answer.json()) as { id: string; token: { clientId: string; clientSecret: string } };
  return { id, authorization: `Basic ${Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64')}` };
}

const cursor = (id: string): string => Buffer.from(JSON.stringify({ id })).toString('base64url');

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

interface Measured {
  list: List;
  large: Platform;
  many: Past;
}

/** Buffers that a page of the long list reads, and the same page of the short one. */
function buffersText(db: Database, { list, small, large, many }: Measured & { small: Platform }) {
  const ours = statementOf(list, large, many);
  const theirs = statementOf(list, small, few);
  if (!ours || !theirs) return undefined;
  return (async () => {
    const [of, against] = [await buffersOf(db, await ours), await buffersOf(db, await theirs)];
    return `Buffers read for a page of ${list.what}: ${of}; of the short list ${against}.`;
  })();
}

async function buffersOf(db: Database, statement: Sql): Promise<number> {
  const [row] = await db.read<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
  );
  const { Plan: plan } = row?.['QUERY PLAN'][0] ?? { Plan: {} };
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** Whether the service's statement reads a page by an index, from the end of the previous page. */
function planText(db: Database, { list, large, many }: Measured) {
  const statement = list.hasPlan && statementOf(list, large, many);
  if (!statement) return undefined;
  return (async () => {
    const plan = await db.read<{ 'QUERY PLAN': string }>(sql`EXPLAIN (COSTS OFF) ${await statement}`);
    const lines = plan.map((line) => line['QUERY PLAN'].trim().replace(/Platform:[0-9a-f-]+/, '...'));
    return `EXPLAIN of a page of ${list.what}: \`${lines.join(' ')}\``;
  })();
}

/** First statement of a list, which reads the rows of the page. */
function statementOf({ read, path, of }: List, { id }: Platform, counts: Past): Promise<Sql> | undefined {
  if (!read) return undefined;
  const platform = { id, name: 'bench', mode: 'SANDBOX' as const, clockOffsetMs: 0 };
  const query = Object.fromEntries(new URL(path(counts[of]), 'http://localhost').searchParams);
  return firstStatement((db) => read(db, platform, { ...query, limit: 20 } as PageQuery));
}

async function firstStatement(list: (db: Database) => Promise<unknown>): Promise<Sql> {
  let asked: Sql | undefined;
  const listener = {
    read: async (statement: Sql) => {
      asked ??= statement;
      return [{ count: 0n }];
    },
  };
  // The made-up row may cause an error: only the statement is used.
  await list(listener as unknown as Database).catch(() => {});
  if (!asked) throw new Error('nothing was asked');
  return asked;
}
