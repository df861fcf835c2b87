import { apply } from '../../foundation/db/effects.ts';
import { InvalidFields } from '../../foundation/kernel/errors.ts';
import { ownerProblems } from '../customers/owner-rules.ts';
import type { PersonalInfo } from '../customers/owner-schemas.ts';
import { afterUpload, showDocuments } from './hosted-documents.ts';
import { readAnswers } from './hosted-page/answers.ts';
import { type PersonPart, personPartIds } from './hosted-page/business-fields.ts';
import type { Errors } from './hosted-page/controls.ts';
import { personScreen, removalScreen } from './hosted-page/people-screens.ts';
import {
  findPart,
  findPerson,
  isLastPart,
  lastPart,
  openPart,
  type Person,
  partBeside,
  partPath,
  partsOf,
  questionsAbout,
  withAnswers,
} from './hosted-page/person.ts';
import type { Visit } from './hosted-page/visit.ts';
import {
  type HostedDeps,
  type HostedResponse,
  pageNotFound,
  requireShape,
  type SubmittedForm,
  trySaving,
} from './hosted-response.ts';
import { saveFromLink } from './kyc-link.ts';
import { removePersonDraft, savePersonDraft } from './person-draft.ts';

/** A part of the questions about a person, as named in the path. */
export interface PartTarget {
  personId: string;
  partId: string;
  isChange: boolean;
}

/** Redirects to the first part of a person. For a new person, to the first part with an open question. */
export function enterPerson(visit: Visit, personId: string): HostedResponse {
  const person = personOf(visit, personId);
  return { to: partPath(visit, person, person.owner ? { id: personPartIds[0] } : openPart(visit, person)) };
}

/** Shows a part. For a new person, redirects to an earlier part if that has open questions. */
export function showPart(visit: Visit, { personId, partId, isChange }: PartTarget): HostedResponse {
  const person = personOf(visit, personId);
  const part = partOf(visit, partId);
  const open = openPart(visit, person);
  const isTooEarly = !person.owner && personPartIds.indexOf(part.id) > personPartIds.indexOf(open.id);
  return isTooEarly
    ? { to: partPath(visit, person, open) }
    : { screen: personScreen(visit, person, { part, isChange }) };
}

/** Saves a part and continues with the next. Saving the last part adds the person and continues with the documents. */
export async function savePart(
  deps: HostedDeps,
  submitted: SubmittedForm,
  target: PartTarget,
): Promise<HostedResponse> {
  const { visit, sent, reload } = submitted;
  const person = personOf(visit, target.personId);
  const part = partOf(visit, target.partId);
  const fields = questionsAbout(visit, person, part);
  const { input, values, errors } = readAnswers(fields, sent);
  const go = sent.get('go') ?? '';
  const elsewhere = go === 'back' ? pathBack(visit, person, target) : pathOfChange(visit, person, go);
  if (elsewhere) {
    await keepAnswers(deps, submitted, { person, part, input });
    return { to: elsewhere };
  }
  const rejected = await trySaving(visit, { errors, fields }, () =>
    saveAnswers(deps, submitted, { person, part, input }),
  );
  if (rejected) {
    const filling = { part, isChange: target.isChange, values, errors: rejected };
    return { screen: personScreen(visit, person, filling), isRejected: true };
  }
  const after = await reload();
  const saved = personOf(after, target.personId);
  if (!isLastPart(part) && go !== 'close') {
    const next = (target.isChange ? undefined : partBeside(visit, part, 1)) ?? lastPart(visit);
    return { to: partPath(after, saved, next) };
  }
  return saved.owner
    ? { to: afterUpload(after, saved.owner.id) }
    : addPerson(deps, { ...submitted, visit: after }, saved);
}

export function showPersonDocuments(visit: Visit, personId: string): HostedResponse {
  const { owner } = personOf(visit, personId);
  if (!owner) throw pageNotFound();
  return showDocuments(visit, owner.id);
}

export const showRemoval = (visit: Visit, personId: string): HostedResponse => ({
  screen: removalScreen(visit, personOf(visit, personId)),
});

