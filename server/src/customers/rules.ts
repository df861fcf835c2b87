import { isBrazilianTaxId } from '../accounts/account-checks.ts';
import type { FieldError } from '../kernel/errors.ts';
import type { Consent, Profile } from './record.ts';

/** What a request says of a customer, of either type; the wire schemas have checked its shape. */
export interface CustomerInput {
  customerType: 'INDIVIDUAL' | 'BUSINESS';
  platformCustomerId?: string;
  region?: string;
  currencies?: string[];
  email?: string;
  phoneNumber?: string;
  umaAddress?: string;
  endUserTermsConsent?: Consent;
  identifier?: string;
  [name: string]: unknown;
}

/** The members that make up the profile: all but those with a place of their own. */
export function profileOf(input: CustomerInput): Profile {
  const { customerType, platformCustomerId, region, currencies, email, phoneNumber, ...rest } = input;
  const { umaAddress, endUserTermsConsent, identifier, ...profile } = rest;
  return profile;
}

/** Its moment may come in any zone; it is told in UTC, as all are. */
export const consentOf = ({ endUserTermsConsent: given }: CustomerInput): Consent | undefined =>
  given && { ...given, acceptedAt: new Date(given.acceptedAt).toISOString() };

/** The profile that a request leaves: members left out keep their values; those of a business do so one by one. */
export function profileAfter(input: CustomerInput, known: Profile): Profile {
  const update = profileOf(input);
  const businessInfo = update.businessInfo && { ...known.businessInfo, ...update.businessInfo };
  const profile = { ...known, ...update, ...(businessInfo && { businessInfo }) };
  return profile.idType === undefined ? profile : { countryOfIssuance: ISSUER, ...profile };
}

/** Of SSN and ITIN, the numbers that a person may have here. */
const ISSUER = 'US';

interface Surroundings {
  /** What is known of the customer already; empty at creation. */
  known: Profile;
  supportedCurrencies: readonly string[];
  now: Date;
}

/** What the schema cannot say: one entry per invalid field. */
export function problemsOf(input: CustomerInput, { known, supportedCurrencies, now }: Surroundings): FieldError[] {
  const today = now.toISOString().slice(0, 10);
  const profile = profileAfter(input, known);
  return [
    ...currencyProblems(input.currencies ?? [], supportedCurrencies),
    ...(input.customerType === 'BUSINESS'
      ? businessProblems(changedBusiness(input, profile), today)
      : [
          ...individualProblems(profile, today),
          ...identifierProblems({ identifier: input.identifier, idType: profile.idType, knownType: known.idType }),
          ...otherProblems('', profile, individualOthers),
        ]),
  ];
}

function currencyProblems(currencies: readonly string[], supported: readonly string[]): FieldError[] {
  return currencies.flatMap((code, i) => {
    if (supported.includes(code)) return [];
    const message = `${code} is not a currency of this platform.`;
    return [{ field: `currencies.${i}`, message, constraint: { enum: [...supported] } }];
  });
}

export const EARLIEST_BIRTH = '1900-01-01';
/** Letters of any script, marks, digits, spaces and the signs that names have. */
export const NAME = String.raw`^[\p{L}\p{M}\p{N} .,'’()\-]+$`;

/** A number of any other country, of whose form nothing more is known. */
export const NON_US_TAX_ID = String.raw`^[\p{L}\p{N}][\p{L}\p{N} ./\-]*$`;

export const identifierPatterns: Readonly<Record<string, string>> = {
  SSN: String.raw`^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$`,
  ITIN: String.raw`^9\d{2}-?\d{2}-?\d{4}$`,
};

