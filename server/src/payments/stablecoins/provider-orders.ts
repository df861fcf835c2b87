import type { BurnSource, MintSource, ProviderOrder } from '../../engine/providers/stablecoin/port.ts';
import { findExternalAccount } from '../../parties/accounts/external-record.ts';
import { currencyInfo } from '../../parties/rates/currencies.ts';
import type { Coin } from './coin-record.ts';
import { worthOf } from './delivery-times.ts';
import type { StablecoinDeps } from './deps.ts';
import type { Operation } from './operation-record.ts';

/** The order for the provider, with the details of the external accounts. */
export async function toProviderOrder(
  { db }: Pick<StablecoinDeps, 'db'>,
  { operation, coin, now }: { operation: Operation; coin: Coin; now: Date },
): Promise<ProviderOrder> {
  const { platformId, source, destination } = operation;
  const infoOf = async (id: string | undefined) =>
    id === undefined ? undefined : (await findExternalAccount(db, { platformId, id }))?.accountInfo;
  const [from, to] = await Promise.all([infoOf(source.externalAccountId), infoOf(destination.accountId)]);
  return {
    id: operation.id,
    type: operation.type,
    source: source.type as MintSource | BurnSource,
    from: from ?? { ...source },
    to: to ?? {},
    ...(destination.rail && { rail: destination.rail }),
    token: {
      providerTokenIdentifier: coin.providerToken,
      symbol: coin.symbol,
      network: coin.network,
      networkTokenIdentifier: coin.networkToken,
    },
    value: {
      amount: worthOf(operation.amount, coin) ?? 0n,
      currency: coin.baseCurrency,
      decimals: currencyInfo(coin.baseCurrency).decimals,
    },
    createdAt: operation.createdAt,
    fundedAt: operation.fundedAt,
    now,
  };
}
