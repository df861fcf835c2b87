import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../foundation/db/database.ts';
import { inPortions } from '../../foundation/db/portions.ts';
import { rows, type Sql, sql } from '../../foundation/db/sql.ts';
import { bytea, integer, jsonb, nullable, table, text, timestamptz, uuid } from '../../foundation/db/table.ts';
import {
  entryOf,
  insertionOf,
  type LineGroup,
  mergedBlocksOf,
  type RequestBlock,
  readLine,
  type SummarizedLine,
  summaryOf,
  unpackLines,
} from './block.ts';
import { lockProgress, NO_ID, type Progress } from './progress.ts';

/** Blocks whose lines are in memory at once. */
const READ_AT_ONCE = 8;
const PAUSE_MS = 20;

const requestSummaries = table('request_log_summaries', {
  platformId: text(),
  lastId: uuid(),
  afterId: uuid(),
  firstId: uuid(),
  firstAt: timestamptz(),
  lastAt: timestamptz(),
  lineCount: integer(),
  errorCount: integer(),
  groups: jsonb<LineGroup[]>(),
  resources: nullable(bytea()),
});

export interface Compaction {
  /** Lines that a block may hold. */
  maxLines: number;
  /** Lines of one summary; without it there are none. */
  summaryLines: number | undefined;
  /** Blocks with later ids are left alone: more of them may be written. */
  before: string;
}

type Query = <R>(statement: Sql) => Promise<R[]>;

interface BlockHead {
  last_id: string;
  first_id: string;
  line_count: number;
}

/**
 * Merges the small blocks of quiet platforms and summarizes the log. Safe in every process at once: the progress of a
 * platform is a row that one process locks. Lines stay as they are, and a reader finds each of them once.
 */
export async function compact(db: Database, options: Compaction): Promise<void> {
  for (const platformId of await findUncompacted(db, options)) {
    await inPortions((portion) =>
      work(db, platformId, (query, at) => merge(query, { ...options, platformId, at, portion })),
    );
    if (options.summaryLines === undefined) continue;
    const { summaryLines } = options;
    const summarizeNext = () => work(db, platformId, (query, at) => summarize(query, { platformId, at, summaryLines }));
    while ((await summarizeNext()) > 0) await sleep(PAUSE_MS);
  }
}

/** Platforms with more lines than one block holds: the others wait, so that idle platforms cost one read. */
async function findUncompacted(db: Database, { before, maxLines }: Compaction): Promise<string[]> {
  const found = await db.read<{ id: string }>(sql`
    SELECT p.id FROM platforms p LEFT JOIN request_log_progress g ON g.platform_id = p.id CROSS JOIN LATERAL (
      SELECT sum(line_count) AS lines FROM (
        SELECT line_count FROM request_log_blocks b
        WHERE b.platform_id = p.id AND b.last_id > COALESCE(g.merged_to, ${NO_ID}::uuid) AND b.last_id < ${before}::uuid
        ORDER BY b.last_id LIMIT ${maxLines + 1}
      ) AS waiting
    ) AS counted WHERE lines > ${maxLines}`);
  return found.map(({ id }) => id);
}

/** Runs a step while the progress of the platform is locked: another process continues where it ends. */
const work = (
  db: Database,
  platformId: string,
  step: (query: Query, at: Progress) => Promise<number>,
): Promise<number> =>
  db.transaction(async (query) => {
    const [at] = await query<Progress>(lockProgress(platformId));
    return at ? step(query, at) : 0;
  });

interface Merge extends Compaction {
  platformId: string;
  at: Progress;
  portion: Sql;
}

/** Returns the number of blocks that it has examined, or 0 if none can be merged yet. */
async function merge(query: Query, { platformId, at, maxLines, before, portion }: Merge): Promise<number> {
  const heads = await query<BlockHead>(sql`
    SELECT last_id, first_id, line_count FROM request_log_blocks
    WHERE platform_id = ${platformId} AND last_id > ${at.merged_to}::uuid AND last_id < ${before}::uuid
    ORDER BY last_id LIMIT ${portion}`);
  const { sets, mergedTo } = setsOf(heads, at.merged_to, maxLines);
  for (const set of sets) await replace(query, { platformId, set, maxLines });
  if (mergedTo !== at.merged_to) {
    await query(sql`UPDATE request_log_progress SET merged_to = ${mergedTo} WHERE platform_id = ${platformId}`);
  }
  return mergedTo === at.merged_to ? 0 : heads.length;
}

