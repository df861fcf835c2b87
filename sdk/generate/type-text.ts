import { nameOf, type Schema, type Schemas } from './document.ts';

const WIDTH = 120;

/** Declarations of these schemas and of all that they refer to, in alphabetical order. */
export const declarations = (names: Iterable<string>, schemas: Schemas): string[] =>
  closure(names, schemas)
    .sort()
    .map((name) => named(name, schemas[name] ?? {}));

function closure(names: Iterable<string>, schemas: Schemas): string[] {
  const found = new Set(names);
  for (const name of found) {
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      found.add(other);
  }
  return [...found];
}

function named(name: string, schema: Schema): string {
  const { properties, oneOf, anyOf, allOf } = schema;
  const isObject = !oneOf && !anyOf && !allOf && Object.keys(properties ?? {}).length > 0;
  const text = isObject ? `export interface ${name} ${body(schema, '')}` : union(name, choices(schema, ''));
  return `\n${comment(schema, '')}${text}`;
}

/** Declaration of a type with these alternatives. */
export function union(name: string, parts: readonly string[]): string {
  const line = `export type ${name} = ${parts.join(' | ')};`;
  return line.length <= WIDTH || parts.length === 1 ? line : `export type ${name} =\n${listed(parts, '  ')};`;
}

const listed = (parts: readonly string[], indent: string): string =>
  parts.map((part) => `${indent}| ${part}`).join('\n');

/** Members of an object type, in braces. */
export function body({ properties = {}, required = [] }: Schema, indent: string): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, schema, required.includes(name), `${indent}  `),
  );
  return `{\n${members.join('\n')}\n${indent}}`;
}

function member(name: string, schema: Schema, isRequired: boolean, indent: string): string {
  const key = `${indent}${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}:`;
  const parts = choices(schema, indent);
  const line = `${key} ${parts.join(' | ')};`;
  const text = line.length <= WIDTH || line.includes('\n') ? line : broken(key, parts, schema, indent);
  return comment(schema, indent) + text;
}

/** Documentation comment from the description of a schema or an operation. */
export function comment({ description = '', deprecated }: Pick<Schema, 'description' | 'deprecated'>, indent: string) {
  const lines = [...description.split('\n'), ...(deprecated ? ['@deprecated'] : [])]
    .filter(Boolean)
    .flatMap((line) => wrapped(line.replaceAll('*/', '').trim(), WIDTH - indent.length - 3));
  if (lines.length === 0) return '';
  const [line = ''] = lines;
  if (lines.length === 1 && indent.length + line.length + 7 <= WIDTH) return `${indent}/** ${line} */\n`;
  return [`${indent}/**`, ...lines.map((text) => `${indent} * ${text}`), `${indent} */\n`].join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Breaks a line that is too long, as the formatter does. */
function broken(key: string, parts: readonly string[], { items }: Schema, indent: string): string {
  const choicesOfItem = items ? choices(items, indent) : [];
  if (choicesOfItem.length > 1) return `${key} (\n${listed(choicesOfItem, `${indent}  `)}\n${indent})[];`;
  return `${key}\n${listed(parts, `${indent}  `)};`;
}

/** Type of a schema, as the alternatives of a union. */
export function choices(schema: Schema, indent: string): string[] {
  const { $ref, enum: values, oneOf, anyOf, allOf, type } = schema;
  if ($ref) return [nameOf($ref)];
  if ('const' in schema) return [literal(schema.const)];
  if (values) return values.map(literal);
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return [...new Set(alternatives.flatMap((choice) => choices(choice, indent)))];
  if (allOf) return [allOf.map((part) => choices(part, indent).join(' | ')).join(' & ')];
  if (Array.isArray(type)) return type.flatMap((one) => choices({ ...schema, type: one }, indent));
  if (type === 'array') return [arrayOf(schema.items ?? {}, indent)];
  if (type === 'object') return [objectOf(schema, indent)];
  return [type === 'string' ? stringOf(schema) : (primitives[type ?? ''] ?? 'unknown')];
}

const primitives: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * The kind of an id is an optional member that no string has: ids of two kinds are not assignable to each other, and a
 * plain string, such as one from a database, is assignable to both.
 */
function stringOf({ pattern = '', format }: Schema): string {
  if (format === 'binary') return 'Blob';
  const [, kind] = /^\^(\w+):\[0-9a-f\]\{8\}-/.exec(pattern) ?? [];
  return kind ? `string & { readonly '~id'?: '${kind}' }` : 'string';
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function arrayOf(items: Schema, indent: string): string {
  const parts = choices(items, indent);
  return parts.length > 1 || parts[0]?.includes('&') ? `(${parts.join(' | ')})[]` : `${parts[0]}[]`;
}

/** An object without members has no index signature, so that `in` distinguishes it from others. */
function objectOf(schema: Schema, indent: string): string {
  const { properties = {}, additionalProperties: others } = schema;
  if (Object.keys(properties).length > 0) return body(schema, indent);
  if (others === false) return 'Record<never, never>';
  return `Record<string, ${typeof others === 'object' ? choices(others, indent).join(' | ') : 'unknown'}>`;
}
