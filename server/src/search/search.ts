import type { Database } from '../db/database.ts';
import { joinSql, rawSql, type Sql, sql } from '../db/sql.ts';
import { uuidOf } from '../kernel/ids.ts';
import { type FoundRow, type ResultType, type Source, sources } from './sources.ts';
import { type IdPart, INDEXED_END, type Term, termOf } from './term.ts';

export const MAX_RESULTS = 20;
/** Rows that one condition contributes; literal, because for a parameter the planner would assume a tenth of the table. */
const PER_CONDITION = rawSql('LIMIT 5');

export interface SearchResult {
  type: ResultType;
  id: string;
  title: string;
  subtitle: string;
}

/**
 * One statement with one index scan of at most five rows per condition, so that the size of the tables does not matter.
 * Results are in the order of the sources, identifiers before texts.
 */
export async function search(db: Database, platformId: string, query: string): Promise<SearchResult[]> {
  const scans = scansOf(platformId, termOf(query));
  if (scans.length === 0) return [];
  const found = await db.read<FoundRow>(joinSql(scans, ' UNION ALL '));
  const byId = new Map(found.map((row) => [row.id, row]));
  return [...byId.values()].slice(0, MAX_RESULTS).map(resultOf);
}

function scansOf(platformId: string, term: Term): Sql[] {
  const conditions = [
    ...sources.flatMap((source) => idConditions(source, term.id).map((condition) => ({ source, condition }))),
    ...sources.flatMap((source) => textConditions(source, term).map((condition) => ({ source, condition }))),
  ];
  return conditions.map(
    ({ source: { type, columns, from, shown = sql`true`, hasUuids, idTypes }, condition }) => sql`
      (SELECT ${type} AS type, ${hasUuids ? rawSql(`'${idTypes[0]}:' || id AS id`) : sql`id`}, ${columns} FROM ${from}
      WHERE platform_id = ${hasUuids ? uuidOf(platformId) : platformId} AND ${shown} AND ${condition} ${PER_CONDITION})`,
  );
}

function idConditions({ idTypes, hasIdEnd, hasUuids }: Source, part: IdPart | undefined): Sql[] {
  if (!part) return [];
  const { from, to, end } = part;
  const types = idTypes.filter((type) => part.type === undefined || part.type === type);
  const starts = types.map((type) => {
    const prefix = type === undefined || hasUuids ? '' : `${type}:`;
    return sql`id BETWEEN ${prefix + from} AND ${prefix + to}`;
  });
  if (!hasIdEnd || end === undefined || types.length === 0) return starts;
  return [...starts, sql`right(id, 8) = ${end.slice(-INDEXED_END)} AND right(id, ${end.length}::int) = ${end}`];
}

/** An id with its type is no text of a person. */
const textConditions = ({ matches = [] }: Source, { text, id }: Term): Sql[] =>
  id?.type ? [] : matches.flatMap((match) => match(text) ?? []);

function resultOf(row: FoundRow): SearchResult {
  const source = sources.find(({ type }) => type === row.type) as Source;
  return {
    type: row.type,
    id: row.id,
    title: source.title(row),
    subtitle: row.notes.filter((note) => note !== null && note !== '').join(' · '),
  };
}
