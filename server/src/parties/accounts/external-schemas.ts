import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Pattern } from '../../engine/http/pattern-text.ts';
import { Address, Country, Email, Enum, IdOf, OneOf, Phone } from '../../engine/http/schemas.ts';
import { AccountName, Personal, Secret } from '../../engine/http/sensitivity.ts';
import { nameCheckStatuses } from '../../engine/providers/name-check/port.ts';
import { type AccountTypeName, accountType, accountTypeNames } from './account-types.ts';
import { type AccountInfo, externalAccountStatuses, ownershipMethods, ownershipTypes } from './external-names.ts';
import {
  type BeneficiaryRules,
  type BusinessMember,
  businessMembers,
  type IndividualMember,
} from './types/beneficiaries.ts';
import { fieldDescriptions } from './types/field-descriptions.ts';
import type { AccountField } from './types/fields.ts';
import { signatureSchemes } from './wallet-signatures.ts';

const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

const AddressWithCity = Type.Object(
  { ...Address.properties, city: Personal(Text(255, 'City or town.')) },
  { $id: 'AddressWithCity', description: 'Postal address that names the city.' },
);

const beneficiaryMembers = {
  fullName: Personal(Text(255, 'Full name of the person, as the bank or custodian of the account has it.')),
  legalName: Personal(Text(255, 'Registered name of the business, as the bank or custodian of the account has it.')),
  birthDate: Personal(Type.String({ format: 'date', description: 'Date of birth as `YYYY-MM-DD`.' })),
  nationality: Personal(Country({ description: 'Country of citizenship by its ISO 3166-1 alpha-2 code.' })),
  registrationNumber: Personal(Text(100, 'Number of the business in the register of its country.')),
  taxId: Secret(Text(50, 'Tax number of the business in its country.')),
  email: Described(Email(), 'Email address of the owner of the account.'),
  phoneNumber: Described(Phone(), 'Phone number of the owner of the account in E.164 form.'),
  countryOfResidence: Country({
    description: 'Country in which the owner lives or is established, by its ISO 3166-1 alpha-2 code.',
  }),
  address: Described(Address, 'Address of the owner of the account.'),
} satisfies Record<IndividualMember | BusinessMember, TSchema>;

/** `AED_ACCOUNT` becomes `Aed`, `BASE_WALLET` becomes `BaseWallet`. */
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
  return OneOf('beneficiaryType', [individualSchema(name, rules), businessSchema(rules)], {
    description: rules.isRequired
      ? 'Owner of the account: a person or a business.'
      : 'Owner of the wallet; required only where the Travel Rule applies.',
  });
}

function individualSchema(name: AccountTypeName, { isRequired, individual }: BeneficiaryRules): TSchema {
  const own = {
    ...pick(individual.members),
    ...(individual.needsCity && { address: Described(AddressWithCity, 'Address of the owner of the account.') }),
  };
  return Type.Object(
    {
      beneficiaryType: Type.Literal('INDIVIDUAL', { description: 'Marks the owner as a person.' }),
      ...members(own, individual.requires),
      ...fieldSchemas(individual.extra ?? {}),
    },
    { $id: isRequired ? `${familyOf(name)}Beneficiary` : 'WalletIndividualBeneficiary' },
  );
}

/** Named after the required members, because account types with the same members share the schema. */
function businessSchema({ business: { requires } }: BeneficiaryRules): TSchema {
  const [, ...further] = requires.map((member) => member.charAt(0).toUpperCase() + member.slice(1));
  return Type.Object(
    {
      beneficiaryType: Type.Literal('BUSINESS', { description: 'Marks the owner as a business.' }),
      ...members(pick(businessMembers), requires),
    },
    { $id: `BusinessBeneficiary${further.length > 0 ? 'With' : ''}${further.join('And')}` },
  );
}

export const fieldSchemas = (fields: Readonly<Record<string, AccountField>>): TProperties =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(name, field)]));

/** Fields that name an institution. All other text fields are masked in the request log. */
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
/** Identifying numbers of a person, removed from the request log. */
const personFields = new Set(['documentNumber', 'registrationNumber', 'taxId', 'fiToFiInformation']);

