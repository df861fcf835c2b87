import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox';
import { type IdType, idPattern } from '../kernel/ids.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';

/** A string of a closed set, as JSON Schema `enum`: one error that lists the choices. */
export const Enum = <const T extends readonly string[]>(values: T, options: SchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

export const Country = (options: SchemaOptions = {}) => Type.String({ format: 'iso-3166-1-alpha-2', ...options });

export const Phone = () => Type.String({ pattern: '^\\+[1-9]\\d{1,14}$', description: 'E.164' });

export const Email = () => Type.String({ format: 'email', maxLength: 255 });

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const Address = Type.Object(
  {
    line1: Text(255),
    line2: Type.Optional(Type.String({ maxLength: 255 })),
    city: Type.Optional(Text(255)),
    state: Type.Optional(Text(255)),
    postalCode: Text(20),
    country: Country(),
  },
  { $id: 'Address' },
);

/** One of several objects, told apart by a member: errors speak only of the one that is meant. */
export function OneOf<S extends TSchema[]>(tag: string, choices: [...S], options: SchemaOptions = {}) {
  return Type.Unsafe<Static<S[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: choices,
    ...options,
  });
}

export const IdOf = (type: IdType, options: SchemaOptions = {}) =>
  Type.String({ pattern: idPattern(type), examples: [`${type}:019542f5-b3e7-7d02-8000-000000000001`], ...options });

export const DateTime = (options: SchemaOptions = {}) => Type.String({ format: 'date-time', ...options });

/** An answer's timestamp: written as ISO 8601 from a `Date`. */
export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time' });

export const Amount = (options: SchemaOptions & { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ format: 'int64', minimum: 1, maximum: MAX_AMOUNT, ...options });

export const Currency = Type.Object(
  { code: Type.String(), name: Type.String(), symbol: Type.String(), decimals: Type.Integer({ minimum: 0 }) },
  { $id: 'Currency' },
);

export const CurrencyAmount = Type.Object(
  { amount: Type.Integer({ format: 'int64' }), currency: Currency },
  { $id: 'CurrencyAmount' },
);

export const FieldError = Type.Object(
  {
    field: Type.String({ description: 'dot-notation path' }),
    message: Type.Optional(Type.String()),
    constraint: Type.Optional(
      Type.Object({
        format: Type.Optional(Type.String()),
        pattern: Type.Optional(Type.String()),
        enum: Type.Optional(Type.Array(Type.String())),
        minLength: Type.Optional(Type.Integer()),
        maxLength: Type.Optional(Type.Integer()),
      }),
    ),
  },
  { $id: 'FieldError' },
);

/** A list that is not paged. */
export const DataOf = (item: TSchema, $id: string) => Type.Object({ data: Type.Array(item) }, { $id });
