import type { Owner } from '../../customers/beneficial-owners.ts';
import type { Customer } from '../../customers/record.ts';
import type { Document } from '../documents.ts';
import {
  acceptedDocuments,
  type DocumentType,
  type MissingDocument,
  missingDocuments,
  type Side,
  sides,
  type VerificationError,
} from '../fields.ts';
import { valueAt } from './answers.ts';
import { businessAddressFields, businessFields } from './business-fields.ts';
import { aboutFields, type Field, homeAddressFields, identifierFields, mayStay } from './fields.ts';

/** Everything that a screen may know: a screen is a function of this alone. */
export interface Visit {
  /** The path under which this visit lives. */
  base: string;
  /** Goes with every form, so that only our own pages can send one. */
  formToken: string;
  platformName: string;
  expiresAt: Date;
  redirectUri: string | null;
  customer: Customer;
  owners: readonly Owner[];
  documents: readonly Document[];
  /** What is still asked of the customer. */
  missing: readonly VerificationError[];
  /** Terms that must be accepted before anything is sent. */
  terms: { version: string; url: string } | undefined;
}

export type StepId = 'about' | 'business' | 'address' | 'identifier' | 'people' | 'documents' | 'review';

export interface Step {
  id: StepId;
  title: string;
  lead: string;
  /** The questions of a step that is a form. */
  fields: readonly Field[];
  /** Its questions belong together: when one is open, all are asked. */
  isWhole?: boolean;
}

const review: Step = {
  id: 'review',
  title: 'Check and send',
  lead: 'Look over your answers. Once they are sent, they cannot be changed here.',
  fields: [],
};

const steps: Record<Customer['customerType'], readonly Step[]> = {
  INDIVIDUAL: [
    { id: 'about', title: 'About you', lead: 'Tell us who you are.', fields: aboutFields },
    {
      id: 'address',
      title: 'Your home address',
      lead: 'Where you live. A post box is not enough.',
      fields: homeAddressFields,
      isWhole: true,
    },
    {
      id: 'identifier',
      title: 'Your tax number',
      lead: 'It tells you apart from others with the same name.',
      fields: identifierFields,
      isWhole: true,
    },
    { id: 'documents', title: 'Your identity document', lead: 'A photo or a scan is fine.', fields: [] },
    review,
  ],
  BUSINESS: [
    { id: 'business', title: 'About the business', lead: 'As it is registered.', fields: businessFields },
    {
      id: 'address',
      title: 'Address of the business',
      lead: 'Where it is registered or has its main office.',
      fields: businessAddressFields,
      isWhole: true,
    },
    {
      id: 'people',
      title: 'Owners and managers',
      lead: 'Everybody who owns 25 percent or more, and at least one person who runs the business.',
      fields: [],
    },
    { id: 'documents', title: 'Documents of the business', lead: 'Scans, photos or PDF files are fine.', fields: [] },
    review,
  ],
};

export const stepsOf = ({ customer }: Visit): readonly Step[] => steps[customer.customerType];

export const findStep = (visit: Visit, id: string): Step | undefined => stepsOf(visit).find((step) => step.id === id);

/** What a step still has to bring. */
export const problemsIn = (visit: Visit, step: Step): VerificationError[] =>
  visit.missing.filter((problem) => stepIdOf(visit, problem) === step.id);

export const isDone = (visit: Visit, step: Step): boolean =>
  step.id === 'review' ? false : problemsIn(visit, step).length === 0;

/** The first step with something to do: the review when there is none. */
export const openStep = (visit: Visit): Step => stepsOf(visit).find((step) => !isDone(visit, step)) ?? review;

/** Something was sent before and came back with questions. */
export const isComeback = ({ customer, documents, missing }: Visit): boolean =>
  missing.length > 0 &&
  (customer.verificationStatus === 'HOLD' || documents.some(({ state }) => state === 'ASKED_AGAIN'));