function fieldSchema(name: string, field: AccountField): TSchema {
  const schema = field.choices ? Enum(field.choices) : maskedField(name, textField(field));
  const described = Described(schema, field.description ?? fieldDescriptions[name] ?? '');
  return field.isRequired ? described : Type.Optional(described);
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

export const AccountTypeTag = (name: string) =>
  Type.Literal(name, { description: 'Type of the account, which selects the other members.' });

/** Members of accountInfo for this account type. */
function infoProperties(name: AccountTypeName): TProperties {
  const { fields, beneficiary } = accountType(name);
  return {
    accountType: AccountTypeTag(name),
    ...fieldSchemas(fields),
    ...(beneficiary &&
      members({ beneficiary: beneficiarySchema(name, beneficiary) }, beneficiary.isRequired ? ['beneficiary'] : [])),
  };
}

export const railsOfType = (name: AccountTypeName): string[] => [
  ...new Set(accountType(name).ways.flatMap(({ rails }) => rails)),
];

/** Responses add the rails that can pay the account. Wallets have no rails, so one schema serves both directions. */
const infos = accountTypeNames.map((name) => {
  const properties = infoProperties(name);
  const rails = railsOfType(name);
  const $id = `${familyOf(name)}ExternalAccountInfo`;
  if (rails.length === 0) {
    const info = Type.Object(properties, { $id });
    return { request: info, answer: info };
  }
  const paymentRails = Type.Array(Enum(rails), {
    readOnly: true,
    description: 'Rails that can pay this account with the details given.',
  });
  return {
    request: Type.Object(properties, { $id: `${familyOf(name)}ExternalAccountCreateInfo` }),
    answer: Type.Object({ ...properties, paymentRails }, { $id }),
  };
});

const AccountInfoRequest = Type.Unsafe<AccountInfo>(
  OneOf(
    'accountType',
    infos.map(({ request }) => request),
    {
      $id: 'ExternalAccountCreateInfoOneOf',
      description: 'Details of the account; `accountType` selects the members.',
    },
  ),
);

const AccountInfoResponse = OneOf(
  'accountType',
  infos.map(({ answer }) => answer),
  { $id: 'ExternalAccountInfoOneOf', description: 'Details of the account as given, with the rails that can pay it.' },
);

const creation = {
  currency: Type.String({
    minLength: 3,
    maxLength: 10,
    description: 'Currency of the account by its code, such as `EUR`; it must be one that the account type accepts.',
  }),
  platformAccountId: Type.Optional(Text(255, "The platform's own id for the account, which responses repeat.")),
  ownershipType: Type.Optional(
    Enum(ownershipTypes, {
      description:
        'FIRST_PARTY if the account belongs to the customer or platform itself, THIRD_PARTY if it belongs to somebody else.',
    }),
  ),
};

export const ExternalAccountCreateRequest = Type.Object(
  {
    customerId: Type.Optional(
      IdOf('Customer', {
        description: 'Customer who pays or is paid with the account; absent for an account of the platform itself.',
      }),
    ),
    ...creation,
    defaultUmaDepositAccount: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Pays incoming UMA payments of the customer out to this account; the newest such account replaces the one before.',
      }),
    ),
    accountInfo: Described(AccountInfoRequest, 'Type, details and owner of the account.'),
  },
  {
    $id: 'ExternalAccountCreateRequest',
    description: 'An account elsewhere to be added for a customer or for the platform.',
  },
);

export const PlatformExternalAccountCreateRequest = Type.Object(
  { ...creation, accountInfo: Described(AccountInfoRequest, 'Type, details and owner of the account.') },
  {
    $id: 'PlatformExternalAccountCreateRequest',
    description: 'An account elsewhere to be added for the platform itself.',
  },
);

