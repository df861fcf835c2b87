import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { BasicCredentials, OperatorCaller } from '../../foundation/kernel/callers.ts';
import { ApiError, unauthorized } from '../../foundation/kernel/errors.ts';
import { newId, randomHex } from '../../foundation/kernel/ids.ts';
import { accessChanged } from '../../parties/platforms/access.ts';
import { type Actor, recordAction } from './actions.ts';

const SECRET_BITS = 256;

/** Rate limits for wrong credentials: per address and claimed id, and per claimed id. */
export const LOGINS_OF_ADDRESS = { perSecond: 0.5, burst: 60 };
export const LOGINS_OF_OPERATOR = { perSecond: 0.2, burst: 60 };

/** API: credentials for the operator API. PERSON: logs in to the console with a passkey. */
export type OperatorKind = 'API' | 'PERSON';

export interface Operator {
  id: string;
  kind: OperatorKind;
  name: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Operator with the login data of a person. */
export interface ListedOperator extends Operator {
  passkeys: number;
  /** Latest use of a passkey. */
  lastUsedAt: Date | null;
  /** End of an unused invitation. */
  invitationExpiresAt: Date | null;
}

interface NewOperator {
  name: string;
  at: Date;
  /** By default, the credentials are valid until they are revoked. */
  expiresAt?: Date | undefined;
  /** Recorded as the creator. */
  by?: Actor;
}

/** Creates an operator. The secret is returned once and stored as a keyed hash. */
export async function createOperator(db: Database, vault: Vault, { name, at, expiresAt, by }: NewOperator) {
  const id = newId('Operator');
  const secret = randomHex(SECRET_BITS);
  const details = { name, ...(expiresAt && { expiresAt }) };
  const effects: Effect[] = [
    operatorInserted({ id, name, kind: 'API', secretHash: vault.hash(secret), at, expiresAt }),
    ...(by ? [recordAction({ ...by, action: 'OPERATOR_CREATED', resourceId: id, details, at })] : []),
  ];
  await apply(db, { effects });
  return { id, name, secret, createdAt: at, expiresAt: expiresAt ?? null };
}

interface InsertedOperator {
  id: string;
  name: string;
  kind: OperatorKind;
  secretHash?: Buffer;
  at: Date;
  expiresAt?: Date | undefined;
}

export const operatorInserted = ({ secretHash, at, expiresAt, ...operator }: InsertedOperator): Effect => ({
  kind: creationKind,
  rows: [
    {
      ...operator,
      secret_hash: secretHash ? `\\x${secretHash.toString('hex')}` : null,
      at,
      expires_at: expiresAt ?? null,
    },
  ],
});

const creationKind: EffectKind = {
  name: 'operator_created',
  statement: (rows) => sql`
    INSERT INTO operators (id, name, kind, secret_hash, created_at, expires_at)
    SELECT id, name, kind, secret_hash, at, expires_at
    FROM ${rows} AS r(item int, id text, name text, kind text, secret_hash bytea, at timestamptz, expires_at timestamptz)
    JOIN guarded USING (item)`,
};

/** Revokes credentials, passkeys and sessions at once. The row remains for the audit log. */
export async function revokeOperator(db: Database, id: string, { at, by }: { at: Date; by: Actor }): Promise<Operator> {
  const guard = { kind: revocationKind, rows: [{ id, at }] };
  const action = recordAction({ ...by, action: 'OPERATOR_REVOKED', resourceId: id, details: {}, at });
  // Console sessions are cached like tokens.
  const isRevoked = await apply(db, { guard, effects: [action, accessChanged] });
  const operator = await getOperator(db, id);
  if (isRevoked) return operator;
  throw new ApiError('CONFLICT', `The operator was revoked at ${operator.revokedAt?.toISOString()}.`, {
    reason: 'OPERATOR_REVOKED',
    hint: '"causeway operators list" lists the operators and their state.',
  });
}

const revocationKind: EffectKind = {
  name: 'operator_revoked',
  statement: (rows) => sql`
    UPDATE operators o SET revoked_at = r.at FROM ${rows} AS r(item int, id text, at timestamptz)
    WHERE o.id = r.id AND o.revoked_at IS NULL RETURNING r.item`,
};

export async function getOperator(db: Database, id: string): Promise<Operator> {
  const [operator] = await db.read<Operator>(sql`SELECT ${columns} FROM operators o WHERE id = ${id}`);
  if (operator) return operator;
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such operator.', {
    hint: 'GET /operator/people and "causeway operators list" list them.',
  });
}

