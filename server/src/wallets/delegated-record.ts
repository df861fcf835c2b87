import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { emptySql, sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';

export const delegatedKeyStatuses = ['PENDING', 'ACTIVE', 'REVOKED'] as const;

/** A key with which a card draws on a wallet. */
export interface DelegatedKey {
  platformId: string;
  id: string;
  accountId: string;
  cardId: string;
  fundingSourceId: string;
  /** The compressed point, in lower case. */
  publicKey: string;
  nickname: string;
  status: (typeof delegatedKeyStatuses)[number];
  createdAt: Date;
  updatedAt: Date;
}

export const delegatedKeyJson = ({ platformId: _, ...key }: DelegatedKey) => key;

export async function findDelegatedKey(db: Database, platformId: string, id: string): Promise<DelegatedKey> {
  const [row] = await db.find<KeyRow>(
    sql`SELECT ${keyColumns} FROM delegated_keys WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toKey(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such delegated key.', {
    hint: 'GET /auth/delegated-keys?accountId= lists the keys of an account.',
  });
}

export interface DelegatedKeyFilter {
  accountId?: string | undefined;
  fundingSourceId?: string | undefined;
}

/** Newest first. */
export async function delegatedKeys(
  db: Database,
  platformId: string,
  { accountId, fundingSourceId }: DelegatedKeyFilter,
): Promise<DelegatedKey[]> {
  const rows = await db.find<KeyRow>(sql`
    SELECT ${keyColumns} FROM delegated_keys WHERE platform_id = ${platformId}
    ${accountId ? sql`AND account_id = ${accountId}` : emptySql}
    ${fundingSourceId ? sql`AND funding_source_id = ${fundingSourceId}` : emptySql} ORDER BY id DESC`);
  return rows.map(toKey);
}

export const insertDelegatedKey = (key: DelegatedKey, secretSealed: string): Effect => ({
  kind: insertKind,
  rows: [
    {
      platform_id: key.platformId,
      id: key.id,
      account_id: key.accountId,
      card_id: key.cardId,
      funding_source_id: key.fundingSourceId,
      public_key: key.publicKey,
      secret_sealed: secretSealed,
      nickname: key.nickname,
      status: key.status,
      created_at: key.createdAt,
      updated_at: key.updatedAt,
    },
  ],
});

/** The one in use of a funding source: a second would break this index. */
export const IN_USE = 'delegated_keys_in_use';

interface Move {
  platformId: string;
  id: string;
  from: DelegatedKey['status'];
  to: DelegatedKey['status'];
  at: Date;
}

/** Guard: holds for a key that is where it comes from. */
export const moveDelegatedKey = ({ platformId, id, from, to, at }: Move): Effect => ({
  kind: moveKind,
  rows: [{ platform_id: platformId, id, from_status: from, status: to, at }],
});

interface Withdrawal {
  platformId: string;
  fundingSourceIds: readonly string[];
  at: Date;
}

/** Belongs into the statement that takes sources from a card: what was given for them is of no use any more. */
export const withdrawDelegatedKeys = ({ platformId, fundingSourceIds, at }: Withdrawal): Effect => ({
  kind: withdrawKind,
  rows: fundingSourceIds.map((id) => ({ platform_id: platformId, funding_source_id: id, at })),
});

const keyColumns = sql`platform_id, id, account_id, card_id, funding_source_id, public_key, nickname, status, created_at,
  updated_at`;

const insertKind: EffectKind = {
  name: 'delegated_key_made',
  statement: (rows) => sql`
    INSERT INTO delegated_keys (${keyColumns}, secret_sealed)
    SELECT ${keyColumns}, secret_sealed FROM ${rows} AS r(item int, platform_id text, id text, account_id text,
      card_id text, funding_source_id text, public_key text, secret_sealed text, nickname text, status text,
      created_at timestamptz, updated_at timestamptz)
    JOIN guarded USING (item)`,
};

const moveKind: EffectKind = {
  name: 'delegated_key_moved',
  statement: (rows) => sql`
    UPDATE delegated_keys k SET status = r.status, updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, id text, from_status text, status text, at timestamptz)
    WHERE k.platform_id = r.platform_id AND k.id = r.id AND k.status = r.from_status RETURNING r.item`,
};

const withdrawKind: EffectKind = {
  name: 'delegated_keys_withdrawn',
  statement: (rows) => sql`
    UPDATE delegated_keys k SET status = 'REVOKED', updated_at = r.at
    FROM ${rows} AS r(item int, platform_id text, funding_source_id text, at timestamptz) JOIN guarded USING (item)
    WHERE k.platform_id = r.platform_id AND k.funding_source_id = r.funding_source_id AND k.status <> 'REVOKED'`,
};

interface KeyRow {
  platform_id: string;
  id: string;
  account_id: string;
  card_id: string;
  funding_source_id: string;
  public_key: string;
  nickname: string;
  status: DelegatedKey['status'];
  created_at: Date;
  updated_at: Date;
}

const toKey = (row: KeyRow): DelegatedKey => ({
  platformId: row.platform_id,
  id: row.id,
  cardId: row.card_id,
  fundingSourceId: row.funding_source_id,
  accountId: row.account_id,
  publicKey: row.public_key,
  nickname: row.nickname,
  status: row.status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
