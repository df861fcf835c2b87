import { monotonicMs } from '../kernel/clock.ts';
import { InvalidFields } from '../kernel/errors.ts';
import type { Database } from './database.ts';
import { emptySql, joinSql, rawSql, type Sql, sql } from './sql.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
/** Counts are exact up to here and left out above: no list ever counts a large table. */
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
  /** `FROM ... ` with everything but the conditions. */
  from: Sql;
  where: readonly Sql[];
  /** The pattern of what `order` goes by: a cursor that holds something else is of another list. */
  keys: string;
  /** By which text that no two rows share; newest first by `id` where it is left out. */
  order?: { column: Sql; direction: 'ASC' | 'DESC'; keyOf: (row: R) => string };
  /** Where no one index serves the list: conditions that exclude each other, each with an index in the list's order. */
  scans?: readonly Sql[];
  request: PageRequest;
}

/**
 * Newest first by `id`, which is time-ordered: a cursor is the last id of a page, so pages cost the same however
 * deep they are and stay stable under inserts.
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
    // In the order of the list, so that it is counted along its index: a short list must not scan a large table.
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

/** Limited by a number in the text: what is a parameter would be planned for as a tenth of the table. */
function merged(select: Sql, { scans, ordered, most }: Merging): Sql {
  const limit = rawSql(`LIMIT ${most + 1}`);
  const each = scans.map((scan) => sql`(${select} AND ${scan} ${ordered} ${limit})`);
  return sql`SELECT * FROM (${joinSql(each, ' UNION ALL ')}) AS merged`;
}

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 1_000;
/** Lists known to be too long to count, and until when that is believed: they are not counted up to the limit each time. */
const tooLong = new Map<string, number>();

/** How many match, or undefined where they are too many to count. */
async function countOf(db: Database, matching: Sql): Promise<number | undefined> {
  const key = JSON.stringify(matching);
  if ((tooLong.get(key) ?? 0) > monotonicMs()) return undefined;
  const [row] = await db.read<{ count: bigint }>(
    sql`SELECT count(*) FROM (${matching} LIMIT ${MAX_COUNT + 1}) AS matching`,
  );
  const count = Number(row?.count ?? 0);
  if (count <= MAX_COUNT) return count;
  if (tooLong.size >= MAX_REMEMBERED) tooLong.clear();
  tooLong.set(key, monotonicMs() + REMEMBERED_MS);
  return undefined;
}

/** The same page with every row turned into what the API shows. */
export const mapPage = <A, B>(from: Page<A>, show: (item: A) => B): Page<B> => ({ ...from, data: from.data.map(show) });

export const makeCursor = (id: string): string => Buffer.from(JSON.stringify({ id })).toString('base64url');

export function readCursor(cursor: string, isKey: (key: string) => boolean): string {
  try {
    const { id } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof id === 'string' && isKey(id)) return id;
  } catch {
    // Falls through: whatever it is, it is not one of ours.
  }
  throw new InvalidFields(
    [{ field: 'cursor', message: 'cursor is not one this service has issued.' }],
    'Pass nextCursor of the previous page unchanged, or leave cursor out for the first page.',
  );
}
