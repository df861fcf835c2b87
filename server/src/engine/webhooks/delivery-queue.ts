import type { Database } from '../../foundation/db/database.ts';
import { literalLimit, rows, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { type Endpoint, endpointColumns, endpointOf } from './endpoints.ts';
import type { EventType } from './events.ts';
import { isEvent, isSameResource, payloadOf, type StoredEvent, shownId, storedColumns } from './stored-event.ts';

/** Time after the first failed attempt during which an event is retried. */
export const KEPT_TRYING_MS = 7 * DAY_MS;
/** Time after its first failed attempt during which an event delays later events of its resource. */
const HOLDS_BACK_MS = MINUTE_MS;
/** Number of delayed events that one statement releases. */
const RELEASED_AT_ONCE = 32;

/**
 * PENDING: to be sent in order. WAITING: not before `dueAt`, because the event or an earlier one of its resource
 * failed. REDELIVERING: sent again on request, without delaying other events.
 */
export type OpenStatus = 'PENDING' | 'WAITING' | 'REDELIVERING';

export interface Delivery {
  id: string;
  type: EventType;
  resourceId: string;
  sequence: bigint;
  event: StoredEvent;
  status: OpenStatus;
  /** Time of the next attempt, in status WAITING. */
  dueAt: Date | null;
  tries: number;
  givesUpAt: Date | null;
  /** Time until which an earlier event of the resource delays this event; in the past if that is due but unsent. */
  behindUntil: Date | null;
  /** Preceding pending event of the resource, which the same read may not contain. */
  beforeId: string | undefined;
}

export interface Work {
  platformId: string;
  /** Due time of the next event; null if an event can be sent now. */
  dueAt: Date | null;
}

/**
 * Platforms with open events, found by a skip scan of the index. Also platforms whose endpoint another process leases,
 * due at the end of the lease, so that events of a lost process are taken over.
 */
export function listWork(db: Database, holderId: string): Promise<Work[]> {
  return db.read<Work>(sql`
    WITH RECURSIVE pending AS (${eachPlatform(sql`pending`, sql`pending_deliveries`, sql`true`)}),
      later AS (${eachPlatform(sql`later`, sql`delivery_states`, isLater)})
    SELECT 'Platform:' || platform_id AS "platformId", NULL::timestamptz AS "dueAt" FROM pending
    WHERE platform_id IS NOT NULL
    UNION ALL
    SELECT 'Platform:' || platform_id,
      (SELECT min(due_at) FROM delivery_states d WHERE d.platform_id = later.platform_id AND ${isLater})
    FROM later WHERE platform_id IS NOT NULL
    UNION ALL
    SELECT platform_id, lease_until FROM webhook_endpoints WHERE lease_holder IS NOT NULL AND lease_holder <> ${holderId}`);
}

const isLater = sql`status IN ('WAITING', 'REDELIVERING')`;

const eachPlatform = (known: Sql, table: Sql, condition: Sql): Sql => sql`
  (SELECT platform_id FROM ${table} WHERE ${condition} ORDER BY platform_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.platform_id FROM ${table} d WHERE ${condition} AND d.platform_id > known.platform_id
    ORDER BY d.platform_id LIMIT 1)
  FROM ${known} known WHERE known.platform_id IS NOT NULL`;

export interface Holder {
  id: string;
  now: Date;
  leaseMs: number;
}

export interface Leased extends Endpoint {
  /** Previous holder, if it did not return the lease. */
  leftBy: string | null;
}

/** Leases those endpoints to which no other process delivers. */
export function takeLeases(db: Database, platformIds: readonly string[], holder: Holder): Promise<Leased[]> {
  return lease(db, platformIds, holder, sql`(w.lease_until IS NULL OR w.lease_until <= ${holder.now})`);
}

/** Extends leases that this process still holds, and returns their current endpoints. */
export function renewLeases(db: Database, platformIds: readonly string[], holder: Holder): Promise<Leased[]> {
  return lease(db, platformIds, holder, sql`w.lease_holder = ${holder.id}`);
}

function lease(db: Database, platformIds: readonly string[], { id, now, leaseMs }: Holder, isFree: Sql) {
  // The subquery sees the row before the update, and so the previous holder.
  return db.write<Leased>(sql`
    UPDATE webhook_endpoints w SET lease_holder = ${id}, lease_until = ${addMs(now, leaseMs)}
    FROM platforms p
    WHERE p.id = w.platform_id AND w.platform_id = ANY(${platformIds}::text[]) AND ${isFree}
    RETURNING ${endpointColumns},
      (SELECT o.lease_holder FROM webhook_endpoints o WHERE o.platform_id = w.platform_id) AS "leftBy"`);
}

export async function returnLeases(db: Database, platformIds: readonly string[], holderId: string): Promise<void> {
  await db.write(sql`
    UPDATE webhook_endpoints w SET lease_holder = NULL, lease_until = NULL
    WHERE w.platform_id = ANY(${platformIds}::text[]) AND w.lease_holder = ${holderId}`);
}

interface Open {
  found: Delivery[];
  /** Undefined if no event was found. */
  endpoint: Endpoint | undefined;
}

/** Events that can be sent, oldest first: up to `limit` new events, and up to `limit` events due for a retry. */
export async function readOpen(
  db: Database,
  platformId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<Open> {
  const platform = uuidOf(platformId);
  const read = await db.read<DeliveryRow & Endpoint>(sql`
    SELECT found.*, ${endpointColumns} FROM (${openEvents(platform, { now, limit })}) AS found
    JOIN webhook_endpoints w ON w.platform_id = ${platformId} JOIN platforms p ON p.id = w.platform_id`);
  const [first] = read;
  const before = read.length < limit ? undefined : await readBefore(db, platform, read);
  return { found: read.map((row) => deliveryOf(row, before?.get(row.id))), endpoint: first && endpointOf(first) };
}

/**
 * Preceding pending event of each event, by id. The same read may not contain it, because the order of writing can
 * differ from the order of ids.
 */
async function readBefore(
  db: Database,
  platform: string,
  read: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, string>> {
  const place = (resourceId: string, sequence: bigint): string => `${resourceId} ${sequence}`;
  const places = new Map(read.map((row) => [place(row.resource_id, row.sequence), row]));
  const before = new Map<string, string>();
  const unknown: object[] = [];
  for (const { id, status, resource_id, sequence } of read) {
    if (status !== 'PENDING') continue;
    const previous = places.get(place(resource_id, sequence - 1n));
    if (!previous) unknown.push({ platform_id: platform, id, resource_id, sequence: sequence.toString() });
    else if (previous.status === 'PENDING') before.set(id, previous.id);
  }
  for (const { id, before_id: beforeId } of await findBefore(db, platform, unknown)) before.set(id, beforeId);
  return before;
}

/** Sequences rarely have gaps, so the direct predecessor is tried first: an account has many other events to search. */
const findBefore = (db: Database, platform: string, events: readonly object[]) =>
  db.read<{ id: string; before_id: string }>(sql`
    SELECT r.id, ${shownId('p.event_id')} AS before_id
    FROM ${rows(events)} AS r(platform_id uuid, id text, resource_id text, sequence bigint)
    CROSS JOIN LATERAL (SELECT COALESCE(
      (SELECT e.id FROM events e
        WHERE ${isSameResource('e', 'r')} AND e.sequence = r.sequence - 1),
      (SELECT e.id FROM events e
        WHERE ${isSameResource('e', 'r')} AND e.sequence < r.sequence
        ORDER BY e.sequence DESC LIMIT 1)) AS id) b
    JOIN pending_deliveries p ON p.platform_id = ${platform} AND p.event_id = b.id`);

/** Rounded up to a power of two, to keep the number of distinct statements small. */
const limited = (count: number): Sql => literalLimit(2 ** Math.ceil(Math.log2(count)));

/** Selects new events before reading their rows, so that rows of delivered events are not read. */
const openEvents = (platform: string, { now, limit }: { now: Date; limit: number }): Sql => sql`
    (SELECT ${storedColumns}, e.resource_id, 'PENDING' AS status, NULL::timestamptz AS due_at, 0 AS tries,
        NULL::timestamptz AS gives_up_at, CASE WHEN ${isAnyWaiting(platform)} THEN ${behindUntil(now)} END AS behind_until
      FROM (SELECT event_id FROM pending_deliveries WHERE platform_id = ${platform}
        ORDER BY event_id ${limited(limit)}) p
      CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.platform_id = ${platform} AND e.id = p.event_id LIMIT 1) e)
    UNION ALL
    (SELECT ${storedColumns}, e.resource_id, d.status, d.due_at, d.tries, d.gives_up_at,
        CASE WHEN d.status = 'WAITING' AND d.tries = 0 THEN ${behindUntil(now)} END
      FROM delivery_states d JOIN events e ON e.platform_id = d.platform_id AND e.id = d.event_id
      WHERE d.platform_id = ${platform} AND d.${isLater} AND d.due_at <= ${now}
      ORDER BY d.due_at, d.sequence ${limited(limit)})`;

interface DeliveryRow extends StoredEvent {
  type: EventType;
  resource_id: string;
  status: OpenStatus;
  due_at: Date | null;
  tries: number;
  gives_up_at: Date | null;
  behind_until: Date | null;
}

const deliveryOf = (row: DeliveryRow, beforeId: string | undefined): Delivery => ({
  id: row.id,
  type: row.type,
  resourceId: row.resource_id,
  sequence: row.sequence,
  event: row,
  status: row.status,
  dueAt: row.due_at,
  tries: row.tries,
  givesUpAt: row.gives_up_at,
  behindUntil: row.behind_until,
  beforeId,
});

const waitsBefore = sql`FROM delivery_states w WHERE w.platform_id = e.platform_id
  AND w.resource_id = e.resource_id AND w.sequence < e.sequence AND w.status = 'WAITING'`;

/** Evaluated once per statement. */
const isAnyWaiting = (platform: string): Sql =>
  sql`(SELECT EXISTS (SELECT 1 FROM delivery_states s WHERE s.platform_id = ${platform} AND s.status = 'WAITING'))`;

const isBehind = sql`EXISTS (SELECT 1 ${waitsBefore})`;

/** Uses the nearest earlier waiting event: first attempts run in order, so it failed last or waits for that one. */
const behindUntil = (now: Date): Sql => sql`(
  SELECT CASE WHEN w.tries = 0 THEN w.due_at WHEN w.gives_up_at > ${addMs(now, KEPT_TRYING_MS - HOLDS_BACK_MS)}
    THEN w.gives_up_at - ${KEPT_TRYING_MS - HOLDS_BACK_MS} * interval '1 millisecond' END
  ${waitsBefore} ORDER BY w.sequence DESC LIMIT 1)`;

/** Payload of an event with `delivery: 'DIRECT'`. */
export async function readPayload(db: Database, platformId: string, id: string): Promise<string> {
  const [row] = await db.read<StoredEvent>(sql`SELECT ${storedColumns} FROM events e WHERE ${isEvent(platformId, id)}`);
  assert(row, 'an event is written before it is sent');
  return payloadOf(row);
}

export interface Held {
  id: string;
  until: Date;
}

/** Delays events behind an earlier event of their resource, until that event is delivered or the delay ends. */
export async function hold(db: Database, platformId: string, held: readonly Held[]): Promise<void> {
  const platform = uuidOf(platformId);
  // Checked again in the statement, because the earlier event may have been delivered meanwhile.
  await db.write(sql`
    WITH r AS MATERIALIZED (
      SELECT r.id, r.until, e.resource_id, e.sequence
      FROM ${rows(held.map(({ id, until }) => ({ id: uuidOf(id), until })))} AS r(id uuid, until timestamptz)
      JOIN events e ON e.platform_id = ${platform} AND e.id = r.id WHERE ${isBehind}),
    again AS (
      UPDATE delivery_states d SET due_at = r.until FROM r
      WHERE d.platform_id = ${platform} AND d.event_id = r.id AND d.status = 'WAITING' AND d.tries = 0),
    taken AS (
      DELETE FROM pending_deliveries p USING r WHERE p.platform_id = ${platform} AND p.event_id = r.id RETURNING p.event_id)
    INSERT INTO delivery_states (platform_id, event_id, resource_id, sequence, status, due_at)
    SELECT ${platform}, r.id, r.resource_id, r.sequence, 'WAITING', r.until FROM r JOIN taken ON taken.event_id = r.id`);
}

/** Releases the next delayed events of a resource, in order. Returns false if there are none. */
export async function release(db: Database, platformId: string, resourceId: string): Promise<boolean> {
  const released = await releaseDelayed(
    db,
    sql`(d.platform_id, d.event_id) IN (
    SELECT platform_id, event_id FROM delivery_states
    WHERE platform_id = ${uuidOf(platformId)} AND resource_id = ${resourceId} AND status = 'WAITING' AND tries = 0
    ORDER BY sequence LIMIT ${RELEASED_AT_ONCE})`,
  );
  return released.length > 0;
}

/** Releases events that a lost process left delayed without an earlier waiting event. Returns their resources. */
export async function releaseOrphans(db: Database, platformId: string): Promise<string[]> {
  const released = await releaseDelayed(
    db,
    sql`d.platform_id = ${uuidOf(platformId)} AND NOT EXISTS (
    SELECT 1 FROM delivery_states w WHERE w.platform_id = d.platform_id AND w.resource_id = d.resource_id
      AND w.sequence < d.sequence AND w.status = 'WAITING')`,
  );
  return released.map((row) => row.resource_id);
}

const releaseDelayed = (db: Database, condition: Sql): Promise<{ resource_id: string }[]> =>
  db.write(sql`
    WITH released AS (
      DELETE FROM delivery_states d WHERE d.status = 'WAITING' AND d.tries = 0 AND ${condition}
      RETURNING d.platform_id, d.event_id, d.resource_id),
    queued AS (INSERT INTO pending_deliveries SELECT platform_id, event_id FROM released)
    SELECT resource_id FROM released`);

/** Ends the delivery of events without an endpoint. */
export async function skip(db: Database, platformId: string, ids: readonly string[]): Promise<void> {
  const those = sql`d.platform_id = ${uuidOf(platformId)} AND d.event_id = ANY(${ids.map(uuidOf)}::uuid[])`;
  await db.write(sql`
    WITH unsent AS (DELETE FROM pending_deliveries d WHERE ${those})
    DELETE FROM delivery_states d WHERE ${those} AND d.status <> 'FAILED'`);
}
