import { ApiError, type ErrorCode } from '../kernel/errors.ts';
import type { Document, DocumentFile, DocumentInput } from './documents.ts';
import type { DocumentType } from './fields.ts';
import { type Answer, attempt, type HostedNeeds, requireShape, type Sending, unknownPlace } from './hosted-answer.ts';
import { knownValues, readAnswers } from './hosted-page/answers.ts';
import type { Errors, Values } from './hosted-page/controls.ts';
import {
  addPath,
  documentsScreen,
  fileField,
  isTwoSided,
  nextUpload,
  otherSideOf,
  replacementOf,
  type Upload,
  uploadFields,
  uploadOf,
  uploadScreen,
} from './hosted-page/document-screens.ts';
import { stepPath } from './hosted-page/screens.ts';
import { documentsFor, missingSide, openStep, requestsFor, type Visit } from './hosted-page/visit.ts';
import { type LinkChange, saveFromLink } from './kyc-link.ts';

/** Where a document is to be put: asked for by its kind, or named by another document. */
export type Target =
  | { kind: 'ADD'; holderId: string; need: string }
  | { kind: 'REPLACE' | 'OTHER_SIDE'; documentId: string };

/** The documents of a holder; somebody who has sent none and is asked for one goes straight to it. */
export function showDocuments(visit: Visit, holderId: string): Answer {
  const isList = isBusiness(visit, holderId) || documentsFor(visit, holderId).length > 0;
  const [request] = requestsFor(visit, holderId);
  return !isList && request ? { to: addPath(visit, holderId, request) } : { screen: documentsScreen(visit, holderId) };
}

/** What comes after a change of a holder: the next thing that is asked of it, and then the next step. */
export function afterUpload(visit: Visit, holderId: string): string {
  const isOwner = holderId !== visit.customer.id;
  if (isBusiness(visit, holderId)) return `${visit.base}/documents`;
  return nextUpload(visit, holderId) ?? (isOwner ? `${visit.base}/people` : stepPath(visit, openStep(visit)));
}

export function showUpload(visit: Visit, target: Target): Answer {
  const upload = uploadFor(visit, target);
  if (!upload) return { to: listOf(visit, target) };
  return { screen: uploadScreen(visit, upload, { values: suggested(visit, upload), errors: {} }) };
}

/** Keeps a document with its file. The caller removes the file of one that was refused. */
export async function saveUpload(
  needs: HostedNeeds,
  { visit, session, sent, again }: Sending,
  { target, file }: { target: Target; file: DocumentFile | undefined },
): Promise<Answer> {
  const upload = uploadFor(visit, target);
  if (!upload) return { to: listOf(visit, target) };
  const fields = uploadFields(upload);
  const answers = readAnswers(fields, sent);
  const errors = { ...answers.errors, ...(file ? {} : { [fileField.path]: fileField.blank }) };
  const refused = await attempt({ errors, fields: [...fields, fileField] }, async () => {
    if (!file) throw unknownPlace();
    const input = documentInput(upload, answers.input);
    requireShape(needs.shapes.document(input));
    await saveFromLink(needs, session, documentChange(upload, input, file));
  }).catch(fileErrors);
  if (!refused) return { to: afterUpload(await again(), upload.holderId) };
  return { screen: uploadScreen(visit, upload, { values: answers.values, errors: refused }), isRefused: true };
}

function uploadFor(visit: Visit, target: Target): Upload | undefined {
  if (target.kind === 'ADD') {
    requireHolder(visit, target.holderId);
    const request = requestsFor(visit, target.holderId).find(({ accepted }) => accepted[0] === target.need);
    return request && uploadOf(visit, target.holderId, request);
  }
  const document = visit.documents.find(({ id }) => id === target.documentId);
  if (!document) throw unknownPlace();
  if (target.kind === 'REPLACE') return document.state === 'SUBMITTED' ? undefined : replacementOf(visit, document);
  const side = missingSide(visit, document);
  return side && otherSideOf(visit, document, side);
}

function requireHolder({ customer, owners }: Visit, holderId: string): void {
  if (holderId !== customer.id && owners.every(({ id }) => id !== holderId)) throw unknownPlace();
}

function listOf(visit: Visit, target: Target): string {
  const document = target.kind === 'ADD' ? undefined : visit.documents.find(({ id }) => id === target.documentId);
  const holderId = target.kind === 'ADD' ? target.holderId : document?.holderId;
  const isOwner = holderId !== undefined && holderId !== visit.customer.id;
  return isOwner ? `${visit.base}/people/${encodeURIComponent(holderId)}/documents` : `${visit.base}/documents`;
}

const isBusiness = ({ customer }: Visit, holderId: string): boolean =>
  customer.customerType === 'BUSINESS' && holderId === customer.id;

/** What is known of the document that is replaced, or else the country that its holder is most likely from. */
function suggested(visit: Visit, upload: Upload): Values {
  if (upload.document) return knownValues(uploadFields(upload), upload.document);
  const { profile } = visit.customer;
  const owner = visit.owners.find(({ id }) => id === upload.holderId);
  const ofCustomer = profile.nationality ?? profile.businessInfo?.country ?? profile.address?.country;
  const country = owner ? owner.personalInfo.nationality : ofCustomer;
  return typeof country === 'string' ? { country: [country] } : {};
}

function documentInput({ accepted, document, side }: Upload, answered: Record<string, unknown>): DocumentInput {
  if (document && side) return { ...described(document), side };
  const documentType = (answered['documentType'] ?? accepted[0]) as DocumentType;
  const given = { ...answered, documentType } as DocumentInput;
  return isTwoSided(documentType) ? { ...given, side: document?.side ?? 'FRONT' } : given;
}

const described = ({ documentType, country, documentNumber, issuingAuthority }: Document): DocumentInput => ({
  documentType,
  country,
  ...(documentNumber && { documentNumber }),
  ...(issuingAuthority && { issuingAuthority }),
});

const documentChange = ({ document, side, holderId }: Upload, input: DocumentInput, file: DocumentFile): LinkChange =>
  document && !side
    ? { kind: 'DOCUMENT', documentId: document.id, input, file }
    : { kind: 'NEW_DOCUMENT', documentHolder: holderId, input, file };

const fileWords: Partial<Record<ErrorCode, string>> = {
  UNSUITABLE_DOCUMENT: 'This is no PDF, JPEG or PNG file that we can take. Choose another one',
  INCOMPLETE: 'This file is damaged or was cut off. Choose it again, or another one',
  LOW_QUALITY: 'This picture is too small to be read. Choose a larger one',
};

/** What is wrong with the file itself stands beside it. */
function fileErrors(error: unknown): Errors {
  const words = error instanceof ApiError ? fileWords[error.code] : undefined;
  if (words) return { [fileField.path]: words };
  throw error;
}
