import { nullColumn } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Agent } from './record.ts';
import { dayOf } from './usage.ts';

/** Counts an amount towards the limits of the agent, in the statement that moves the money. */
export const countSpend = (agent: Agent, amount: bigint, now: Date): Effect => {
  const { dailyLimit, dailyTransactionLimit, monthlyLimit } = agent.policy.spendingLimits;
  const row = {
    platform_id: agent.platformId,
    agent_id: agent.id,
    version: agent.version.toString(),
    amount: amount.toString(),
    day: dayOf(now),
    daily_limit: dailyLimit ?? null,
    count_limit: dailyTransactionLimit ?? null,
    monthly_limit: monthlyLimit ?? null,
  };
  return { kind: spendKind, rows: [row] };
};

/** Whether the statement was rolled back because the agent changed or a limit was exceeded. */
export const isSpendRejected = (error: unknown): boolean => nullColumn(error) === 'agents.daily_spend';

const isNewDay = sql`s.day > s.usage_day`;
const isNewMonth = sql`date_trunc('month', s.day) > date_trunc('month', s.usage_day)`;
const count = sql`CASE WHEN ${isNewDay} THEN 0 ELSE s.daily_count END + s.count`;
const ofDay = sql`CASE WHEN ${isNewDay} THEN 0 ELSE s.daily_spend END + s.amount`;
const ofMonth = sql`CASE WHEN ${isNewMonth} THEN 0 ELSE s.monthly_spend END + s.amount`;

const isLegal = sql`s.locked_version = s.version AND s.version = s.last_version AND s.day = s.last_day
  AND NOT s.is_paused AND s.deleted_at IS NULL
  AND COALESCE(${ofDay} <= s.daily_limit, true) AND COALESCE(${count} <= s.count_limit, true)
  AND COALESCE(${ofMonth} <= s.monthly_limit, true)`;

// Adds up the spends of one agent in a statement: if the sum exceeds a limit, the batch is rolled back and each is
// tried alone. Locks rows in one order to avoid deadlocks. Agents are never deleted physically, so every spend finds
// its row. Compares limits with the locked row, because after a wait PostgreSQL first checks the row of the snapshot.
const spendKind: EffectKind = {
  name: 'agent_spent',
  statement: (rows) => sql`
    UPDATE agents a SET usage_day = greatest(s.usage_day, s.day), daily_count = ${count},
      daily_spend = CASE WHEN ${isLegal} THEN ${ofDay} END, monthly_spend = ${ofMonth}
    FROM (
      SELECT sums.*, locked.* FROM (
        SELECT platform_id, agent_id, min(version) AS version, max(version) AS last_version, min(day) AS day,
          max(day) AS last_day, count(*) AS count, sum(amount) AS amount, min(daily_limit) AS daily_limit,
          min(count_limit) AS count_limit, min(monthly_limit) AS monthly_limit
        FROM ${rows} AS r(item int, platform_id text, agent_id text, version bigint, amount numeric, day date,
          daily_limit numeric, count_limit numeric, monthly_limit numeric)
        JOIN guarded USING (item)
        GROUP BY platform_id, agent_id ORDER BY platform_id, agent_id
      ) sums
      CROSS JOIN LATERAL (
        SELECT l.version AS locked_version, l.is_paused, l.deleted_at, l.usage_day, l.daily_count, l.daily_spend,
          l.monthly_spend
        FROM agents l WHERE l.platform_id = sums.platform_id AND l.id = sums.agent_id FOR NO KEY UPDATE
      ) locked
    ) s
    WHERE a.platform_id = s.platform_id AND a.id = s.agent_id`,
};
