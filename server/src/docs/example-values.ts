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

/** Values of types that explain themselves need no example in the schema. */
function exampleOfSchema(document: ApiDocument, schema: Schema): unknown {
  const { examples, enum: choices, format } = { ...schemaOf(document, schema), ...schema };
  return examples?.[0] ?? choices?.[0] ?? (format === 'date-time' ? '2026-01-15T09:30:00Z' : undefined);
}

/** Required parameters of the query with example values; lists have one item. */
export const requiredQuery = (document: ApiDocument, operation: Operation): Record<string, string | string[]> =>
  Object.fromEntries(
    parametersOf(document, operation)
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map((parameter) => {
        const { items } = schemaOf(document, parameter.schema);
        const value = exampleValue(document, items ? { ...parameter, schema: items } : parameter);
        return [parameter.name, items ? [value] : value];
      }),
  );

interface ExampleBody {
  json?: unknown;
  /** Fields of a form; `file` is the name of a file. */
  form?: Readonly<Record<string, unknown>>;
}

export function exampleBody({ requestBody }: Operation): ExampleBody {
  const form = exampleOf(requestBody?.content['multipart/form-data']);
  return form === undefined
    ? { json: exampleOf(requestBody?.content['application/json']) }
    : { form: form as Record<string, unknown> };
}
