import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import type { BasicCredentials, OperatorCaller } from '../kernel/callers.ts';
import { unauthorized } from '../kernel/errors.ts';
import { newId, randomHex } from '../kernel/ids.ts';

const SECRET_BITS = 256;

export interface Operator {
  id: string;
  name: string;
  createdAt: Date;
}

/** Someone who runs the service. The secret is shown once and kept as its keyed hash. */
export async function createOperator(db: Database, vault: Vault, { name, at }: { name: string; at: Date }) {
  const id = newId('Operator');
  const secret = randomHex(SECRET_BITS);
  await db.write(sql`INSERT INTO operators VALUES (${id}, ${name}, ${vault.hash(secret)}, ${at})`);
  return { id, name, secret, createdAt: at };
}

/** They are few: made one by one, by hand. */
export function listOperators(db: Database): Promise<Operator[]> {
  return db.read<Operator>(sql`SELECT id, name, created_at AS "createdAt" FROM operators ORDER BY id DESC`);
}

export async function authenticateOperator(db: Database, vault: Vault, { username, password }: BasicCredentials) {
  const [row] = await db.read<{ secret_hash: Buffer }>(sql`SELECT secret_hash FROM operators WHERE id = ${username}`);
  // Hashed even for an unknown operator, so that the time tells nothing.
  const given = vault.hash(password);
  if (row && timingSafeEqual(given, row.secret_hash)) return { operatorId: username } satisfies OperatorCaller;
  throw unauthorized(
    'unknown operator or wrong secret',
    'Send HTTP Basic with the id and the secret that "causeway operators create" has printed.',
  );
}
