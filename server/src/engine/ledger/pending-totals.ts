import type { Database } from '../../foundation/db/database.ts';
import { inPortions } from '../../foundation/db/portions.ts';
import { sql } from '../../foundation/db/sql.ts';

/**
 * Adds pending totals to the balances of their system accounts (post.ts). Locks the accounts first, in the common
 * order, so that each total is added exactly once. Safe in any process at any time.
 */
export const foldPendingTotals = ({ db }: { db: Database }): Promise<void> =>
  inPortions(async (portion) => {
    const [taken] = await db.write<{ count: number }>(sql`
      WITH found AS (SELECT ctid AS place, platform_id, account_id FROM pending_totals LIMIT ${portion}),
      locked AS (
        SELECT s.*, a.posted, a.updated_at FROM (SELECT DISTINCT platform_id, account_id FROM found ORDER BY platform_id, account_id) s
        CROSS JOIN LATERAL (
          SELECT a.posted, a.updated_at FROM accounts a WHERE a.platform_id = s.platform_id AND a.id = s.account_id FOR NO KEY UPDATE
        ) a
      ),
      gathered AS (
        DELETE FROM pending_totals t USING locked l
        WHERE t.ctid = ANY (ARRAY(SELECT place FROM found)) AND t.platform_id = l.platform_id AND t.account_id = l.account_id
        RETURNING t.*
      ),
      balances AS (
        UPDATE accounts a SET posted = l.posted + g.posted, updated_at = greatest(l.updated_at, g.at)
        FROM (SELECT platform_id, account_id, sum(posted) AS posted, max(at) AS at FROM gathered GROUP BY platform_id, account_id) g
        JOIN locked l USING (platform_id, account_id)
        WHERE a.platform_id = g.platform_id AND a.id = g.account_id
      )
      SELECT count(*)::int AS count FROM gathered`);
    return taken?.count ?? 0;
  });
