import { bytea, jsonb, nullable, type RecordOf, smallint, table, text, timestamptz, uuid } from '../db/table.ts';
import type { FieldError } from '../kernel/errors.ts';
import { packText, unpackText } from '../kernel/packed-text.ts';
import { resourceFilterOf } from './resource-filter.ts';

/** Ids of a block lie within this time, so that the blocks around an id are a range of the key. */
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
  requestBody: unknown;
  responseBody: unknown;
}

/** A line with its text, built when the request ends: bodies wait as text alone. */
export interface LogEntry extends Omit<LoggedLine, 'requestBody' | 'responseBody'> {
  platformId: string;
  text: string;
}

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
});
export type RequestBlock = RecordOf<typeof requestBlocks>;

type Members = Omit<LogEntry, 'platformId' | 'text'>;

/** Text of a line. Bodies are JSON texts. */
export function lineText(line: Members, requestBody: string, responseBody: string): string {
  const { id, at, method, path, route, status, code, durationMs, tokenId, idempotencyKey, isReplay } = line;
  const members = [id, at.getTime(), method, path, route, status, code, durationMs, tokenId, idempotencyKey];
  const rest = [isReplay ? 1 : 0, line.warnings, line.resourceIds, line.field];
  return `${JSON.stringify([...members, ...rest]).slice(0, -1)},${requestBody},${responseBody}]`;
}

export function readLine(text: string): LoggedLine {
  const [id, at, method, path, route, status, code, durationMs, tokenId, idempotencyKey, isReplay, ...rest] =
    JSON.parse(text);
  const [warnings, resourceIds, field, requestBody, responseBody] = rest;
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
    requestBody,
    responseBody,
  };
}

/** Texts of the lines of a block. The migration of older logs has written unpacked ones. */
export const unpackLines = (lines: Buffer): string[] => unpackText(lines).split('\n');

/** Lines of one platform each, in the order of their ids. */
export function blocksOf(entries: readonly LogEntry[], maxLines: number): RequestBlock[] {
  const sorted = entries.toSorted((a, b) => order(a.platformId, b.platformId) || order(a.id, b.id));
  const blocks: LogEntry[][] = [];
  let characters = 0;
  for (const entry of sorted) {
    const block = blocks.at(-1);
    characters += entry.text.length;
    if (block && canTake(block, entry, maxLines) && characters <= MAX_BLOCK_CHARACTERS) {
      block.push(entry);
    } else {
      blocks.push([entry]);
      characters = entry.text.length;
    }
  }
  return blocks.map(blockOf);
}

function canTake(block: readonly LogEntry[], { platformId, id }: LogEntry, maxLines: number): boolean {
  const first = block[0] as LogEntry;
  const isNear = millisecondsOf(id) - millisecondsOf(first.id) <= BLOCK_SPAN_MS;
  return first.platformId === platformId && block.length < maxLines && isNear;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const TIME_DIGITS = 12;

/** Time in a UUID of version 7. */
export const millisecondsOf = (id: string): number =>
  Number.parseInt(id.slice(0, TIME_DIGITS + 1).replace('-', ''), 16);

function blockOf(entries: readonly LogEntry[]): RequestBlock {
  const [first, last] = [entries[0] as LogEntry, entries.at(-1) as LogEntry];
  const times = entries.map(({ at }) => at.getTime());
  return {
    platformId: first.platformId,
    lastId: last.id,
    firstId: first.id,
    firstAt: new Date(Math.min(...times)),
    lastAt: new Date(Math.max(...times)),
    lineCount: entries.length,
    errorCount: entries.filter(isError).length,
    groups: groupsOf(entries),
    resources: resourceFilterOf(new Set(entries.flatMap(({ resourceIds }) => resourceIds ?? []))),
    lines: packText(entries.map(({ text }) => text).join('\n')),
  };
}

const isError = ({ status }: { status: number }): boolean => status >= 400;

function groupsOf(entries: readonly LogEntry[]): LineGroup[] {
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
function widen(group: LineGroup, { id, at }: LogEntry): void {
  group.lastId = id;
  if (group.firstAt && at < group.firstAt) group.firstAt = at;
  if (group.lastAt && at > group.lastAt) group.lastAt = at;
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
