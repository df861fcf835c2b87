import { matchRoute, type useRouter } from 'wouter';
import { decodedParams, type PageRoute } from '../page-route.ts';

const BASE = '/console';

/** Request behind the page at a URL, if the page shows the response of a single one. */
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
