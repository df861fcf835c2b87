import { Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import { Address, Country, Email, Enum, IdOf, Phone, Timestamp } from '../http/schemas.ts';
import { identificationTypes, verificationStates } from './fields.ts';
import { ownerRoles } from './owner-rules.ts';

const Name = Type.String({ minLength: 1, maxLength: 255 });

const shownPerson = {
  firstName: Name,
  middleName: Type.Optional(Name),
  lastName: Name,
  birthDate: Type.String({ format: 'date' }),
  nationality: Country(),
  email: Type.Optional(Email()),
  phoneNumber: Type.Optional(Phone()),
  address: Address,
  idType: Enum(identificationTypes),
  countryOfIssuance: Type.Optional(Country()),
};

const person = { ...shownPerson, identifier: Type.String({ minLength: 1, maxLength: 50, writeOnly: true }) };

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

export const BeneficialOwnerUpdate = Type.Partial(
  Type.Object({
    ...members,
    personalInfo: Type.Partial(Type.Object(person), { $id: 'BeneficialOwnerPersonalInfoUpdate' }),
  }),
  { $id: 'BeneficialOwnerUpdateRequest' },
);

export const BeneficialOwner = Type.Object(
  {
    id: IdOf('BeneficialOwner'),
    customerId: IdOf('Customer'),
    ...members,
    personalInfo: Type.Object(shownPerson, { $id: 'BeneficialOwnerPersonalInfoResponse' }),
    kycStatus: Enum(verificationStates),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'BeneficialOwner' },
);

export const BeneficialOwnerList = PageOf(BeneficialOwner, 'BeneficialOwnerListResponse');
