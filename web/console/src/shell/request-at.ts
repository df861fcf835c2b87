import { matchRoute, type useRouter } from 'wouter';
import { decodedParams, type PageRoute } from '../page-route.ts';

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
    return request?.(decodedParams(params), searchParams);
  }
  return undefined;
}
