import type { Database } from '../db/database.ts';
import { rows, type Sql, sql } from '../db/sql.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { assert } from '../kernel/errors.ts';
import { type Attempt, KEPT_ANSWER_BYTES } from './courier.ts';
import { type Endpoint, endpointColumns } from './endpoints.ts';
import type { EventType } from './events.ts';

/** How long an event waits for an earlier one of the same resource. */
const MAX_WAIT_MS = MINUTE_MS;
/** How many that waited are let go at once. */
const RELEASED_AT_ONCE = 32;

/**
 * PENDING: to be sent as soon as its turn comes. WAITING: not before `dueAt`, because it failed, or because an earlier
 * one of its resource did. REDELIVERING: asked for again; nobody waits for it.
 */
export type OpenStatus = 'PENDING' | 'WAITING' | 'REDELIVERING';

export interface Delivery {
  id: string;
  type: EventType;
  resourceId: string;
  sequence: bigint;
  payload: string;
  status: OpenStatus;
  /** Of one that waits: until when. Of one that has waited: when it would have been let go. */
  dueAt: Date | null;
  tries: number;
  givesUpAt: Date | null;
  /** An earlier one of the resource waits. */
  isBehind: boolean;
  /** The one right before it, where that one is to be sent as well. */
  beforeId: string | null;
}

export interface Work {
  platformId: string;
  /** When the next one falls due; none where something is to be sent as soon as its turn comes. */
  dueAt: Date | null;
}

/**
 * The platforms that have something open, going from one to the next along the index, however much each has; and those
 * whose endpoint another process holds, when that ends: should it be lost, somebody must see to what it held back.
 */
export function findWork(db: Database, holderId: string): Promise<Work[]> {
  return db.read<Work>(sql`
    WITH RECURSIVE pending AS (${eachPlatform(sql`pending`, sql`status = 'PENDING'`)}),
      later AS (${eachPlatform(sql`later`, isLater)})
    SELECT platform_id AS "platformId", NULL::timestamptz AS "dueAt" FROM pending WHERE platform_id IS NOT NULL
    UNION ALL
    SELECT platform_id, (SELECT min(due_at) FROM events e WHERE e.platform_id = later.platform_id AND ${isLater})
    FROM later WHERE platform_id IS NOT NULL
    UNION ALL
    SELECT platform_id, lease_until FROM webhook_endpoints WHERE lease_holder IS NOT NULL AND lease_holder <> ${holderId}`);
}

const isLater = sql`status IN ('WAITING', 'REDELIVERING')`;

const eachPlatform = (known: Sql, condition: Sql): Sql => sql`
  (SELECT platform_id FROM events WHERE ${condition} ORDER BY platform_id LIMIT 1)
  UNION ALL
  SELECT (SELECT e.platform_id FROM events e WHERE ${condition} AND e.platform_id > known.platform_id
    ORDER BY e.platform_id LIMIT 1)
  FROM ${known} known WHERE known.platform_id IS NOT NULL`;

export interface Holder {
  id: string;
  now: Date;
  leaseMs: number;
}

export interface Leased extends Endpoint {
  /** Who held it last and did not give it back. */
  leftBy: string | null;
}

/** The endpoints among these that nobody else delivers to: they are ours until the lease ends. */
export function takeLeases(db: Database, platformIds: readonly string[], holder: Holder): Promise<Leased[]> {
  return lease(db, platformIds, holder, sql`(w.lease_until IS NULL OR w.lease_until <= ${holder.now})`);
}

/** Those that are still ours, as they are by now. */
export function renewLeases(db: Database, platformIds: readonly string[], holder: Holder): Promise<Leased[]> {
  return lease(db, platformIds, holder, sql`w.lease_holder = ${holder.id}`);
}

