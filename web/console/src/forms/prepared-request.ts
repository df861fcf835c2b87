import { asGroup, asText, type Draft, type GroupDraft, isGroup, type Reading, requestValue } from './draft.ts';
import type { Operation } from './schema.ts';

/** A request as it is sent. */
export interface PreparedRequest {
  operation: Operation;
  /** Values of the path, in its order, and of the query. */
  path: readonly string[];
  query: Readonly<Record<string, string>>;
  body: unknown;
}

interface Entered {
  parameters: GroupDraft;
  body: Draft;
  reading: Reading;
}

/** Builds the request from the input of a form. */
export function requestOf(operation: Operation, { parameters, body, reading }: Entered): PreparedRequest {
  const valuesIn = (place: 'path' | 'query') =>
    operation.parameters
      .filter((one) => one.in === place)
      .map(({ name, schema }) => [name, requestValue(schema, parameters[name], reading)] as const);
  const query = valuesIn('query').filter(([, value]) => value !== undefined);
  const content = operation.body && requestValue(operation.body.schema, body, reading);
  return {
    operation,
    path: valuesIn('path').map(([, value]) => String(value ?? '')),
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    body: operation.body ? (content ?? (operation.body.isRequired ? {} : undefined)) : undefined,
  };
}

export function pathFor({ operation, path, query }: PreparedRequest): string {
  const values = [...path];
  const filled = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

const NAME_LENGTH = 70;

/** Name of an example, made of the first texts in it. */
export function exampleName(value: unknown, index: number): string {
  const members = Object.values(asGroup(value as Draft));
  // The first member of a group is usually its type.
  const text = members
    .map((member) => asText(isGroup(member) ? Object.values(member)[0] : member))
    .filter((member) => member !== '' && !member.includes(':0'))
    .join(', ');
  return `${index + 1}: ${text.slice(0, NAME_LENGTH) || 'example'}`;
}
