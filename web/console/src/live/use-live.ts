import { useEffect, useRef } from 'react';

/** Kinds of changes that a page can follow. */
export type Topic =
  | 'transaction'
  | 'customer'
  | 'card'
  | 'approval'
  | 'request'
  | 'delivery'
  | 'clock'
  | 'message'
  | 'review'
  | 'job'
  | 'audit'
  | 'bank-file';

const POLL_MS = 5_000;

/** Calls `onHint` when something of these topics may have changed, so that the page fetches again. */
export function useLive(topics: readonly Topic[], onHint: () => void): void {
  const latest = useRef(onHint);
  latest.current = onHint;
  const key = topics.join();
  useEffect(() => {
    if (key === '') return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [key]);
}