export async function removePerson(
  deps: HostedDeps,
  { visit, session }: SubmittedForm,
  personId: string,
): Promise<HostedResponse> {
  const { owner } = personOf(visit, personId);
  if (owner) await saveFromLink(deps, session, { kind: 'OWNER_REMOVED', ownerId: owner.id });
  else await apply(deps.db, { effects: [removePersonDraft(session.link)] });
  return { to: `${visit.base}/people` };
}

interface PartAnswers {
  person: Person;
  part: PersonPart;
  input: Record<string, unknown>;
}

/** Saves the answers of an added person in the database, and those of a new person in the draft. */
async function saveAnswers(deps: HostedDeps, { session }: SubmittedForm, answers: PartAnswers): Promise<void> {
  const { person, part } = answers;
  const input = requireShape(deps.shapes.owner, answers.input);
  if (person.owner) return saveFromLink(deps, session, { kind: 'OWNER', ownerId: person.owner.id, input });
  const othersHold = session.owners.reduce((sum, { ownershipPercentage }) => sum + ownershipPercentage, 0);
  const known = person.known.personalInfo as PersonalInfo | undefined;
  const problems = ownerProblems(input, { known, othersHold, now: session.now, checks: session.checks });
  // Rules about other parts are checked when the person is added.
  const own = problems.filter(({ field }) => part.fields.some(({ path }) => path === field));
  if (own.length > 0) throw new InvalidFields(own);
  await savePersonDraft(deps, session.link, withAnswers(person.known, part, input));
}

/** Saves the valid answers. Missing or invalid answers are asked for again when the visitor returns. */
async function keepAnswers(deps: HostedDeps, submitted: SubmittedForm, answers: PartAnswers): Promise<void> {
  const { person, part, input } = answers;
  const { visit } = submitted;
  if (person.owner)
    await trySaving(visit, { errors: {}, fields: part.fields }, () => saveAnswers(deps, submitted, answers));
  else if (visit.draft || Object.keys(input).length > 0)
    await savePersonDraft(deps, submitted.session.link, withAnswers(person.known, part, input));
}

function pathBack(visit: Visit, person: Person, { partId, isChange }: PartTarget): string {
  if (isChange) return partPath(visit, person, lastPart(visit));
  const before = partBeside(visit, partOf(visit, partId), -1);
  return before ? partPath(visit, person, before) : `${visit.base}/people`;
}

/** Path of a part opened from the summary; undefined if `partId` names no part. */
function pathOfChange(visit: Visit, person: Person, partId: string): string | undefined {
  const part = findPart(visit, partId);
  return part && `${partPath(visit, person, part)}?change=1`;
}

/** Adds the person of the draft. If there is a problem, shows the part that has it. */
async function addPerson(
  deps: HostedDeps,
  { visit, session, reload }: SubmittedForm,
  person: Person,
): Promise<HostedResponse> {
  const open = openPart(visit, person);
  if (!isLastPart(open)) return { to: partPath(visit, person, open) };
  const fields = partsOf(visit).flatMap((part) => part.fields);
  const rejected = await trySaving(visit, { errors: {}, fields }, async () => {
    const creation = requireShape(deps.shapes.newOwner, { ...person.known, customerId: visit.customer.id });
    await saveFromLink(deps, session, { kind: 'NEW_OWNER', input: creation });
  });
  if (rejected) {
    const filling = { part: partWith(visit, rejected), isChange: false, errors: rejected };
    return { screen: personScreen(visit, person, filling), isRejected: true };
  }
  const after = await reload();
  const added = after.owners.find((each) => visit.owners.every((known) => known.id !== each.id));
  return { to: added ? afterUpload(after, added.id) : `${visit.base}/people` };
}

const partWith = (visit: Visit, errors: Errors): PersonPart =>
  partsOf(visit).find(({ fields }) => fields.some(({ path }) => errors[path])) ?? lastPart(visit);

function personOf(visit: Visit, id: string): Person {
  const person = visit.customer.customerType === 'BUSINESS' ? findPerson(visit, id) : undefined;
  if (person) return person;
  throw pageNotFound();
}

function partOf(visit: Visit, id: string): PersonPart {
  const part = findPart(visit, id);
  if (part) return part;
  throw pageNotFound();
}
