import { type Html, html } from '../../kernel/html.ts';
import type { Document } from '../documents.ts';
import { acceptedDocuments, type DocumentType, identityDocuments, isIdentityDocument, type Side } from '../fields.ts';
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
import { documentName, problemWord, requests, sideName } from './words.ts';

/** The size limit that the page shows and checks. */
const MAX_MEGABYTES = 10;

/** Uploaded and requested documents of the customer or of an owner. */
export function documentsScreen(visit: Visit, holderId: string): Screen {
  const owner = visit.owners.find(({ id }) => id === holderId);
  const step = findStep(visit, owner ? 'people' : 'documents') as Step;
  const next = nextUpload(visit, holderId) ?? (owner ? `${visit.base}/people` : stepPath(visit, openStep(visit)));
  return {
    title: owner ? `Documents of ${ownerName(owner)}` : step.title,
    lead: owner ? 'Photos or scans are fine.' : step.lead,
    step,
    back: owner ? `${visit.base}/people` : backFrom(visit, step),
    body: html`<ul class="tasks">
        ${requestsFor(visit, holderId).map((request) => requestTask(visit, holderId, request))}
        ${documentsFor(visit, holderId).map((document) => documentTask(visit, document))}
      </ul>
      <div class="actions"><a class="button" href="${next}">Continue</a></div>`,
  };
}

/** Path of the first open upload: the other side, a requested document, or one that must be sent again. */
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
  const { title, hint } = requestWords(request);
  return html`<li class="task"><div class="about"><h2>${title}</h2><p>${hint}</p>
      <p class="links"><a href="${addPath(visit, holderId, request)}">Add<span class="unseen"> ${title}</span></a></p></div>
    <span class="tag todo">To do</span></li>`;
}

function requestWords({ type, accepted }: DocumentRequest): { title: string; hint: string } {
  const [only] = accepted;
  if (accepted.length === 1 && only) return { title: documentName(only), hint: requests[type].hint };
  if (type !== 'MISSING_IDENTITY_DOCUMENT' || accepted.includes('PASSPORT')) return requests[type];
  return {
    title: 'Second identity document',
    hint: 'Both sides of a license or an identity card. It must not have expired.',
  };
}

function documentTask(visit: Visit, document: Document): Html {
  const problem = problemOf(visit, document);
  const side = missingSide(visit, document);
  const title = documentTitle(document);
  const links = [
    ...(side ? [{ href: documentPath(visit, document, 'other-side'), text: `Add the ${sideName(side)}` }] : []),
    ...(document.state === 'SUBMITTED' ? [] : [{ href: documentPath(visit, document, 'replace'), text: 'Replace' }]),
  ];
  const tag = problem
    ? html`<span class="tag wait">${side ? 'To do' : 'Send again'}</span>`
    : html`<span class="tag good">Added</span>`;
  return html`<li class="task"><div class="about"><h2>${title}</h2><p>${document.fileName}</p>
      ${problem && !side && html`<p class="error">${problemWord(problem.type, problem.reason)}</p>`}
      <p class="links">${links.map(({ href, text }) => html`<a href="${href}">${text}<span class="unseen"> ${title}</span></a>`)}</p></div>
    ${tag}</li>`;
}

/** An upload with what is already known about the document. */
export interface Upload {
  holderId: string;
  accepted: readonly DocumentType[];
  title: string;
  hint: string;
  /** The document that is replaced, or whose other side this is. */
  document?: Document | undefined;
  /** Set if only the file of this side is missing: the description is that of the other side. */
  side?: Side | undefined;
  action: string;
}

export function uploadOf(visit: Visit, holderId: string, request: DocumentRequest): Upload {
  const action = addPath(visit, holderId, request);
  return { holderId, accepted: request.accepted, action, ...requestWords(request) };
}

export function replacementOf(visit: Visit, document: Document): Upload {
  const problem = problemOf(visit, document);
  return {
    holderId: document.holderId,
    accepted: typesThatProveTheSame(document.documentType),
    document,
    title: `Replace: ${documentTitle(document)}`,
    hint: problem ? problemWord(problem.type, problem.reason) : `The new file takes the place of ${document.fileName}.`,
    action: documentPath(visit, document, 'replace'),
  };
}

/** Types that prove the same: the applicant may have chosen the wrong one. */
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
    title: `${documentName(document.documentType)}: ${sideName(side)}`,
    hint: `Now the ${sideName(side)} of the same document.`,
    action: documentPath(visit, document, 'other-side'),
  };
}

