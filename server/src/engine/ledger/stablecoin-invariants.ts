import { sql } from '../../foundation/db/sql.ts';
import type { Invariant } from './invariant.ts';
import { phases } from './recipes/phases.ts';

/** Checks of mints and burns. Only those paid by an internal account have ledger entries. */
export const stablecoinInvariants: readonly Invariant[] = [
  {
    invariant: 5,
    title: 'the phases of a mint or a burn match its status',
    find: () => sql`
      SELECT o.platform_id, o.id AS subject, format('%s has passed %s', o.status, COALESCE(p.passed, 'nothing')) AS message
      FROM stablecoin_operations o
      LEFT JOIN (
        SELECT platform_id, transaction_id, string_agg(DISTINCT phase, ' ' ORDER BY phase) AS passed
        FROM ledger_entries GROUP BY platform_id, transaction_id
      ) p ON p.platform_id = o.platform_id AND p.transaction_id = o.id
      WHERE p.passed IS DISTINCT FROM CASE
        WHEN o.payment IS NULL THEN NULL
        WHEN o.status = 'COMPLETED' THEN ${`${phases.complete} ${phases.execute}`}
        WHEN o.status IN ('FAILED', 'EXPIRED') THEN ${`${phases.execute} ${phases.refund}`}
        ELSE ${phases.execute} END`,
  },
  {
    invariant: 6,
    title: 'a mint or a burn holds its payment until it ends',
    find: () => sql`
      SELECT o.platform_id, o.id AS subject, format('%s leaves %s held', o.status, COALESCE(h.held, 0)) AS message
      FROM stablecoin_operations o
      LEFT JOIN (
        SELECT platform_id, transaction_id, sum(held) AS held FROM ledger_entries GROUP BY platform_id, transaction_id
      ) h ON h.platform_id = o.platform_id AND h.transaction_id = o.id
      WHERE o.payment IS NOT NULL AND COALESCE(h.held, 0) <>
        CASE WHEN o.status IN ('COMPLETED', 'FAILED', 'EXPIRED') THEN 0 ELSE (o.payment ->> 'amount')::bigint END`,
  },
  {
    invariant: 8,
    title: 'no pending mint or burn is without a live job',
    find: () => sql`
      SELECT o.platform_id, o.id AS subject, format('%s, but no job can end it', o.status) AS message
      FROM stablecoin_operations o
      WHERE o.status NOT IN ('COMPLETED', 'FAILED', 'EXPIRED') AND NOT EXISTS (
        SELECT 1 FROM jobs j WHERE j.platform_id = o.platform_id AND j.resource_id = o.id AND j.state = 'READY')`,
  },
];
