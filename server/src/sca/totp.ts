import { Secret, TOTP } from 'otpauth';
import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { randomHex } from '../kernel/ids.ts';
import { readSettings } from '../platforms/config.ts';
import type { Authenticators } from '../providers/authenticators/port.ts';
import type { Enrollment } from './passkeys.ts';
import { enrolled } from './reset-record.ts';
import { type CustomerKey, keyOf, keyRow, tooMany } from './subject.ts';

/** As long as the output of SHA-1 (RFC 4226, section 4). */
const SECRET_BITS = 160;
const ENROLLMENT_MS = 10 * MINUTE_MS;
const MAX_ATTEMPTS = 5;
const RECOVERY_CODES = 10;
const RECOVERY_BITS = 64;

export interface TotpNeeds {
  db: Database;
  vault: Vault;
  /** The adapter of each mode. */
  authenticators: Record<Platform['mode'], Authenticators>;
}

/** A secret for an authenticator app; the one given before is void. */
export async function startTotp(
  { db, vault }: TotpNeeds,
  { platform, customer, now, receipt }: Enrollment,
): Promise<string> {
  const { embeddedWalletConfig } = await readSettings(db, platform.id);
  const issuer = String(embeddedWalletConfig.appName ?? platform.name);
  const label = customer.email ?? customer.platformCustomerId;
  const secret = Secret.fromHex(randomHex(SECRET_BITS));
  const totpUri = new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: 30 }).toString();
  const text = JSON.stringify({ type: 'TOTP', secret: secret.hex, secretBase32Encoded: secret.base32, totpUri });
  const key = keyOf(customer);
  const row = {
    ...keyRow(key),
    secret_sealed: vault.seal(secret.base32, contextOf(key)),
    expires_at: addMs(now, ENROLLMENT_MS),
    now,
  };
  const guard = { kind: startKind, rows: [row] };
  if (await apply(db, { guard, effects: receipt.remember({ status: 200, text }) })) return text;
  throw new ApiError('CONFLICT', 'The customer has an authenticator app already.', {
    reason: 'TOTP_ALREADY_ENROLLED',
    hint: 'POST /sca/factors/reset makes room for a new one.',
  });
}

/** The app's first code enrolls it. Recovery codes are told now and never again. */
export async function confirmTotp(
  { db, vault, authenticators }: TotpNeeds,
  { platform, customer, secret: told, code, now, receipt }: Enrollment & { secret: string; code: string },
): Promise<string> {
  const key = keyOf(customer);
  const sealed = await takeAttempt(db, key, now);
  const secret = await vault.open(sealed, contextOf(key));
  if (!spellingsOf(secret).includes(told.toUpperCase()))
    throw refused('secret', 'is not the one of the pending enrollment');
  const step = authenticators[platform.mode].totpStep({ secret, code, now, lastStep: 0 });
  if (step === undefined) throw refused('code', 'is wrong');
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const text = JSON.stringify({ type: 'TOTP', recoveryCodes });
  const hashes = recoveryCodes.map((recoveryCode) => recoveryHash(vault, key, recoveryCode));
  const row = { ...keyRow(key), secret_sealed: sealed, last_step: step, recovery_hashes: hashes, now };
  const effects = [enrolled(key, 'TOTP'), ...receipt.remember({ status: 200, text })];
  if (await apply(db, { guard: { kind: confirmKind, rows: [row] }, effects })) return text;
  throw refused('secret', 'is not the one of the pending enrollment');
}

/** Either of the two that were told is taken back. */
const spellingsOf = (secret: string): string[] => [secret, Secret.fromBase32(secret).hex.toUpperCase()];

/** Each try counts before the code is looked at. */
async function takeAttempt(db: Database, { platformId, customerId }: CustomerKey, now: Date): Promise<string> {
  const [taken] = await db.write<{ secret_sealed: string }>(sql`
    UPDATE sca_totp SET attempts = attempts + 1
    WHERE platform_id = ${platformId} AND customer_id = ${customerId} AND state = 'PENDING'
      AND attempts < ${MAX_ATTEMPTS} AND expires_at > ${now}
    RETURNING secret_sealed`);
  if (taken) return taken.secret_sealed;
  const row = await readRow(db, { platformId, customerId });
  if (row?.state !== 'PENDING' || row.expires_at <= now) throw refused('secret', 'belongs to no pending enrollment');
  const hint = 'Start again with POST /sca/factors.';
  throw tooMany('Too many wrong codes: this enrollment is void.', { until: row.expires_at, now, hint });
}

