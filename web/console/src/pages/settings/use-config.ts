import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Currency, type PlatformConfig, type PlatformConfigUpdateRequest } from '../../api/client.ts';
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
      void queries.invalidateQueries({ queryKey: ['currencies'] });
      toast(done);
      onDone?.();
    },
  });
}

/** Currencies of the platform by code: its accounts name their decimals. */
export function useCurrencies(): ReadonlyMap<string, Currency> {
  const { data } = useQuery({
    queryKey: ['currencies'],
    queryFn: async ({ signal }) => (await api.platform.internalAccounts.list({}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return new Map(data?.map(({ balance: { currency } }) => [currency.code, currency]));
}
