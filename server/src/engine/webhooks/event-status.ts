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

/** SQL: nothing more is sent of an event `e`, and it has not failed: it is delivered or skipped. */
export const isOver = sql`NOT ${isPending} AND NOT ${hasState(sql`true`)}`;

const stateOf = (column: Sql): Sql => sql`(
  SELECT d.${column} FROM delivery_states d WHERE d.platform_id = e.platform_id AND d.event_id = e.id)`;

/**
 * SQL: the status of an event `e`. Events are append-only: it follows from rows beside them. Without EXISTS, for which
 * the planner may read all attempts at once.
 */
export const statusColumn = sql`COALESCE(
  (SELECT 'PENDING' ${pending}), ${stateOf(sql`status`)}, (SELECT 'DELIVERED' ${arrived} LIMIT 1), 'SKIPPED')`;

export const attemptsColumn = sql`COALESCE(${stateOf(sql`attempts`)}, (
  SELECT max(a.number) FROM webhook_attempts a WHERE a.platform_id = e.platform_id AND a.event_id = e.id), 0)`;

export const dueColumn = stateOf(sql`due_at`);

/** Condition of events `e` with a status. Each reads only the rows that decide. */
export const hasStatus = (status: EventStatus): Sql => conditions[status];

/** The rows of deliveries with an open or failed status, which are few; undefined for statuses without a row. */
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
