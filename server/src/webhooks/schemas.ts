import { type TSchema, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { DataOf, DateTime, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { idPattern } from '../kernel/ids.ts';
import { MAX_WAIT_SECONDS } from './event-waits.ts';
import { type EventType, eventResources } from './events.ts';
import { exampleOf } from './example-of.ts';
import { eventStatuses } from './history.ts';
import { keyAlgorithms } from './keys.ts';
import { DEFAULT_RATE, MAX_RATE } from './redelivery.ts';
import { signatureHeaderNames } from './signing.ts';

type ResourceName = (typeof eventResources)[keyof typeof eventResources];
export type EventSchemas = Readonly<Record<Exclude<ResourceName, 'Nothing'>, TSchema>>;

export const eventTypes = Object.keys(eventResources) as EventType[];

const EventTypeName = Enum(eventTypes, { $id: 'WebhookType' });

const Nothing = Type.Object({}, { $id: 'TestWebhookData', description: 'a test event has no data' });

const envelope = (type: EventType, data: TSchema) =>
  Type.Object({
    id: IdOf('Webhook'),
    type: Type.Literal(type),
    timestamp: Timestamp,
    sequence: Type.Integer({ description: 'orders the events of one resource' }),
    data,
  });

const answers = {
  '2XX': { description: 'Received' },
  '409': { description: 'Received before: not sent again' },
  '410': { description: 'Gone for good: the endpoint is disabled' },
};

const Anything = Type.Record(Type.String(), Type.Unknown());

const rejectionMembers = {
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  details: Type.Optional(Anything),
};

/** Approval request: the answer of the platform decides about the payment. */
const approvalAnswers = {
  '200': {
    description: 'Approved; with receiverCustomerInfo where fields were requested',
    body: Type.Object({ receiverCustomerInfo: Type.Optional(Anything) }, { $id: 'IncomingPaymentWebhookResponse' }),
  },
  '202': { description: 'Decided by approve or reject within 5 seconds' },
  '403': {
    description: 'Rejected, for this reason',
    body: Type.Object(
      { ...rejectionMembers, reason: Type.Optional(Type.String()) },
      { $id: 'IncomingPaymentWebhookForbiddenResponse' },
    ),
  },
  '422': {
    description: 'More data of the counterparty is required',
    body: Type.Object(
      { ...rejectionMembers, requiredFields: Type.Optional(Type.Array(Type.String())) },
      { $id: 'IncomingPaymentWebhookUnprocessableResponse' },
    ),
  },
};

/** Every event type with the schema of its envelope, for the OpenAPI document. */
export function webhookDocs(resources: EventSchemas, headerPrefix: string) {
  const headers = signatureHeaderNames(headerPrefix);
  return eventTypes.map((type) => {
    const data = { ...resources, Nothing }[eventResources[type]];
    return {
      name: type,
      summary: data.description ?? `${eventResources[type]} as its GET returns it`,
      payload: envelope(type, data),
      headers,
      answers: type === 'INCOMING_PAYMENT.PENDING' ? approvalAnswers : answers,
    };
  });
}

/** Every event type with its schema and an example, for developers of receivers. */
export function catalogueOf(resources: EventSchemas) {
  const data = eventTypes.map((type) => {
    const schema = envelope(type, { ...resources, Nothing }[eventResources[type]]);
    const said = type.replace(/^\w+\.(KYC_|KYB_)?/, '');
    return { type, resource: eventResources[type], schema: withoutNames(schema), example: exampleOf(schema, said) };
  });
  return { data };
}

/** Removes $id: names belong to the OpenAPI document, and this schema stands alone. */
const withoutNames = (schema: TSchema): object =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name === '$id' ? undefined : value)));

export const EventTypeList = DataOf(
  Type.Object({
    type: EventTypeName,
    resource: Type.String({ description: 'what `data` is' }),
    schema: Type.Unknown({ description: 'JSON Schema of the body' }),
    example: Type.Unknown({ description: 'a body' }),
  }),
  'WebhookEventTypeListResponse',
);