/** Newest first; not paged, because there are few operators. */
export async function listOperators(db: Database): Promise<ListedOperator[]> {
  const rows = await db.read<ListedOperator & { passkeys: bigint }>(sql`
    SELECT ${columns}, k.passkeys, k.used_at AS "lastUsedAt", i.expires_at AS "invitationExpiresAt"
    FROM operators o LEFT JOIN operator_invitations i ON i.operator_id = o.id
    CROSS JOIN LATERAL (
      SELECT count(*) AS passkeys, max(used_at) AS used_at FROM operator_passkeys WHERE operator_id = o.id
    ) k
    ORDER BY o.id DESC`);
  return rows.map((row) => ({ ...row, passkeys: Number(row.passkeys) }));
}

const columns = sql`o.id, o.kind, o.name, o.created_at AS "createdAt", o.expires_at AS "expiresAt",
  o.revoked_at AS "revokedAt"`;

export const operatorStates = ['ACTIVE', 'INVITED', 'EXPIRED', 'REVOKED'] as const;
type OperatorState = (typeof operatorStates)[number];

/** A person without a passkey is INVITED, or EXPIRED after the end of the invitation. */
export function operatorState(operator: ListedOperator, now: Date): OperatorState {
  const { kind, expiresAt, revokedAt, passkeys, invitationExpiresAt } = operator;
  if (revokedAt) return 'REVOKED';
  if (kind === 'PERSON' && passkeys === 0) {
    return invitationExpiresAt && invitationExpiresAt > now ? 'INVITED' : 'EXPIRED';
  }
  return isExpired(expiresAt, now) ? 'EXPIRED' : 'ACTIVE';
}

const isExpired = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now;

interface LoginDeps {
  db: Database;
  vault: Vault;
  now: Date;
}

/** Reads the operator with every request, so that revocation and expiry take effect at once. */
export async function authenticateOperator(
  { db, vault, now }: LoginDeps,
  { username, password }: BasicCredentials,
): Promise<OperatorCaller> {
  const [row] = await db.read<Operator & { secret_hash: Buffer }>(
    sql`SELECT ${columns}, o.secret_hash FROM operators o WHERE o.id = ${username} AND o.kind = 'API'`,
  );
  // Hashed even for an unknown operator, so that the response time does not reveal whether it exists.
  const isRight = await vault.verify(password, row?.secret_hash);
  if (!row || !isRight) {
    throw unauthorized(
      'CREDENTIALS_WRONG',
      'Unknown operator or wrong secret.',
      'Send HTTP Basic with the id and the secret that "causeway operators create" printed.',
    );
  }
  if (!vault.isCurrent(row.secret_hash)) {
    await db.write(sql`
      UPDATE operators SET secret_hash = ${vault.hash(password)}
      WHERE id = ${username} AND secret_hash = ${row.secret_hash}`);
  }
  if (!row.revokedAt && !isExpired(row.expiresAt, now)) return { operatorId: username };
  const hint = '"causeway operators create" creates new ones.';
  throw row.revokedAt
    ? unauthorized('CREDENTIALS_REVOKED', 'The operator credentials were revoked.', hint)
    : unauthorized('CREDENTIALS_EXPIRED', `The operator credentials expired at ${row.expiresAt?.toISOString()}.`, hint);
}
