import { Type } from '@sinclair/typebox';
import { discardFile, type FileNeeds } from '../customers/files.ts';
import type { UploadedFile } from '../http/forms.ts';
import { PageQuery } from '../http/paging.ts';
import { noContent, ok, type Route, route } from '../http/route.ts';
import { Enum, IdOf } from '../http/schemas.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import {
  type DocumentFile,
  type DocumentInput,
  deleteDocument,
  documentJson,
  findDocument,
  inputProblems,
  listDocuments,
  replaceDocument,
  uploadDocument,
} from './documents.ts';
import { verificationStatuses } from './fields.ts';
import { type StoredFile, storeInspected } from './files.ts';
import { createLink, type LinkNeeds } from './kyc-link.ts';
import { findVerification, listVerifications, verificationJson } from './record.ts';
import {
  Document,
  DocumentHolder,
  DocumentList,
  DocumentReplace,
  DocumentUpload,
  KycLink,
  KycLinkCreate,
  Verification,
  VerificationList,
  VerificationRequest,
} from './schemas.ts';
import { submit } from './verifications.ts';

export const onboardingRoutes = (needs: LinkNeeds): Route[] => [
  ...verificationRoutes(needs),
  linkRoute(needs),
  ...documentWriting(needs),
  ...documentReading(needs),
];

const tag = 'KYC/KYB Verifications';

const verificationRoutes = (needs: LinkNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/verifications',
    operationId: 'createVerification',
    tag,
    summary: 'Submit a customer for verification',
    description:
      'Answers with one entry per problem as long as anything is missing. Call it again when that is resolved: the verification stays the same until it is approved or rejected.',
    access: 'MANAGE',
    body: VerificationRequest,
    idempotency: 'OPTIONAL',
    answers: { 200: Verification },
    errors: ['INVALID_INPUT', 'USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    handle: async ({ caller, body, now, receipt }) => {
      const submission = { platform: caller.platform, customerId: body.customerId, now, receipt };
      return { status: 200, text: (await submit(needs, submission)).text };
    },
  }),
  route({
    method: 'GET',
    path: '/verifications',
    operationId: 'listVerifications',
    tag,
    summary: 'List verifications',
    access: 'VIEW',
    query: Type.Object({
      customerId: Type.Optional(IdOf('Customer')),
      verificationStatus: Type.Optional(Enum(verificationStatuses)),
      ...PageQuery,
    }),
    answers: { 200: VerificationList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listVerifications(needs.db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/verifications/{verificationId}',
    operationId: 'getVerification',
    tag,
    summary: 'Read a verification',
    access: 'VIEW',
    params: Type.Object({ verificationId: IdOf('Verification') }),
    answers: { 200: Verification },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(verificationJson(await findVerification(needs.db, caller.platform.id, params.verificationId))),
  }),
];

const linkRoute = (needs: LinkNeeds): Route =>
  route({
    method: 'POST',
    path: '/customers/{customerId}/kyc-link',
    operationId: 'createCustomerKycLink',
    tag,
    summary: 'Make a link to the hosted verification page',
    description:
      'For a customer to complete its own application, within 24 hours. Links made before stay valid; each is used up when its flow is finished.',
    access: 'MANAGE',
    params: Type.Object({ customerId: IdOf('Customer') }),
    body: KycLinkCreate,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    secretAnswer: true,
    answers: { 201: KycLink },
    errors: ['INVALID_INPUT', 'USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    handle: async ({ caller, params, body, now, receipt }) => {
      const wish = { platform: caller.platform, ...params, redirectUri: body?.redirectUri, now, receipt };
      return { status: 201, text: await createLink(needs, wish) };
    },
  });

const documentTag = 'Documents';
const DocumentPath = Type.Object({ documentId: IdOf('Document') });
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** How a document's file comes in, here and on the hosted page. */
export const documentForm = (needs: FileNeeds): NonNullable<Route['form']> => ({
  maxFileBytes: MAX_FILE_BYTES,
  store: (platformId, chunks) => storeInspected(needs, platformId, chunks),
  discard: (platformId, stored) => discardFile(needs, platformId, (stored as StoredFile).id),
});

const fileErrors: readonly ErrorCode[] = ['INVALID_INPUT', 'UNSUITABLE_DOCUMENT', 'INCOMPLETE', 'LOW_QUALITY'];

const asDocumentFile = (file: UploadedFile | undefined): DocumentFile => file as UploadedFile<StoredFile>;

const documentWriting = (needs: FileNeeds): Route[] => [
  route({
    method: 'POST',
    path: '/documents',
    operationId: 'uploadDocument',
    tag: documentTag,
    summary: 'Upload a document of a customer or beneficial owner',
    description: 'A PDF, JPEG or PNG of at most 10 MB. What it is is told from its content, not from its name.',
    access: 'MANAGE',
    body: DocumentUpload,
    rules: ({ body }) => inputProblems(body as DocumentInput),
    form: documentForm(needs),
    idempotency: 'OPTIONAL',
    answers: { 201: Document },
    errors: [...fileErrors, 'USER_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    handle: async ({ caller, body, file, now, receipt }) => {
      const { documentHolder, ...input } = body;
      const upload = { platform: caller.platform, documentHolder, now, receipt, file: asDocumentFile(file) };
      return { status: 201, text: await uploadDocument(needs, { ...upload, input: input as DocumentInput }) };
    },
  }),
  route({
    method: 'PUT',
    path: '/documents/{documentId}',
    operationId: 'replaceDocument',
    tag: documentTag,
    summary: 'Replace a document',
    description: 'Until it is submitted, and again when a verification asks for it again.',
    access: 'MANAGE',
    params: DocumentPath,
    body: DocumentReplace,
    rules: ({ body }) => inputProblems(body as DocumentInput),
    form: documentForm(needs),
    answers: { 200: Document },
    errors: [...fileErrors, 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    handle: async ({ caller, params, body, file, now }) => {
      const replacement = { platform: caller.platform, id: params.documentId, now, file: asDocumentFile(file) };
      return ok(await replaceDocument(needs, { ...replacement, input: body as DocumentInput }));
    },
  }),
  route({
    method: 'DELETE',
    path: '/documents/{documentId}',
    operationId: 'deleteDocument',
    tag: documentTag,
    summary: 'Delete a document',
    description: 'Until it is submitted, and again when a verification asks for it again.',
    access: 'MANAGE',
    params: DocumentPath,
    answers: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    handle: async ({ caller, params }) => {
      await deleteDocument(needs, { platform: caller.platform, id: params.documentId });
      return noContent;
    },
  }),
];

const documentReading = ({ db }: FileNeeds): Route[] => [
  route({
    method: 'GET',
    path: '/documents',
    operationId: 'listDocuments',
    tag: documentTag,
    summary: 'List documents',
    access: 'VIEW',
    query: Type.Object({ documentHolder: Type.Optional(DocumentHolder), ...PageQuery }),
    answers: { 200: DocumentList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listDocuments(db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/documents/{documentId}',
    operationId: 'getDocument',
    tag: documentTag,
    summary: 'Read what a document is',
    access: 'VIEW',
    params: DocumentPath,
    answers: { 200: Document },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(documentJson(await findDocument(db, caller.platform.id, params.documentId))),
  }),
];
