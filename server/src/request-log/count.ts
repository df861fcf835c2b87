import type { Database } from '../db/database.ts';
import { MAX_COUNT } from '../db/page.ts';
import { joinSql, literalLimit, type Sql, sql } from '../db/sql.ts';
import { findLines, groupRows } from './blocks.ts';
import type { Selection } from './filters.ts';
import { endOfBlocksAround } from './portions.ts';

/**
 * Blocks and summaries to count: few suffice for frequent requests. Each has a matching line, so that no list needs more
 * than the second portion.
 */
const PORTIONS = [
  { blocks: 256, summaries: 8 },
  { blocks: MAX_COUNT + 1, summaries: MAX_COUNT + 1 },
];

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
  for (const { blocks, summaries } of PORTIONS) {
    const parts = partsOf(counted, { blocks: literalLimit(blocks), summaries: literalLimit(summaries) });
    const found = await db.read<{ count: bigint | null; isWhole: boolean }>(sql`
      SELECT sum(count)::bigint AS count, count(*) < ${Math.min(blocks, summaries)} AS "isWhole"
      FROM (${joinSql(parts, ' UNION ALL ')}) AS counted`);
    count = Number(found[0]?.count ?? 0);
    if (count > MAX_COUNT || found[0]?.isWhole) break;
  }
  return count;
}

/** Statements for the blocks behind the summaries, the summaries, and the blocks of summaries that are not sure. */
function partsOf({ platformId, query, groups, isSure }: Counted, limits: { blocks: Sql; summaries: Sql }): Sql[] {
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
    sql`SELECT ${matching} AS count FROM ${table} WHERE ${joinSql(conditions, ' AND ')} ORDER BY last_id DESC`;
  const blocks = sql`request_log_blocks`;
  if (summarizedTo === undefined) return [sql`(${countsIn(blocks, sure)} ${limits.blocks})`];
  const unsure = sql`
    SELECT b.count FROM (
      SELECT after_id, last_id FROM request_log_summaries
      WHERE ${joinSql([...possible, sql`last_id <= ${summarizedTo}::uuid`, sql`(${isSure ?? sql`true`}) IS NOT TRUE`], ' AND ')}
      ORDER BY last_id DESC
    ) AS s CROSS JOIN LATERAL (
      ${countsIn(blocks, [sql`last_id > s.after_id AND last_id <= s.last_id`, ...sure])}
    ) AS b`;
  return [
    sql`(${countsIn(blocks, [sql`last_id > ${summarizedTo}::uuid`, ...sure])} ${limits.blocks})`,
    sql`(${countsIn(sql`request_log_summaries`, [sql`last_id <= ${summarizedTo}::uuid`, ...sure])} ${limits.summaries})`,
    ...(isSure ? [sql`(${unsure} ${limits.blocks})`] : []),
  ];
}
