import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Credentials, ProviderEnvironment, StablecoinProviderName } from '../providers/stablecoin/port.ts';

export const linkStatuses = ['ACTIVE', 'INVALID', 'REVOKED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** An account at a provider, as the platform has linked it. */
export interface Link {
  platformId: string;
  id: string;
  provider: StablecoinProviderName;
  environment: ProviderEnvironment;
  providerAccountId: string;
  status: LinkStatus;
  credentialsSealed: string;
  lastVerifiedAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

/** As the API shows it: what opens the account is in no answer. */
export const linkJson = (link: Link) => ({
  id: link.id,
  provider: link.provider,
  providerAccountId: link.providerAccountId,
  providerEnvironment: link.environment,
  status: link.status,
  lastVerifiedAt: link.lastVerifiedAt,
  createdAt: link.createdAt,
  updatedAt: link.updatedAt,
});

type Key = Pick<Link, 'platformId' | 'id'>;

const contextOf = ({ platformId, id }: Key) =>
  sealContext(sealedColumns.stablecoinCredentials, { platform_id: platformId, id });

export const sealCredentials = (vault: Vault, key: Key, { apiClientId, apiClientSecret }: Credentials): string =>
  vault.seal(JSON.stringify({ apiClientId, apiClientSecret }), contextOf(key));

export const openCredentials = async (vault: Vault, link: Link): Promise<Credentials> =>
  JSON.parse(await vault.open(link.credentialsSealed, contextOf(link)));

export async function findLink(db: Database, platformId: string, id: string): Promise<Link> {
  const [row] = await db.read<LinkRow>(
    sql`SELECT ${linkColumns} FROM stablecoin_provider_accounts WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return toLink(row);
  throw unknownLink();
}

export const unknownLink = (): ApiError =>
  new ApiError('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND', 'There is no such stablecoin provider account.', {
    hint: 'POST /stablecoin-provider-accounts links one; GET lists them.',
  });

export async function linkTo(
  db: Database,
  { platformId, provider, environment, providerAccountId }: Omit<Link, 'id' | 'status'>,
): Promise<Link | undefined> {
  const [row] = await db.read<LinkRow>(sql`
    SELECT ${linkColumns} FROM stablecoin_provider_accounts
    WHERE platform_id = ${platformId} AND provider = ${provider} AND environment = ${environment}
      AND provider_account_id = ${providerAccountId}`);
  return row && toLink(row);
}

/** Enough of them to tell none, one and several apart. */
export async function activeLinks(db: Database, platformId: string): Promise<Link[]> {
  const rows = await db.read<LinkRow>(sql`
    SELECT ${linkColumns} FROM stablecoin_provider_accounts
    WHERE platform_id = ${platformId} AND status = 'ACTIVE' ORDER BY id LIMIT 2`);
  return rows.map(toLink);
}

export const linkColumns = sql`platform_id, id, provider, environment, provider_account_id, status, credentials_sealed,
  last_verified_at, created_at, updated_at`;

const rowType = sql`AS r(item int, platform_id text, id text, provider text, environment text, provider_account_id text,
  status text, credentials_sealed text, last_verified_at timestamptz, created_at timestamptz, updated_at timestamptz)`;

export const LINKED = 'stablecoin_provider_accounts_linked';

export const insertLink = (link: Link): Effect => ({ kind: insertKind, rows: [toRow(link)] });

const insertKind: EffectKind = {
  name: 'provider_account_linked',
  statement: (rows) => sql`
    INSERT INTO stablecoin_provider_accounts (${linkColumns})
    SELECT ${linkColumns} FROM ${rows} ${rowType} JOIN guarded USING (item)`,
};

/** Guard: holds as long as the account is not in use with other credentials. */
export const renewLink = (link: Link): Effect => ({ kind: renewKind, rows: [toRow(link)] });

const renewKind: EffectKind = {
  name: 'provider_account_renewed',
  statement: (rows) => sql`
    UPDATE stablecoin_provider_accounts a SET status = r.status, credentials_sealed = r.credentials_sealed,
      last_verified_at = r.last_verified_at, updated_at = r.updated_at
    FROM ${rows} ${rowType}
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.status <> 'ACTIVE' RETURNING r.item`,
};

/** Of these very credentials: others that were linked meanwhile are none of its business. */
export async function endLink(db: Database, link: Link, status: LinkStatus, at: Date): Promise<void> {
  await db.write(sql`
    UPDATE stablecoin_provider_accounts SET status = ${status}, updated_at = ${at}
    WHERE platform_id = ${link.platformId} AND id = ${link.id} AND credentials_sealed = ${link.credentialsSealed}`);
}

export interface LinkRow {
  platform_id: string;
  id: string;
  provider: StablecoinProviderName;
  environment: ProviderEnvironment;
  provider_account_id: string;
  status: LinkStatus;
  credentials_sealed: string;
  last_verified_at: Date;
  created_at: Date;
  updated_at: Date;
}

export const toLink = (row: LinkRow): Link => ({
  platformId: row.platform_id,
  id: row.id,
  provider: row.provider,
  environment: row.environment,
  providerAccountId: row.provider_account_id,
  status: row.status,
  credentialsSealed: row.credentials_sealed,
  lastVerifiedAt: row.last_verified_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (link: Link) => ({
  platform_id: link.platformId,
  id: link.id,
  provider: link.provider,
  environment: link.environment,
  provider_account_id: link.providerAccountId,
  status: link.status,
  credentials_sealed: link.credentialsSealed,
  last_verified_at: link.lastVerifiedAt,
  created_at: link.createdAt,
  updated_at: link.updatedAt,
});
