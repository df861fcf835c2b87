import type { FieldError } from '../../foundation/kernel/errors.ts';
import { rejectedBy, type ValueChecks } from '../../foundation/kernel/value-checks.ts';

/** Country that issues SSN and ITIN, and requires its residents to have one. */
export const US = 'US';

/** Pattern of tax numbers from countries without a rule of their own. */
export const NON_US_TAX_ID = String.raw`^[\p{L}\p{N}][\p{L}\p{N} ./\-]*$`;

interface IdentifierRule {
  /** Documented shape. Enforced by every check. */
  readonly shape: string;
  /** Pattern of the numbers that are actually issued, if known. Enforced by strict checks only. */
  readonly range?: string;
  /** Completes the sentence "identifier of this type must be ...". */
  readonly words: string;
  readonly isOfUs: boolean;
}

const NINE_DIGITS = String.raw`^\d{3}-?\d{2}-?\d{4}$`;

/** Types of tax numbers of persons. Excludes EIN, which identifies a business. */
const personIdentifiers: Readonly<Record<string, IdentifierRule>> = {
  SSN: {
    shape: NINE_DIGITS,
    range: String.raw`^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$`,
    words: 'nine digits in the range of issued SSNs, like 123-45-6789',
    isOfUs: true,
  },
  ITIN: {
    shape: NINE_DIGITS,
    range: String.raw`^9\d{2}-?\d{2}-?\d{4}$`,
    words: 'nine digits that begin with 9, like 912-70-1234',
    isOfUs: true,
  },
  NON_US_TAX_ID: {
    shape: NON_US_TAX_ID,
    words: 'letters and digits, with spaces, dots, slashes and hyphens between them, like 12 345 678/901',
    isOfUs: false,
  },
};

export const personIdTypes = Object.keys(personIdentifiers);

export const isPersonIdType = (idType: string): boolean => Object.hasOwn(personIdentifiers, idType);

export const isOfUs = (idType: string): boolean => personIdentifiers[idType]?.isOfUs ?? false;

interface IdentifierNumber {
  idType: string;
  identifier: string;
  /** Path prefix of the object that contains the identifier: `` or `personalInfo.`. */
  prefix: string;
}

/** A wrong shape fails every request; a number outside of the issued range fails strict requests only. */
export function numberProblems({ idType, identifier, prefix }: IdentifierNumber, checks: ValueChecks): FieldError[] {
  const rule = personIdentifiers[idType];
  if (!rule) return [];
  const problem = (pattern: string): FieldError => ({
    field: `${prefix}identifier`,
    message: `identifier is not a valid ${idType}: it must be ${rule.words}.`,
    constraint: { pattern },
  });
  const { shape, range } = rule;
  if (!new RegExp(shape, 'u').test(identifier)) return [problem(range ?? shape)];
  return range === undefined || new RegExp(range).test(identifier) ? [] : rejectedBy(checks, [problem(range)]);
}

interface Issuer {
  idType: string;
  countryOfIssuance: string | undefined;
  prefix: string;
}

export function issuerProblems({ idType, countryOfIssuance, prefix }: Issuer): FieldError[] {
  if (countryOfIssuance === undefined || !isPersonIdType(idType)) return [];
  if (isOfUs(idType) === (countryOfIssuance === US)) return [];
  const field = `${prefix}countryOfIssuance`;
  return isOfUs(idType)
    ? [{ field, message: `countryOfIssuance must be ${US}: it issues SSN and ITIN.`, constraint: { enum: [US] } }]
    : [{ field, message: `countryOfIssuance of a ${idType} must not be ${US}.` }];
}

const SHOWN_CHARACTERS = 4;

/** Masks all but the last characters. At least half of a short identifier is masked. */
export function maskIdentifier(identifier: string): string {
  const characters = Array.from(identifier);
  const hidden = Math.max(characters.length - SHOWN_CHARACTERS, Math.ceil(characters.length / 2));
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}
