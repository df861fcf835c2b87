import {
  businessFunds,
  businessTypes,
  entityTypes,
  monthlyCounts,
  monthlyVolumes,
  purposesOfAccount,
} from '../../customers/fields.ts';
import { NAME_RULE } from '../../customers/rules.ts';
import {
  addressFields,
  birthDate,
  type Choice,
  choicesOf,
  country,
  type FormField,
  nationality,
  text,
} from './fields.ts';

const inBusiness = (fields: readonly FormField[]): FormField[] =>
  fields.map((field) => ({ ...field, path: `businessInfo.${field.path}` }));

/** A question that is answered by one choice of a list. */
const oneOf = (path: string, label: string, choices: readonly Choice[]): FormField => ({
  path,
  label,
  control: { kind: 'select', choices },
  blank: `Choose an answer: ${label.toLowerCase()}`,
  invalid: `Choose an answer: ${label.toLowerCase()}`,
});

const counts = choicesOf(monthlyCounts, {
  COUNT_UNDER_10: 'Fewer than 10',
  COUNT_10_TO_100: '10 to 100',
  COUNT_100_TO_500: '100 to 500',
  COUNT_500_TO_1000: '500 to 1,000',
  COUNT_OVER_1000: 'More than 1,000',
});

const volumes = choicesOf(monthlyVolumes, {
  VOLUME_UNDER_10K: 'Under 10,000 USD',
  VOLUME_10K_TO_100K: '10,000 to 100,000 USD',
  VOLUME_100K_TO_1M: '100,000 to 1 million USD',
  VOLUME_1M_TO_10M: '1 to 10 million USD',
  VOLUME_OVER_10M: 'Over 10 million USD',
});

const purposes = choicesOf(purposesOfAccount, {
  CROSS_BORDER_B2B: 'Payments between businesses across borders',
  AR_AUTOMATION: 'Receiving payments automatically',
  AP_AUTOMATION: 'Paying invoices automatically',
  P2P_TRANSFERS: 'Transfers between people',
});

const kinds = choicesOf(entityTypes, { LLC: 'Limited liability company (LLC)', S_CORPORATION: 'S corporation' });

export const businessFields: readonly FormField[] = inBusiness([
  {
    path: 'legalName',
    label: 'Legal name of the business',
    hint: 'As registered.',
    control: text(255, { autocomplete: 'organization' }),
    blank: 'Enter the legal name of the business',
    invalid: 'Enter the legal name in at most 255 characters',
  },
  {
    path: 'country',
    label: 'Country of registration',
    control: country(),
    blank: 'Choose the country of registration',
    invalid: 'Choose the country of registration',
  },
  {
    path: 'registrationNumber',
    label: 'Registration number',
    hint: 'From the company register.',
    control: text(100, { width: 'medium' }),
    blank: 'Enter the registration number',
    invalid: 'Enter the registration number in at most 100 characters',
  },
  {
    path: 'taxId',
    label: 'Tax identification number',
    hint: 'In the United States the EIN, nine digits.',
    control: text(50, { width: 'medium' }),
    isSecret: true,
    blank: 'Enter the tax identification number',
    invalid: 'Enter the tax identification number as shown on your tax letter',
  },
  {
    path: 'incorporatedOn',
    label: 'Date of incorporation',
    control: { kind: 'date' },
    blank: 'Enter the date of incorporation',
    invalid: 'Enter a real date of incorporation in the past, such as 1 May 2010',
  },
  oneOf('entityType', 'Legal form', kinds),
  oneOf('businessType', 'Industry', choicesOf(businessTypes)),
  {
    path: 'countriesOfOperation',
    label: 'Countries the business works in',
    control: { kind: 'countries' },
    blank: 'Choose at least one country the business works in',
    invalid: 'Choose countries from the list',
  },
  oneOf('purposeOfAccount', 'What the account is for', purposes),
  {
    path: 'purposeOfAccountOtherDescription',
    label: 'What the account is for, in your own words',
    control: text(500),
    blank: 'Say what the account is for',
    invalid: 'Say it in at most 500 characters',
  },
  {
    path: 'sourceOfFunds',
    label: 'Where the money comes from',
    control: text(500),
    blank: 'Say where the money comes from',
    invalid: 'Say it in at most 500 characters',
  },
  {
    path: 'sourceOfFundsCategories',
    label: 'Where the money comes from',
    control: { kind: 'checkboxes', choices: choicesOf(businessFunds) },
    blank: 'Choose where the money comes from',
    invalid: 'Choose from the list',
  },
  {
    path: 'sourceOfFundsOtherDescription',
    label: 'Where the money comes from, in your own words',
    control: text(500),
    blank: 'Say where the money comes from',
    invalid: 'Say it in at most 500 characters',
  },
  oneOf('expectedMonthlyTransactionCount', 'Payments in a month', counts),
  oneOf('expectedMonthlyTransactionVolume', 'Amount paid in a month', volumes),
  {
    path: 'expectedRecipientJurisdictions',
    label: 'Countries you will pay to',
    control: { kind: 'countries' },
    blank: 'Choose at least one country you will pay to',
    invalid: 'Choose countries from the list',
  },
  {
    path: 'expectedCounterpartyCountries',
    label: 'Countries of your trading partners',
    control: { kind: 'countries' },
    blank: 'Choose at least one country of your trading partners',
    invalid: 'Choose countries from the list',
  },
]);

