import { type Document, nameOf, type Operation, type Schema } from './document.ts';

/** An operation with the properties that determine its client method. */
export interface Method {
  /** Name without that of its client: `quotes.create`. */
  name: string;
  client: ClientName;
  operation: Operation;
  httpMethod: string;
  /** Below the base path of the API. */
  path: string;
  /** Types of the value, as the alternatives of a union. */
  values: readonly Schema[];
  /** Item type of a list with pages. */
  item: Schema | undefined;
  body: { schema: Schema; isRequired: boolean; isForm: boolean } | undefined;
  query: Schema | undefined;
  isKeyed: boolean;
  acceptsSignature: boolean;
  /** May return a challenge to sign. */
  isSigned: boolean;
  /** The response is a file. */
  isFile: boolean;
  errorCodes: readonly string[];
  /** Values of `details.reason`. */
  errorReasons: readonly string[];
}

/** Clients by the credentials of their operations. Operations without credentials belong to the platform's. */
export const clients = { BasicAuth: 'platform', AgentAuth: 'agent', OperatorAuth: 'operator' } as const;
export type ClientName = (typeof clients)[keyof typeof clients];

const CHALLENGE = /SignedRequestChallenge$/;
const PROCESSING = 'WalletOperationProcessing';

/** Every operation of the document, in the order of their names. */
export function methodsOf(document: Document): Method[] {
  const methods = Object.entries(document.paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([verb, operation]) => methodOf(document, { url, verb, operation })),
  );
  return methods.sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Described {
  url: string;
  verb: string;
  operation: Operation;
}

function methodOf(document: Document, { url, verb, operation }: Described): Method {
  const scheme = Object.keys(operation.security[0] ?? { BasicAuth: [] })[0] as keyof typeof clients;
  const client = clients[scheme];
  const headers = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const responses = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
  const contents = responses.flatMap(([, { content = {} }]) => Object.entries(content));
  const values = contents.flatMap(([, { schema }]) => alternatives(document, schema));
  const named = (pattern: RegExp) => (schema: Schema) => pattern.test(nameOf(schema.$ref ?? ''));
  const isSigned = values.some(named(CHALLENGE));
  const query = queryOf(operation);
  return {
    name: operation['x-causeway-method'].replace(`${client}.`, client === 'platform' ? `${client}.` : ''),
    ...{ client, operation, query, isSigned },
    httpMethod: verb.toUpperCase(),
    path: url.replace(/^\/api\/[^/]+/, ''),
    values: isSigned
      ? values.filter((value) => !named(CHALLENGE)(value) && !named(new RegExp(`^${PROCESSING}$`))(value))
      : values,
    item: query?.properties?.['cursor'] ? itemOf(document, values[0]) : undefined,
    body: bodyOf(operation),
    isKeyed: headers.includes('Idempotency-Key'),
    acceptsSignature: headers.some((name) => name.endsWith('-Wallet-Signature')),
    isFile: contents.some(([type]) => type !== 'application/json'),
    errorCodes: valuesIn(document, operation, ({ code }) => code),
    errorReasons: valuesIn(document, operation, ({ details }) => details?.properties?.['reason']),
  };
}

/** Alternatives of a response; a named union is split if one alternative says that the operation is pending. */
function alternatives(document: Document, schema: Schema): Schema[] {
  const { anyOf } = schema.$ref ? resolved(document, schema) : schema;
  return anyOf?.some(({ $ref = '' }) => nameOf($ref) === PROCESSING) ? anyOf : [schema];
}

const resolved = ({ components }: Document, schema: Schema): Schema =>
  (schema.$ref && components.schemas[nameOf(schema.$ref)]) || schema;

const itemOf = (document: Document, page: Schema = {}): Schema | undefined =>
  resolved(document, page).properties?.['data']?.items;

function bodyOf({ requestBody }: Operation): Method['body'] {
  if (!requestBody) return undefined;
  const [[type = '', { schema }] = ['', { schema: {} }]] = Object.entries(requestBody.content);
  return { schema, isRequired: requestBody.required, isForm: type === 'multipart/form-data' };
}

function queryOf({ parameters }: Operation): Schema | undefined {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return undefined;
  const properties = query.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description && { description }) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Values that a member of the error responses of an operation can have. */
function valuesIn(
  document: Document,
  { responses }: Operation,
  memberOf: (members: Partial<Record<string, Schema>>) => Schema | undefined,
): string[] {
  const values = Object.entries(responses).flatMap(([status, response]) => {
    if (Number(status) < 400) return [];
    const { content } = (response.$ref && document.components.responses[nameOf(response.$ref)]) || response;
    const schema = resolved(document, content?.['application/json']?.schema ?? {});
    return (resolved(document, memberOf(schema.properties ?? {}) ?? {}).enum ?? []) as string[];
  });
  return [...new Set(values)].sort();
}
