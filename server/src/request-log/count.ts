import type { Database } from '../db/database.ts';
import { MAX_COUNT } from '../db/page.ts';
import { joinSql, rawSql, type Sql, sql } from '../db/sql.ts';
import { findLines, groupRows } from './blocks.ts';
import type { Selection } from './filters.ts';

/** Every block that is counted has a matching line, so that a longer list needs no more blocks. */
const ENOUGH_BLOCKS = rawSql(`LIMIT ${MAX_COUNT + 1}`);

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
  const [row] = await db.read<{ count: bigint | null }>(sql`
    SELECT sum(count)::bigint AS count FROM (
      SELECT ${matching} AS count FROM request_log_blocks WHERE ${joinSql(conditions, ' AND ')} ${ENOUGH_BLOCKS}
    ) AS counted`);
  return Number(row?.count ?? 0);
}