export const ExternalAccount = Type.Object(
  {
    id: IdOf('ExternalAccount'),
    customerId: Type.Optional(
      IdOf('Customer', {
        description: 'Customer to whom the account was added; absent for an account of the platform itself.',
      }),
    ),
    status: Enum(externalAccountStatuses, {
      description:
        'Only ACTIVE accounts can be paid; PENDING_OWNERSHIP_VERIFICATION and UNVERIFIED wait for a proof of ownership, UNDER_REVIEW for a decision, INACTIVE is closed.',
    }),
    platformAccountId: Type.Optional(
      Type.String({ description: "The platform's own id, as given when the account was added." }),
    ),
    ownershipType: Type.Optional(
      Enum(ownershipTypes, {
        description:
          'FIRST_PARTY if the account belongs to the customer or platform itself, THIRD_PARTY if it belongs to somebody else.',
      }),
    ),
    currency: Type.String({ description: 'Currency of the account by its code.' }),
    defaultUmaDepositAccount: Type.Optional(
      Type.Boolean({ description: 'Whether incoming UMA payments of the customer are paid out to this account.' }),
    ),
    beneficiaryVerificationStatus: Type.Optional(
      Enum(nameCheckStatuses, {
        description:
          'Result of comparing the name of the beneficiary with the holder of the account; absent where no name was checked.',
      }),
    ),
    beneficiaryVerifiedData: Type.Optional(
      Type.Object(
        {
          fullName: Type.Optional(
            Personal(
              Type.String({
                description: 'Name of the account holder at the bank; present where the bank returns it.',
              }),
            ),
          ),
        },
        {
          $id: 'BeneficiaryVerifiedData',
          description: 'Data that the bank of the account returned for the beneficiary.',
        },
      ),
    ),
    accountInfo: Described(
      AccountInfoResponse,
      'Type, details and owner of the account, with the rails that can pay it.',
    ),
  },
  {
    $id: 'ExternalAccount',
    description: 'An account elsewhere that can be paid, or from which money can be collected.',
  },
);

export const ExternalAccountList = PageOf(ExternalAccount, 'ExternalAccountListResponse');

export const OwnershipChallengeRequest = Type.Object(
  {
    method: Enum(ownershipMethods, {
      description:
        'WALLET_SIGNATURE signs a message with the key of the wallet; LIVENESS asks the owner to verify on a hosted page.',
    }),
  },
  { $id: 'OwnershipChallengeRequest', description: 'The kind of proof that the owner will give.' },
);

const expiresAt = Type.String({ format: 'date-time', description: 'Time after which the challenge is void.' });

export const OwnershipChallenge = OneOf(
  'method',
  [
    Type.Object(
      {
        method: Type.Literal('WALLET_SIGNATURE', {
          description: 'Marks the challenge as one that a wallet signature answers.',
        }),
        messageToSign: Secret(
          Type.String({ description: 'Text that the key of the wallet must sign, byte for byte.' }),
        ),
        expiresAt,
      },
      { $id: 'WalletSignatureChallenge', description: 'Challenge that a signature of the wallet answers.' },
    ),
    Type.Object(
      {
        method: Type.Literal('LIVENESS', {
          description: 'Marks the challenge as one that a hosted liveness check answers.',
        }),
        verificationLink: Secret(
          Type.String({ format: 'uri', description: 'Page on which the owner completes the liveness check.' }),
        ),
        token: Type.Optional(
          Secret(
            Type.String({
              description: 'Token for the mobile SDK of the liveness provider; absent where it has none.',
            }),
          ),
        ),
        expiresAt,
      },
      { $id: 'LivenessChallenge', description: 'Challenge that a liveness check on a hosted page answers.' },
    ),
  ],
  { $id: 'OwnershipChallenge', description: 'Pending proof of ownership; a new challenge replaces it.' },
);

export const OwnershipVerifyRequest = Type.Object(
  {
    signature: Secret(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          'Signature over `messageToSign`: hex of 65 bytes (EVM, Tron), base58 (Solana) or base64 (Bitcoin).',
      }),
    ),
    signatureScheme: Type.Optional(
      Enum(signatureSchemes, {
        default: 'bip137',
        description: 'Convention of a Bitcoin signature; other networks ignore it.',
      }),
    ),
  },
  { $id: 'OwnershipVerifyRequest', description: 'Proof that the owner controls the key of the wallet.' },
);
