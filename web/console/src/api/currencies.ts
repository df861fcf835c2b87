import { api, type Currency } from './client.ts';

export const CURRENCIES_KEY = ['currencies'];

/** Currencies by code: all that the platform holds, and all that its first account can pay. */
export async function readCurrencies(signal: AbortSignal): Promise<ReadonlyMap<string, Currency>> {
  const { data: accounts } = await api.platform.internalAccounts.list({}, { signal });
  const held = accounts.map(({ balance }) => balance.currency);
  const [source] = held;
  const rates = source ? (await api.exchangeRates.list({ sourceCurrency: source.code }, { signal })).data : [];
  const paid = rates.map(({ destinationCurrency }) => destinationCurrency).filter(isComplete);
  return new Map([...paid, ...held].map((currency) => [currency.code, currency]));
}

/** Lists of exchange rates describe currencies completely only if they are filtered. */
export const isComplete = (currency: Partial<Currency>): currency is Currency =>
  currency.code !== undefined &&
  currency.name !== undefined &&
  currency.symbol !== undefined &&
  currency.decimals !== undefined;
