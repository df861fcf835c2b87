import type { Owner } from '../customers/beneficial-owners.ts';
import { changeCustomer } from '../customers/customers.ts';
import type { OwnerInput } from '../customers/owner-rules.ts';
import { type Answer, attempt, type HostedNeeds, requireShape, type Sending, unknownPlace } from './hosted-answer.ts';
import { afterUpload, showDocuments } from './hosted-documents.ts';
import { readAnswers } from './hosted-page/answers.ts';
import { peopleScreen, personScreen, questionsAbout } from './hosted-page/people-screens.ts';
import { formScreen, reviewScreen, stepPath, termsField } from './hosted-page/screens.ts';
import { findStep, isDone, openStep, questionsOf, type Step, type Visit } from './hosted-page/visit.ts';
import { type LinkChange, saveFromLink, submitFromLink } from './kyc-link.ts';

export function showStep(visit: Visit, id: string, isChange: boolean): Answer {
  const step = stepOf(visit, id);
  if (step.id === 'people') return { screen: peopleScreen(visit) };
  if (step.id === 'documents') return showDocuments(visit, visit.customer.id);
  if (step.id === 'review') return { screen: reviewScreen(visit) };
  return { screen: formScreen(visit, step, { isChange: isChange || isDone(visit, step) }) };
}

/** Keeps the answers of a form, and goes on to the next thing that is open. */
export async function saveStep(
  needs: HostedNeeds,
  { visit, session, sent, again }: Sending,
  { id, isChange }: { id: string; isChange: boolean },
): Promise<Answer> {
  const step = stepOf(visit, id);
  if (step.fields.length === 0) throw unknownPlace();
  const change = isChange || isDone(visit, step);
  const fields = questionsOf(visit, step, change);
  const { input, values, errors } = readAnswers(fields, sent);
  const { customerType } = visit.customer;
  const { identifier, ...profile } = input as { identifier?: string };
  const refused = await attempt({ errors, fields }, async () => {
    requireShape(needs.shapes.customer({ ...input, customerType }));
    await saveFromLink(needs, session, { kind: 'FIELDS', profile, ...(identifier && { identifier }) });
  });
  if (refused)
    return { screen: formScreen(visit, step, { isChange: change, values, errors: refused }), isRefused: true };
  return goOn(await again());
}

export function showPerson(visit: Visit, id: string | undefined): Answer {
  requireBusiness(visit);
  return { screen: personScreen(visit, { owner: id === undefined ? undefined : ownerOf(visit, id) }) };
}

export function showPersonDocuments(visit: Visit, id: string): Answer {
  return showDocuments(visit, ownerOf(visit, id).id);
}

/** Keeps what is said of a person; of a new one, the documents come next. */
export async function savePerson(
  needs: HostedNeeds,
  { visit, session, sent, again }: Sending,
  id: string | undefined,
): Promise<Answer> {
  requireBusiness(visit);
  const owner = id === undefined ? undefined : ownerOf(visit, id);
  const fields = questionsAbout(owner);
  const { input, values, errors } = readAnswers(fields, sent);
  const refused = await attempt({ errors, fields }, async () => {
    const shape = owner ? needs.shapes.owner : needs.shapes.newOwner;
    requireShape(shape({ ...input, customerId: visit.customer.id }));
    await saveFromLink(needs, session, personChange(owner, input));
  });
  if (refused) return { screen: personScreen(visit, { owner, values, errors: refused }), isRefused: true };
  const after = await again();
  const added = after.owners.find((each) => visit.owners.every((known) => known.id !== each.id));
  return { to: afterUpload(after, (added ?? owner)?.id ?? after.customer.id) };
}

const personChange = (owner: Owner | undefined, input: object): LinkChange =>
  owner
    ? { kind: 'OWNER', ownerId: owner.id, input: input as OwnerInput }
    : { kind: 'NEW_OWNER', input: input as Required<OwnerInput> };

/** Hands the application in. Whatever is not accepted leads back to exactly that. */
export async function submitVisit(
  needs: HostedNeeds,
  { visit, session, sent }: Sending,
  ipAddress: string,
): Promise<Answer> {
  const { terms, base, customer } = visit;
  if (openStep(visit).id !== 'review') return goOn(visit);
  if (terms && sent.get('terms') !== terms.version) {
    return { screen: reviewScreen(visit, { [termsField.path]: termsField.blank }), isRefused: true };
  }
  const { platform, now } = session;
  if (terms) {
    const endUserTermsConsent = {
      acceptedAt: now.toISOString(),
      ipAddress,
      termsVersion: terms.version,
      acceptanceMethod: 'CHECKBOX',
    };
    const { customerType } = customer;
    await changeCustomer(needs, { platform, id: customer.id, input: { customerType, endUserTermsConsent }, now });
  }
  const { verification } = await submitFromLink(needs, session);
  return { to: verification.status === 'RESOLVE_ERRORS' ? base : `${base}/done` };
}

const goOn = (visit: Visit): Answer => ({ to: stepPath(visit, openStep(visit)) });

function stepOf(visit: Visit, id: string): Step {
  const step = findStep(visit, id);
  if (step) return step;
  throw unknownPlace();
}

function ownerOf(visit: Visit, id: string): Owner {
  const owner = visit.owners.find((each) => each.id === id);
  if (owner) return owner;
  throw unknownPlace();
}

function requireBusiness({ customer }: Visit): void {
  if (customer.customerType !== 'BUSINESS') throw unknownPlace();
}
