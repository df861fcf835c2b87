import { Type } from '@sinclair/typebox';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { EventWaits } from '../../engine/webhooks/event-waits.ts';
import { createListener, deleteListener, renewListener } from '../../engine/webhooks/listeners.ts';
import type { Webhooks } from '../../engine/webhooks/service.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { listDeliveries, startCursor } from './listener-deliveries.ts';
import { DeliveryList, DeliveryQuery, ListenerLease, ListenerRequest, NewListener } from './listener-schemas.ts';

interface Deps {
  db: Database;
  clock: Clock;
  webhooks: Pick<Webhooks, 'sender'>;
  eventWaits: EventWaits;
}

const tag = 'Sandbox';
const onlyFor = 'SANDBOX';
const ListenerPath = Type.Object({ listenerId: IdOf('WebhookListener') });

export const listenerRoutes = (deps: Deps): Route[] => [...leaseRoutes(deps), deliveriesRoute(deps)];

const leaseRoutes = ({ db, clock }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/sandbox/listeners',
    operationId: 'createSandboxListener',
    tag,
    summary: 'Create a listener for events',
    description: 'It receives every event beside webhookEndpoint, which stays as it is, while its lease is renewed.',
    access: 'MANAGE',
    onlyFor,
    body: ListenerRequest,
    bodyOptional: true,
    responses: { 201: NewListener },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, body }) => {
      const wallNow = clock.now();
      const listener = await createListener(db, caller.platform.id, wallNow);
      return { status: 201, body: { ...listener, cursor: startCursor(wallNow, body?.lookbackSeconds ?? 0) } };
    },
  }),
  route({
    method: 'POST',
    path: '/sandbox/listeners/{listenerId}/renew',
    operationId: 'renewSandboxListener',
    tag,
    summary: 'Renew the lease of a listener',
    access: 'MANAGE',
    onlyFor,
    params: ListenerPath,
    responses: { 200: ListenerLease },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      const key = { platformId: caller.platform.id, id: params.listenerId, wallNow: clock.now() };
      return ok(await renewListener(db, key));
    },
  }),
  route({
    method: 'DELETE',
    path: '/sandbox/listeners/{listenerId}',
    operationId: 'deleteSandboxListener',
    tag,
    summary: 'End the lease of a listener',
    access: 'MANAGE',
    onlyFor,
    params: ListenerPath,
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      await deleteListener(db, { platformId: caller.platform.id, id: params.listenerId, wallNow: clock.now() });
      return noContent;
    },
  }),
];

const deliveriesRoute = (deps: Deps): Route =>
  route({
    method: 'GET',
    path: '/sandbox/listeners/{listenerId}/deliveries',
    operationId: 'listSandboxDeliveries',
    tag,
    summary: 'Read the next events as signed requests',
    description:
      'Oldest first and in the order of each resource, with redelivered events. Repeat it with nextCursor; a cursor outlives its listener and the server.',
    access: 'MANAGE',
    onlyFor,
    params: ListenerPath,
    query: DeliveryQuery,
    secretResponse: true,
    responses: { 200: DeliveryList },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params, query }) =>
      ok(await listDeliveries(deps, { platformId: caller.platform.id, listenerId: params.listenerId, ...query })),
  });
