import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { Described } from '../../engine/http/named-schemas.ts';
import { PageOf } from '../../engine/http/paging.ts';
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
} from '../../engine/http/schemas.ts';
import { AccountName, Personal, Secret } from '../../engine/http/sensitivity.ts';
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
const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const DateOnly = Type.String({ format: 'date' });
const Countries = Type.Array(Country(), { maxItems: 250 });
const AllOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Array(Enum(values), { maxItems: MAX_LIST, description });

const optional = <T extends TProperties>(members: T) => Type.Partial(Type.Object(members)).properties;

const EndUserTermsConsent = Type.Object(
  {
    acceptedAt: DateTime({ description: 'Time at which the customer accepted the terms.' }),
    ipAddress: Personal(Text(45, 'IP address from which the customer accepted the terms.')),
    termsVersion: Text(50, 'Version of the terms, as `GET /customers/end-user-terms` shows it.'),
    acceptanceMethod: Enum(acceptanceMethods, {
      description: 'How the customer accepted: by ticking a box or by a click on a button.',
    }),
  },
  { $id: 'EndUserTermsConsent', description: 'Acceptance of the end-user terms by the customer.' },
);
export type Consent = Static<typeof EndUserTermsConsent>;

const commonMembers = optional({
  currencies: Type.Array(Type.String({ minLength: 3, maxLength: 10 }), {
    maxItems: 100,
    description: 'Currencies in which the customer gets internal accounts, by their codes.',
  }),
  email: Described(Email(), 'Email address of the customer, for codes and the embedded wallet.'),
  phoneNumber: Described(Phone(), 'Phone number of the customer in E.164 form, for codes.'),
  umaAddress: AccountName(
    Text(320, 'UMA address on a domain of the platform; the service assigns one where it is absent.'),
  ),
  endUserTermsConsent: Described(
    EndUserTermsConsent,
    'Acceptance of the end-user terms; payments require it where the terms apply.',
  ),
});

const creationMembers = {
  ...optional({
    platformCustomerId: Text(
      255,
      "The platform's own id of the customer, unique among its customers; generated where it is absent.",
    ),
    region: Country({ description: 'Country whose rules apply to the customer, by its ISO 3166-1 alpha-2 code.' }),
  }),
  ...commonMembers,
};

const individualMembers = optional({
  fullName: Personal(Text(255, 'Full legal name of the person.')),
  birthDate: Personal(Described(DateOnly, 'Date of birth as `YYYY-MM-DD`.')),
  nationality: Personal(Country({ description: 'Country of citizenship by its ISO 3166-1 alpha-2 code.' })),
  address: Described(Address, 'Residential address of the person.'),
  idType: Enum(identificationTypes, {
    description:
      'Kind of `identifier`: a US social security, individual or employer tax number, or a tax number of another country.',
  }),
  identifier: Secret(
    Type.String({
      minLength: 1,
      maxLength: 50,
      writeOnly: true,
      description: 'Tax number of the kind that `idType` names; never returned.',
    }),
  ),
  countryOfIssuance: Country({ description: 'Country that issued `identifier`, by its ISO 3166-1 alpha-2 code.' }),
  sourceOfFundsCategories: AllOf(individualFunds, 'Origins of the money that the person will send.'),
  sourceOfFundsOtherDescription: Personal(Text(500, 'Explanation where the source of funds is OTHER.')),
  sourceOfWealthCategories: AllOf(individualWealth, "Origins of the person's wealth."),
  sourceOfWealthOtherDescription: Personal(Text(500, 'Explanation where the source of wealth is OTHER.')),
  purposeOfAccount: Enum(purposesOfAccount, { description: 'Purpose for which the person uses the service.' }),
  purposeOfAccountOtherDescription: Personal(Text(500, 'Explanation where the purpose is OTHER.')),
  expectedMonthlyTransactionCount: Enum(monthlyCounts, {
    description: 'Payments that the person expects to make in a month.',
  }),
  expectedMonthlyTransactionVolume: Enum(monthlyVolumes, {
    description: 'Sum in US dollars that the person expects to pay in a month.',
  }),
  annualIncomeRange: Personal(Enum(incomeRanges, { description: 'Yearly income of the person in US dollars.' })),
  netWorthRange: Personal(Enum(netWorthRanges, { description: 'Net worth of the person in US dollars.' })),
  pepStatus: Personal(
    Enum(pepStatuses, {
      description: 'Whether the person holds or held a public office, or is close to somebody who does.',
    }),
  ),
});

