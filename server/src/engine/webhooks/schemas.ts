import { type TSchema, Type } from '@sinclair/typebox';
import { Described } from '../http/named-schemas.ts';
import { Components } from '../http/openapi-components.ts';
import { PageOf } from '../http/paging.ts';
import { CreatedAt, DataOf, DateTime, Enum, IdOf, Timestamp } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { endpointStates, MAX_COUNTED_EVENTS } from './endpoint-health.ts';
import { disabledReasons } from './endpoints.ts';
import { eventStatuses } from './event-status.ts';
import { MAX_WAIT_SECONDS } from './event-waits.ts';
import { type EventType, eventResources } from './events.ts';
import { exampleOf } from './example-of.ts';
import { keyAlgorithms } from './keys.ts';
import { DEFAULT_RATE, MAX_RATE } from './redelivery.ts';
import { signatureHeaderNames } from './signing.ts';

type ResourceName = (typeof eventResources)[keyof typeof eventResources];
export type EventSchemas = Readonly<Record<Exclude<ResourceName, 'Nothing'>, TSchema>>;

export const eventTypes = Object.keys(eventResources) as EventType[];

const EventTypeName = Enum(eventTypes, {
  $id: 'WebhookType',
  description: 'Type of an event, named after the resource and its change.',
});

const Nothing = Type.Object(
  {},
  { $id: 'TestWebhookData', additionalProperties: false, description: 'A test event has no data.' },
);

const envelope = (type: EventType, data: TSchema) =>
  Type.Object({
    id: IdOf('Webhook'),
    type: Type.Literal(type, { description: 'Marks the event as one of this type.' }),
    timestamp: Described(Timestamp, 'Time at which the event happened, by the clock of the platform.'),
    sequence: Type.Integer({
      description: 'Number that orders the events of one resource: a later event has a higher one.',
    }),
    data: Described(data, 'The resource as it was when the event happened; its type follows from `type`.'),
  });

const responses = {
  '2XX': { description: 'Received' },
  '409': { description: 'Received before: not sent again' },
  '410': { description: 'Gone for good: the endpoint is disabled' },
};

const Anything = Type.Record(Type.String(), Type.Unknown());

const rejectionMembers = {
  code: Type.Optional(Type.String({ description: "Code of the platform's own choice, for its records." })),
  message: Type.Optional(Type.String({ description: 'Explanation for people.' })),
  details: Type.Optional(Described(Anything, "Further data of the platform's own choice.")),
};

/** Expected responses to an approval request, which decide about the payment. */
const approvalResponses = {
  '200': {
    description: 'Approved; with receiverCustomerInfo where fields were requested',
    body: Type.Object(
      {
        receiverCustomerInfo: Type.Optional(
          Described(Anything, "Data about the receiver that the sender's provider asked for, by field name."),
        ),
      },
      { $id: 'IncomingPaymentWebhookResponse', description: 'Approval of the payment.' },
    ),
  },
  '202': { description: 'Decided by approve or reject within 5 seconds' },
  '403': {
    description: 'Rejected, for this reason',
    body: Type.Object(
      {
        ...rejectionMembers,
        reason: Type.Optional(
          Type.String({ description: 'Reason for the rejection, which the transaction shows as `rejectionReason`.' }),
        ),
      },
      { $id: 'IncomingPaymentWebhookForbiddenResponse', description: 'Rejection of the payment.' },
    ),
  },
  '422': {
    description: 'More data of the counterparty is required',
    body: Type.Object(
      {
        ...rejectionMembers,
        requiredFields: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Names of the fields about the sender that the platform requires.',
          }),
        ),
      },
      {
        $id: 'IncomingPaymentWebhookUnprocessableResponse',
        description: "Rejection until the sender's provider gives more data.",
      },
    ),
  },
};

/** Summaries of resources that no operation returns. */
const summariesWithoutGet: Partial<Record<ResourceName, string>> = {
  CompletedWalletOperation: 'A signed operation that was performed',
  FailedWalletOperation: 'A signed operation that was begun and not performed',
  Nothing: 'A test event has no data',
};

const headerDescriptions: Readonly<Record<string, string>> = {
  'webhook-id': 'Id of the event, the same in every delivery attempt.',
  'webhook-timestamp': 'Time of the attempt in seconds since 1970; reject old ones to prevent replays.',
  'webhook-signature': 'Signatures of Standard Webhooks with every valid key, separated by spaces.',
};

/** Every event type with the schema of its envelope, for the OpenAPI document. */
export function webhookDocs(resources: EventSchemas, headerPrefix: string) {
  const headers = signatureHeaderNames(headerPrefix).map((name) => ({
    name,
    description: headerDescriptions[name] ?? 'Signature with the newest ES256 key over the raw body, as JSON.',
  }));
  return eventTypes.map((type) => {
    const data = { ...resources, Nothing }[eventResources[type]];
    return {
      name: type,
      summary: summariesWithoutGet[eventResources[type]] ?? `${eventResources[type]} as its GET returns it`,
      payload: envelope(type, data),
      headers,
      responses: type === 'INCOMING_PAYMENT.PENDING' ? approvalResponses : responses,
    };
  });
}

