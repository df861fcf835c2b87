import type { Database } from '../../foundation/db/database.ts';
import { literalLimit, sql } from '../../foundation/db/sql.ts';
import { type LineGroup, type LoggedLine, readLine, unpackLines } from './block.ts';
import { groupRows } from './blocks.ts';
import { selectionOf } from './filters.ts';

/** Groups that one answer has, and errors that are counted for them. */
export const MAX_ERROR_GROUPS = 100;
export const MAX_GROUPED_ERRORS = 10_000;

/** Rejected requests with equal route, code and field. */
interface ErrorGroup {
  method: string;
  route: string;
  code: string | null;
  field: string | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
  lastId: string;
}

interface GroupRow extends ErrorGroup, Pick<LineGroup, 'status' | 'tokenId'> {
  /** Present if some of the group arrived before the time. */
  lines: Buffer | null;
}

/** Rejected requests by route, code and first invalid field, those of the newest errors, the latest group first. */
export async function listErrorGroups(db: Database, platformId: string, since: Date) {
  const { from } = selectionOf({ since: since.toISOString() }).query;
  const rows = await db.read<GroupRow>(sql`
    SELECT g.*, CASE WHEN g."firstAt" < ${since} THEN lines END AS lines
    FROM request_log_blocks CROSS JOIN LATERAL ${groupRows}
    WHERE platform_id = ${platformId} AND last_id >= ${from}::uuid AND error_count > 0
      AND g.status >= 400 AND g."lastAt" >= ${since}
    ORDER BY last_id DESC ${literalLimit(MAX_GROUPED_ERRORS)}`);
  const groups = new Map<string, ErrorGroup>();
  let counted = 0;
  for (const row of rows) {
    if (counted >= MAX_GROUPED_ERRORS) break;
    for (const errors of row.lines ? errorsSince(row, row.lines, since) : [row]) {
      counted += errors.count;
      add(groups, errors);
    }
  }
  const latest = [...groups.values()].sort((a, b) => (a.lastId < b.lastId ? 1 : -1));
  return { data: latest.slice(0, MAX_ERROR_GROUPS).map(errorGroupJson) };
}

function errorsSince(group: GroupRow, lines: Buffer, since: Date): ErrorGroup[] {
  const isOfGroup = (line: LoggedLine): boolean =>
    (['method', 'route', 'status', 'code', 'field', 'tokenId'] as const).every((name) => line[name] === group[name]);
  return unpackLines(lines)
    .map(readLine)
    .filter((line) => line.at >= since && isOfGroup(line))
    .map((line) => ({ ...line, count: 1, firstAt: line.at, lastAt: line.at, lastId: line.id }));
}

function add(groups: Map<string, ErrorGroup>, { method, route, code, field, ...errors }: ErrorGroup): void {
  const key = JSON.stringify([method, route, code, field]);
  const group = groups.get(key);
  if (!group) {
    groups.set(key, { method, route, code, field, ...errors });
    return;
  }
  group.count += errors.count;
  if (errors.firstAt < group.firstAt) group.firstAt = errors.firstAt;
  if (errors.lastAt > group.lastAt) group.lastAt = errors.lastAt;
  if (errors.lastId > group.lastId) group.lastId = errors.lastId;
}

const errorGroupJson = ({ method, route, code, field, count, firstAt, lastAt, lastId }: ErrorGroup) => ({
  method,
  route,
  ...(code !== null && { code }),
  ...(field !== null && { field }),
  count,
  firstAt,
  lastAt,
  lastRequestId: lastId,
});
