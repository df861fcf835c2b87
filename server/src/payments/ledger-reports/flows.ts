import { dateOf, findOpenSince, startOfDay } from '../../engine/ledger/closed-days.ts';
import { isOfPlatform } from '../../engine/ledger/entry-keys.ts';
import type { Database } from '../../foundation/db/database.ts';
import { emptySql, joinSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { earlier, type Period } from './period.ts';

/** Total of the entries from accounts of one kind to accounts of another, in one currency. */
export interface Flow {
  currency: string;
  debitKind: string;
  creditKind: string;
  amount: bigint;
  entries: bigint;
}

/** Adds up closed days from their totals, and the parts of days at both ends from entries, in one snapshot. */
export async function readFlows(
  db: Database,
  platformId: string,
  { period, currency }: { period: Period; currency?: string | undefined },
): Promise<Flow[]> {
  const { days, parts } = split(period, await findOpenSince(db));
  const inCurrency = currency === undefined ? emptySql : sql`AND currency = ${currency}`;
  const sources = [
    ...(days ? [closedFlows(platformId, days, inCurrency)] : []),
    ...parts.map((part) => openFlows(platformId, part, inCurrency)),
  ];
  const rows = await db.read<Omit<Flow, 'amount'> & { amount: string }>(sql`
    SELECT currency, debit_kind AS "debitKind", credit_kind AS "creditKind", sum(amount)::text AS amount,
      sum(entries)::bigint AS entries
    FROM (${joinSql(sources, ' UNION ALL ')}) AS flows
    GROUP BY currency, debit_kind, credit_kind ORDER BY currency, debit_kind, credit_kind`);
  // A sum may exceed 64 bits.
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Splits a period into its closed days and the remaining periods. */
function split(period: Period, openSince: Date | undefined): { days?: Period; parts: Period[] } {
  const { from, to } = period;
  const first = from && startOfDay(addMs(from, DAY_MS - 1));
  const end = openSince && earlier(openSince, startOfDay(to));
  if (!end || (first && first >= end)) return { parts: [period] };
  const before = from && first && from < first ? [{ from, to: first }] : [];
  const after = end < to ? [{ from: end, to }] : [];
  return { days: { from: first, to: end }, parts: [...before, ...after] };
}

const closedFlows = (platformId: string, { from, to }: Period, inCurrency: Sql): Sql => sql`
  SELECT currency, debit_kind, credit_kind, amount, entries FROM ledger_flow_days
  WHERE platform_id = ${platformId} AND day < ${dateOf(to)} ${from ? sql`AND day >= ${dateOf(from)}` : emptySql} ${inCurrency}`;

const openFlows = (platformId: string, { from, to }: Period, inCurrency: Sql): Sql => sql`
  SELECT e.currency, d.kind AS debit_kind, c.kind AS credit_kind, e.amount, e.entries
  FROM (
    SELECT debit_account_id, credit_account_id, currency, sum(amount) AS amount, count(*) AS entries
    FROM ledger_entries e
    WHERE ${isOfPlatform(platformId)} AND created_at < ${to} ${from ? sql`AND created_at >= ${from}` : emptySql} ${inCurrency}
    GROUP BY debit_account_id, credit_account_id, currency
  ) e
  JOIN accounts d ON d.platform_id = ${platformId} AND d.id = e.debit_account_id
  JOIN accounts c ON c.platform_id = ${platformId} AND c.id = e.credit_account_id`;
