import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../api/client.ts';
import type { DecimalsOf } from './draft.ts';

/** Decimals of the currencies in which the platform has accounts. */
export function useDecimals(): DecimalsOf {
  const { data } = useQuery({
    queryKey: ['currencies'],
    queryFn: async ({ signal }) => {
      const { data: accounts } = await api.platform.internalAccounts.list({}, { signal });
      return Object.fromEntries(accounts.map(({ balance: { currency } }) => [currency.code, currency.decimals]));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useCallback((code) => data?.[code], [data]);
}
