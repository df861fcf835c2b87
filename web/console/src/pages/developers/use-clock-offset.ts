import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';

/** How far the clock of a sandbox platform is ahead: events carry its time. */
export function useClockOffset(): number {
  const { current } = useSession();
  const { data } = useQuery({
    queryKey: ['clock-offset', current?.id],
    queryFn: ({ signal }) => api.sandbox.clock.get({ signal }),
    enabled: current?.mode === 'SANDBOX',
    staleTime: 30_000,
  });
  return (data?.offsetSeconds ?? 0) * 1_000;
}
