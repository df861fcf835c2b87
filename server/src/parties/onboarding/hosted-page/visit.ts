import { perLanguage } from '../../../foundation/texts/per-language.ts';
import type { Owner } from '../../customers/beneficial-owners.ts';
import type { Customer } from '../../customers/record.ts';
import type { PlatformPage } from '../../platforms/hosted-pages.ts';
import {
  acceptedDocuments,
  type DocumentType,
  type MissingDocument,
  missingDocuments,
  type Side,
  sides,
  type VerificationError,
} from '../document-types.ts';
import type { Document } from '../documents.ts';
import type { PersonDraft } from '../person-draft.ts';
import { valueAt } from './answers.ts';
import { businessFields } from './business-fields.ts';
import { aboutFields, addressFields, type FormField, identifierFields, optionalIfSecret } from './fields.ts';

/** State of a visit, from which every screen is rendered. */
export interface Visit extends PlatformPage {
  /** Base path of the visit. */
  base: string;
  /** CSRF token, part of every form. */
  formToken: string;
  expiresAt: Date;
  redirectUri: string | null;
  customer: Customer;
  owners: readonly Owner[];
  documents: readonly Document[];
  /** Answers about a person who is being added. */
  draft: PersonDraft | undefined;
  /** Open problems of the application. */
  missing: readonly VerificationError[];
  /** Terms to accept before the submission; undefined if none. */
  terms: { version: string; url: string } | undefined;
}

type StepId = 'about' | 'business' | 'address' | 'identifier' | 'people' | 'documents' | 'review';

export interface Step {
  id: StepId;
  title: string;
  lead: string;
  /** Questions of the step; empty for steps that are not a form. */
  fields: readonly FormField[];
  /** True if all questions are asked again while one of them is open. */
  isWhole?: boolean;
}

const steps = perLanguage((language, { verification }): Record<Customer['customerType'], readonly Step[]> => {
  const { INDIVIDUAL, BUSINESS, review } = verification.steps;
  const last: Step = { id: 'review', ...review, fields: [] };
  return {
    INDIVIDUAL: [
      { id: 'about', ...INDIVIDUAL.about, fields: aboutFields(language) },
      { id: 'address', ...INDIVIDUAL.address, fields: addressFields(language, { isOwn: true }), isWhole: true },
      { id: 'identifier', ...INDIVIDUAL.identifier, fields: identifierFields(language), isWhole: true },
      { id: 'documents', ...INDIVIDUAL.documents, fields: [] },
      last,
    ],
    BUSINESS: [
      { id: 'business', ...BUSINESS.business, fields: businessFields(language) },
      { id: 'address', ...BUSINESS.address, fields: addressFields(language, { isOwn: true }), isWhole: true },
      { id: 'people', ...BUSINESS.people, fields: [] },
      { id: 'documents', ...BUSINESS.documents, fields: [] },
      last,
    ],
  };
});

export const stepsOf = ({ customer, language }: Visit): readonly Step[] => steps(language)[customer.customerType];

export const findStep = (visit: Visit, id: string): Step | undefined => stepsOf(visit).find((step) => step.id === id);

/** Open problems of this step. */
export const problemsIn = (visit: Visit, step: Step): VerificationError[] =>
  visit.missing.filter((problem) => stepIdOf(visit, problem) === step.id);

export const isDone = (visit: Visit, step: Step): boolean =>
  step.id === 'review' ? false : problemsIn(visit, step).length === 0;

/** First step with an open problem; otherwise the review, which never counts as done. */
export const openStep = (visit: Visit): Step => stepsOf(visit).find((step) => !isDone(visit, step)) as Step;

/** True if a review has requested changes. */
export const hasRequestedChanges = ({ customer, documents, missing }: Visit): boolean =>
  missing.length > 0 &&
  (customer.verificationStatus === 'HOLD' || documents.some(({ state }) => state === 'ASKED_AGAIN'));

/** Open questions of a form; for a change, answered questions too. */
export function questionsOf(visit: Visit, step: Step, isChange: boolean): readonly FormField[] {
  if (step.isWhole) return step.fields.map((field) => keepingSecrets(visit, field, isChange));
  const problems = problemsIn(visit, step);
  return step.fields
    .filter((field) => problems.some((problem) => isAbout(problem, field)) || (isChange && isKnown(visit, field)))
    .map((field) => keepingSecrets(visit, field, isChange));
}

const keepingSecrets = (visit: Visit, field: FormField, isChange: boolean): FormField =>
  isChange && isKnown(visit, field) ? optionalIfSecret(visit.texts, field) : field;

/** Questions of a step that are answered and not open. */
export function answeredIn(visit: Visit, step: Step): readonly FormField[] {
  const open = questionsOf(visit, step, false);
  return step.fields.filter((field) => !open.some(({ path }) => path === field.path) && isKnown(visit, field));
}

export const isKnown = ({ customer }: Visit, { path }: FormField): boolean => {
  const value = path === 'identifier' ? customer.identifierSealed : valueAt(customer.profile, path);
  return value !== undefined && value !== null && [value].flat().length > 0;
};

export const isAbout = ({ field }: VerificationError, { path }: FormField): boolean =>
  field !== undefined && (field === path || path.startsWith(`${field}.`) || field.startsWith(`${path}.`));

function stepIdOf(visit: Visit, problem: VerificationError): StepId | undefined {
  const { customer } = visit;
  if (PEOPLE.has(problem.type) || holderOf(visit, problem) !== customer.id) return 'people';
  if (problem.field === undefined) return 'documents';
  return stepsOf(visit).find((step) => step.fields.some((field) => isAbout(problem, field)))?.id;
}

const PEOPLE: ReadonlySet<string> = new Set(['MISSING_BENEFICIAL_OWNER', 'MISSING_CONTROL_PERSON']);

/** The customer or owner with the problem. For a document this is its holder. */
const holderOf = ({ documents }: Visit, { resourceId }: VerificationError): string =>
  documents.find(({ id }) => id === resourceId)?.holderId ?? resourceId;

export interface DocumentRequest {
  type: MissingDocument;
  accepted: NonNullable<VerificationError['acceptedDocumentTypes']>;
}

/** Missing documents of a holder. A submitted document that is too old is requested as a new document. */
export const requestsFor = ({ missing, documents }: Visit, holderId: string): DocumentRequest[] => {
  const submitted = documents.filter((document) => document.holderId === holderId && document.state === 'SUBMITTED');
  const ids = [holderId, ...submitted.map(({ id }) => id)];
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

/** The missing side of a document with two sides. */
export function missingSide(visit: Visit, document: Document): Side | undefined {
  if (document.side === null || problemOf(visit, document)?.type !== 'INCOMPLETE_DOCUMENT') return undefined;
  const own = documentsFor(visit, document.holderId).filter(
    ({ documentType }) => documentType === document.documentType,
  );
  return sides.find((side) => own.every((other) => other.side !== side));
}

export const isOpenFor = (visit: Visit, holderId: string): boolean =>
  visit.missing.some((problem) => holderOf(visit, problem) === holderId);
