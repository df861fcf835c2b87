import { brokenConstraint, type Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { sql } from '../db/sql.ts';
import { enqueue, type Job, type NewJob } from '../jobs/queue.ts';
import { type JobHandlers, OUTSIDE_AT_ONCE } from '../jobs/worker.ts';
import { addMs, HOUR_MS } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { idPattern, newId } from '../kernel/ids.ts';
import type {
  IssuanceStatus,
  ProviderToken,
  ServiceOperationsStatus,
  StablecoinProviderName,
} from '../providers/stablecoin/port.ts';
import { currencies } from '../rates/currencies.ts';
import {
  type Coin,
  type CoinRow,
  coinColumns,
  coinJson,
  coinSource,
  findCoin,
  insertCoin,
  REGISTERED,
  toCoin,
  updateCoin,
} from './coin-record.ts';
import { findLink } from './link-record.ts';
import { chooseLink, withAccess } from './links.ts';
import type { Asked, StablecoinNeeds } from './needs.ts';

const COIN_JOB = 'stablecoin.look';

export interface RegisterRequest {
  providerTokenIdentifier: string;
  networkTokenIdentifier: string;
  network: string;
  stablecoinProviderAccountId?: string;
}

/** Takes a coin that the provider has issued, or is about to, on the platform's books. */
export async function registerCoin(
  needs: StablecoinNeeds,
  { platform, now, receipt }: Asked,
  request: RegisterRequest,
): Promise<string> {
  const link = await chooseLink(needs.db, platform.id, request.stablecoinProviderAccountId);
  const question = { ...request, since: now, now };
  const provider = needs.stablecoins[platform.mode];
  const token = await withAccess(needs, { link, now }, (access) => provider.token(access, question));
  requireKnown(token, request);
  const coin: Coin = {
    platformId: platform.id,
    id: newId('Stablecoin'),
    linkId: link.id,
    provider: link.provider,
    environment: link.environment,
    providerToken: request.providerTokenIdentifier,
    networkToken: request.networkTokenIdentifier,
    network: request.network,
    name: token.name,
    symbol: token.symbol,
    baseCurrency: token.baseCurrency,
    decimals: token.decimals,
    ...statusesOf(token),
    createdAt: now,
    updatedAt: now,
  };
  const text = JSON.stringify(coinJson(coin));
  const times = { clockOffsetMs: platform.clockOffsetMs, now };
  const effects = [insertCoin(coin), enqueue(looks(coin, token, times)), ...receipt.remember({ status: 201, text })];
  await apply(needs.db, { effects }).catch((error) => {
    if (brokenConstraint(error) !== REGISTERED) throw error;
    throw new ApiError('CONFLICT', 'This token is registered already.', { reason: 'STABLECOIN_REGISTERED' });
  });
  return text;
}

function requireKnown(
  token: ProviderToken | undefined,
  { networkTokenIdentifier }: RegisterRequest,
): asserts token is ProviderToken {
  if (!token) {
    throw new ApiError('REFERENCE_NOT_FOUND', 'The provider knows no such token on this network.', {
      hint: 'Registering does not create a token: it is issued at the provider first.',
    });
  }
  const field = 'networkTokenIdentifier';
  if (token.networkTokenIdentifier !== networkTokenIdentifier) {
    throw new InvalidFields([{ field, message: `${field} is not that of the provider's token.` }]);
  }
  if (currencies.has(token.baseCurrency)) return;
  throw new ApiError('INVALID_CURRENCY', `${token.baseCurrency} is not a currency of this service.`);
}

const statusesOf = ({ issuanceStatus, serviceOperationsStatus, currency }: ProviderToken) => ({
  issuanceStatus,
  operationsStatus: serviceOperationsStatus,
  currency: currency ?? null,
});

export async function getCoin(db: Database, platformId: string, id: string) {
  return coinJson(await findCoin(db, platformId, id));
}

export interface CoinFilter extends PageRequest {
  issuanceStatus?: IssuanceStatus | undefined;
  serviceOperationsStatus?: ServiceOperationsStatus | undefined;
  provider?: StablecoinProviderName | undefined;
}

export async function listCoins(db: Database, platformId: string, filter: CoinFilter) {
  const { issuanceStatus, serviceOperationsStatus, provider, ...request } = filter;
  const where = [
    sql`c.platform_id = ${platformId}`,
    ...(issuanceStatus ? [sql`c.issuance_status = ${issuanceStatus}`] : []),
    ...(serviceOperationsStatus ? [sql`c.operations_status = ${serviceOperationsStatus}`] : []),
    ...(provider ? [sql`a.provider = ${provider}`] : []),
  ];
  const order = { column: sql`c.id`, direction: 'DESC' as const, keyOf: ({ id }: CoinRow) => id };
  const found = await page<CoinRow>(db, {
    keys: idPattern('Stablecoin'),
    select: coinColumns,
    from: coinSource,
    where,
    order,
    request,
  });
  return mapPage(found, (row) => coinJson(toCoin(row)));
}

interface Times {
  clockOffsetMs: number;
  now: Date;
}

/** A coin that is not what it will be is looked at again. */
function looks(
  { platformId, id }: Coin,
  { lookAgainMs }: Pick<ProviderToken, 'lookAgainMs'>,
  { clockOffsetMs, now }: Times,
): NewJob[] {
  if (lookAgainMs === undefined) return [];
  const job = { platformId, kind: COIN_JOB, resourceId: id, clockOffsetMs, createdAt: now };
  return [{ ...job, runAt: addMs(now, lookAgainMs) }];
}

export const coinHandlers = (needs: StablecoinNeeds): JobHandlers => ({
  [COIN_JOB]: { run: (job, now) => look(needs, job, now), atOnce: OUTSIDE_AT_ONCE },
});

/** A provider that does not answer, or no longer to these credentials, is asked again later. */
async function look(needs: StablecoinNeeds, job: Job, now: Date): Promise<void> {
  const coin = await findCoin(needs.db, job.platformId, job.resourceId);
  const token = await tokenOf(needs, { coin, mode: job.mode, now }).catch((error) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  const changed = token ? { ...coin, ...statusesOf(token), updatedAt: now } : coin;
  const next = token ?? { lookAgainMs: HOUR_MS };
  const effects = [updateCoin(changed), enqueue(looks(coin, next, { clockOffsetMs: job.clockOffsetMs, now }))];
  await apply(needs.db, { effects });
}

async function tokenOf(needs: StablecoinNeeds, { coin, mode, now }: { coin: Coin; mode: Job['mode']; now: Date }) {
  const link = await findLink(needs.db, coin.platformId, coin.linkId);
  const question = {
    providerTokenIdentifier: coin.providerToken,
    networkTokenIdentifier: coin.networkToken,
    network: coin.network,
    since: coin.createdAt,
    now,
  };
  return withAccess(needs, { link, now }, (access) => needs.stablecoins[mode].token(access, question));
}