/**
 * Consecutive blocks that fit into one, without the newest, which others may join. A block that begins before the end of
 * the previous set stays as it is, because merged blocks do not overlap.
 */
function setsOf(heads: readonly BlockHead[], after: string, maxLines: number) {
  const sets: BlockHead[][] = [];
  let [mergedTo, lastEnd, set, lines]: [string, string, BlockHead[], number] = [after, after, [], 0];
  const close = (): void => {
    if (set.length > 1) sets.push(set);
    mergedTo = set.at(-1)?.last_id ?? mergedTo;
    lastEnd = mergedTo;
    [set, lines] = [[], 0];
  };
  for (const head of heads) {
    const isFull = head.line_count > maxLines / 2;
    const isSeparate = head.first_id > lastEnd;
    if (isFull || (isSeparate && lines + head.line_count > maxLines)) close();
    if (!isFull && head.first_id > lastEnd) {
      set.push(head);
      lines += head.line_count;
    } else if (set.length === 0) {
      mergedTo = head.last_id;
    }
  }
  return { sets, mergedTo };
}

interface Replacement {
  platformId: string;
  set: readonly BlockHead[];
  maxLines: number;
}

async function replace(query: Query, { platformId, set, maxLines }: Replacement): Promise<void> {
  const removed = await query<Pick<RequestBlock, 'lines'>>(sql`
    DELETE FROM request_log_blocks WHERE platform_id = ${platformId} AND last_id = ANY(${set.map(({ last_id }) => last_id)}::uuid[])
    RETURNING lines`);
  const entries = removed.flatMap(({ lines }) => unpackLines(lines)).map((line) => entryOf(platformId, line));
  if (entries.length > 0) await query(insertionOf(mergedBlocksOf(entries, maxLines)));
}

interface Summarizing {
  platformId: string;
  at: Progress;
  summaryLines: number;
}

/** Summarizes the next blocks that are not merged any more, once there are enough. Returns the number of their lines. */
async function summarize(query: Query, { platformId, at, summaryLines }: Summarizing): Promise<number> {
  const [end] = await query<{ last_id: string }>(sql`
    SELECT last_id FROM (
      SELECT last_id, sum(line_count) OVER (ORDER BY last_id) AS lines FROM (
        SELECT last_id, line_count FROM request_log_blocks
        WHERE platform_id = ${platformId} AND last_id > ${at.summarized_to}::uuid AND last_id <= ${at.merged_to}::uuid
        ORDER BY last_id LIMIT ${summaryLines}
      ) AS next
    ) AS counted WHERE lines >= ${summaryLines} ORDER BY last_id LIMIT 1`);
  if (!end) return 0;
  const lines: SummarizedLine[] = [];
  for (let after = at.summarized_to; after < end.last_id; ) {
    const blocks = await query<{ last_id: string; lines: Buffer }>(sql`
      SELECT last_id, lines FROM request_log_blocks
      WHERE platform_id = ${platformId} AND last_id > ${after}::uuid AND last_id <= ${end.last_id}::uuid
      ORDER BY last_id LIMIT ${READ_AT_ONCE}`);
    for (const block of blocks) lines.push(...unpackLines(block.lines).map(withoutBodies));
    after = blocks.at(-1)?.last_id ?? end.last_id;
  }
  lines.sort((a, b) => (a.id < b.id ? -1 : 1));
  const summary = { platformId, lastId: end.last_id, afterId: at.summarized_to, ...summaryOf(lines) };
  await query(sql`
    INSERT INTO request_log_summaries (${requestSummaries.columns})
    SELECT ${requestSummaries.columns} FROM ${rows([requestSummaries.toRow(summary)])} AS r(${requestSummaries.rowType})`);
  await query(sql`UPDATE request_log_progress SET summarized_to = ${end.last_id} WHERE platform_id = ${platformId}`);
  return lines.length;
}

function withoutBodies(text: string): SummarizedLine {
  const { requestBody, responseBody, ...line } = readLine(text);
  return line;
}
