import type { Database } from '../../foundation/db/database.ts';
import { joinSql, literalLimit, sql } from '../../foundation/db/sql.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { arrivedBetween, isError } from './filters.ts';

/** Maximum number of groups in a response, and of errors counted for the groups. */
export const MAX_ERROR_GROUPS = 100;
export const MAX_GROUPED_ERRORS = 10_000;

/** Rejected requests with the same route, code and field. */
interface ErrorGroup {
  method: string;
  route: string;
  code: string | null;
  field: string | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
  lastRequestId: string;
}

/** Groups the newest rejected requests by route, code and first invalid field. The most recent group comes first. */
export async function listErrorGroups(db: Database, platformId: string, since: Date) {
  const conditions = [sql`platform_id = ${uuidOf(platformId)}`, isError, sql`status >= 400`, ...arrivedBetween(since)];
  const groups = await db.read<ErrorGroup>(sql`
    SELECT method, route, code, field, count(*)::int AS count, min(at) AS "firstAt", max(at) AS "lastAt",
      max(id::text) AS "lastRequestId"
    FROM (
      SELECT * FROM request_log WHERE ${joinSql(conditions, ' AND ')} ORDER BY id DESC ${literalLimit(MAX_GROUPED_ERRORS)}
    ) AS errors
    GROUP BY method, route, code, field ORDER BY max(id::text) DESC ${literalLimit(MAX_ERROR_GROUPS)}`);
  return { data: groups.map(errorGroupJson) };
}

const errorGroupJson = ({ method, route, code, field, ...errors }: ErrorGroup) => ({
  method,
  route,
  ...(code !== null && { code }),
  ...(field !== null && { field }),
  ...errors,
});
