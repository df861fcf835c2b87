import type { Database } from '../db/database.ts';
import { MAX_COUNT } from '../db/page.ts';
import { joinSql, rawSql, type Sql, sql } from '../db/sql.ts';
import { findLines, groupRows } from './blocks.ts';
import type { Selection } from './filters.ts';

/** Blocks to count: few suffice for frequent requests. Each has a matching line, so that no list needs more than the second. */
const PORTIONS = [256, MAX_COUNT + 1];

/** Undefined if more than `MAX_COUNT` lines match, or if more than `MAX_EXAMINED` would have to be read. */
export async function countLines(
  db: Database,
  platformId: string,
  { query, groups, isSure }: Selection,
): Promise<number | undefined> {
  const sure = await countInSummaries(db, { platformId, query, groups, isSure });
  if (!isSure || sure > MAX_COUNT) return withinLimit(sure);
  const where = [...(query.where ?? []), sql`(${isSure}) IS NOT TRUE`];
  const { lines, examinedFrom } = await findLines(db, { platformId, ...query, where }, MAX_COUNT + 1);
  return examinedFrom === undefined ? withinLimit(sure + lines.length) : undefined;
}

const withinLimit = (count: number): number | undefined => (count <= MAX_COUNT ? count : undefined);

async function countInSummaries(
  db: Database,
  { platformId, query: { where = [], from }, groups, isSure }: Selection & { platformId: string },
): Promise<number> {
  const matching = groups ? sql`(SELECT sum(g.count) FROM ${groupRows} WHERE ${groups})` : sql`line_count`;
  const conditions: Sql[] = [
    sql`platform_id = ${platformId}`,
    ...(from === undefined ? [] : [sql`last_id >= ${from}::uuid`]),
    ...where,
    ...(isSure ? [isSure] : []),
  ];
  let count = 0;
  for (const portion of PORTIONS) {
    const [row] = await db.read<{ count: bigint | null; blocks: number }>(sql`
      SELECT sum(count)::bigint AS count, count(*)::int AS blocks FROM (
        SELECT ${matching} AS count FROM request_log_blocks WHERE ${joinSql(conditions, ' AND ')}
        ORDER BY last_id DESC ${rawSql(`LIMIT ${portion}`)}
      ) AS counted`);
    count = Number(row?.count ?? 0);
    if (count > MAX_COUNT || (row?.blocks ?? 0) < portion) break;
  }
  return count;
}
