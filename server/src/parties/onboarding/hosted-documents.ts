import { ApiError, type ErrorCode } from '../../foundation/kernel/errors.ts';
import type { Document, DocumentFile } from './documents.ts';
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
import {
  type HostedDeps,
  type HostedResponse,
  pageNotFound,
  requireShape,
  type SubmittedForm,
  trySaving,
} from './hosted-response.ts';
import { type LinkChange, saveFromLink } from './kyc-link.ts';
import type { DocumentInput } from './schemas.ts';

/** Upload of a requested kind of document, or of a file for an existing document. */
export type UploadTarget =
  | { kind: 'ADD'; holderId: string; need: string }
  | { kind: 'REPLACE' | 'OTHER_SIDE'; documentId: string };

/** Shows the documents of a holder. A person without documents is redirected to the first requested one. */
export function showDocuments(visit: Visit, holderId: string): HostedResponse {
  const isList = isBusiness(visit, holderId) || documentsFor(visit, holderId).length > 0;
  const [request] = requestsFor(visit, holderId);
  return !isList && request ? { to: addPath(visit, holderId, request) } : { screen: documentsScreen(visit, holderId) };
}

/** Path after an upload: the next requested document of the holder, or else the next step. */
export function afterUpload(visit: Visit, holderId: string): string {
  const isOwner = holderId !== visit.customer.id;
  if (isBusiness(visit, holderId)) return `${visit.base}/documents`;
  return nextUpload(visit, holderId) ?? (isOwner ? `${visit.base}/people` : stepPath(visit, openStep(visit)));
}

export function showUpload(visit: Visit, target: UploadTarget): HostedResponse {
  const upload = uploadFor(visit, target);
  if (!upload) return { to: listOf(visit, target) };
  return { screen: uploadScreen(visit, upload, { values: suggested(visit, upload), errors: {} }) };
}

/** Saves a document with its file. If the form is rejected, the caller removes the file. */
export async function saveUpload(
  deps: HostedDeps,
  { visit, session, sent, reload }: SubmittedForm,
  { target, file }: { target: UploadTarget; file: DocumentFile | undefined },
): Promise<HostedResponse> {
  const upload = uploadFor(visit, target);
  if (!upload) return { to: listOf(visit, target) };
  const fields = uploadFields(visit, upload);
  const fileQuestion = fileField(visit.texts);
  const answers = readAnswers(fields, sent);
  const errors = {
    ...answers.errors,
    ...(file ? {} : { [fileQuestion.path]: fileQuestion.blank ?? fileQuestion.invalid }),
  };
  const rejected = await trySaving(visit, { errors, fields: [...fields, fileQuestion] }, async () => {
    if (!file) throw pageNotFound();
    const input = requireShape(deps.shapes.document, documentInput(upload, answers.input));
    await saveFromLink(deps, session, documentChange(upload, input, file));
  }).catch((error: unknown) => fileErrors(visit, error));
  if (!rejected) return { to: afterUpload(await reload(), upload.holderId) };
  return { screen: uploadScreen(visit, upload, { values: answers.values, errors: rejected }), isRejected: true };
}

function uploadFor(visit: Visit, target: UploadTarget): Upload | undefined {
  if (target.kind === 'ADD') {
    requireHolder(visit, target.holderId);
    const request = requestsFor(visit, target.holderId).find(({ accepted }) => accepted[0] === target.need);
    return request && uploadOf(visit, target.holderId, request);
  }
  const document = visit.documents.find(({ id }) => id === target.documentId);
  if (!document) throw pageNotFound();
  if (target.kind === 'REPLACE') return document.state === 'SUBMITTED' ? undefined : replacementOf(visit, document);
  const side = missingSide(visit, document);
  return side && otherSideOf(visit, document, side);
}

function requireHolder({ customer, owners }: Visit, holderId: string): void {
  if (holderId !== customer.id && owners.every(({ id }) => id !== holderId)) throw pageNotFound();
}

function listOf(visit: Visit, target: UploadTarget): string {
  const document = target.kind === 'ADD' ? undefined : visit.documents.find(({ id }) => id === target.documentId);
  const holderId = target.kind === 'ADD' ? target.holderId : document?.holderId;
  const isOwner = holderId !== undefined && holderId !== visit.customer.id;
  return isOwner ? `${visit.base}/people/${encodeURIComponent(holderId)}/documents` : `${visit.base}/documents`;
}

const isBusiness = ({ customer }: Visit, holderId: string): boolean =>
  customer.customerType === 'BUSINESS' && holderId === customer.id;

/** Values of the existing document, or the most likely country for a new one. */
function suggested(visit: Visit, upload: Upload): Values {
  if (upload.document) return knownValues(uploadFields(visit, upload), upload.document);
  const { profile } = visit.customer;
  const owner = visit.owners.find(({ id }) => id === upload.holderId);
  const ofCustomer = profile.nationality ?? profile.businessInfo?.country ?? profile.address?.country;
  const country = owner ? owner.personalInfo.nationality : ofCustomer;
  return country === undefined ? {} : { country: [country] };
}

/** Converts the form to a request of the API. Its shape is not checked yet. */
function documentInput({ accepted, document, side }: Upload, answered: Record<string, unknown>): object {
  if (document && side) return { ...described(document), side };
  const documentType = accepted.find((type) => type === answered['documentType']) ?? accepted[0];
  const given = { ...answered, documentType };
  return documentType && isTwoSided(documentType) ? { ...given, side: document?.side ?? 'FRONT' } : given;
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

/** Errors of the file, shown next to the file control. */
function fileErrors({ texts }: Visit, error: unknown): Errors {
  const messages: Partial<Record<ErrorCode, string>> = texts.documents.fileErrors;
  const message = error instanceof ApiError ? messages[error.code] : undefined;
  if (message) return { [fileField(texts).path]: message };
  throw error;
}
