import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { PageOf } from '../http/paging.ts';
import {
  Address,
  Country,
  CreatedAt,
  DateTime,
  Email,
  Enum,
  IdOf,
  OneOf,
  Phone,
  Timestamp,
  UpdatedAt,
} from '../http/schemas.ts';
import { AccountName, Personal, Secret } from '../http/sensitivity.ts';
import {
  acceptanceMethods,
  businessFunds,
  businessTypes,
  type CustomerType,
  entityTypes,
  identificationTypes,
  incomeRanges,
  individualFunds,
  individualWealth,
  monthlyCounts,
  monthlyVolumes,
  netWorthRanges,
  pepStatuses,
  purposesOfAccount,
  verificationStates,
} from './fields.ts';
import { BeneficialOwner } from './owner-schemas.ts';

const MAX_LIST = 50;
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const DateOnly = Type.String({ format: 'date' });
const Countries = Type.Array(Country(), { maxItems: 250 });
const AllOf = <const T extends readonly string[]>(values: T) => Type.Array(Enum(values), { maxItems: MAX_LIST });

const optional = <T extends TProperties>(members: T) => Type.Partial(Type.Object(members)).properties;

const EndUserTermsConsent = Type.Object(
  {
    acceptedAt: DateTime(),
    ipAddress: Personal(Text(45)),
    termsVersion: Text(50),
    acceptanceMethod: Enum(acceptanceMethods),
  },
  { $id: 'EndUserTermsConsent' },
);
export type Consent = Static<typeof EndUserTermsConsent>;

const commonMembers = optional({
  currencies: Type.Array(Type.String({ minLength: 3, maxLength: 10 }), { maxItems: 100 }),
  email: Email(),
  phoneNumber: Phone(),
  umaAddress: AccountName(Text(320)),
  endUserTermsConsent: EndUserTermsConsent,
});

const creationMembers = {
  ...optional({ platformCustomerId: Text(255), region: Country() }),
  ...commonMembers,
};

const individualMembers = optional({
  fullName: Personal(Text(255)),
  birthDate: Personal(DateOnly),
  nationality: Personal(Country()),
  address: Address,
  idType: Enum(identificationTypes),
  identifier: Secret(Type.String({ minLength: 1, maxLength: 50, writeOnly: true })),
  countryOfIssuance: Country(),
  sourceOfFundsCategories: AllOf(individualFunds),
  sourceOfFundsOtherDescription: Personal(Text(500)),
  sourceOfWealthCategories: AllOf(individualWealth),
  sourceOfWealthOtherDescription: Personal(Text(500)),
  purposeOfAccount: Enum(purposesOfAccount),
  purposeOfAccountOtherDescription: Personal(Text(500)),
  expectedMonthlyTransactionCount: Enum(monthlyCounts),
  expectedMonthlyTransactionVolume: Enum(monthlyVolumes),
  annualIncomeRange: Personal(Enum(incomeRanges)),
  netWorthRange: Personal(Enum(netWorthRanges)),
  pepStatus: Personal(Enum(pepStatuses)),
});

const businessInfoMembers = {
  legalName: Personal(Text(255)),
  doingBusinessAs: Personal(Text(255)),
  country: Country(),
  registrationNumber: Personal(Text(100)),
  incorporatedOn: DateOnly,
  entityType: Enum(entityTypes),
  taxId: Secret(Text(50)),
  countriesOfOperation: Countries,
  businessType: Enum(businessTypes),
  purposeOfAccount: Enum(purposesOfAccount),
  sourceOfFunds: Personal(Text(500)),
  expectedMonthlyTransactionCount: Enum(monthlyCounts),
  expectedMonthlyTransactionVolume: Enum(monthlyVolumes),
  expectedRecipientJurisdictions: Countries,
  naicsCode: Type.String({ pattern: '^\\d{2,6}$' }),
  sourceOfFundsCategories: AllOf(businessFunds),
  sourceOfFundsOtherDescription: Personal(Text(500)),
  purposeOfAccountOtherDescription: Personal(Text(500)),
  expectedCounterpartyCountries: Countries,
  primaryContactFirstName: Personal(Text(250)),
  primaryContactLastName: Personal(Text(250)),
};

const { legalName, country, taxId, incorporatedOn, ...otherBusinessInfo } = businessInfoMembers;

const BusinessInfo = Type.Object(
  { legalName, country, taxId, incorporatedOn, ...optional(otherBusinessInfo) },
  { $id: 'BusinessInfo' },
);
const BusinessInfoUpdate = Type.Partial(Type.Object(businessInfoMembers), { $id: 'BusinessInfoUpdate' });

const { identifier: _writeOnly, ...shownIndividualMembers } = individualMembers;

