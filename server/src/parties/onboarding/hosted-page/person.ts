import type { Owner } from '../../customers/beneficial-owners.ts';
import type { PersonDraft } from '../person-draft.ts';
import { setAt, valueAt } from './answers.ts';
import { type PersonPart, type PersonPartId, personPartIds, personParts } from './business-fields.ts';
import { type FormField, optionalIfSecret } from './fields.ts';
import type { Visit } from './visit.ts';

/** Stands in paths for the id of a person who is not added yet. */
export const NEW_PERSON = 'add';

/** A person of the business: an added owner, or the draft of a new one. */
export interface Person {
  owner: Owner | undefined;
  known: PersonDraft;
}

/** Undefined if the business has no person with this id. */
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

/** The part before (-1) or after (1) the given one. */
export const partBeside = (visit: Visit, { id }: PersonPart, distance: 1 | -1): PersonPart | undefined =>
  partsOf(visit)[personPartIds.indexOf(id) + distance];

export const personName = ({ known: { personalInfo = {} } }: Person): string =>
  [personalInfo.firstName, personalInfo.middleName, personalInfo.lastName].filter(Boolean).join(' ');

/** Questions of a part. A secret that is already stored may be left empty to keep it. */
export const questionsAbout = ({ texts }: Visit, person: Person, { fields }: PersonPart): readonly FormField[] =>
  fields.map((field) => (isAnswered(person, field) ? optionalIfSecret(texts, field) : field));

export const isAnswered = ({ owner, known }: Person, { path, isSecret }: FormField): boolean =>
  (owner !== undefined && isSecret === true) || valueAt(known, path) !== undefined;

/** First part with an unanswered question; the last part if there is none. */
export const openPart = (visit: Visit, person: Person): PersonPart =>
  partsOf(visit).find(({ fields }) => fields.some((field) => !field.isOptional && !isAnswered(person, field))) ??
  lastPart(visit);

/** The draft with the answers of one part replaced. A secret that is left empty keeps its value. */
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
