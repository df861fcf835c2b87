import { sql } from '../../foundation/db/sql.ts';
import type { Invariant } from './invariant.ts';
import { phases } from './recipes/phases.ts';

/** A spend that began before midnight but is written after a later one counts for the new day (agents/spends.ts). */
const LATE = sql`interval '5 minutes'`;

/** Compares the counters that enforce limits with the payments that they count. */
export const limitInvariants: readonly Invariant[] = [
  {
    invariant: 12,
    title: 'the spending of an agent is that of its approved actions',
    find: () => sql`
      SELECT platform_id, id AS subject,
        format('on %s it counts %s actions of %s, and %s in the month; its actions are %s of %s, and %s in the month',
          usage_day, daily_count, daily_spend, monthly_spend, count, of_day, of_month) AS message
      FROM (
        SELECT a.platform_id, a.id, a.usage_day, a.daily_count, a.daily_spend, a.monthly_spend,
          -- Amounts in another currency cannot be compared.
          COALESCE(a.recast_at < month - ${LATE}, true) AS has_amounts,
          count(*) FILTER (WHERE x.updated_at >= today) AS count,
          count(*) FILTER (WHERE x.updated_at >= today - ${LATE}) AS most,
          COALESCE(sum(x.spent) FILTER (WHERE x.updated_at >= today), 0) AS of_day,
          COALESCE(sum(x.spent) FILTER (WHERE x.updated_at >= today - ${LATE}), 0) AS most_of_day,
          COALESCE(sum(x.spent) FILTER (WHERE x.updated_at >= month), 0) AS of_month,
          COALESCE(sum(x.spent), 0) AS most_of_month
        FROM (
          SELECT *, usage_day::timestamp AT TIME ZONE 'UTC' AS today,
            date_trunc('month', usage_day::timestamp) AT TIME ZONE 'UTC' AS month
          FROM agents
        ) a
        LEFT JOIN agent_actions x ON x.platform_id = a.platform_id AND x.agent_id = a.id AND x.status = 'APPROVED'
          AND x.updated_at >= month - ${LATE}
        GROUP BY a.platform_id, a.id, a.usage_day, a.daily_count, a.daily_spend, a.monthly_spend, a.recast_at, month
      ) AS figures
      WHERE daily_count NOT BETWEEN count AND most
        OR (has_amounts AND (daily_spend NOT BETWEEN of_day AND most_of_day OR monthly_spend NOT BETWEEN of_month AND most_of_month))`,
  },
  {
    invariant: 12,
    title: 'the daily volumes of a platform are the amounts that its payments have sent',
    // Compared per platform, because a payment of the platform to a customer refers to that customer. Transfers without
    // a quote include automatic deposits, and a collection may not have begun: both may, but need not, be counted.
    find: () => sql`
      SELECT platform_id, currency AS subject,
        format('%s %s count towards daily limits, payments sent %s', counted, currency,
          CASE least WHEN most THEN least::text ELSE least || ' to ' || most END) AS message
      FROM (
        SELECT platform_id, currency, sum(counted) AS counted, sum(least) AS least, sum(most) AS most
        FROM (
          SELECT platform_id, currency, sent AS counted, 0 AS least, 0 AS most FROM daily_volumes
          UNION ALL
          SELECT t.platform_id, t.sent_currency, 0,
            CASE WHEN e.n = 1 AND t.expires_at IS NOT NULL THEN t.sent_amount ELSE 0 END, t.sent_amount
          FROM transactions t
          LEFT JOIN ledger_entries e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
            AND e.phase = ${phases.execute} AND e.n = 1
          WHERE t.type = 'OUTGOING' AND t.sent_amount IS NOT NULL AND (e.n = 1 OR t.pull IS NOT NULL)
        ) AS figures
        GROUP BY platform_id, currency
      ) AS sums
      WHERE counted NOT BETWEEN least AND most`,
  },
];
