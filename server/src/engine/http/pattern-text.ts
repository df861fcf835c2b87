import { type SchemaOptions, Type } from '@sinclair/typebox';
import { idTypes, uuidPattern } from '../../foundation/kernel/ids.ts';

const words = Symbol('words');
const EXAMPLE_UUID = '01a1dd2e-3518-7076-ac4f-f7e039bd6b07';

interface PatternOptions extends SchemaOptions {
  minLength?: number;
  maxLength?: number;
  format?: string;
}

/** String schema with a pattern and a description for error messages: "a domain name, like example.com". */
export const Pattern = (pattern: string, description: string | undefined, options: PatternOptions = {}) =>
  Type.String(described(description, { pattern, ...options }));

/** Adds a description of the values, which error messages use. */
export const described = <T extends SchemaOptions>(description: string | undefined, options: T): T => ({
  ...options,
  [words]: description,
});

/** Description that `described` has added; undefined if there is none. */
export const describedValue = (schema: object | undefined): string | undefined =>
  (schema as { [words]?: string } | undefined)?.[words];

export interface PatternSchema {
  pattern?: string;
  examples?: readonly unknown[];
  [words]?: string | undefined;
}

/** Describes a pattern in plain English for error messages. */
export function patternText(schema: PatternSchema): string {
  const { pattern = '', examples = [], [words]: own } = schema;
  const plain = own ?? idText(pattern) ?? countText(pattern);
  const example = examples.length > 0 ? `, like ${examples[0]}` : '';
  if (plain) return `must be ${plain}${plain.includes(', like ') ? '' : example}`;
  return examples.length > 0 ? `must have the form of ${examples[0]}` : 'does not have the required form';
}

function idText(pattern: string): string | undefined {
  if (pattern === uuidPattern) return `a UUID, like ${EXAMPLE_UUID}`;
  const types = [...pattern.matchAll(/\^\(?([A-Z][A-Za-z|]*)\)?:/g)].flatMap(([, names = '']) => names.split('|'));
  if (types.length === 0 || !types.every((type) => (idTypes as readonly string[]).includes(type))) return undefined;
  return `the id of ${types.map(named).join(' or ')}, like ${types[0]}:${EXAMPLE_UUID}`;
}

/** Converts `InternalAccount` to "an internal account". */
function named(type: string): string {
  const name = type.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Converts `^\d{4}$` to "4 digits". */
function countText(pattern: string): string | undefined {
  const [, least, most] = /^\^(?:\[0-9\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? [];
  if (least === undefined) return undefined;
  return most === undefined ? `${least} digits` : `${least} to ${most} digits`;
}
