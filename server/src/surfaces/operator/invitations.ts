import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bytea, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { addMs, HOUR_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, unauthorized } from '../../foundation/kernel/errors.ts';
import { newId, randomHex } from '../../foundation/kernel/ids.ts';
import { type Actor, recordAction } from './actions.ts';
import { getOperator, operatorInserted } from './operators.ts';

const CODE_BITS = 256;
export const INVITATION_HOURS = 24;
/** Page that enrolls a passkey. The code is in the fragment, which browsers do not send. */
export const invitationUrl = (site: string, code: string): string => `${site}/console/invitation#${code}`;

const invitations = table('operator_invitations', {
  operatorId: text(),
  codeHash: bytea(),
  expiresAt: timestamptz(),
  createdAt: timestamptz(),
});

interface Deps {
  db: Database;
  vault: Vault;
}

export interface Invitation {
  id: string;
  name: string;
  /** Shown once and stored as a keyed hash. */
  code: string;
  expiresAt: Date;
}

interface Inviting {
  at: Date;
  by: Actor;
}

/** Creates a person and a code to enroll the first passkey. */
export async function invitePerson(deps: Deps, name: string, { at, by }: Inviting): Promise<Invitation> {
  const id = newId('Operator');
  const { invitation, effect } = newInvitation(deps.vault, { id, name, at });
  const person = operatorInserted({ id, name, kind: 'PERSON', at });
  const action = invited(by, { id, name, at, isFirst: true });
  await apply(deps.db, { effects: [person, effect, action] });
  return invitation;
}

/** Replaces the code of a person, who can enroll another passkey. Existing passkeys stay valid. */
export async function inviteAgain(deps: Deps, operatorId: string, { at, by }: Inviting): Promise<Invitation> {
  const { id, name, kind, revokedAt } = await getOperator(deps.db, operatorId);
  if (kind !== 'PERSON' || revokedAt) {
    throw new ApiError('CONFLICT', 'Only people who are not revoked can be invited again.', {
      reason: 'NOT_INVITABLE',
      hint: 'Invite the person under a new name: POST /operator/people, or "causeway operators invite".',
    });
  }
  const { invitation, effect } = newInvitation(deps.vault, { id, name, at });
  await apply(deps.db, { effects: [effect, invited(by, { id, name, at, isFirst: false })] });
  return invitation;
}

interface Invitee {
  id: string;
  name: string;
  at: Date;
}

function newInvitation(vault: Vault, { id, name, at }: Invitee): { invitation: Invitation; effect: Effect } {
  const code = randomHex(CODE_BITS);
  const expiresAt = addMs(at, INVITATION_HOURS * HOUR_MS);
  const row = invitations.toRow({ operatorId: id, codeHash: vault.hash(code), expiresAt, createdAt: at });
  return { invitation: { id, name, code, expiresAt }, effect: { kind: insertKind, rows: [row] } };
}

const invited = (by: Actor, { id, name, at, isFirst }: Invitee & { isFirst: boolean }): Effect =>
  recordAction({ ...by, action: 'OPERATOR_INVITED', resourceId: id, details: { name, isFirst }, at });

interface OpenInvitation {
  operatorId: string;
  name: string;
  /** Guard: under concurrency exactly one enrollment deletes the row. */
  redeemed: Effect;
}

/** Throws the same 401 for an unknown, expired, used or revoked code. */
export async function getInvitation({ db, vault }: Deps, code: string, now: Date): Promise<OpenInvitation> {
  const found = await vault.find(code, async (hashes) => {
    const [row] = await db.read<{ operator_id: string; name: string; code_hash: Buffer }>(sql`
      SELECT i.operator_id, o.name, i.code_hash FROM operator_invitations i JOIN operators o ON o.id = i.operator_id
      WHERE i.code_hash = ANY (${hashes}::bytea[]) AND i.expires_at > ${now} AND o.revoked_at IS NULL`);
    return row;
  });
  if (!found) throw invalidInvitation();
  const redeemed = { kind: redeemKind, rows: [{ code_hash: `\\x${found.code_hash.toString('hex')}` }] };
  return { operatorId: found.operator_id, name: found.name, redeemed };
}

export const invalidInvitation = (): ApiError =>
  unauthorized(
    'INVITATION_INVALID',
    'The invitation is unknown, was used before or has expired.',
    `An invitation works once and for ${INVITATION_HOURS} hours. "causeway operators invite" prints another.`,
    'Console realm="causeway"',
  );

const insertKind = invitations.upsertKind('operator_invited', ['operatorId']);

const redeemKind: EffectKind = {
  name: 'operator_invitation_redeemed',
  statement: (rows) => sql`
    DELETE FROM operator_invitations i USING ${rows} AS r(item int, code_hash bytea)
    WHERE i.code_hash = r.code_hash RETURNING r.item`,
};
