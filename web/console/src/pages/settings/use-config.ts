import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Currency, type PlatformConfig, type PlatformConfigUpdateRequest } from '../../api/client.ts';
import { CURRENCIES_KEY, readCurrencies } from '../../api/currencies.ts';
import { toast } from '../../parts/toast.tsx';

const KEY = ['config'];

export const useConfig = () =>
  useQuery({ queryKey: KEY, queryFn: async ({ signal }) => await api.config.get({ signal }) });

/** Changes the configuration; `done` is what the toast says. */
export function useConfigUpdate(done: string, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (changes: PlatformConfigUpdateRequest) => await api.config.update(changes),
    onSuccess: (config: PlatformConfig) => {
      queries.setQueryData(KEY, config);
      void queries.invalidateQueries({ queryKey: CURRENCIES_KEY });
      toast(done);
      onDone?.();
    },
  });
}

/** Currencies that the platform holds or pays, by their code. */
export function useCurrencies(): ReadonlyMap<string, Currency> {
  const { data } = useQuery({
    queryKey: CURRENCIES_KEY,
    queryFn: ({ signal }) => readCurrencies(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? new Map();
}
