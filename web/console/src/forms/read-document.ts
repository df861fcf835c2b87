import type { Operation, OperationBody, Parameter, Resolve, Schema } from './schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has a type for every place, and is read at few of them
type Json = Record<string, any>;

/** Operations and schemas of the service. */
export interface ApiDocument {
  operations: ReadonlyMap<string, Operation>;
  resolve: Resolve;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations and schemas of an OpenAPI document. */
export function readDocument(document: Json): ApiDocument {
  const operations = Object.entries<Json>(document['paths']).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) =>
      operationOf(document, { path, method, ...methods[method] }),
    ),
  );
  return {
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    resolve: (schema) => {
      const { anyOf, ...rest } = resolved(document, schema);
      return anyOf ? { ...rest, anyOf: anyOf.map((one) => resolved(document, one)) } : rest;
    },
  };
}

function operationOf(document: Json, given: Json): Operation {
  const all = (given['parameters'] ?? []) as Parameter[];
  return {
    operationId: given['operationId'],
    clientMethod: given['x-causeway-method'] ?? given['operationId'],
    method: given['method'].toUpperCase(),
    path: given['path'],
    tag: given['tags']?.[0] ?? '',
    summary: given['summary'] ?? '',
    description: given['description'] ?? '',
    parameters: all.filter((one) => one.in !== 'header'),
    body: given['requestBody'] && bodyOf(document, given['requestBody']),
    hasIdempotencyKey: all.some(({ name }) => name === 'Idempotency-Key'),
  };
}

function bodyOf(document: Json, { content, required = false }: Json): OperationBody | undefined {
  const [first] = Object.entries<Json>(content);
  if (!first) return undefined;
  const [type, { schema, examples = {} }] = first;
  const values = Object.values<Json>(examples).map((example) => resolved(document, example)['value']);
  return { schema, isForm: type === 'multipart/form-data', isRequired: required, examples: values };
}

/** A description beside a reference replaces that of its target. */
function resolved<T extends { $ref?: string }>(document: Json, given: T): T & Json {
  if (!given.$ref) return given;
  const target = given.$ref
    .split('/')
    .slice(1)
    .reduce((node: Json, name) => node[name.replaceAll('~1', '/')], document);
  const { $ref: _reference, ...beside } = given;
  return { ...resolved(document, target as Schema & Json), ...beside } as T & Json;
}
