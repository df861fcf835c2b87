import type { FieldError } from '../kernel/errors.ts';
import type { IdentificationType } from './fields.ts';
import type { PostalAddress } from './record.ts';
import { EARLIEST_BIRTH, identifierPatterns, NAME, NON_US_TAX_ID } from './rules.ts';

export const ownerRoles = [
  'UBO',
  'DIRECTOR',
  'COMPANY_OFFICER',
  'CONTROL_PERSON',
  'TRUSTEE',
  'GENERAL_PARTNER',
] as const;
export type OwnerRole = (typeof ownerRoles)[number];

/** What is kept of a person in the open; the identifier is not among it. */
export interface PersonalInfo {
  firstName: string;
  middleName?: string;
  lastName: string;
  birthDate: string;
  nationality: string;
  email?: string;
  phoneNumber?: string;
  address: PostalAddress;
  idType: IdentificationType;
  countryOfIssuance?: string;
}

/** What a request says of an owner; the wire schemas have checked its shape. */
export interface OwnerInput {
  roles?: OwnerRole[];
  ownershipPercentage?: number;
  personalInfo?: Partial<PersonalInfo> & { identifier?: string };
}

interface Surroundings {
  /** What is known of the person already; undefined at creation. */
  known: PersonalInfo | undefined;
  /** What the other owners of the business hold together. */
  othersHold: number;
  now: Date;
}

const MAX_PERCENTAGE = 100;

/** What the schema cannot say: one entry per invalid field. */
export function ownerProblems(input: OwnerInput, { known, othersHold, now }: Surroundings): FieldError[] {
  const { identifier, ...given } = input.personalInfo ?? {};
  const person = { ...known, ...given };
  return [
    ...shareProblems(input.ownershipPercentage ?? 0, othersHold),
    ...nameProblems(given),
    ...birthProblems(given.birthDate, now.toISOString().slice(0, 10)),
    ...identifierProblems({ idType: person.idType, identifier, isNewType: person.idType !== known?.idType }),
    ...issuerProblems(person),
  ];
}

function shareProblems(percentage: number, othersHold: number): FieldError[] {
  if (percentage + othersHold <= MAX_PERCENTAGE) return [];
  const message = `ownershipPercentage must be at most ${MAX_PERCENTAGE - othersHold}: the other owners hold ${othersHold}.`;
  return [{ field: 'ownershipPercentage', message }];
}

const names = ['firstName', 'middleName', 'lastName'] as const;

function nameProblems(person: Partial<PersonalInfo>): FieldError[] {
  return names
    .filter((name) => person[name] !== undefined && !new RegExp(NAME, 'u').test(person[name]))
    .map((name) => ({
      field: `personalInfo.${name}`,
      message: `${name} must be letters, spaces and the signs of names.`,
      constraint: { pattern: NAME },
    }));
}

function birthProblems(birthDate: string | undefined, today: string): FieldError[] {
  if (birthDate === undefined || (birthDate >= EARLIEST_BIRTH && birthDate <= today)) return [];
  const message = `birthDate must lie between ${EARLIEST_BIRTH} and today.`;
  return [{ field: 'personalInfo.birthDate', message }];
}

/** A person has a number of the US, or one of elsewhere; an EIN is a business's. */
const ownerIdentifiers: Readonly<Record<string, string>> = {
  ...identifierPatterns,
  NON_US_TAX_ID,
};

interface GivenIdentifier {
  idType: string | undefined;
  identifier: string | undefined;
  /** The one that is kept, if any, is of another type. */
  isNewType: boolean;
}

function identifierProblems({ idType = '', identifier, isNewType }: GivenIdentifier): FieldError[] {
  const pattern = ownerIdentifiers[idType];
  if (pattern === undefined) {
    const choices = Object.keys(ownerIdentifiers);
    const message = `idType of a person must be one of ${choices.join(', ')}.`;
    return [{ field: 'personalInfo.idType', message, constraint: { enum: choices } }];
  }
  if (identifier === undefined) {
    return isNewType
      ? [{ field: 'personalInfo.identifier', message: 'identifier is required with a new idType.' }]
      : [];
  }
  if (new RegExp(pattern, 'u').test(identifier)) return [];
  const message = `identifier is not a valid ${idType}.`;
  return [{ field: 'personalInfo.identifier', message, constraint: { pattern } }];
}

function issuerProblems({ idType, countryOfIssuance }: Partial<PersonalInfo>): FieldError[] {
  if (countryOfIssuance === undefined || !idType || !ownerIdentifiers[idType]) return [];
  const isOfUs = identifierPatterns[idType] !== undefined;
  if (isOfUs === (countryOfIssuance === 'US')) return [];
  const message = isOfUs
    ? `countryOfIssuance must be US: it issues ${idType}.`
    : 'countryOfIssuance of a NON_US_TAX_ID must not be US.';
  return [{ field: 'personalInfo.countryOfIssuance', message }];
}
