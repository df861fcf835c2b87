import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

interface PageOf<Row> {
  data: Row[];
  hasMore?: boolean;
  nextCursor?: string | null;
}

export interface Pages<Row> {
  rows: readonly Row[];
  isLoading: boolean;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  refetch: () => void;
}

interface PageRequest {
  cursor?: string;
  signal: AbortSignal;
}

/** Rows of a list of the API, one page after the other. `load` gets the cursor of the page. */
export function usePages<Row>(key: QueryKey, load: (request: PageRequest) => PromiseLike<PageOf<Row>>): Pages<Row> {
  const query = useInfiniteQuery<PageOf<Row>, Error, InfiniteData<PageOf<Row>>, QueryKey, string | undefined>({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) =>
      await load({ signal, ...(pageParam !== undefined && { cursor: pageParam }) }),
    initialPageParam: undefined,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? (nextCursor ?? undefined) : undefined),
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  return {
    rows,
    isLoading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}
