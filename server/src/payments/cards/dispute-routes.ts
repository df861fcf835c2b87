import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import { type CardDeps, enabledPlatform } from './deps.ts';
import { getDispute, listDisputes } from './dispute-record.ts';
import { CardDispute, CardDisputeList, CardDisputesQuery } from './dispute-schemas.ts';

const tag = 'Cards';

export const disputeRoutes = (deps: CardDeps): Route[] => [
  route({
    method: 'GET',
    path: '/card-disputes',
    operationId: 'listCardDisputes',
    tag,
    summary: 'List disputes of card transactions',
    description: 'Newest first by default. A dispute must match every filter.',
    access: 'VIEW',
    query: CardDisputesQuery,
    responses: { 200: CardDisputeList },
    errors: ['INVALID_INPUT', 'NOT_IMPLEMENTED'],
    handle: async ({ caller, query }) =>
      ok(await listDisputes(deps.db, enabledPlatform(deps, caller.platform).id, query)),
  }),
  route({
    method: 'GET',
    path: '/card-disputes/{id}',
    operationId: 'getCardDisputeById',
    tag,
    summary: 'Read a dispute of a card transaction',
    access: 'VIEW',
    params: Type.Object({ id: IdOf('CardDispute') }),
    responses: { 200: CardDispute },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'NOT_IMPLEMENTED'],
    handle: async ({ caller, params }) =>
      ok(await getDispute(deps.db, enabledPlatform(deps, caller.platform).id, params.id)),
  }),
];
