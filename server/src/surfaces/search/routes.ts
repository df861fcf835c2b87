import { ok, type Route, route } from '../../engine/http/route.ts';
import type { Database } from '../../foundation/db/database.ts';
import { SearchQuery, SearchResultList } from './schemas.ts';
import { MAX_NEWEST, MAX_RESULTS, search } from './search.ts';

export const searchRoutes = ({ db }: { db: Database }): Route[] => [
  route({
    method: 'GET',
    path: '/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Find resources by id, name, email or reference',
    description: `At most ${MAX_RESULTS} results, ids before names. Ids are found by their beginning or their end; those of payments, quotes, events and requests by their end among the newest ${MAX_NEWEST} of each, and only if nothing else matches.`,
    access: 'VIEW',
    query: SearchQuery,
    responses: { 200: SearchResultList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok({ data: await search(db, caller.platform.id, query.q) }),
  }),
];
