import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import { countries } from '../kernel/countries.ts';
import { ApiError, type FieldConstraint, type FieldError, InvalidFields } from '../kernel/errors.ts';
import { memo, memoOfLists } from '../kernel/memo.ts';
import { unstorable } from '../kernel/storable.ts';
import type { Route, Ruled } from './route.ts';

const MAX_ERRORS = 100;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  useDefaults: false,
  coerceTypes: false,
  removeAdditional: false,
  verbose: true,
});
addFormats.default(ajv, ['date-time', 'date', 'email', 'uri', 'uuid']);
const { validate: isDateTime } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
/** PostgreSQL has no year 0, and no offset of 16 hours or more. */
const STORABLE_TIME = /^(?!0000).*(z|[+-](0\d|1[0-5])(:?\d\d)?)$/i;
// A leap second is well-formed, but no moment that a `Date` could be.
const isMoment = (text: string): boolean => isDateTime(text) && !Number.isNaN(Date.parse(text));
ajv.addFormat('date-time', (text) => isMoment(text) && STORABLE_TIME.test(text));
ajv.addFormat('iso-3166-1-alpha-2', (code) => countries.has(code));
for (const informational of ['int64', 'binary', 'password']) ajv.addFormat(informational, true);

ajv.addKeyword({ keyword: 'discriminator', type: 'object', compile: choose });
// Unknown members are ignored: they are no members to count either.
ajv.removeKeyword('minProperties');
ajv.addKeyword({ keyword: 'minProperties', type: 'object', compile: haveKnown });

interface Input {
  params: unknown;
  query: Record<string, string | string[]>;
  body: unknown;
}

