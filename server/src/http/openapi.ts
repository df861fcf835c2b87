import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { permissions } from '../kernel/callers.ts';
import { type ErrorCode, errorStatus } from '../kernel/errors.ts';
import { DEFAULT_WORD } from '../kernel/wire-words.ts';
import { descriptionOfUse } from './described.ts';
import { type Access, access, type Route } from './route.ts';
import { FieldError } from './schemas.ts';
import { urlOf } from './server.ts';
import { REQUEST_ID_HEADER, signatureHeader } from './signed-retry.ts';

interface WebhookDoc {
  name: string;
  summary: string;
  payload: TSchema;
  /** Headers with the signature. */
  headers: readonly string[];
  /** Expected responses of the receiver by status. */
  answers: Readonly<Record<string, { description: string; body?: TSchema }>>;
}

interface DocumentOptions {
  routes: readonly Route[];
  webhooks: readonly WebhookDoc[];
  basePath: string;
  publicUrl: string;
  version: string;
}

type Json = Record<string, unknown>;

/** Anchor of an operation on the reference page. */
export const docAnchor = (route: Route): string => `#/${encodeURIComponent(route.tag)}/${route.operationId}`;

/** Generates OpenAPI 3.1 from the schemas that validate requests, so that both always agree. */
export function openApiDocument({ routes, webhooks, basePath, publicUrl, version }: DocumentOptions): Json {
  const schemas = new Map<string, unknown>();
  const responses = new Map<string, Json>();
  const refer = (schema: TSchema): unknown => withReferences(schema, schemas);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const url = urlOf(basePath, route);
    paths[url] = { ...paths[url], [route.method.toLowerCase()]: operation(route, { refer, responses }) };
  }
  const hooks = webhooks.map((doc) => [doc.name, { post: webhook(doc, refer) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Causeway',
      version,
      summary: 'Payments that a platform runs itself for its own customers',
      description: `Amounts are integers in the smallest unit of their currency. Lists are newest first. Every response carries X-Request-Id. Tokens have the permissions ${permissions.join(', ')}.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
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
      responses: sorted(responses),
      schemas: sorted(schemas),
    },
  };
}

const sorted = (map: Map<string, unknown>): Json => Object.fromEntries([...map].sort(([a], [b]) => a.localeCompare(b)));

interface Shared {
  /** Moves a named schema to the components and returns a reference. */
  refer: (schema: TSchema) => unknown;
  /** Error responses by status and codes, which most operations share. */
  responses: Map<string, Json>;
}

function operation(route: Route, shared: Shared): Json {
  const { refer } = shared;
  const { operationId, tag, summary, description, body, bodyOptional } = route;
  const answers = Object.entries(route.answers).map(([status, schema]) => [
    status,
    route.fileTypes ? fileAnswer(route.fileTypes) : answer(schema && refer(schema)),
  ]);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(route.deprecated && { deprecated: true }),
    description: [description, accessNote(route)].filter(Boolean).join('\n\n'),
    security: securityOf(route),
    parameters: parameters(route, refer),
    ...(body && { requestBody: { required: !bodyOptional, content: requestContent(route, body, refer) } }),
    responses: { ...Object.fromEntries(answers), ...rejections(route, shared) },
  };
}

/** Access that is not by the permissions of an API token. */
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

function parameters(route: Route, refer: (schema: TSchema) => unknown): Json[] {
  const of = (place: 'path' | 'query', schema: Route['params']): Json[] =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      // A parameter with a default may be omitted.
      required: (schema?.required ?? []).includes(name) && property.default === undefined,
      ...describe(property),
      schema: refer(property),
    }));
  return [
    ...of('path', route.params),
    ...of('query', route.query),
    ...idempotencyHeader(route),
    ...signedHeaders(route),
  ];
}

/** A parameter shows the description of its use, or that of its schema. */
function describe(property: TSchema): Json {
  const description = descriptionOfUse(property) ?? property.description;
  return description ? { description } : {};
}

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

function requestContent({ form }: Route, body: TSchema, refer: Shared['refer']): Json {
  if (!form) return json(refer(body));
  const description = `The file, at most ${form.maxFileBytes} bytes.`;
  const file = Type.Unsafe({ type: 'string', format: 'binary', description });
  const fields = Type.Object({ ...(body as TObject).properties, file });
  return { 'multipart/form-data': { schema: refer(fields) } };
}

const json = (schema: unknown): Json => ({ 'application/json': { schema } });

const requestIdHeader = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Identifies this request in the log' },
};

const answer = (schema: unknown): Json => ({
  description: schema ? 'Success' : 'Done, no content',
  headers: requestIdHeader,
  ...(schema ? { content: json(schema) } : {}),
});

const fileAnswer = (types: readonly string[]): Json => ({
  description: 'The file',
  headers: requestIdHeader,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
});

/** Error codes of every operation. */
const ALWAYS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** Timeouts and oversized headers are rejected before the operation is known. */
const BEFORE_ROUTING = [408, 431];

/** Error codes of operations that take a signed retry. */
const SIGNATURE_REJECTIONS: readonly ErrorCode[] = [
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'WALLET_SIGNATURE_BODY_MISMATCH',
  'WALLET_SIGNATURE_INVALID',
  'REQUEST_ID_MISSING',
];

function rejections(route: Route, shared: Shared): Json {
  const keyed: ErrorCode[] = (route.idempotency ?? 'NONE') === 'NONE' ? [] : ['CONFLICT'];
  const signed = route.isSigned ? SIGNATURE_REJECTIONS : [];
  const always = route.access === 'PUBLIC' ? ALWAYS.filter((code) => code !== 'UNAUTHORIZED') : ALWAYS;
  const guarded: ErrorCode[] = ['OPERATOR', 'PUBLIC'].includes(route.access) ? [] : ['FORBIDDEN'];
  const codes = [...new Set([...route.errors, ...keyed, ...signed, ...guarded, ...always])];
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of codes.sort()) statuses.set(errorStatus[code], [...(statuses.get(errorStatus[code]) ?? []), code]);
  for (const status of BEFORE_ROUTING) statuses.set(status, ['INVALID_REQUEST_FORMAT']);
  if (route.body) statuses.set(413, ['INVALID_INPUT']).set(415, ['INVALID_REQUEST_FORMAT']);
  return Object.fromEntries(
    [...statuses].sort().map(([status, codes]) => [status, sharedRejection(status, codes, shared)]),
  );
}

function sharedRejection(status: number, codes: ErrorCode[], { refer, responses }: Shared): Json {
  const name = [status, ...codes].join('.');
  if (!responses.has(name)) responses.set(name, rejection(status, codes, refer));
  return { $ref: `#/components/responses/${name}` };
}

function rejection(status: number, codes: ErrorCode[], refer: (schema: TSchema) => unknown): Json {
  const schema = Type.Object({
    status: Type.Literal(status, { description: 'HTTP status of the answer.' }),
    code: Type.Unsafe({ type: 'string', enum: codes, description: 'Cause of the error, for programs.' }),
    message: Type.String({ description: 'Cause of the error, for people; the text can change.' }),
    ...(status === 401 && {
      reason: Type.Optional(Type.String({ description: 'Check that failed, such as `Invalid OTP code`.' })),
    }),
    details: Type.Optional(
      Type.Object(
        {
          hint: Type.Optional(Type.String({ description: 'Way to make the request succeed.' })),
          docUrl: Type.Optional(Type.String({ description: 'Documentation of the operation.' })),
          ...(status === 400 && {
            errors: Type.Optional(Type.Array(FieldError, { description: 'Every invalid field, one entry each.' })),
          }),
        },
        { description: 'Further data about the error, which depends on its code.' },
      ),
    ),
  });
  const retry = {
    'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait before the next attempt.' },
  };
  const headers = { ...requestIdHeader, ...(status === 429 || status === 503 ? retry : {}) };
  return { description: codes.join(', '), headers, content: json(refer(schema)) };
}

const webhook = ({ summary, payload, headers, answers }: WebhookDoc, refer: Shared['refer']): Json => ({
  summary,
  parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
  requestBody: { required: true, content: json(refer(payload)) },
  responses: mapValues(answers, ({ description, body }) => ({
    description,
    ...(body && { content: json(refer(body)) }),
  })),
});

/** Replaces named schemas by references to the components. */
function withReferences(schema: unknown, schemas: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withReferences(item, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...rest } = schema as Json & { $id?: string };
  if ($id === undefined) return mapValues(rest, (value) => withReferences(value, schemas));
  if (!schemas.has($id)) {
    schemas.set($id, {});
    schemas.set(
      $id,
      mapValues(rest, (value) => withReferences(value, schemas)),
    );
  }
  const description = descriptionOfUse(schema);
  return { $ref: `#/components/schemas/${$id}`, ...(description && { description }) };
}

const mapValues = <T>(object: Readonly<Record<string, T>>, map: (value: T) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
