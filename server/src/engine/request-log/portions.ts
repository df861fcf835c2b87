import type { Database } from '../../foundation/db/database.ts';
import { joinSql, literalLimit, rows, type Sql, sql } from '../../foundation/db/sql.ts';
import { earliestUuid } from '../../foundation/kernel/ids.ts';
import { BLOCK_SPAN_MS, type LoggedLine, millisecondsOf } from './block.ts';

/** Blocks of the first read and of the largest: most pages need a few, and a block may hold a single line. */
const FIRST_BLOCKS = 8;
const MOST_BLOCKS = 64;
/** The same for summaries. */
const FIRST_SUMMARIES = 4;
const MOST_SUMMARIES = 64;

export interface LineQuery {
  platformId: string;
  /** Conditions on the columns that blocks and summaries have in common. */
  where?: readonly Sql[];
  /** End of the summarized part of the log; without it all blocks are read. */
  summarizedTo?: string | undefined;
  /** Bounds of the ids, inclusive. */
  from?: string | undefined;
  upTo?: string | undefined;
  /** Texts that every matching line contains; others are not parsed. */
  containing?: readonly string[];
  matches?: (line: LoggedLine) => boolean;
}

interface BlockRow {
  last_id: string;
  is_merged: boolean;
  lines: Buffer;
}

interface Portion {
  blocks: BlockRow[];
  /** All lines from this id on have been returned; undefined if all lines have been. */
  readTo: string | undefined;
}

/**
 * Blocks that may have matching lines, newest first: those behind the summarized part of the log, then those of the
 * summaries that do not exclude a match. Statements have snapshots of their own: see `spanning`.
 */
export async function* portionsOf(db: Database, query: LineQuery): AsyncGenerator<Portion, void, undefined> {
  const { summarizedTo } = query;
  const ranges =
    summarizedTo === undefined ? undefined : readRanges(db, query, { end: summarizedTo, most: FIRST_SUMMARIES });
  // Read at the same time as the first blocks, and not awaited if those suffice.
  ranges?.catch(() => {});
  let below = query.upTo === undefined ? undefined : endOfBlocksAround(query.upTo);
  let mayBeSpanned = below !== undefined;
  for (let count = FIRST_BLOCKS; ; count = Math.min(count * 2, MOST_BLOCKS)) {
    const blocks = await db.read<BlockRow>(unsummarized(query, { below, mayBeSpanned, count }));
    const listed = blocks.filter(({ last_id }) => below === undefined || last_id < below);
    const oldest = listed.at(-1);
    if (listed.length < count || !oldest) {
      yield { blocks, readTo: summarizedTo && next(summarizedTo) };
      break;
    }
    yield { blocks, readTo: oldest.last_id };
    below = oldest.last_id;
    mayBeSpanned = !oldest.is_merged;
  }
  if (summarizedTo !== undefined && ranges)
    yield* summarizedPortions(db, query, { end: summarizedTo, ranges: await ranges });
}

interface Position {
  below: string | undefined;
  /** A merged block may begin before the position and end behind it. */
  mayBeSpanned: boolean;
  count: number;
}

const selected = sql`SELECT last_id, is_merged, lines FROM request_log_blocks`;

function unsummarized(query: LineQuery, { below, mayBeSpanned, count }: Position): Sql {
  const { platformId, summarizedTo } = query;
  const ofLog = sql`platform_id = ${platformId}`;
  const behind = summarizedTo === undefined ? [] : [sql`last_id > ${summarizedTo}::uuid`];
  const conditions = [
    ofLog,
    ...(below === undefined ? [] : [sql`last_id < ${below}::uuid`]),
    ...behind,
    ...conditionsOf(query),
  ];
  const listed = sql`${selected} WHERE ${all(conditions)} ORDER BY last_id DESC ${literalLimit(count)}`;
  if (!mayBeSpanned) return listed;
  // Merged blocks do not overlap, so the first that ends behind the position is the only one that may contain it.
  const spanning = sql`
    SELECT last_id, is_merged, lines FROM (
      SELECT * FROM request_log_blocks WHERE ${ofLog} AND is_merged AND last_id >= ${below}::uuid ORDER BY last_id LIMIT 1
    ) AS spanning WHERE ${all([sql`first_id < ${below}::uuid`, ...behind, ...conditionsOf(query)])}`;
  return sql`(${listed}) UNION ALL (${spanning}) ORDER BY last_id DESC`;
}

interface Range {
  after_id: string;
  last_id: string;
}

const readRanges = (db: Database, query: LineQuery, { end, most }: { end: string; most: number }): Promise<Range[]> =>
  db.read<Range>(sql`
    SELECT after_id, last_id FROM request_log_summaries
    WHERE platform_id = ${query.platformId} AND last_id <= ${end}::uuid AND ${all(conditionsOf(query))}
    ORDER BY last_id DESC ${literalLimit(most)}`);

/** Summarized blocks are never merged. */
async function* summarizedPortions(
  db: Database,
  query: LineQuery,
  first: { end: string; ranges: Range[] },
): AsyncGenerator<Portion, void, undefined> {
  let { end, ranges } = first;
  let count = FIRST_BLOCKS;
  for (let most = FIRST_SUMMARIES; ; ) {
    for (let below = next(end); ; count = Math.min(count * 2, MOST_BLOCKS)) {
      const blocks = ranges.length > 0 ? await db.read<BlockRow>(blocksIn(ranges, query, { below, count })) : [];
      const oldest = blocks.at(-1);
      if (oldest) below = oldest.last_id;
      const lowest = ranges.length < most ? undefined : ranges.at(-1)?.after_id;
      const isWhole = blocks.length < count;
      yield { blocks, readTo: isWhole ? lowest && next(lowest) : below };
      if (!isWhole) continue;
      if (lowest === undefined) return;
      end = lowest;
      break;
    }
    most = Math.min(most * 4, MOST_SUMMARIES);
    ranges = await readRanges(db, query, { end, most });
  }
}

const blocksIn = (
  ranges: readonly Range[],
  query: LineQuery,
  { below, count }: { below: string; count: number },
): Sql => sql`
  SELECT b.* FROM ${rows(ranges)} AS r(after_id uuid, last_id uuid) CROSS JOIN LATERAL (
    ${selected} WHERE platform_id = ${query.platformId} AND last_id > r.after_id AND last_id <= r.last_id
      AND last_id < ${below}::uuid AND ${all(conditionsOf(query))}
    ORDER BY last_id DESC ${literalLimit(count)}
  ) b ORDER BY b.last_id DESC ${literalLimit(count)}`;

/** Conditions on a block or a summary. */
const conditionsOf = ({ from, upTo, where = [] }: LineQuery): Sql[] => [
  ...(from === undefined ? [] : [sql`last_id >= ${from}::uuid`]),
  ...(upTo === undefined ? [] : [sql`first_id <= ${upTo}::uuid`]),
  ...where,
];

const all = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : joinSql(conditions, ' AND '));

/** Last millisecond that a UUID can hold. */
const LAST_MS = 2 ** 48 - 1;

/** Blocks that are not merged and begin before an id end before the returned one. */
export const endOfBlocksAround = (id: string): string =>
  earliestUuid(new Date(Math.min(millisecondsOf(id) + BLOCK_SPAN_MS + 1, LAST_MS)));

/** The UUID that follows. */
function next(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
