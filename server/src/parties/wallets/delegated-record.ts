import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { emptySql, sql } from '../../foundation/db/sql.ts';
import { type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

export const delegatedKeyStatuses = ['PENDING', 'ACTIVE', 'REVOKED'] as const;

/** A key that lets a card draw on a wallet. */
const keysWithSecret = table('delegated_keys', {
  platformId: text(),
  id: text(),
  accountId: text(),
  cardId: text(),
  fundingSourceId: text(),
  /** Compressed point in lower-case hex. */
  publicKey: text(),
  nickname: text(),
  status: text<(typeof delegatedKeyStatuses)[number]>(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
  secretSealed: text(),
});
const keys = keysWithSecret.without('secretSealed');

export type DelegatedKey = RecordOf<typeof keys>;
type KeyRow = RowOf<typeof keys>;

export const delegatedKeyJson = ({ platformId: _, ...key }: DelegatedKey) => key;

export async function getDelegatedKey(db: Database, platformId: string, id: string): Promise<DelegatedKey> {
  const [row] = await db.readPipelined<KeyRow>(
    sql`SELECT ${keys.columns} FROM delegated_keys WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return keys.fromRow(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such delegated key.', {
    hint: 'GET /auth/delegated-keys?accountId= lists the keys of an account.',
  });
}

interface DelegatedKeyFilter {
  accountId?: string | undefined;
  fundingSourceId?: string | undefined;
}

/** Newest first. */
export async function listDelegatedKeys(
  db: Database,
  platformId: string,
  { accountId, fundingSourceId }: DelegatedKeyFilter,
): Promise<DelegatedKey[]> {
  const rows = await db.readPipelined<KeyRow>(sql`
    SELECT ${keys.columns} FROM delegated_keys WHERE platform_id = ${platformId}
    ${accountId ? sql`AND account_id = ${accountId}` : emptySql}
    ${fundingSourceId ? sql`AND funding_source_id = ${fundingSourceId}` : emptySql} ORDER BY id DESC`);
  return rows.map(keys.fromRow);
}

export const insertDelegatedKey = (key: DelegatedKey, secretSealed: string): Effect => ({
  kind: insertKind,
  rows: [keysWithSecret.toRow({ ...key, secretSealed })],
});

/** Unique index: a funding source has at most one active key. */
export const IN_USE = 'delegated_keys_in_use';

interface DelegatedKeyTransition {
  platformId: string;
  id: string;
  from: DelegatedKey['status'];
  to: DelegatedKey['status'];
  at: Date;
}

/** Guard: holds while the key has the status `from`. */
export const transitionDelegatedKey = ({ platformId, id, from, to, at }: DelegatedKeyTransition): Effect => ({
  kind: transitionKind,
  rows: [{ platform_id: platformId, id, from_status: from, status: to, at }],
});

interface Revocation {
  platformId: string;
  fundingSourceIds: readonly string[];
  at: Date;
}

/** For the statement that removes funding sources from a card. */
export const revokeDelegatedKeysOf = ({ platformId, fundingSourceIds, at }: Revocation): Effect => ({
  kind: revokeKind,
  rows: fundingSourceIds.map((id) => ({ platform_id: platformId, funding_source_id: id, at })),
});

const insertKind = keysWithSecret.insertKind('delegated_key_created');

const transitionKind: EffectKind = {
  name: 'delegated_key_transition',
  statement: (rows) => sql`
    UPDATE delegated_keys k SET status = r.status, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, from_status text, status text, at timestamptz)
    WHERE k.platform_id = r.platform_id AND k.id = r.id AND k.status = r.from_status RETURNING r.item`,
};

const revokeKind: EffectKind = {
  name: 'delegated_keys_revoked',
  statement: (rows) => sql`
    UPDATE delegated_keys k SET status = 'REVOKED', updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, funding_source_id text, at timestamptz) JOIN guarded USING (item)
    WHERE k.platform_id = r.platform_id AND k.funding_source_id = r.funding_source_id AND k.status <> 'REVOKED'`,
};
