import { enqueue, type Job, type NewJob } from '../../engine/jobs/queue.ts';
import { type JobHandlers, OUTSIDE_AT_ONCE } from '../../engine/jobs/worker.ts';
import type {
  IssuanceStatus,
  ProviderToken,
  ServiceOperationsStatus,
  StablecoinProviderName,
} from '../../engine/providers/stablecoin/port.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { mapPage, type PageRequest, page } from '../../foundation/db/page.ts';
import { sql } from '../../foundation/db/sql.ts';
import { addMs, HOUR_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { idPattern, newId } from '../../foundation/kernel/ids.ts';
import { currencies } from '../../parties/rates/currencies.ts';
import {
  type Coin,
  type CoinRow,
  coinColumns,
  coinJson,
  coinSource,
  getCoin,
  insertCoin,
  REGISTERED,
  toCoin,
  updateCoin,
} from './coin-record.ts';
import type { StablecoinDeps, StablecoinRequest } from './deps.ts';
import { getProviderLink } from './link-record.ts';
import { chooseLink, withAccess } from './links.ts';
import type { PollTimes } from './polls.ts';
import type { RegisterRequest } from './schemas.ts';

const COIN_POLL_JOB = 'stablecoin.poll';
/** Interval of retries while the provider is unavailable or rejects the credentials. */
const RETRY_MS = HOUR_MS;

/** Registers a token that the provider has issued or is about to issue. */
export async function registerCoin(
  deps: StablecoinDeps,
  { platform, now, receipt }: StablecoinRequest,
  request: RegisterRequest,
): Promise<string> {
  const link = await chooseLink(deps.db, platform.id, request.stablecoinProviderAccountId);
  const tokenRequest = { ...request, since: now, now };
  const provider = deps.banking.stablecoins[platform.mode];
  const token = await withAccess(deps, { link, now }, (access) => provider.token(access, tokenRequest));
  requireToken(token, request);
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
  const polls = nextPolls(coin, token, { clockOffsetMs: platform.clockOffsetMs, now });
  const effects = [insertCoin(coin), enqueue(polls), ...receipt.record({ status: 201, text })];
  await apply(deps.db, { effects }).catch((error) => {
    if (brokenConstraint(error) !== REGISTERED) throw error;
    throw new ApiError('CONFLICT', 'This token is already registered.', { reason: 'STABLECOIN_REGISTERED' });
  });
  return text;
}

function requireToken(
  token: ProviderToken | undefined,
  { networkTokenIdentifier }: RegisterRequest,
): asserts token is ProviderToken {
  if (!token) {
    throw new ApiError('REFERENCE_NOT_FOUND', 'The provider has no such token on this network.', {
      hint: 'Registering does not create a token: issue it at the provider first.',
    });
  }
  const field = 'networkTokenIdentifier';
  if (token.networkTokenIdentifier !== networkTokenIdentifier) {
    throw new InvalidFields([{ field, message: `${field} does not match the token at the provider.` }]);
  }
  if (currencies.has(token.baseCurrency)) return;
  throw new ApiError('INVALID_CURRENCY', `${token.baseCurrency} is not a currency of this service.`);
}

const statusesOf = ({ issuanceStatus, serviceOperationsStatus, currency }: ProviderToken) => ({
  issuanceStatus,
  operationsStatus: serviceOperationsStatus,
  currency: currency ?? null,
});

export async function getCoinJson(db: Database, platformId: string, id: string) {
  return coinJson(await getCoin(db, platformId, id));
}

interface CoinFilter extends PageRequest {
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
  const listed = await page<CoinRow>(db, {
    keys: idPattern('Stablecoin'),
    select: coinColumns,
    from: coinSource,
    where,
    order,
    request,
  });
  return mapPage(listed, (row) => coinJson(toCoin(row)));
}

/** A coin is polled until its statuses are final. */
function nextPolls(
  { platformId, id }: Coin,
  { pollAfterMs }: Pick<ProviderToken, 'pollAfterMs'>,
  { clockOffsetMs, now }: PollTimes,
): NewJob[] {
  if (pollAfterMs === undefined) return [];
  const job = { platformId, kind: COIN_POLL_JOB, resourceId: id, clockOffsetMs, createdAt: now };
  return [{ ...job, runAt: addMs(now, pollAfterMs) }];
}

export const coinHandlers = (deps: StablecoinDeps): JobHandlers => ({
  [COIN_POLL_JOB]: { run: (job, now) => pollCoin(deps, job, now), atOnce: OUTSIDE_AT_ONCE },
});

async function pollCoin(deps: StablecoinDeps, job: Job, now: Date): Promise<void> {
  const coin = await getCoin(deps.db, job.platformId, job.resourceId);
  const token = await readToken(deps, { coin, mode: job.mode, now }).catch((error) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  const changed = token ? { ...coin, ...statusesOf(token), updatedAt: now } : coin;
  const polls = nextPolls(coin, token ?? { pollAfterMs: RETRY_MS }, { clockOffsetMs: job.clockOffsetMs, now });
  await apply(deps.db, { effects: [updateCoin(changed), enqueue(polls)] });
}

async function readToken(deps: StablecoinDeps, { coin, mode, now }: { coin: Coin; mode: Job['mode']; now: Date }) {
  const link = await getProviderLink(deps.db, coin.platformId, coin.linkId);
  const tokenRequest = {
    providerTokenIdentifier: coin.providerToken,
    networkTokenIdentifier: coin.networkToken,
    network: coin.network,
    since: coin.createdAt,
    now,
  };
  return withAccess(deps, { link, now }, (access) => deps.banking.stablecoins[mode].token(access, tokenRequest));
}
