import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FieldConstraint, FieldError } from '../../foundation/kernel/errors.ts';
import { memo } from '../../foundation/kernel/memo.ts';
import { everyError, firstError, wrongTag } from './compiled-schemas.ts';
import { suggestName } from './name-suggestion.ts';
import { describedValue, type PatternSchema, patternText } from './pattern-text.ts';
import { choicesByTag, tagsOf } from './schema-members.ts';

export const MAX_ERRORS = 100;
/** For a longer text only the violated length limit is reported. */
const MAX_CHECKED_TEXT = 10_000;

/** Validates with a fast check first. Only an invalid value is walked to collect up to MAX_ERRORS errors. */
export function fieldErrors(schema: TSchema, value: unknown): FieldError[] {
  const validate = firstError(schema);
  if (validate(value)) return [];
  const first = validate.errors ?? [];
  const found: Located[] = [];
  collect(schema, value, { path: [], found, fields: new Set() });
  return explain(found.length > 0 ? found : first.map((error) => ({ path: [], error }))).slice(0, MAX_ERRORS);
}

interface Located {
  /** Path of the validated value; `error.instancePath` continues it. */
  path: string[];
  error: ErrorObject;
}

interface Collecting {
  path: string[];
  found: Located[];
  /** Invalid fields found so far; a field may have several errors. */
  fields: Set<string>;
}

/** Walks a value along its schema, one level at a time, until MAX_ERRORS fields are invalid. */
function collect(schema: TSchema, value: unknown, collecting: Collecting): void {
  const { path, fields } = collecting;
  if (fields.size >= MAX_ERRORS) return;
  const isLong = typeof value === 'string' && value.length > MAX_CHECKED_TEXT;
  const validate = isLong ? firstOfLevel(schema) : everyOfLevel(schema);
  if (!validate(value)) for (const error of validate.errors ?? []) add(collecting, error);
  if (typeof value !== 'object' || value === null) return;
  const inside = (name: string, inner: TSchema, item: unknown): void => {
    if (item !== undefined) collect(inner, item, { ...collecting, path: [...path, name] });
  };
  if (Array.isArray(value)) {
    for (let i = 0; schema.items && i < value.length && fields.size < MAX_ERRORS; i++) {
      inside(String(i), schema.items, value[i]);
    }
    return;
  }
  const members = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries<TSchema>(schema.properties ?? {})) {
    if (Object.hasOwn(members, name)) inside(name, inner, members[name]);
  }
  if (schema.discriminator) collectChoice(schema, members, collecting);
}

function collectChoice(schema: TSchema, value: Record<string, unknown>, collecting: Collecting): void {
  const tag = schema.discriminator.propertyName;
  const choices = choicesByTag(schema).get(value[tag]) ?? [];
  for (const choice of choices) collect(choice, value, collecting);
  // A missing tag is reported by `required`.
  if (choices.length > 0 || value[tag] === undefined) return;
  const error = { instancePath: '', schemaPath: '', ...wrongTag(tag, value[tag], schema.oneOf) } as ErrorObject;
  add(collecting, error);
}

function add({ path, found, fields }: Collecting, error: ErrorObject): void {
  found.push({ path, error });
  fields.add(fieldOf(path, error));
}

/** Schema without the rules of its members and items, which `collect` checks separately. */
const levelOf = memo((schema: TSchema): TSchema => {
  const { items, discriminator, ...level } = schema;
  if (discriminator) delete level['oneOf'];
  if (level['properties']) {
    level['properties'] = Object.fromEntries(Object.keys(level['properties']).map((name) => [name, true]));
  }
  return level as TSchema;
});

const firstOfLevel = (schema: TSchema): ValidateFunction => firstError(levelOf(schema));
const everyOfLevel = (schema: TSchema): ValidateFunction => everyError(levelOf(schema));

function explain(found: Located[]): FieldError[] {
  const specific = found.filter(({ error }) => !REDUNDANT.has(error.keyword));
  const byField = new Map<string, ErrorObject[]>();
  for (const { path, error } of specific.length > 0 ? specific : found) {
    const field = fieldOf(path, error);
    const errors = byField.get(field);
    if (errors) errors.push(error);
    else byField.set(field, [error]);
  }
  return [...byField].map(([field, errors]) => toFieldError(field, errors));
}

/** Keywords whose errors only repeat an inner error. */
const REDUNDANT = new Set(['if', 'oneOf', 'anyOf']);

function fieldOf(path: string[], { instancePath, keyword, params }: ErrorObject): string {
  const inner = instancePath.split('/').slice(1).map(unescapePointer);
  const missing = keyword === 'required' ? [String(params['missingProperty'])] : [];
  const tag = keyword === 'discriminator' ? [String(params['tag'])] : [];
  return [...path, ...inner, ...missing, ...tag].join('.') || 'body';
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Combines all violations of a field into one sentence. A wrong type is mentioned only if it is the only violation. */
function toFieldError(field: string, errors: ErrorObject[]): FieldError {
  const others = errors.filter(({ keyword }) => keyword !== 'type');
  const explanations = others.length > 0 ? others.map(explained) : [explainTypes(errors)];
  const messages = new Set(explanations.map(({ message }) => message));
  const constraint: FieldConstraint = Object.assign({}, ...explanations.map((one) => one.constraint));
  const isConstrained = Object.keys(constraint).length > 0;
  return { field, message: `${field} ${[...messages].join(', and ')}.`, ...(isConstrained && { constraint }) };
}

interface Explanation {
  message: string;
  constraint?: FieldConstraint;
}
type Explain = (error: ErrorObject) => Explanation;

const explained: Explain = (error) =>
  (explainers[error.keyword] ?? (({ message = 'is invalid' }) => ({ message })))(error);

/** A nullable member has two types; the last description is the longer one. */
const explainTypes = (errors: ErrorObject[]): Explanation => ({
  message: `must be ${[...new Set(errors.flatMap(typesOf))].toSorted((a, b) => a.length - b.length).join(' or ')}`,
});

const typesOf = ({ params, parentSchema }: ErrorObject): string | string[] =>
  describedValue(parentSchema) ?? params['type'];

function oneOfThese(choices: string[], given: unknown): Explanation {
  const meant = typeof given === 'string' ? suggestName(given, choices) : undefined;
  const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return { message: `must be one of ${choices.join(', ')}${suggestion}`, constraint: { enum: choices } };
}

/** Message and constraint of each keyword of a schema. */
const explainers: Record<string, Explain> = {
  required: () => ({ message: 'is required' }),
  enum: ({ params, data }) => oneOfThese(params['allowedValues'].map(String), data),
  const: ({ params, data }) => oneOfThese([params['allowedValue']], data),
  discriminator: ({ params, parentSchema }) =>
    oneOfThese(tagsOf(parentSchema?.['oneOf'] ?? [], params['tag']), params['tagValue']),
  pattern: ({ params, parentSchema = {} }) => ({
    message: patternText(parentSchema as PatternSchema),
    constraint: { pattern: params['pattern'] },
  }),
  format: ({ params }) => ({
    message: `must be a valid ${params['format']}`,
    constraint: { format: params['format'] },
  }),
  minLength: ({ params, message = '' }) => ({ message, constraint: { minLength: params['limit'] } }),
  maxLength: ({ params, message = '' }) => ({ message, constraint: { maxLength: params['limit'] } }),
  minProperties: ({ schema, parentSchema }) => ({
    message: `must have at least ${schema} of ${Object.keys(parentSchema?.['properties']).join(', ')}`,
  }),
};
