import { isOfSameTransaction } from '../../engine/ledger/entry-keys.ts';
import type { Database } from '../../foundation/db/database.ts';
import { inPortions } from '../../foundation/db/portions.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, type Clock, DAY_MS } from '../../foundation/kernel/clock.ts';
import { earliestUuid } from '../../foundation/kernel/ids.ts';

/** Limit per sweep: a minute of 2,000 quotes per second. Later sweeps delete the rest. */
const MAX_SWEPT = 120_000;

interface Retention {
  db: Database;
  clock: Clock;
  /** In wall time, which the ids contain. Exceeds the lifetime of stored responses, which are rebuilt from quotes. */
  keepQuotesDays: number;
}

/**
 * Deletes quotes that expired unexecuted, with their transactions. Keeps quotes with late funding or an agent action,
 * because ledger entries and actions refer to them.
 */
export async function sweepExpiredQuotes({ db, clock, keepQuotesDays }: Retention): Promise<void> {
  const oldest = earliestUuid(addMs(clock.now(), -keepQuotesDays * DAY_MS));
  let total = 0;
  await inPortions(async (portion) => {
    // Scalar subqueries and arrays of keys force index probes, independent of the planner's estimates.
    const [swept] = await db.write<{ count: number }>(sql`
      WITH old AS MATERIALIZED (
        SELECT o.platform_id, o.id FROM platforms p
        CROSS JOIN LATERAL (
          SELECT l.platform_id, l.id FROM listed_statuses l
          WHERE uuid_of(l.platform_id) = uuid_of(p.id) AND l.type = 'OUTGOING' AND l.status = 'EXPIRED'
            AND uuid_of(l.id) < ${oldest}
            AND (SELECT true FROM ledger_entries e
              WHERE ${isOfSameTransaction('e', 'l.platform_id', 'l.id')} LIMIT 1) IS NULL
            AND (SELECT true FROM agent_actions a
              WHERE a.platform_id = l.platform_id AND a.transaction_id = l.id LIMIT 1) IS NULL
          ORDER BY uuid_of(l.id) LIMIT ${portion}
        ) o
      ), deleted AS (
        DELETE FROM transactions WHERE platform_id = ANY (ARRAY(SELECT DISTINCT platform_id FROM old))
          AND id = ANY (ARRAY(SELECT id FROM old))
          -- Checked again on a row that late funding has changed meanwhile.
          AND status = 'EXPIRED' AND NOT details ? 'refund'
        RETURNING id
      ), unlisted AS (
        DELETE FROM listed_statuses WHERE uuid_of(platform_id) = ANY (ARRAY(SELECT DISTINCT uuid_of(platform_id) FROM old))
          AND type = 'OUTGOING' AND status = 'EXPIRED' AND uuid_of(id) = ANY (ARRAY(SELECT uuid_of(id) FROM deleted))
      )
      SELECT count(*)::int AS count FROM deleted`);
    const count = swept?.count ?? 0;
    total += count;
    return total < MAX_SWEPT ? count : 0;
  });
}
