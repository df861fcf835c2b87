import { Type } from '@sinclair/typebox';
import { ok, type Route, route } from '../../engine/http/route.ts';
import { AnyTransactionId } from '../../engine/http/schemas.ts';
import type { TimelineKind } from './entry-kinds.ts';
import { TimelinePage, TimelineQuery } from './schemas.ts';
import { listTimeline, type TimelineDeps } from './timeline.ts';

export const timelineRoutes = (deps: TimelineDeps): Route[] => [
  route({
    method: 'GET',
    path: '/transactions/{transactionId}/timeline',
    operationId: 'listTransactionTimeline',
    tag: 'Transactions',
    summary: "List a transaction's timeline",
    description:
      'Everything that happened to a payment or card purchase in one list, oldest first by the clock of the server: ' +
      'requests, its quote, ledger entries, jobs, reports of the rail and messages of the card network with the sandbox ' +
      'rule, events, their delivery, ' +
      'messages and actions of operators. Requests, jobs and events are removed after their retention time.',
    access: 'VIEW',
    params: Type.Object({ transactionId: AnyTransactionId }),
    query: TimelineQuery,
    responses: { 200: TimelinePage },
    errors: ['INVALID_INPUT', 'TRANSACTION_NOT_FOUND'],
    handle: async ({ caller, params: { transactionId }, query: { kinds, ...request } }) => {
      const wanted = kinds?.split(',') as TimelineKind[] | undefined;
      return ok(
        await listTimeline(deps, {
          platform: caller.platform,
          transactionId,
          kinds: wanted && [...new Set(wanted)],
          ...request,
        }),
      );
    },
  }),
];
