import type { Database } from '../db/database.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { RowOf } from '../db/table.ts';
import { addMs, SECOND_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import { earliestUuid, uuidPattern } from '../kernel/ids.ts';
import { requestLog } from './request-log.ts';

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

export interface RequestFilter extends PageRequest {
  status?: number | undefined;
  statusClass?: StatusClass | undefined;
  code?: string | undefined;
  field?: string | undefined;
  method?: string | undefined;
  route?: string | undefined;
  path?: string | undefined;
  tokenId?: string | undefined;
  resourceId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Groups that one answer has, and errors that are counted for them. */
export const MAX_ERROR_GROUPS = 100;
export const MAX_GROUPED_ERRORS = 10_000;

/** The id of a request is generated a little before its time is read. */
const ID_MARGIN_MS = SECOND_MS;

/**
 * Finds the ids first: their conditions are columns of the index, so that a rare value in a log of a million requests
 * reads no rows. Only the requests of the page are read from the table.
 */
export async function listRequests(db: Database, platformId: string, filter: RequestFilter) {
  const found = await page<{ id: string }>(db, {
    keys: uuidPattern,
    select: sql`id`,
    from: sourceOf(platformId, filter.resourceId),
    where: [sql`platform_id = ${platformId}`, ...conditionsOf(filter)],
    request: filter,
  });
  const shown = await readSummaries(
    db,
    platformId,
    found.data.map(({ id }) => id),
  );
  // A request that was pruned in between is left out.
  const data = found.data.flatMap(({ id }) => shown.get(id) ?? []);
  return mapPage({ ...found, data }, summaryJson);
}

async function readSummaries(db: Database, platformId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, SummaryRow>();
  const rows = await db.read<SummaryRow>(sql`
    SELECT ${summary.columns} FROM request_log WHERE platform_id = ${platformId} AND id = ANY(${ids}::text[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Requests of a resource are few, so they are found first; the planner might walk the whole log in its order instead. */
const sourceOf = (platformId: string, resourceId: string | undefined): Sql =>
  resourceId === undefined
    ? sql`FROM request_log`
    : sql`FROM (SELECT * FROM request_log WHERE resource_ids @> ARRAY[${resourceId}]
        AND platform_id = ${platformId} OFFSET 0) AS request_log`;

type Conditions = { readonly [Name in keyof RequestFilter]?: (value: never) => Sql };

const conditions = {
  status: (status: number) => sql`status = ${status}`,
  statusClass: (name: StatusClass) => {
    const from = Number(name[0]) * 100;
    const between = sql`status BETWEEN ${from} AND ${from + 99}`;
    return from < 400 ? between : sql`${between} AND ${isError}`;
  },
  code: (code: string) => sql`code = ${code} AND ${isError}`,
  field: (field: string) => sql`field = ${field} AND ${isError}`,
  method: (method: string) => sql`method = ${method}`,
  route: (route: string) => sql`route = ${route}`,
  path: (path: string) => sql`starts_with(path, ${path})`,
  tokenId: (id: string) => sql`token_id = ${id}`,
  since: (since: string) => arrivedFrom(new Date(since)),
  until: (until: string) => sql`at <= ${until} AND id < ${earliestUuid(addMs(new Date(until), ID_MARGIN_MS))}`,
} satisfies Conditions;

/** Literal, as in the partial index of errors, so that the planner uses it. */
const isError = sql`status >= 400`;

const arrivedFrom = (since: Date): Sql => sql`at >= ${since} AND id >= ${earliestUuid(addMs(since, -ID_MARGIN_MS))}`;

function conditionsOf(filter: RequestFilter): Sql[] {
  return (Object.keys(conditions) as (keyof typeof conditions)[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [conditions[name](value as never)];
  });
}

export async function getRequest(db: Database, platformId: string, id: string) {
  const [row] = await db.read<SummaryRow & RowOf<typeof bodies>>(sql`
    SELECT ${summary.columns}, ${bodies.columns} FROM request_log
    WHERE platform_id = ${platformId} AND id = ${id}`);
  if (!row) throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such request in the log.');
  return { ...summaryJson(row), ...bodies.fromRow(row) };
}

interface ErrorGroupRow {
  method: string;
  route: string;
  code: string | null;
  field: string | null;
  count: bigint;
  first_at: Date;
  last_at: Date;
  last_id: string;
}

/** Rejected requests by route, code and first invalid field, those of the newest errors, the latest group first. */
export async function listErrorGroups(db: Database, platformId: string, since: Date) {
  const groups = await db.read<ErrorGroupRow>(sql`
    SELECT method, route, code, field, count(*), min(at) AS first_at, max(at) AS last_at, max(id) AS last_id FROM (
      SELECT id, at, method, route, code, field FROM request_log
      WHERE platform_id = ${platformId} AND ${isError} AND ${arrivedFrom(since)}
      ORDER BY id DESC LIMIT ${MAX_GROUPED_ERRORS}) AS newest
    GROUP BY method, route, code, field ORDER BY max(id) DESC LIMIT ${MAX_ERROR_GROUPS}`);
  return { data: groups.map(errorGroupJson) };
}

const errorGroupJson = (group: ErrorGroupRow) => ({
  method: group.method,
  route: group.route,
  ...(group.code !== null && { code: group.code }),
  ...(group.field !== null && { field: group.field }),
  count: Number(group.count),
  firstAt: group.first_at,
  lastAt: group.last_at,
  lastRequestId: group.last_id,
});

const bodies = requestLog.only('requestBody', 'responseBody');
const summary = requestLog.without('platformId', 'requestBody', 'responseBody', 'field');
type SummaryRow = RowOf<typeof summary>;

/** Omits members without a value. */
const summaryJson = (row: SummaryRow): object =>
  Object.fromEntries(Object.entries(summary.fromRow(row)).filter(([, value]) => value !== null));
