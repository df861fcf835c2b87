import {
  type ApiDocument,
  exampleOf,
  type Operation,
  type Parameter,
  parameterOf,
  type Schema,
  schemaOf,
} from './document.ts';

export const parametersOf = (document: ApiDocument, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((parameter) => parameterOf(document, parameter));

export const exampleValue = (document: ApiDocument, { name, schema }: Parameter): string =>
  String(exampleOfSchema(document, schema) ?? `{${name}}`);

/** First example or choice of a schema, or a fixed time; undefined if the schema defines none. */
function exampleOfSchema(document: ApiDocument, schema: Schema): unknown {
  const { examples, enum: choices, format } = { ...schemaOf(document, schema), ...schema };
  return examples?.[0] ?? choices?.[0] ?? (format === 'date-time' ? '2026-01-15T09:30:00Z' : undefined);
}

/** Query parameters that the sample needs although the schema does not require them. */
const FURTHER_QUERY: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  lookupUma: { customerId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' },
  lookupExternalAccount: { customerId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' },
  listDelegatedKeys: { accountId: 'InternalAccount:019542f5-b3e7-7d02-8000-000000000001' },
  openStream: { seconds: 2 },
};

type Query = Record<string, string | number | string[]>;

/** Example values of the required query parameters and of FURTHER_QUERY; lists have one item. */
export const sampleQuery = (document: ApiDocument, operation: Operation): Query => {
  const required = parametersOf(document, operation)
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => {
      const { items } = schemaOf(document, parameter.schema);
      const value = exampleValue(document, items ? { ...parameter, schema: items } : parameter);
      return [parameter.name, items ? [value] : value];
    });
  return { ...Object.fromEntries(required), ...FURTHER_QUERY[operation.operationId] };
};

interface ExampleBody {
  json?: unknown;
  /** Fields of a form; `file` contains a file name. */
  form?: Readonly<Record<string, unknown>>;
}

export function exampleBody({ requestBody }: Operation): ExampleBody {
  const form = exampleOf(requestBody?.content['multipart/form-data']);
  return form === undefined
    ? { json: exampleOf(requestBody?.content['application/json']) }
    : { form: form as Record<string, unknown> };
}
