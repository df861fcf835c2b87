import { Type } from '@sinclair/typebox';
import { IdsQuery, PageQuery } from '../../engine/http/paging.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { Country, DateTime, Enum, IdOf } from '../../engine/http/schemas.ts';
import type { Blobs, StoredBlob } from '../../engine/providers/blobs/port.ts';
import type { AuthenticationProviders, UmaBanking, VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import type { Clock } from '../../foundation/kernel/clock.ts';
import type { Sites } from '../../foundation/kernel/sites.ts';
import { orProcessing } from '../wallets/processing-schemas.ts';
import { SignedRequestChallenge } from '../wallets/schemas.ts';
import { type ContactChannel, confirmCode, sendCode } from './contact-verification.ts';
import {
  type CustomerDeps,
  changeCustomer,
  createCustomer,
  customerCreationProblems,
  customerUpdateProblems,
  type DeletionDeps,
  deleteCustomer,
  listCustomers,
} from './customers.ts';
import { customerTypes } from './fields.ts';
import { discardFile, storeFile } from './files.ts';
import { getImport, importJson, startImport } from './import-record.ts';
import { customerJson, getCustomer } from './record.ts';
import {
  BulkImport,
  BulkImportAccepted,
  CodeConfirm,
  Customer,
  CustomerCreate,
  CustomerList,
  CustomerUpdate,
  EndUserTerms,
} from './schemas.ts';
import { CURRENT_TERMS } from './terms-versions.ts';

const tag = 'Customers';
const CustomerPath = Type.Object({ customerId: IdOf('Customer') });

interface Deps {
  db: Database;
  vault: Vault;
  clock: Clock;
  sites: Sites;
  blobs: Blobs;
  banking: UmaBanking;
  verification: VerificationProviders;
  authentication: AuthenticationProviders;
  unfinishedPayments: DeletionDeps['unfinishedPayments'];
}

export const customerRoutes = (deps: Deps): Route[] => [
  termsRoute(deps),
  ...importRoutes(deps),
  ...writing(deps),
  ...reading(deps),
  ...contactRoutes(deps, 'email', 'Email'),
  ...contactRoutes(deps, 'phone', 'Phone'),
];

const termsRoute = ({ sites: { termsUrl } }: Deps): Route =>
  route({
    method: 'GET',
    path: '/customers/end-user-terms',
    operationId: 'getEndUserTerms',
    tag,
    summary: 'Read the current end-user terms',
    access: 'VIEW',
    responses: { 200: EndUserTerms },
    errors: [],
    handle: async () => ok({ version: CURRENT_TERMS, url: termsUrl() }),
  });

const MAX_CSV_BYTES = 100 * 1024 * 1024;

const importRoutes = (deps: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/customers/bulk/csv',
    operationId: 'uploadCustomersCsv',
    tag,
    summary: 'Create many customers from a CSV file',
    description:
      'Rows are created in the background. The job reports the progress, and each row that failed with its error.',
    access: 'MANAGE',
    body: Type.Object({}, { $id: 'CustomersCsvUploadRequest' }),
    form: {
      maxFileBytes: MAX_CSV_BYTES,
      store: (platformId, chunks) => storeFile(deps, platformId, chunks),
      discard: (platformId, stored) => discardFile(deps, platformId, (stored as StoredBlob).id),
    },
    idempotency: 'OPTIONAL',
    responses: { 202: BulkImportAccepted },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, file, now, receipt }) => {
      const { id: blobId } = file.stored as StoredBlob;
      return { status: 202, text: await startImport(deps.db, { platform: caller.platform, blobId, now, receipt }) };
    },
  }),
  route({
    method: 'GET',
    path: '/customers/bulk/jobs/{jobId}',
    operationId: 'getBulkCustomerImportJob',
    tag,
    summary: 'Read the progress of a bulk upload',
    access: 'VIEW',
    params: Type.Object({ jobId: IdOf('Job') }),
    responses: { 200: BulkImport },
    errors: ['BULK_UPLOAD_JOB_NOT_FOUND'],
    handle: async ({ caller, params }) => ok(importJson(await getImport(deps.db, caller.platform.id, params.jobId))),
  }),
];

const contactReasons = ['ALREADY_VERIFIED', 'NOT_REQUIRED'] as const;