const profileSchema = Type.Partial(Type.Object({ ...shownIndividualMembers, businessInfo: BusinessInfoUpdate }));

/** Stored answers of an individual or a business about itself. */
export type Profile = Static<typeof profileSchema>;

const inputSchema = Type.Partial(
  Type.Object({ ...creationMembers, ...individualMembers, businessInfo: BusinessInfoUpdate }),
);

/** Members of a creation or update of either customer type, for the rules that serve them all. */
export type CustomerInput = Static<typeof inputSchema> & { customerType: CustomerType };

const individual = { customerType: Type.Literal('INDIVIDUAL') };
const business = { customerType: Type.Literal('BUSINESS') };

export const CustomerCreate = OneOf(
  'customerType',
  [
    Type.Object(
      { ...individual, ...creationMembers, ...individualMembers },
      { $id: 'IndividualCustomerCreateRequest' },
    ),
    Type.Object(
      { ...business, ...creationMembers, address: Type.Optional(Address), businessInfo: BusinessInfo },
      { $id: 'BusinessCustomerCreateRequest' },
    ),
  ],
  { $id: 'CustomerCreateRequestOneOf' },
);

export const CustomerUpdate = OneOf(
  'customerType',
  [
    Type.Object({ ...individual, ...commonMembers, ...individualMembers }, { $id: 'IndividualCustomerUpdateRequest' }),
    Type.Object(
      {
        ...business,
        ...commonMembers,
        address: Type.Optional(Address),
        businessInfo: Type.Optional(BusinessInfoUpdate),
      },
      { $id: 'BusinessCustomerUpdateRequest' },
    ),
  ],
  { $id: 'CustomerUpdateRequestOneOf' },
);

const ContactState = Enum(['PENDING', 'VERIFIED']);
const ContactVerificationSchema = Type.Partial(Type.Object({ email: ContactState, phone: ContactState }));
export type ContactVerification = Static<typeof ContactVerificationSchema>;

const answerMembers = {
  id: IdOf('Customer', { readOnly: true }),
  platformCustomerId: Type.String(),
  umaAddress: AccountName(Type.String()),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  isDeleted: Type.Boolean(),
  ...optional({
    endUserTermsConsent: EndUserTermsConsent,
    region: Type.String(),
    currencies: Type.Array(Type.String()),
    email: Email(),
    phoneNumber: Phone(),
    contactVerification: ContactVerificationSchema,
  }),
};

export const Customer = OneOf(
  'customerType',
  [
    Type.Object(
      { ...individual, ...answerMembers, kycStatus: Enum(verificationStates), ...shownIndividualMembers },
      { $id: 'IndividualCustomer' },
    ),
    Type.Object(
      {
        ...business,
        ...answerMembers,
        kybStatus: Enum(verificationStates),
        address: Type.Optional(Address),
        businessInfo: Type.Optional(BusinessInfoUpdate),
        beneficialOwners: Type.Array(BeneficialOwner),
      },
      { $id: 'BusinessCustomer' },
    ),
  ],
  { $id: 'CustomerOneOf' },
);

export const CustomerList = PageOf(Customer, 'CustomerListResponse');

export const EndUserTerms = Type.Object(
  { version: Type.String(), url: Type.String({ format: 'uri' }) },
  { $id: 'EndUserTerms' },
);

export const CodeConfirm = Type.Object(
  { code: Secret(Type.String({ minLength: 1, maxLength: 20 })) },
  { $id: 'ContactVerificationConfirmRequest' },
);

const ImportErrorSchema = Type.Object({
  correlationId: Type.String({ description: 'platformCustomerId of the row, or row_<number>' }),
  code: Type.String(),
  message: Type.String(),
  details: Type.Optional(Type.Unknown()),
});
export type ImportError = Static<typeof ImportErrorSchema>;

export const BulkImportAccepted = Type.Object(
  { jobId: IdOf('Job'), status: Enum(['PENDING', 'PROCESSING']) },
  { $id: 'BulkCustomerImportJobAccepted' },
);

export const BulkImport = Type.Object(
  {
    id: IdOf('Job'),
    status: Enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
    progress: Type.Object({
      total: Type.Integer(),
      processed: Type.Integer(),
      successful: Type.Integer(),
      failed: Type.Integer(),
    }),
    errors: Type.Optional(Type.Array(ImportErrorSchema)),
    completedAt: Type.Optional(Timestamp),
  },
  { $id: 'BulkCustomerImportJob' },
);

/** A row of a CSV file need not have all members that a request requires of a business. */
export const ImportedCustomer = OneOf('customerType', [
  Type.Object({ ...individual, ...creationMembers, ...individualMembers }),
  Type.Object({ ...business, ...creationMembers, address: Type.Optional(Address), businessInfo: BusinessInfoUpdate }),
]);