function individualProblems(profile: Profile, today: string): FieldError[] {
  const { fullName, birthDate, idType, countryOfIssuance } = profile;
  const problems: FieldError[] = [];
  if (fullName !== undefined && !new RegExp(NAME, 'u').test(fullName)) {
    const message = 'fullName must be letters, spaces and the signs of names.';
    problems.push({ field: 'fullName', message, constraint: { pattern: NAME } });
  }
  if (birthDate !== undefined && (birthDate > today || birthDate < EARLIEST_BIRTH)) {
    problems.push({ field: 'birthDate', message: `birthDate must lie between ${EARLIEST_BIRTH} and today.` });
  }
  if (idType !== undefined && !identifierPatterns[idType]) {
    const constraint = { enum: Object.keys(identifierPatterns) };
    problems.push({ field: 'idType', message: 'idType of an individual must be SSN or ITIN.', constraint });
  }
  if (countryOfIssuance !== undefined && countryOfIssuance !== ISSUER) {
    const message = `countryOfIssuance must be ${ISSUER}: it issues SSN and ITIN.`;
    problems.push({ field: 'countryOfIssuance', message, constraint: { enum: [ISSUER] } });
  }
  return problems;
}

interface GivenIdentifier {
  identifier: string | undefined;
  idType: string | undefined;
  /** What the identifier is that is kept, if any. */
  knownType: string | undefined;
}

function identifierProblems({ identifier, idType, knownType = idType }: GivenIdentifier): FieldError[] {
  if (identifier === undefined) {
    return idType === knownType ? [] : [{ field: 'identifier', message: 'identifier is required with a new idType.' }];
  }
  if (idType === undefined) return [{ field: 'idType', message: 'idType is required with identifier.' }];
  const pattern = identifierPatterns[idType];
  if (!pattern || new RegExp(pattern).test(identifier)) return [];
  return [{ field: 'identifier', message: `identifier is not a valid ${idType}.`, constraint: { pattern } }];
}

/** Choosing OTHER asks for words. */
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
    return [{ field: `${prefix}${description}`, message: `${description} is required when ${choice} has OTHER.` }];
  });
}

/** What a request leaves alone is not judged again: the rules may have been others when it came. */
const changedBusiness = (input: CustomerInput, { businessInfo = {} }: Profile): Record<string, unknown> =>
  input.businessInfo ? businessInfo : {};

interface TaxIdRule {
  readonly pattern: string;
  /** Of the number without the signs between its parts. */
  readonly hasCheckDigits?: (taxId: string) => boolean;
  /** Completes "taxId ...". */
  readonly problem: string;
}

/** The countries whose numbers are known. */
const taxIdRules: Readonly<Record<string, TaxIdRule>> = {
  US: { pattern: String.raw`^\d{2}-?\d{7}$`, problem: 'of a US business must be an EIN of nine digits' },
  BR: {
    pattern: String.raw`^(\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}/?[\dA-Z]{4}-?\d{2})$`,
    hasCheckDigits: isBrazilianTaxId,
    problem: 'of a Brazilian business must be a CNPJ, or a CPF, with its check digits',
  },
};
const otherTaxIds: TaxIdRule = {
  pattern: NON_US_TAX_ID,
  problem: 'must be letters and digits, with spaces, dots, slashes and hyphens between them',
};

function businessProblems(info: Record<string, unknown>, today: string): FieldError[] {
  const problems = otherProblems('businessInfo.', info, businessOthers);
  if (typeof info.incorporatedOn === 'string' && info.incorporatedOn > today) {
    problems.push({ field: 'businessInfo.incorporatedOn', message: 'incorporatedOn must not lie in the future.' });
  }
  return [...problems, ...taxIdProblems(info)];
}

function taxIdProblems({ country, taxId }: Record<string, unknown>): FieldError[] {
  if (typeof taxId !== 'string') return [];
  const { pattern, hasCheckDigits = () => true, problem } = taxIdRules[String(country)] ?? otherTaxIds;
  if (new RegExp(pattern, 'u').test(taxId) && hasCheckDigits(taxId.replaceAll(/[./-]/g, ''))) return [];
  return [{ field: 'businessInfo.taxId', message: `taxId ${problem}.`, constraint: { pattern } }];
}
