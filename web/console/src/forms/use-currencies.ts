import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CURRENCIES_KEY, readCurrencies } from '../api/currencies.ts';
import type { DecimalsOf } from './draft.ts';

/** Decimals of the currencies that the platform holds or pays. */
export function useDecimals(): DecimalsOf {
  const { data } = useQuery({
    queryKey: CURRENCIES_KEY,
    queryFn: ({ signal }) => readCurrencies(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useCallback((code) => data?.get(code)?.decimals, [data]);
}
