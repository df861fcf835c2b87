import type { FieldError } from '../../foundation/kernel/errors.ts';
import type { ValueChecks } from '../../foundation/kernel/value-checks.ts';
import { isPersonIdType, issuerProblems, numberProblems, personIdTypes } from './identifiers.ts';
import type { OwnerUpdate, PersonalInfo } from './owner-schemas.ts';
import { EARLIEST_BIRTH, NAME, NAME_RULE } from './rules.ts';

interface OwnerContext {
  /** Stored person; undefined at creation. */
  known: PersonalInfo | undefined;
  /** Sum of the ownership percentages of the other owners. */
  othersHold: number;
  now: Date;
  checks: ValueChecks;
}

const MAX_PERCENTAGE = 100;

/** Rules beyond the schema: one entry per invalid field. */
export function ownerProblems(input: OwnerUpdate, { known, othersHold, now, checks }: OwnerContext): FieldError[] {
  const { identifier, ...given } = input.personalInfo ?? {};
  const person = { ...known, ...given };
  return [
    ...shareProblems(input.ownershipPercentage ?? 0, othersHold),
    ...nameProblems(given),
    ...birthProblems(given.birthDate, now.toISOString().slice(0, 10)),
    ...identifierProblems({ idType: person.idType, identifier, isNewType: person.idType !== known?.idType }, checks),
    ...issuerProblems({
      idType: person.idType ?? '',
      countryOfIssuance: person.countryOfIssuance,
      prefix: 'personalInfo.',
    }),
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
      message: `${name} must be ${NAME_RULE}.`,
      constraint: { pattern: NAME },
    }));
}

function birthProblems(birthDate: string | undefined, today: string): FieldError[] {
  if (birthDate === undefined || (birthDate >= EARLIEST_BIRTH && birthDate <= today)) return [];
  const message = `birthDate must lie between ${EARLIEST_BIRTH} and today.`;
  return [{ field: 'personalInfo.birthDate', message }];
}

interface GivenIdentifier {
  idType: string | undefined;
  identifier: string | undefined;
  /** True if the stored identifier has another type. */
  isNewType: boolean;
}

function identifierProblems(
  { idType = '', identifier, isNewType }: GivenIdentifier,
  checks: ValueChecks,
): FieldError[] {
  if (!isPersonIdType(idType)) {
    const message = `idType of a person must be one of ${personIdTypes.join(', ')}.`;
    return [{ field: 'personalInfo.idType', message, constraint: { enum: personIdTypes } }];
  }
  if (identifier !== undefined) return numberProblems({ idType, identifier, prefix: 'personalInfo.' }, checks);
  return isNewType ? [{ field: 'personalInfo.identifier', message: 'identifier is required with a new idType.' }] : [];
}