/** Every event type with schema and example, for developers of receivers. Types share the named schemas. */
export function catalogueOf(resources: EventSchemas) {
  const components = new Components();
  const data = eventTypes.map((type) => {
    const body = envelope(type, { ...resources, Nothing }[eventResources[type]]);
    const word = type.replace(/^\w+\.(KYC_|KYB_)?/, '');
    return {
      type,
      resource: eventResources[type],
      schema: validating(components.schema(body)),
      example: exampleOf(body, word),
    };
  });
  return { data, components: { schemas: validating(components.toJson()['schemas']) } };
}

/** Keywords without effect on validation, which are half of the schemas. The event reference documents them instead. */
const INFORMATIVE: Readonly<Record<string, (value: unknown) => boolean>> = {
  description: (value) => typeof value === 'string',
  examples: Array.isArray,
  discriminator: (value) => typeof (value as { mapping?: unknown }).mapping === 'object',
};

const validating = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema, (name, value) => (INFORMATIVE[name]?.(value) ? undefined : value)));

export const EventTypeList = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        type: Described(EventTypeName, 'Type of the event.'),
        resource: Type.String({ description: 'Name of the resource in `data`.' }),
        schema: Type.Unknown({
          description:
            'JSON Schema of the body, without descriptions; its references are JSON pointers into this response.',
        }),
        example: Type.Unknown({ description: 'A body that matches the schema.' }),
      }),
      { description: 'Every type of event.' },
    ),
    components: Type.Object(
      { schemas: Described(Anything, 'JSON Schemas by name.') },
      { description: 'Schemas that the types of events share.' },
    ),
  },
  { $id: 'WebhookEventTypeListResponse', description: 'The types of events with their schemas.' },
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

const EventStatusName = Enum(eventStatuses, { $id: 'WebhookEventStatus', description: `${statusNotes.join('; ')}.` });

const summary = {
  id: IdOf('Webhook'),
  type: Described(EventTypeName, 'Type of the event.'),
  resourceId: Type.String({ description: 'Resource that the event is about.' }),
  sequence: Type.Integer({
    description: 'Number that orders the events of one resource: a later event has a higher one.',
  }),
  status: EventStatusName,
  attemptCount: Type.Integer({ description: 'Delivery attempts so far.' }),
  nextAttemptAt: Type.Optional(
    Described(Timestamp, 'Earliest time of the next attempt; absent where none is planned.'),
  ),
  createdAt: CreatedAt,
};

export const EventSummary = Type.Object(summary, {
  $id: 'WebhookEventSummary',
  description: 'An event and the state of its delivery.',
});

const EventAttempt = Type.Object(
  {
    number: Type.Integer({ description: 'Number of the attempt, from 1.' }),
    at: Described(Timestamp, 'Time of the attempt.'),
    url: Type.String({ description: 'Endpoint that was called.' }),
    responseStatus: Type.Optional(
      Type.Integer({ description: 'HTTP status of the endpoint; absent where it did not answer.' }),
    ),
    error: Type.Optional(
      Type.String({ description: 'Reason why there is no response, such as `TIMEOUT` or `ECONNREFUSED`.' }),
    ),
    latencyMs: Type.Number({ description: 'Time until the response, in milliseconds.' }),
    responseBody: Type.Optional(Personal(Type.String({ description: 'First kilobyte of the response.' }))),
  },
  { $id: 'WebhookAttempt', description: 'One attempt to deliver an event.' },
);

export const Event = Type.Object(
  {
    ...summary,
    payload: Type.Unknown({ description: 'Body as it is sent.' }),
    attempts: Type.Array(EventAttempt, { description: 'Delivery attempts, oldest first.' }),
  },
  { $id: 'WebhookEvent', description: 'An event with its body and its delivery attempts.' },
);

export const EventList = PageOf(EventSummary, 'WebhookEventListResponse');

const ResponseStatus = Type.Optional(
  Type.Integer({
    minimum: 100,
    maximum: 599,
    description: 'Only events of which an attempt was answered with this HTTP status.',
  }),
);

export const EventQuery = {
  type: Type.Optional(Described(EventTypeName, 'Only events of this type.')),
  resourceId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Only events of this resource.' }),
  ),
  status: Type.Optional(Described(EventStatusName, 'Only events in this state.')),
  since: Type.Optional(DateTime({ description: 'Only events that happened at this time or later.' })),
  until: Type.Optional(DateTime({ description: 'Only events that happened at this time or earlier.' })),
  responseStatus: ResponseStatus,
};

