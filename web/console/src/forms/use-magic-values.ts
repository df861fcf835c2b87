import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSession } from '../api/use-session.ts';

/** Inputs that select a scenario of the sandbox; none on other platforms. They change with the version of the server only. */
export function useMagicValues() {
  const { current } = useSession();
  return useQuery({
    queryKey: ['sandbox-magic-values'],
    queryFn: async ({ signal }) => (await api.sandbox.magicValues.list({ signal })).data,
    enabled: current?.mode === 'SANDBOX',
    staleTime: Number.POSITIVE_INFINITY,
  });
}
