import type { Database } from '../db/database.ts';
import { joinSql, rawSql, type Sql, sql } from '../db/sql.ts';
import { earliestUuid } from '../kernel/ids.ts';
import { BLOCK_SPAN_MS, type LoggedLine, millisecondsOf, readLine, unpackLines } from './block.ts';

/** Blocks of the first read and of the largest: most pages need a few, and a block may hold a single line. */
const FIRST_BLOCKS = 8;
const MOST_BLOCKS = 64;
/** Lines that one request examines; a rarer match is on a later page. */
export const MAX_EXAMINED = 20_000;

/** SQL: the groups of a block, in a statement about `request_log_blocks`. */
export const groupRows = sql`jsonb_to_recordset(groups) AS g(method text, route text, status int, code text, field text,
  "tokenId" text, path text, count int, "firstAt" timestamptz, "lastAt" timestamptz, "lastId" text)`;

export interface LineQuery {
  platformId: string;
  /** Conditions on the columns of blocks. */
  where?: readonly Sql[];
  /** Bounds of the ids, inclusive. */
  from?: string | undefined;
  upTo?: string | undefined;
  /** Texts that every matching line contains; others are not parsed. */
  containing?: readonly string[];
  matches?: (line: LoggedLine) => boolean;
}

interface FoundLines {
  lines: LoggedLine[];
  /** Present if older lines may match: all lines from this id on were examined. */
  examinedFrom?: string;
}

interface BlockRow {
  last_id: string;
  lines: Buffer;
}

/**
 * Finds the newest matching lines. Blocks of concurrent processes overlap, so a line counts only once every block that
 * may hold a newer one has been read.
 */
export async function findLines(db: Database, query: LineQuery, limit: number): Promise<FoundLines> {
  const lines: LoggedLine[] = [];
  let overlapping: LoggedLine[] = [];
  let examined = 0;
  let below = boundOf(query.upTo);
  for (let count = FIRST_BLOCKS; ; count = Math.min(count * 2, MOST_BLOCKS)) {
    const blocks = await readBlocks(db, query, below, count);
    for (const block of blocks) {
      const texts = unpackLines(block.lines);
      examined += texts.length;
      overlapping.push(...linesAmong(texts, query));
    }
    overlapping.sort((a, b) => (a.id < b.id ? 1 : -1));
    const oldest = blocks.at(-1)?.last_id;
    if (blocks.length < count || oldest === undefined) return { lines: [...lines, ...overlapping].slice(0, limit) };
    lines.push(...overlapping.filter(({ id }) => id >= oldest));
    if (lines.length >= limit) return { lines: lines.slice(0, limit) };
    if (examined >= MAX_EXAMINED) return { lines, examinedFrom: oldest };
    overlapping = overlapping.filter(({ id }) => id < oldest);
    below = sql`last_id < ${oldest}::uuid`;
  }
}

function readBlocks(db: Database, query: LineQuery, below: Sql, count: number): Promise<BlockRow[]> {
  const { platformId, where = [], from, upTo } = query;
  const conditions = [
    sql`platform_id = ${platformId}`,
    below,
    ...(from === undefined ? [] : [sql`last_id >= ${from}::uuid`]),
    ...(upTo === undefined ? [] : [sql`first_id <= ${upTo}::uuid`]),
    ...where,
  ];
  // The limit is literal text: for a parameter the planner would assume a tenth of the table.
  return db.read<BlockRow>(sql`
    SELECT last_id, lines FROM request_log_blocks WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY last_id DESC ${rawSql(`LIMIT ${count}`)}`);
}

/** Last millisecond that a UUID can hold. */
const LAST_MS = 2 ** 48 - 1;

/** The span of a block bounds the key of those that may begin before an id. */
const boundOf = (upTo: string | undefined): Sql =>
  upTo === undefined
    ? sql`true`
    : sql`last_id < ${earliestUuid(new Date(Math.min(millisecondsOf(upTo) + BLOCK_SPAN_MS + 1, LAST_MS)))}::uuid`;

function linesAmong(texts: readonly string[], { from, upTo, containing = [], matches }: LineQuery): LoggedLine[] {
  const candidates = texts.filter((text) => containing.every((part) => text.includes(part)));
  return candidates
    .map(readLine)
    .filter((line) => (from === undefined || line.id >= from) && (upTo === undefined || line.id <= upTo))
    .filter((line) => !matches || matches(line));
}
