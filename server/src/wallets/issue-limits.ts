import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Credential, CredentialType } from './credential-record.ts';

const WINDOW_MS = 10 * MINUTE_MS;
/** How often a credential may be challenged within the window. */
const maxIssues: Partial<Record<CredentialType, number>> = { EMAIL_OTP: 5, SMS_OTP: 5, PASSKEY: 30 };

/** Guard: holds while the credential may be challenged once more, and counts it. */
export const countIssue = ({ platformId, id, type }: Credential, now: Date): Effect => ({
  kind: countKind,
  rows: [{ platform_id: platformId, id, maximum: maxIssues[type] ?? 0, now }],
});

/** Why it did not hold, and when it will again. */
export async function tooManyIssues(db: Database, { platformId, id, type }: Credential, now: Date): Promise<ApiError> {
  const [row] = await db.find<{ window_start: Date | null }>(
    sql`SELECT window_start FROM wallet_credentials WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  const endsAt = (row?.window_start ?? now).getTime() + WINDOW_MS;
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / SECOND_MS));
  const hint = `At most ${maxIssues[type]} challenges per credential in ${WINDOW_MS / MINUTE_MS} minutes.`;
  return new ApiError(
    'RATE_LIMITED',
    'This credential was challenged too often.',
    { hint, retryAfterSeconds },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}

const isOver = sql`(c.window_start IS NULL OR c.window_start <= r.now - make_interval(secs => ${WINDOW_MS / SECOND_MS}))`;

const countKind: EffectKind = {
  name: 'issue_counted',
  statement: (rows) => sql`
    UPDATE wallet_credentials c SET issues = CASE WHEN ${isOver} THEN 1 ELSE c.issues + 1 END,
      window_start = CASE WHEN ${isOver} THEN r.now ELSE c.window_start END
    FROM ${rows} AS r(item int, platform_id text, id text, maximum int, now timestamptz)
    WHERE c.platform_id = r.platform_id AND c.id = r.id AND (c.issues < r.maximum OR ${isOver})
    RETURNING r.item`,
};
