import { Type } from '@sinclair/typebox';
import type { UploadedFile } from '../../engine/http/multipart-forms.ts';
import { PageQuery } from '../../engine/http/paging.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { DocumentHolderId, Enum, IdOf } from '../../engine/http/schemas.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import { discardFile, type FileDeps } from '../customers/files.ts';
import { verificationStatuses } from './document-types.ts';
import {
  type DocumentDeps,
  type DocumentFile,
  deleteDocument,
  documentInputProblems,
  documentJson,
  getDocument,
  listDocuments,
  replaceDocument,
  uploadDocument,
} from './documents.ts';
import { type StoredFile, storeInspected } from './files.ts';
import { createLink, type LinkDeps } from './kyc-link.ts';
import { getVerification, listVerifications, verificationJson } from './record.ts';
import {
  Document,
  DocumentList,
  DocumentReplace,
  DocumentUpload,
  KycLink,
  KycLinkCreate,
  Verification,
  VerificationList,
  VerificationRequest,
} from './schemas.ts';
import { submitApplication } from './verifications.ts';

export const onboardingRoutes = (deps: LinkDeps): Route[] => [
  ...verificationRoutes(deps),
  linkRoute(deps),
  ...documentWriting(deps),
  ...documentReading(deps),
];

const tag = 'KYC/KYB Verifications';

