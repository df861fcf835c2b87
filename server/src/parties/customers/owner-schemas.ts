import { type Static, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
import { Address, Country, CreatedAt, Email, Enum, IdOf, Phone, UpdatedAt } from '../../engine/http/schemas.ts';
import { Personal, Secret } from '../../engine/http/sensitivity.ts';
import { identificationTypes, ownerRoles, verificationStates } from './fields.ts';

const Name = Personal(Type.String({ minLength: 1, maxLength: 255 }));

const shownMembers = {
  firstName: Described(Name, 'First name of the person.'),
  middleName: Type.Optional(Described(Name, 'Middle name of the person, where there is one.')),
  lastName: Described(Name, 'Last name of the person.'),
  birthDate: Personal(Type.String({ format: 'date', description: 'Date of birth as `YYYY-MM-DD`.' })),
  nationality: Personal(Country({ description: 'Country of citizenship by its ISO 3166-1 alpha-2 code.' })),
  email: Type.Optional(Described(Email(), 'Email address of the person.')),
  phoneNumber: Type.Optional(Described(Phone(), 'Phone number of the person in E.164 form.')),
  address: Described(Address, 'Residential address of the person.'),
  idType: Enum(identificationTypes, {
    description:
      'Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.',
  }),
  countryOfIssuance: Type.Optional(
    Country({ description: 'Country that issued `identifier`, by its ISO 3166-1 alpha-2 code.' }),
  ),
};

const person = {
  ...shownMembers,
  identifier: Secret(
    Type.String({
      minLength: 1,
      maxLength: 50,
      writeOnly: true,
      description: 'Tax number of the kind that `idType` names; responses mask all but its last four characters.',
    }),
  ),
};

const members = {
  roles: Type.Array(Enum(ownerRoles), {
    minItems: 1,
    maxItems: ownerRoles.length,
    uniqueItems: true,
    description: 'Roles of the person in the business; UBO is an ultimate beneficial owner.',
  }),
  ownershipPercentage: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Share of the business that the person holds, in percent; all owners together hold at most 100.',
  }),
};

export const BeneficialOwnerCreate = Type.Object(
  {
    customerId: IdOf('Customer', { description: 'Business customer to which the owner belongs.' }),
    ...members,
    personalInfo: Type.Object(person, {
      $id: 'BeneficialOwnerPersonalInfo',
      description: 'Identity of a beneficial owner.',
    }),
  },
  { $id: 'BeneficialOwnerCreateRequest', description: 'An owner or officer of a business to be added.' },
);
export type OwnerCreation = Omit<Static<typeof BeneficialOwnerCreate>, 'customerId'>;

export const BeneficialOwnerUpdate = Type.Partial(
  Type.Object({
    ...members,
    personalInfo: Type.Partial(Type.Object(person), {
      $id: 'BeneficialOwnerPersonalInfoUpdate',
      description: 'Changes of the identity; members that are absent keep their values.',
    }),
  }),
  {
    $id: 'BeneficialOwnerUpdateRequest',
    description: 'Change of an owner; members that are absent keep their values.',
  },
);
export type OwnerUpdate = Static<typeof BeneficialOwnerUpdate>;

const maskedIdentifier = Personal(
  Type.String({
    description: 'Tax number of the kind that `idType` names, masked except for its last four characters.',
    examples: ['*******6789'],
  }),
);

const ShownPerson = Type.Object(
  { ...shownMembers, identifier: maskedIdentifier },
  { $id: 'BeneficialOwnerPersonalInfoResponse', description: 'Identity of a beneficial owner.' },
);
/** The person behind an owner, without the identifier. */
export type PersonalInfo = Omit<Static<typeof ShownPerson>, 'identifier'>;

export const BeneficialOwner = Type.Object(
  {
    id: IdOf('BeneficialOwner'),
    customerId: IdOf('Customer', { description: 'Business customer to which the owner belongs.' }),
    ...members,
    personalInfo: ShownPerson,
    kycStatus: Enum(verificationStates, { description: 'State of the identity check of the person.' }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'BeneficialOwner', description: 'An owner or officer of a business customer.' },
);

export const BeneficialOwnerList = PageOf(BeneficialOwner, 'BeneficialOwnerListResponse');
