import { rows, type Sql, sql } from '../../foundation/db/sql.ts';
import {
  boolean,
  bytea,
  jsonb,
  nullable,
  type RecordOf,
  smallint,
  table,
  text,
  timestamptz,
  uuid,
} from '../../foundation/db/table.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import { packText, unpackText } from '../../foundation/kernel/packed-text.ts';
import { resourceFilterOf } from './resource-filter.ts';

/** Ids of a block that is not merged lie within this time, so that the blocks around an id are a range of the key. */
export const BLOCK_SPAN_MS = 2_000;
/** Bounds the work of reading one line. */
const MAX_BLOCK_CHARACTERS = 200_000;

/** One request, as the log stores it. */
export interface LoggedLine {
  id: string;
  at: Date;
  method: string;
  path: string;
  route: string;
  status: number;
  code: string | null;
  durationMs: number;
  tokenId: string;
  idempotencyKey: string | null;
  isReplay: boolean;
  warnings: readonly FieldError[] | null;
  resourceIds: readonly string[] | null;
  /** First invalid field. */
  field: string | null;
  /** Null for files, and for lines of earlier releases. */
  responseBytes: number | null;
  requestBody: unknown;
  responseBody: unknown;
}

/** A line with its text, built when the request ends: bodies wait as text alone. */
export interface LogEntry extends Omit<LoggedLine, 'requestBody' | 'responseBody'> {
  platformId: string;
  text: string;
}

/** A line without its bodies. */
export type SummarizedLine = Omit<LogEntry, 'platformId' | 'text'>;

/** Lines of a block that have these members in common, so that most filters are decided without its lines. */
export interface LineGroup {
  method: string;
  route: string;
  status: number;
  code?: string;
  field?: string;
  tokenId: string;
  /** Common beginning of the paths. */
  path: string;
  count: number;
  /** Present in groups of rejected requests. */
  firstAt?: Date;
  lastAt?: Date;
  lastId?: string;
}

export const requestBlocks = table('request_log_blocks', {
  platformId: text(),
  lastId: uuid(),
  firstId: uuid(),
  firstAt: timestamptz(),
  lastAt: timestamptz(),
  lineCount: smallint(),
  errorCount: smallint(),
  groups: jsonb<LineGroup[]>(),
  resources: nullable(bytea()),
  lines: bytea(),
  isMerged: boolean(),
});
export type RequestBlock = RecordOf<typeof requestBlocks>;

export const insertionOf = (blocks: readonly RequestBlock[]): Sql => sql`
  INSERT INTO request_log_blocks (${requestBlocks.columns})
  SELECT ${requestBlocks.columns} FROM ${rows(blocks.map(requestBlocks.toRow))} AS r(${requestBlocks.rowType})`;

/** Text of a line. Bodies are JSON texts. The size is last because lines of earlier releases end before it. */
export function lineText(line: SummarizedLine, requestBody: string, responseBody: string): string {
  const { id, at, method, path, route, status, code, durationMs, tokenId, idempotencyKey, isReplay } = line;
  const members = [id, at.getTime(), method, path, route, status, code, durationMs, tokenId, idempotencyKey];
  const rest = [isReplay ? 1 : 0, line.warnings, line.resourceIds, line.field];
  return `${JSON.stringify([...members, ...rest]).slice(0, -1)},${requestBody},${responseBody},${line.responseBytes}]`;
}

export function readLine(text: string): LoggedLine {
  const [id, at, method, path, route, status, code, durationMs, tokenId, idempotencyKey, isReplay, ...rest] =
    JSON.parse(text);
  const [warnings, resourceIds, field, requestBody, responseBody, responseBytes = null] = rest;
  return {
    id,
    at: new Date(at),
    method,
    path,
    route,
    status,
    code,
    durationMs,
    tokenId,
    idempotencyKey,
    isReplay: isReplay === 1,
    warnings,
    resourceIds,
    field,
    responseBytes,
    requestBody,
    responseBody,
  };
}

/** Texts of the lines of a block. The migration of older logs has written unpacked ones. */
export const unpackLines = (lines: Buffer): string[] => unpackText(lines).split('\n');

