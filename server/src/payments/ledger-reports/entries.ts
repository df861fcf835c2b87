import { findOpenSince } from '../../engine/ledger/closed-days.ts';
import { isOfSameTransaction } from '../../engine/ledger/entry-keys.ts';
import type { Database } from '../../foundation/db/database.ts';
import { DEFAULT_LIMIT, makeCursor, type Page, type PageRequest, readCursor } from '../../foundation/db/page.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';
import { currencyJson } from '../../parties/rates/currencies.ts';
import { kindJson } from './account-kinds.ts';
import { type ClosedDay, type Segment, segmentsOf, startOf } from './closed-segments.ts';
import { earlier, type Period } from './period.ts';

export interface EntryRow {
  transaction_id: string;
  phase: string;
  n: number;
  debit_account_id: string;
  credit_account_id: string;
  debit_kind: string;
  credit_kind: string;
  currency: string;
  amount: bigint;
  code: string;
  reverses: string | null;
  reversed_by: string | null;
  created_at: Date;
  is_card: boolean;
}

/** Position in a list, which is sorted by time and, within a millisecond, by key. */
interface Position {
  at: Date;
  transactionId: string;
  phase: string;
  n: number;
}

export const newestFirst = sql`created_at DESC, transaction_id DESC, phase DESC, n DESC`;
export const oldestFirst = sql`created_at, transaction_id, phase, n`;

export const entryColumns = sql`e.platform_id, e.transaction_id, e.phase, e.n, e.debit_account_id, e.credit_account_id,
  e.currency, e.amount, e.code, e.reverses, e.created_at`;

/** Adds the members that the API returns besides the columns of an entry. `entries` is one page of entries. */
export const withDetails = (entries: Sql): Sql => sql`
  SELECT e.*, d.kind AS debit_kind, c.kind AS credit_kind, t.type IS NOT DISTINCT FROM 'CARD' AS is_card,
    (SELECT r.phase || '/' || r.n FROM ledger_entries r
     WHERE ${isOfSameTransaction('r', 'e.platform_id', 'e.transaction_id')} AND r.reverses = e.phase || '/' || e.n
     LIMIT 1) AS reversed_by
  FROM (${entries}) e
  JOIN accounts d ON d.platform_id = e.platform_id AND d.id = e.debit_account_id
  JOIN accounts c ON c.platform_id = e.platform_id AND c.id = e.credit_account_id
  LEFT JOIN transactions t ON t.platform_id = e.platform_id AND t.id = e.transaction_id`;

export const within = ({ from, to, transactionIds }: Omit<Segment, 'entries'>): Sql => sql`
  e.created_at < ${to} ${from ? sql`AND e.created_at >= ${from}` : emptySql}
  ${transactionIds ? sql`AND uuid_of(e.transaction_id) = ANY (${transactionIds.map(uuidOf)}::uuid[])` : emptySql}`;

interface ListSource<R> {
  /** Closed days of the list before a day, newest first. */
  closedDays: (before: Date, limit: number) => Promise<ClosedDay[]>;
  /** Entries of a segment that match `after`, newest first. */
  read: (segment: Segment, options: { after: Sql; limit: number }) => Promise<R[]>;
}

/** Reads the open days first, then the closed days that contain entries of the list. */
export async function pageOfEntries<R extends EntryRow>(
  db: Database,
  { closedDays, read }: ListSource<R>,
  { period, limit = DEFAULT_LIMIT, cursor }: PageRequest & { period: Period },
): Promise<Page<R>> {
  const position = cursor === undefined ? undefined : parsePosition(cursor);
  const after = position ? below(position) : emptySql;
  const end = position && position.at < period.to ? addMs(position.at, 1) : period.to;
  const openSince = await findOpenSince(db);
  const found: R[] = [];
  const take = async (segment: Segment): Promise<void> => {
    found.push(...(await read(segment, { after, limit: limit + 1 - found.length })));
  };
  if (!openSince || end > openSince) await take({ from: openSince, to: end, entries: 0 });
  let before = openSince && earlier(openSince, end);
  while (before && found.length <= limit) {
    const days: ClosedDay[] = await closedDays(before, limit + 1);
    for (const segment of segmentsOf(days, limit)) {
      if (found.length <= limit) await take({ ...segment, to: earlier(segment.to, end) });
    }
    const last = days.at(-1);
    before = last && days.length > limit ? startOf(last) : undefined;
  }
  return pageOf(found, limit);
}

function pageOf<R extends EntryRow>(found: R[], limit: number): Page<R> {
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const hasMore = found.length > limit;
  return { data, hasMore, ...(hasMore && last && { nextCursor: makeCursor(placeText(last)) }) };
}

const placeText = ({ created_at, transaction_id, phase, n }: EntryRow): string =>
  [created_at.toISOString(), transaction_id, phase, n].join('/');

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([A-Za-z]+:[0-9a-f-]{36})\/([a-z:0-9-]+)\/(\d{1,4})$/;

function parsePosition(cursor: string): Position {
  const [, at = '', transactionId = '', phase = '', n = ''] =
    PLACE.exec(readCursor(cursor, (key) => PLACE.test(key))) ?? [];
  return { at: new Date(at), transactionId, phase, n: Number(n) };
}

const below = ({ at, transactionId, phase, n }: Position): Sql => sql`
  AND (e.created_at, e.transaction_id, e.phase, e.n) < (${at}, ${transactionId}, ${phase}, ${n})`;

/** Id of a transaction in the API. Entries store the id of a card transaction without its prefix. */
const shownTransaction = ({ transaction_id, is_card }: EntryRow): string =>
  is_card ? `Card${transaction_id}` : transaction_id;

export function entryJson(row: EntryRow) {
  const transactionId = shownTransaction(row);
  const idOf = (key: string): string => `${transactionId}/${key}`;
  const side = (id: string, kind: string) => ({ id, ...kindJson(kind) });
  return {
    id: idOf(`${row.phase}/${row.n}`),
    transactionId,
    phase: row.phase,
    code: row.code,
    debitAccount: side(row.debit_account_id, row.debit_kind),
    creditAccount: side(row.credit_account_id, row.credit_kind),
    amount: { amount: toJsonAmount(row.amount), currency: currencyJson(row.currency) },
    ...(row.reverses && { reverses: idOf(row.reverses) }),
    ...(row.reversed_by && { reversedBy: idOf(row.reversed_by) }),
    createdAt: row.created_at,
  };
}
