import type { InfiniteData } from '@tanstack/react-query';

export interface PageOf<Row> {
  data: Row[];
  hasMore?: boolean;
  nextCursor?: string | null;
}

export type Loaded<Row> = InfiniteData<PageOf<Row>, string | undefined>;

/** Replaces the begin of the list by a fresh first page; undefined if the two pages do not overlap. */
export function withFirst<Row>(list: Loaded<Row>, fresh: PageOf<Row>): Loaded<Row> | undefined {
  const [first, ...others] = list.pages;
  const last = fresh.data.at(-1);
  const end = first?.data.findIndex((row) => last !== undefined && keyOf(row) === keyOf(last)) ?? -1;
  if (!first || end < 0) return undefined;
  return { ...list, pages: [{ ...first, data: [...fresh.data, ...first.data.slice(end + 1)] }, ...others] };
}

const keyOf = (row: unknown): unknown => (row as { id?: unknown }).id ?? JSON.stringify(row);
