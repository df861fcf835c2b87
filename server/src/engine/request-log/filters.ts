import { joinSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { earliestUuid } from '../../foundation/kernel/ids.ts';
import type { LineGroup, LoggedLine } from './block.ts';
import { groupRows } from './blocks.ts';
import type { LineQuery } from './portions.ts';
import { mayContain } from './resource-filter.ts';

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

export interface RequestConditions {
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

/** The id of a request is generated a little before its time is read. */
const ID_MARGIN_MS = SECOND_MS;

/** One filter, on lines and on the summaries of blocks. */
interface Condition<V> {
  matches: (line: LoggedLine, value: V) => boolean;
  /** Member of a group that has the value. */
  member?: Exclude<keyof LineGroup, 'path' | 'count'>;
  /** SQL: a group may have matching lines. */
  group?: (value: V) => Sql;
  /** SQL: a block may have matching lines. */
  block?: (value: V) => Sql;
  /** SQL: all lines of such a group match. By default they do, if `group` is there. */
  isSureOfGroup?: (value: V) => Sql;
  /** SQL: all lines of a block match; lines of others are read to count them. */
  isSureOfBlock?: (value: V) => Sql;
  /** Bounds of the ids. */
  bounds?: (value: V) => Pick<LineQuery, 'from' | 'upTo'>;
  /** Text that matching lines contain. */
  containing?: (value: V) => string;
}

const lowestOf = (name: StatusClass): number => Number(name[0]) * 100;

const conditions: { readonly [Name in keyof RequestConditions]-?: Condition<NonNullable<RequestConditions[Name]>> } = {
  status: {
    matches: (line, status) => line.status === status,
    member: 'status',
    group: (status) => sql`g.status = ${status}`,
  },
  statusClass: {
    matches: (line, name) => Math.floor(line.status / 100) * 100 === lowestOf(name),
    group: (name) => sql`g.status BETWEEN ${lowestOf(name)} AND ${lowestOf(name) + 99}`,
    // Errors are rare, so that most groups are not read.
    block: (name) => (lowestOf(name) >= 400 ? sql`error_count > 0` : sql`true`),
  },
  code: { matches: (line, code) => line.code === code, member: 'code', group: (code) => sql`g.code = ${code}` },
  field: { matches: (line, field) => line.field === field, member: 'field', group: (field) => sql`g.field = ${field}` },
  method: {
    matches: (line, method) => line.method === method,
    member: 'method',
    group: (method) => sql`g.method = ${method}`,
  },
  route: { matches: (line, route) => line.route === route, member: 'route', group: (route) => sql`g.route = ${route}` },
  tokenId: { matches: (line, id) => line.tokenId === id, member: 'tokenId', group: (id) => sql`g."tokenId" = ${id}` },
  path: {
    matches: (line, path) => line.path.startsWith(path),
    group: (path) => sql`(starts_with(g.path, ${path}) OR starts_with(${path}, g.path))`,
    isSureOfGroup: (path) => sql`starts_with(g.path, ${path})`,
    containing: (path) => JSON.stringify(path).slice(1, -1),
  },
  resourceId: {
    matches: (line, id) => line.resourceIds?.includes(id) ?? false,
    block: (id) => mayContain(sql`resources`, [id]),
    isSureOfBlock: () => sql`false`,
    containing: (id) => JSON.stringify(id).slice(1, -1),
  },
  since: {
    matches: ({ at }, since) => at >= new Date(since),
    block: (since) => sql`last_at >= ${since}`,
    isSureOfBlock: (since) => sql`first_at >= ${since}`,
    bounds: (since) => ({ from: earliestUuid(addMs(new Date(since), -ID_MARGIN_MS)) }),
  },
  until: {
    matches: ({ at }, until) => at <= new Date(until),
    block: (until) => sql`first_at <= ${until}`,
    isSureOfBlock: (until) => sql`last_at <= ${until}`,
    bounds: (until) => ({ upTo: earliestUuid(addMs(new Date(until), ID_MARGIN_MS)) }),
  },
};

/** Requests that match all given conditions. */
export interface Selection {
  query: Omit<LineQuery, 'platformId'> & { where: readonly Sql[]; matches: (line: LoggedLine) => boolean };
  /** SQL: a group of a block may have matching lines. */
  groups: Sql | undefined;
  /** SQL: all lines of such groups match; undefined if that holds for every block. */
  isSure: Sql | undefined;
}

export function selectionOf(given: RequestConditions): Selection {
  const chosen = (Object.keys(conditions) as (keyof RequestConditions)[]).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [{ ...(conditions[name] as Condition<unknown>), value }];
  });
  const each = <Name extends 'group' | 'block' | 'isSureOfGroup' | 'isSureOfBlock'>(name: Name): Sql[] =>
    chosen.flatMap((condition) => condition[name]?.(condition.value) ?? []);
  const groups = all(each('group'));
  const areSure = each('isSureOfGroup').map(
    (isSure) => sql`NOT EXISTS (
    SELECT FROM ${groupRows} WHERE ${groups ?? sql`true`} AND NOT ${isSure})`,
  );
  const members = chosen.flatMap(({ member, value }) => (member ? [[member, value]] : []));
  const isContained = sql`groups @> ${JSON.stringify([Object.fromEntries(members)])}::jsonb`;
  // Containment is several times as fast as reading the groups, which other conditions need.
  const others = chosen.filter(({ group, member }) => group && !member);
  const query: Selection['query'] = {
    where: [
      ...each('block'),
      ...(members.length > 0 ? [isContained] : []),
      ...(groups && others.length > 0 ? [sql`EXISTS (SELECT FROM ${groupRows} WHERE ${groups})`] : []),
    ],
    ...Object.assign({}, ...chosen.map(({ bounds, value }) => bounds?.(value))),
    containing: chosen.flatMap(({ containing, value }) => containing?.(value) ?? []),
    matches: (line) => chosen.every(({ matches, value }) => matches(line, value)),
  };
  return { query, groups, isSure: all([...each('isSureOfBlock'), ...areSure]) };
}

const all = (parts: readonly Sql[]): Sql | undefined => (parts.length === 0 ? undefined : joinSql(parts, ' AND '));
