import { rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';

export const eventStatuses = [
  'PENDING',
  'WAITING',
  'REDELIVERING',
  'DIRECT',
  'DELIVERED',
  'FAILED',
  'SKIPPED',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

const pending = sql`FROM pending_deliveries p WHERE p.platform_id = e.platform_id AND p.event_id = e.id`;
const arrived = sql`FROM webhook_attempts a WHERE a.platform_id = e.platform_id AND a.event_id = e.id AND a.has_arrived`;

const isPending = sql`EXISTS (SELECT 1 ${pending})`;

const hasState = (condition: Sql): Sql => sql`EXISTS (
  SELECT 1 FROM delivery_states d WHERE d.platform_id = e.platform_id AND d.event_id = e.id AND ${condition})`;

const hasArrived = sql`EXISTS (SELECT 1 ${arrived})`;

/** SQL: the delivery of event `e` has ended without failure, as delivered or skipped. */
export const isOver = sql`NOT ${isPending} AND NOT ${hasState(sql`true`)}`;

const stateOf = (column: Sql): Sql => sql`(
  SELECT d.${column} FROM delivery_states d WHERE d.platform_id = e.platform_id AND d.event_id = e.id)`;

/**
 * SQL: status of event `e`, derived from other tables because events are append-only. Avoids EXISTS, for which the
 * planner may read all attempts at once.
 */
export const statusColumn = sql`COALESCE(
  (SELECT 'PENDING' ${pending}), ${stateOf(sql`status`)}, (SELECT 'DELIVERED' ${arrived} LIMIT 1), 'SKIPPED')`;

export const attemptsColumn = sql`COALESCE(${stateOf(sql`attempts`)}, (
  SELECT max(a.number) FROM webhook_attempts a WHERE a.platform_id = e.platform_id AND a.event_id = e.id), 0)`;

export const dueColumn = stateOf(sql`due_at`);

/** SQL: condition of events `e` with a status. Each condition reads as few tables as possible. */
export const hasStatus = (status: EventStatus): Sql => conditions[status];

/** Deliveries with an open or failed status, which are few. Undefined for statuses that have no rows. */
export function deliveriesWith(platformId: string, status: EventStatus): Sql | undefined {
  if (status === 'DELIVERED' || status === 'SKIPPED') return undefined;
  const ofPlatform = sql`platform_id = ${uuidOf(platformId)}`;
  return status === 'PENDING'
    ? sql`SELECT event_id FROM pending_deliveries WHERE ${ofPlatform}`
    : // Literal, as in the partial index of failed deliveries.
      sql`SELECT event_id FROM delivery_states WHERE ${ofPlatform} AND status = ${rawSql(`'${status}'`)}`;
}

const conditions: Readonly<Record<EventStatus, Sql>> = {
  PENDING: isPending,
  WAITING: hasState(sql`d.status = 'WAITING'`),
  REDELIVERING: hasState(sql`d.status = 'REDELIVERING'`),
  DIRECT: hasState(sql`d.status = 'DIRECT'`),
  FAILED: hasState(sql`d.status = 'FAILED'`),
  DELIVERED: sql`${hasArrived} AND ${isOver}`,
  SKIPPED: sql`NOT ${hasArrived} AND ${isOver}`,
};
