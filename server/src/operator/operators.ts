import type { Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import type { BasicCredentials, OperatorCaller } from '../kernel/callers.ts';
import { ApiError, unauthorized } from '../kernel/errors.ts';
import { newId, randomHex } from '../kernel/ids.ts';
import { type Actor, recordAction } from './actions.ts';

const SECRET_BITS = 256;

/** Rate limits of wrong credentials, per address and per operator. */
export const LOGINS_OF_ADDRESS = { perSecond: 0.5, burst: 60 };
export const LOGINS_OF_OPERATOR = { perSecond: 0.2, burst: 60 };

export interface Operator {
  id: string;
  name: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

interface NewOperator {
  name: string;
  at: Date;
  /** Without it the credentials are valid until they are revoked. */
  expiresAt?: Date | undefined;
  /** Recorded as the creator. */
  by?: Actor;
}

/** Creates an operator. The secret is returned once and stored as a keyed hash. */
export async function createOperator(db: Database, vault: Vault, { name, at, expiresAt, by }: NewOperator) {
  const id = newId('Operator');
  const secret = randomHex(SECRET_BITS);
  const row = {
    id,
    name,
    secret_hash: `\\x${vault.hash(secret).toString('hex')}`,
    at,
    expires_at: expiresAt ?? null,
  };
  const details = { name, ...(expiresAt && { expiresAt }) };
  const effects: Effect[] = [
    { kind: creationKind, rows: [row] },
    ...(by ? [recordAction({ ...by, action: 'OPERATOR_CREATED', resourceId: id, details, at })] : []),
  ];
  await apply(db, { effects });
  return { id, name, secret, createdAt: at, expiresAt: expiresAt ?? null };
}

const creationKind: EffectKind = {
  name: 'operator_created',
  statement: (rows) => sql`
    INSERT INTO operators (id, name, secret_hash, created_at, expires_at)
    SELECT id, name, secret_hash, at, expires_at
    FROM ${rows} AS r(item int, id text, name text, secret_hash bytea, at timestamptz, expires_at timestamptz)
    JOIN guarded USING (item)`,
};

/** Revokes the credentials at once. The row remains for the log of actions. */
export async function revokeOperator(db: Database, id: string, { at, by }: { at: Date; by: Actor }): Promise<Operator> {
  const guard = { kind: revocationKind, rows: [{ id, at }] };
  const action = recordAction({ ...by, action: 'OPERATOR_REVOKED', resourceId: id, details: {}, at });
  const isRevoked = await apply(db, { guard, effects: [action] });
  const [operator] = await db.read<Operator>(sql`SELECT ${columns} FROM operators WHERE id = ${id}`);
  if (!operator) {
    throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such operator.', {
      hint: '"causeway operators list" lists them.',
    });
  }
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

/** Not paged: operators are few. */
export function listOperators(db: Database): Promise<Operator[]> {
  return db.read<Operator>(sql`SELECT ${columns} FROM operators ORDER BY id DESC`);
}

const columns = sql`id, name, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"`;

export const operatorState = ({ expiresAt, revokedAt }: Operator, now: Date): 'ACTIVE' | 'EXPIRED' | 'REVOKED' => {
  if (revokedAt) return 'REVOKED';
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
};

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
    sql`SELECT ${columns}, secret_hash FROM operators WHERE id = ${username}`,
  );
  // Hashed even for an unknown operator, so that the response time does not reveal whether it exists.
  const isRight = await vault.verify(password, row?.secret_hash);
  if (!row || !isRight) {
    throw unauthorized(
      'unknown operator or wrong secret',
      'Send HTTP Basic with the id and the secret that "causeway operators create" printed.',
    );
  }
  if (!vault.isCurrent(row.secret_hash)) {
    await db.write(sql`
      UPDATE operators SET secret_hash = ${vault.hash(password)}
      WHERE id = ${username} AND secret_hash = ${row.secret_hash}`);
  }
  if (operatorState(row, now) === 'ACTIVE') return { operatorId: username };
  const reason = row.revokedAt
    ? 'the operator credentials were revoked'
    : `the operator credentials expired at ${row.expiresAt?.toISOString()}`;
  throw unauthorized(reason, '"causeway operators create" creates new ones.');
}
