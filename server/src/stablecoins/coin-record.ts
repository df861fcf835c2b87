import type { Database } from '../db/database.ts';
import type { Effect, EffectKind } from '../db/effects.ts';
import { sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import type {
  IssuanceStatus,
  ProviderEnvironment,
  ServiceOperationsStatus,
  StablecoinProviderName,
} from '../providers/stablecoin/port.ts';

/** A coin that the platform issues, as its provider tells of it. */
export interface Coin {
  platformId: string;
  id: string;
  linkId: string;
  provider: StablecoinProviderName;
  environment: ProviderEnvironment;
  providerToken: string;
  networkToken: string;
  network: string;
  name: string;
  symbol: string;
  baseCurrency: string;
  decimals: number;
  issuanceStatus: IssuanceStatus;
  operationsStatus: ServiceOperationsStatus;
  currency: string | null;
  createdAt: Date;
  updatedAt: Date;
}

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

export async function findCoin(db: Database, platformId: string, id: string): Promise<Coin> {
  const [row] = await db.read<CoinRow>(
    sql`SELECT ${coinColumns} ${coinSource} WHERE c.platform_id = ${platformId} AND c.id = ${id}`,
  );
  if (row) return toCoin(row);
  throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such stablecoin.', {
    hint: 'POST /stablecoins registers one; GET /stablecoins lists them.',
  });
}

export const coinSource = sql`
  FROM stablecoins c JOIN stablecoin_provider_accounts a ON a.platform_id = c.platform_id AND a.id = c.link_id`;

const stored = sql`link_id, provider_token, network_token, network, name, symbol, base_currency, decimals, issuance_status,
  operations_status, currency`;

export const coinColumns = sql`c.platform_id, c.id, c.link_id, a.provider, a.environment, c.provider_token,
  c.network_token, c.network, c.name, c.symbol, c.base_currency, c.decimals, c.issuance_status, c.operations_status,
  c.currency, c.created_at, c.updated_at`;

export const REGISTERED = 'stablecoins_registered';

export const insertCoin = (coin: Coin): Effect => ({ kind: insertKind, rows: [toRow(coin)] });

const insertKind: EffectKind = {
  name: 'stablecoin_registered',
  statement: (rows) => sql`
    INSERT INTO stablecoins (platform_id, id, ${stored}, created_at, updated_at)
    SELECT platform_id, id, ${stored}, created_at, updated_at
    FROM ${rows} AS r(item int, platform_id text, id text, link_id text, provider_token text, network_token text,
      network text, name text, symbol text, base_currency text, decimals smallint, issuance_status text,
      operations_status text, currency text, created_at timestamptz, updated_at timestamptz)
    JOIN guarded USING (item)`,
};

/** What changes about a coin: how far its provider and this service have come with it. */
export const updateCoin = ({
  platformId,
  id,
  issuanceStatus,
  operationsStatus,
  currency,
  updatedAt,
}: Coin): Effect => ({
  kind: updateKind,
  rows: [
    {
      platform_id: platformId,
      id,
      issuance_status: issuanceStatus,
      operations_status: operationsStatus,
      currency,
      updated_at: updatedAt,
    },
  ],
});

const updateKind: EffectKind = {
  name: 'stablecoin_updated',
  statement: (rows) => sql`
    UPDATE stablecoins c SET issuance_status = r.issuance_status, operations_status = r.operations_status,
      currency = r.currency, updated_at = r.updated_at
    FROM ${rows} AS r(item int, platform_id text, id text, issuance_status text, operations_status text, currency text,
      updated_at timestamptz)
    JOIN guarded USING (item)
    WHERE c.platform_id = r.platform_id AND c.id = r.id`,
};

export interface CoinRow {
  platform_id: string;
  id: string;
  link_id: string;
  provider: StablecoinProviderName;
  environment: ProviderEnvironment;
  provider_token: string;
  network_token: string;
  network: string;
  name: string;
  symbol: string;
  base_currency: string;
  decimals: number;
  issuance_status: IssuanceStatus;
  operations_status: ServiceOperationsStatus;
  currency: string | null;
  created_at: Date;
  updated_at: Date;
}

export const toCoin = (row: CoinRow): Coin => ({
  platformId: row.platform_id,
  id: row.id,
  linkId: row.link_id,
  provider: row.provider,
  environment: row.environment,
  providerToken: row.provider_token,
  networkToken: row.network_token,
  network: row.network,
  name: row.name,
  symbol: row.symbol,
  baseCurrency: row.base_currency,
  decimals: row.decimals,
  issuanceStatus: row.issuance_status,
  operationsStatus: row.operations_status,
  currency: row.currency,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (coin: Coin) => ({
  platform_id: coin.platformId,
  id: coin.id,
  link_id: coin.linkId,
  provider_token: coin.providerToken,
  network_token: coin.networkToken,
  network: coin.network,
  name: coin.name,
  symbol: coin.symbol,
  base_currency: coin.baseCurrency,
  decimals: coin.decimals,
  issuance_status: coin.issuanceStatus,
  operations_status: coin.operationsStatus,
  currency: coin.currency,
  created_at: coin.createdAt,
  updated_at: coin.updatedAt,
});
