import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Pattern } from '../http/pattern-text.ts';
import { Address, Country, Email, Enum, IdOf, OneOf, Phone } from '../http/schemas.ts';
import { AccountName, Personal, Secret } from '../http/sensitivity.ts';
import { nameCheckStatuses } from '../providers/name-check/port.ts';
import { type AccountTypeName, accountType, accountTypeNames } from './account-types.ts';
import { type AccountInfo, externalAccountStatuses, ownershipMethods, ownershipTypes } from './external-names.ts';
import {
  type BeneficiaryRules,
  type BusinessMember,
  businessMembers,
  type IndividualMember,
} from './types/beneficiaries.ts';
import type { AccountField } from './types/fields.ts';
import { signatureSchemes } from './wallet-signatures.ts';

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const AddressWithCity = Type.Object({ ...Address.properties, city: Personal(Text(255)) }, { $id: 'AddressWithCity' });

const beneficiaryMembers = {
  fullName: Personal(Text(255)),
  legalName: Personal(Text(255)),
  birthDate: Personal(Type.String({ format: 'date' })),
  nationality: Personal(Country()),
  registrationNumber: Personal(Text(100)),
  taxId: Secret(Text(50)),
  email: Email(),
  phoneNumber: Phone(),
  countryOfResidence: Country(),
  address: Address,
} satisfies Record<IndividualMember | BusinessMember, TSchema>;

/** `AED_ACCOUNT` is `Aed`, `BASE_WALLET` is `BaseWallet`. */
export const familyOf = (name: string): string =>
  name
    .replace(/_ACCOUNT$/, '')
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');

const members = (schemas: TProperties, required: readonly string[]): TProperties =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, required.includes(name) ? schema : Type.Optional(schema)]),
  );

const pick = (names: readonly (keyof typeof beneficiaryMembers)[]): TProperties =>
  Object.fromEntries(names.map((name) => [name, beneficiaryMembers[name]]));

function beneficiarySchema(name: AccountTypeName, rules: BeneficiaryRules): TSchema {
  return OneOf('beneficiaryType', [individualSchema(name, rules), businessSchema(rules)]);
}

function individualSchema(name: AccountTypeName, { isRequired, individual }: BeneficiaryRules): TSchema {
  const own = { ...pick(individual.members), ...(individual.needsCity && { address: AddressWithCity }) };
  return Type.Object(
    {
      beneficiaryType: Type.Literal('INDIVIDUAL'),
      ...members(own, individual.requires),
      ...fieldSchemas(individual.extra ?? {}),
    },
    { $id: isRequired ? `${familyOf(name)}Beneficiary` : 'WalletIndividualBeneficiary' },
  );
}

/** Named after the members it requires beside the name: account types with the same members share it. */
function businessSchema({ business: { requires } }: BeneficiaryRules): TSchema {
  const [, ...further] = requires.map((member) => member.charAt(0).toUpperCase() + member.slice(1));
  return Type.Object(
    { beneficiaryType: Type.Literal('BUSINESS'), ...members(pick(businessMembers), requires) },
    { $id: `BusinessBeneficiary${further.length > 0 ? 'With' : ''}${further.join('And')}` },
  );
}

export const fieldSchemas = (fields: Readonly<Record<string, AccountField>>): TProperties =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(name, field)]));

/** Fields that name an institution: all other text fields are masked in the request log. */
const institutionFields = new Set([
  'bankName',
  'bankCode',
  'branchCode',
  'country',
  'ifsc',
  'intermediaryBankName',
  'intermediaryRoutingNumber',
  'provider',
  'routingNumber',
  'sortCode',
  'swiftCode',
  'vaspName',
]);
/** Numbers of a person: removed from the request log. */
const personFields = new Set(['documentNumber', 'registrationNumber', 'taxId', 'fiToFiInformation']);

function fieldSchema(name: string, field: AccountField): TSchema {
  const schema = field.choices ? Enum(field.choices) : maskedField(name, textField(field));
  return field.isRequired ? schema : Type.Optional(schema);
}

function textField({ minLength, maxLength, pattern, words, example }: AccountField): TSchema {
  const options = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    examples: [example],
  };
  return pattern === undefined ? Type.String(options) : Pattern(pattern, words, options);
}

function maskedField(name: string, schema: TSchema): TSchema {
  if (institutionFields.has(name)) return schema;
  return personFields.has(name) ? Personal(schema) : AccountName(schema);
}