export interface Validated {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Checks everything about a request's shape at once, so that one answer names every invalid field. */
export function validator(route: Route): (input: Input, others?: readonly FieldError[]) => Validated {
  const params = lazily(route.params);
  const query = lazily(route.query);
  const body = lazily(route.body);
  return (input, others = []) => {
    const coerced = route.query ? readQuery(route.query, input.query) : {};
    const hasBody = route.body !== undefined && !(route.bodyOptional && input.body === undefined);
    const errors = [
      ...others,
      ...(params ? checkText(params(), input.params) : []),
      ...(query ? checkText(query(), coerced) : []),
      ...(body && hasBody ? (route.form ? checkText : checkBody)(body(), input.body) : []),
    ];
    if (errors.length > 0) throw new InvalidFields(errors.slice(0, MAX_ERRORS));
    return {
      params: input.params,
      query: coerced,
      body: hasBody && route.body ? known(route.body, input.body) : undefined,
    };
  };
}

/** The same refusal, with what the rules of the route say of the members that have their shape. */
export async function withRules(refusal: InvalidFields, route: Route, request: Ruled): Promise<InvalidFields> {
  const { rules, params, body: schema } = route;
  const errors = refusal.details?.errors ?? [];
  const wrong = errors.map(({ field }) => field);
  const isWhollyWrong = wrong.includes('body') || wrong.length >= MAX_ERRORS;
  const isLost = wrong.some((field) => Object.hasOwn(params?.properties ?? {}, field));
  if (!rules || !schema || isWhollyWrong || isLost) return refusal;
  const body = wrong.reduce((rest, field) => without(rest, field.split('.')), request.body);
  const told = await toldBy(rules, { ...request, body: known(schema, body) });
  const isNews = ({ field }: FieldError): boolean => !wrong.some((name) => `${field}.`.startsWith(`${name}.`));
  return new InvalidFields([...errors, ...told.filter(isNews)].slice(0, MAX_ERRORS));
}

async function toldBy(rules: NonNullable<Route['rules']>, request: Ruled): Promise<FieldError[]> {
  try {
    return await rules(request);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** A copy in which the member at this path is undefined, and an item of a list a hole, over which loops step. */
function without(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return undefined;
  const copy = (Array.isArray(value) ? value.slice() : { ...value }) as Record<string, unknown>;
  if (Array.isArray(value) && rest.length === 0) delete copy[name];
  else copy[name] = without(copy[name], rest);
  return copy;
}

/** What comes with the address or as a form: all of it is text, and the parser of JSON has not seen it. */
function checkText(validate: ValidateFunction, value: unknown): FieldError[] {
  const errors = check(validate, value);
  return holdsNul(value as Record<string, unknown>) ? [...errors, ...unstorable(value)] : errors;
}

function holdsNul(members: Record<string, unknown>): boolean {
  for (const name in members) if (String(members[name]).includes('\0')) return true;
  return false;
}

/** Checks one value by itself, for what does not come as a request of its own. */
export function checker(schema: TSchema): (value: unknown) => FieldError[] {
  const validate = lazily(schema);
  return (value) => (validate ? check(validate(), value) : []);
}

/** Compiled at the first request of the route: a hundred routes must not slow the start. */
function lazily(schema: TSchema | undefined): (() => ValidateFunction) | undefined {
  if (!schema) return undefined;
  let compiled: ValidateFunction | undefined;
  return () => {
    compiled ??= ajv.compile(compilable(schema));
    return compiled;
  };
}

/**
 * `$id` names a schema in the OpenAPI document; here the schemas are inline and the names would collide. The choices of
 * a discriminator move into it: nothing but `choose` compiles them.
 */
function compilable(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (name, value) => {
      if (name === '$id') return undefined;
      if (!value?.discriminator || !value.oneOf) return value;
      const { oneOf: choices, discriminator, ...rest } = value;
      return { ...rest, discriminator: { ...discriminator, choices } };
    }),
  );
}

interface Discriminator {
  propertyName: string;
  choices: TSchema[];
}

/** Looks only at the choice that is meant, and compiles it when it is first meant: all at once would hold up the rest. */
function choose({ propertyName, choices }: Discriminator): DataValidateFunction {
  const validators = new Map(
    choices.flatMap((choice) => tagsOf([choice], propertyName).map((tag) => [tag, lazily(choice)])),
  );
  const checkChoice: DataValidateFunction = (data: Record<string, unknown>, context) => {
    const tagValue = data[propertyName];
    const validate = validators.get(tagValue as string)?.();
    if (validate?.(data, context)) return true;
    const params = { tag: propertyName, tagValue };
    checkChoice.errors = validate?.errors ?? [{ keyword: 'discriminator', params, parentSchema: { oneOf: choices } }];
    return false;
  };
  return checkChoice;
}

function haveKnown(atLeast: number, { properties = {} }: AnySchemaObject): DataValidateFunction {
  return (data: object) => Object.keys(data).filter((name) => Object.hasOwn(properties, name)).length >= atLeast;
}

function checkBody(validate: ValidateFunction, body: unknown): FieldError[] {
  if (body === undefined) return [{ field: 'body', message: 'A JSON body is required.' }];
  return check(validate, body);
}

function check(validate: ValidateFunction, value: unknown): FieldError[] {
  if (validate(value)) return [];
  const all = validate.errors ?? [];
  const telling = all.filter((error) => !SILENT.has(error.keyword) && !isMissingTag(error));
  const byField = new Map<string, ErrorObject[]>();
  for (const error of telling.length > 0 ? telling : all) {
    const field = fieldOf(error);
    byField.set(field, [...(byField.get(field) ?? []), error]);
  }
  return [...byField].map(([field, errors]) => toFieldError(field, errors));
}

/** Keywords that only repeat what an inner error says. */
const SILENT = new Set(['if', 'oneOf', 'anyOf']);

/** A tag that is not there is reported as required. */
const isMissingTag = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'discriminator' && params.tagValue === undefined;

/** All that a field breaks, in one sentence. Its type goes without saying where anything else is told. */
function toFieldError(field: string, errors: ErrorObject[]): FieldError {
  const others = errors.filter(({ keyword }) => keyword !== 'type');
  const told = others.length > 0 ? others.map(explained) : [explainTypes(errors)];
  const messages = new Set(told.map(({ message }) => message));
  const constraint: FieldConstraint = Object.assign({}, ...told.map((one) => one.constraint));
  const isConstrained = Object.keys(constraint).length > 0;
  return { field, message: `${field} ${[...messages].join(', and ')}.`, ...(isConstrained && { constraint }) };
}

interface Explanation {
  message: string;
  constraint?: FieldConstraint;
}
type Explain = (error: ErrorObject) => Explanation;

const explained: Explain = (error) =>
  (explanations[error.keyword] ?? (({ message = 'is invalid' }) => ({ message })))(error);

/** A member that may be null as well has two. */
const explainTypes = (errors: ErrorObject[]): Explanation => ({
  message: `must be ${[...new Set(errors.flatMap(({ params }) => params.type))].join(' or ')}`,
});

const oneOfThese = (choices: string[]) => ({
  message: `must be one of ${choices.join(', ')}`,
  constraint: { enum: choices },
});

/** What each keyword of a schema says to a person, and to a form. */
const explanations: Record<string, Explain> = {
  required: () => ({ message: 'is required' }),
  enum: ({ params }) => oneOfThese(params.allowedValues),
  const: ({ params }) => oneOfThese([params.allowedValue]),
  discriminator: ({ params, parentSchema }) => oneOfThese(tagsOf(parentSchema?.oneOf ?? [], params.tag)),
  pattern: ({ params }) => ({ message: `must match ${params.pattern}`, constraint: { pattern: params.pattern } }),
  format: ({ params }) => ({ message: `must be a valid ${params.format}`, constraint: { format: params.format } }),
  minLength: ({ params, message = '' }) => ({ message, constraint: { minLength: params.limit } }),
  maxLength: ({ params, message = '' }) => ({ message, constraint: { maxLength: params.limit } }),
  minProperties: ({ schema, parentSchema }) => ({
    message: `must have at least ${schema} of ${Object.keys(parentSchema?.['properties']).join(', ')}`,
  }),
};

const tagsOf = (choices: TSchema[], tag: string): string[] =>
  choices.flatMap((choice) => choice.properties[tag].const ?? choice.properties[tag].enum ?? []);

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const missing = error.keyword === 'required' ? [String(error.params.missingProperty)] : [];
  const tag = error.keyword === 'discriminator' ? [String(error.params.tag)] : [];
  return [...path, ...missing, ...tag].join('.') || 'body';
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Unknown members are ignored: what is not in the schema does not reach the code behind it. */
function known(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) return schema.items ? value.map((item) => known(schema.items, item)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const members = membersOf(schema, value as Record<string, unknown>);
  if (!members) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(members, name)) kept[name] = known(members[name] as TSchema, item);
  }
  return kept;
}

