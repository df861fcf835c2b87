import { monotonicMs } from '../kernel/clock.ts';
import { InvalidFields } from '../kernel/errors.ts';
import { uuidOf } from '../kernel/ids.ts';
import type { Database } from './database.ts';
import { emptySql, joinSql, literalLimit, rawSql, type Sql, sql } from './sql.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
/** Beyond this count a list has no totalCount, because counting a large table is slow. */
export const MAX_COUNT = 10_000;
/** Maximum number of rows that a page checks against a filter without an index. The next page continues after them. */
export const MAX_SCANNED = 10_000;

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
  /** `FROM ...` for counting, if joined tables do not change the number of rows. */
  countedFrom?: Sql | undefined;
  where: readonly Sql[];
  /** Pattern of the sort key, which rejects cursors of other lists. */
  keys: string;
  /** Unique sort column: text, or UUID. Default: `id`, newest first. */
  order?: { column: Sql; direction: 'ASC' | 'DESC'; keyOf: (row: R) => string; uuid?: UuidOrder };
  /** Disjoint conditions for lists that no single index serves. Each has an index in the order of the list. */
  scans?: readonly Sql[];
  /** Condition without an index, checked on at most `maxScanned` rows: a page may be short although others follow. */
  filter?: Sql | undefined;
  /** Default: `MAX_SCANNED`. */
  maxScanned?: number;
  request: PageRequest;
}

/** Order by UUID, for lists whose cursors contain ids. */
export interface UuidOrder {
  /** Columns of the list from which `column` and `key` are computed. */
  columns: Sql;
  /** SQL expression for the id. */
  key: Sql;
}

/**
 * Keyset pagination: the cursor is the sort key of the last row of a page. Deep pages cost no more than the first, and
 * inserts do not shift pages. Ids are time-ordered, so the default order is newest first.
 */
export async function page<R extends { id: string }>(db: Database, source: PageSource<R>): Promise<Page<R>> {
  const limit = source.request.limit ?? DEFAULT_LIMIT;
  const after =
    source.request.cursor === undefined
      ? undefined
      : readCursor(source.request.cursor, (key) => new RegExp(source.keys).test(key));
  const matching = joinSql(source.where, ' AND ');
  const order = source.order ?? { column: sql`id`, direction: 'DESC' as const, keyOf: ({ id }: R) => id };
  const { column, direction, keyOf, uuid } = order;
  const beyond = direction === 'ASC' ? sql`${column} >` : sql`${column} <`;
  const ordered = sql`ORDER BY ${column} ${rawSql(direction)}`;
  const select = (what: Sql, cursor: Sql, from = source.from): Sql =>
    sql`SELECT ${what} ${from} WHERE ${matching} ${cursor}`;
  const cursor = after ? sql`AND ${beyond} ${uuid ? uuidOf(after) : after}` : emptySql;
  const { scans, filter, maxScanned = MAX_SCANNED } = source;
  const inOrder = (rows: Sql, most: number): Sql => (scans ? merged(rows, { scans, ordered, most }) : rows);
  const scanned = (what: Sql): Sql =>
    sql`(${inOrder(select(what, cursor), maxScanned)} ${ordered} ${literalLimit(maxScanned)}) AS scanned`;
  const listed = filter
    ? sql`SELECT * FROM ${scanned(sql`${source.select}, (${filter}) AS is_match`)} WHERE is_match`
    : inOrder(select(source.select, cursor), MAX_LIMIT);
  const counted = inOrder(select(sql`(${filter ?? sql`true`}) AS is_match`, emptySql, source.countedFrom), MAX_COUNT);
  const [found, count] = await Promise.all([
    db.read<R>(sql`${listed} ${ordered} LIMIT ${limit + 1}`),
    // Ordered like the list, so that counting a short list uses its index instead of scanning the table.
    countOf(db, scans ? counted : sql`${counted} ${ordered}`, filter ? maxScanned : MAX_COUNT),
  ]);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const isFull = found.length > limit;
  const end =
    isFull || !filter
      ? undefined
      : await endOfScan(db, {
          scanned: scanned(uuid?.columns ?? column),
          key: uuid?.key ?? column,
          ordered,
          maxScanned,
        });
  const next = furthest([...(last && (isFull || end) ? [keyOf(last)] : []), ...(end ? [end] : [])], direction);
  return {
    data,
    hasMore: next !== undefined,
    ...(next !== undefined && { nextCursor: makeCursor(next) }),
    ...(count !== undefined && { totalCount: count }),
  };
}

/** Sort key of the last row that the page may scan; undefined if fewer rows exist. */
async function endOfScan(
  db: Database,
  { scanned, key, ordered, maxScanned }: { scanned: Sql; key: Sql; ordered: Sql; maxScanned: number },
): Promise<string | undefined> {
  const [end] = await db.read<{ key: string }>(
    sql`SELECT ${key} AS key FROM ${scanned} ${ordered} OFFSET ${maxScanned - 1}`,
  );
  return end?.key;
}

/** The later of two keys: rows inserted after the page was read can make the scan end before its last row. */
const furthest = (keys: readonly string[], direction: 'ASC' | 'DESC'): string | undefined =>
  [...keys].sort().at(direction === 'ASC' ? -1 : 0);

interface Merging {
  scans: readonly Sql[];
  ordered: Sql;
  most: number;
}

function merged(select: Sql, { scans, ordered, most }: Merging): Sql {
  const limit = literalLimit(most + 1);
  const each = scans.map((scan) => sql`(${select} AND ${scan} ${ordered} ${limit})`);
  return sql`SELECT * FROM (${joinSql(each, ' UNION ALL ')}) AS merged`;
}

const TOO_LONG_MS = 60_000;
const MAX_TOO_LONG = 1_000;
/** Lists that were too long to count, with the time until which they are not counted again. */
const tooLong = new Map<string, number>();

/** Returns undefined if more than MAX_COUNT rows match, or if counting requires reading more than `most` rows. */
export async function countOf(db: Database, matching: Sql, most = MAX_COUNT): Promise<number | undefined> {
  const key = JSON.stringify(matching);
  if ((tooLong.get(key) ?? 0) > monotonicMs()) return undefined;
  const [row] = await db.read<{ count: bigint; total: bigint }>(sql`
    SELECT count(*) FILTER (WHERE is_match) AS count, count(*) AS total
    FROM (${matching} LIMIT ${most + 1}) AS matching`);
  const [count, total] = [Number(row?.count ?? 0), Number(row?.total ?? 0)];
  if (total <= most && count <= MAX_COUNT) return count;
  if (tooLong.size >= MAX_TOO_LONG) tooLong.clear();
  tooLong.set(key, monotonicMs() + TOO_LONG_MS);
  return undefined;
}

/** SQL condition for ids separated by commas. */
export const hasIdAmong = (ids: string): Sql => sql`id = ANY(${ids.split(',')}::text[])`;

export const mapPage = <A, B>(from: Page<A>, show: (item: A) => B): Page<B> => ({ ...from, data: from.data.map(show) });

export const makeCursor = (id: string): string => Buffer.from(JSON.stringify({ id })).toString('base64url');

export function readCursor(cursor: string, isKey: (key: string) => boolean): string {
  try {
    const { id } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof id === 'string' && isKey(id)) return id;
  } catch {
    // A text that is not a cursor gets the error below.
  }
  throw new InvalidFields(
    [{ field: 'cursor', message: 'cursor must be a nextCursor that this list has returned.' }],
    'Pass nextCursor of the previous page unchanged, or leave cursor out for the first page.',
  );
}
