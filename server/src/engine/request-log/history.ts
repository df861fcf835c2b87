import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type Page, type PageRequest, page } from '../../foundation/db/page.ts';
import { literalLimit, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, HOUR_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { creationOf, earliestUuid, uuidOf, uuidPattern } from '../../foundation/kernel/ids.ts';
import { type RequestConditions, rowsNaming, selectionOf } from './filters.ts';
import { type ListedRow, listedColumns, requestJson } from './table.ts';

export type RequestFilter = RequestConditions & PageRequest;

/** Maximum number of requests examined per page for filters without an index; the next page continues after them. */
export const MAX_EXAMINED = 20_000;

/** Lists requests without bodies, newest first. */
export async function listRequests(
  db: Database,
  platformId: string,
  { limit, cursor, ...conditions }: RequestFilter,
): Promise<Page<object>> {
  const found = await page<ListedRow>(db, {
    select: listedColumns,
    ...(await selectionOf(db, platformId, conditions)),
    maxScanned: MAX_EXAMINED,
    keys: uuidPattern,
    request: { limit, cursor },
  });
  return mapPage(found, requestJson);
}

interface Bodies {
  request_body: unknown;
  response_body: unknown;
}

export async function getRequest(db: Database, platformId: string, id: string) {
  const [row] = await db.read<ListedRow & Bodies>(sql`
    SELECT ${listedColumns}, request_body, response_body FROM request_log
    WHERE platform_id = ${uuidOf(platformId)} AND id = ${id}`);
  if (!row) throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such request in the log.');
  const { request_body: requestBody, response_body: responseBody, ...line } = row;
  return { ...requestJson(line), requestBody, responseBody };
}

/** Maximum time for a request to create a resource. */
const CREATION_MS = HOUR_MS;

/** SQL: newest requests that contain one of these existing resources, without successful reads. */
export function changesOf(platformId: string, resourceIds: readonly string[], limit: number): Sql {
  const created = Math.min(...resourceIds.map((id) => creationOf(id)?.getTime() ?? 0));
  const from = earliestUuid(addMs(new Date(created), -CREATION_MS));
  return sql`
    SELECT * FROM ${rowsNaming(resourceIds, from)}
    WHERE platform_id = ${uuidOf(platformId)} AND (method <> 'GET' OR status >= 400)
    ORDER BY id DESC ${literalLimit(limit)}`;
}
