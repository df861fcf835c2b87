import { type ApiDocument, exampleOf, type Operation, type Parameter, parameterOf, schemaOf } from './document.ts';

export const parametersOf = (document: ApiDocument, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((parameter) => parameterOf(document, parameter));

export const exampleValue = (document: ApiDocument, { name, schema }: Parameter): string =>
  String(schema.examples?.[0] ?? schemaOf(document, schema).examples?.[0] ?? `{${name}}`);

/** Required parameters of the query with example values. */
export const requiredQuery = (document: ApiDocument, operation: Operation): Record<string, string> =>
  Object.fromEntries(
    parametersOf(document, operation)
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map((parameter) => [parameter.name, exampleValue(document, parameter)]),
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
