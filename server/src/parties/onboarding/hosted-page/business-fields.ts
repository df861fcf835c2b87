import { perLanguage } from '../../../foundation/texts/per-language.ts';
import {
  businessFunds,
  businessTypes,
  entityTypes,
  monthlyCounts,
  monthlyVolumes,
  purposesOfAccount,
} from '../../customers/fields.ts';
import {
  addressFields,
  type Choice,
  type Control,
  choicesOf,
  country,
  type FormField,
  idTypes,
  text,
} from './fields.ts';

const inBusiness = (fields: readonly FormField[]): FormField[] =>
  fields.map((field) => ({ ...field, path: `businessInfo.${field.path}` }));

const oneOf = (choices: readonly Choice[]): Control => ({ kind: 'select', choices });

export const businessFields = perLanguage((language, { business }): readonly FormField[] =>
  inBusiness([
    { path: 'legalName', ...business.legalName, control: text(255, { autocomplete: 'organization' }) },
    { path: 'country', ...business.country, control: country(language) },
    { path: 'registrationNumber', ...business.registrationNumber, control: text(100, { width: 'medium' }) },
    { path: 'taxId', ...business.taxId, control: text(50, { width: 'medium' }), isSecret: true },
    { path: 'incorporatedOn', ...business.incorporatedOn, control: { kind: 'date' } },
    { path: 'entityType', ...business.entityType, control: oneOf(choicesOf(entityTypes, business.entityTypes)) },
    {
      path: 'businessType',
      ...business.businessType,
      control: oneOf(choicesOf(businessTypes, business.businessTypes)),
    },
    { path: 'countriesOfOperation', ...business.countriesOfOperation, control: { kind: 'countries' } },
    {
      path: 'purposeOfAccount',
      ...business.purposeOfAccount,
      control: oneOf(choicesOf(purposesOfAccount, business.purposesOfAccount)),
    },
    { path: 'purposeOfAccountOtherDescription', ...business.purposeOfAccountOtherDescription, control: text(500) },
    { path: 'sourceOfFunds', ...business.sourceOfFunds, control: text(500) },
    {
      path: 'sourceOfFundsCategories',
      ...business.sourceOfFundsCategories,
      control: { kind: 'checkboxes', choices: choicesOf(businessFunds, business.businessFunds) },
    },
    { path: 'sourceOfFundsOtherDescription', ...business.sourceOfFundsOtherDescription, control: text(500) },
    {
      path: 'expectedMonthlyTransactionCount',
      ...business.expectedMonthlyTransactionCount,
      control: oneOf(choicesOf(monthlyCounts, business.monthlyCounts)),
    },
    {
      path: 'expectedMonthlyTransactionVolume',
      ...business.expectedMonthlyTransactionVolume,
      control: oneOf(choicesOf(monthlyVolumes, business.monthlyVolumes)),
    },
    {
      path: 'expectedRecipientJurisdictions',
      ...business.expectedRecipientJurisdictions,
      control: { kind: 'countries' },
    },
    {
      path: 'expectedCounterpartyCountries',
      ...business.expectedCounterpartyCountries,
      control: { kind: 'countries' },
    },
  ]),
);

const roles = ['UBO', 'CONTROL_PERSON', 'DIRECTOR', 'COMPANY_OFFICER', 'TRUSTEE', 'GENERAL_PARTNER'] as const;

export const roleChoices = perLanguage((_language, { people }): readonly Choice[] => {
  const hints: Partial<Record<string, string>> = people.roleHints;
  return choicesOf(roles, people.roleNames).map((choice) => {
    const hint = hints[choice.value];
    return hint ? { ...choice, hint } : choice;
  });
});

const ofPerson = (fields: readonly FormField[]): FormField[] =>
  fields.map((field) => ({ ...field, path: `personalInfo.${field.path}` }));

export const personPartIds = ['name', 'birth', 'address', 'identifier', 'share'] as const;
export type PersonPartId = (typeof personPartIds)[number];

/** Questions about a person who owns or runs the business. Each part is one form; saving the last adds the person. */
export interface PersonPart {
  id: PersonPartId;
  title: string;
  fields: readonly FormField[];
}

export const personParts = perLanguage((language, { people }): readonly PersonPart[] => {
  const fields: Record<PersonPartId, readonly FormField[]> = {
    name: [
      ...ofPerson([
        { path: 'firstName', ...people.firstName, control: text(250) },
        { path: 'middleName', ...people.middleName, control: text(250), isOptional: true },
        { path: 'lastName', ...people.lastName, control: text(250) },
      ]),
      { path: 'roles', ...people.roles, control: { kind: 'checkboxes', choices: roleChoices(language) } },
    ],
    birth: ofPerson([
      { path: 'birthDate', ...people.birthDate, control: { kind: 'date' } },
      { path: 'nationality', ...people.nationality, control: country(language) },
    ]),
    address: ofPerson(addressFields(language, { isOwn: false })),
    identifier: ofPerson([
      { path: 'idType', ...people.idType, control: { kind: 'radios', choices: choicesOf(idTypes, people.idTypes) } },
      { path: 'identifier', ...people.identifier, control: text(50, { width: 'medium' }), isSecret: true },
      { path: 'countryOfIssuance', ...people.countryOfIssuance, control: country(language), isOptional: true },
    ]),
    share: [{ path: 'ownershipPercentage', ...people.ownershipPercentage, control: { kind: 'percentage' } }],
  };
  return personPartIds.map((id) => ({ id, title: people.parts[id], fields: fields[id] }));
});
