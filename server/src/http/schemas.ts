import { type SchemaOptions, type Static, type TSchema, type TString, Type } from '@sinclair/typebox';
import { type IdType, idPattern, idTypes } from '../kernel/ids.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import { Annotated, documentedAs } from './named-schemas.ts';
import { Pattern } from './pattern-text.ts';
import { AccountName, Personal } from './sensitivity.ts';

/** String `enum` with a literal type, whose error lists the choices. */
export const Enum = <const T extends readonly string[]>(values: T, options: SchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

const CountryCode = Type.String({
  $id: 'CountryCode',
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2',
  examples: ['US'],
});

/** Validated by the list of countries, documented by a pattern: generators do not know the format. */
export const Country = (options: SchemaOptions = {}) =>
  Annotated(documentedAs(CountryCode, Type.String({ format: 'iso-3166-1-alpha-2' })), options);

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

const idExample = (type: IdType): string => `${type}:019542f5-b3e7-7d02-8000-000000000001`;

/** Named schema of each type of id, such as `CustomerId`. */
const idSchemas = new Map(
  idTypes.map((type) => [
    type,
    Type.String({ $id: `${type}Id`, pattern: idPattern(type), examples: [idExample(type)] }),
  ]),
);
const idSchema = (type: IdType) => idSchemas.get(type) as TString;

export const IdOf = (type: IdType, options: SchemaOptions = {}) => Annotated(idSchema(type), options);

/** Id of one of several types: validated by one pattern, documented as a choice of their schemas. */
function IdOfAny($id: string, types: [IdType, ...IdType[]], pattern = types.map(idPattern).join('|')) {
  const examples = [idExample(types[0])];
  return documentedAs(Type.Union(types.map(idSchema), { $id, examples }), Type.String({ pattern, examples }));
}

export const AccountId = IdOfAny(
  'AccountId',
  ['InternalAccount', 'ExternalAccount'],
  '^(InternalAccount|ExternalAccount):[0-9a-f-]{36}$',
);
export const AnyTransactionId = IdOfAny('AnyTransactionId', ['Transaction', 'CardTransaction']);
/** The platform owns its own accounts. */
export const AccountOwnerId = IdOfAny('AccountOwnerId', ['Customer', 'Platform']);
export const DocumentHolderId = IdOfAny('DocumentHolderId', ['Customer', 'BeneficialOwner']);

export const DateTime = (options: SchemaOptions = {}) => Type.String({ format: 'date-time', ...options });

/** Timestamp of a response, serialized from a `Date`. */
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

/** Limit per request in the request log. */
export const MAX_WARNINGS = 20;

export const Warnings = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
  maxItems: MAX_WARNINGS,
  description: 'what Prefer: handling=strict would have rejected',
});

/** List without pages. */
export const DataOf = (item: TSchema, $id: string) => Type.Object({ data: Type.Array(item) }, { $id });
