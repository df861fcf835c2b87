import { dateOf } from '../../engine/ledger/closed-days.ts';
import type { Database } from '../../foundation/db/database.ts';
import { emptySql, rawSql, sql } from '../../foundation/db/sql.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';

/** A closed day with entries of a list. */
export interface ClosedDay {
  day: string;
  entries: bigint;
  transaction_ids?: string[] | null;
}

/** Period with all entries of a list in it. Starts at the start of a day. */
export interface Segment {
  from?: Date | undefined;
  to: Date;
  entries: number;
  /** All transactions of the entries, if known: the entries are then read by key. */
  transactionIds?: readonly string[];
}

export const startOf = ({ day }: ClosedDay): Date => new Date(`${day}T00:00:00Z`);

/** Joins neighbouring days whose transactions are known, up to the size of a page. */
export function segmentsOf(days: readonly ClosedDay[], limit: number): Segment[] {
  const segments: Segment[] = [];
  for (const closed of days) {
    const from = startOf(closed);
    const entries = Number(closed.entries);
    const transactionIds = closed.transaction_ids;
    const last = segments.at(-1);
    if (transactionIds && last?.transactionIds && last.entries <= limit) {
      last.from = from;
      last.entries += entries;
      last.transactionIds = [...last.transactionIds, ...transactionIds];
    } else segments.push({ from, to: addMs(from, DAY_MS), entries, ...(transactionIds && { transactionIds }) });
  }
  return segments;
}

interface DaysRequest {
  from: Date | undefined;
  before: Date;
  limit: number;
  order: 'ASC' | 'DESC';
}

/** Closed days with entries of an account. */
export const accountDays =
  (db: Database, { platformId, accountId }: { platformId: string; accountId: string }) =>
  ({ from, before, limit, order }: DaysRequest): Promise<ClosedDay[]> =>
    db.read<ClosedDay>(sql`
      SELECT day::text AS day, entries, transaction_ids FROM ledger_account_days
      WHERE platform_id = ${platformId} AND account_id = ${accountId} AND entries > 0
        AND ${beforeMoment(before)} ${from ? sql`AND day >= ${dateOf(from)}` : emptySql}
      ORDER BY day ${rawSql(order)} LIMIT ${limit}`);

/** Condition for days that begin before a moment. */
const beforeMoment = (before: Date) => sql`day <= ${dateOf(addMs(before, -1))}`;

interface FlowFilter {
  platformId: string;
  currency?: string | undefined;
  debitKind?: string | undefined;
  creditKind?: string | undefined;
}

/** Closed days with entries between two kinds of accounts. */
export const flowDays =
  (db: Database, { platformId, currency, debitKind, creditKind }: FlowFilter) =>
  ({ from, before, limit, order }: DaysRequest): Promise<ClosedDay[]> =>
    db.read<ClosedDay>(sql`
      SELECT day::text AS day, sum(entries)::bigint AS entries FROM ledger_flow_days
      WHERE platform_id = ${platformId} AND ${beforeMoment(before)} ${from ? sql`AND day >= ${dateOf(from)}` : emptySql}
        ${currency ? sql`AND currency = ${currency}` : emptySql}
        ${debitKind ? sql`AND debit_kind = ${debitKind}` : emptySql}
        ${creditKind ? sql`AND credit_kind = ${creditKind}` : emptySql}
      GROUP BY day ORDER BY day ${rawSql(order)} LIMIT ${limit}`);
