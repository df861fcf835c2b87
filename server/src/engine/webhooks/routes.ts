import { Type } from '@sinclair/typebox';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import { PageQuery } from '../http/paging.ts';
import { ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import { readEndpointHealth } from './endpoint-health.ts';
import type { EventWaits } from './event-waits.ts';
import { getEvent, listEvents } from './history.ts';
import { listKeys, rotateKeys } from './keys.ts';
import { readEvents, rejectFilters } from './log-query.ts';
import { DEFAULT_RATE, redeliver, redeliverMany } from './redelivery.ts';
import {
  Event,
  EventList,
  EventQuery,
  EventSummary,
  EventTypeList,
  KeyList,
  LogQuery,
  Redelivered,
  RedeliverRequest,
  TestWebhookResponse,
  WebhookEndpoint,
} from './schemas.ts';
import type { Webhooks } from './service.ts';
import { sendTest } from './test-event.ts';

interface Deps {
  db: Database;
  vault: Vault;
  clock: Clock;
  webhooks: Webhooks;
  /** Every event type with schema and example. */
  eventCatalogue: () => object;
  eventWaits: EventWaits;
}

const tag = 'Webhooks';

export const webhookRoutes = (deps: Deps): Route[] => [
  endpointRoute(deps),
  catalogueRoute(deps),
  ...eventRoutes(deps),
  ...redeliveryRoutes(deps),
  ...keyRoutes(deps),
  testRoute(deps, { path: '/webhooks/test', operationId: 'testWebhookEndpoint' }),
  testRoute(deps, { path: '/sandbox/webhooks/test', operationId: 'sendTestWebhook', onlyFor: 'SANDBOX' }),
];

const endpointRoute = ({ db, clock }: Deps): Route =>
  route({
    method: 'GET',
    path: '/webhooks/endpoint',
    operationId: 'getWebhookEndpoint',
    tag,
    summary: 'Read the webhook endpoint, its backlog and its last 24 hours',
    description: 'PATCH /config sets the endpoint with webhookEndpoint.',
    access: 'VIEW',
    responses: { 200: WebhookEndpoint },
    errors: [],
    handle: async ({ caller }) => ok(await readEndpointHealth(db, caller.platform.id, clock.now())),
  });

function catalogueRoute({ eventCatalogue }: Deps): Route {
  let catalogue: object | undefined;
  return route({
    method: 'GET',
    path: '/webhooks/event-types',
    operationId: 'listWebhookEventTypes',
    tag,
    summary: 'List the types of events, each with its schema and an example',
    access: 'VIEW',
    responses: { 200: EventTypeList },
    // Without an example linters would read the type and example of an entry as those of a schema.
    examples: { responses: { 200: [{ data: [], components: { schemas: {} } }] } },
    errors: [],
    handle: async () => {
      catalogue ??= eventCatalogue();
      return ok(catalogue);
    },
  });
}

const EventPath = Type.Object({ eventId: IdOf('Webhook') });

const eventRoutes = ({ db, clock, eventWaits }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/webhooks/events',
    operationId: 'listWebhookEvents',
    tag,
    summary: 'List events and what became of them',
    description:
      'Newest first. With after or wait it is a log: oldest first, in the order of each resource, without gaps. Continue with the id of the last event as after.',
    access: 'VIEW',
    query: Type.Object({ ...EventQuery, ...PageQuery, ...LogQuery }),
    responses: { 200: EventList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => {
      const { after, wait, ...list } = query;
      if (after === undefined && wait === undefined) return ok(await listEvents(db, caller.platform, list));
      rejectFilters(list);
      return ok(await readEvents({ db, clock, eventWaits }, caller.platform.id, query));
    },
  }),
  route({
    method: 'GET',
    path: '/webhooks/events/{eventId}',
    operationId: 'getWebhookEvent',
    tag,
    summary: 'Read an event with its body and every attempt to deliver it',
    access: 'VIEW',
    params: EventPath,
    responses: { 200: Event },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(await getEvent(db, caller.platform.id, params.eventId)),
  }),
];