/** Members of accountInfo for this account type. */
function infoProperties(name: AccountTypeName): TProperties {
  const { fields, beneficiary } = accountType(name);
  return {
    accountType: Type.Literal(name),
    ...fieldSchemas(fields),
    ...(beneficiary &&
      members({ beneficiary: beneficiarySchema(name, beneficiary) }, beneficiary.isRequired ? ['beneficiary'] : [])),
  };
}

export const railsOfType = (name: AccountTypeName): string[] => [
  ...new Set(accountType(name).ways.flatMap(({ rails }) => rails)),
];

/** Answers add the rails that can pay the account; wallets have no rails and one schema for both directions. */
const infos = accountTypeNames.map((name) => {
  const properties = infoProperties(name);
  const rails = railsOfType(name);
  const $id = `${familyOf(name)}ExternalAccountInfo`;
  if (rails.length === 0) {
    const info = Type.Object(properties, { $id });
    return { request: info, answer: info };
  }
  const paymentRails = Type.Array(Enum(rails), { readOnly: true });
  return {
    request: Type.Object(properties, { $id: `${familyOf(name)}ExternalAccountCreateInfo` }),
    answer: Type.Object({ ...properties, paymentRails }, { $id }),
  };
});

const AccountInfoRequest = Type.Unsafe<AccountInfo>(
  OneOf(
    'accountType',
    infos.map(({ request }) => request),
    { $id: 'ExternalAccountCreateInfoOneOf' },
  ),
);

const AccountInfoAnswer = OneOf(
  'accountType',
  infos.map(({ answer }) => answer),
  { $id: 'ExternalAccountInfoOneOf' },
);

const creation = {
  currency: Type.String({ minLength: 3, maxLength: 10 }),
  platformAccountId: Type.Optional(Text(255)),
  ownershipType: Type.Optional(Enum(ownershipTypes)),
};

export const ExternalAccountCreateRequest = Type.Object(
  {
    customerId: Type.Optional(IdOf('Customer', { description: "absent: the platform's own account" })),
    ...creation,
    defaultUmaDepositAccount: Type.Optional(
      Type.Boolean({ default: false, description: 'one per customer: the newest replaces the one before' }),
    ),
    accountInfo: AccountInfoRequest,
  },
  { $id: 'ExternalAccountCreateRequest' },
);

export const PlatformExternalAccountCreateRequest = Type.Object(
  { ...creation, accountInfo: AccountInfoRequest },
  { $id: 'PlatformExternalAccountCreateRequest' },
);

export const ExternalAccount = Type.Object(
  {
    id: IdOf('ExternalAccount'),
    customerId: Type.Optional(IdOf('Customer')),
    status: Enum(externalAccountStatuses),
    platformAccountId: Type.Optional(Type.String()),
    ownershipType: Type.Optional(Enum(ownershipTypes)),
    currency: Type.String(),
    defaultUmaDepositAccount: Type.Optional(Type.Boolean()),
    beneficiaryVerificationStatus: Type.Optional(Enum(nameCheckStatuses)),
    beneficiaryVerifiedData: Type.Optional(
      Type.Object({ fullName: Type.Optional(Personal(Type.String())) }, { $id: 'BeneficiaryVerifiedData' }),
    ),
    accountInfo: AccountInfoAnswer,
  },
  { $id: 'ExternalAccount' },
);

export const ExternalAccountList = PageOf(ExternalAccount, 'ExternalAccountListResponse');

export const OwnershipChallengeRequest = Type.Object(
  { method: Enum(ownershipMethods) },
  { $id: 'OwnershipChallengeRequest' },
);

const expiresAt = Type.String({ format: 'date-time' });

export const OwnershipChallenge = OneOf(
  'method',
  [
    Type.Object(
      { method: Type.Literal('WALLET_SIGNATURE'), messageToSign: Secret(Type.String()), expiresAt },
      { $id: 'WalletSignatureChallenge' },
    ),
    Type.Object(
      {
        method: Type.Literal('LIVENESS'),
        verificationLink: Secret(Type.String({ format: 'uri' })),
        token: Type.Optional(Secret(Type.String())),
        expiresAt,
      },
      { $id: 'LivenessChallenge' },
    ),
  ],
  { $id: 'OwnershipChallenge' },
);

export const OwnershipVerifyRequest = Type.Object(
  {
    signature: Secret(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'over messageToSign: hex of 65 bytes (EVM, Tron), base58 (Solana), base64 (Bitcoin)',
      }),
    ),
    signatureScheme: Type.Optional(Enum(signatureSchemes, { default: 'bip137', description: 'Bitcoin only' })),
  },
  { $id: 'OwnershipVerifyRequest' },
);