const businessInfoMembers = {
  legalName: Personal(Text(255, 'Registered name of the business.')),
  doingBusinessAs: Personal(Text(255, 'Trade name, where it differs from the registered one.')),
  country: Country({ description: 'Country of registration by its ISO 3166-1 alpha-2 code.' }),
  registrationNumber: Personal(Text(100, 'Number in the register of the country.')),
  incorporatedOn: Described(DateOnly, 'Date of incorporation as `YYYY-MM-DD`.'),
  entityType: Enum(entityTypes, { description: 'Legal form of the business.' }),
  taxId: Secret(Text(50, 'Tax number of the business, such as the EIN in the United States.')),
  countriesOfOperation: Described(
    Countries,
    'Countries in which the business operates, by their ISO 3166-1 alpha-2 codes.',
  ),
  businessType: Enum(businessTypes, { description: 'Industry of the business, by the sectors of NAICS.' }),
  purposeOfAccount: Enum(purposesOfAccount, { description: 'Purpose for which the business uses the service.' }),
  sourceOfFunds: Personal(Text(500, 'Origin of the money in the words of the business.')),
  expectedMonthlyTransactionCount: Enum(monthlyCounts, {
    description: 'Payments that the business expects to make in a month.',
  }),
  expectedMonthlyTransactionVolume: Enum(monthlyVolumes, {
    description: 'Sum in US dollars that the business expects to pay in a month.',
  }),
  expectedRecipientJurisdictions: Described(
    Countries,
    'Countries that the business expects to pay, by their ISO 3166-1 alpha-2 codes.',
  ),
  naicsCode: Type.String({ pattern: '^\\d{2,6}$', description: 'NAICS code of the industry, 2 to 6 digits.' }),
  sourceOfFundsCategories: AllOf(businessFunds, 'Origins of the money that the business will send.'),
  sourceOfFundsOtherDescription: Personal(Text(500, 'Explanation where the source of funds is OTHER.')),
  purposeOfAccountOtherDescription: Personal(Text(500, 'Explanation where the purpose is OTHER.')),
  expectedCounterpartyCountries: Described(
    Countries,
    'Countries of the parties that will pay the business, by their ISO 3166-1 alpha-2 codes.',
  ),
  primaryContactFirstName: Personal(Text(250, 'First name of the person to contact at the business.')),
  primaryContactLastName: Personal(Text(250, 'Last name of the person to contact at the business.')),
};

const { legalName, country, taxId, incorporatedOn, ...otherBusinessInfo } = businessInfoMembers;

const BusinessInfo = Type.Object(
  { legalName, country, taxId, incorporatedOn, ...optional(otherBusinessInfo) },
  { $id: 'BusinessInfo', description: 'Data about a business; it must have these members at creation.' },
);
const BusinessInfoUpdate = Type.Partial(Type.Object(businessInfoMembers), {
  $id: 'BusinessInfoUpdate',
  description: 'Data about a business; members that are absent keep their values.',
});

const { identifier: _writeOnly, ...shownIndividualMembers } = individualMembers;

const profileSchema = Type.Partial(Type.Object({ ...shownIndividualMembers, businessInfo: BusinessInfoUpdate }));

/** Profile of an individual or a business, as stored. */
export type Profile = Static<typeof profileSchema>;

const inputSchema = Type.Partial(
  Type.Object({ ...creationMembers, ...individualMembers, businessInfo: BusinessInfoUpdate }),
);

/** Members of a creation or update of either customer type, for rules that apply to both. */
export type CustomerInput = Static<typeof inputSchema> & { customerType: CustomerType };

const individual = { customerType: Type.Literal('INDIVIDUAL', { description: 'Marks the customer as a person.' }) };
const business = { customerType: Type.Literal('BUSINESS', { description: 'Marks the customer as a business.' }) };

export const CustomerCreate = OneOf(
  'customerType',
  [
    Type.Object(
      { ...individual, ...creationMembers, ...individualMembers },
      { $id: 'IndividualCustomerCreateRequest', description: 'A person to be created as a customer.' },
    ),
    Type.Object(
      {
        ...business,
        ...creationMembers,
        address: Type.Optional(Described(Address, 'Registered address of the business.')),
        businessInfo: Described(BusinessInfo, 'Data about the business.'),
      },
      { $id: 'BusinessCustomerCreateRequest', description: 'A business to be created as a customer.' },
    ),
  ],
  { $id: 'CustomerCreateRequestOneOf', description: 'Customer to be created; `customerType` selects the members.' },
);

export const CustomerUpdate = OneOf(
  'customerType',
  [
    Type.Object(
      { ...individual, ...commonMembers, ...individualMembers },
      {
        $id: 'IndividualCustomerUpdateRequest',
        description: 'Change of a person; members that are absent keep their values.',
      },
    ),
    Type.Object(
      {
        ...business,
        ...commonMembers,
        address: Type.Optional(Described(Address, 'Registered address of the business.')),
        businessInfo: Type.Optional(Described(BusinessInfoUpdate, 'Data about the business to be changed.')),
      },
      {
        $id: 'BusinessCustomerUpdateRequest',
        description: 'Change of a business; members that are absent keep their values.',
      },
    ),
  ],
  {
    $id: 'CustomerUpdateRequestOneOf',
    description: 'Change of a customer; `customerType` must be the one of the customer.',
  },
);

const ContactState = Enum(['PENDING', 'VERIFIED'], {
  description: 'VERIFIED once the customer has confirmed the code that was sent.',
});
const ContactVerificationSchema = Type.Partial(Type.Object({ email: ContactState, phone: ContactState }));
export type ContactVerification = Static<typeof ContactVerificationSchema>;

