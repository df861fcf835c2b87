import type { Database } from '../../foundation/db/database.ts';
import { emptySql, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { earliestId, earliestUuid, uuidOf } from '../../foundation/kernel/ids.ts';
import { type EventRow, eventColumns } from './history.ts';
import { isEvent, isSameResource, type StoredEvent } from './stored-event.ts';

/** Maximum time from the creation of an event id to its commit: longer than any statement may wait and run. */
const LATE_MS = MINUTE_MS;
/** Maximum number of events of a resource that overlapping transactions may write. */
const OVERLAPPING = 256;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Last event that a reader has received, with its place in the log. */
export interface LogPlace {
  /** Id of the transaction that wrote the event. */
  place: string;
  sequence: string;
  id: string;
  /** Lower bound for the ids of all later events. */
  from: string;
}

interface LogRead {
  platformId: string;
  after: LogPlace;
  now: Date;
  limit: number;
  /** Includes redelivered events, at the place of their last redelivery. */
  withResends?: boolean;
}

export interface LogRow extends EventRow, Pick<StoredEvent, 'data' | 'balance'> {
  place: string;
  is_resent: boolean;
}

interface LogPage {
  events: LogRow[];
  hasMore: boolean;
  /** True if a committed event is withheld because an earlier transaction is still running. */
  isUnsettled: boolean;
}

/** Place before all events with a greater id. */
export const placeAt = (from: string): LogPlace => ({ place: '0', sequence: '0', id: '', from });

/** Place after an event. The id of a missing event is used as a point in time. */
export async function placeAfter(db: Database, platformId: string, id: string): Promise<LogPlace> {
  const [found] = await db.read<{ place: string; sequence: bigint }>(sql`
    SELECT max(b.written_in)::text AS place, e.sequence FROM events e CROSS JOIN LATERAL (
      SELECT ${ownTransaction(sql`o.written_in`)} AS written_in FROM events o
      WHERE ${isSameResource('o', 'e')} AND o.sequence <= e.sequence
      ORDER BY o.sequence DESC LIMIT ${OVERLAPPING}) b
    WHERE ${isEvent(platformId, id)} GROUP BY e.sequence`);
  if (!found) return placeAt(id);
  return { place: found.place, sequence: `${found.sequence}`, id, from: lateBefore(id) };
}

/** Place after a row. The id of a redelivered event may be old, so it does not move the lower bound. */
export function placeOf(row: LogRow, { from: before }: LogPlace): LogPlace {
  const { place, sequence, id } = row;
  const from = row.is_resent ? '' : lateBefore(id);
  return { place, sequence: `${sequence}`, id, from: [from, before].toSorted().at(-1) ?? before };
}

/**
 * Reads events after a place, ordered by transaction, and by sequence within a resource. Stops before events that a
 * running transaction may still precede, so that a reader who continues from the last event misses none.
 */
export async function readLog(db: Database, read: LogRead): Promise<LogPage> {
  const { after, limit, platformId } = read;
  const edge = await findEdge(db, read);
  const found = await db.read<LogRow & { is_settled: boolean }>(sql`
    WITH bounds AS (SELECT pg_snapshot_xmin(s) AS low FROM pg_current_snapshot() AS s),
    placed AS (
      SELECT e.*, max(${ownTransaction(sql`e.written_in`)}) OVER (PARTITION BY e.resource_id ORDER BY e.sequence) AS place,
        false AS is_resent
      FROM events e WHERE e.platform_id = ${uuidOf(platformId)} AND e.id > ${uuidAfter(after.from)}
        ${edge ? sql`AND e.id < ${uuidOf(edge.id)}` : emptySql}
      ${read.withResends ? sql`UNION ALL ${resends(read)}` : emptySql})
    SELECT ${eventColumns}, e.data, e.balance, e.place::text, e.is_resent,
      e.place < low OR (NOT e.is_resent AND e.id < ${earliestUuid(addMs(read.now, -LATE_MS))}) AS is_settled
    FROM placed e, bounds
    WHERE (e.place, e.sequence, e.id) > (${after.place}::xid8, ${after.sequence}::bigint, ${uuidAfter(after.id)}::uuid)
      ${edge ? sql`AND e.place <= ${edge.place}::xid8` : emptySql}
    ORDER BY e.place, e.sequence, e.id LIMIT ${limit + 1}`);
  const open = found.findIndex((row) => !row.is_settled);
  const settled = open === -1 ? found : found.slice(0, open);
  const hasMore = settled.length > limit || edge !== undefined;
  return { events: settled.slice(0, limit), hasMore, isUnsettled: open !== -1 };
}

/** An empty id precedes all ids. */
const uuidAfter = (id: string): string => (id === '' ? NIL : uuidOf(id));

/** Transaction ids of another cluster, from a restored backup, precede all ids of this cluster. */
const ownTransaction = (column: Sql): Sql =>
  sql`CASE WHEN ${column} < pg_snapshot_xmax(pg_current_snapshot()) THEN ${column} ELSE '0'::xid8 END`;

const resends = ({ platformId, after }: LogRead): Sql => sql`
  SELECT e.*, r.resent_in, true
  FROM resent_events r JOIN events e ON e.platform_id = r.platform_id AND e.id = r.event_id
  WHERE r.platform_id = ${uuidOf(platformId)} AND r.resent_in >= ${after.place}::xid8
    AND r.resent_in < pg_snapshot_xmax(pg_current_snapshot())`;

interface Edge {
  id: string;
  place: string;
}

/** Bounds of the read if many events follow: events with this id or a greater one come after `place`. */
async function findEdge(db: Database, { platformId, after, limit }: LogRead): Promise<Edge | undefined> {
  const most = limit + OVERLAPPING;
  const [row] = await db.read<{ count: bigint; id: string; place: string }>(sql`
    SELECT count(*), max(id::text) AS id, max(place)::text AS place
    FROM (SELECT id, ${ownTransaction(sql`written_in`)} AS place FROM events
      WHERE platform_id = ${uuidOf(platformId)} AND id > ${uuidAfter(after.from)}
        AND ${ownTransaction(sql`written_in`)} > ${after.place}::xid8
      ORDER BY id LIMIT ${most}) AS ahead`);
  return row && Number(row.count) === most ? { id: lateAfter(row.id), place: row.place } : undefined;
}

const lateBefore = (id: string): string => earliestId('Webhook', addMs(timeOf(id), -LATE_MS));
const lateAfter = (id: string): string => earliestId('Webhook', addMs(timeOf(id), LATE_MS));

/** The first 48 bits of a UUID of version 7 are the time in milliseconds. */
const timeOf = (id: string): Date =>
  new Date(
    Number.parseInt(
      id
        .slice(id.indexOf(':') + 1)
        .replace('-', '')
        .slice(0, 12),
      16,
    ),
  );
