import type { Effect, EffectKind } from '../db/effects.ts';
import { type Sql, sql } from '../db/sql.ts';
import { boolean, type RecordOf, table, text } from '../db/table.ts';

/**
 * A listed status is the status of a transaction that has not ended as most do. The few rows serve the lists by status,
 * so that `transactions` needs no index on a column that every payment changes.
 */
const listedStatuses = table('listed_statuses', {
  platformId: text(),
  type: text(),
  status: text(),
  id: text(),
  /** Neither paid nor refunded: an operator decides. */
  isSuspended: boolean(),
});

export type ListedStatus = RecordOf<typeof listedStatuses>;

/** Final statuses of most transactions: lists read them from the transactions themselves. */
const USUAL = ['COMPLETED', 'SETTLED'];

export const isListed = (status: string): boolean => !USUAL.includes(status);

/** Effects of a change; none where the listed status stays the same. */
export function listStatus(after: ListedStatus, before?: ListedStatus): Effect[] {
  const from = before && isListed(before.status) ? before.status : undefined;
  const row = { ...listedStatuses.toRow(after), from_status: from };
  if (!isListed(after.status)) return from === undefined ? [] : [{ kind: removeKind, rows: [row] }];
  if (from === undefined) return [{ kind: addKind, rows: [row] }];
  const isSame = from === after.status && before?.isSuspended === after.isSuspended;
  return isSame ? [] : [{ kind: changeKind, rows: [row] }];
}

const addKind = listedStatuses.insertKind('status_listed');

const rowsFrom = (rows: Sql): Sql => sql`${rows} AS r(${listedStatuses.rowType}, from_status text)`;

const isRow = sql`s.platform_id = r.platform_id AND s.type = r.type AND s.status = r.from_status AND s.id = r.id`;

const changeKind: EffectKind = {
  name: 'status_relisted',
  statement: (rows) => sql`
    UPDATE listed_statuses s SET status = r.status, is_suspended = r.is_suspended
    FROM ${rowsFrom(rows)} JOIN guarded USING (item) WHERE ${isRow}`,
};

const removeKind: EffectKind = {
  name: 'status_unlisted',
  statement: (rows) => sql`
    DELETE FROM listed_statuses s USING ${rowsFrom(rows)} JOIN guarded USING (item) WHERE ${isRow}`,
};

/** `FROM` of a list by listed status that needs no transaction. */
export const fromListedAlone: Sql = sql`
  FROM listed_statuses AS l(listed_platform, listed_type, listed_status, listed_id, is_suspended)`;

/** The same with the transactions. The limit keeps the planner from joining whole tables. */
export const fromListed: Sql = sql`${fromListedAlone}
  CROSS JOIN LATERAL (
    SELECT * FROM transactions t WHERE t.platform_id = l.listed_platform AND t.id = l.listed_id LIMIT 1
  ) AS transactions`;
