import type {
  Credentials,
  ProviderEnvironment,
  StablecoinProviderName,
} from '../../engine/providers/stablecoin/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { sql } from '../../foundation/db/sql.ts';
import { type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';

export const linkStatuses = ['ACTIVE', 'INVALID', 'REVOKED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const links = table('stablecoin_provider_accounts', {
  platformId: text(),
  id: text(),
  provider: text<StablecoinProviderName>(),
  environment: text<ProviderEnvironment>(),
  providerAccountId: text(),
  status: text<LinkStatus>(),
  credentialsSealed: text(),
  lastVerifiedAt: timestamptz(),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
});

/** Account at a stablecoin provider that the platform has linked. */
export type Link = RecordOf<typeof links>;
export type LinkRow = RowOf<typeof links>;

/** Omits the credentials, which are never returned. */
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

export async function getProviderLink(db: Database, platformId: string, id: string): Promise<Link> {
  const [row] = await db.read<LinkRow>(
    sql`SELECT ${links.columns} FROM stablecoin_provider_accounts WHERE platform_id = ${platformId} AND id = ${id}`,
  );
  if (row) return links.fromRow(row);
  throw unknownLink();
}

export const unknownLink = (): ApiError =>
  new ApiError('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND', 'There is no such stablecoin provider account.', {
    hint: 'POST /stablecoin-provider-accounts links one; GET lists them.',
  });

type LinkedAccount = Pick<Link, 'platformId' | 'provider' | 'environment' | 'providerAccountId'>;

export async function findLinkTo(
  db: Database,
  { platformId, provider, environment, providerAccountId }: LinkedAccount,
): Promise<Link | undefined> {
  const [row] = await db.read<LinkRow>(sql`
    SELECT ${links.columns} FROM stablecoin_provider_accounts
    WHERE platform_id = ${platformId} AND provider = ${provider} AND environment = ${environment}
      AND provider_account_id = ${providerAccountId}`);
  return row && links.fromRow(row);
}

/** Reads at most two links: callers only distinguish none, one and several. */
export async function listActiveLinks(db: Database, platformId: string): Promise<Link[]> {
  const rows = await db.read<LinkRow>(sql`
    SELECT ${links.columns} FROM stablecoin_provider_accounts
    WHERE platform_id = ${platformId} AND status = 'ACTIVE' ORDER BY id LIMIT 2`);
  return rows.map(links.fromRow);
}

/** Unique constraint: an account at a provider is linked once. */
export const LINKED = 'stablecoin_provider_accounts_linked';

export const insertLink = (link: Link): Effect => ({ kind: insertKind, rows: [links.toRow(link)] });

const insertKind = links.insertKind('provider_account_linked');

/** Guard: requires that the link is not ACTIVE. */
export const renewLink = (link: Link): Effect => ({ kind: renewKind, rows: [links.toRow(link)] });

const renewKind: EffectKind = {
  name: 'provider_account_renewed',
  statement: (rows) => sql`
    UPDATE stablecoin_provider_accounts a SET status = r.status, credentials_sealed = r.credentials_sealed,
      last_verified_at = r.last_verified_at, updated_at = r.updated_at
    FROM ${rows} AS r(${links.rowType})
    WHERE a.platform_id = r.platform_id AND a.id = r.id AND a.status <> 'ACTIVE' RETURNING r.item`,
};

/** Changes the link unless its credentials were replaced. */
export async function deactivateLink(db: Database, link: Link, status: LinkStatus, at: Date): Promise<void> {
  await db.write(sql`
    UPDATE stablecoin_provider_accounts SET status = ${status}, updated_at = ${at}
    WHERE platform_id = ${link.platformId} AND id = ${link.id} AND credentials_sealed = ${link.credentialsSealed}`);
}
