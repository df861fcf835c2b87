import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type Loaded, type PageOf, withFirst } from './loaded-pages.ts';

export interface Pages<Row> {
  rows: readonly Row[];
  isLoading: boolean;
  /** Failure of the last request. Rows of earlier requests stay in the list. */
  error: Error | null;
  /** True if `error` comes from `loadMore`. */
  hasFailedMore: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  refetch: () => void;
  /** Repeats the request that failed. */
  retry: () => void;
}

interface PageRequest {
  cursor?: string;
  signal: AbortSignal;
}

/** A list of more pages refreshes only its first, so that a change costs one request for a list of any length. */
const REFRESHED = 3;

/** Rows of a list of the API, one page after the other. `load` gets the cursor of the page. */
export function usePages<Row>(key: QueryKey, load: (request: PageRequest) => PromiseLike<PageOf<Row>>): Pages<Row> {
  const client = useQueryClient();
  const query = useInfiniteQuery<PageOf<Row>, Error, Loaded<Row>, QueryKey, string | undefined>({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) =>
      await load({ signal, ...(pageParam !== undefined && { cursor: pageParam }) }),
    initialPageParam: undefined,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? (nextCursor ?? undefined) : undefined),
  });
  const more = useRef<Promise<unknown>>(Promise.resolve());
  const current = (): Loaded<Row> | undefined => client.getQueryData(key);
  const refresh = async (): Promise<void> => {
    // Waits for `loadMore`: a refresh would cancel it, and frequent hints would cancel it forever.
    await more.current;
    const isLong = (current()?.pages.length ?? 0) > REFRESHED;
    // After a failure the whole list is read again below, so that the list reports the failure.
    const fresh = isLong && (await load({ signal: new AbortController().signal }).then(undefined, () => undefined));
    const list = current();
    const next = fresh && list && withFirst(list, fresh);
    if (next) client.setQueryData(key, next);
    else await query.refetch();
  };
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  const loadMore = (): void => {
    more.current = query.fetchNextPage();
  };
  const refetch = (): void => void refresh();
  return {
    rows,
    isLoading: query.isPending,
    error: query.error,
    hasFailedMore: query.isFetchNextPageError,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore,
    refetch,
    retry: query.isFetchNextPageError ? loadMore : refetch,
  };
}
