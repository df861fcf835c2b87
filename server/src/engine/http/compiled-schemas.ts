import type { TSchema } from '@sinclair/typebox';
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import { countries } from '../../foundation/kernel/countries.ts';
import { memo } from '../../foundation/kernel/memo.ts';
import { tagsOf } from './schema-members.ts';

type Compile = (schema: TSchema) => ValidateFunction;

/** Compiles schemas on first use, because compiling those of all routes would slow the start. */
export const firstError = compiler({ allErrors: false });

/** Reports every error. Only for values of bounded size. */
export const everyError = compiler({ allErrors: true });

function compiler({ allErrors }: { allErrors: boolean }): Compile {
  const ajv = new Ajv({ allErrors, strict: false, verbose: true });
  addFormats.default(ajv, ['date-time', 'date', 'email', 'uri', 'uuid']);
  const { validate: isDateTime } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  // `Date` cannot represent leap seconds. The length limit bounds the work of the format check.
  const isMoment = (text: string): boolean =>
    text.length <= MAX_TIME && isDateTime(text) && !Number.isNaN(Date.parse(text));
  ajv.addFormat('date-time', (text) => isMoment(text) && STORABLE_TIME.test(text));
  ajv.addFormat('iso-3166-1-alpha-2', (code) => countries.has(code));
  for (const informational of ['int64', 'binary', 'password']) ajv.addFormat(informational, true);
  const compile = memo((schema: TSchema) => ajv.compile(compilable(schema) as AnySchemaObject));
  ajv.addKeyword({
    keyword: 'discriminator',
    type: 'object',
    compile: (choice: Discriminator) => choose(choice, compile),
  });
  // Replaces the check of Ajv, which would count unknown members.
  ajv.removeKeyword('minProperties');
  ajv.addKeyword({ keyword: 'minProperties', type: 'object', compile: requireKnownMembers });
  return compile;
}

const MAX_TIME = 64;
/** PostgreSQL does not support year 0 or offsets of 16 hours or more. */
const STORABLE_TIME = /^(?!0000).*(z|[+-](0\d|1[0-5])(:?\d\d)?)$/i;

/**
 * Removes `$id`, because the same id in inline schemas would collide. Moves the choices of a discriminator into its
 * keyword, so that only `choose` compiles them. Keeps annotations under symbols.
 */
function compilable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compilable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...copy } = schema as Record<string, unknown>;
  if (copy['discriminator'] && copy['oneOf']) {
    copy['discriminator'] = { ...(copy['discriminator'] as object), choices: new Choices(copy['oneOf'] as TSchema[]) };
    delete copy['oneOf'];
  }
  for (const [name, value] of Object.entries(copy)) {
    if (name !== 'discriminator') copy[name] = compilable(value);
  }
  return copy;
}

/** Hides the choices from Ajv, which would compile all of them at once. */
class Choices {
  readonly schemas: TSchema[];

  constructor(schemas: TSchema[]) {
    this.schemas = schemas;
  }
}

interface Discriminator {
  propertyName: string;
  choices: Choices;
}

/** Validates only the choice selected by the tag, and compiles that choice on first use. */
function choose({ propertyName, choices: { schemas } }: Discriminator, compile: Compile): DataValidateFunction {
  const byTag = new Map(schemas.flatMap((choice) => tagsOf([choice], propertyName).map((tag) => [tag, choice])));
  const checkChoice: DataValidateFunction = (data: Record<string, unknown>, context) => {
    const tagValue = data[propertyName];
    const choice = byTag.get(tagValue as string);
    const validate = choice && compile(choice);
    if (validate?.(data, context)) return true;
    checkChoice.errors = validate?.errors ?? [wrongTag(propertyName, tagValue, schemas)];
    return false;
  };
  return checkChoice;
}

/** The error that Ajv would report for an unknown tag. */
export const wrongTag = (tag: string, tagValue: unknown, oneOf: TSchema[]) => ({
  keyword: 'discriminator',
  params: { tag, tagValue },
  parentSchema: { oneOf },
});

function requireKnownMembers(atLeast: number, { properties = {} }: AnySchemaObject): DataValidateFunction {
  return (data: object) => {
    let count = 0;
    for (const name in data) if (Object.hasOwn(properties, name)) count += 1;
    return count >= atLeast;
  };
}
