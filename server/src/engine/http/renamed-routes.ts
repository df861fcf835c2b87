import type { WireWords } from '../../foundation/kernel/product-word.ts';
import type { Context, Route, RuleInput } from './route.ts';

/** Translates schemas to the names configured by HEADER_PREFIX; handlers use the default names. */
export const renamedRoutes = (routes: readonly Route[], words: WireWords): readonly Route[] =>
  routes.map((route) => renamedRoute(route, words));

function renamedRoute(route: Route, words: WireWords): Route {
  const { query, body, rules, handle } = route;
  // Renamed as well, because the request log stores only members that the response schema defines.
  const responses = words.concerns(route.responses) ? words.renamed(route.responses) : route.responses;
  if (!words.concerns([query, body])) return { ...route, responses };
  return {
    ...route,
    responses,
    ...(query && { query: words.renamed(query) }),
    ...(body && { body: words.renamed(body) }),
    ...(rules && { rules: (request: RuleInput) => rules({ ...request, body: words.inward(request.body) }) }),
    handle: (context: Context) =>
      handle({ ...context, query: words.inward(context.query), body: words.inward(context.body) }),
  };
}
