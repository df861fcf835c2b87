import type { Database } from '../db/database.ts';
import { rows, type Sql, sql } from '../db/sql.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../kernel/clock.ts';
import { assert } from '../kernel/errors.ts';
import { emitHints } from '../kernel/hints.ts';
import { type Endpoint, endpointColumns } from './endpoints.ts';
import { hintOfAttempt } from './event-hints.ts';
import type { EventType } from './events.ts';
import { countAttempts, hourOf } from './hours.ts';
import { type Attempt, KEPT_ANSWER_BYTES } from './sender.ts';

/** How long an event is retried after its first failed attempt. */
export const KEPT_TRYING_MS = 7 * DAY_MS;
/** Time after its first failed attempt for which a failing event delays later ones of its resource. */
const HOLDS_BACK_MS = MINUTE_MS;
/** Delayed events that are released by one statement. */
const RELEASED_AT_ONCE = 32;

/**
 * PENDING: to be sent in order. WAITING: not before `dueAt`, because it or an earlier event of its resource failed.
 * REDELIVERING: requested again; it delays no other event.
 */
export type OpenStatus = 'PENDING' | 'WAITING' | 'REDELIVERING';

export interface Delivery {
  id: string;
  type: EventType;
  resourceId: string;
  sequence: bigint;
  payload: string;
  status: OpenStatus;
  /** Time of the next attempt while WAITING. */
  dueAt: Date | null;
  tries: number;
  givesUpAt: Date | null;
  /** Until when an earlier event of the resource delays this one; in the past when that one is due and not sent yet. */
  behindUntil: Date | null;
  /** The preceding event of the resource, if it is to be sent as well. */
  beforeId: string | null;
}

export interface Work {
  platformId: string;
  /** Due time of the next event; null when one can be sent at once. */
  dueAt: Date | null;
}

/**
 * Platforms with open events, found by skipping along the index regardless of their number; and platforms whose
 * endpoint another process leases, with the end of the lease, so that events of a lost process are taken over.
 */
export function listWork(db: Database, holderId: string): Promise<Work[]> {
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
  /** The previous holder, if it did not return the lease. */
  leftBy: string | null;
}

/** Leases the endpoints among these that no other process delivers to. */
export function takeLeases(db: Database, platformIds: readonly string[], holder: Holder): Promise<Leased[]> {
  return lease(db, platformIds, holder, sql`(w.lease_until IS NULL OR w.lease_until <= ${holder.now})`);
}

/** Extends the leases that this process still holds, and returns the current endpoints. */
export function renewLeases(db: Database, platformIds: readonly string[], holder: Holder): Promise<Leased[]> {
  return lease(db, platformIds, holder, sql`w.lease_holder = ${holder.id}`);
}