const contactRoutes = (deps: Deps, channel: ContactChannel, Name: 'Email' | 'Phone'): Route[] => [
  route({
    method: 'POST',
    path: `/customers/{customerId}/verify-${channel}`,
    operationId: `sendCustomer${Name}Verification`,
    tag: 'Contact Verification',
    summary: `Send a code to the customer's ${channel}`,
    description: 'A further request sends a new code and voids the one before.',
    access: 'MANAGE',
    params: CustomerPath,
    responses: { 204: null },
    errors: ['USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: contactReasons },
    handle: async ({ caller, params, now }) => {
      await sendCode(deps, { platform: caller.platform, customerId: params.customerId, channel, now });
      return noContent;
    },
  }),
  route({
    method: 'POST',
    path: `/customers/{customerId}/verify-${channel}/confirm`,
    operationId: `confirmCustomer${Name}Verification`,
    tag: 'Contact Verification',
    summary: `Confirm the customer's ${channel} with the code`,
    access: 'MANAGE',
    params: CustomerPath,
    body: CodeConfirm,
    responses: { 200: Customer },
    errors: ['INVALID_INPUT', 'USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: contactReasons },
    handle: async ({ caller, params, body, now }) => {
      const { customerId } = params;
      return ok(await confirmCode(deps, { platform: caller.platform, customerId, channel, code: body.code, now }));
    },
  }),
];

const writing = (deps: DeletionDeps): Route[] => [
  route({
    method: 'POST',
    path: '/customers',
    operationId: 'createCustomer',
    tag,
    summary: 'Create a customer',
    description: 'An individual requires only customerType; a business requires businessInfo as well.',
    access: 'MANAGE',
    body: CustomerCreate,
    rules: ({ caller, body, now, checks }) =>
      customerCreationProblems(deps, { platform: caller.platform, input: body, now, checks }),
    idempotency: 'OPTIONAL',
    responses: { 201: Customer },
    errors: [
      'INVALID_INPUT',
      'INVALID_UMA_ADDRESS',
      'END_USER_TERMS_VERSION_NOT_FOUND',
      'UMA_ADDRESS_EXISTS',
      'CONFLICT',
    ],
    reasons: { CONFLICT: ['PLATFORM_CUSTOMER_ID_EXISTS'] },
    handle: async ({ caller, body, now, receipt, checks }) => {
      const creation = { platform: caller.platform, input: body, now, receipt, checks };
      return { status: 201, text: await createCustomer(deps, creation) };
    },
  }),
  route({
    method: 'PATCH',
    path: '/customers/{customerId}',
    operationId: 'updateCustomerById',
    tag,
    summary: 'Change a customer',
    description:
      'customerType selects the fields and cannot change. Fields left out keep their values. An email or phone number ' +
      'with an EMAIL_OTP or SMS_OTP credential changes together with it: 202, then the same request signed.',
    access: 'MANAGE',
    params: CustomerPath,
    body: CustomerUpdate,
    rules: ({ caller, params, body, now, checks }) =>
      customerUpdateProblems(deps, { platform: caller.platform, id: params.customerId, input: body, now, checks }),
    isSigned: true,
    responses: orProcessing({ 200: Customer, 202: SignedRequestChallenge }),
    errors: [
      'INVALID_INPUT',
      'INVALID_UMA_ADDRESS',
      'END_USER_TERMS_VERSION_NOT_FOUND',
      'USER_NOT_FOUND',
      'UMA_ADDRESS_EXISTS',
      'CONFLICT',
      'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
      'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
      'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
      'CUSTOMER_DELETED',
    ],
    handle: ({ caller, params, body, now, signed, checks }) => {
      const update = { platform: caller.platform, id: params.customerId, input: body, now, signed, checks };
      return changeCustomer(deps, update);
    },
  }),
  deleting(deps),
];

const deleting = (deps: DeletionDeps): Route =>
  route({
    method: 'DELETE',
    path: '/customers/{customerId}',
    operationId: 'deleteCustomerById',
    tag,
    summary: 'Delete a customer',
    description:
      'Closes the accounts, which must be empty, and shortly afterwards the cards (CARD.STATE_CHANGE). Payments that can ' +
      'still credit an account must have ended. A second request returns 410.',
    access: 'MANAGE',
    params: CustomerPath,
    responses: { 200: Customer },
    errors: ['USER_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'],
    reasons: { CONFLICT: ['ACCOUNTS_NOT_EMPTY', 'PAYMENTS_NOT_FINISHED'] },
    handle: async ({ caller, params, now }) =>
      ok(await deleteCustomer(deps, { platform: caller.platform, id: params.customerId, now })),
  });

const reading = ({ db }: CustomerDeps): Route[] => [
  route({
    method: 'GET',
    path: '/customers',
    operationId: 'listCustomers',
    tag,
    summary: 'List customers',
    access: 'VIEW',
    query: Type.Object({
      ...IdsQuery('Customer'),
      platformCustomerId: Type.Optional(
        Type.String({ description: 'Only the customer with this id of the platform.' }),
      ),
      customerType: Type.Optional(Enum(customerTypes, { description: 'Only people or only businesses.' })),
      createdAfter: Type.Optional(DateTime({ description: 'Only customers created at this time or later.' })),
      createdBefore: Type.Optional(DateTime({ description: 'Only customers created at this time or earlier.' })),
      updatedAfter: Type.Optional(DateTime({ description: 'Only customers changed at this time or later.' })),
      updatedBefore: Type.Optional(DateTime({ description: 'Only customers changed at this time or earlier.' })),
      region: Type.Optional(Country({ description: 'Only customers of this region, by its ISO 3166-1 alpha-2 code.' })),
      currency: Type.Optional(
        Type.String({ maxLength: 10, description: 'Only customers with an account in this currency.' }),
      ),
      umaAddress: Type.Optional(
        Type.String({ maxLength: 320, description: 'Only the customer with this UMA address.' }),
      ),
      isIncludingDeleted: Type.Optional(Type.Boolean({ description: 'Whether deleted customers are listed as well.' })),
      ...PageQuery,
    }),
    responses: { 200: CustomerList },
    errors: ['INVALID_INPUT'],
    handle: async ({ caller, query }) => ok(await listCustomers(db, caller.platform, query)),
  }),
  route({
    method: 'GET',
    path: '/customers/{customerId}',
    operationId: 'getCustomerById',
    tag,
    summary: 'Read a customer',
    access: 'VIEW',
    params: CustomerPath,
    responses: { 200: Customer },
    errors: ['USER_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      ok(customerJson(await getCustomer(db, caller.platform.id, params.customerId))),
  }),
];
