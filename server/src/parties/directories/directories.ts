import type { Directory, UmaProvider } from '../../engine/providers/directory/port.ts';
import { DEFAULT_LIMIT, makeCursor, type Page, type PageRequest, readCursor } from '../../foundation/db/page.ts';
import { currencyJson } from '../rates/currencies.ts';

/** Lists custodians, sorted by name. */
export function listVasps({ vasps }: Directory, request: PageRequest) {
  const { totalCount: _, ...listed } = pageOf(vasps, { keyOf: ({ vaspName }) => vaspName, direction: 'asc', request });
  return listed;
}

interface UmaProviderFilter extends PageRequest {
  countryCode?: string | undefined;
  currencyCode?: string | undefined;
  hasBlockedProviders?: boolean | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

/** Lists institutions, sorted by name. Includes blocked ones unless `hasBlockedProviders` is false. */
export function listUmaProviders({ umaProviders }: Directory, filter: UmaProviderFilter) {
  const { countryCode, currencyCode, hasBlockedProviders = true, sortOrder = 'desc', ...request } = filter;
  const matching = umaProviders.filter(
    ({ supportedRegions, supportedCurrencies, allowListStatus }) =>
      (countryCode === undefined || supportedRegions.includes(countryCode)) &&
      (currencyCode === undefined || supportedCurrencies.includes(currencyCode)) &&
      (hasBlockedProviders || allowListStatus),
  );
  const keyOf = ({ name, domain }: UmaProvider): string => `${name}\n${domain}`;
  const listed = pageOf(matching, { keyOf, direction: sortOrder, request });
  return { ...listed, data: listed.data.map(umaProviderJson) };
}

const umaProviderJson = (provider: UmaProvider) => ({
  ...provider,
  supportedCurrencies: provider.supportedCurrencies.map(currencyJson),
});

interface Paging<T> {
  keyOf: (entry: T) => string;
  direction: 'asc' | 'desc';
  request: PageRequest;
}

/** Paginates a list in memory, with cursors in the same format as for tables. */
function pageOf<T>(entries: readonly T[], { keyOf, direction, request }: Paging<T>): Page<T> {
  const { limit = DEFAULT_LIMIT, cursor } = request;
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (a: string, b: string): number => sign * (a < b ? -1 : a > b ? 1 : 0);
  const isKey = (key: string): boolean => entries.some((entry) => keyOf(entry) === key);
  const after = cursor === undefined ? undefined : readCursor(cursor, isKey);
  const sorted = [...entries].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const rest = after === undefined ? sorted : sorted.filter((entry) => compare(keyOf(entry), after) > 0);
  const data = rest.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rest.length > limit;
  return { data, hasMore, ...(hasMore && last && { nextCursor: makeCursor(keyOf(last)) }), totalCount: entries.length };
}
