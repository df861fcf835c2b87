import type { Effect, EffectKind } from '../db/effects.ts';
import { type Plan, planAt } from '../db/plans.ts';
import { sql } from '../db/sql.ts';
import { callOffKind, jobKind } from '../jobs/queue.ts';
import { addMs } from '../kernel/clock.ts';
import { eventKind } from '../webhooks/events.ts';
import { volumeKind } from './volumes.ts';

/** Where the body of a quote leaves its status open. No text inside it can look like this: JSON escapes quotes. */
export const OPEN_STATUS = '"status":"~"';

/** What sets a quote in motion: a call, a call after strong authentication, a wallet's stamp, or the money's arrival. */
export type SetOff = 'EXECUTE' | 'SCA' | 'STAMP' | 'FUNDING';

export interface Start {
  platformId: string;
  quoteId: string;
  setOffBy: SetOff;
  from: 'PENDING' | 'PENDING_AUTHORIZATION';
  at: Date;
  clockOffsetMs: number;
}

/**
 * Holds for a quote that waits for just this and has not expired: its transaction is PROCESSING, its plan carried out.
 * One that waits for a proof was accepted in time, and lapses with its challenge.
 */
export const startPayment = ({ platformId, quoteId, setOffBy, from, at, clockOffsetMs }: Start): Effect => ({
  kind: startKind,
  rows: [
    {
      platform_id: platformId,
      quote_id: quoteId,
      set_off_by: setOffBy,
      from_status: from,
      at: at.toISOString(),
      due: addMs(at, -clockOffsetMs).toISOString(),
    },
  ],
});

const plan = planAt(
  { text: sql`q.plan`, key: sql`q.id` },
  { now: sql`r.at`, due: sql`r.due`, sequence: sql`t.version::text` },
);

const startKind: EffectKind = {
  name: 'payment_started',
  planned: [eventKind, jobKind, callOffKind, volumeKind],
  statement: (rows) => sql`
    UPDATE transactions t SET status = 'PROCESSING', version = t.version + 1, updated_at = r.at::timestamptz
    FROM ${rows} AS r(item int, platform_id text, quote_id text, set_off_by text, from_status text, at text, due text)
    JOIN quotes q ON q.platform_id = r.platform_id AND q.id = r.quote_id
    WHERE t.platform_id = r.platform_id AND t.id = q.transaction_id AND t.status = r.from_status
      AND q.set_off_by = r.set_off_by
      AND (q.expires_at > r.at::timestamptz OR r.from_status = 'PENDING_AUTHORIZATION')
    RETURNING r.item, ${plan} AS plan, replace(q.body, ${OPEN_STATUS}, '"status":"PROCESSING"') AS answer`,
};

/** The rows of effects by their kinds, as a plan has them. */
export function planOf(moves: readonly object[], effects: readonly Effect[]): Plan {
  const plan: Record<string, object[]> = { moves: [...moves] };
  for (const { kind, rows } of effects) plan[kind.name] = [...(plan[kind.name] ?? []), ...rows];
  return plan;
}
