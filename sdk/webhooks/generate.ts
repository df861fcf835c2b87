/** The types of events from the OpenAPI document of the service: what is written to src/events.ts. */

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  description?: string;
}

export interface Document {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

const WIDTH = 120;

export function generateEvents({ webhooks, components }: Document): string {
  const bodies = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post.requestBody.content['application/json']?.schema;
    return { type, data: schema?.properties?.['data']?.$ref?.split('/').at(-1) ?? 'unknown' };
  });
  const names = closure(new Set(bodies.map(({ data }) => data)), components.schemas).sort();
  const events = bodies.map(({ type, data }) => `Event<'${type}', ${data}>`);
  return [
    '// Made from the OpenAPI document of the service: run the tests of the SDK with -u to make it again.',
    '',
    '/** Members of every webhook. */',
    'interface Event<Type extends string, Data> {',
    '  /** The same in every delivery attempt: detects duplicates. */',
    '  id: string;',
    '  type: Type;',
    '  timestamp: string;',
    '  /** Orders the events of one resource. */',
    '  sequence: number;',
    '  data: Data;',
    '}',
    '',
    declaration('WebhookEvent', events),
    ...names.map((name) => named(name, components.schemas[name] ?? {})),
    '',
  ].join('\n');
}

/** These schemas and all that they speak of. */
function closure(names: Iterable<string>, schemas: Record<string, Schema>): string[] {
  const found = new Set(names);
  for (const name of found) {
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      found.add(other);
  }
  return [...found];
}

function named(name: string, schema: Schema): string {
  if (
    schema.properties &&
    !schema.oneOf &&
    !schema.anyOf &&
    !schema.allOf &&
    Object.keys(schema.properties).length > 0
  ) {
    return `\nexport interface ${name} ${body(schema, '')}`;
  }
  return `\n${declaration(name, choices(schema, ''))}`;
}

function declaration(name: string, parts: readonly string[]): string {
  const line = `export type ${name} = ${parts.join(' | ')};`;
  return line.length <= WIDTH || parts.length === 1 ? line : `export type ${name} =\n${listed(parts, '  ')};`;
}

const listed = (parts: readonly string[], indent: string): string =>
  parts.map((part) => `${indent}| ${part}`).join('\n');

function body({ properties = {}, required = [] }: Schema, indent: string): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, schema, required.includes(name), `${indent}  `),
  );
  return `{\n${members.join('\n')}\n${indent}}`;
}

function member(name: string, schema: Schema, isRequired: boolean, indent: string): string {
  const key = `${indent}${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}:`;
  const parts = choices(schema, indent);
  const line = `${key} ${parts.join(' | ')};`;
  const comment = schema.description ? `${indent}/** ${schema.description.replaceAll('*/', '')} */\n` : '';
  return comment + (line.length <= WIDTH || line.includes('\n') ? line : broken(key, parts, schema, indent));
}

/** Breaks a line that is too long, as the formatter does. */
function broken(key: string, parts: readonly string[], { items }: Schema, indent: string): string {
  const choicesOfItem = items ? choices(items, indent) : [];
  if (choicesOfItem.length > 1) return `${key} (\n${listed(choicesOfItem, `${indent}  `)}\n${indent})[];`;
  return `${key}\n${listed(parts, `${indent}  `)};`;
}

/** The alternatives of a union type. */
function choices(schema: Schema, indent: string): string[] {
  const { $ref, enum: values, oneOf, anyOf, allOf, type } = schema;
  if ($ref) return [$ref.split('/').at(-1) ?? 'unknown'];
  if ('const' in schema) return [literal(schema.const)];
  if (values) return values.map(literal);
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return alternatives.flatMap((choice) => choices(choice, indent));
  if (allOf) return [allOf.map((part) => choices(part, indent).join(' | ')).join(' & ')];
  if (type === 'array') return [arrayOf(schema.items ?? {}, indent)];
  if (type === 'object') return [objectOf(schema, indent)];
  return [primitives[type ?? ''] ?? 'unknown'];
}

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function arrayOf(items: Schema, indent: string): string {
  const parts = choices(items, indent);
  return parts.length > 1 ? `(${parts.join(' | ')})[]` : `${parts[0]}[]`;
}

const objectOf = (schema: Schema, indent: string): string =>
  Object.keys(schema.properties ?? {}).length > 0 ? body(schema, indent) : 'Record<string, unknown>';
