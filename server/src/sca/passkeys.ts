import type { Customer } from '../customers/record.ts';
import { brokenConstraint, type Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import type { Receipt } from '../db/receipt.ts';
import { sql } from '../db/sql.ts';
import type { Platform } from '../kernel/callers.ts';
import { addMs, MINUTE_MS } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { readSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import type { RelyingParties, RelyingParty } from '../providers/relying-parties/port.ts';
import { type PasskeyKey, readRegistration, registrationOptions } from '../wallets/webauthn.ts';
import { enrolled } from './reset-record.ts';
import { type CustomerKey, keyOf, keyRow } from './subject.ts';

const ENROLLMENT_MS = 10 * MINUTE_MS;

export interface PasskeyNeeds {
  db: Database;
  /** The adapter of each mode. */
  relyingParties: Record<Platform['mode'], RelyingParties>;
}

export interface Enrollment {
  platform: Platform;
  customer: Customer;
  now: Date;
  receipt: Receipt;
}

/** The options for the authenticator; those given before are void. */
export async function startPasskey(
  { db, relyingParties }: PasskeyNeeds,
  { platform, customer, now, receipt }: Enrollment,
): Promise<string> {
  const settings = await readSettings(db, platform.id);
  const party = configured(settings)[0] ?? relyingParties[platform.mode].unconfigured;
  if (!party) throw noRelyingParty();
  const options = await registrationOptions({
    party,
    partyName: String(settings.embeddedWalletConfig.appName ?? platform.name),
    userId: customer.id,
    userName: customer.email ?? customer.platformCustomerId,
    timeoutMs: ENROLLMENT_MS,
  });
  const text = JSON.stringify({
    type: 'PASSKEY',
    options,
    allowedOrigins: party.origins,
    relyingPartyId: party.id,
  });
  const expiresAt = addMs(now, ENROLLMENT_MS);
  const row = { ...keyRow(keyOf(customer)), challenge: options.challenge, rp_id: party.id, expires_at: expiresAt, now };
  const guard = { kind: startKind, rows: [row] };
  if (await apply(db, { guard, effects: receipt.remember({ status: 200, text }) })) return text;
  throw new ApiError('PASSKEY_ALREADY_ENROLLED', 'The customer has a passkey already.', {
    hint: 'A customer has one passkey: delete it first, or reset the factor.',
  });
}

const configured = ({ embeddedWalletConfig }: Settings): readonly RelyingParty[] =>
  (embeddedWalletConfig.relyingParties as RelyingParty[] | undefined) ?? [];

const noRelyingParty = (): ApiError =>
  new ApiError('CONFLICT', 'No relying party is configured for passkeys.', {
    reason: 'RELYING_PARTY_MISSING',
    hint: 'Set embeddedWalletConfig.relyingParties with PATCH /config.',
  });

interface Attestation extends Enrollment {
  origin: string;
  credential: object;
}

/** Enrolls what the authenticator made for the options of `startPasskey`. */
export async function confirmPasskey(needs: PasskeyNeeds, attestation: Attestation): Promise<string> {
  const { platform, customer, origin, credential, now, receipt } = attestation;
  const { db } = needs;
  const key = keyOf(customer);
  const pending = await readRow(db, key);
  if (pending?.state !== 'PENDING' || pending.expires_at <= now) throw nothingToConfirm();
  const settings = await readSettings(db, platform.id);
  const party =
    configured(settings).find(({ id }) => id === pending.rp_id) ?? needs.relyingParties[platform.mode].unconfigured;
  refuseOrigin(origin, party?.takesAnyOrigin ? [origin] : (party?.origins ?? []), 'origin');
  const { challenge, rp_id: rpId } = pending;
  const made = await readRegistration(credential, { challenge, origin, rpId });
  if ('flaw' in made) throw badProof('credential', made.flaw);
  const factor = { factor: 'PASSKEY', credentialId: made.credentialId, name: PASSKEY_NAME };
  const text = JSON.stringify({ type: 'PASSKEY', factor });
  const row = { ...keyRow(key), challenge, origin, ...keyMembers(made), now };
  const effects = [enrolled(key, 'PASSKEY'), ...receipt.remember({ status: 200, text })];
  try {
    if (await apply(db, { guard: { kind: confirmKind, rows: [row] }, effects })) return text;
  } catch (error) {
    throw brokenConstraint(error) === 'sca_passkeys_credential' ? knownCredential() : error;
  }
  throw nothingToConfirm();
}

export const PASSKEY_NAME = 'Passkey';

const keyMembers = ({ credentialId, publicKey, counter, transports }: PasskeyKey) => ({
  credential_id: credentialId,
  public_key: `\\x${publicKey.toString('hex')}`,
  counter,
  transports,
});

const nothingToConfirm = (): ApiError =>
  new InvalidFields(
    [{ field: 'credential', message: 'credential answers no enrollment that is pending.' }],
    `Start one with POST /sca/factors; it is valid for ${ENROLLMENT_MS / MINUTE_MS} minutes.`,
  );

const knownCredential = (): ApiError =>
  new ApiError('CONFLICT', 'This passkey belongs to another customer.', { reason: 'CREDENTIAL_KNOWN' });

export const badProof = (field: string, flaw: string): ApiError =>
  new InvalidFields([{ field, message: `${field} proves nothing: ${flaw}.` }]);

/** Only the pages and apps of the relying party may use its passkeys. */
export function refuseOrigin(origin: string, allowed: readonly string[], field: string): void {
  if (allowed.includes(origin)) return;
  const message = `${field} ${origin} is not one of the allowed origins.`;
  throw new InvalidFields([{ field, message, constraint: { enum: [...allowed] } }]);
}

export interface Passkey extends PasskeyKey {
  rpId: string;
  origins: readonly string[];
}

/** The customer's passkey, with the origins on which it may be used. */
export async function readPasskey(db: Database, key: CustomerKey): Promise<Passkey | undefined> {
  const row = await readRow(db, key);
  if (row?.state !== 'ACTIVE') return undefined;
  const party = configured(await readSettings(db, key.platformId)).find(({ id }) => id === row.rp_id);
  return {
    credentialId: row.credential_id ?? '',
    publicKey: row.public_key ?? Buffer.alloc(0),
    counter: Number(row.counter),
    transports: row.transports,
    rpId: row.rp_id,
    origins: party?.origins ?? [row.origin ?? ''],
  };
}

/** Remembers the counter; breaks the statement where another use was counted meanwhile. */
export const countUse = (
  key: CustomerKey,
  { counter, credentialId }: { counter: number; credentialId: string },
): Effect => ({
  kind: useKind,
  rows: [{ ...keyRow(key), credential_id: credentialId, counter }],
});

export async function deletePasskey(db: Database, { platformId, customerId }: CustomerKey, credentialId: string) {
  const gone = await db.write(sql`
    DELETE FROM sca_passkeys WHERE platform_id = ${platformId} AND customer_id = ${customerId}
      AND credential_id = ${credentialId} RETURNING 1`);
  if (gone.length > 0) return;
  throw new ApiError('REFERENCE_NOT_FOUND', 'The customer has no such passkey.', {
    hint: 'GET /sca/factors lists the factors; only passkeys can be deleted.',
  });
}

/** As part of a reset: the next enrollment starts from nothing. */
export const forgetPasskey = (key: CustomerKey): Effect => ({ kind: forgetKind, rows: [keyRow(key)] });

const startKind: EffectKind = {
  name: 'passkey_started',
  statement: (rows) => sql`
    INSERT INTO sca_passkeys AS p (platform_id, customer_id, state, challenge, rp_id, expires_at, created_at)
    SELECT platform_id, customer_id, 'PENDING', challenge, rp_id, expires_at, now
    FROM ${rows} AS r(item int, platform_id text, customer_id text, challenge text, rp_id text,
      expires_at timestamptz, now timestamptz)
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET challenge = excluded.challenge, rp_id = excluded.rp_id,
      expires_at = excluded.expires_at, created_at = excluded.created_at
    WHERE p.state = 'PENDING'
    RETURNING 0 AS item`,
};

const confirmKind: EffectKind = {
  name: 'passkey_confirmed',
  statement: (rows) => sql`
    UPDATE sca_passkeys p SET state = 'ACTIVE', origin = r.origin, credential_id = r.credential_id,
      public_key = r.public_key, counter = r.counter, transports = r.transports, created_at = r.now
    FROM ${rows} AS r(item int, platform_id text, customer_id text, challenge text, origin text, credential_id text,
      public_key bytea, counter bigint, transports text[], now timestamptz)
    WHERE p.platform_id = r.platform_id AND p.customer_id = r.customer_id AND p.state = 'PENDING'
      AND p.challenge = r.challenge
    RETURNING r.item`,
};

/** Authenticators without a counter report 0 for ever. */
const useKind: EffectKind = {
  name: 'passkey_used',
  statement: (rows) => sql`
    UPDATE sca_passkeys p
    SET counter = CASE WHEN r.counter > p.counter OR (r.counter = 0 AND p.counter = 0) THEN r.counter END
    FROM ${rows} AS r(item int, platform_id text, customer_id text, credential_id text, counter bigint)
    JOIN guarded USING (item)
    WHERE p.platform_id = r.platform_id AND p.customer_id = r.customer_id AND p.credential_id = r.credential_id`,
};

const forgetKind: EffectKind = {
  name: 'passkey_forgotten',
  statement: (rows) => sql`
    DELETE FROM sca_passkeys p
    USING ${rows} AS r(item int, platform_id text, customer_id text) JOIN guarded USING (item)
    WHERE p.platform_id = r.platform_id AND p.customer_id = r.customer_id`,
};

interface PasskeyRow {
  state: 'PENDING' | 'ACTIVE';
  challenge: string;
  rp_id: string;
  origin: string | null;
  credential_id: string | null;
  public_key: Buffer | null;
  counter: bigint;
  transports: string[];
  expires_at: Date;
}

async function readRow(db: Database, { platformId, customerId }: CustomerKey): Promise<PasskeyRow | undefined> {
  const [row] = await db.find<PasskeyRow>(sql`
    SELECT state, challenge, rp_id, origin, credential_id, public_key, counter, transports, expires_at
    FROM sca_passkeys WHERE platform_id = ${platformId} AND customer_id = ${customerId}`);
  return row;
}