const refused = (field: string, what: string): ApiError =>
  new InvalidFields(
    [{ field, message: `${field} ${what}.` }],
    `An enrollment takes ${MAX_ATTEMPTS} tries within ${ENROLLMENT_MS / MINUTE_MS} minutes; POST /sca/factors starts a new one.`,
  );

/** Four groups of hex digits, so that it can be written down and is never taken for the code of an app. */
const newRecoveryCode = (): string => randomHex(RECOVERY_BITS).replace(/(.{4})(?=.)/g, '$1-');
const RECOVERY_PATTERN = /^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/;

const recoveryHash = (vault: Vault, { platformId, customerId }: CustomerKey, code: string): string =>
  vault.hash(`sca-recovery/${platformId}/${customerId}/${code}`).toString('hex');

export async function hasTotp(db: Database, key: CustomerKey): Promise<boolean> {
  return (await readRow(db, key))?.state === 'ACTIVE';
}

/**
 * What uses up a right code, of the app or for recovery, in the caller's statement, which breaks where another request
 * used it meanwhile. Undefined: the code is wrong, or was used.
 */
export async function checkTotp(
  { db, vault, authenticators }: TotpNeeds,
  { platform, key, code, now }: { platform: Platform; key: CustomerKey; code: string; now: Date },
): Promise<Effect | undefined> {
  const row = await readRow(db, key);
  if (row?.state !== 'ACTIVE') return undefined;
  const given = code.trim().toLowerCase();
  if (RECOVERY_PATTERN.test(given)) {
    const hash = recoveryHash(vault, key, given);
    return row.recovery_hashes.includes(hash) ? { kind: recoveryKind, rows: [{ ...keyRow(key), hash }] } : undefined;
  }
  const secret = await vault.open(row.secret_sealed, contextOf(key));
  const step = authenticators[platform.mode].totpStep({ secret, code, now, lastStep: Number(row.last_step) });
  return step === undefined ? undefined : { kind: stepKind, rows: [{ ...keyRow(key), step }] };
}

/** As part of a reset: the next enrollment starts from nothing. */
export const forgetTotp = (key: CustomerKey): Effect => ({ kind: forgetKind, rows: [keyRow(key)] });

const contextOf = (key: CustomerKey) => sealContext(sealedColumns.totpSecret, keyRow(key));

const startKind: EffectKind = {
  name: 'totp_started',
  statement: (rows) => sql`
    INSERT INTO sca_totp AS t (platform_id, customer_id, state, secret_sealed, expires_at, created_at)
    SELECT platform_id, customer_id, 'PENDING', secret_sealed, expires_at, now
    FROM ${rows} AS r(item int, platform_id text, customer_id text, secret_sealed text, expires_at timestamptz,
      now timestamptz)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, attempts = 0,
      expires_at = excluded.expires_at, created_at = excluded.created_at
    WHERE t.state = 'PENDING'
    RETURNING 0 AS item`,
};

const confirmKind: EffectKind = {
  name: 'totp_confirmed',
  statement: (rows) => sql`
    UPDATE sca_totp t SET state = 'ACTIVE', last_step = r.last_step, recovery_hashes = r.recovery_hashes,
      created_at = r.now
    FROM ${rows} AS r(item int, platform_id text, customer_id text, secret_sealed text, last_step bigint,
      recovery_hashes text[], now timestamptz)
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

const forgetKind: EffectKind = {
  name: 'totp_forgotten',
  statement: (rows) => sql`
    DELETE FROM sca_totp t
    USING ${rows} AS r(item int, platform_id text, customer_id text) JOIN guarded USING (item)
    WHERE t.platform_id = r.platform_id AND t.customer_id = r.customer_id`,
};

interface TotpRow {
  state: 'PENDING' | 'ACTIVE';
  secret_sealed: string;
  last_step: bigint;
  recovery_hashes: string[];
  expires_at: Date;
}

async function readRow(db: Database, { platformId, customerId }: CustomerKey): Promise<TotpRow | undefined> {
  const [row] = await db.find<TotpRow>(sql`
    SELECT state, secret_sealed, last_step, recovery_hashes, expires_at
    FROM sca_totp WHERE platform_id = ${platformId} AND customer_id = ${customerId}`);
  return row;
}