const redeliveryRoutes = ({ db, clock }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/webhooks/events/{eventId}/redeliver',
    operationId: 'redeliverWebhookEvent',
    tag,
    summary: 'Send an event again',
    description: 'The same bytes under the same id, signed anew.',
    access: 'MANAGE',
    params: EventPath,
    idempotency: 'OPTIONAL',
    responses: { 202: EventSummary },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_SET', 'WEBHOOK_DELIVERY_ERROR'],
    reasons: { WEBHOOK_DELIVERY_ERROR: ['ENDPOINT_DISABLED'] },
    handle: async ({ caller, params, receipt }) => {
      const one = { platformId: caller.platform.id, id: params.eventId, wallNow: clock.now() };
      return { status: 202, text: await redeliver(db, one, receipt) };
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/redeliver',
    operationId: 'redeliverWebhookEvents',
    tag,
    summary: 'Send again what has not arrived since a moment',
    description:
      'In the order in which it happened, ratePerSecond at a time. With dryRun it only counts. Test events and approval requests are left out unless type names them.',
    access: 'MANAGE',
    body: RedeliverRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: Redelivered },
    errors: ['INVALID_INPUT', 'WEBHOOK_ENDPOINT_NOT_SET', 'WEBHOOK_DELIVERY_ERROR'],
    reasons: { WEBHOOK_DELIVERY_ERROR: ['ENDPOINT_DISABLED'] },
    handle: async ({ caller: { platform }, body, receipt }) => {
      const {
        since,
        until,
        type,
        responseStatus,
        failedOnly = true,
        dryRun = false,
        ratePerSecond = DEFAULT_RATE,
      } = body;
      const range = { since: new Date(since), until: until === undefined ? undefined : new Date(until) };
      const many = { ...range, type, responseStatus, failedOnly, ratePerSecond };
      return { status: 200, text: await redeliverMany(db, platform, many, { dryRun, wallNow: clock.now(), receipt }) };
    },
  }),
];

const keyRoutes = ({ db, vault, clock, webhooks: { keyring } }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/webhooks/keys',
    operationId: 'listWebhookKeys',
    tag,
    summary: 'List the keys that events are signed with',
    description: 'Newest first. secret is shown to tokens with MANAGE.',
    access: 'VIEW',
    responses: { 200: KeyList },
    errors: [],
    handle: async ({ caller }) => {
      const withSecrets = caller.permissions.includes('MANAGE');
      return ok(await listKeys(db, vault, { platformId: caller.platform.id, now: clock.now(), withSecrets }));
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/keys/rotate',
    operationId: 'rotateWebhookKeys',
    tag,
    summary: 'Make new keys',
    description: 'For 24 hours webhook-signature carries signatures of the old and of the new keys.',
    access: 'MANAGE',
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 200: KeyList },
    errors: ['CONFLICT'],
    handle: async ({ caller, receipt }) => {
      const platformId = caller.platform.id;
      const text = await rotateKeys(db, vault, { platformId, now: clock.now() }, receipt);
      keyring.evict(platformId);
      return { status: 200, text };
    },
  }),
];

const testRoute = (deps: Deps, place: Pick<Route, 'path' | 'operationId' | 'onlyFor'>): Route =>
  route({
    ...place,
    method: 'POST',
    tag,
    summary: 'Send a test event now, and see what the endpoint answers',
    access: 'MANAGE',
    responses: { 200: TestWebhookResponse },
    errors: ['INVALID_INPUT', 'WEBHOOK_ENDPOINT_NOT_SET', 'WEBHOOK_DELIVERY_ERROR'],
    reasons: { WEBHOOK_DELIVERY_ERROR: ['ENDPOINT_NOT_REACHED', 'ADDRESS_NOT_ALLOWED'] },
    handle: async ({ caller, now }) => ok(await sendTest(deps, caller.platform, now)),
  });
