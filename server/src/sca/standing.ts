import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { rawSql, sql } from '../db/sql.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ScaFactor } from './challenge-record.ts';
import { type CustomerKey, keyRow, tooMany } from './subject.ts';

/** What this many failed logins lead to; beyond the last the customer is suspended. */
const lockMs: Readonly<Record<number, number>> = { 5: 15 * MINUTE_MS, 6: 30 * MINUTE_MS, 7: HOUR_MS, 8: DAY_MS };
const LOCKED_FROM = 5;
const SUSPENDED_FROM = 9;
export const SESSION_MS = 180 * DAY_MS;

export interface Lock {
  failedAttempts: number;
  lockedUntil: Date | null;
  suspended: boolean;
}

export async function readLock(db: Database, { platformId, customerId }: CustomerKey): Promise<Lock> {
  const [row] = await db.find<StandingRow>(sql`
    SELECT failed_attempts, locked_until, is_suspended FROM sca_standings
    WHERE platform_id = ${platformId} AND customer_id = ${customerId}`);
  return {
    failedAttempts: row?.failed_attempts ?? 0,
    lockedUntil: row?.locked_until ?? null,
    suspended: row?.is_suspended ?? false,
  };
}

interface StandingRow {
  failed_attempts: number;
  locked_until: Date | null;
  is_suspended: boolean;
}

export const isLocked = ({ suspended, lockedUntil }: Lock, now: Date): boolean =>
  suspended || (lockedUntil !== null && lockedUntil > now);

/** How many failed logins it takes to the next lock: racing guesses are no way around it. */
export const triesLeft = ({ failedAttempts }: Lock): number => Math.max(1, LOCKED_FROM - failedAttempts);

/** 423 while the customer is locked. */
export function refuseLocked(lock: Lock, now: Date): void {
  if (!isLocked(lock, now)) return;
  const hint = lock.suspended
    ? 'The customer is suspended: an operator of the service must look into it.'
    : 'Wait until lockedUntil, or record RESET_PASSWORD_COMPLETED once the customer has a new password.';
  throw new ApiError('ACCOUNT_LOCKED', 'The customer is locked after failed logins.', { ...lock, hint });
}

/**
 * Counts a failed login, of racing ones each once, and gives what it led to. While the customer is locked nothing is
 * counted: 423. `effectsOf` goes into the same statement.
 */
export async function countFailure(
  db: Database,
  { key, now, effectsOf = () => [] }: { key: CustomerKey; now: Date; effectsOf?: (lock: Lock) => Effect[] },
): Promise<Lock> {
  // Whoever was faster has counted, so that the lock ends this before the loop does.
  for (let i = 0; i <= SUSPENDED_FROM; i++) {
    const seen = await readLock(db, key);
    refuseLocked(seen, now);
    const failedAttempts = seen.failedAttempts + 1;
    const pause = lockMs[failedAttempts];
    const lock: Lock = {
      failedAttempts,
      lockedUntil: pause === undefined ? null : addMs(now, pause),
      suspended: failedAttempts >= SUSPENDED_FROM,
    };
    const row = {
      ...keyRow(key),
      failed_attempts: failedAttempts,
      locked_until: lock.lockedUntil,
      is_suspended: lock.suspended,
    };
    if (await apply(db, { guard: { kind: failureKind, rows: [row] }, effects: effectsOf(lock) })) return lock;
  }
  throw new ApiError('CONFLICT', 'The customer is being changed by many requests at once.');
}

const failureKind: EffectKind = {
  name: 'login_failure_counted',
  statement: (rows) => sql`
    INSERT INTO sca_standings AS s (platform_id, customer_id, failed_attempts, locked_until, is_suspended)
    SELECT platform_id, customer_id, failed_attempts, locked_until, is_suspended
    FROM ${rows} AS r(item int, platform_id text, customer_id text, failed_attempts int, locked_until timestamptz,
      is_suspended boolean)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET failed_attempts = excluded.failed_attempts,
      locked_until = excluded.locked_until, is_suspended = excluded.is_suspended
    WHERE s.failed_attempts = excluded.failed_attempts - 1
    RETURNING 0 AS item`,
};

/** Guard: ends every session and forgets failed logins; does not hold for the suspended. */
export const clearStanding = (key: CustomerKey): Effect => ({ kind: clearKind, rows: [keyRow(key)] });

const clearKind: EffectKind = {
  name: 'standing_cleared',
  statement: (rows) => sql`
    INSERT INTO sca_standings AS s (platform_id, customer_id)
    SELECT platform_id, customer_id FROM ${rows} AS r(item int, platform_id text, customer_id text)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET failed_attempts = 0, locked_until = NULL,
      session_factor = NULL, session_ip_address = NULL, session_started_at = NULL, session_expires_at = NULL
    WHERE NOT s.is_suspended
    RETURNING 0 AS item`,
};