/** The questions of a form: those that are open, or for a change all that have an answer as well. */
export function questionsOf(visit: Visit, step: Step, isChange: boolean): readonly Field[] {
  if (step.isWhole) return step.fields.map((field) => softened(visit, field, isChange));
  const problems = problemsIn(visit, step);
  return step.fields
    .filter((field) => problems.some((problem) => isAbout(problem, field)) || (isChange && isKnown(visit, field)))
    .map((field) => softened(visit, field, isChange));
}

const softened = (visit: Visit, field: Field, isChange: boolean): Field =>
  isChange && isKnown(visit, field) ? mayStay(field) : field;

/** The questions of a step that have an answer and are not asked. */
export function answeredIn(visit: Visit, step: Step): readonly Field[] {
  const asked = questionsOf(visit, step, false);
  return step.fields.filter((field) => !asked.some(({ path }) => path === field.path) && isKnown(visit, field));
}

export const isKnown = ({ customer }: Visit, { path }: Field): boolean => {
  const value = path === 'identifier' ? customer.identifierSealed : valueAt(customer.profile, path);
  return value !== undefined && value !== null && [value].flat().length > 0;
};

export const isAbout = ({ field }: VerificationError, { path }: Field): boolean =>
  field !== undefined && (field === path || path.startsWith(`${field}.`) || field.startsWith(`${path}.`));

function stepIdOf(visit: Visit, problem: VerificationError): StepId | undefined {
  const { customer } = visit;
  if (PEOPLE.has(problem.type) || holderOf(visit, problem) !== customer.id) return 'people';
  if (problem.field === undefined) return 'documents';
  return stepsOf(visit).find((step) => step.fields.some((field) => isAbout(problem, field)))?.id;
}

const PEOPLE: ReadonlySet<string> = new Set(['MISSING_BENEFICIAL_OWNER', 'MISSING_CONTROL_PERSON']);

/** Whose problem it is: that of a document is its holder's. */
const holderOf = ({ documents }: Visit, { resourceId }: VerificationError): string =>
  documents.find(({ id }) => id === resourceId)?.holderId ?? resourceId;

export interface DocumentRequest {
  type: MissingDocument;
  accepted: NonNullable<VerificationError['acceptedDocumentTypes']>;
}

/** Documents that a holder has not sent yet; one that was handed in and is too old by now is to be followed by another. */
export const requestsFor = ({ missing, documents }: Visit, holderId: string): DocumentRequest[] => {
  const handedIn = documents.filter((document) => document.holderId === holderId && document.state === 'SUBMITTED');
  const ids = [holderId, ...handedIn.map(({ id }) => id)];
  return missing.flatMap((problem) => {
    const { resourceId, acceptedDocumentTypes: accepted = [] } = problem;
    const type = missingDocuments.find((each) => each === problem.type || isFirstOf(each, accepted[0]));
    return type && ids.includes(resourceId) ? [{ type, accepted }] : [];
  });
};

const isFirstOf = (type: MissingDocument, document: DocumentType | undefined): boolean =>
  acceptedDocuments[type][0] === document;

export const documentsFor = ({ documents }: Visit, holderId: string): Document[] =>
  documents.filter((document) => document.holderId === holderId);

export const problemOf = ({ missing }: Visit, document: Document): VerificationError | undefined =>
  missing.find(({ resourceId }) => resourceId === document.id);

/** The side that a document of two sides still lacks. */
export function missingSide(visit: Visit, document: Document): Side | undefined {
  if (document.side === null || problemOf(visit, document)?.type !== 'INCOMPLETE_DOCUMENT') return undefined;
  const own = documentsFor(visit, document.holderId).filter(
    ({ documentType }) => documentType === document.documentType,
  );
  return sides.find((side) => own.every((other) => other.side !== side));
}

export const isOpenFor = (visit: Visit, holderId: string): boolean =>
  visit.missing.some((problem) => holderOf(visit, problem) === holderId);
