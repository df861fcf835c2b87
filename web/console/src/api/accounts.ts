import { api, type InternalAccount } from './client.ts';

/** Limit of concurrent requests: one list for each currency. */
const MAX_CURRENCIES = 10;

/**
 * Internal accounts to choose from: first those of the platform, then those of customers, read per currency of the
 * platform. One list over all currencies would begin with the wallets of every customer.
 */
export async function accountsToChoose(limit: number, signal?: AbortSignal): Promise<InternalAccount[]> {
  const options = signal ? { signal } : {};
  const { data: own } = await api.platform.internalAccounts.list({}, options);
  const currencies = own.slice(0, MAX_CURRENCIES).map(({ balance }) => balance.currency.code);
  const lists = await Promise.all(
    currencies.map((currency) => api.customers.internalAccounts.list({ currency, limit }, options)),
  );
  return [...own, ...lists.flatMap(({ data }) => data)];
}
