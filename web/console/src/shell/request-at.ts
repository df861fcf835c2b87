import { matchRoute, type useRouter } from 'wouter';
import type { PageRoute } from '../page-route.ts';

const BASE = '/console';

/** The request that the page at an address shows, if it shows a single one. */
export function requestAt(
  routes: readonly PageRoute[],
  { pathname, searchParams }: URL,
  parser: ReturnType<typeof useRouter>['parser'],
): ReturnType<NonNullable<PageRoute['request']>> | undefined {
  const path = pathname.slice(BASE.length) || '/';
  for (const { path: pattern, request } of routes) {
    const [isMatch, params] = matchRoute(parser, pattern, path);
    if (!isMatch) continue;
    const { id } = params as { id?: string };
    return request?.(id ? { id: decodeURIComponent(id) } : {}, searchParams);
  }
  return undefined;
}
