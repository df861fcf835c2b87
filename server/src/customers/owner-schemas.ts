import { type Static, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Address, Country, CreatedAt, Email, Enum, IdOf, Phone, UpdatedAt } from '../http/schemas.ts';
import { Personal, Secret } from '../http/sensitivity.ts';
import { identificationTypes, ownerRoles, verificationStates } from './fields.ts';

const Name = Personal(Type.String({ minLength: 1, maxLength: 255 }));

const shownMembers = {
  firstName: Name,
  middleName: Type.Optional(Name),
  lastName: Name,
  birthDate: Personal(Type.String({ format: 'date' })),
  nationality: Personal(Country()),
  email: Type.Optional(Email()),
  phoneNumber: Type.Optional(Phone()),
  address: Address,
  idType: Enum(identificationTypes),
  countryOfIssuance: Type.Optional(Country()),
};

const person = { ...shownMembers, identifier: Secret(Type.String({ minLength: 1, maxLength: 50, writeOnly: true })) };

const members = {
  roles: Type.Array(Enum(ownerRoles), { minItems: 1, maxItems: ownerRoles.length, uniqueItems: true }),
  ownershipPercentage: Type.Integer({ minimum: 0, maximum: 100 }),
};

export const BeneficialOwnerCreate = Type.Object(
  {
    customerId: IdOf('Customer'),
    ...members,
    personalInfo: Type.Object(person, { $id: 'BeneficialOwnerPersonalInfo' }),
  },
  { $id: 'BeneficialOwnerCreateRequest' },
);
export type OwnerCreation = Omit<Static<typeof BeneficialOwnerCreate>, 'customerId'>;

export const BeneficialOwnerUpdate = Type.Partial(
  Type.Object({
    ...members,
    personalInfo: Type.Partial(Type.Object(person), { $id: 'BeneficialOwnerPersonalInfoUpdate' }),
  }),
  { $id: 'BeneficialOwnerUpdateRequest' },
);
export type OwnerUpdate = Static<typeof BeneficialOwnerUpdate>;

const ShownPerson = Type.Object(shownMembers, { $id: 'BeneficialOwnerPersonalInfoResponse' });
/** The person behind an owner, without the identifier. */
export type PersonalInfo = Static<typeof ShownPerson>;

export const BeneficialOwner = Type.Object(
  {
    id: IdOf('BeneficialOwner'),
    customerId: IdOf('Customer'),
    ...members,
    personalInfo: ShownPerson,
    kycStatus: Enum(verificationStates),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { $id: 'BeneficialOwner' },
);

export const BeneficialOwnerList = PageOf(BeneficialOwner, 'BeneficialOwnerListResponse');
