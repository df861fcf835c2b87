import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { permissions } from '../../foundation/kernel/callers.ts';
import { DEFAULT_WORD } from '../../foundation/kernel/product-word.ts';
import { recordedExamples } from './examples.ts';
import { methodNameOf } from './method-names.ts';
import { Components, type Json, mapValues, pascalCase } from './openapi-components.ts';
import { errorResponses } from './openapi-errors.ts';
import { requestIdHeader } from './openapi-headers.ts';
import { tagDescriptions } from './openapi-tags.ts';
import { STRICT_HANDLING } from './prefer-header.ts';
import { type Access, access, type Route } from './route.ts';
import { urlOf } from './route-url.ts';
import { REQUEST_ID_HEADER, signatureHeader } from './signed-retry.ts';

interface WebhookDoc {
  name: string;
  summary: string;
  payload: TSchema;
  /** Headers that carry the signature. */
  headers: readonly { name: string; description: string }[];
  /** Responses expected from the receiver, by status. */
  responses: Readonly<Record<string, { description: string; body?: TSchema }>>;
}

interface DocumentOptions {
  routes: readonly Route[];
  webhooks: readonly WebhookDoc[];
  basePath: string;
  publicUrl: string;
  version: string;
}

/** Generates OpenAPI 3.1 from the schemas that validate requests, so that the document matches the validation. */
export function openApiDocument({ routes, webhooks, basePath, publicUrl, version }: DocumentOptions): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const url = urlOf(basePath, route);
    paths[url] = { ...paths[url], [route.method.toLowerCase()]: operation(route, components) };
  }
  const hooks = webhooks.map((doc) => [doc.name, { post: webhook(doc, components) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Causeway',
      version,
      summary: 'Payments that a platform runs itself for its own customers',
      description: `Amounts are integers in the smallest unit of their currency. Lists are newest first. Every response carries X-Request-Id. Tokens have the permissions ${permissions.join(', ')}.`,
      contact: { name: 'Operator of this server', url: publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks: Object.fromEntries(hooks),
    components: {
      securitySchemes: {
        BasicAuth: { type: 'http', scheme: 'basic', description: "An API token's clientId and clientSecret" },
        AgentAuth: { type: 'http', scheme: 'bearer', description: 'The accessToken of a redeemed device code' },
        OperatorAuth: {
          type: 'http',
          scheme: 'basic',
          description: 'Created by the command `causeway operators create`',
        },
      },
      ...components.toJson(),
    },
  };
}

function operation(route: Route, components: Components): Json {
  const { operationId, tag, summary, description, body, bodyOptional } = route;
  const responses = Object.keys(route.responses).map((status) => [
    status,
    successResponse(route, Number(status), components),
  ]);
  return {
    operationId,
    'x-causeway-method': methodNameOf(route),
    tags: [tag],
    summary,
    ...(route.deprecated && { deprecated: true }),
    description: [description, accessNote(route)].filter(Boolean).join('\n\n'),
    security: securityOf(route),
    parameters: parameters(route, components),
    ...(body && { requestBody: { required: !bodyOptional, content: requestContent(route, body, components) } }),
    responses: { ...Object.fromEntries(responses), ...errorResponses(route, components) },
  };
}

/** Access without an API token. */
const otherAccess: Readonly<Record<Exclude<Route['access'], Access>, { scheme?: string; note: string }>> = {
  OPERATOR: { scheme: 'OperatorAuth', note: 'For operators of the service.' },
  AGENT: { scheme: 'AgentAuth', note: 'For agents, as their policy allows.' },
  PUBLIC: { note: 'Requires no credentials.' },
};

const isOther = (name: Route['access']): name is keyof typeof otherAccess => name in otherAccess;

function securityOf({ access: name }: Route): Json[] {
  const scheme = isOther(name) ? otherAccess[name].scheme : 'BasicAuth';
  return scheme ? [{ [scheme]: [] }] : [];
}

function accessNote(route: Route): string {
  if (isOther(route.access)) return otherAccess[route.access].note;
  const needed = `Requires ${access[route.access].join(' or ')}.`;
  return route.onlyFor ? `${needed} ${route.onlyFor} platforms only.` : needed;
}

function parameters(route: Route, components: Components): Json[] {
  const of = (place: 'path' | 'query', schema: Route['params']): Json[] =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      // A parameter with a default is optional.
      required: (schema?.required ?? []).includes(name) && property.default === undefined,
      ...(property.description && { description: property.description }),
      schema: components.schema(property),
    }));
  return [
    ...of('path', route.params),
    ...of('query', route.query),
    ...idempotencyHeader(route),
    ...signedHeaders(route),
    ...streamHeader(route),
    strictHeader,
  ];
}

