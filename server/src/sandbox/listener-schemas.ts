import { Type } from '@sinclair/typebox';
import { MAX_LIMIT } from '../db/page.ts';
import { IdOf, Timestamp } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { MAX_WAIT_SECONDS } from '../webhooks/event-waits.ts';
import { LEASE_SECONDS } from '../webhooks/listeners.ts';

const MAX_LOOKBACK_SECONDS = 90 * 24 * 3_600;
const MAX_CURSOR = 500;
const DEFAULT_DELIVERIES = 50;

const listenerMembers = {
  id: IdOf('WebhookListener'),
  expiresAt: Timestamp,
};

export const ListenerRequest = Type.Object(
  {
    lookbackSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_LOOKBACK_SECONDS,
        default: 0,
        description: 'also events of the last seconds, in real time',
      }),
    ),
  },
  { $id: 'SandboxListenerRequest' },
);

export const NewListener = Type.Object(
  { ...listenerMembers, cursor: Type.String({ description: 'where its deliveries begin' }) },
  { $id: 'SandboxNewListener' },
);

export const ListenerLease = Type.Object(listenerMembers, {
  $id: 'SandboxListener',
  description: `A lease lasts ${LEASE_SECONDS} seconds.`,
});

export const DeliveryQuery = Type.Object({
  cursor: Type.String({ maxLength: MAX_CURSOR, description: 'cursor of the listener, or nextCursor' }),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, description: 'seconds to wait for the next event' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_DELIVERIES })),
});

const Delivery = Type.Object(
  {
    id: IdOf('Webhook'),
    type: Type.String(),
    resourceId: Type.String(),
    sequence: Type.Integer({ description: 'orders the events of one resource' }),
    isResend: Type.Boolean({ description: 'requested by a redelivery' }),
    headers: Secret(
      Type.Record(Type.String(), Type.String(), { description: 'with signatures, as sent to an endpoint' }),
    ),
    body: Personal(Type.String({ description: 'the exact bytes that are signed' })),
  },
  { $id: 'SandboxDelivery' },
);

export const DeliveryList = Type.Object(
  { data: Type.Array(Delivery), hasMore: Type.Boolean(), nextCursor: Type.String() },
  { $id: 'SandboxDeliveryListResponse' },
);
