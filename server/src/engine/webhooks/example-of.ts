import type { TSchema } from '@sinclair/typebox';

/** Example values by string format. */
const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2025-10-13T12:00:00.000Z',
  date: '2025-10-13',
  email: 'ada@example.com',
  uri: 'https://example.com',
  'iso-3166-1-alpha-2': 'US',
};

/** Candidates for strings without a format; the first that matches the pattern is used. */
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
 * Example value of a schema with its required members. `word` is the last word of the event type, such as COMPLETED;
 * enumerations that contain the word use it, so that the example fits the event.
 */
export function exampleOf(schema: TSchema, word: string): unknown {
  if ('const' in schema) return schema['const'];
  // Examples of whole objects are skipped, because they may not fit the event.
  if (schema['examples'] && schema['type'] !== 'object') return schema['examples'][0];
  if (schema['enum']) return schema['enum'].includes(word) ? word : schema['enum'][0];
  const choices: TSchema[] | undefined = schema['oneOf'] ?? schema['anyOf'];
  if (choices?.[0]) return chosen(schema, choices, word);
  if (schema['allOf']) return Object.assign({}, ...schema['allOf'].map((part: TSchema) => exampleOf(part, word)));
  return own(schema, word);
}

/** Prefers null if allowed, because an absent optional value cannot mislead. */
function chosen(schema: TSchema, choices: readonly TSchema[], word: string): unknown {
  if (choices.some(({ type }) => type === 'null')) return null;
  return { ...(own(schema, word) as object), ...(exampleOf(choices[0] as TSchema, word) as object) };
}

const makers: Readonly<Record<string, (schema: TSchema, word: string) => unknown>> = {
  object: ({ properties = {}, required = [] }, word) =>
    Object.fromEntries(
      required.flatMap((name: string) => (name in properties ? [[name, exampleOf(properties[name], word)]] : [])),
    ),
  array: ({ items }, word) => (items ? [exampleOf(items, word)] : []),
  string: ({ format, pattern }) => byFormat[format] ?? candidates.find((text) => new RegExp(pattern ?? '').test(text)),
  integer: ({ minimum = 0 }) => Math.max(minimum, 1),
  number: ({ minimum = 0 }) => Math.max(minimum, 1),
  boolean: () => true,
  null: () => null,
};

const own = (schema: TSchema, word: string): unknown => makers[schema['type']]?.(schema, word) ?? {};
