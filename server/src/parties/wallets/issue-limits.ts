import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../../foundation/kernel/clock.ts';
import type { ApiError } from '../../foundation/kernel/errors.ts';
import { rateLimited } from '../../foundation/kernel/rate-limited.ts';
import type { Credential, CredentialType } from './credential-record.ts';

const WINDOW_MS = 10 * MINUTE_MS;
/** Maximum number of challenges per credential within the window. */
const maxIssues: Partial<Record<CredentialType, number>> = { EMAIL_OTP: 5, SMS_OTP: 5, PASSKEY: 30 };

/** Guard: counts a challenge. Does not hold at the limit. */
export const countIssue = ({ platformId, id, type }: Credential, now: Date): Effect => ({
  kind: countKind,
  rows: [{ platform_id: platformId, id, maximum: maxIssues[type] ?? 0, now }],
});

/** Creates the 429 error, which lasts until the window ends. */
export async function tooManyIssues(db: Database, { platformId, id, type }: Credential, now: Date): Promise<ApiError> {
  const [row] = await db.readPipelined<{ window_start: Date | null }>(
    sql`SELECT window_start FROM wallet_credentials WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  const until = addMs(row?.window_start ?? now, WINDOW_MS);
  const hint = `At most ${maxIssues[type]} challenges per credential in ${WINDOW_MS / MINUTE_MS} minutes.`;
  return rateLimited('This credential was challenged too often.', { until, now, hint });
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
