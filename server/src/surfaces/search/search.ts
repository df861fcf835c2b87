import type { Database } from '../../foundation/db/database.ts';
import { emptySql, joinSql, literalLimit, rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { type IdType, uuidOf } from '../../foundation/kernel/ids.ts';
import { type FoundRow, type ResultType, type Source, sources } from './sources.ts';
import { type IdPart, INDEXED_END, type Term, termOf } from './term.ts';

export const MAX_RESULTS = 20;
/** Maximum number of rows per condition. */
const MOST_ROWS = 5;
const PER_CONDITION = literalLimit(MOST_ROWS);

export interface SearchResult {
  type: ResultType;
  id: string;
  title: string;
  subtitle: string;
}

/** Number of the newest ids of a long table that are compared with the end of an id, in the primary key alone. */
export const MAX_NEWEST = 20_000;
const NEWEST = literalLimit(MAX_NEWEST);

/**
 * Runs one statement with an index scan of at most five rows per condition, independent of table sizes. Without a
 * result, compares the end of an id with the newest ids of long tables. Sorts by source, identifiers before texts.
 */
export async function search(db: Database, platformId: string, query: string): Promise<SearchResult[]> {
  const term = termOf(query);
  const indexed = await readAll(db, indexedScans(platformId, term));
  const found = indexed.length > 0 ? indexed : await readAll(db, newestScans(platformId, term.id));
  const byId = new Map(found.map((row) => [`${row.type} ${row.id}`, row]));
  return [...byId.values()].slice(0, MAX_RESULTS).map(resultOf);
}

const readAll = async (db: Database, scans: readonly Sql[]): Promise<FoundRow[]> =>
  scans.length === 0 ? [] : db.read<FoundRow>(joinSql(scans, ' UNION ALL '));

interface Condition {
  source: Source;
  condition: Sql;
}

function scanOf(platformId: string, { source, condition }: Condition): Sql {
  const { type, columns, from, shown = sql`true`, hasUuids, hasUuidIndexes, idTypes } = source;
  const indexed = hasUuidIndexes ? sql`AND uuid_of(platform_id) = uuid_of(${platformId})` : emptySql;
  const id = hasUuids ? rawSql(`'${prefixOf(idTypes[0])}' || id AS id`) : sql`id`;
  return sql`
    (SELECT ${type} AS type, ${id}, ${columns} FROM ${from}
    WHERE platform_id = ${keyOf(source, platformId)} ${indexed} AND ${shown} AND ${condition} ${PER_CONDITION})`;
}

function indexedScans(platformId: string, term: Term): Sql[] {
  const conditions = [
    ...sources.flatMap((source) => idConditions(source, term.id).map((condition) => ({ source, condition }))),
    ...sources.flatMap((source) => textConditions(source, term).map((condition) => ({ source, condition }))),
  ];
  return conditions.map((condition) => scanOf(platformId, condition));
}

/** These tables have no index for the ends of ids, because it would slow down every payment. */
function newestScans(platformId: string, part: IdPart | undefined): Sql[] {
  const { end } = part ?? {};
  if (end === undefined) return [];
  return sources.flatMap((source) => {
    const { newestOf, idTypes } = source;
    if (!newestOf || !idTypes.some((type) => part?.type === undefined || part.type === type)) return [];
    const newest = sql`SELECT id FROM ${newestOf} WHERE platform_id = ${keyOf(source, platformId)} ORDER BY id DESC ${NEWEST}`;
    const condition = sql`id = ANY (ARRAY(
      SELECT id FROM (${newest}) AS newest WHERE right(id::text, ${end.length}::int) = ${end} ${PER_CONDITION}))`;
    return scanOf(platformId, { source, condition });
  });
}

const prefixOf = (type: IdType | undefined): string => (type === undefined ? '' : `${type}:`);

/** Platform id as stored in the source's table. */
const keyOf = ({ hasUuids }: Source, platformId: string): string => (hasUuids ? uuidOf(platformId) : platformId);

/** Card transactions are stored without their prefix, and quotes in the rows of their transactions. */
const storedTypes: Partial<Record<IdType, IdType>> = { CardTransaction: 'Transaction', Quote: 'Transaction' };

function idConditions({ idTypes, hasIdEnd, hasUuids }: Source, part: IdPart | undefined): Sql[] {
  if (!part) return [];
  const { from, to, end } = part;
  const types = idTypes.filter((type) => part.type === undefined || part.type === type);
  const prefixes = new Set(types.map((type) => (hasUuids ? '' : prefixOf(type && (storedTypes[type] ?? type)))));
  const starts = [...prefixes].map((prefix) => sql`id BETWEEN ${prefix + from} AND ${prefix + to}`);
  if (!hasIdEnd || end === undefined || types.length === 0) return starts;
  return [...starts, sql`right(id, 8) = ${end.slice(-INDEXED_END)} AND right(id, ${end.length}::int) = ${end}`];
}

/** An id with its type matches no text, such as a name. */
const textConditions = ({ matches = [] }: Source, { text, id }: Term): Sql[] =>
  id?.type ? [] : matches.flatMap((match) => match(text) ?? []);

function resultOf(row: FoundRow): SearchResult {
  const source = sources.find(({ type }) => type === row.type) as Source;
  return {
    type: row.type,
    id: source.idOf?.(row) ?? row.id,
    title: source.title(row),
    subtitle: row.notes.filter((note) => note !== null && note !== '').join(' · '),
  };
}
