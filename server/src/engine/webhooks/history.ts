import type { Database } from '../../foundation/db/database.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { earliestUuid, uuidOf, uuidPattern } from '../../foundation/kernel/ids.ts';
import {
  attemptsColumn,
  deliveriesWith,
  dueColumn,
  type EventStatus,
  hasStatus,
  statusColumn,
} from './event-status.ts';
import type { EventType } from './events.ts';
import { isEvent, isOfResource, payloadOf, type StoredEvent, shownId } from './stored-event.ts';

export interface EventFilter extends PageRequest {
  type?: EventType | undefined;
  resourceId?: string | undefined;
  status?: EventStatus | undefined;
  /** Time on the clock of the platform, as in the events. */
  since?: string | undefined;
  until?: string | undefined;
  responseStatus?: number | undefined;
}

/** Spelled as in the partial index of events, so that the planner uses the index. */
const isRare = sql`e.type NOT IN ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED',
  'INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED')`;
const COMMON_TYPES =
  /^(OUTGOING_PAYMENT\.(PENDING|PROCESSING|COMPLETED)|INCOMING_PAYMENT\.(PENDING|COMPLETED)|INTERNAL_ACCOUNT\.BALANCE_UPDATED)$/;

/** Lists events, newest first. Events of one resource are sorted by sequence, the order of their index. */
export async function listEvents(db: Database, platform: Platform, filter: EventFilter) {
  const { type, resourceId, status, since, until, responseStatus, ...request } = filter;
  const { from, id } = sourceOf(platform, filter);
  const where = [
    resourceId === undefined ? sql`e.platform_id = ${uuidOf(platform.id)}` : isOfResource(platform.id, resourceId),
    ...(type === undefined ? [] : [sql`e.type = ${type} ${COMMON_TYPES.test(type) ? emptySql : sql`AND ${isRare}`}`]),
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(since === undefined ? [] : [happenedFrom(platform, new Date(since), id)]),
    ...(until === undefined ? [] : [happenedUntil(new Date(until), id)]),
  ];
  const order = resourceId === undefined ? byId(id) : bySequence;
  const found = await page<EventRow>(db, { select: eventColumns, from, where, request, ...order });
  return mapPage(found, eventJson);
}

interface EventSource {
  from: Sql;
  /** Indexed column that provides the order. */
  id: Sql;
}

/** Starts from the open deliveries or responses of the filter, because these are few. LIMIT keeps the join order. */
function sourceOf(platform: Platform, { resourceId, status, responseStatus }: EventFilter): EventSource {
  const event = (id: Sql): Sql => sql`
    CROSS JOIN LATERAL (SELECT * FROM events WHERE platform_id = ${uuidOf(platform.id)} AND id = ${id} LIMIT 1) AS e`;
  if (responseStatus !== undefined)
    return {
      from: sql`FROM ${answeredWith(platform.id, responseStatus)} ${event(sql`attempted`)}`,
      id: sql`attempted`,
    };
  const open = status === undefined || resourceId !== undefined ? undefined : deliveriesWith(platform.id, status);
  return open
    ? { from: sql`FROM (${open}) AS d ${event(sql`d.event_id`)}`, id: sql`d.event_id` }
    : { from: sql`FROM events e`, id: sql`e.id` };
}

/** Read in the order of the response index, so that a page for a rare status reads few events. */
const answeredWith = (platformId: string, status: number): Sql => sql`(
  SELECT DISTINCT event_id AS attempted FROM webhook_attempts a
  WHERE a.platform_id = ${uuidOf(platformId)} AND ${isResponse(status)}) AS answered`;

/** SQL: condition of events with an attempt that received this status. */
export const hasResponse = (status: number): Sql => sql`EXISTS (SELECT 1 FROM webhook_attempts a
  WHERE a.platform_id = e.platform_id AND a.event_id = e.id AND a.status = ${status})`;

/** Successful statuses are not in the index; pages for them are read along the primary key. */
const isResponse = (status: number): Sql =>
  sql`a.status = ${status} ${status >= 200 && status <= 299 ? emptySql : sql`AND a.status NOT BETWEEN 200 AND 299`}`;

/** Ids contain real time, created_at the time of the platform, which may be ahead. */
const happenedFrom = ({ clockOffsetMs }: Platform, since: Date, id: Sql): Sql => sql`e.created_at >= ${since}
  AND ${id} >= ${earliestUuid(addMs(since, -clockOffsetMs - ID_MARGIN_MS))}`;

const happenedUntil = (until: Date, id: Sql): Sql => sql`e.created_at <= ${until}
  AND ${id} < ${earliestUuid(addMs(until, ID_MARGIN_MS))}`;

/** Tolerance for ids that are generated before their events are written. */
export const ID_MARGIN_MS = DAY_MS;

const byId = (column: Sql) => ({
  keys: uuidPattern,
  order: {
    column,
    direction: 'DESC' as const,
    keyOf: (row: EventRow) => uuidOf(row.id),
  },
});

const bySequence = {
  keys: '^\\d{1,18}$',
  order: { column: sql`e.sequence`, direction: 'DESC' as const, keyOf: (row: EventRow) => `${row.sequence}` },
};

export async function getEvent(db: Database, platformId: string, id: string) {
  const event = await readEvent(db, platformId, id);
  const attempts = await db.read<AttemptRow>(sql`
    SELECT number, at, url, status, error, latency_ms, answer FROM webhook_attempts
    WHERE platform_id = ${uuidOf(platformId)} AND event_id = ${uuidOf(id)} ORDER BY number`);
  return { ...eventJson(event), payload: JSON.parse(payloadOf(event)), attempts: attempts.map(attemptJson) };
}

export async function readEvent(db: Database, platformId: string, id: string): Promise<EventRow & StoredEvent> {
  const [row] = await db.read<EventRow & StoredEvent>(sql`
    SELECT ${eventColumns}, e.data, e.balance FROM events e WHERE ${isEvent(platformId, id)}`);
  if (!row) throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such event.');
  return row;
}

export const eventColumns = sql`${shownId('e.id')} AS id, e.type, e.resource_id, e.sequence, e.created_at,
  ${statusColumn} AS status, ${attemptsColumn} AS attempts, ${dueColumn} AS due_at`;

export interface EventRow {
  id: string;
  type: EventType;
  resource_id: string;
  sequence: bigint;
  status: EventStatus;
  attempts: number;
  due_at: Date | null;
  created_at: Date;
}

export const eventJson = (row: EventRow) => ({
  id: row.id,
  type: row.type,
  resourceId: row.resource_id,
  sequence: Number(row.sequence),
  status: row.status,
  attemptCount: row.attempts,
  ...((row.status === 'WAITING' || row.status === 'REDELIVERING') && { nextAttemptAt: row.due_at }),
  createdAt: row.created_at,
});

interface AttemptRow {
  number: number;
  at: Date;
  url: string;
  status: number | null;
  error: string | null;
  latency_ms: number;
  answer: string | null;
}

const attemptJson = (row: AttemptRow) => ({
  number: row.number,
  at: row.at,
  url: row.url,
  ...(row.status !== null && { responseStatus: row.status }),
  ...(row.error !== null && { error: row.error }),
  latencyMs: Math.round(row.latency_ms * 10) / 10,
  ...(row.answer !== null && { responseBody: row.answer }),
});