function lease(db: Database, platformIds: readonly string[], { id, now, leaseMs }: Holder, isFree: Sql) {
  // The one that held it is read as it was before this statement.
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

/** What can be sent, oldest first: up to `limit` of the new ones, and as many whose time has come again. */
export function readOpen(
  db: Database,
  platformId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<Delivery[]> {
  return db.read<Delivery>(sql`
    (SELECT ${deliveryColumns}, ${isBehind} AS "isBehind", b.id AS "beforeId"
      FROM events e LEFT JOIN LATERAL (
        SELECT id, status FROM events WHERE platform_id = e.platform_id AND resource_id = e.resource_id
          AND sequence < e.sequence ORDER BY sequence DESC LIMIT 1) b ON b.status = 'PENDING'
      WHERE e.platform_id = ${platformId} AND e.status = 'PENDING' ORDER BY e.created_at, e.sequence LIMIT ${limit})
    UNION ALL
    (SELECT ${deliveryColumns}, false, NULL
      FROM events e WHERE e.platform_id = ${platformId} AND ${isLater} AND e.due_at <= ${now}
      ORDER BY e.due_at, e.sequence LIMIT ${limit})`);
}

const deliveryColumns = sql`e.id, e.type, e.resource_id AS "resourceId", e.sequence, e.payload, e.status,
  e.due_at AS "dueAt", e.tries, e.gives_up_at AS "givesUpAt"`;

const isBehind = sql`EXISTS (SELECT 1 FROM events w WHERE w.platform_id = e.platform_id
  AND w.resource_id = e.resource_id AND w.sequence < e.sequence AND w.status = 'WAITING')`;

/** The bytes of one event, for those who send it themselves. */
export async function payloadOf(db: Database, platformId: string, id: string): Promise<string> {
  const [row] = await db.read<{ payload: string }>(
    sql`SELECT payload FROM events WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  assert(row, 'an event is written before it is sent');
  return row.payload;
}

/** These wait for an earlier one of their resource: until it has arrived, or for as long as they may. */
export async function hold(db: Database, platformId: string, ids: readonly string[], now: Date): Promise<void> {
  // Looked at again: the one that they wait for may have arrived meanwhile.
  await db.write(sql`
    UPDATE events e SET status = 'WAITING', due_at = COALESCE(e.due_at, ${addMs(now, MAX_WAIT_MS)})
    WHERE e.platform_id = ${platformId} AND e.id = ANY(${ids}::text[]) AND e.status = 'PENDING' AND ${isBehind}`);
}

/** The next ones that waited for others of the resource, in their order; false where there is none. */
export async function release(db: Database, platformId: string, resourceId: string): Promise<boolean> {
  const released = await db.write(sql`
    UPDATE events e SET status = 'PENDING' FROM (
      SELECT id FROM events WHERE platform_id = ${platformId} AND resource_id = ${resourceId} AND status = 'WAITING'
        AND tries = 0 ORDER BY sequence LIMIT ${RELEASED_AT_ONCE}) next
    WHERE e.platform_id = ${platformId} AND e.id = next.id AND e.status = 'WAITING' RETURNING 1`);
  return released.length > 0;
}

/** After another process was lost: those that wait for nothing any more. Tells of which resources they are. */
export async function releaseOrphans(db: Database, platformId: string): Promise<string[]> {
  const released = await db.write<{ resource_id: string }>(sql`
    UPDATE events e SET status = 'PENDING'
    WHERE e.platform_id = ${platformId} AND e.status = 'WAITING' AND e.tries = 0 AND NOT ${isBehind}
    RETURNING e.resource_id`);
  return released.map((row) => row.resource_id);
}

/** There is nobody to send these to. */
export async function skip(db: Database, platformId: string, ids: readonly string[]): Promise<void> {
  await db.write(sql`
    UPDATE events e SET status = 'SKIPPED', due_at = NULL
    WHERE e.platform_id = ${platformId} AND e.id = ANY(${ids}::text[])
      AND e.status IN ('PENDING', 'WAITING', 'REDELIVERING', 'DIRECT')`);
}

export interface Outcome {
  platformId: string;
  id: string;
  status: OpenStatus | 'DELIVERED' | 'FAILED';
  dueAt?: Date;
  tries?: number;
  givesUpAt?: Date;
  attempt: Attempt;
}

/** Attempts and what follows from them, many in one statement. What has arrived is never open again by a late report. */
export async function recordOutcomes(db: Database, outcomes: readonly Outcome[]): Promise<void> {
  await db.write(sql`
    WITH r AS MATERIALIZED (SELECT * FROM ${rows(outcomes.map(outcomeRow))} AS r(platform_id text, id text, status text,
      due_at timestamptz, tries smallint, gives_up_at timestamptz, at timestamptz, url text, code smallint, error text,
      latency_ms real, answer text)),
    told AS (
      UPDATE events e SET status = r.status, due_at = r.due_at, tries = r.tries, gives_up_at = r.gives_up_at,
        attempts = e.attempts + 1
      FROM r WHERE e.platform_id = r.platform_id AND e.id = r.id AND (e.status <> 'DELIVERED' OR r.status = 'DELIVERED')
      RETURNING e.platform_id, e.id, e.attempts)
    INSERT INTO webhook_attempts (platform_id, event_id, number, at, url, status, error, latency_ms, answer)
    SELECT r.platform_id, r.id, told.attempts, r.at, r.url, r.code, r.error, r.latency_ms, r.answer
    FROM r JOIN told USING (platform_id, id)`);
}

const outcomeRow = ({ platformId, id, status, dueAt, tries, givesUpAt, attempt }: Outcome) => ({
  platform_id: platformId,
  id,
  status,
  due_at: dueAt ?? null,
  tries: tries ?? 0,
  gives_up_at: givesUpAt ?? null,
  at: attempt.at,
  url: attempt.url,
  code: attempt.status ?? null,
  error: attempt.error ?? null,
  latency_ms: attempt.latencyMs,
  answer: attempt.answer ? attempt.answer.slice(0, KEPT_ANSWER_BYTES) : null,
});
