import { monotonicMs } from '../kernel/clock.ts';
import { InvalidFields } from '../kernel/errors.ts';
import type { Database } from './database.ts';
import { emptySql, joinSql, rawSql, type Sql, sql } from './sql.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
/** Longer lists have no totalCount, so that no request counts a large table. */
export const MAX_COUNT = 10_000;

export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface Page<T> {
  data: T[];
  hasMore: boolean;
  nextCursor?: string;
  totalCount?: number;
}

interface PageSource<R> {
  select: Sql;
  /** `FROM ...` without the conditions. */
  from: Sql;
  where: readonly Sql[];
  /** Pattern of the sort key; rejects cursors of other lists. */
  keys: string;
  /** Unique text column to sort by. Default: newest first by `id`. */
  order?: { column: Sql; direction: 'ASC' | 'DESC'; keyOf: (row: R) => string };
  /** Disjoint conditions, each with an index in the order of the list, for lists that no single index serves. */
  scans?: readonly Sql[];
  request: PageRequest;
}

/**
 * Keyset pagination: a cursor is the sort key of the last row of a page, so that deep pages cost no more than the first
 * and inserts do not shift pages. Ids are time-ordered, so the default order is newest first.
 */
export async function page<R extends { id: string }>(db: Database, source: PageSource<R>): Promise<Page<R>> {
  const limit = source.request.limit ?? DEFAULT_LIMIT;
  const after =
    source.request.cursor === undefined
      ? undefined
      : readCursor(source.request.cursor, (key) => new RegExp(source.keys).test(key));
  const matching = joinSql(source.where, ' AND ');
  const { column, direction, keyOf } = source.order ?? { column: sql`id`, direction: 'DESC', keyOf: ({ id }) => id };
  const beyond = direction === 'ASC' ? sql`${column} >` : sql`${column} <`;
  const ordered = sql`ORDER BY ${column} ${rawSql(direction)}`;
  const select = (what: Sql, cursor: Sql): Sql => sql`SELECT ${what} ${source.from} WHERE ${matching} ${cursor}`;
  const all = select(source.select, after ? sql`AND ${beyond} ${after}` : emptySql);
  const counted = select(sql`1`, emptySql);
  const { scans } = source;
  const [found, count] = await Promise.all([
    db.read<R>(sql`${scans ? merged(all, { scans, ordered, most: MAX_LIMIT }) : all} ${ordered} LIMIT ${limit + 1}`),
    // Ordered like the list, so that counting a short list uses its index instead of scanning the table.
    countOf(db, scans ? merged(counted, { scans, ordered, most: MAX_COUNT }) : sql`${counted} ${ordered}`),
  ]);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const hasMore = found.length > limit;
  return {
    data,
    hasMore,
    ...(hasMore && last && { nextCursor: makeCursor(keyOf(last)) }),
    ...(count !== undefined && { totalCount: count }),
  };
}

interface Merging {
  scans: readonly Sql[];
  ordered: Sql;
  most: number;
}

/** The limit is literal text: for a parameter the planner would assume a tenth of the table. */
function merged(select: Sql, { scans, ordered, most }: Merging): Sql {
  const limit = rawSql(`LIMIT ${most + 1}`);
  const each = scans.map((scan) => sql`(${select} AND ${scan} ${ordered} ${limit})`);
  return sql`SELECT * FROM (${joinSql(each, ' UNION ALL ')}) AS merged`;
}

const TOO_LONG_MS = 60_000;
const MAX_TOO_LONG = 1_000;
/** Lists that were too long to count, and until when they are not counted again. */
const tooLong = new Map<string, number>();

/** Returns undefined if more than MAX_COUNT rows match. */
async function countOf(db: Database, matching: Sql): Promise<number | undefined> {
  const key = JSON.stringify(matching);
  if ((tooLong.get(key) ?? 0) > monotonicMs()) return undefined;
  const [row] = await db.read<{ count: bigint }>(
    sql`SELECT count(*) FROM (${matching} LIMIT ${MAX_COUNT + 1}) AS matching`,
  );
  const count = Number(row?.count ?? 0);
  if (count <= MAX_COUNT) return count;
  if (tooLong.size >= MAX_TOO_LONG) tooLong.clear();
  tooLong.set(key, monotonicMs() + TOO_LONG_MS);
  return undefined;
}

/** Condition of a filter by ids that are separated by commas. */
export const hasIdAmong = (ids: string): Sql => sql`id = ANY(${ids.split(',')}::text[])`;

export const mapPage = <A, B>(from: Page<A>, show: (item: A) => B): Page<B> => ({ ...from, data: from.data.map(show) });

export const makeCursor = (id: string): string => Buffer.from(JSON.stringify({ id })).toString('base64url');

export function readCursor(cursor: string, isKey: (key: string) => boolean): string {
  try {
    const { id } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof id === 'string' && isKey(id)) return id;
  } catch {
    // Falls through: the text is not a cursor.
  }
  throw new InvalidFields(
    [{ field: 'cursor', message: 'cursor must be a nextCursor that this list has returned.' }],
    'Pass nextCursor of the previous page unchanged, or leave cursor out for the first page.',
  );
}
