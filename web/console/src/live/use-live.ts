import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from '../api/use-session.ts';
import type { LiveState } from './hub.ts';
import { liveHub } from './live-hub.ts';
import { isAnnounced, type Topic } from './topics.ts';

export type { Topic };

/** Pages poll while there is no stream. */
const POLL_MS = 5_000;
/** Hints of a burst cause one fetch. */
const GATHER_MS = 250;

/** Calls `onHint` when something of these topics may have changed, so that the page fetches again. */
export function useLive(topics: readonly Topic[], onHint: () => void): void {
  const latest = useRef(onHint);
  latest.current = onHint;
  const state = useLiveState();
  const { kind } = useSession();
  const key = topics.join();
  useEffect(() => {
    const followed = key.split(',').filter(Boolean) as Topic[];
    if (followed.length === 0) return;
    const gathered = gather(() => latest.current());
    const leave = liveHub.subscribe({ topics: new Set(followed), onHint: gathered.call });
    return () => {
      leave();
      gathered.stop();
    };
  }, [key]);
  const isServed = topics.every((topic) => isAnnounced(topic, kind));
  const isPolled = topics.length > 0 && (state === 'POLLING' || (state !== 'PAUSED' && !isServed));
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isPolled]);
}

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (onChange) => liveHub.watch(onChange),
    () => liveHub.state,
  );

/** Calls at most once per `GATHER_MS`. A hidden tab makes one call when it is shown again. */
function gather(call: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    timer = undefined;
    if (document.visibilityState === 'visible') call();
    else document.addEventListener('visibilitychange', run, { once: true });
  };
  return {
    call: (): void => {
      timer ??= setTimeout(run, GATHER_MS);
    },
    stop: (): void => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', run);
    },
  };
}
