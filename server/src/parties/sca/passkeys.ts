import type { RelyingParty } from '../../engine/providers/relying-parties/port.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import {
  bigint,
  bytea,
  nullable,
  type RecordOf,
  type RowOf,
  table,
  text,
  textArray,
  timestamptz,
} from '../../foundation/db/table.ts';
import { addMs, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { getSettings } from '../platforms/config.ts';
import type { Settings } from '../platforms/settings.ts';
import { type PasskeyKey, registrationOptions, verifyRegistration } from '../wallets/webauthn.ts';
import type { ScaDeps } from './deps.ts';
import { ENROLLMENT_MS, type Enrollment } from './enrollment.ts';
import { completeEnrollment } from './reset-record.ts';
import { type CustomerKey, keyOf, keyRow } from './sca-customer.ts';

const passkeys = table('sca_passkeys', {
  platformId: text(),
  customerId: text(),
  state: text<'PENDING' | 'ACTIVE'>(),
  challenge: text(),
  rpId: text(),
  origin: nullable(text()),
  credentialId: nullable(text()),
  publicKey: nullable(bytea()),
  counter: bigint(),
  transports: textArray(),
  expiresAt: timestamptz(),
  createdAt: timestamptz(),
});

type PasskeyDeps = Pick<ScaDeps, 'db' | 'authentication'>;

type PasskeyRecord = RecordOf<typeof passkeys>;

/** Returns options for the authenticator. Options of an earlier start become void. */
export async function startPasskey(
  { db, authentication: { relyingParties } }: PasskeyDeps,
  { platform, customer, now, receipt }: Enrollment,
): Promise<string> {
  const settings = await getSettings(db, platform.id);
  const party = configured(settings)[0] ?? relyingParties[platform.mode].unconfigured;
  if (!party) throw noRelyingParty();
  const options = await registrationOptions({
    party,
    partyName: String(settings.embeddedWalletConfig.appName ?? platform.name),
    userId: customer.id,
    userName: customer.email ?? customer.platformCustomerId,
    timeoutMs: ENROLLMENT_MS,
  });
  const answer = { type: 'PASSKEY', options, allowedOrigins: party.origins, relyingPartyId: party.id };
  const text = JSON.stringify(answer);
  const started = starts.toRow({
    ...keyOf(customer),
    state: 'PENDING',
    challenge: options.challenge,
    rpId: party.id,
    expiresAt: addMs(now, ENROLLMENT_MS),
    createdAt: now,
  });
  const guard = { kind: startKind, rows: [started] };
  if (await apply(db, { guard, effects: receipt.record({ status: 200, text }) })) return text;
  throw new ApiError('PASSKEY_ALREADY_ENROLLED', 'The customer has a passkey already.', {
    hint: 'A customer has at most one passkey. Delete it first, or reset the factor.',
  });
}

const configured = ({ embeddedWalletConfig }: Settings): readonly RelyingParty[] =>
  (embeddedWalletConfig.relyingParties as RelyingParty[] | undefined) ?? [];

const noRelyingParty = (): ApiError =>
  new ApiError('CONFLICT', 'No relying party is configured for passkeys.', {
    reason: 'RELYING_PARTY_MISSING',
    hint: 'Set embeddedWalletConfig.relyingParties with PATCH /config.',
  });

interface PasskeyConfirmation extends Enrollment {
  origin: string;
  credential: object;
}

/** Enrolls the passkey that the authenticator created with the options of `startPasskey`. */
export async function confirmPasskey(deps: PasskeyDeps, confirmation: PasskeyConfirmation): Promise<string> {
  const { platform, customer, origin, credential, now, receipt } = confirmation;
  const { db } = deps;
  const key = keyOf(customer);
  const pending = await findRecord(db, key);
  if (pending?.state !== 'PENDING' || pending.expiresAt <= now) throw nothingToConfirm();
  const settings = await getSettings(db, platform.id);
  const party =
    configured(settings).find(({ id }) => id === pending.rpId) ??
    deps.authentication.relyingParties[platform.mode].unconfigured;
  requireOrigin(origin, party?.takesAnyOrigin ? [origin] : (party?.origins ?? []), 'origin');
  const { challenge, rpId } = pending;
  const verified = await verifyRegistration(credential, { challenge, origin, rpId });
  if ('flaw' in verified) throw invalidCredential(verified.flaw);
  const factor = { factor: 'PASSKEY', credentialId: verified.credentialId, name: PASSKEY_NAME };
  const text = JSON.stringify({ type: 'PASSKEY', factor });
  const { credentialId, publicKey, counter, transports } = verified;
  const row = confirmations.toRow({
    ...key,
    challenge,
    origin,
    credentialId,
    publicKey,
    counter: BigInt(counter),
    transports: [...transports],
    createdAt: now,
  });
  const effects = [completeEnrollment(key, 'PASSKEY'), ...receipt.record({ status: 200, text })];
  try {
    if (await apply(db, { guard: { kind: confirmKind, rows: [row] }, effects })) return text;
  } catch (error) {
    throw brokenConstraint(error) === 'sca_passkeys_credential' ? knownCredential() : error;
  }
  throw nothingToConfirm();
}

export const PASSKEY_NAME = 'Passkey';

const nothingToConfirm = (): ApiError =>
  new InvalidFields(
    [{ field: 'credential', message: 'credential belongs to no pending enrollment.' }],
    `POST /sca/factors starts an enrollment, which is valid for ${ENROLLMENT_MS / MINUTE_MS} minutes.`,
  );

const knownCredential = (): ApiError =>
  new ApiError('CONFLICT', 'This passkey belongs to another customer.', { reason: 'CREDENTIAL_KNOWN' });

const invalidCredential = (flaw: string): ApiError =>
  new InvalidFields([{ field: 'credential', message: `credential is not valid: ${flaw}.` }]);

/** Throws 400 unless the page or app belongs to the relying party. */
export function requireOrigin(origin: string, allowed: readonly string[], field: string): void {
  if (allowed.includes(origin)) return;
  const message = `${field} ${origin} is not one of the allowed origins.`;
  throw new InvalidFields([{ field, message, constraint: { enum: [...allowed] } }]);
}

export interface Passkey extends PasskeyKey {
  rpId: string;
  origins: readonly string[];
}

/** Finds the enrolled passkey of a customer, with the origins that may use it. */
export async function findPasskey(db: Database, key: CustomerKey): Promise<Passkey | undefined> {
  const record = await findRecord(db, key);
  if (record?.state !== 'ACTIVE') return undefined;
  const party = configured(await getSettings(db, key.platformId)).find(({ id }) => id === record.rpId);
  return {
    credentialId: record.credentialId ?? '',
    publicKey: record.publicKey ?? Buffer.alloc(0),
    counter: Number(record.counter),
    transports: record.transports,
    rpId: record.rpId,
    origins: party?.origins ?? [record.origin ?? ''],
  };
}

/** Stores the signature counter. Aborts the statement if the counter has not grown since the passkey was read. */
export const countUse = (
  key: CustomerKey,
  { counter, credentialId }: { counter: number; credentialId: string },
): Effect => ({
  kind: useKind,
  rows: [{ ...keyRow(key), credential_id: credentialId, counter }],
});

export async function deletePasskey(db: Database, { platformId, customerId }: CustomerKey, credentialId: string) {
  const deleted = await db.write(sql`
    DELETE FROM sca_passkeys WHERE platform_id = ${platformId} AND customer_id = ${customerId}
      AND credential_id = ${credentialId} RETURNING 1`);
  if (deleted.length > 0) return;
  throw new ApiError('REFERENCE_NOT_FOUND', 'The customer has no such passkey.', {
    hint: 'GET /sca/factors lists the factors. Only passkeys can be deleted.',
  });
}

/** Removes the passkey in a reset, so that a new one can be enrolled. */
export const removePasskey = (key: CustomerKey): Effect => ({ kind: removeKind, rows: [keyRow(key)] });

const starts = passkeys.only('platformId', 'customerId', 'state', 'challenge', 'rpId', 'expiresAt', 'createdAt');

const startKind: EffectKind = {
  name: 'passkey_started',
  statement: (rows) => sql`
    INSERT INTO sca_passkeys AS p (${starts.columns}) SELECT ${starts.columns} FROM ${rows} AS r(${starts.rowType})
    ON CONFLICT (platform_id, customer_id) DO UPDATE SET challenge = excluded.challenge, rp_id = excluded.rp_id,
      expires_at = excluded.expires_at, created_at = excluded.created_at
    WHERE p.state = 'PENDING'
    RETURNING 0 AS item`,
};

const confirmations = passkeys.without('state', 'rpId', 'expiresAt');

const confirmKind: EffectKind = {
  name: 'passkey_confirmed',
  statement: (rows) => sql`
    UPDATE sca_passkeys p SET state = 'ACTIVE', ${confirmations.assignments('platformId', 'customerId', 'challenge')}
    FROM ${rows} AS r(${confirmations.rowType})
    WHERE p.platform_id = r.platform_id AND p.customer_id = r.customer_id AND p.state = 'PENDING'
      AND p.challenge = r.challenge
    RETURNING r.item`,
};

/** Accepts 0 again, because authenticators without a counter always report 0. */
const useKind: EffectKind = {
  name: 'passkey_used',
  statement: (rows) => sql`
    UPDATE sca_passkeys p
    SET counter = CASE WHEN r.counter > p.counter OR (r.counter = 0 AND p.counter = 0) THEN r.counter END
    FROM ${rows} AS r(item int, platform_id text, customer_id text, credential_id text, counter bigint)
    JOIN guarded USING (item)
    WHERE p.platform_id = r.platform_id AND p.customer_id = r.customer_id AND p.credential_id = r.credential_id`,
};

const removeKind: EffectKind = {
  name: 'passkey_removed',
  statement: (rows) => sql`
    DELETE FROM sca_passkeys p
    USING ${rows} AS r(item int, platform_id text, customer_id text) JOIN guarded USING (item)
    WHERE p.platform_id = r.platform_id AND p.customer_id = r.customer_id`,
};

async function findRecord(db: Database, { platformId, customerId }: CustomerKey): Promise<PasskeyRecord | undefined> {
  const [row] = await db.readPipelined<RowOf<typeof passkeys>>(sql`
    SELECT ${passkeys.columns} FROM sca_passkeys WHERE platform_id = ${platformId} AND customer_id = ${customerId}`);
  return row && passkeys.fromRow(row);
}
