import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { unstorable } from '../../foundation/db/storable-text.ts';
import {
  ApiError,
  type ErrorCode,
  errorStatus,
  type FieldError,
  InvalidFields,
} from '../../foundation/kernel/errors.ts';
import { rejectedBy, type ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { fieldErrors, MAX_ERRORS } from './field-errors.ts';
import { prune, unknownMembers, unknownParameters } from './known-members.ts';
import type { Route, RuleInput } from './route.ts';
import { MAX_WARNINGS } from './schemas.ts';

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

interface ValidationOptions {
  /** Problems found before the validation of the shape. */
  others?: readonly FieldError[] | undefined;
  /** Rejects unknown members and parameters, or records them as warnings. */
  unknown: ValueChecks;
}

/**
 * Validates path, query and body together, so that one response lists every invalid field. In operations whose `errors`
 * have no 400, a malformed path returns a 404.
 */
export function validator(route: Route): (input: Input, options: ValidationOptions) => Validated {
  const { params, query, body, bodyOptional } = route;
  const isText = route.form !== undefined;
  const absence = absenceOf(route);
  return (input, { others = [], unknown }) => {
    const pathErrors = params ? textErrors(params, input.params) : [];
    if (absence && pathErrors[0])
      throw new ApiError(absence, 'There is no such resource.', { hint: pathErrors[0].message });
    const coerced = query ? readQuery(query, input.query) : {};
    const hasBody = body !== undefined && !(bodyOptional && input.body === undefined);
    const errors = [
      ...others,
      ...pathErrors,
      ...(query ? textErrors(query, coerced) : []),
      ...(hasBody ? (isText ? textErrors : bodyErrors)(body, input.body) : []),
    ];
    const pruned = errors.length === 0 && hasBody ? prune(body, input.body) : undefined;
    const unknownNames = unknownIn(route, input, {
      isBodyKnown: pruned?.hasUnknown === false,
      isStrict: unknown.isStrict,
    });
    if (unknownNames.length > 0) errors.push(...rejectedBy(unknown, unknownNames));
    if (errors.length > 0) throw new InvalidFields(errors.slice(0, MAX_ERRORS));
    return { params: input.params, query: coerced, body: pruned?.value };
  };
}

/** Error code for a malformed path: the last 404 of the route, because those of parent resources come first. */
function absenceOf({ errors }: Route): ErrorCode | undefined {
  if (errors.some((code) => errorStatus[code] === 400)) return undefined;
  return errors.findLast((code) => errorStatus[code] === 404);
}

const NO_BODY = Type.Object({});

/** Unknown members and parameters, up to the limit of errors (strict) or of warnings in the request log. */
function unknownIn(
  { query, body = NO_BODY }: Route,
  input: Input,
  { isBodyKnown, isStrict }: { isBodyKnown: boolean; isStrict: boolean },
): FieldError[] {
  const limit = isStrict ? MAX_ERRORS : MAX_WARNINGS;
  const parameters = unknownParameters(query?.properties ?? NO_BODY.properties, input.query, limit);
  return isBodyKnown ? parameters : [...parameters, ...unknownMembers(body, input.body, limit)];
}

/** Adds the errors of the route's rules, which receive only the members with a valid shape. */
export async function withRules(rejection: InvalidFields, route: Route, request: RuleInput): Promise<InvalidFields> {
  const { rules, params, body: schema } = route;
  const errors = rejection.details?.errors ?? [];
  const wrong = errors.map(({ field }) => field);
  const isWhollyWrong = wrong.includes('body') || wrong.length >= MAX_ERRORS;
  const isPathWrong = wrong.some((field) => Object.hasOwn(params?.properties ?? {}, field));
  if (!rules || !schema || isWhollyWrong || isPathWrong) return rejection;
  const body = wrong.reduce((rest, field) => without(rest, field.split('.')), request.body);
  const found = await errorsOfRules(rules, { ...request, body: prune(schema, body).value });
  const isNew = ({ field }: FieldError): boolean => !wrong.some((name) => `${field}.`.startsWith(`${name}.`));
  return new InvalidFields([...errors, ...found.filter(isNew)].slice(0, MAX_ERRORS));
}

async function errorsOfRules(rules: NonNullable<Route['rules']>, request: RuleInput): Promise<FieldError[]> {
  try {
    return await rules(request);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Copies a value without the member at a path. A removed list item becomes a hole, which loops skip. */
function without(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return undefined;
  const copy = (Array.isArray(value) ? value.slice() : { ...value }) as Record<string, unknown>;
  const inner = without(copy[name], rest);
  // Deletes instead of assigning undefined, because undefined would count as an item.
  if (Array.isArray(value) && inner === undefined) delete copy[name];
  else copy[name] = inner;
  return copy;
}

/** Checks paths, queries and forms, whose text the JSON parser has not checked. */
function textErrors(schema: TSchema, value: unknown): FieldError[] {
  const errors = fieldErrors(schema, value);
  return containsNul(value as Record<string, unknown>) ? [...errors, ...unstorable(value)] : errors;
}

function containsNul(members: Record<string, unknown>): boolean {
  for (const name in members) if (String(members[name]).includes('\0')) return true;
  return false;
}

function bodyErrors(schema: TSchema, body: unknown): FieldError[] {
  if (body === undefined) return [{ field: 'body', message: 'A JSON body is required.' }];
  return fieldErrors(schema, body);
}

/** Checks a single value outside of a request, such as a row of an import. */
export const checker =
  (schema: TSchema) =>
  (value: unknown): FieldError[] =>
    fieldErrors(schema, value);

/** Returns a value of the schema, or throws its errors. Used for bodies without a route. */
export const reader =
  <S extends TSchema>(schema: S) =>
  (value: unknown): Static<S> => {
    requireShape(schema, value);
    return value;
  };

function requireShape<S extends TSchema>(schema: S, value: unknown): asserts value is Static<S> {
  const errors = fieldErrors(schema, value);
  if (errors.length > 0) throw new InvalidFields(errors);
}

/**
 * Converts numbers, booleans and lists (`a=1&a=2` or `a=1,2`) of a query as the schema requires. Other text is left for
 * the validation. Unknown names are ignored.
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
