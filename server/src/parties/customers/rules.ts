import type { FieldError } from '../../foundation/kernel/errors.ts';
import { rejectedBy, type ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { isBrazilianTaxId } from '../accounts/account-checks.ts';
import {
  isOfUs,
  isPersonIdType,
  issuerProblems,
  NON_US_TAX_ID,
  numberProblems,
  personIdTypes,
  US,
} from './identifiers.ts';
import type { Consent, CustomerInput, Profile } from './schemas.ts';

/** Profile: the members without a column of their own. */
export function profileOf(input: CustomerInput): Profile {
  const { customerType, platformCustomerId, region, currencies, email, phoneNumber, ...rest } = input;
  const { umaAddress, endUserTermsConsent, identifier, ...profile } = rest;
  return profile;
}

/** Consent with acceptedAt converted to UTC. */
export const consentOf = ({ endUserTermsConsent: given }: CustomerInput): Consent | undefined =>
  given && { ...given, acceptedAt: new Date(given.acceptedAt).toISOString() };

/** Profile after an update: members that are absent keep their values, also inside businessInfo. */
export function profileAfter(input: CustomerInput, known: Profile): Profile {
  const update = profileOf(input);
  const businessInfo = update.businessInfo && { ...known.businessInfo, ...update.businessInfo };
  const isNewType = known.idType !== undefined && update.idType !== undefined && update.idType !== known.idType;
  const { countryOfIssuance: _, ...others } = known;
  const profile: Profile = { ...(isNewType ? others : known), ...update, ...(businessInfo && { businessInfo }) };
  return isOfUs(profile.idType ?? '') ? { countryOfIssuance: US, ...profile } : profile;
}

interface CustomerContext {
  /** Stored profile; empty at creation. */
  known: Profile;
  supportedCurrencies: readonly string[];
  now: Date;
  checks: ValueChecks;
}

/** Rules beyond the schema: one entry per invalid field. */
export function customerProblems(input: CustomerInput, context: CustomerContext): FieldError[] {
  const { known, supportedCurrencies, now, checks } = context;
  const today = now.toISOString().slice(0, 10);
  const profile = profileAfter(input, known);
  return [
    ...currencyProblems(input.currencies ?? [], supportedCurrencies),
    ...(input.customerType === 'BUSINESS'
      ? businessProblems(changedBusiness(input, profile), { today, checks })
      : [
          ...individualProblems(profile, today),
          ...identifierProblems(
            { identifier: input.identifier, idType: profile.idType, knownType: known.idType },
            checks,
          ),
          ...otherProblems('', profile, individualOthers),
        ]),
  ];
}

function currencyProblems(currencies: readonly string[], supported: readonly string[]): FieldError[] {
  return currencies.flatMap((code, i) => {
    if (supported.includes(code)) return [];
    const message = `currencies.${i} must be a currency of this platform: ${code} is not one of its supportedCurrencies.`;
    return [{ field: `currencies.${i}`, message, constraint: { enum: [...supported] } }];
  });
}

export const EARLIEST_BIRTH = '1900-01-01';
/** Letters of any script, marks, digits, spaces and the punctuation of names. */
export const NAME = String.raw`^[\p{L}\p{M}\p{N} .,'’()\-]+$`;
/** Completes the sentence "<name> must be ...". */
export const NAME_RULE = "letters, digits, spaces and . , ' ( ) - only";

function individualProblems(profile: Profile, today: string): FieldError[] {
  const { fullName, birthDate } = profile;
  const problems: FieldError[] = [];
  if (fullName !== undefined && !new RegExp(NAME, 'u').test(fullName)) {
    const message = `fullName must be ${NAME_RULE}.`;
    problems.push({ field: 'fullName', message, constraint: { pattern: NAME } });
  }
  if (birthDate !== undefined && (birthDate > today || birthDate < EARLIEST_BIRTH)) {
    problems.push({ field: 'birthDate', message: `birthDate must lie between ${EARLIEST_BIRTH} and today.` });
  }
  return [...problems, ...idTypeProblems(profile)];
}

/** Residents of the US must have an SSN or ITIN. Others may instead have the tax number of another country. */
function idTypeProblems({ idType, countryOfIssuance, address }: Profile): FieldError[] {
  if (idType === undefined) {
    if (countryOfIssuance === undefined || countryOfIssuance === US) return [];
    const message = `countryOfIssuance must be ${US} unless idType is NON_US_TAX_ID.`;
    return [{ field: 'countryOfIssuance', message, constraint: { enum: [US] } }];
  }
  const isResident = address?.country === US;
  const choices = isResident ? personIdTypes.filter(isOfUs) : personIdTypes;
  if (!choices.includes(idType)) {
    const who = isResident ? 'a resident of the US' : 'an individual';
    const message = `idType of ${who} must be one of ${choices.join(', ')}.`;
    return [{ field: 'idType', message, constraint: { enum: choices } }];
  }
  if (countryOfIssuance === undefined) {
    const message = `countryOfIssuance is required with a ${idType}: the country that issued it.`;
    return [{ field: 'countryOfIssuance', message }];
  }
  return issuerProblems({ idType, countryOfIssuance, prefix: '' });
}

interface GivenIdentifier {
  identifier: string | undefined;
  idType: string | undefined;
  /** Type of the stored identifier; undefined if there is none. */
  knownType: string | undefined;
}

function identifierProblems(
  { identifier, idType, knownType = idType }: GivenIdentifier,
  checks: ValueChecks,
): FieldError[] {
  if (identifier === undefined) {
    return idType === knownType ? [] : [{ field: 'identifier', message: 'identifier is required with a new idType.' }];
  }
  if (idType === undefined) return [{ field: 'idType', message: 'idType is required with identifier.' }];
  return isPersonIdType(idType) ? numberProblems({ idType, identifier, prefix: '' }, checks) : [];
}

/** For each choice, the description that is required if the choice is OTHER. */
const individualOthers = {
  sourceOfFundsCategories: 'sourceOfFundsOtherDescription',
  sourceOfWealthCategories: 'sourceOfWealthOtherDescription',
  purposeOfAccount: 'purposeOfAccountOtherDescription',
};
const businessOthers = {
  sourceOfFundsCategories: 'sourceOfFundsOtherDescription',
  purposeOfAccount: 'purposeOfAccountOtherDescription',
};

function otherProblems(prefix: string, from: Record<string, unknown>, others: Record<string, string>): FieldError[] {
  return Object.entries(others).flatMap(([choice, description]) => {
    const isOther = [from[choice]].flat().includes('OTHER');
    if (!isOther || from[description] !== undefined) return [];
    return [
      { field: `${prefix}${description}`, message: `${description} is required when ${choice} is or contains OTHER.` },
    ];
  });
}

/** Stored members are checked only if the request changes businessInfo, because the rules may have changed since. */
const changedBusiness = (input: CustomerInput, { businessInfo = {} }: Profile): BusinessInfo =>
  input.businessInfo ? businessInfo : {};

type BusinessInfo = NonNullable<Profile['businessInfo']>;

interface TaxIdRule {
  /** Shape that every request must have. */
  readonly pattern: string;
  /** Checked in strict mode only. */
  readonly isIssued?: (taxId: string) => boolean;
  /** Completes the sentence "taxId ...". */
  readonly problem: string;
}

/** Tax id rules by country. */
const taxIdRules: Readonly<Record<string, TaxIdRule>> = {
  US: {
    pattern: String.raw`^\d(?:[\p{P}\p{Zs}]?\d){8}$`,
    isIssued: (taxId) => /^\d{2}-?\d{7}$/.test(taxId),
    problem: 'of a US business must be an EIN of nine digits, like 12-3456789',
  },
  BR: {
    pattern: String.raw`^(\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}/?[\dA-Z]{4}-?\d{2})$`,
    isIssued: (taxId) => isBrazilianTaxId(taxId.replaceAll(/[./-]/g, '')),
    problem: 'of a Brazilian business must be a CNPJ, or a CPF, with its check digits',
  },
};
const otherTaxIds: TaxIdRule = {
  pattern: NON_US_TAX_ID,
  problem: 'must be letters and digits, with spaces, dots, slashes and hyphens between them',
};

function businessProblems(info: BusinessInfo, { today, checks }: { today: string; checks: ValueChecks }): FieldError[] {
  const problems = otherProblems('businessInfo.', info, businessOthers);
  if (info.incorporatedOn !== undefined && info.incorporatedOn > today) {
    problems.push({ field: 'businessInfo.incorporatedOn', message: 'incorporatedOn must not lie in the future.' });
  }
  return [...problems, ...taxIdProblems(info, checks)];
}

function taxIdProblems({ country = '', taxId }: BusinessInfo, checks: ValueChecks): FieldError[] {
  if (taxId === undefined) return [];
  const { pattern, isIssued = () => true, problem } = taxIdRules[country] ?? otherTaxIds;
  const fieldError = { field: 'businessInfo.taxId', message: `taxId ${problem}.`, constraint: { pattern } };
  if (!new RegExp(pattern, 'u').test(taxId)) return [fieldError];
  return isIssued(taxId) ? [] : rejectedBy(checks, [fieldError]);
}
