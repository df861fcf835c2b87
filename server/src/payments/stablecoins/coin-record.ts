import type { IssuanceStatus, ServiceOperationsStatus } from '../../engine/providers/stablecoin/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Effect, EffectKind } from '../../foundation/db/effects.ts';
import { type Sql, sql } from '../../foundation/db/sql.ts';
import { nullable, type RecordOf, type RowOf, smallint, table, text, timestamptz } from '../../foundation/db/table.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { type Link, links } from './link-record.ts';

const coins = table('stablecoins', {
  platformId: text(),
  id: text(),
  linkId: text(),
  providerToken: text(),
  networkToken: text(),
  network: text(),
  name: text(),
  symbol: text(),
  baseCurrency: text(),
  decimals: smallint(),
  issuanceStatus: text<IssuanceStatus>(),
  operationsStatus: text<ServiceOperationsStatus>(),
  /** Currency of internal accounts that hold the coin. */
  currency: nullable(text()),
  createdAt: timestamptz(),
  updatedAt: timestamptz(),
});

const coinLink = links.only('provider', 'environment');

/** A stablecoin of the platform with the statuses that its provider reports. */
export type Coin = RecordOf<typeof coins> & Pick<Link, 'provider' | 'environment'>;

export const coinJson = (coin: Coin) => ({
  id: coin.id,
  name: coin.name,
  symbol: coin.symbol,
  baseCurrency: coin.baseCurrency,
  network: coin.network,
  decimals: coin.decimals,
  issuanceStatus: coin.issuanceStatus,
  serviceOperationsStatus: coin.operationsStatus,
  networkTokenIdentifier: coin.networkToken,
  ...(coin.currency && { currency: coin.currency }),
  provider: coin.provider,
  stablecoinProviderAccountId: coin.linkId,
  providerEnvironment: coin.environment,
  providerTokenIdentifier: coin.providerToken,
  createdAt: coin.createdAt,
  updatedAt: coin.updatedAt,
});

export async function getCoin(db: Database, platformId: string, id: string): Promise<Coin> {
  const [row] = await db.read<CoinRow>(
    sql`SELECT ${coinColumns} ${coinSource} WHERE c.platform_id = ${platformId} AND c.id = ${id}`,
  );
  if (row) return toCoin(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such stablecoin.', {
    hint: 'POST /stablecoins registers one; GET /stablecoins lists them.',
  });
}

export const coinColumns: Sql = sql`${coins.columnsOf('c')}, ${coinLink.columnsOf('a')}`;

export const coinSource = sql`
  FROM stablecoins c JOIN stablecoin_provider_accounts a ON a.platform_id = c.platform_id AND a.id = c.link_id`;

export type CoinRow = RowOf<typeof coins> & RowOf<typeof coinLink>;

export const toCoin = (row: CoinRow): Coin => ({ ...coins.fromRow(row), ...coinLink.fromRow(row) });

/** Unique constraint: a provider token is registered once. */
export const REGISTERED = 'stablecoins_registered';

export const insertCoin = (coin: Coin): Effect => ({ kind: insertKind, rows: [coins.toRow(coin)] });

const insertKind = coins.insertKind('stablecoin_registered');

export const updateCoin = (coin: Coin): Effect => ({ kind: updateKind, rows: [updates.toRow(coin)] });

const updates = coins.only('platformId', 'id', 'issuanceStatus', 'operationsStatus', 'currency', 'updatedAt');

const updateKind: EffectKind = {
  name: 'stablecoin_updated',
  statement: (rows) => sql`
    UPDATE stablecoins c SET ${updates.assignments('platformId', 'id')}
    FROM ${rows} AS r(${updates.rowType}) JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};
