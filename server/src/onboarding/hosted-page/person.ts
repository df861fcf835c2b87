import type { Owner } from '../../customers/beneficial-owners.ts';
import type { PersonDraft } from '../person-draft.ts';
import { setAt, valueAt } from './answers.ts';
import { type PersonPart, type PersonPartId, personParts } from './business-fields.ts';
import { type FormField, optionalIfSecret } from './fields.ts';
import type { Visit } from './visit.ts';

/** Place of a new person in paths, where others have their id. */
export const NEW_PERSON = 'add';

/** A person of the business: stored, or a draft until every part is answered. */
export interface Person {
  owner: Owner | undefined;
  known: PersonDraft;
}

/** Undefined for an id that is none of the business. */
export function findPerson(visit: Visit, id: string): Person | undefined {
  if (id === NEW_PERSON) return { owner: undefined, known: visit.draft ?? {} };
  const owner = visit.owners.find((each) => each.id === id);
  return owner && { owner, known: owner };
}

export const findPart = (id: string): PersonPart | undefined => personParts.find((part) => part.id === id);

export const lastPart = personParts.at(-1) as PersonPart;

export const isLastPart = ({ id }: PersonPart): boolean => id === lastPart.id;

/** The part before or after another one. */
export const partBeside = ({ id }: PersonPart, distance: 1 | -1): PersonPart | undefined =>
  personParts[personParts.findIndex((part) => part.id === id) + distance];

export const personName = ({ known: { personalInfo = {} } }: Person): string =>
  [personalInfo.firstName, personalInfo.middleName, personalInfo.lastName].filter(Boolean).join(' ');

/** A stored secret may be left empty to keep it. */
export const questionsAbout = (person: Person, { fields }: PersonPart): readonly FormField[] =>
  fields.map((field) => (isAnswered(person, field) ? optionalIfSecret(field) : field));

export const isAnswered = ({ owner, known }: Person, { path, isSecret }: FormField): boolean =>
  (owner !== undefined && isSecret === true) || valueAt(known, path) !== undefined;

/** The first part of a draft with an open question. */
export const openPart = (person: Person): PersonPart =>
  personParts.find(({ fields }) => fields.some((field) => !field.isOptional && !isAnswered(person, field))) ?? lastPart;

/** The draft with the answers of a part in place of the earlier ones; a secret that is left empty stays. */
export function withAnswers(draft: PersonDraft, { fields }: PersonPart, input: object): PersonDraft {
  const next = structuredClone(draft) as Record<string, unknown>;
  for (const { path, isSecret } of fields) {
    const answer = valueAt(input, path);
    if (answer !== undefined || !isSecret) setAt(next, path, answer);
  }
  return next;
}

export const personPath = ({ base }: Visit, { owner }: Person): string =>
  `${base}/people/${owner ? encodeURIComponent(owner.id) : NEW_PERSON}`;

export const partPath = (visit: Visit, person: Person, { id }: { id: PersonPartId }): string =>
  `${personPath(visit, person)}/${id}`;
