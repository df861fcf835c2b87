import { type SchemaOptions, type Static, type TSchema, type TString, Type } from '@sinclair/typebox';
import { type IdType, idPattern, idTypes } from '../../foundation/kernel/ids.ts';
import { MAX_AMOUNT } from '../../foundation/kernel/money.ts';
import { idDescriptions } from './id-descriptions.ts';
import { Annotated, Described, documentedAs } from './named-schemas.ts';
import { described, Pattern } from './pattern-text.ts';
import { AccountName, Personal } from './sensitivity.ts';

/** String `enum` with a literal type. Its error message lists the choices. */
export const Enum = <const T extends readonly string[]>(values: T, options: SchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

const CountryCode = Type.String({
  $id: 'CountryCode',
  pattern: '^[A-Z]{2}$',
  description: 'Country by its ISO 3166-1 alpha-2 code, in capitals, such as `DE`.',
  examples: ['US'],
});

/** Validates by the list of countries, but documents a pattern, because generators do not support the format. */
export const Country = (options: SchemaOptions = {}) =>
  Annotated(documentedAs(CountryCode, Type.String({ format: 'iso-3166-1-alpha-2' })), options);

export const Phone = () =>
  AccountName(
    Pattern('^\\+[1-9]\\d{1,14}$', 'a phone number with + and its country code, like +12025550123', {
      description: 'Phone number in E.164 form: `+`, calling code and number without spaces.',
    }),
  );

export const Email = () =>
  Personal(Type.String({ format: 'email', maxLength: 255, description: 'Email address, at most 255 characters.' }));

const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

export const Address = Type.Object(
  {
    line1: Personal(Text(255, 'Street and number, or a post office box.')),
    line2: Type.Optional(Personal(Type.String({ maxLength: 255, description: 'Apartment, floor or building.' }))),
    city: Type.Optional(Personal(Text(255, 'City or town; some account types require it.'))),
    state: Type.Optional(Personal(Text(255, 'State, province or region, where the country has them.'))),
    postalCode: Personal(Text(20, 'Postal or ZIP code, in the form of the country.')),
    country: Country(),
  },
  { $id: 'Address', description: 'Postal address.' },
);

/** Discriminated union: errors are reported only for the choice that the tag selects. */
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

/** Named schema of each id type, such as `CustomerId`. */
const idSchemas = new Map(
  idTypes.map((type) => [
    type,
    Type.String({
      $id: `${type}Id`,
      pattern: idPattern(type),
      examples: [idExample(type)],
      description: idDescriptions[type],
    }),
  ]),
);
const idSchema = (type: IdType) => idSchemas.get(type) as TString;

export const IdOf = (type: IdType, options: SchemaOptions = {}) => Annotated(idSchema(type), options);

/** Id of one of several types: validated by one pattern, documented as a choice of the id schemas. */
function IdOfAny(
  { $id, description }: { $id: string; description: string },
  types: [IdType, ...IdType[]],
  pattern = types.map(idPattern).join('|'),
) {
  const examples = [idExample(types[0])];
  return documentedAs(
    Type.Union(types.map(idSchema), { $id, examples, description }),
    Type.String({ pattern, examples, description }),
  );
}

export const AccountId = IdOfAny(
  { $id: 'AccountId', description: 'Id of an internal or external account.' },
  ['InternalAccount', 'ExternalAccount'],
  '^(InternalAccount|ExternalAccount):[0-9a-f-]{36}$',
);
export const AnyTransactionId = IdOfAny(
  { $id: 'AnyTransactionId', description: 'Id of a transaction or card transaction.' },
  ['Transaction', 'CardTransaction'],
);
export const AccountOwnerId = IdOfAny(
  { $id: 'AccountOwnerId', description: 'Id of a customer, or of the platform, which owns accounts of its own.' },
  ['Customer', 'Platform'],
);
export const DocumentHolderId = IdOfAny(
  { $id: 'DocumentHolderId', description: 'Id of the customer or beneficial owner to whom a document belongs.' },
  ['Customer', 'BeneficialOwner'],
);

export const DateTime = (options: SchemaOptions = {}) => Type.String({ format: 'date-time', ...options });

/** Timestamp in a response, serialized from a `Date`. */
export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time' });

export const CreatedAt = Described(Timestamp, "Time of creation by the platform's clock, which a sandbox can advance.");

export const UpdatedAt = Described(Timestamp, 'Time of the last change; equal to `createdAt` before the first one.');

export const Amount = (options: SchemaOptions & { minimum?: number; maximum?: number } = {}) =>
  Type.Integer(described(AMOUNT_TEXT, { format: 'int64', minimum: 1, maximum: MAX_AMOUNT, ...options }));

const AMOUNT_TEXT = 'an integer in the smallest unit of the currency, like 2550 for 25.50 USD';

export const Currency = Type.Object(
  {
    code: Type.String({ description: 'ISO 4217 code of a fiat currency, or the ticker of a crypto currency.' }),
    name: Type.String({ description: 'Full English name, such as `US Dollar`.' }),
    symbol: Type.String({ description: 'Symbol for display, such as `$`.' }),
    decimals: Type.Integer({
      minimum: 0,
      description: 'Decimal places of the smallest unit: with 2, an amount of 1050 is 10.50.',
    }),
  },
  { $id: 'Currency', description: 'A currency, and how its amounts are displayed.' },
);

export const CurrencyAmount = Type.Object(
  {
    amount: Type.Integer({ format: 'int64', description: 'Amount in the smallest unit of `currency`, such as cents.' }),
    currency: Described(Currency, 'Currency of `amount`.'),
  },
  { $id: 'CurrencyAmount', description: 'An amount of money with its currency.' },
);

export const FieldError = Type.Object(
  {
    field: Type.String({ description: 'Path of the invalid field in dot notation, such as `businessInfo.taxId`.' }),
    message: Type.Optional(Type.String({ description: 'Rule that the field breaks, and the way to comply with it.' })),
    constraint: Type.Optional(
      Type.Object(
        {
          format: Type.Optional(Type.String({ description: 'Expected format, such as `email` or `date`.' })),
          pattern: Type.Optional(Type.String({ description: 'Regular expression that the value must match.' })),
          enum: Type.Optional(Type.Array(Type.String(), { description: 'Accepted values.' })),
          minLength: Type.Optional(Type.Integer({ description: 'Shortest accepted length, in characters.' })),
          maxLength: Type.Optional(Type.Integer({ description: 'Longest accepted length, in characters.' })),
        },
        { description: 'The broken rule in a form that programs can read.' },
      ),
    ),
  },
  { $id: 'FieldError', description: 'One invalid field of a request.' },
);

/** Maximum number of warnings per request in the request log. */
export const MAX_WARNINGS = 20;

export const Warnings = Type.Array(
  Type.Object({
    field: Type.String({ description: 'Path of the field in dot notation.' }),
    message: Type.String({ description: 'Reason why a strict request would have been rejected.' }),
  }),
  {
    maxItems: MAX_WARNINGS,
    description: 'Fields that `Prefer: handling=strict` would have rejected.',
  },
);

/** List that is returned without paging. */
export const DataOf = (item: TSchema, $id: string) =>
  Type.Object({ data: Type.Array(item, { description: 'All items: this list has no pages.' }) }, { $id });
