import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { boolean, nullable, type RecordOf, table, text, timestamptz } from '../../foundation/db/table.ts';

/**
 * Lists the few transactions whose status is not the usual final one. Lists by status read these rows, so that
 * `transactions` needs no index on a column that every payment changes.
 */
const listedStatuses = table('listed_statuses', {
  platformId: text(),
  type: text(),
  status: text(),
  id: text(),
  /** The payment is neither paid nor refunded: an operator decides. */
  isSuspended: boolean(),
  /** Expiry of a waiting quote, on the clock of the platform and in real time (quote-expiries.ts). */
  expiresAt: nullable(timestamptz()),
  dueAt: nullable(timestamptz()),
});

type ListedRecord = RecordOf<typeof listedStatuses>;
export type QuoteExpiry = Pick<ListedRecord, 'expiresAt' | 'dueAt'>;
/** `expiry` is set for a new quote; changes keep it while the quote waits. */
export type ListedStatus = Omit<ListedRecord, keyof QuoteExpiry> & { expiry?: QuoteExpiry | undefined };

const NO_EXPIRY: QuoteExpiry = { expiresAt: null, dueAt: null };

/** Usual final statuses: lists by these read the transactions themselves. */
const USUAL = ['COMPLETED', 'SETTLED'];

export const isListed = (status: string): boolean => !USUAL.includes(status);

/** Effects of a change; none when the listed status stays the same. */
export function listStatus(after: ListedStatus, before?: ListedStatus): Effect[] {
  const from = before && isListed(before.status) ? before.status : undefined;
  const row = { ...listedStatuses.toRow({ ...NO_EXPIRY, ...after.expiry, ...after }), from_status: from };
  if (!isListed(after.status)) return from === undefined ? [] : [{ kind: removeKind, rows: [row] }];
  if (from === undefined) return [{ kind: addKind, rows: [row] }];
  const isSame = from === after.status && before?.isSuspended === after.isSuspended;
  return isSame ? [] : [{ kind: changeKind, rows: [row] }];
}

const addKind = listedStatuses.insertKind('status_listed');

const rowsFrom = (rows: Sql): Sql => sql`${rows} AS r(${listedStatuses.rowType}, from_status text)`;

const isRow = sql`uuid_of(s.platform_id) = uuid_of(r.platform_id) AND s.type = r.type AND s.status = r.from_status
  AND uuid_of(s.id) = uuid_of(r.id)`;

/** SQL: the status is that of a quote that was not executed and has not ended. */
const isWaiting = (status: Sql): Sql => sql`${status} IN ('CREATED', 'PENDING', 'PENDING_AUTHORIZATION')`;

const changeKind: EffectKind = {
  name: 'status_relisted',
  statement: (rows) => sql`
    UPDATE listed_statuses s SET status = r.status, is_suspended = r.is_suspended,
      expires_at = CASE WHEN ${isWaiting(sql`r.status`)} THEN s.expires_at END,
      due_at = CASE WHEN ${isWaiting(sql`r.status`)} THEN s.due_at END
    FROM ${rowsFrom(rows)} JOIN guarded USING (item) WHERE ${isRow}`,
};

const removeKind: EffectKind = {
  name: 'status_unlisted',
  statement: (rows) => sql`
    DELETE FROM listed_statuses s USING ${rowsFrom(rows)} JOIN guarded USING (item) WHERE ${isRow}`,
};

/** FROM clause of lists by status that read no column of the transactions. */
export const fromListedAlone: Sql = sql`
  FROM listed_statuses AS l(listed_platform, listed_type, listed_status, listed_id, is_suspended, listed_expiry, listed_due)`;

/** FROM clause with the transactions as well. LIMIT keeps the planner from joining whole tables. */
export const fromListed: Sql = sql`${fromListedAlone}
  CROSS JOIN LATERAL (
    SELECT * FROM transactions t WHERE t.platform_id = l.listed_platform AND t.id = l.listed_id LIMIT 1
  ) AS transactions`;

/** SQL: waiting quotes with their expiries. */
export const waitingQuotes: Sql = sql`(
  SELECT platform_id, status, id, expires_at, due_at FROM listed_statuses
  WHERE type = 'OUTGOING' AND ${isWaiting(sql`status`)} AND due_at IS NOT NULL)`;

interface DueExpiry {
  platformId: string;
  id: string;
  status: string;
}

/** Guard: removes the expiry of a quote from its row, exactly once. */
export const takeExpiry = ({ platformId, id, status }: DueExpiry): Effect => ({
  kind: takeExpiryKind,
  rows: [{ platform_id: platformId, type: 'OUTGOING', id, from_status: status }],
});

const takeExpiryKind: EffectKind = {
  name: 'expiry_taken',
  statement: (rows) => sql`
    UPDATE listed_statuses s SET due_at = NULL
    FROM ${rows} AS r(item int, platform_id text, type text, id text, from_status text)
    WHERE ${isRow} AND s.due_at IS NOT NULL RETURNING r.item`,
};

/** Recomputes the real time of expiries after the clock of a platform, or of all platforms, was advanced. */
export async function realignExpiries(db: Database, platformId?: string): Promise<void> {
  const which = platformId === undefined ? sql`p.clock_offset_ms > 0` : sql`p.id = ${platformId}`;
  const due = sql`s.expires_at - p.clock_offset_ms * interval '1 millisecond'`;
  await db.write(sql`
    UPDATE listed_statuses s SET due_at = ${due} FROM platforms p
    WHERE uuid_of(s.platform_id) = uuid_of(p.id) AND s.type = 'OUTGOING' AND ${isWaiting(sql`s.status`)} AND ${which}
      AND s.due_at <> ${due}`);
}
