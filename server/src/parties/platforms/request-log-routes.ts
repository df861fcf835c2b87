import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { DateTime } from '../../engine/http/schemas.ts';
import { listErrorGroups, MAX_ERROR_GROUPS } from '../../engine/request-log/errors.ts';
import { getRequest, listRequests } from '../../engine/request-log/history.ts';
import type { Database } from '../../foundation/db/database.ts';
import { addMs, type Clock, DAY_MS } from '../../foundation/kernel/clock.ts';
import { uuidPattern } from '../../foundation/kernel/ids.ts';
import { LoggedRequest, LoggedRequestList, RequestErrorGroupList, RequestQuery } from './request-log-schemas.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const tag = 'Request Log';

export const requestLogRoutes = ({ db, clock }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/request-log',
    operationId: 'listRequests',
    tag,
    summary: 'List the last requests of the platform',
    description: 'Newest first, without bodies. Several filters select requests that match all of them.',
    access: 'VIEW',
    query: Type.Object({ ...RequestQuery, ...PageQuery }),
    responses: { 200: LoggedRequestList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listRequests(db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/request-log/errors',
    operationId: 'listRequestErrors',
    tag,
    summary: 'List the errors of the platform, grouped by route, code and field',
    description: `At most ${MAX_ERROR_GROUPS} groups, the one with the latest error first.`,
    access: 'VIEW',
    query: Type.Object({
      since: Type.Optional(
        DateTime({ description: 'Only errors of requests that arrived at this time or later; by default of one day.' }),
      ),
    }),
    responses: { 200: RequestErrorGroupList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query: { since } }) => {
      const from = since === undefined ? addMs(clock.now(), -DAY_MS) : new Date(since);
      return ok(await listErrorGroups(db, caller.platform.id, from));
    },
  }),
  route({
    method: 'GET',
    path: '/request-log/{requestId}',
    operationId: 'getRequest',
    tag,
    summary: 'Read a request by its X-Request-Id, with its bodies, secrets removed',
    access: 'VIEW',
    params: Type.Object({
      requestId: Type.String({
        pattern: uuidPattern,
        examples: ['019542f5-b3e7-7d02-8000-000000000001'],
        description: '`X-Request-Id` of the response.',
      }),
    }),
    responses: { 200: LoggedRequest },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await getRequest(db, caller.platform.id, params.requestId)),
  }),
];