const statusNotes = [
  'PENDING: about to be sent',
  'WAITING: not before nextAttemptAt, because it failed or an earlier event of its resource did',
  'REDELIVERING: asked for again',
  'DIRECT: sent by the request itself',
  'DELIVERED: the endpoint has it',
  'FAILED: given up',
  'SKIPPED: there was no endpoint, or a disabled one',
];

const EventStatusName = Enum(eventStatuses, { $id: 'WebhookEventStatus', description: statusNotes.join('; ') });

const summary = {
  id: IdOf('Webhook'),
  type: EventTypeName,
  resourceId: Type.String(),
  sequence: Type.Integer({ description: 'orders the events of one resource' }),
  status: EventStatusName,
  attemptCount: Type.Integer(),
  nextAttemptAt: Type.Optional(Timestamp),
  createdAt: Timestamp,
};

export const EventSummary = Type.Object(summary, { $id: 'WebhookEventSummary' });

const EventAttempt = Type.Object(
  {
    number: Type.Integer(),
    at: Timestamp,
    url: Type.String(),
    responseStatus: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String({ description: 'why there is no answer: TIMEOUT, ECONNREFUSED, ...' })),
    latencyMs: Type.Number(),
    responseBody: Type.Optional(Personal(Type.String({ description: 'the first kilobyte' }))),
  },
  { $id: 'WebhookAttempt' },
);

export const Event = Type.Object(
  {
    ...summary,
    payload: Type.Unknown({ description: 'the body as it is sent' }),
    attempts: Type.Array(EventAttempt),
  },
  { $id: 'WebhookEvent' },
);

export const EventList = PageOf(EventSummary, 'WebhookEventListResponse');

export const EventQuery = {
  type: Type.Optional(EventTypeName),
  resourceId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  status: Type.Optional(EventStatusName),
};

export const LogQuery = {
  after: Type.Optional(
    Type.String({
      pattern: idPattern('Webhook'),
      description: 'events after this one, oldest first; an id without an event is a point in time',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, description: 'seconds to wait for the next event' }),
  ),
};

export const RedeliverRequest = Type.Object(
  {
    since: DateTime(),
    until: Type.Optional(DateTime()),
    type: Type.Optional(EventTypeName),
    failedOnly: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'only events that are FAILED or SKIPPED, not those that have arrived',
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'count, and send nothing' })),
    ratePerSecond: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RATE, default: DEFAULT_RATE })),
  },
  { $id: 'WebhookRedeliverRequest' },
);

export const Redelivered = Type.Object({ count: Type.Integer() }, { $id: 'WebhookRedeliverResponse' });

export const TestWebhookResponse = Type.Object(
  {
    url: Type.Optional(Type.String({ format: 'uri' })),
    response_status: Type.Integer(),
    response_body: Type.Optional(Personal(Type.String({ description: 'the first kilobyte' }))),
  },
  { $id: 'TestWebhookResponse' },
);

const WebhookKey = Type.Object(
  {
    id: IdOf('WebhookKey'),
    algorithm: Enum(keyAlgorithms),
    publicKeyPem: Type.Optional(Type.String({ description: 'of ES256: SPKI' })),
    publicKey: Type.Optional(Type.String({ description: 'of ed25519: whpk_ and base64' })),
    secret: Type.Optional(
      Secret(Type.String({ description: 'of hmac-sha256: whsec_ and base64, for tokens with MANAGE' })),
    ),
    status: Enum(['ACTIVE', 'RETIRING'], { description: 'RETIRING keys sign until retiresAt' }),
    createdAt: Timestamp,
    retiresAt: Type.Optional(Timestamp),
  },
  { $id: 'WebhookKey' },
);

export const KeyList = DataOf(WebhookKey, 'WebhookKeyListResponse');