/** Questions about the document, beside the file. */
export function uploadFields({ accepted, side }: Upload): FormField[] {
  if (side) return [];
  const isIdentity = accepted.some(isIdentityDocument);
  return [
    ...(accepted.length > 1 ? [typeField(accepted)] : []),
    countryField(isIdentity),
    ...(isIdentity ? identityFields : []),
  ];
}

export const isTwoSided = (type: DocumentType): boolean =>
  isIdentityDocument(type) && identityDocuments[type].length > 0;

const typeField = (accepted: readonly DocumentType[]): FormField => ({
  path: 'documentType',
  label: 'What will you send?',
  control: {
    kind: 'radios',
    choices: accepted.map((type) => ({ value: type, label: documentName(type), sides: isTwoSided(type) ? 2 : 1 })),
  },
  blank: 'Choose what you will send',
  invalid: 'Choose one of these documents',
});

const countryField = (isIdentity: boolean): FormField => ({
  path: 'country',
  label: isIdentity ? 'Country that issued it' : 'Country it is from',
  control: country(),
  blank: 'Choose the country of the document',
  invalid: 'Choose the country of the document',
});

const identityFields: FormField[] = [
  {
    path: 'documentNumber',
    label: 'Number of the document',
    control: text(100, { width: 'medium' }),
    blank: 'Enter the number of the document',
    invalid: 'Enter the number of the document in at most 100 characters',
  },
  {
    path: 'issuingAuthority',
    label: 'Issued by',
    hint: 'The authority named on the document.',
    control: text(255),
    blank: 'Enter who issued the document',
    invalid: 'Enter who issued the document in at most 255 characters',
  },
];

/** The file as a field, for its errors and their links. */
export const fileField: FormField = {
  path: 'file',
  label: 'Photo or scan',
  control: { kind: 'text', maxLength: 0 },
  blank: 'Choose a photo or a scan of the document',
  invalid: 'Choose a PDF, JPEG or PNG file',
};

export function uploadScreen(
  visit: Visit,
  upload: Upload,
  { values, errors }: { values: Values; errors: Errors },
): Screen {
  const owner = visit.owners.find(({ id }) => id === upload.holderId);
  const fields = uploadFields(upload);
  const step = findStep(visit, owner ? 'people' : 'documents') as Step;
  return {
    title: upload.title,
    lead: owner ? `For ${ownerName(owner)}. ${upload.hint}` : upload.hint,
    step,
    back: uploadBack(visit, upload, step),
    errors,
    fields: [...fields, fileField],
    body: form(
      visit,
      upload.action,
      html`${fields.map((field) => renderField(field, { values, errors }))}${fileControl(upload, errors['file'])}
        <div class="actions">${submitButton('Upload')}</div>`,
      { enctype: 'multipart/form-data', 'data-upload': '' },
    ),
  };
}

/** Back to the list of documents if there is one, otherwise to the previous step. */
function uploadBack(visit: Visit, { holderId }: Upload, step: Step): string {
  if (holderId !== visit.customer.id) return `${visit.base}/people`;
  const hasList = visit.customer.customerType === 'BUSINESS' || documentsFor(visit, holderId).length > 0;
  return hasList ? stepPath(visit, step) : backFrom(visit, step);
}

function fileControl(upload: Upload, error: string | undefined): Html {
  const { document, side } = upload;
  const which = ` of the ${sideName(side ?? document?.side ?? 'FRONT')}`;
  return html`<div class="field${error && ' wrong'}"><label for="file">Photo or scan${side ? which : html`<span class="two-sided">${which}</span>`}</label>
    <p class="hint" id="file-hint">JPEG, PNG or PDF, at most ${MAX_MEGABYTES} MB. All four corners must be visible and nothing blurred.${
      !document && html`<span class="two-sided"> You can add the back next.</span>`
    }</p>
    <p class="error" id="file-error"${!error && html` hidden`}><span class="unseen">Error: </span><span data-file-error>${error}</span></p>
    <div class="file" data-file data-max-bytes="${MAX_MEGABYTES * 1024 * 1024}">
      <input type="file" id="file" name="file" accept="image/jpeg,image/png,application/pdf" required aria-describedby="file-hint file-error"${error && html` aria-invalid="true"`}>
    </div></div>`;
}
