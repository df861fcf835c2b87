import { Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { DataOf, DateTime, Enum, IdOf, Timestamp, Warnings } from '../../engine/http/schemas.ts';
import { MAX_GROUPED_ERRORS } from '../../engine/request-log/errors.ts';
import { statusClasses } from '../../engine/request-log/filters.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const RequestQuery = {
  status: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 599,
      description: 'Only requests that were answered with this HTTP status.',
    }),
  ),
  statusClass: Type.Optional(
    Enum(statusClasses, { description: 'Only requests whose HTTP status is of this class, such as `4xx`.' }),
  ),
  code: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only requests that were rejected with this error code.' }),
  ),
  field: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only requests whose first invalid field is this one.' }),
  ),
  method: Type.Optional(Enum(methods, { description: 'Only requests with this HTTP method.' })),
  route: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only requests to this path template, such as `/quotes/{quoteId}`.' }),
  ),
  path: Type.Optional(Type.String({ maxLength: 500, description: 'Only requests whose path begins with this.' })),
  tokenId: Type.Optional(IdOf('Token', { description: 'Only requests of this API token.' })),
  resourceId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only requests that named this resource in their path, and writes that got it in their response.',
    }),
  ),
  since: Type.Optional(DateTime({ description: 'Only requests that arrived at this time or later.' })),
  until: Type.Optional(DateTime({ description: 'Only requests that arrived at this time or earlier.' })),
};

export const LoggedRequest = Type.Object(
  {
    id: Type.String({ description: '`X-Request-Id` of the response.' }),
    at: Described(Timestamp, 'Time at which the request arrived.'),
    method: Type.String({ description: 'HTTP method.' }),
    path: Type.String({ description: 'Path and query of the request; secrets are removed.' }),
    route: Type.String({ description: 'Path template of the operation.' }),
    status: Type.Integer({ description: 'HTTP status of the response.' }),
    code: Type.Optional(Type.String({ description: 'Error code; present where the request was rejected.' })),
    durationMs: Type.Number({ description: 'Time until the response, in milliseconds.' }),
    tokenId: Type.String({ description: 'API token that called.' }),
    idempotencyKey: Type.Optional(
      Type.String({
        description:
          '`Idempotency-Key` of the request; absent where it had none, masked where the response has a secret.',
      }),
    ),
    isReplay: Type.Boolean({ description: 'Whether a stored response was returned.' }),
    warnings: Type.Optional(Warnings),
    resourceIds: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Resources that the request named in its path, or that a write got in its response; absent if there are none.',
      }),
    ),
    responseBytes: Type.Optional(
      Type.Integer({ description: 'Size of the body of the response in bytes; absent for files and for no body.' }),
    ),
    requestBody: Type.Optional(
      Type.Unknown({ description: 'Body of the request; secrets and personal data are removed.' }),
    ),
    responseBody: Type.Optional(
      Type.Unknown({
        description:
          'Body of the response; secrets and personal data are removed. Null for successful reads, whose bodies are not kept.',
      }),
    ),
  },
  { $id: 'LoggedRequest', description: 'A request of the platform in the log.' },
);

export const LoggedRequestList = PageOf(LoggedRequest, 'LoggedRequestListResponse');

const RequestErrorGroup = Type.Object(
  {
    method: Type.String({ description: 'HTTP method.' }),
    route: Type.String({ description: 'Path template of the operation.' }),
    code: Type.Optional(Type.String({ description: 'Error code; absent for answers without a body.' })),
    field: Type.Optional(
      Type.String({ description: 'First invalid field, with `*` for positions of lists; absent where none is named.' }),
    ),
    count: Type.Integer({
      description: `Rejected requests of the group, among the latest ${MAX_GROUPED_ERRORS}.`,
    }),
    firstAt: Described(Timestamp, 'Time at which the first of them arrived.'),
    lastAt: Described(Timestamp, 'Time at which the last of them arrived.'),
    lastRequestId: Type.String({ description: '`X-Request-Id` of the last of them.' }),
  },
  { $id: 'RequestErrorGroup', description: 'Rejected requests with one route, error code and first invalid field.' },
);

export const RequestErrorGroupList = DataOf(RequestErrorGroup, 'RequestErrorGroupListResponse');
