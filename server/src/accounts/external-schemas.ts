import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Address, Country, Email, Enum, IdOf, OneOf, Phone } from '../http/schemas.ts';
import { nameCheckStatuses } from '../providers/name-check/port.ts';
import { ownershipTypes } from './account-rules.ts';
import { type AccountTypeName, accountType, accountTypeNames } from './account-types.ts';
import { externalAccountStatuses } from './external-record.ts';
import { ownershipMethods } from './ownership.ts';
import {
  type BeneficiaryRules,
  type BusinessMember,
  businessMembers,
  type IndividualMember,
} from './types/beneficiaries.ts';
import type { Field } from './types/fields.ts';
import { signatureSchemes } from './wallet-signatures.ts';

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const AddressWithCity = Type.Object({ ...Address.properties, city: Text(255) }, { $id: 'AddressWithCity' });

const beneficiaryMembers = {
  fullName: Text(255),
  legalName: Text(255),
  birthDate: Type.String({ format: 'date' }),
  nationality: Country(),
  registrationNumber: Text(100),
  taxId: Text(50),
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
  const asked = { ...pick(individual.members), ...(individual.needsCity && { address: AddressWithCity }) };
  return Type.Object(
    {
      beneficiaryType: Type.Literal('INDIVIDUAL'),
      ...members(asked, individual.requires),
      ...fieldSchemas(individual.extra ?? {}),
    },
    { $id: isRequired ? `${familyOf(name)}Beneficiary` : 'WalletIndividualBeneficiary' },
  );
}

/** Named by what it asks for beyond the name: types that ask the same share it. */
function businessSchema({ business: { requires } }: BeneficiaryRules): TSchema {
  const [, ...further] = requires.map((member) => member.charAt(0).toUpperCase() + member.slice(1));
  return Type.Object(
    { beneficiaryType: Type.Literal('BUSINESS'), ...members(pick(businessMembers), requires) },
    { $id: `BusinessBeneficiary${further.length > 0 ? 'With' : ''}${further.join('And')}` },
  );
}

export const fieldSchemas = (fields: Readonly<Record<string, Field>>): TProperties =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));

function fieldSchema({ choices, minLength, maxLength, pattern, example, isRequired }: Field): TSchema {
  const schema = choices
    ? Enum(choices)
    : Type.String({
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
        ...(pattern !== undefined && { pattern }),
        examples: [example],
      });
  return isRequired ? schema : Type.Optional(schema);
}

/** What a request says of an account of this type. */
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

/** Answers add the rails that can pay the account; wallets have none, and look the same in both directions. */
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

const AccountInfoRequest = OneOf(
  'accountType',
  infos.map(({ request }) => request),
  { $id: 'ExternalAccountCreateInfoOneOf' },
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
      Type.Boolean({ default: false, description: 'one per customer: the newest takes the place of the one before' }),
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
      Type.Object({ fullName: Type.Optional(Type.String()) }, { $id: 'BeneficiaryVerifiedData' }),
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
      { method: Type.Literal('WALLET_SIGNATURE'), messageToSign: Type.String(), expiresAt },
      { $id: 'WalletSignatureChallenge' },
    ),
    Type.Object(
      {
        method: Type.Literal('LIVENESS'),
        verificationLink: Type.String({ format: 'uri' }),
        token: Type.Optional(Type.String()),
        expiresAt,
      },
      { $id: 'LivenessChallenge' },
    ),
  ],
  { $id: 'OwnershipChallenge' },
);

export const OwnershipVerifyRequest = Type.Object(
  {
    signature: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'over messageToSign: hex of 65 bytes (EVM, Tron), base58 (Solana), base64 (Bitcoin)',
    }),
    signatureScheme: Type.Optional(Enum(signatureSchemes, { default: 'bip137', description: 'Bitcoin only' })),
  },
  { $id: 'OwnershipVerifyRequest' },
);
