import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { DAY_MS, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

export interface Volume {
  platformId: string;
  /** Owner of the limit: a customer or the platform. */
  ownerId: string;
  currency: string;
  amount: bigint;
  maximum: bigint;
  at: Date;
}

/** Counts an amount towards the daily limit of its sender, in the statement of the debit. */
export const countVolume = ({ platformId, ownerId, currency, amount, maximum, at }: Volume): Effect => ({
  kind: volumeKind,
  rows: [
    {
      platform_id: platformId,
      owner_id: ownerId,
      currency,
      amount: amount.toString(),
      maximum: maximum.toString(),
      at,
    },
  ],
});

export const VOLUME_LIMIT = 'daily_volumes_maximum';

// Uses UTC days of the platform's clock. Adds up the payments of one owner in a statement first.
const volumeKind: EffectKind = {
  name: 'volume_counted',
  statement: (rows) => sql`
    INSERT INTO daily_volumes AS v (platform_id, owner_id, currency, day, sent, maximum)
    SELECT platform_id, owner_id, currency, (at AT TIME ZONE 'UTC')::date AS day, sum(amount), max(maximum)
    FROM ${rows} AS r(item int, platform_id text, owner_id text, currency text, amount bigint, maximum bigint,
      at timestamptz)
    JOIN guarded USING (item)
    GROUP BY platform_id, owner_id, currency, day
    ORDER BY platform_id, owner_id, currency, day
    ON CONFLICT (platform_id, owner_id, currency, day)
      DO UPDATE SET sent = v.sent + EXCLUDED.sent, maximum = EXCLUDED.maximum`,
};

export function volumeExceeded(at: Date): ApiError {
  const seconds = Math.ceil((DAY_MS - (at.getTime() % DAY_MS)) / SECOND_MS);
  return new ApiError(
    'DAILY_VOLUME_LIMIT_EXCEEDED',
    'The daily limit of this currency is used up.',
    { reason: 'LIMIT_EXCEEDED', hint: 'The limit resets at midnight UTC; retry after that.' },
    { headers: { 'retry-after': `${seconds}` } },
  );
}
