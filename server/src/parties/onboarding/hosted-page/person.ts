import type { Owner } from '../../customers/beneficial-owners.ts';
import type { PersonDraft } from '../person-draft.ts';
import { setAt, valueAt } from './answers.ts';
import { type PersonPart, type PersonPartId, personPartIds, personParts } from './business-fields.ts';
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

export const partsOf = ({ language }: Visit): readonly PersonPart[] => personParts(language);

export const findPart = (visit: Visit, id: string): PersonPart | undefined =>
  partsOf(visit).find((part) => part.id === id);

export const lastPart = (visit: Visit): PersonPart => partsOf(visit).at(-1) as PersonPart;

export const isLastPart = ({ id }: PersonPart): boolean => id === personPartIds.at(-1);

/** The part before or after another one. */
export const partBeside = (visit: Visit, { id }: PersonPart, distance: 1 | -1): PersonPart | undefined =>
  partsOf(visit)[personPartIds.indexOf(id) + distance];

export const personName = ({ known: { personalInfo = {} } }: Person): string =>
  [personalInfo.firstName, personalInfo.middleName, personalInfo.lastName].filter(Boolean).join(' ');

/** A stored secret may be left empty to keep it. */
export const questionsAbout = ({ texts }: Visit, person: Person, { fields }: PersonPart): readonly FormField[] =>
  fields.map((field) => (isAnswered(person, field) ? optionalIfSecret(texts, field) : field));

export const isAnswered = ({ owner, known }: Person, { path, isSecret }: FormField): boolean =>
  (owner !== undefined && isSecret === true) || valueAt(known, path) !== undefined;

/** The first part of a draft with an open question. */
export const openPart = (visit: Visit, person: Person): PersonPart =>
  partsOf(visit).find(({ fields }) => fields.some((field) => !field.isOptional && !isAnswered(person, field))) ??
  lastPart(visit);

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