type Members = Record<string, TSchema>;

/** Undefined where a schema leaves its members open. Put together once for each choice of parts. */
function membersOf(schema: TSchema, value: Record<string, unknown>): Members | undefined {
  const parts: TSchema[] = [];
  addParts(parts, schema, value);
  return membersOfParts(parts, () => parts.map(({ properties }) => properties).reduce(bothOf, undefined));
}

const membersOfParts = memoOfLists<Members | undefined>();

/** The schemas that name members of this value: its own, what its tag chooses, and what they consist of. */
function addParts(parts: TSchema[], schema: TSchema, value: Record<string, unknown>): void {
  if (schema.additionalProperties) return;
  if (schema.properties) parts.push(schema);
  const tag = schema.discriminator?.propertyName;
  const chosen = tag === undefined ? (schema.oneOf ?? schema.anyOf) : choicesByTag(schema).get(String(value[tag]));
  for (const part of chosen ?? []) addParts(parts, part, value);
  for (const part of schema.allOf ?? []) addParts(parts, part, value);
}

const choicesByTag = memo((schema: TSchema): Map<string, TSchema[]> => {
  const byTag = new Map<string, TSchema[]>();
  for (const choice of schema.oneOf ?? schema.anyOf ?? []) {
    for (const tag of tagsOf([choice], schema.discriminator.propertyName)) {
      byTag.set(tag, [...(byTag.get(tag) ?? []), choice]);
    }
  }
  return byTag;
});

/** A member that two parts know is known as either of them knows it. */
function bothOf(a: Members | undefined, b: Members | undefined): Members | undefined {
  if (!a || !b) return a ?? b;
  const shared = Object.keys(a).filter((name) => Object.hasOwn(b, name) && a[name] !== b[name]);
  return {
    ...a,
    ...b,
    ...Object.fromEntries(shared.map((name) => [name, Type.Unsafe({ anyOf: [a[name], b[name]] })])),
  };
}

/**
 * A query string is all text: numbers and booleans are read where the schema wants them, lists in both spellings
 * (`a=1&a=2` and `a=1,2`). What cannot be read stays text, and the schema then names it. Unknown names are ignored.
 */
function readQuery(schema: TObject, query: Record<string, string | string[]>): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const given = query[name];
    if (given !== undefined) read[name] = readValue(property, given);
    else if (property.default !== undefined) read[name] = property.default;
  }
  return read;
}

function readValue(schema: TSchema, given: string | string[]): unknown {
  if (schema.type === 'array') {
    return [given]
      .flat()
      .flatMap((part) => part.split(','))
      .map((part) => readValue(schema.items, part));
  }
  if (Array.isArray(given)) return given;
  if (schema.type === 'integer' && /^-?\d{1,16}$/.test(given)) return Number(given);
  if (schema.type === 'number' && /^-?\d+(\.\d+)?$/.test(given)) return Number(given);
  if (schema.type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true';
  return given;
}
