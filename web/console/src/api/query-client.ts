import { type Query, QueryClient } from '@tanstack/react-query';
import { CausewayError } from './client.ts';

const MAX_RETRIES = 2;

/** Repeats requests after lost connections; a rejection by the service would be the same again. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && error instanceof CausewayError && (error.status === undefined || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 1_000, refetchOnWindowFocus: true } },
});

const failures = new WeakMap<Query, Error>();

// A query without data is pending again while it is repeated. It stays failed here until it succeeds, because a page
// that polls would otherwise show its failure and its outline in turn.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  if (action.type === 'error') failures.set(query, action.error as Error);
  if (action.type === 'success') failures.delete(query);
  const failure = failures.get(query);
  if (action.type === 'fetch' && failure && query.state.data === undefined) {
    query.setState({ status: 'error', error: failure });
  }
});
