import { type Database, nullColumn } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { rawSql, type Sql, sql } from '../../foundation/db/sql.ts';
import { boolean, integer, nullable, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { rateLimited } from '../../foundation/kernel/rate-limited.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import type { ScaFactor } from './factors.ts';
import { type CustomerKey, keyRow } from './sca-customer.ts';

/** Duration of the lock, by number of failed logins. */
const lockMs: Readonly<Record<number, number>> = { 5: 15 * MINUTE_MS, 6: 30 * MINUTE_MS, 7: HOUR_MS, 8: DAY_MS };
const LOCKED_FROM = 5;
const SUSPENDED_FROM = 9;
/** Number of consecutive failed proofs, over all challenges, after which the proofs of a customer are locked. */
const MAX_FAILED_PROOFS = 5;
const PROOFS_LOCKED_MS = 15 * MINUTE_MS;
export const SESSION_MS = 180 * DAY_MS;

export interface LoginLock {
  failedAttempts: number;
  lockedUntil: Date | null;
  suspended: boolean;
}

/** Locks of a customer, after failed logins and after failed proofs. */
interface Locks {
  login: LoginLock;
  proofsLockedUntil: Date | null;
  /** A new password permits logins during the lock of proofs that ends at this time. */
  loginsAdmittedUntil: Date | null;
}

const locks = table('sca_locks', {
  platformId: text(),
  customerId: text(),
  failedAttempts: integer(),
  lockedUntil: nullable(timestamptz()),
  isSuspended: boolean(),
  proofsLockedUntil: nullable(timestamptz()),
  loginsAdmittedUntil: nullable(timestamptz()),
});
const loginLocks = locks.without('proofsLockedUntil', 'loginsAdmittedUntil');

/** Returns no locks for a customer without a row. */
export async function getLocks(db: Database, { platformId, customerId }: CustomerKey): Promise<Locks> {
  const [row] = await db.readPipelined<RowOf<typeof locks>>(sql`
    SELECT ${locks.columns} FROM sca_locks WHERE platform_id = ${platformId} AND customer_id = ${customerId}`);
  return {
    login: {
      failedAttempts: row?.failed_attempts ?? 0,
      lockedUntil: row?.locked_until ?? null,
      suspended: row?.is_suspended ?? false,
    },
    proofsLockedUntil: row?.proofs_locked_until ?? null,
    loginsAdmittedUntil: row?.logins_admitted_until ?? null,
  };
}

export const getLoginLock = async (db: Database, key: CustomerKey): Promise<LoginLock> =>
  (await getLocks(db, key)).login;

/** Throws 429 while the proofs of the customer are locked. */
export function requireProofsUnlocked(
  { proofsLockedUntil, loginsAdmittedUntil }: Locks,
  { isLogin, now }: { isLogin: boolean; now: Date },
): void {
  if (proofsLockedUntil === null || proofsLockedUntil <= now) return;
  if (isLogin && loginsAdmittedUntil?.getTime() === proofsLockedUntil.getTime()) return;
  throw proofsLocked(proofsLockedUntil, now);
}

export const proofsLocked = (until: Date, now: Date): ApiError =>
  rateLimited('Proofs of this customer are locked after failed ones.', {
    until,
    now,
    hint: `${MAX_FAILED_PROOFS} consecutive failed proofs, over all challenges of a customer, lock its proofs for ${PROOFS_LOCKED_MS / MINUTE_MS} minutes.`,
  });

/**
 * Counts a proof as failed before it is checked, so that parallel guesses cannot exceed the limit. `clearFailedProofs`
 * resets the count. Reads `taken`, the row of the challenge; returns no row while proofs are locked.
 */
export const countProof = ({ isLogin, now }: { isLogin: boolean; now: Date }): Sql => sql`
  INSERT INTO sca_locks AS s (platform_id, customer_id, failed_proofs)
  SELECT platform_id, customer_id, 1 FROM taken
  ON CONFLICT (platform_id, customer_id) DO UPDATE SET
    failed_proofs = CASE WHEN s.proofs_locked_until > ${now} THEN s.failed_proofs
      WHEN s.proofs_locked_until IS NULL THEN s.failed_proofs + 1 ELSE 1 END,
    proofs_locked_until = CASE WHEN s.proofs_locked_until > ${now} THEN s.proofs_locked_until
      WHEN s.proofs_locked_until IS NULL AND s.failed_proofs + 1 >= ${MAX_FAILED_PROOFS}
      THEN ${addMs(now, PROOFS_LOCKED_MS)}::timestamptz END
  WHERE s.proofs_locked_until IS NULL OR s.proofs_locked_until <= ${now}
    OR (${isLogin} AND s.logins_admitted_until = s.proofs_locked_until)
  RETURNING CASE WHEN s.logins_admitted_until IS DISTINCT FROM s.proofs_locked_until
    THEN s.proofs_locked_until END AS locks_until`;

/** Called after a successful proof. Resets the count, and removes a lock that this proof caused when it was counted. */
export async function clearFailedProofs(db: Database, { platformId, customerId }: CustomerKey): Promise<void> {
  await db.write(sql`
    UPDATE sca_locks SET failed_proofs = 0, proofs_locked_until = NULL
    WHERE platform_id = ${platformId} AND customer_id = ${customerId}
      AND (proofs_locked_until IS NULL OR logins_admitted_until IS DISTINCT FROM proofs_locked_until)`);
}

const isLocked = ({ suspended, lockedUntil }: LoginLock, now: Date): boolean =>
  suspended || (lockedUntil !== null && lockedUntil > now);

/** Failed logins until the next lock. Limits the attempts of a login challenge, because guesses may be parallel. */
export const triesLeft = ({ failedAttempts }: LoginLock): number => Math.max(1, LOCKED_FROM - failedAttempts);

/** Throws 423 while the customer is locked. */
export function requireUnlocked(lock: LoginLock, now: Date): void {
  if (!isLocked(lock, now)) return;
  const hint = lock.suspended
    ? 'The customer is suspended. An operator of the service can lift the suspension.'
    : 'Wait until lockedUntil, or record RESET_PASSWORD_COMPLETED once the customer has a new password.';
  throw new ApiError('ACCOUNT_LOCKED', 'The customer is locked after failed logins.', { ...lock, hint });
}

/**
 * Counts a failed login and returns the resulting lock. Parallel failures are counted separately. Throws 423 without
 * counting while the customer is locked. The effects of `effectsOf` are written in the same statement.
 */
export async function countFailedLogin(
  db: Database,
  { key, now, effectsOf = () => [] }: { key: CustomerKey; now: Date; effectsOf?: (lock: LoginLock) => Effect[] },
): Promise<LoginLock> {
  return retryOnConflict('customer', async () => {
    const current = await getLoginLock(db, key);
    requireUnlocked(current, now);
    const failedAttempts = current.failedAttempts + 1;
    const duration = lockMs[failedAttempts];
    const lockedUntil = duration === undefined ? null : addMs(now, duration);
    const suspended = failedAttempts >= SUSPENDED_FROM;
    const lock: LoginLock = { failedAttempts, lockedUntil, suspended };
    const row = loginLocks.toRow({ ...key, failedAttempts, lockedUntil, isSuspended: suspended });
    const guard = { kind: failureKind, rows: [row] };
    return (await apply(db, { guard, effects: effectsOf(lock) })) ? lock : undefined;
  });
}

const failureKind: EffectKind = {
  name: 'login_failure_counted',
  statement: (rows) => sql`
    INSERT INTO sca_locks AS s (${loginLocks.columns})
    SELECT ${loginLocks.columns} FROM ${rows} AS r(${loginLocks.rowType})
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET failed_attempts = excluded.failed_attempts,
      locked_until = excluded.locked_until, is_suspended = excluded.is_suspended
    WHERE s.failed_attempts = excluded.failed_attempts - 1
    RETURNING 0 AS item`,
};

/** Guard: ends the session and resets the failed logins. Does not hold while the customer is suspended. */
export const clearLocks = (key: CustomerKey): Effect => ({ kind: clearKind, rows: [keyRow(key)] });

const clearKind: EffectKind = {
  name: 'locks_cleared',
  statement: (rows) => sql`
    INSERT INTO sca_locks AS s (platform_id, customer_id)
    SELECT platform_id, customer_id FROM ${rows} AS r(item int, platform_id text, customer_id text)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET failed_attempts = 0, locked_until = NULL,
      logins_admitted_until = s.proofs_locked_until, session_factor = NULL, session_ip_address = NULL,
      session_started_at = NULL, session_expires_at = NULL
    WHERE NOT s.is_suspended
    RETURNING 0 AS item`,
};

/** Guard: removes the suspension and the locks of a customer. Does not hold if there are none. */
export const liftLock = (key: CustomerKey): Effect => ({ kind: liftKind, rows: [keyRow(key)] });

const liftKind: EffectKind = {
  name: 'lock_lifted',
  statement: (rows) => sql`
    UPDATE sca_locks s SET failed_attempts = 0, locked_until = NULL, is_suspended = false, failed_proofs = 0,
      proofs_locked_until = NULL
    FROM ${rows} AS r(item int, platform_id text, customer_id text)
    WHERE s.platform_id = r.platform_id AND s.customer_id = r.customer_id
      AND (s.is_suspended OR s.locked_until IS NOT NULL OR s.proofs_locked_until IS NOT NULL)
    RETURNING r.item`,
};

interface NewSession {
  factor: ScaFactor;
  ipAddress: string;
  now: Date;
}

/** Starts a session, which replaces the customer's previous one. */
export const startSession = (key: CustomerKey, { factor, ipAddress, now }: NewSession): Effect => ({
  kind: sessionKind,
  rows: [{ ...keyRow(key), factor, ip_address: ipAddress, started_at: now, expires_at: addMs(now, SESSION_MS) }],
});

const sessionKind: EffectKind = {
  name: 'session_started',
  statement: (rows) => sql`
    INSERT INTO sca_locks
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
  max: number;
  windowMs: number;
  message: string;
  hint: string;
}

/** Rate limits per customer over a sliding window. */
export const rateLimits = {
  texts: {
    column: 'recent_texts',
    max: 5,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many codes were sent to this customer.',
    hint: 'A passkey needs no text message.',
  },
  resets: {
    column: 'recent_resets',
    max: 5,
    windowMs: DAY_MS,
    message: 'Too many resets were started.',
    hint: 'A reset that is under way can be completed.',
  },
} as const satisfies Record<string, Limit>;

/** Counts a text message. Aborts the statement at the rate limit (see `isTextLimitError`). */
export const countText = (key: CustomerKey, now: Date): Effect => ({
  kind: textKind,
  rows: [{ ...keyRow(key), at: now }],
});

/** Guard: counts a reset. Does not hold at the rate limit. */
export const countReset = (key: CustomerKey, now: Date): Effect => ({
  kind: resetKind,
  rows: [{ ...keyRow(key), at: now }],
});

export const isTextLimitError = (error: unknown): boolean => nullColumn(error) === 'sca_locks.recent_texts';

const inWindow = ({ column, windowMs }: Limit): Sql =>
  sql`unnest(${rawSql(`s.${column}`)}) AS t(at) WHERE t.at > ${rawSql(`excluded.${column}`)}[1] - make_interval(secs => ${windowMs / 1_000})`;
const isBelow = (limit: Limit): Sql => sql`(SELECT count(*) FROM ${inWindow(limit)}) < ${limit.max}`;
const extended = (limit: Limit): Sql =>
  sql`ARRAY(SELECT t.at FROM ${inWindow(limit)} ORDER BY t.at) || ${rawSql(`excluded.${limit.column}`)}`;

const textKind: EffectKind = {
  name: 'text_counted',
  statement: (rows) => sql`
    INSERT INTO sca_locks AS s (platform_id, customer_id, recent_texts)
    SELECT platform_id, customer_id, ARRAY[at]
    FROM ${rows} AS r(item int, platform_id text, customer_id text, at timestamptz) JOIN guarded USING (item)
    ON CONFLICT (platform_id, customer_id) DO UPDATE
      SET recent_texts = CASE WHEN ${isBelow(rateLimits.texts)} THEN ${extended(rateLimits.texts)} END`,
};

const resetKind: EffectKind = {
  name: 'reset_counted',
  statement: (rows) => sql`
    INSERT INTO sca_locks AS s (platform_id, customer_id, recent_resets)
    SELECT platform_id, customer_id, ARRAY[at]
    FROM ${rows} AS r(item int, platform_id text, customer_id text, at timestamptz)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET recent_resets = ${extended(rateLimits.resets)}
    WHERE ${isBelow(rateLimits.resets)}
    RETURNING 0 AS item`,
};

/** Creates the 429 error. The limit lasts until the oldest counted event leaves the window. */
export async function rateLimitError(
  db: Database,
  { column, max, windowMs, message, hint }: Limit,
  { key, now }: { key: CustomerKey; now: Date },
): Promise<ApiError> {
  const [row] = await db.readPipelined<{ recent: Date[] }>(sql`
    SELECT ${rawSql(column)} AS recent FROM sca_locks
    WHERE platform_id = ${key.platformId} AND customer_id = ${key.customerId}`);
  const [oldest = now] = row?.recent.slice(-max) ?? [];
  const rule = `At most ${max} in ${windowMs / MINUTE_MS} minutes.`;
  return rateLimited(message, { until: addMs(oldest, windowMs), now, hint: `${rule} ${hint}` });
}
