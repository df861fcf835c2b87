import type { Database } from '../../foundation/db/database.ts';
import { countOf } from '../../foundation/db/page.ts';
import { emptySql, joinSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { earliestUuid, isId, uuidOf } from '../../foundation/kernel/ids.ts';

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

interface RowConditions {
  status?: number | undefined;
  statusClass?: StatusClass | undefined;
  code?: string | undefined;
  field?: string | undefined;
  method?: string | undefined;
  route?: string | undefined;
  path?: string | undefined;
  tokenId?: string | undefined;
  resourceId?: string | undefined;
}

export interface RequestConditions extends RowConditions {
  since?: string | undefined;
  until?: string | undefined;
}

/** Maximum time between the creation of a request's id and its `at`. */
const ID_MARGIN_MS = SECOND_MS;

const lowestOf = (name: StatusClass): number => Number(name[0]) * 100;

/** SQL: conditions of a row by filter. */
const conditions: { readonly [Name in keyof RowConditions]-?: (value: NonNullable<RowConditions[Name]>) => Sql } = {
  status: (status) => sql`status = ${status}`,
  statusClass: (name) => sql`status BETWEEN ${lowestOf(name)} AND ${lowestOf(name) + 99}`,
  code: (code) => sql`code = ${code}`,
  field: (field) => sql`field = ${field}`,
  method: (method) => sql`method = ${method}`,
  route: (route) => sql`route = ${route}`,
  path: (path) => sql`starts_with(path, ${path})`,
  tokenId: (id) => sql`token_id = ${id}`,
  resourceId: (id) => sql`resource_ids @> ARRAY[${id}::text]`,
};

/** SQL: spelled as in the index of errors. Entries about disabled webhook endpoints have a code with any status. */
export const isError = sql`(status >= 400 OR code IS NOT NULL)`;

/** SQL: conditions for the arrival time of requests. */
export const arrivedBetween = (since: Date | undefined, until?: Date): Sql[] => [
  ...(since ? [sql`id >= ${earliestUuid(addMs(since, -ID_MARGIN_MS))}`, sql`at >= ${since}`] : []),
  ...(until ? [sql`id <= ${earliestUuid(addMs(until, ID_MARGIN_MS))}`, sql`at <= ${until}`] : []),
];

/**
 * Rows of all platforms that contain one of the resource ids, by the index of their UUIDs. OFFSET 0 keeps the planner
 * from merging in the platform or sort order, for which it would scan the primary key.
 */
export function rowsNaming(ids: readonly string[], createdFrom?: string): Sql {
  const uuids = ids.filter(isId).map(uuidOf);
  return sql`(
    SELECT * FROM request_log WHERE resource_ids IS NOT NULL AND uuids_of(resource_ids) && ${uuids}::uuid[]
      AND resource_ids && ${ids}::text[] ${createdFrom === undefined ? emptySql : sql`AND id >= ${createdFrom}`}
    OFFSET 0
  ) AS naming`;
}

interface Selection {
  from: Sql;
  /** Conditions served by an index. */
  where: Sql[];
  /** Other conditions, which are checked per row. */
  filter: Sql | undefined;
}

/** Selects requests that match all conditions. The condition expected to be most selective uses its index. */
export async function selectionOf(db: Database, platformId: string, given: RequestConditions): Promise<Selection> {
  const { resourceId, route, since, until } = given;
  const [from, to] = [since, until].map((time) => (time === undefined ? undefined : new Date(time)));
  const where = [sql`platform_id = ${uuidOf(platformId)}`, ...arrivedBetween(from, to)];
  const filterWithout = (indexed?: keyof RowConditions): Sql | undefined => {
    const others = (Object.keys(conditions) as (keyof RowConditions)[]).flatMap((name) => {
      const value = given[name];
      return name === indexed || value === undefined ? [] : [(conditions[name] as (value: unknown) => Sql)(value)];
    });
    return others.length === 0 ? undefined : joinSql(others, ' AND ');
  };
  if (resourceId !== undefined) {
    const naming = sql`FROM ${rowsNaming([resourceId])}`;
    const count = await countOf(db, sql`SELECT true AS is_match ${naming} WHERE ${joinSql(where, ' AND ')}`);
    // `count` is undefined if most requests contain the resource: sorting these for each page would be slow.
    if (count !== undefined) return { from: naming, where, filter: filterWithout('resourceId') };
  }
  const indexed = isOfErrors(given) ? isError : route !== undefined && conditions.route(route);
  return {
    from: sql`FROM request_log`,
    where: indexed ? [...where, indexed] : where,
    filter: filterWithout(indexed && indexed !== isError ? 'route' : undefined),
  };
}

const isOfErrors = ({ status = 0, statusClass = '2xx', code, field }: RequestConditions): boolean =>
  status >= 400 || lowestOf(statusClass) >= 400 || (code ?? field) !== undefined;
