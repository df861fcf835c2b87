import type { Database } from '../../foundation/db/database.ts';
import { DEFAULT_LIMIT, makeCursor, type Page, type PageRequest, readCursor } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { HOUR_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { earliestUuid, uuidPattern } from '../../foundation/kernel/ids.ts';
import { type LoggedLine, millisecondsOf } from './block.ts';
import { findLines, groupRows } from './blocks.ts';
import { countLines } from './count.ts';
import { type RequestConditions, type Selection, selectionOf } from './filters.ts';
import type { LineQuery } from './portions.ts';
import { findSummarizedTo } from './progress.ts';
import { mayContain } from './resource-filter.ts';

export type RequestFilter = RequestConditions & PageRequest;

const isRequestId = (key: string): boolean => new RegExp(uuidPattern).test(key);

/** Newest first. A page ends early, with a cursor, after `MAX_EXAMINED` lines that no summary of a block excludes. */
export async function listRequests(
  db: Database,
  platformId: string,
  { limit = DEFAULT_LIMIT, cursor, ...conditions }: RequestFilter,
): Promise<Page<object>> {
  const after = cursor === undefined ? undefined : readCursor(cursor, isRequestId);
  const selection = selectionOf(conditions);
  const summarizedTo = findSummarizedTo(db, platformId);
  const [found, totalCount] = await Promise.all([
    findPage(db, platformId, { selection, summarizedTo, after, limit }),
    summarizedTo.then((to) => countLines(db, platformId, withSummaries(selection, to))),
  ]);
  const shown = found.lines.slice(0, limit);
  const next = found.lines.length > limit ? shown.at(-1)?.id : found.examinedFrom;
  return {
    data: shown.map(summaryJson),
    hasMore: next !== undefined,
    ...(next !== undefined && { nextCursor: makeCursor(next) }),
    ...(totalCount !== undefined && { totalCount }),
  };
}

interface WantedPage {
  selection: Selection;
  summarizedTo: Promise<string | undefined>;
  after: string | undefined;
  limit: number;
}

/** Lines of a page and one more. Summaries serve filters: without one, they would leave no block out. */
async function findPage(db: Database, platformId: string, { selection, summarizedTo, after, limit }: WantedPage) {
  const isFiltered = selection.query.where.length > 0;
  const { query } = isFiltered ? withSummaries(selection, await summarizedTo) : selection;
  const { upTo, matches } = query;
  const isOfPage = (line: LoggedLine): boolean => line.id !== after && matches(line);
  return findLines(db, { platformId, ...query, upTo: earlier(after, upTo), matches: isOfPage }, limit + 1);
}

const withSummaries = (selection: Selection, summarizedTo: string | undefined): Selection => ({
  ...selection,
  query: { ...selection.query, summarizedTo },
});

const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a !== undefined && b !== undefined && b < a ? b : (a ?? b);

export async function getRequest(db: Database, platformId: string, id: string) {
  const [line] = await findRequestsBetween(db, platformId, { from: id, to: id, limit: 1 });
  if (!line) throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such request in the log.');
  const { requestBody, responseBody } = line;
  return { ...summaryJson(line), requestBody, responseBody };
}

interface IdRange {
  from: string;
  to: string;
  limit: number;
}

/** Requests whose ids lie between two, both inclusive, newest first. */
export async function findRequestsBetween(db: Database, platformId: string, { from, to, limit }: IdRange) {
  const containing = from === to ? [from] : [];
  return (await findLines(db, { platformId, from, upTo: to, containing }, limit)).lines;
}

/** The newest requests, for searches of a bounded part of the log. */
export async function findNewestRequests(db: Database, platformId: string, limit: number): Promise<LoggedLine[]> {
  return (await findLines(db, { platformId }, limit)).lines;
}

/** Longer than a request takes until it creates a resource. */
const CREATION_MS = HOUR_MS;

/** The newest requests that name one of the resources, which exist, without successful reads. */
export async function findChangesOf(db: Database, platformId: string, resourceIds: readonly string[], limit: number) {
  const named = new Set(resourceIds);
  const createdAt = Math.min(...resourceIds.map((id) => millisecondsOf(id.slice(id.indexOf(':') + 1))));
  const query: LineQuery = {
    platformId,
    summarizedTo: await findSummarizedTo(db, platformId),
    from: earliestUuid(new Date(createdAt - CREATION_MS)),
    where: [
      mayContain(sql`resources`, resourceIds),
      sql`EXISTS (SELECT FROM ${groupRows} WHERE g.method <> 'GET' OR g.status >= 400)`,
    ],
    matches: ({ method, status, resourceIds: ids }) =>
      (method !== 'GET' || status >= 400) && (ids?.some((id) => named.has(id)) ?? false),
  };
  return (await findLines(db, query, limit)).lines;
}

/** Omits bodies and members without a value. */
function summaryJson({ field, requestBody, responseBody, ...line }: LoggedLine): object {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
}