/** The entry of a stored line. */
export const entryOf = (platformId: string, text: string): LogEntry => ({ ...readLine(text), platformId, text });

interface BlockLimits {
  maxLines: number;
  maxSpanMs: number;
}

/** Lines of one platform each, in the order of their ids. */
export const blocksOf = (entries: readonly LogEntry[], maxLines: number): RequestBlock[] =>
  split(entries, { maxLines, maxSpanMs: BLOCK_SPAN_MS }).map((block) => blockOf(block, { isMerged: false }));

/** The same of lines that are stored already, whatever time they span. */
export const mergedBlocksOf = (entries: readonly LogEntry[], maxLines: number): RequestBlock[] =>
  split(entries, { maxLines, maxSpanMs: Number.POSITIVE_INFINITY }).map((block) => blockOf(block, { isMerged: true }));

function split(entries: readonly LogEntry[], limits: BlockLimits): LogEntry[][] {
  const sorted = entries.toSorted((a, b) => order(a.platformId, b.platformId) || order(a.id, b.id));
  const blocks: LogEntry[][] = [];
  let characters = 0;
  for (const entry of sorted) {
    const block = blocks.at(-1);
    characters += entry.text.length;
    if (block && canTake(block, entry, limits) && characters <= MAX_BLOCK_CHARACTERS) {
      block.push(entry);
    } else {
      blocks.push([entry]);
      characters = entry.text.length;
    }
  }
  return blocks;
}

function canTake(block: readonly LogEntry[], { platformId, id }: LogEntry, limits: BlockLimits): boolean {
  const first = block[0] as LogEntry;
  const isNear = millisecondsOf(id) - millisecondsOf(first.id) <= limits.maxSpanMs;
  return first.platformId === platformId && block.length < limits.maxLines && isNear;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const TIME_DIGITS = 12;

/** Time in a UUID of version 7. */
export const millisecondsOf = (id: string): number =>
  Number.parseInt(id.slice(0, TIME_DIGITS + 1).replace('-', ''), 16);

function blockOf(entries: readonly LogEntry[], { isMerged }: Pick<RequestBlock, 'isMerged'>): RequestBlock {
  const [first, last] = [entries[0] as LogEntry, entries.at(-1) as LogEntry];
  return {
    platformId: first.platformId,
    lastId: last.id,
    ...summaryOf(entries),
    lines: packText(entries.map(({ text }) => text).join('\n')),
    isMerged,
  };
}

/** Columns by which filters decide whether lines are read, which come in the order of their ids. */
export function summaryOf(lines: readonly SummarizedLine[]) {
  const times = lines.map(({ at }) => at.getTime());
  return {
    firstId: (lines[0] as SummarizedLine).id,
    firstAt: new Date(Math.min(...times)),
    lastAt: new Date(Math.max(...times)),
    lineCount: lines.length,
    errorCount: lines.filter(isError).length,
    groups: groupsOf(lines),
    resources: resourceFilterOf(new Set(lines.flatMap(({ resourceIds }) => resourceIds ?? []))),
  };
}

const isError = ({ status }: { status: number }): boolean => status >= 400;

function groupsOf(entries: readonly SummarizedLine[]): LineGroup[] {
  const groups = new Map<string, LineGroup>();
  for (const entry of entries) {
    const { method, route, status, code, field, tokenId, path } = entry;
    const key = `${status} ${method} ${route} ${tokenId} ${code} ${field}`;
    const group = groups.get(key);
    if (group) {
      group.count += 1;
      group.path = commonStart(group.path, path);
      if (isError(entry)) widen(group, entry);
      continue;
    }
    groups.set(key, {
      method,
      route,
      status,
      ...(code !== null && { code }),
      ...(field !== null && { field }),
      tokenId,
      path,
      count: 1,
      ...(isError(entry) && { firstAt: entry.at, lastAt: entry.at, lastId: entry.id }),
    });
  }
  return [...groups.values()];
}

/** Entries come in the order of their ids, not of their times. */
function widen(group: LineGroup, { id, at }: SummarizedLine): void {
  group.lastId = id;
  if (group.firstAt && at < group.firstAt) group.firstAt = at;
  if (group.lastAt && at > group.lastAt) group.lastAt = at;
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
