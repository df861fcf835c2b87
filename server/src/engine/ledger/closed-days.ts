import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, type Clock, DAY_MS, HOUR_MS } from '../../foundation/kernel/clock.ts';

/**
 * A day is closed this long after its end in real time. Entries carry the start time of their request or job, which is
 * at most this old: a bank file may take minutes, and sandbox clocks only run ahead.
 */
const GRACE_MS = 6 * HOUR_MS;
/** With more transactions than this, the entries of an account on a day are found by time instead of by transaction. */
const MAX_LISTED_TRANSACTIONS = 20;

/** At the time `now`, entries before this time are final. */
export const finalUntil = (now: Date): Date => addMs(now, -GRACE_MS);
/** Time from which entries before `to` are final. */
export const finalFrom = (to: Date): Date => addMs(to, GRACE_MS);

export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

export const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Start of the first open day. Balances before that time are final. Undefined before the first day is closed. */
export async function findOpenSince(db: Database): Promise<Date | undefined> {
  const [row] = await db.read<{ open: Date | null }>(
    sql`SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' AS open FROM ledger_closed_days`,
  );
  return row?.open ?? undefined;
}

/** Writes the totals of ended days (docs/ledger.md, "Balances at a moment"). Safe in any process at any time. */
export async function closeDays({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  const end = startOfDay(finalUntil(now));
  let day = (await findOpenSince(db)) ?? (await findFirstDay(db));
  while (day && day < end && (await closeDay(db, day, now))) day = addMs(day, DAY_MS);
}

/** Scans the table, which is small or empty until the first day is closed. */
async function findFirstDay(db: Database): Promise<Date | undefined> {
  const [row] = await db.read<{ first: Date | null }>(sql`SELECT min(created_at) AS first FROM ledger_entries`);
  return row?.first ? startOfDay(row.first) : undefined;
}

/** Returns false if another process has closed the day. */
function closeDay(db: Database, day: Date, now: Date): Promise<boolean> {
  const date = dateOf(day);
  // Unbounded, because a busy day takes longer than the time limit of a request.
  return db.transaction(
    async (query) => {
      const closed = await query(
        sql`INSERT INTO ledger_closed_days VALUES (${date}, ${now}) ON CONFLICT DO NOTHING RETURNING day`,
      );
      if (closed.length === 0) return false;
      const period = { from: day, to: addMs(day, DAY_MS) };
      await query(accountDays(date, period));
      await query(flowDays(date, period));
      return true;
    },
    { isUnbounded: true },
  );
}

interface Period {
  from: Date;
  to: Date;
}

const entriesOf = ({ from, to }: Period) => sql`
  SELECT platform_id, transaction_id, debit_account_id, credit_account_id, currency, amount, holder_id, held
  FROM ledger_entries WHERE created_at >= ${from} AND created_at < ${to}`;

const accountDays = (date: string, period: Period) => sql`
  WITH entries AS MATERIALIZED (${entriesOf(period)}),
  legs AS (
    SELECT platform_id, debit_account_id AS account_id, transaction_id, -amount AS posted, 0 AS held FROM entries
    UNION ALL SELECT platform_id, credit_account_id, transaction_id, amount, 0 FROM entries
    UNION ALL SELECT platform_id, holder_id, NULL, 0, held FROM entries WHERE holder_id IS NOT NULL
  ),
  by_transaction AS (
    SELECT platform_id, account_id, transaction_id, sum(posted) AS posted, sum(held) AS held, count(transaction_id) AS entries,
      count(transaction_id) OVER (PARTITION BY platform_id, account_id ORDER BY transaction_id ROWS UNBOUNDED PRECEDING) AS nth
    FROM legs GROUP BY platform_id, account_id, transaction_id
  ),
  by_account AS (
    SELECT platform_id, account_id, sum(posted) AS posted, sum(held) AS held, sum(entries) AS entries,
      max(nth) AS transactions,
      array_agg(transaction_id) FILTER (WHERE transaction_id IS NOT NULL AND nth <= ${MAX_LISTED_TRANSACTIONS}) AS listed
    FROM by_transaction GROUP BY platform_id, account_id
  )
  INSERT INTO ledger_account_days (platform_id, account_id, day, entries, posted, held, transaction_ids)
  SELECT t.platform_id, t.account_id, ${date}, t.entries, COALESCE(c.posted, 0) + t.posted, COALESCE(c.held, 0) + t.held,
    CASE WHEN t.transactions <= ${MAX_LISTED_TRANSACTIONS} THEN t.listed END
  FROM by_account t
  LEFT JOIN LATERAL (
    SELECT d.posted, d.held FROM ledger_account_days d
    WHERE d.platform_id = t.platform_id AND d.account_id = t.account_id AND d.day < ${date}
    ORDER BY d.day DESC LIMIT 1
  ) c ON true`;

const flowDays = (date: string, period: Period) => sql`
  INSERT INTO ledger_flow_days (platform_id, day, currency, debit_kind, credit_kind, amount, entries)
  SELECT e.platform_id, ${date}, e.currency, d.kind, c.kind, sum(e.amount), sum(e.entries)
  FROM (
    SELECT platform_id, debit_account_id, credit_account_id, currency, sum(amount) AS amount, count(*) AS entries
    FROM (${entriesOf(period)}) AS entries GROUP BY platform_id, debit_account_id, credit_account_id, currency
  ) e
  JOIN accounts d ON d.platform_id = e.platform_id AND d.id = e.debit_account_id
  JOIN accounts c ON c.platform_id = e.platform_id AND c.id = e.credit_account_id
  GROUP BY e.platform_id, e.currency, d.kind, c.kind`;