const strictHeader: Json = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: `With ${STRICT_HANDLING} the server rejects unknown members and parameters, and a sandbox applies the checks of production.`,
  schema: { type: 'string', examples: [STRICT_HANDLING] },
};

function idempotencyHeader({ idempotency = 'NONE' }: Route): Json[] {
  if (idempotency === 'NONE') return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'REQUIRED',
      description: 'The same key with the same request returns the first response, for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}

function streamHeader({ isStream }: Route): Json[] {
  if (!isStream) return [];
  const description = 'The id of the last frame that was received, after an interruption.';
  return [{ name: 'Last-Event-ID', in: 'header', required: false, description, schema: { type: 'string' } }];
}

function signedHeaders({ isSigned }: Route): Json[] {
  if (!isSigned) return [];
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    header(signatureHeader(DEFAULT_WORD), "The stamp: a session's signature over payloadToSign of the challenge."),
    header(REQUEST_ID_HEADER, 'The requestId of the challenge; the request is repeated byte for byte.'),
  ];
}

/** Examples of the route, or else the recorded examples. */
const examplesOf = ({ operationId, examples }: Route): Route['examples'] => examples ?? recordedExamples[operationId];

function requestContent(route: Route, body: TSchema, components: Components): Json {
  const { form } = route;
  const examples = examplesOf(route)?.body;
  if (!form) return json(body, components, examples);
  const description = `The file, at most ${form.maxFileBytes} bytes.`;
  const file = Type.Unsafe({ type: 'string', format: 'binary', description });
  const { $id, properties } = body as TObject;
  const fields = Type.Object({ ...properties, file }, $id === undefined ? {} : { $id });
  return { 'multipart/form-data': { schema: components.schema(fields), ...components.examples(fields, examples) } };
}

const json = (schema: TSchema, components: Components, examples?: readonly unknown[]): Json => ({
  'application/json': { schema: components.schema(schema), ...components.examples(schema, examples) },
});

function successResponse(route: Route, status: number, components: Components): Json {
  const { responses, fileTypes, isStream } = route;
  const schema = responses[status];
  if (fileTypes) return fileResponse(fileTypes, isStream ? 'The stream' : 'The file');
  return {
    description: schema ? 'Success' : 'Done, no content',
    headers: requestIdHeader,
    ...(schema && { content: json(schema, components, examplesOf(route)?.responses?.[status]) }),
  };
}

const fileResponse = (types: readonly string[], description: string): Json => ({
  description,
  headers: requestIdHeader,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
});

const webhook = ({ name, summary, payload, headers, responses }: WebhookDoc, components: Components): Json => ({
  operationId: webhookId(name),
  summary,
  // No credentials: receivers verify the signature.
  security: [],
  parameters: headers.map((header) => ({ ...header, in: 'header', required: true, schema: { type: 'string' } })),
  requestBody: { required: true, content: json(payload, components) },
  responses: mapValues(responses, ({ description, body }) => ({
    description,
    ...(body && { content: json(body, components) }),
  })),
});

/** Converts `OUTGOING_PAYMENT.COMPLETED` to `onOutgoingPaymentCompleted`. */
const webhookId = (type: string): string => `on${type.split('.').map(pascalCase).join('')}`;
