import { type Sql, sql } from '../../foundation/db/sql.ts';
import type { Invariant } from './invariant.ts';

/** Start of the first open day, which has no totals yet (closed-days.ts). */
const openSince = sql`(SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' FROM ledger_closed_days)`;

const dayOf = sql`(m.created_at AT TIME ZONE 'UTC')::date`;

/** Entries of closed days by account: both legs, and the changes of held amounts. */
const legsOfDays: Sql = sql`
  SELECT m.platform_id, leg.account_id, ${dayOf} AS day, leg.posted, leg.held, leg.entries, 0 AS closed_posted,
    0 AS closed_held, 0 AS closed_entries, 0 AS closed
  FROM ledger_entries m
  CROSS JOIN LATERAL (VALUES (debit_account_id, -amount, 0, 1), (credit_account_id, amount, 0, 1), (holder_id, 0, m.held, 0)
  ) AS leg(account_id, posted, held, entries)
  WHERE m.created_at < ${openSince} AND leg.account_id IS NOT NULL`;

/** Checks every closed day, because historical reports read its totals instead of its entries. */
export const closedDayInvariants: readonly Invariant[] = [
  {
    invariant: 3,
    title: 'the balances of closed days are the replay of their entries',
    find: () => sql`
      SELECT platform_id, account_id AS subject,
        format('%s closed with %s and %s held, entries make %s and %s; it counts %s of %s entries', day, closed_posted,
          closed_held, posted, held, closed_entries, entries) AS message
      FROM (
        SELECT platform_id, account_id, day, sum(entries) AS entries, sum(closed_posted) AS closed_posted,
          sum(closed_held) AS closed_held, sum(closed_entries) AS closed_entries, sum(closed) AS closed,
          sum(sum(posted)) OVER days AS posted, sum(sum(held)) OVER days AS held
        FROM (
          ${legsOfDays}
          UNION ALL SELECT platform_id, account_id, day, 0, 0, 0, posted, held, entries, 1 FROM ledger_account_days
        ) AS figures
        GROUP BY platform_id, account_id, day
        WINDOW days AS (PARTITION BY platform_id, account_id ORDER BY day)
      ) AS sums
      WHERE closed <> 1 OR posted <> closed_posted OR held <> closed_held OR entries <> closed_entries`,
  },
  {
    invariant: 3,
    title: 'the flows of closed days are the sums of their entries',
    find: () => sql`
      SELECT platform_id, currency AS subject,
        format('the closed flow of %s from %s to %s differs by %s and %s entries', day, debit_kind, credit_kind, sum(amount),
          sum(entries)) AS message
      FROM (
        SELECT m.platform_id, ${dayOf} AS day, m.currency, d.kind AS debit_kind, c.kind AS credit_kind, m.amount,
          1 AS entries
        FROM ledger_entries m
        JOIN accounts d ON d.platform_id = m.platform_id AND d.id = m.debit_account_id
        JOIN accounts c ON c.platform_id = m.platform_id AND c.id = m.credit_account_id
        WHERE m.created_at < ${openSince}
        UNION ALL SELECT platform_id, day, currency, debit_kind, credit_kind, -amount, -entries FROM ledger_flow_days
      ) AS figures
      GROUP BY platform_id, day, currency, debit_kind, credit_kind HAVING sum(amount) <> 0 OR sum(entries) <> 0`,
  },
];