const responseMembers = {
  id: IdOf('Customer', { readOnly: true }),
  platformCustomerId: Type.String({
    description: "The platform's own id of the customer, unique among its customers.",
  }),
  umaAddress: AccountName(Type.String({ description: 'UMA address at which the customer is paid.' })),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  isDeleted: Type.Boolean({ description: 'Whether the customer was deleted; deleted customers stay readable.' }),
  ...optional({
    endUserTermsConsent: Described(EndUserTermsConsent, 'Acceptance of the end-user terms; absent before it is given.'),
    region: Type.String({ description: 'Country whose rules apply to the customer, by its ISO 3166-1 alpha-2 code.' }),
    currencies: Type.Array(Type.String(), {
      description: "Currencies of the customer's internal accounts, by their codes.",
    }),
    email: Described(Email(), 'Email address of the customer.'),
    phoneNumber: Described(Phone(), 'Phone number of the customer in E.164 form.'),
    contactVerification: Described(
      ContactVerificationSchema,
      'Contacts that must be verified; absent where the region requires none.',
    ),
  }),
};

export const Customer = OneOf(
  'customerType',
  [
    Type.Object(
      {
        ...individual,
        ...responseMembers,
        kycStatus: Enum(verificationStates, {
          description: 'State of the identity check; HOLD means that a reviewer has asked for changes.',
        }),
        ...shownIndividualMembers,
      },
      { $id: 'IndividualCustomer', description: 'A customer who is a person.' },
    ),
    Type.Object(
      {
        ...business,
        ...responseMembers,
        kybStatus: Enum(verificationStates, {
          description: 'State of the business check; HOLD means that a reviewer has asked for changes.',
        }),
        address: Type.Optional(Described(Address, 'Registered address of the business.')),
        businessInfo: Type.Optional(Described(BusinessInfoUpdate, 'Data about the business, as far as it is given.')),
        beneficialOwners: Type.Array(BeneficialOwner, { description: 'Owners and officers of the business.' }),
      },
      { $id: 'BusinessCustomer', description: 'A customer that is a business.' },
    ),
  ],
  { $id: 'CustomerOneOf', description: 'A customer; `customerType` selects the members.' },
);

export const CustomerList = PageOf(Customer, 'CustomerListResponse');

export const EndUserTerms = Type.Object(
  {
    version: Type.String({ description: 'Version to be named in `endUserTermsConsent.termsVersion`.' }),
    url: Type.String({ format: 'uri', description: 'Page with the text of the terms.' }),
  },
  { $id: 'EndUserTerms', description: 'Terms that customers must accept.' },
);

export const CodeConfirm = Type.Object(
  { code: Secret(Type.String({ minLength: 1, maxLength: 20, description: 'Code that was sent to the contact.' })) },
  { $id: 'ContactVerificationConfirmRequest', description: 'Code that confirms a contact.' },
);

const ImportErrorSchema = Type.Object({
  correlationId: Type.String({ description: '`platformCustomerId` of the row, or `row_<number>` where it has none.' }),
  code: Type.String({ description: 'Error code, the same as a request with this row would return.' }),
  message: Type.String({ description: 'Reason why the row was not imported.' }),
  details: Type.Optional(
    Type.Unknown({ description: 'Details of the error, such as `errors` with the invalid fields.' }),
  ),
});
export type ImportError = Static<typeof ImportErrorSchema>;

export const BulkImportAccepted = Type.Object(
  {
    jobId: IdOf('Job'),
    status: Enum(['PENDING', 'PROCESSING'], { description: 'PENDING until the first row is read.' }),
  },
  { $id: 'BulkCustomerImportJobAccepted', description: 'An import that has begun.' },
);

export const BulkImport = Type.Object(
  {
    id: IdOf('Job'),
    status: Enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'], {
      description: 'FAILED means that the file could not be read; rows that fail do not change a COMPLETED import.',
    }),
    progress: Type.Object(
      {
        total: Type.Integer({ description: 'Rows of the file.' }),
        processed: Type.Integer({ description: 'Rows that were imported or rejected.' }),
        successful: Type.Integer({ description: 'Rows that became customers.' }),
        failed: Type.Integer({ description: 'Rows that were rejected.' }),
      },
      { description: 'Rows that were read so far.' },
    ),
    errors: Type.Optional(
      Type.Array(ImportErrorSchema, { description: 'Rejected rows; absent where there are none.' }),
    ),
    completedAt: Type.Optional(Described(Timestamp, 'Time at which the last row was processed; absent before that.')),
  },
  { $id: 'BulkCustomerImportJob', description: 'An import of customers from a CSV file.' },
);

/** Rows of a CSV file may lack members that requests require of a business. */
export const ImportedCustomer = OneOf('customerType', [
  Type.Object({ ...individual, ...creationMembers, ...individualMembers }),
  Type.Object({ ...business, ...creationMembers, address: Type.Optional(Address), businessInfo: BusinessInfoUpdate }),
]);
