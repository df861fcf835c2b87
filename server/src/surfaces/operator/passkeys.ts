import type { RelyingParty } from '../../engine/providers/relying-parties/port.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bigint, bytea, nullable, type RowOf, table, text, textArray, timestamptz } from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { type ApiError, InvalidFields, unauthorized } from '../../foundation/kernel/errors.ts';
import {
  discoverableOptions,
  type PasskeyKey,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from '../../parties/wallets/webauthn.ts';
import { recordAction } from './actions.ts';
import { getInvitation, invalidInvitation } from './invitations.ts';
import {
  CHALLENGE_MS,
  type ChallengePurpose,
  challengeIn,
  challengeUsed,
  isOpenChallenge,
  storeChallenge,
} from './passkey-challenges.ts';

const SERVICE_NAME = 'Causeway';
/** Longest credential id that WebAuthn allows, in base64url. */
const MAX_CREDENTIAL_ID = 1_364;

const passkeys = table('operator_passkeys', {
  credentialId: text(),
  operatorId: text(),
  rpId: text(),
  publicKey: bytea(),
  counter: bigint(),
  transports: textArray(),
  createdAt: timestamptz(),
  usedAt: nullable(timestamptz()),
});

interface Deps {
  db: Database;
  vault: Vault;
}

/** Site of the request: its domain is the relying party, and the response must have its origin. */
export type PasskeySite = Pick<RelyingParty, 'id'> & { origin: string };

/** Options for the authenticator of an invited person. */
export async function startEnrollment(
  { db, vault }: Deps,
  code: string,
  { site, now }: { site: PasskeySite; now: Date },
) {
  const { operatorId, name } = await getInvitation({ db, vault }, code, now);
  const options = await registrationOptions({
    party: { id: site.id, origins: [site.origin] },
    partyName: SERVICE_NAME,
    userId: operatorId,
    userName: name,
    timeoutMs: CHALLENGE_MS,
    residentKey: 'required',
    known: await listCredentialIds(db, operatorId),
  });
  await storeChallenge(db, options.challenge, { purpose: 'ENROLL', operatorId, now });
  return { name, options };
}

interface Response {
  credential: object;
  site: PasskeySite;
  now: Date;
}

/** Enrolls a passkey and consumes the invitation. */
export async function completeEnrollment(deps: Deps, code: string, { credential, site, now }: Response) {
  const { operatorId, name, redeemed } = await getInvitation(deps, code, now);
  const challenge = challengeIn(credential);
  if (!(await isOpenChallenge(deps.db, challenge, { purpose: 'ENROLL', operatorId, now }))) {
    // A concurrent response may have consumed the invitation and its challenges.
    await getInvitation(deps, code, now);
    throw invalidCredential('its challenge is unknown, used or older than five minutes');
  }
  const verified = await verifyRegistration(credential, { challenge, origin: site.origin, rpId: site.id });
  if ('flaw' in verified) throw invalidCredential(verified.flaw);
  const { credentialId, publicKey, counter, transports } = verified;
  const row = passkeys.toRow({
    credentialId,
    operatorId,
    rpId: site.id,
    publicKey,
    counter: BigInt(counter),
    transports: [...transports],
    createdAt: now,
    usedAt: null,
  });
  const details = { rpId: site.id };
  const effects = [
    { kind: insertKind, rows: [row] },
    { kind: removeChallengesKind, rows: [{ operator_id: operatorId }] },
    recordAction({ operatorId, action: 'PASSKEY_ENROLLED', resourceId: operatorId, details, at: now }),
  ];
  try {
    if (await apply(deps.db, { guard: redeemed, effects })) return { id: operatorId, name };
  } catch (error) {
    throw brokenConstraint(error) === 'operator_passkeys_pkey' ? invalidCredential('it is enrolled already') : error;
  }
  throw invalidInvitation();
}

const invalidCredential = (flaw: string): ApiError =>
  new InvalidFields([{ field: 'credential', message: `credential is not valid: ${flaw}.` }]);

/** Options for a login, or for the fresh proof of a logged-in person. */
export async function startProof(
  db: Database,
  { site, operatorId, now }: { site: PasskeySite; operatorId: string | null; now: Date },
) {
  const options = await discoverableOptions(site.id, CHALLENGE_MS);
  await storeChallenge(db, options.challenge, { purpose: purposeOf(operatorId), operatorId, now });
  return options;
}

const purposeOf = (operatorId: string | null): ChallengePurpose => (operatorId === null ? 'LOGIN' : 'STEP_UP');

/** A person who has just used a passkey. */
export interface PersonProof {
  operatorId: string;
  /** Required in the statement that relies on the proof, so that the proof counts once. */
  guard: Effect;
  used: Effect;
}

/** Verifies the response of a passkey; a step-up requires a passkey of `operatorId`. */
export async function verifyProof(
  db: Database,
  { credential, site, operatorId, now }: Response & { operatorId: string | null },
): Promise<PersonProof> {
  const challenge = challengeIn(credential);
  const passkey = await findPasskey(db, (credential as { id?: unknown }).id);
  const isOpen = await isOpenChallenge(db, challenge, { purpose: purposeOf(operatorId), operatorId, now });
  if (!passkey || (operatorId !== null && passkey.operatorId !== operatorId)) throw rejectedProof('PASSKEY_UNKNOWN');
  if (!isOpen) throw rejectedProof('PASSKEY_CHALLENGE_INVALID');
  const expected = { challenge, origin: site.origin, rpId: site.id };
  const verified = await verifyAssertion(credential, passkey, expected);
  if ('flaw' in verified) throw rejectedProof('PASSKEY_REJECTED', verified.flaw);
  const { credentialId } = passkey;
  return {
    operatorId: passkey.operatorId,
    guard: challengeUsed(challenge),
    used: { kind: useKind, rows: [{ credential_id: credentialId, counter: verified.counter, at: now }] },
  };
}

const proofRejections = {
  PASSKEY_UNKNOWN: 'No operator has this passkey',
  PASSKEY_CHALLENGE_INVALID: 'The challenge of the passkey is unknown, used or older than five minutes',
  PASSKEY_REJECTED: 'The response of the passkey is not valid',
} as const;

export const rejectedProof = (reason: keyof typeof proofRejections, flaw?: string): ApiError =>
  unauthorized(
    reason,
    `${proofRejections[reason]}${flaw ? `: ${flaw}` : ''}.`,
    'Try again. A person without a working passkey needs a new invitation: "causeway operators invite".',
    'Console realm="causeway"',
  );

/** Excludes passkeys of revoked people. */
async function findPasskey(db: Database, id: unknown): Promise<(PasskeyKey & { operatorId: string }) | undefined> {
  if (typeof id !== 'string' || id.length > MAX_CREDENTIAL_ID) return undefined;
  const [row] = await db.read<RowOf<typeof passkeys>>(sql`
    SELECT ${passkeys.columnsOf('k')} FROM operator_passkeys k JOIN operators o ON o.id = k.operator_id
    WHERE k.credential_id = ${id} AND o.revoked_at IS NULL`);
  return row && { ...passkeys.fromRow(row), counter: Number(row.counter) };
}

async function listCredentialIds(db: Database, operatorId: string): Promise<string[]> {
  const rows = await db.read<{ credential_id: string }>(
    sql`SELECT credential_id FROM operator_passkeys WHERE operator_id = ${operatorId}`,
  );
  return rows.map(({ credential_id }) => credential_id);
}

const insertKind = passkeys.insertKind('operator_passkey_enrolled');

/** Authenticators without a counter always report 0. */
const useKind: EffectKind = {
  name: 'operator_passkey_used',
  statement: (rows) => sql`
    UPDATE operator_passkeys k SET counter = greatest(k.counter, r.counter), used_at = r.at
    FROM ${rows} AS r(item int, credential_id text, counter bigint, at timestamptz) JOIN guarded USING (item)
    WHERE k.credential_id = r.credential_id`,
};

const removeChallengesKind: EffectKind = {
  name: 'operator_challenges_removed',
  statement: (rows) => sql`
    DELETE FROM operator_challenges c USING ${rows} AS r(item int, operator_id text) JOIN guarded USING (item)
    WHERE c.operator_id = r.operator_id AND c.purpose = 'ENROLL'`,
};
