import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bigint, type RecordOf, type RowOf, table, text, textArray, timestamptz } from '../../foundation/db/table.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';
import { rateLimited } from '../../foundation/kernel/rate-limited.ts';
import { getSettings } from '../platforms/config.ts';
import type { ScaDeps } from './deps.ts';
import { ENROLLMENT_MS, type Enrollment } from './enrollment.ts';
import { completeEnrollment } from './reset-record.ts';
import { type CustomerKey, keyOf, keyRow } from './sca-customer.ts';

/** Same length as the output of SHA-1 (RFC 4226, section 4). */
const SECRET_BITS = 160;
const MAX_ATTEMPTS = 5;
const RECOVERY_CODES = 10;
const RECOVERY_BITS = 64;

const totps = table('sca_totp', {
  platformId: text(),
  customerId: text(),
  state: text<'PENDING' | 'ACTIVE'>(),
  secretSealed: text(),
  /** Time step of the last code that was used. */
  lastStep: bigint(),
  /** Hashes of the recovery codes that are not used yet. */
  recoveryHashes: textArray(),
  expiresAt: timestamptz(),
  createdAt: timestamptz(),
});

/** Returns a secret for an authenticator app. The secret of an earlier start becomes void. */
export async function startTotp(
  { db, vault }: ScaDeps,
  { platform, customer, now, receipt }: Enrollment,
): Promise<string> {
  const { embeddedWalletConfig } = await getSettings(db, platform.id);
  const issuer = String(embeddedWalletConfig.appName ?? platform.name);
  const label = customer.email ?? customer.platformCustomerId;
  const secret = Secret.fromHex(randomHex(SECRET_BITS));
  const totpUri = new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: 30 }).toString();
  const text = JSON.stringify({ type: 'TOTP', secret: secret.hex, secretBase32Encoded: secret.base32, totpUri });
  const key = keyOf(customer);
  const started = starts.toRow({
    ...key,
    state: 'PENDING',
    secretSealed: vault.seal(secret.base32, contextOf(key)),
    expiresAt: addMs(now, ENROLLMENT_MS),
    createdAt: now,
  });
  const guard = { kind: startKind, rows: [started] };
  if (await apply(db, { guard, effects: receipt.record({ status: 200, text }) })) return text;
  throw new ApiError('CONFLICT', 'The customer has an authenticator app already.', {
    reason: 'TOTP_ALREADY_ENROLLED',
    hint: 'POST /sca/factors/reset replaces it.',
  });
}

/** Enrolls an app with its first code. Recovery codes are contained in this response only. */
export async function confirmTotp(
  { db, vault, authentication: { authenticators } }: ScaDeps,
  { platform, customer, secret: givenSecret, code, now, receipt }: Enrollment & { secret: string; code: string },
): Promise<string> {
  const key = keyOf(customer);
  const sealed = await takeAttempt(db, key, now);
  const secret = await vault.open(sealed, contextOf(key));
  if (!encodingsOf(secret).includes(givenSecret.toUpperCase())) throw otherSecret();
  const step = authenticators[platform.mode].totpStep({ secret, code, now, lastStep: 0 });
  if (step === undefined) throw rejected('code', 'is wrong');
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const text = JSON.stringify({ type: 'TOTP', recoveryCodes });
  const hashes = recoveryCodes.map((recoveryCode) => vault.hash(boundCode(key, recoveryCode)).toString('hex'));
  const row = confirmations.toRow({
    ...key,
    secretSealed: sealed,
    lastStep: BigInt(step),
    recoveryHashes: hashes,
    createdAt: now,
  });
  const effects = [completeEnrollment(key, 'TOTP'), ...receipt.record({ status: 200, text })];
  if (await apply(db, { guard: { kind: confirmKind, rows: [row] }, effects })) return text;
  throw otherSecret();
}

/** Base32 and hex form of the secret. `startTotp` returns both, so the client may send either. */
const encodingsOf = (secret: string): string[] => [secret, Secret.fromBase32(secret).hex.toUpperCase()];

/** Counts the attempt before the code is checked, so that parallel guesses count. Returns the sealed secret. */
async function takeAttempt(db: Database, { platformId, customerId }: CustomerKey, now: Date): Promise<string> {
  const [taken] = await db.write<{ secret_sealed: string }>(sql`
    UPDATE sca_totp SET attempts = attempts + 1
    WHERE platform_id = ${platformId} AND customer_id = ${customerId} AND state = 'PENDING'
      AND attempts < ${MAX_ATTEMPTS} AND expires_at > ${now}
    RETURNING secret_sealed`);
  if (taken) return taken.secret_sealed;
  const totp = await findTotp(db, { platformId, customerId });
  if (totp?.state !== 'PENDING' || totp.expiresAt <= now) throw rejected('secret', 'belongs to no pending enrollment');
  const hint = 'Start again with POST /sca/factors.';
  throw rateLimited('Too many wrong codes: this enrollment is void.', { until: totp.expiresAt, now, hint });
}

const otherSecret = (): ApiError => rejected('secret', 'is not that of the pending enrollment');

