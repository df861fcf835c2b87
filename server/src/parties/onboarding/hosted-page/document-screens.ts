import { type Html, html } from '../../../foundation/pages/html.ts';
import type { Texts } from '../../../foundation/texts/en.ts';
import { perLanguage } from '../../../foundation/texts/per-language.ts';
import {
  acceptedDocuments,
  type DocumentType,
  identityDocuments,
  isIdentityDocument,
  type Side,
} from '../document-types.ts';
import type { Document } from '../documents.ts';
import { type Errors, renderField, type Values } from './controls.ts';
import { country, type FormField, text } from './fields.ts';
import { form, type Screen, submitButton } from './layout.ts';
import { backFrom, documentTitle, ownerName, stepPath } from './screens.ts';
import {
  type DocumentRequest,
  documentsFor,
  findStep,
  missingSide,
  openStep,
  problemOf,
  requestsFor,
  type Step,
  type Visit,
} from './visit.ts';
import { documentName, problemWord, requestText, sideName } from './words.ts';

/** Size limit that the page states and checks. */
const MAX_MEGABYTES = 10;

/** Uploaded and requested documents of the customer or of an owner. */
export function documentsScreen(visit: Visit, holderId: string): Screen {
  const owner = visit.owners.find(({ id }) => id === holderId);
  const step = findStep(visit, owner ? 'people' : 'documents') as Step;
  const next = nextUpload(visit, holderId) ?? (owner ? `${visit.base}/people` : stepPath(visit, openStep(visit)));
  return {
    title: owner ? visit.texts.documents.ownedBy(ownerName(owner)) : step.title,
    lead: owner ? visit.texts.documents.ownedLead : step.lead,
    step,
    back: owner ? `${visit.base}/people` : backFrom(visit, step),
    body: html`<ul class="tasks">
        ${requestsFor(visit, holderId).map((request) => requestTask(visit, holderId, request))}
        ${documentsFor(visit, holderId).map((document) => documentTask(visit, document))}
      </ul>
      <div class="actions"><a class="button" href="${next}">${visit.texts.verification.continue}</a></div>`,
  };
}

/** Path of the first open upload: a missing side, a requested document, or a document that must be sent again. */
export function nextUpload(visit: Visit, holderId: string): string | undefined {
  const own = documentsFor(visit, holderId);
  const half = own.find((document) => missingSide(visit, document));
  if (half) return documentPath(visit, half, 'other-side');
  const [request] = requestsFor(visit, holderId);
  if (request) return addPath(visit, holderId, request);
  const again = own.find((document) => problemOf(visit, document) && document.state !== 'SUBMITTED');
  return again && documentPath(visit, again, 'replace');
}

export const addPath = ({ base, customer }: Visit, holderId: string, { accepted }: DocumentRequest): string => {
  const holder = holderId === customer.id ? '' : `&for=${encodeURIComponent(holderId)}`;
  return `${base}/documents/add?need=${accepted[0]}${holder}`;
};

const documentPath = ({ base }: Visit, { id }: Document, action: 'replace' | 'other-side'): string =>
  `${base}/documents/${encodeURIComponent(id)}/${action}`;

function requestTask(visit: Visit, holderId: string, request: DocumentRequest): Html {
  const { documents, verification } = visit.texts;
  const { title, hint } = requestWords(visit.texts, request);
  return html`<li class="task"><div class="about"><h2>${title}</h2><p>${hint}</p>
      <p class="links"><a href="${addPath(visit, holderId, request)}">${documents.add}<span class="unseen"> ${title}</span></a></p></div>
    <span class="tag todo">${verification.toDo}</span></li>`;
}

function requestWords(texts: Texts, { type, accepted }: DocumentRequest): { title: string; hint: string } {
  const [only] = accepted;
  const request = requestText(texts, type);
  if (accepted.length === 1 && only) return { title: documentName(texts, only), hint: request.hint };
  return type !== 'MISSING_IDENTITY_DOCUMENT' || accepted.includes('PASSPORT')
    ? request
    : texts.documents.secondIdentity;
}

function documentTask(visit: Visit, document: Document): Html {
  const problem = problemOf(visit, document);
  const side = missingSide(visit, document);
  const { texts } = visit;
  const { sides, replace, sendAgain, added } = texts.documents;
  const title = documentTitle(texts, document);
  const links = [
    ...(side ? [{ href: documentPath(visit, document, 'other-side'), text: sides[side].add }] : []),
    ...(document.state === 'SUBMITTED' ? [] : [{ href: documentPath(visit, document, 'replace'), text: replace }]),
  ];
  const tag = problem
    ? html`<span class="tag wait">${side ? texts.verification.toDo : sendAgain}</span>`
    : html`<span class="tag good">${added}</span>`;
  return html`<li class="task"><div class="about"><h2>${title}</h2><p>${document.fileName}</p>
      ${problem && !side && html`<p class="error">${problemWord(texts, problem.type)}</p>`}
      <p class="links">${links.map(({ href, text }) => html`<a href="${href}">${text}<span class="unseen"> ${title}</span></a>`)}</p></div>
    ${tag}</li>`;
}

/** Form of an upload, with the document if it is known. */
export interface Upload {
  holderId: string;
  accepted: readonly DocumentType[];
  title: string;
  hint: string;
  /** Existing document: replaced by the upload, or completed by its other side. */
  document?: Document | undefined;
  /** Missing side of a two-sided document. If set, only the file is requested, not the description. */
  side?: Side | undefined;
  action: string;
}

