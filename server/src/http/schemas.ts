import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox';
import { type IdType, idPattern } from '../kernel/ids.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import { described, Pattern } from './pattern-text.ts';
import { AccountName, Personal } from './sensitivity.ts';

/** String `enum` with a literal type, whose error lists the choices. */
export const Enum = <const T extends readonly string[]>(values: T, options: SchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

export const Country = (options: SchemaOptions = {}) => Type.String({ format: 'iso-3166-1-alpha-2', ...options });

export const Phone = () =>
  AccountName(
    Pattern('^\\+[1-9]\\d{1,14}$', 'a phone number with + and its country code, like +12025550123', {
      description: 'E.164',
    }),
  );

export const Email = () => Personal(Type.String({ format: 'email', maxLength: 255 }));

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const Address = Type.Object(
  {
    line1: Personal(Text(255)),
    line2: Type.Optional(Personal(Type.String({ maxLength: 255 }))),
    city: Type.Optional(Personal(Text(255))),
    state: Type.Optional(Personal(Text(255))),
    postalCode: Personal(Text(20)),
    country: Country(),
  },
  { $id: 'Address' },
);

/** Discriminated union: errors concern only the choice that the tag selects. */
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

/** Timestamp of a response, serialized from a `Date`. */
export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time' });

export const Amount = (options: SchemaOptions & { minimum?: number; maximum?: number } = {}) =>
  Type.Integer(described(AMOUNT_TEXT, { format: 'int64', minimum: 1, maximum: MAX_AMOUNT, ...options }));

const AMOUNT_TEXT = 'an integer in the smallest unit of the currency, like 2550 for 25.50 USD';

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

/** Limit per request in the request log. */
export const MAX_WARNINGS = 20;

export const Warnings = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
  maxItems: MAX_WARNINGS,
  description: 'what Prefer: handling=strict would have rejected',
});

/** List without pages. */
export const DataOf = (item: TSchema, $id: string) => Type.Object({ data: Type.Array(item) }, { $id });
