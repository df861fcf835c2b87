import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { IdOf, Timestamp } from '../../engine/http/schemas.ts';
import { Personal, Secret } from '../../engine/http/sensitivity.ts';
import { MAX_WAIT_SECONDS } from '../../engine/webhooks/event-waits.ts';
import { LEASE_SECONDS } from '../../engine/webhooks/listeners.ts';
import { MAX_LIMIT } from '../../foundation/db/page.ts';

const MAX_LOOKBACK_SECONDS = 90 * 24 * 3_600;
const MAX_CURSOR = 500;
const DEFAULT_DELIVERIES = 50;

const listenerMembers = {
  id: IdOf('WebhookListener'),
  expiresAt: Described(Timestamp, 'End of the lease, unless it is renewed before.'),
};

export const ListenerRequest = Type.Object(
  {
    lookbackSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_LOOKBACK_SECONDS,
        default: 0,
        description: 'Seconds of real time for which earlier events are delivered as well.',
      }),
    ),
  },
  { $id: 'SandboxListenerRequest', examples: [{ lookbackSeconds: 600 }], description: 'A listener to be created.' },
);

export const NewListener = Type.Object(
  { ...listenerMembers, cursor: Type.String({ description: 'Place in the log at which its deliveries begin.' }) },
  { $id: 'SandboxNewListener' },
);

export const ListenerLease = Type.Object(listenerMembers, {
  $id: 'SandboxListener',
  description: `A lease lasts ${LEASE_SECONDS} seconds.`,
});

export const DeliveryQuery = Type.Object({
  cursor: Type.String({
    maxLength: MAX_CURSOR,
    examples: ['eyJpZCI6IjAgMCAgV2ViaG9vazowMTliYzBmZC04OWMwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDAifQ'],
    description: '`cursor` of the listener, or `nextCursor` of the previous page.',
  }),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, description: 'Seconds to wait for the next event.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_DELIVERIES,
      description: 'Largest number of deliveries in one response.',
    }),
  ),
});

const Delivery = Type.Object(
  {
    id: IdOf('Webhook'),
    type: Type.String({ description: 'Type of the event.' }),
    resourceId: Type.String({ description: 'Resource that has changed.' }),
    sequence: Type.Integer({ description: 'Position among the events of the same resource.' }),
    isResend: Type.Boolean({ description: 'Whether a redelivery requested it.' }),
    awaitsDecision: Type.Boolean({
      description:
        'Whether the event may be an approval request that no endpoint answers: approve or reject the transaction within 5 seconds.',
    }),
    headers: Secret(
      Type.Record(Type.String(), Type.String(), {
        description: 'Headers with signatures, as an endpoint receives them.',
      }),
    ),
    body: Personal(Type.String({ description: 'The exact bytes that are signed.' })),
  },
  { $id: 'SandboxDelivery' },
);

export const DeliveryList = Type.Object(
  {
    data: Type.Array(Delivery, { description: 'Deliveries, oldest first.' }),
    hasMore: Type.Boolean({ description: 'Whether more deliveries are ready.' }),
    nextCursor: Type.String({ description: 'Place in the log after these deliveries.' }),
  },
  { $id: 'SandboxDeliveryListResponse' },
);