export function uploadOf(visit: Visit, holderId: string, request: DocumentRequest): Upload {
  const action = addPath(visit, holderId, request);
  return { holderId, accepted: request.accepted, action, ...requestWords(visit.texts, request) };
}

export function replacementOf(visit: Visit, document: Document): Upload {
  const problem = problemOf(visit, document);
  const { documents } = visit.texts;
  return {
    holderId: document.holderId,
    accepted: typesThatProveTheSame(document.documentType),
    document,
    title: documents.replaceTitle(documentTitle(visit.texts, document)),
    hint: problem ? problemWord(visit.texts, problem.type) : documents.replaceHint(document.fileName),
    action: documentPath(visit, document, 'replace'),
  };
}

/** Document types that prove the same fact, because the applicant may have chosen the wrong type. */
function typesThatProveTheSame(type: DocumentType): readonly DocumentType[] {
  const groups: readonly (readonly DocumentType[])[] = Object.values(acceptedDocuments);
  return groups.find((group) => group.includes(type)) ?? [type];
}

export function otherSideOf(visit: Visit, document: Document, side: Side): Upload {
  return {
    holderId: document.holderId,
    accepted: [document.documentType],
    document,
    side,
    title: `${documentName(visit.texts, document.documentType)}: ${sideName(visit.texts, side)}`,
    hint: visit.texts.documents.sides[side].now,
    action: documentPath(visit, document, 'other-side'),
  };
}

/** Questions about the document, in addition to the file. */
export function uploadFields({ language, texts }: Visit, { accepted, side }: Upload): FormField[] {
  if (side) return [];
  const { issuer, origin } = texts.documents;
  const isIdentity = accepted.some(isIdentityDocument);
  return [
    ...(accepted.length > 1 ? [typeField(texts, accepted)] : []),
    { path: 'country', ...(isIdentity ? issuer : origin), control: country(language) },
    ...(isIdentity ? identityFields(language) : []),
  ];
}

export const isTwoSided = (type: DocumentType): boolean =>
  isIdentityDocument(type) && identityDocuments[type].length > 0;

const typeField = (texts: Texts, accepted: readonly DocumentType[]): FormField => ({
  path: 'documentType',
  ...texts.documents.documentType,
  control: {
    kind: 'radios',
    choices: accepted.map((type) => ({
      value: type,
      label: documentName(texts, type),
      sides: isTwoSided(type) ? 2 : 1,
    })),
  },
});

const identityFields = perLanguage((_language, { documents }): FormField[] => [
  { path: 'documentNumber', ...documents.documentNumber, control: text(100, { width: 'medium' }) },
  { path: 'issuingAuthority', ...documents.issuingAuthority, control: text(255) },
]);

/** The file as a form field, for error messages and links to them. */
export const fileField = ({ documents }: Texts): FormField => ({
  path: 'file',
  ...documents.file,
  control: { kind: 'text', maxLength: 0 },
});

export function uploadScreen(
  visit: Visit,
  upload: Upload,
  { values, errors }: { values: Values; errors: Errors },
): Screen {
  const owner = visit.owners.find(({ id }) => id === upload.holderId);
  const { language, texts } = visit;
  const fields = uploadFields(visit, upload);
  const step = findStep(visit, owner ? 'people' : 'documents') as Step;
  return {
    title: upload.title,
    lead: owner ? texts.documents.forPerson(ownerName(owner), upload.hint) : upload.hint,
    step,
    back: uploadBack(visit, upload, step),
    errors,
    fields: [...fields, fileField(texts)],
    body: form(
      visit,
      upload.action,
      html`${fields.map((field) => renderField(field, { language, values, errors }))}${fileControl(texts, upload, errors['file'])}
        <div class="actions">${submitButton(texts.documents.upload)}</div>`,
      { enctype: 'multipart/form-data', 'data-upload': '' },
    ),
  };
}

/** Links back to the list of documents if there is one, otherwise to the previous step. */
function uploadBack(visit: Visit, { holderId }: Upload, step: Step): string {
  if (holderId !== visit.customer.id) return `${visit.base}/people`;
  const hasList = visit.customer.customerType === 'BUSINESS' || documentsFor(visit, holderId).length > 0;
  return hasList ? stepPath(visit, step) : backFrom(visit, step);
}

function fileControl({ common, documents }: Texts, upload: Upload, error: string | undefined): Html {
  const { document, side } = upload;
  const which = ` ${documents.sides[side ?? document?.side ?? 'FRONT'].of}`;
  return html`<div class="field${error && ' wrong'}"><label for="file">${documents.file.label}${side ? which : html`<span class="two-sided">${which}</span>`}</label>
    <p class="hint" id="file-hint">${documents.fileHint(MAX_MEGABYTES)}${
      !document && html`<span class="two-sided"> ${documents.backNext}</span>`
    }</p>
    <p class="error" id="file-error"${!error && html` hidden`}><span class="unseen">${common.error} </span><span data-file-error>${error}</span></p>
    <div class="file" data-file data-max-bytes="${MAX_MEGABYTES * 1024 * 1024}">
      <input type="file" id="file" name="file" accept="image/jpeg,image/png,application/pdf" required aria-describedby="file-hint file-error"${error && html` aria-invalid="true"`}>
    </div></div>`;
}