function lease(db: Database, platformIds: readonly string[], { id, now, leaseMs }: Holder, isFree: Sql) {
  // The subquery sees the row before this update: the previous holder.
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

/** Events that can be sent, oldest first: up to `limit` new ones, and as many that are due again. */
export function readOpen(
  db: Database,
  platformId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<Delivery[]> {
  return db.read<Delivery>(sql`
    (SELECT ${deliveryColumns}, ${behindUntil(now)} AS "behindUntil", b.id AS "beforeId"
      FROM events e LEFT JOIN LATERAL (
        SELECT id, status FROM events WHERE platform_id = e.platform_id AND resource_id = e.resource_id
          AND sequence < e.sequence ORDER BY sequence DESC LIMIT 1) b ON b.status = 'PENDING'
      WHERE e.platform_id = ${platformId} AND e.status = 'PENDING' ORDER BY e.created_at, e.sequence LIMIT ${limit})
    UNION ALL
    (SELECT ${deliveryColumns}, CASE WHEN e.status = 'WAITING' AND e.tries = 0 THEN ${behindUntil(now)} END, NULL
      FROM events e WHERE e.platform_id = ${platformId} AND ${isLater} AND e.due_at <= ${now}
      ORDER BY e.due_at, e.sequence LIMIT ${limit})`);
}

const deliveryColumns = sql`e.id, e.type, e.resource_id AS "resourceId", e.sequence, e.payload, e.status,
  e.due_at AS "dueAt", e.tries, e.gives_up_at AS "givesUpAt"`;

const waitsBefore = sql`FROM events w WHERE w.platform_id = e.platform_id
  AND w.resource_id = e.resource_id AND w.sequence < e.sequence AND w.status = 'WAITING'`;

const isBehind = sql`EXISTS (SELECT 1 ${waitsBefore})`;

/** The nearest earlier event decides: first attempts run in order, so it failed last or waits for the one that did. */
const behindUntil = (now: Date): Sql => sql`(
  SELECT CASE WHEN w.tries = 0 THEN w.due_at WHEN w.gives_up_at > ${addMs(now, KEPT_TRYING_MS - HOLDS_BACK_MS)}
    THEN w.gives_up_at - ${KEPT_TRYING_MS - HOLDS_BACK_MS} * interval '1 millisecond' END
  ${waitsBefore} ORDER BY w.sequence DESC LIMIT 1)`;

/** The stored bytes of an event with `delivery: 'DIRECT'`. */
export async function payloadOf(db: Database, platformId: string, id: string): Promise<string> {
  const [row] = await db.read<{ payload: string }>(
    sql`SELECT payload FROM events WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  assert(row, 'an event is written before it is sent');
  return row.payload;
}

export interface Held {
  id: string;
  until: Date;
}

/** Delays events behind an earlier one of their resource until it arrives or its delay ends. */
export async function hold(db: Database, platformId: string, held: readonly Held[]): Promise<void> {
  // Re-checked here: the earlier event may have arrived meanwhile.
  await db.write(sql`
    UPDATE events e SET status = 'WAITING', due_at = r.until
    FROM ${rows(held)} AS r(id text, until timestamptz)
    WHERE e.platform_id = ${platformId} AND e.id = r.id AND e.status IN ('PENDING', 'WAITING') AND e.tries = 0
      AND ${isBehind}`);
}

/** Releases the next delayed events of the resource, in order; false when there is none. */
export async function release(db: Database, platformId: string, resourceId: string): Promise<boolean> {
  const released = await db.write(sql`
    UPDATE events e SET status = 'PENDING', due_at = NULL FROM (
      SELECT id FROM events WHERE platform_id = ${platformId} AND resource_id = ${resourceId} AND status = 'WAITING'
        AND tries = 0 ORDER BY sequence LIMIT ${RELEASED_AT_ONCE}) next
    WHERE e.platform_id = ${platformId} AND e.id = next.id AND e.status = 'WAITING' RETURNING 1`);
  return released.length > 0;
}

/** Releases events that a lost process left delayed behind nothing; returns their resources. */
export async function releaseOrphans(db: Database, platformId: string): Promise<string[]> {
  const released = await db.write<{ resource_id: string }>(sql`
    UPDATE events e SET status = 'PENDING', due_at = NULL
    WHERE e.platform_id = ${platformId} AND e.status = 'WAITING' AND e.tries = 0 AND NOT ${isBehind}
    RETURNING e.resource_id`);
  return released.map((row) => row.resource_id);
}

/** Ends events that have no endpoint to go to. */
export async function skip(db: Database, platformId: string, ids: readonly string[]): Promise<void> {
  await db.write(sql`
    UPDATE events e SET status = 'SKIPPED', due_at = NULL
    WHERE e.platform_id = ${platformId} AND e.id = ANY(${ids}::text[])
      AND e.status IN ('PENDING', 'WAITING', 'REDELIVERING', 'DIRECT')`);
}

export interface DeliveryOutcome {
  platformId: string;
  id: string;
  status: OpenStatus | 'DELIVERED' | 'FAILED';
  dueAt?: Date;
  tries?: number;
  givesUpAt?: Date;
  attempt: Attempt;
}

/** Records attempts and their outcomes, many in one statement. A late report never reopens a delivered event. */
export async function recordOutcomes(db: Database, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  await db.write(sql`
    WITH r AS MATERIALIZED (SELECT * FROM ${rows(outcomes.map(outcomeRow))} AS r(platform_id text, id text, status text,
      due_at timestamptz, tries smallint, gives_up_at timestamptz, at timestamptz, url text, code smallint, error text,
      latency_ms real, answer text, hour timestamptz, bucket smallint)),
    counted AS (${countAttempts}),
    recorded AS (
      UPDATE events e SET status = r.status, due_at = r.due_at, tries = r.tries, gives_up_at = r.gives_up_at,
        attempts = e.attempts + 1
      FROM r WHERE e.platform_id = r.platform_id AND e.id = r.id AND (e.status <> 'DELIVERED' OR r.status = 'DELIVERED')
      RETURNING e.platform_id, e.id, e.attempts)
    INSERT INTO webhook_attempts (platform_id, event_id, number, at, url, status, error, latency_ms, answer)
    SELECT r.platform_id, r.id, recorded.attempts, r.at, r.url, r.code, r.error, r.latency_ms, r.answer
    FROM r JOIN recorded USING (platform_id, id)`);
  emitHints(db.signals, () => outcomes.map(({ platformId, id, attempt }) => hintOfAttempt(platformId, id, attempt.at)));
}

const outcomeRow = ({ platformId, id, status, dueAt, tries, givesUpAt, attempt }: DeliveryOutcome) => ({
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
  ...hourOf(attempt),
});