export const businessAddressFields: readonly FormField[] = addressFields({ of: 'the business', isOwn: true });

export const roleChoices: readonly Choice[] = [
  { value: 'UBO', label: 'Owner', hint: 'Owns part of the business, directly or indirectly' },
  { value: 'CONTROL_PERSON', label: 'Control person', hint: 'Runs the business day to day, such as the CEO' },
  { value: 'DIRECTOR', label: 'Director' },
  { value: 'COMPANY_OFFICER', label: 'Company officer' },
  { value: 'TRUSTEE', label: 'Trustee' },
  { value: 'GENERAL_PARTNER', label: 'General partner' },
];

const ownerIds = choicesOf(['SSN', 'ITIN', 'NON_US_TAX_ID'], {
  SSN: 'Social Security number (SSN)',
  ITIN: 'Individual taxpayer number (ITIN)',
  NON_US_TAX_ID: 'Tax number of another country',
});

const ofPerson = (fields: readonly FormField[]): FormField[] =>
  fields.map((field) => ({ ...field, path: `personalInfo.${field.path}` }));

const roles: FormField = {
  path: 'roles',
  label: 'Their roles',
  hint: 'Choose all that apply.',
  control: { kind: 'checkboxes', choices: roleChoices },
  blank: 'Choose their roles in the business',
  invalid: 'Choose from the list',
};

const share: FormField = {
  path: 'ownershipPercentage',
  label: 'Share of the business',
  hint: 'In percent. Enter 0 if they own nothing.',
  control: { kind: 'percentage' },
  blank: 'Enter their share of the business, 0 to 100',
  invalid: 'Enter a whole number from 0 to 100',
  rejected: 'All owners together cannot hold more than 100 percent',
};

export type PersonPartId = 'name' | 'birth' | 'address' | 'identifier' | 'share';

/** Questions about a person who owns or runs the business, one form after the other. The last one adds the person. */
export interface PersonPart {
  id: PersonPartId;
  fields: readonly FormField[];
}

export const personParts: readonly PersonPart[] = [
  {
    id: 'name',
    fields: [
      ...ofPerson([
        {
          path: 'firstName',
          label: 'First name',
          control: text(250),
          blank: 'Enter the first name',
          invalid: `Enter the first name with ${NAME_RULE}`,
        },
        {
          path: 'middleName',
          label: 'Middle name',
          control: text(250),
          isOptional: true,
          blank: '',
          invalid: `Enter the middle name with ${NAME_RULE}`,
        },
        {
          path: 'lastName',
          label: 'Last name',
          control: text(250),
          blank: 'Enter the last name',
          invalid: `Enter the last name with ${NAME_RULE}`,
        },
      ]),
      roles,
    ],
  },
  { id: 'birth', fields: ofPerson([birthDate('their'), nationality('their')]) },
  { id: 'address', fields: ofPerson(addressFields({ of: 'their home', isOwn: false })) },
  {
    id: 'identifier',
    fields: ofPerson([
      {
        path: 'idType',
        label: 'Which number do they have?',
        summary: 'Kind of number',
        control: { kind: 'radios', choices: ownerIds },
        blank: 'Choose which number they have',
        invalid: 'Choose one of these numbers',
      },
      {
        path: 'identifier',
        label: 'Their number',
        hint: 'We encrypt it and never show it again.',
        control: text(50, { width: 'medium' }),
        isSecret: true,
        blank: 'Enter their number',
        invalid: 'Enter the number as it is on their card or letter',
      },
      {
        path: 'countryOfIssuance',
        label: 'Country that issued it',
        control: country(),
        isOptional: true,
        blank: '',
        invalid: 'Choose the country that issued the number',
        rejected: 'Choose the United States for an SSN or ITIN, and another country for any other number',
      },
    ]),
  },
  { id: 'share', fields: [share] },
];

export const personFields: readonly FormField[] = personParts.flatMap(({ fields }) => fields);
