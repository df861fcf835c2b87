import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { type LoggedLine, readLine, unpackLines } from './block.ts';
import { type LineQuery, portionsOf } from './portions.ts';

/** Lines that one request examines; a rarer match is on a later page. */
export const MAX_EXAMINED = 20_000;

/** SQL: the groups of a block or of a summary, in a statement about one of their tables. */
export const groupRows = sql`jsonb_to_recordset(groups) AS g(method text, route text, status int, code text, field text,
  "tokenId" text, path text, count int, "firstAt" timestamptz, "lastAt" timestamptz, "lastId" text)`;

interface FoundLines {
  lines: LoggedLine[];
  /** Present if older lines may match: all lines from this id on were examined. */
  examinedFrom?: string;
}

/**
 * Finds the newest matching lines. Blocks of concurrent processes overlap, so a line counts only once every block that
 * may hold a newer one has been read.
 */
export async function findLines(db: Database, query: LineQuery, limit: number): Promise<FoundLines> {
  const lines: LoggedLine[] = [];
  // By id, because a block that was merged meanwhile repeats lines of those that it replaced.
  let overlapping = new Map<string, LoggedLine>();
  let examined = 0;
  let examinedFrom: string | undefined;
  for await (const { blocks, readTo } of portionsOf(db, query)) {
    for (const block of blocks) {
      if (lines.length + overlapping.size >= limit) {
        // Newest first: the lines of this block and of those that follow are not newer than its end.
        const newer = [...overlapping.values()].filter(({ id }) => id > block.last_id);
        if (lines.length + newer.length >= limit) return { lines: [...lines, ...inOrder(newer)].slice(0, limit) };
      }
      const texts = unpackLines(block.lines);
      examined += texts.length;
      for (const line of linesAmong(texts, query)) {
        if (examinedFrom === undefined || line.id < examinedFrom) overlapping.set(line.id, line);
      }
    }
    const newestFirst = inOrder([...overlapping.values()]);
    if (readTo === undefined) return { lines: [...lines, ...newestFirst].slice(0, limit) };
    lines.push(...newestFirst.filter(({ id }) => id >= readTo));
    if (lines.length >= limit) return { lines: lines.slice(0, limit) };
    if (examined >= MAX_EXAMINED) return { lines, examinedFrom: readTo };
    overlapping = new Map(newestFirst.flatMap((line) => (line.id < readTo ? [[line.id, line]] : [])));
    examinedFrom = readTo;
  }
  return { lines };
}

/** Newest first. */
const inOrder = (lines: LoggedLine[]): LoggedLine[] => lines.sort((a, b) => (a.id < b.id ? 1 : -1));

function linesAmong(texts: readonly string[], { from, upTo, containing = [], matches }: LineQuery): LoggedLine[] {
  const candidates = texts.filter((text) => containing.every((part) => text.includes(part)));
  return candidates
    .map(readLine)
    .filter((line) => (from === undefined || line.id >= from) && (upTo === undefined || line.id <= upTo))
    .filter((line) => !matches || matches(line));
}