const rejected = (field: string, problem: string): ApiError =>
  new InvalidFields(
    [{ field, message: `${field} ${problem}.` }],
    `An enrollment takes ${MAX_ATTEMPTS} tries within ${ENROLLMENT_MS / MINUTE_MS} minutes; POST /sca/factors starts a new one.`,
  );

/** Four groups of hex digits, which are easy to write down and cannot be confused with the code of an app. */
const newRecoveryCode = (): string => randomHex(RECOVERY_BITS).replace(/(.{4})(?=.)/g, '$1-');
const RECOVERY_PATTERN = /^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/;

const boundCode = ({ platformId, customerId }: CustomerKey, code: string): string =>
  `sca-recovery/${platformId}/${customerId}/${code}`;

export async function hasTotp(db: Database, key: CustomerKey): Promise<boolean> {
  return (await findTotp(db, key))?.state === 'ACTIVE';
}

/**
 * Returns the effect that uses a valid code of the app or a recovery code; it aborts the caller's statement if another
 * request has used the code. Undefined if the code is wrong or used.
 */
export async function checkTotp(
  { db, vault, authentication: { authenticators } }: ScaDeps,
  { platform, key, code, now }: { platform: Platform; key: CustomerKey; code: string; now: Date },
): Promise<Effect | undefined> {
  const totp = await findTotp(db, key);
  if (totp?.state !== 'ACTIVE') return undefined;
  const given = code.trim().toLowerCase();
  if (RECOVERY_PATTERN.test(given)) {
    const hash = await vault.find(boundCode(key, given), async (hashes) =>
      hashes.map((bytes) => bytes.toString('hex')).find((candidate) => totp.recoveryHashes.includes(candidate)),
    );
    return hash ? { kind: recoveryKind, rows: [{ ...keyRow(key), hash }] } : undefined;
  }
  const secret = await vault.open(totp.secretSealed, contextOf(key));
  const step = authenticators[platform.mode].totpStep({ secret, code, now, lastStep: Number(totp.lastStep) });
  return step === undefined ? undefined : { kind: stepKind, rows: [{ ...keyRow(key), step }] };
}

/** Removes the app in a reset, so that a new one can be enrolled. */
export const removeTotp = (key: CustomerKey): Effect => ({ kind: removeKind, rows: [keyRow(key)] });

const contextOf = (key: CustomerKey) => sealContext(sealedColumns.totpSecret, keyRow(key));

const starts = totps.without('lastStep', 'recoveryHashes');

const startKind: EffectKind = {
  name: 'totp_started',
  statement: (rows) => sql`
    INSERT INTO sca_totp AS t (${starts.columns}) SELECT ${starts.columns} FROM ${rows} AS r(${starts.rowType})
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, attempts = 0,
      expires_at = excluded.expires_at, created_at = excluded.created_at
    WHERE t.state = 'PENDING'
    RETURNING 0 AS item`,
};

const confirmations = totps.without('state', 'expiresAt');

const confirmKind: EffectKind = {
  name: 'totp_confirmed',
  statement: (rows) => sql`
    UPDATE sca_totp t SET state = 'ACTIVE', ${confirmations.assignments('platformId', 'customerId', 'secretSealed')}
    FROM ${rows} AS r(${confirmations.rowType})
    WHERE t.platform_id = r.platform_id AND t.customer_id = r.customer_id AND t.state = 'PENDING'
      AND t.secret_sealed = r.secret_sealed
    RETURNING r.item`,
};

const stepKind: EffectKind = {
  name: 'totp_step_used',
  statement: (rows) => sql`
    UPDATE sca_totp t SET last_step = CASE WHEN r.step > t.last_step THEN r.step END
    FROM ${rows} AS r(item int, platform_id text, customer_id text, step bigint) JOIN guarded USING (item)
    WHERE t.platform_id = r.platform_id AND t.customer_id = r.customer_id`,
};

const recoveryKind: EffectKind = {
  name: 'totp_recovery_used',
  statement: (rows) => sql`
    UPDATE sca_totp t
    SET recovery_hashes = CASE WHEN r.hash = ANY (t.recovery_hashes) THEN array_remove(t.recovery_hashes, r.hash) END
    FROM ${rows} AS r(item int, platform_id text, customer_id text, hash text) JOIN guarded USING (item)
    WHERE t.platform_id = r.platform_id AND t.customer_id = r.customer_id`,
};

const removeKind: EffectKind = {
  name: 'totp_removed',
  statement: (rows) => sql`
    DELETE FROM sca_totp t
    USING ${rows} AS r(item int, platform_id text, customer_id text) JOIN guarded USING (item)
    WHERE t.platform_id = r.platform_id AND t.customer_id = r.customer_id`,
};

async function findTotp(
  db: Database,
  { platformId, customerId }: CustomerKey,
): Promise<RecordOf<typeof totps> | undefined> {
  const [row] = await db.readPipelined<RowOf<typeof totps>>(sql`
    SELECT ${totps.columns} FROM sca_totp WHERE platform_id = ${platformId} AND customer_id = ${customerId}`);
  return row && totps.fromRow(row);
}
