import type { Database } from '../../foundation/db/database.ts';
import { MAX_COUNT } from '../../foundation/db/page.ts';
import { joinSql, literalLimit, type Sql, sql } from '../../foundation/db/sql.ts';
import { findLines, groupRows } from './blocks.ts';
import type { Selection } from './filters.ts';
import { endOfBlocksAround } from './portions.ts';

/** Blocks and summaries that are counted first: few suffice for frequent requests. Each has a matching line. */
const FIRST_BLOCKS = 256;
const FIRST_SUMMARIES = 8;
const GROWTH = 4;

/** Undefined if more than `MAX_COUNT` lines match, or if more than `MAX_EXAMINED` would have to be read. */
export async function countLines(
  db: Database,
  platformId: string,
  { query, groups, isSure }: Selection,
): Promise<number | undefined> {
  const sure = await countInSummaries(db, { platformId, query, groups, isSure });
  if (!isSure || sure > MAX_COUNT) return withinLimit(sure);
  const where = [...query.where, sql`(${isSure}) IS NOT TRUE`];
  const { lines, examinedFrom } = await findLines(db, { platformId, ...query, where }, MAX_COUNT + 1);
  return examinedFrom === undefined ? withinLimit(sure + lines.length) : undefined;
}

const withinLimit = (count: number): number | undefined => (count <= MAX_COUNT ? count : undefined);

type Counted = Selection & { platformId: string };

async function countInSummaries(db: Database, counted: Counted): Promise<number> {
  let count = 0;
  let parts = partsOf(counted);
  for (let growth = 1; parts.length > 0 && count <= MAX_COUNT; growth *= GROWTH) {
    const sums = parts.map((part, i) => sumOf(part, i, part.first * growth));
    const found = await db.read<PartSum>(joinSql(sums, ' UNION ALL '));
    count = found.reduce((sum, part) => sum + Number(part.count ?? 0), count);
    parts = found.flatMap(({ index, end, isWhole }) => {
      const part = parts[index];
      return part && end && !isWhole ? [{ ...part, end }] : [];
    });
  }
  return count;
}

interface Part {
  /** SELECT of the columns `last_id` and `count`, of blocks or summaries that a condition selects, newest first. */
  counts: (condition: Sql) => Sql;
  first: number;
  /** The last that was counted. */
  end?: string;
}

interface PartSum {
  index: number;
  count: bigint | null;
  end: string | null;
  isWhole: boolean;
}

function sumOf({ counts, end }: Part, index: number, limit: number): Sql {
  const counted = counts(end === undefined ? sql`true` : sql`last_id < ${end}::uuid`);
  return sql`
    SELECT ${index}::int AS index, sum(count)::bigint AS count, min(last_id::text) AS end, count(*) < ${limit} AS "isWhole"
    FROM (${counted} ${literalLimit(limit)}) AS part`;
}

/** The blocks behind the summaries, the summaries, and the blocks of summaries that are not sure. */
function partsOf({ platformId, query, groups, isSure }: Counted): Part[] {
  const { where, from, upTo, summarizedTo } = query;
  const ofLog = sql`platform_id = ${platformId}`;
  const matching = groups ? sql`(SELECT sum(g.count) FROM ${groupRows} WHERE ${groups})` : sql`line_count`;
  const possible = [ofLog, ...(from === undefined ? [] : [sql`last_id >= ${from}::uuid`]), ...where];
  const sure = [
    ...possible,
    ...(upTo === undefined ? [] : [sql`last_id < ${endOfBlocksAround(upTo)}::uuid`]),
    ...(isSure ? [isSure] : []),
  ];
  const countsIn = (table: Sql, conditions: readonly Sql[]): Sql =>
    sql`SELECT last_id, ${matching} AS count FROM ${table} WHERE ${joinSql(conditions, ' AND ')} ORDER BY last_id DESC`;
  const blocks = sql`request_log_blocks`;
  const blocksWith = (...conditions: Sql[]): Part => ({
    counts: (condition) => countsIn(blocks, [condition, ...conditions, ...sure]),
    first: FIRST_BLOCKS,
  });
  if (summarizedTo === undefined) return [blocksWith()];
  const isSummarized = sql`last_id <= ${summarizedTo}::uuid`;
  const summaries: Part = {
    counts: (condition) => countsIn(sql`request_log_summaries`, [condition, isSummarized, ...sure]),
    first: FIRST_SUMMARIES,
  };
  const counted = [blocksWith(sql`last_id > ${summarizedTo}::uuid`), summaries];
  if (!isSure) return counted;
  const isUnsure = [
    ...possible,
    ...(upTo === undefined ? [] : [sql`first_id <= ${upTo}::uuid`]),
    isSummarized,
    sql`(${isSure}) IS NOT TRUE`,
  ];
  const unsure = (condition: Sql): Sql => sql`
    SELECT b.last_id, b.count FROM (
      SELECT after_id, last_id FROM request_log_summaries WHERE ${joinSql(isUnsure, ' AND ')} ORDER BY last_id DESC
    ) AS s CROSS JOIN LATERAL (
      ${countsIn(blocks, [condition, sql`last_id > s.after_id AND last_id <= s.last_id`, ...sure])}
    ) AS b`;
  return [...counted, { counts: unsure, first: FIRST_BLOCKS }];
}