/** Guard: an operator lets a customer in again, suspended or locked; does not hold for one who is neither. */
export const liftLock = (key: CustomerKey): Effect => ({ kind: liftKind, rows: [keyRow(key)] });

const liftKind: EffectKind = {
  name: 'lock_lifted',
  statement: (rows) => sql`
    UPDATE sca_standings s SET failed_attempts = 0, locked_until = NULL, is_suspended = false
    FROM ${rows} AS r(item int, platform_id text, customer_id text)
    WHERE s.platform_id = r.platform_id AND s.customer_id = r.customer_id
      AND (s.is_suspended OR s.locked_until IS NOT NULL)
    RETURNING r.item`,
};

interface NewSession {
  factor: ScaFactor;
  ipAddress: string;
  now: Date;
}

/** There is one session per customer: a new one takes the place of the one before. */
export const startSession = (key: CustomerKey, { factor, ipAddress, now }: NewSession): Effect => ({
  kind: sessionKind,
  rows: [{ ...keyRow(key), factor, ip_address: ipAddress, started_at: now, expires_at: addMs(now, SESSION_MS) }],
});

const sessionKind: EffectKind = {
  name: 'session_started',
  statement: (rows) => sql`
    INSERT INTO sca_standings
      (platform_id, customer_id, session_factor, session_ip_address, session_started_at, session_expires_at)
    SELECT platform_id, customer_id, factor, ip_address, started_at, expires_at
    FROM ${rows} AS r(item int, platform_id text, customer_id text, factor text, ip_address text,
      started_at timestamptz, expires_at timestamptz)
    JOIN guarded USING (item)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET session_factor = excluded.session_factor,
      session_ip_address = excluded.session_ip_address, session_started_at = excluded.session_started_at,
      session_expires_at = excluded.session_expires_at`,
};

interface Limit {
  column: 'recent_texts' | 'recent_resets';
  most: number;
  windowMs: number;
  kind: EffectKind;
  message: string;
}

function limit(column: Limit['column'], { most, windowMs, message }: Omit<Limit, 'column' | 'kind'>): Limit {
  const recent = rawSql(`s.${column}`);
  const inWindow = sql`unnest(${recent}) AS t(at) WHERE t.at > ${rawSql(`excluded.${column}`)}[1] - make_interval(secs => ${windowMs / 1_000})`;
  const statement: EffectKind['statement'] = (rows) => sql`
    INSERT INTO sca_standings AS s (platform_id, customer_id, ${rawSql(column)})
    SELECT platform_id, customer_id, ARRAY[at]
    FROM ${rows} AS r(item int, platform_id text, customer_id text, at timestamptz)
    ON CONFLICT (platform_id, customer_id) DO UPDATE
      SET ${rawSql(column)} = ARRAY(SELECT t.at FROM ${inWindow} ORDER BY t.at) || ${rawSql(`excluded.${column}`)}
    WHERE (SELECT count(*) FROM ${inWindow}) < ${most}
    RETURNING 0 AS item`;
  return { column, most, windowMs, message, kind: { name: `${column}_counted`, statement } };
}

/** What a customer may cause only so often, counted over a sliding stretch of time. */
export const limits = {
  texts: limit('recent_texts', { most: 5, windowMs: 10 * MINUTE_MS, message: 'Too many codes were asked for.' }),
  resets: limit('recent_resets', { most: 5, windowMs: DAY_MS, message: 'Too many resets were started.' }),
};

/** Guard: holds, and counts, where there have not been too many yet. */
export const counted = ({ kind }: Limit, key: CustomerKey, now: Date): Effect => ({
  kind,
  rows: [{ ...keyRow(key), at: now }],
});

/** 429 with the time at which the oldest of them leaves the window. */
export async function refusedByLimit(
  db: Database,
  { column, most, windowMs, message }: Limit,
  { key, now }: { key: CustomerKey; now: Date },
): Promise<ApiError> {
  const [row] = await db.find<{ recent: Date[] }>(sql`
    SELECT ${rawSql(column)} AS recent FROM sca_standings
    WHERE platform_id = ${key.platformId} AND customer_id = ${key.customerId}`);
  const [oldest = now] = row?.recent.slice(-most) ?? [];
  const hint = `At most ${most} in ${windowMs / MINUTE_MS} minutes.`;
  return tooMany(message, { until: addMs(oldest, windowMs), now, hint });
}
