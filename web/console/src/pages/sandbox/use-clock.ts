import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type SandboxClockAdvanced } from '../../api/client.ts';
import { type Topic, useLive } from '../../live/use-live.ts';

const KEY = ['sandbox-clock'];

/** The clock of the platform with the events that wait for it. */
export function useClock(topics: readonly Topic[]) {
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => await api.sandbox.clock.get({ signal }),
  });
  useLive(topics, () => void query.refetch());
  return query;
}

type Step = { seconds: number } | { resourceId?: string };

/** Moves the clock by seconds, or to the next event, and reloads everything on the page. */
export function useClockStep(onMoved?: (moved: SandboxClockAdvanced) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (step: Step) =>
      'seconds' in step ? await api.sandbox.clock.advance(step) : await api.sandbox.clock.runNext(step),
    onSuccess: async (moved) => {
      onMoved?.(moved);
      await queries.invalidateQueries();
    },
  });
}

const TICK_MS = 1_000;

/** Current time of a clock that is ahead by some seconds, updated every second. */
export function useTicking(offsetSeconds: number): Date {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date(now + offsetSeconds * 1_000);
}