const verificationRoutes = (deps: LinkDeps): Route[] => [
  route({
    method: 'POST',
    path: '/verifications',
    operationId: 'createVerification',
    tag,
    summary: 'Submit a customer for verification',
    description:
      'Returns one entry per problem while anything is missing. Submit again once the problems are resolved: the verification stays the same until it is approved or rejected.',
    access: 'MANAGE',
    body: VerificationRequest,
    idempotency: 'OPTIONAL',
    responses: { 200: Verification },
    errors: ['INVALID_INPUT', 'USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['CONTACT_NOT_VERIFIED'] },
    handle: async ({ caller, body, now, receipt }) => {
      const submission = { platform: caller.platform, customerId: body.customerId, now, receipt };
      return { status: 200, text: (await submitApplication(deps, submission)).text };
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
      customerId: Type.Optional(IdOf('Customer', { description: 'Only verifications of this customer.' })),
      verificationStatus: Type.Optional(
        Enum(verificationStatuses, { description: 'Only verifications in this state.' }),
      ),
      ...PageQuery,
    }),
    responses: { 200: VerificationList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listVerifications(deps.db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/verifications/{verificationId}',
    operationId: 'getVerification',
    tag,
    summary: 'Read a verification',
    access: 'VIEW',
    params: Type.Object({ verificationId: IdOf('Verification') }),
    responses: { 200: Verification },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(verificationJson(await getVerification(deps.db, caller.platform.id, params.verificationId))),
  }),
];

const linkRoute = (deps: LinkDeps): Route =>
  route({
    method: 'POST',
    path: '/customers/{customerId}/kyc-link',
    operationId: 'createCustomerKycLink',
    tag,
    summary: 'Create a link to the hosted verification page',
    description:
      'The customer completes its own application within 24 hours. Earlier links stay valid; each is used up when its flow is finished.',
    access: 'MANAGE',
    params: Type.Object({ customerId: IdOf('Customer') }),
    body: KycLinkCreate,
    bodyOptional: true,
    idempotency: 'OPTIONAL',
    secretResponse: true,
    responses: { 201: KycLink },
    errors: ['INVALID_INPUT', 'USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['CONTACT_NOT_VERIFIED'] },
    handle: async ({ caller, params, body, now, receipt }) => {
      const creation = { platform: caller.platform, ...params, redirectUri: body?.redirectUri, now, receipt };
      return { status: 201, text: await createLink(deps, creation) };
    },
  });

const documentTag = 'Documents';
const DocumentPath = Type.Object({ documentId: IdOf('Document') });
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The form of an upload, for the API and for the hosted page. */
export const documentForm = (deps: FileDeps): NonNullable<Route['form']> => ({
  maxFileBytes: MAX_FILE_BYTES,
  store: (platformId, chunks) => storeInspected(deps, platformId, chunks),
  discard: (platformId, stored) => discardFile(deps, platformId, (stored as StoredFile).id),
});

const fileErrors: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'UNSUITABLE_DOCUMENT',
  'INCOMPLETE',
  'LOW_QUALITY',
  'DATA_MISMATCH',
  'EXPIRED',
  'SUSPECTED_FRAUD',
];

const asDocumentFile = (file: UploadedFile | undefined): DocumentFile => file as UploadedFile<StoredFile>;

const documentWriting = (deps: DocumentDeps): Route[] => [
  route({
    method: 'POST',
    path: '/documents',
    operationId: 'uploadDocument',
    tag: documentTag,
    summary: 'Upload a document of a customer or beneficial owner',
    description: 'A PDF, JPEG or PNG of at most 10 MB. The content of the file decides, not its name.',
    access: 'MANAGE',
    body: DocumentUpload,
    rules: ({ body }) => documentInputProblems(body),
    form: documentForm(deps),
    idempotency: 'OPTIONAL',
    responses: { 201: Document },
    errors: [...fileErrors, 'USER_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['TOO_MANY_DOCUMENTS'] },
    handle: async ({ caller, body, file, now, receipt, checks }) => {
      const { documentHolder, ...input } = body;
      const upload = { platform: caller.platform, documentHolder, now, receipt, checks, file: asDocumentFile(file) };
      return { status: 201, text: await uploadDocument(deps, { ...upload, input }) };
    },
  }),
  route({
    method: 'PUT',
    path: '/documents/{documentId}',
    operationId: 'replaceDocument',
    tag: documentTag,
    summary: 'Replace a document',
    description: 'Possible until it is submitted, and once a verification requests it again.',
    access: 'MANAGE',
    params: DocumentPath,
    body: DocumentReplace,
    rules: ({ body }) => documentInputProblems(body),
    form: documentForm(deps),
    responses: { 200: Document },
    errors: [...fileErrors, 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['DOCUMENT_SUBMITTED'] },
    handle: async ({ caller, params, body, file, now, checks }) => {
      const replacement = { platform: caller.platform, id: params.documentId, now, checks, file: asDocumentFile(file) };
      return ok(await replaceDocument(deps, { ...replacement, input: body }));
    },
  }),
  route({
    method: 'DELETE',
    path: '/documents/{documentId}',
    operationId: 'deleteDocument',
    tag: documentTag,
    summary: 'Delete a document',
    description: 'Possible until it is submitted, and once a verification requests it again.',
    access: 'MANAGE',
    params: DocumentPath,
    responses: { 204: null },
    errors: ['REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['DOCUMENT_SUBMITTED'] },
    handle: async ({ caller, params }) => {
      await deleteDocument(deps, { platform: caller.platform, id: params.documentId });
      return noContent;
    },
  }),
];

const documentReading = ({ db }: FileDeps): Route[] => [
  route({
    method: 'GET',
    path: '/documents',
    operationId: 'listDocuments',
    tag: documentTag,
    summary: 'List documents',
    access: 'VIEW',
    query: Type.Object({ documentHolder: Type.Optional(DocumentHolderId), ...PageQuery }),
    responses: { 200: DocumentList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listDocuments(db, caller.platform.id, query)),
  }),
  route({
    method: 'GET',
    path: '/documents/{documentId}',
    operationId: 'getDocument',
    tag: documentTag,
    summary: 'Read a document',
    access: 'VIEW',
    params: DocumentPath,
    responses: { 200: Document },
    errors: ['REFERENCE_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(documentJson(await getDocument(db, caller.platform.id, params.documentId))),
  }),
];
