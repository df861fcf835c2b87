import type { TSchema } from '@sinclair/typebox';

/** Values for what a schema describes by format or pattern only. */
const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2025-10-13T12:00:00.000Z',
  date: '2025-10-13',
  email: 'ada@example.com',
  uri: 'https://example.com',
  'iso-3166-1-alpha-2': 'US',
};

/** For texts without a format: the first of these that the pattern takes. */
const candidates = [
  'EXAMPLE',
  '+14155550123',
  'example.com',
  '2025-10-13',
  '$ada@example.com',
  '0123456789',
  'US',
  '1',
];

/**
 * A value as the schema describes it, with its required members. `said` is a word of the event's type: where a choice
 * offers it, the example says what the event does.
 */
export function exampleOf(schema: TSchema, said: string): unknown {
  if ('const' in schema) return schema['const'];
  if (schema['examples']) return schema['examples'][0];
  if (schema['enum']) return schema['enum'].includes(said) ? said : schema['enum'][0];
  const choices: TSchema[] | undefined = schema['oneOf'] ?? schema['anyOf'];
  if (choices?.[0]) return chosen(schema, choices, said);
  if (schema['allOf']) return Object.assign({}, ...schema['allOf'].map((part: TSchema) => exampleOf(part, said)));
  return own(schema, said);
}

/** Nothing, where that is a choice: what is there only at times says the least wrong when it is not. */
function chosen(schema: TSchema, choices: readonly TSchema[], said: string): unknown {
  if (choices.some(({ type }) => type === 'null')) return null;
  return { ...(own(schema, said) as object), ...(exampleOf(choices[0] as TSchema, said) as object) };
}

const makers: Readonly<Record<string, (schema: TSchema, said: string) => unknown>> = {
  object: ({ properties = {}, required = [] }, said) =>
    Object.fromEntries(
      required.flatMap((name: string) => (name in properties ? [[name, exampleOf(properties[name], said)]] : [])),
    ),
  array: ({ items }, said) => (items ? [exampleOf(items, said)] : []),
  string: ({ format, pattern }) => byFormat[format] ?? candidates.find((text) => new RegExp(pattern ?? '').test(text)),
  integer: ({ minimum = 0 }) => Math.max(minimum, 1),
  number: ({ minimum = 0 }) => Math.max(minimum, 1),
  boolean: () => true,
  null: () => null,
};

const own = (schema: TSchema, said: string): unknown => makers[schema['type']]?.(schema, said) ?? {};
