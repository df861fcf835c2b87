import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { type CardTransaction, keyOf } from '../card-transactions/record.ts';

/** All events of a purchase; transaction-sums.ts defines their effects. */
export type CardEventKind =
  | 'AUTHORIZATION'
  | 'INQUIRY'
  | 'DECLINE'
  | 'ADVICE'
  | 'PULL'
  | 'PULL_CONFIRMED'
  | 'PULL_FAILED'
  | 'ADVANCE'
  | 'TAKEOVER'
  | 'CLEARING'
  | 'RELEASE'
  | 'EXPIRY'
  | 'RETURN'
  | 'RETURN_REVERSAL'
  | 'CREDIT_REVERSAL'
  | 'DISPUTE_OPENED'
  | 'DISPUTE_CREDIT'
  | 'DISPUTE_CREDIT_REVERSAL'
  | 'DISPUTE_WON'
  | 'DISPUTE_LOST';

export interface CardEvent {
  kind: CardEventKind;
  /** In the currency of the purchase. */
  amount: bigint;
  accountId?: string;
  status?: 'PENDING' | 'CONFIRMED';
  /** Event number of the pull that this event confirms or fails. */
  pull?: number;
  reason?: string;
  /** Funding source of a pull. The write requires that it is attached and, with `needsKey`, has an active key. */
  source?: { id: string; needsKey: boolean };
}

/** Continues the event numbers of the purchase. */
export function writeEvents(before: CardTransaction, events: readonly CardEvent[], at: Date): Effect {
  const rows = events.map(({ kind, amount, accountId, status, pull, reason, source }, i) => ({
    platform_id: before.platformId,
    transaction_id: keyOf(before.id),
    n: before.events + i + 1,
    kind,
    amount: amount.toString(),
    account_id: accountId ?? null,
    status: status ?? null,
    pull_n: pull ?? null,
    reason: reason ?? null,
    source_id: source?.id ?? null,
    needs_key: source?.needsKey ?? false,
    at,
  }));
  return { kind: eventsKind, rows };
}

/** Constraint: the source of a pull is attached and, if it needs a key, has an active one. */
export const SOURCE_GONE = 'card_pull_has_source';

const eventsKind: EffectKind = {
  name: 'card_events_written',
  statement: (rows) => sql`
    INSERT INTO card_transaction_events (platform_id, transaction_id, n, kind, amount, account_id, status, pull_n, reason,
      created_at)
    SELECT r.platform_id, r.transaction_id, r.n, r.kind, r.amount,
      CASE WHEN r.source_id IS NULL OR EXISTS (
        SELECT 1 FROM card_funding_sources f
        WHERE f.platform_id = r.platform_id AND f.id = r.source_id AND f.account_id = r.account_id
          AND f.detached_at IS NULL AND (NOT r.needs_key OR EXISTS (
          SELECT 1 FROM delegated_keys k
          WHERE k.platform_id = f.platform_id AND k.funding_source_id = f.id AND k.status = 'ACTIVE'))
      ) THEN r.account_id END,
      r.status, r.pull_n, r.reason, r.at
    FROM ${rows} AS r(item int, platform_id text, transaction_id text, n int, kind text, amount bigint, account_id text,
      status text, pull_n int, reason text, source_id text, needs_key boolean, at timestamptz)
    JOIN guarded USING (item)`,
};

/** Finds event `n` of a purchase if it is a pull, and whether the pull was confirmed or has failed since. */
export async function findPull(db: Database, { platformId, id }: CardTransaction, n: number) {
  const [row] = await db.readPipelined<{ amount: bigint; account_id: string; is_ended: boolean }>(sql`
    SELECT amount, account_id, EXISTS (
      SELECT 1 FROM card_transaction_events e WHERE e.platform_id = p.platform_id
        AND e.transaction_id = p.transaction_id AND e.pull_n = p.n) AS is_ended
    FROM card_transaction_events p
    WHERE p.platform_id = ${platformId} AND p.transaction_id = ${keyOf(id)} AND p.n = ${n} AND p.kind = 'PULL'`);
  return row && { amount: row.amount, accountId: row.account_id, isEnded: row.is_ended };
}

/** The latest authorized total of a purchase and the one before, newest first. */
export const readTotals = (
  db: Database,
  { platformId, id }: CardTransaction,
): Promise<{ n: number; amount: bigint }[]> =>
  db.readPipelined(sql`
    SELECT n, amount FROM card_transaction_events
    WHERE platform_id = ${platformId} AND transaction_id = ${keyOf(id)} AND kind IN ('AUTHORIZATION', 'ADVICE')
    ORDER BY n DESC LIMIT 2`);
