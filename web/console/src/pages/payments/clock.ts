import { useQuery } from '@tanstack/react-query';
import { api, type SandboxClock } from '../../api/client.ts';
import { useSession } from '../../api/use-session.ts';

interface PlatformClock {
  /** Undefined in production, which uses the clock of the server. */
  clock: SandboxClock | undefined;
  /** How far the clock of the platform is ahead of the server's. */
  offsetMs: number;
}

export const CLOCK_KEY = ['sandbox-clock'] as const;

/** Clock of a sandbox platform and its pending timers. */
export function usePlatformClock(): PlatformClock {
  const { current } = useSession();
  const { data } = useQuery({
    queryKey: CLOCK_KEY,
    queryFn: ({ signal }) => api.sandbox.clock.get({ signal }),
    enabled: current?.mode === 'SANDBOX',
  });
  return { clock: data, offsetMs: (data?.offsetSeconds ?? 0) * 1_000 };
}