export const LogQuery = {
  after: Type.Optional(
    IdOf('Webhook', {
      description: 'Returns the events after this one, oldest first; an id without an event is a point in time.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, description: 'Seconds to wait for the next event.' }),
  ),
};

export const RedeliverRequest = Type.Object(
  {
    since: DateTime({ description: 'Only events that happened at this time or later.' }),
    until: Type.Optional(
      DateTime({ description: 'Only events that happened at this time or earlier; by default all up to now.' }),
    ),
    type: Type.Optional(Described(EventTypeName, 'Only events of this type.')),
    responseStatus: ResponseStatus,
    failedOnly: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether only events that are FAILED or SKIPPED are sent, and not those that have arrived.',
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Counts the events and sends none.' })),
    ratePerSecond: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RATE,
        default: DEFAULT_RATE,
        description: 'Most events that are sent in a second.',
      }),
    ),
  },
  { $id: 'WebhookRedeliverRequest', description: 'Events to be sent again.' },
);

export const Redelivered = Type.Object(
  { count: Type.Integer({ description: 'Number of events that are sent again, or would be.' }) },
  { $id: 'WebhookRedeliverResponse', description: 'Result of a redelivery.' },
);

export const TestWebhookResponse = Type.Object(
  {
    url: Type.Optional(Type.String({ format: 'uri', description: 'Endpoint that was called.' })),
    response_status: Type.Integer({ description: 'HTTP status of the endpoint.' }),
    response_body: Type.Optional(
      Personal(Type.String({ description: 'First kilobyte of the response of the endpoint.' })),
    ),
  },
  { $id: 'TestWebhookResponse', description: 'Response of the endpoint to a test event.' },
);

const WebhookKey = Type.Object(
  {
    id: IdOf('WebhookKey'),
    algorithm: Enum(keyAlgorithms, {
      description: 'Algorithm of the signature, which determines its header.',
    }),
    publicKeyPem: Type.Optional(Type.String({ description: 'Public key as SPKI in PEM; present for ES256.' })),
    publicKey: Type.Optional(Type.String({ description: 'Public key as `whpk_` and base64; present for ed25519.' })),
    secret: Type.Optional(
      Secret(
        Type.String({ description: 'Secret as `whsec_` and base64; present for hmac-sha256, for tokens with MANAGE.' }),
      ),
    ),
    status: Enum(['ACTIVE', 'RETIRING'], {
      description: 'ACTIVE keys sign until they are rotated, RETIRING keys until `retiresAt`.',
    }),
    createdAt: CreatedAt,
    retiresAt: Type.Optional(
      Described(Timestamp, 'Time after which the key signs no more; present while it is RETIRING.'),
    ),
  },
  { $id: 'WebhookKey', description: 'A key with which receivers verify webhooks.' },
);

export const KeyList = DataOf(WebhookKey, 'WebhookKeyListResponse');

const WebhookHour = Type.Object(
  {
    at: Described(Timestamp, 'Begin of the hour, in real time.'),
    delivered: Type.Integer({ description: 'Attempts that the endpoint accepted.' }),
    failed: Type.Integer({ description: 'Attempts that it rejected or did not answer.' }),
    p95Ms: Type.Optional(
      Type.Integer({
        description: 'Time in which 95 % of the attempts were answered, in milliseconds; absent without attempts.',
      }),
    ),
  },
  { $id: 'WebhookHour', description: 'Attempts to deliver within one hour.' },
);

const countedUpTo = `; at most ${MAX_COUNTED_EVENTS} are counted.`;

export const WebhookEndpoint = Type.Object(
  {
    url: Type.Optional(
      Type.String({ format: 'uri', description: 'Address that receives the events; absent where none is set.' }),
    ),
    state: Enum(endpointStates, {
      description: 'NOT_SET without an address; DISABLED after 410 or five days of failures, until it is set again.',
    }),
    disabledReason: Type.Optional(
      Enum(disabledReasons, {
        description: 'GONE after a response with status 410, FAILING after five days; present if DISABLED.',
      }),
    ),
    disabledAt: Type.Optional(Described(Timestamp, 'Time at which the endpoint was disabled; present if DISABLED.')),
    failingSince: Type.Optional(
      Described(Timestamp, 'Time of the first failure since the last event that arrived; absent while events arrive.'),
    ),
    pending: Type.Integer({ description: `Events that wait for an attempt${countedUpTo}` }),
    failed: Type.Integer({ description: `Events that were given up${countedUpTo}` }),
    oldestPendingAt: Type.Optional(
      Described(Timestamp, 'Time at which the oldest waiting event happened; absent if none waits.'),
    ),
    hours: Type.Array(WebhookHour, { description: 'The last 24 hours, oldest first.' }),
  },
  { $id: 'WebhookEndpoint', description: 'The webhook endpoint of the platform and its health.' },
);
