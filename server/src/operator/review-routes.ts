import { Type } from '@sinclair/typebox';
import { PageQuery } from '../http/paging.ts';
import { ok, type Route, route } from '../http/route.ts';
import { IdOf } from '../http/schemas.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { fileTypes } from '../onboarding/inspection.ts';
import { listWaitingReviews } from '../onboarding/record.ts';
import { Verification } from '../onboarding/schemas.ts';
import { Review, ReviewApproval, ReviewChanges, ReviewList, ReviewRejection } from './review-schemas.ts';
import { approve, openDocument, openReview, type ReviewDeps, reject, requestChanges } from './reviews.ts';

const tag = 'Operator';
const ReviewPath = Type.Object({ verificationId: IdOf('Verification') });
const decisionErrors: readonly ErrorCode[] = ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'];

export const reviewRoutes = (deps: ReviewDeps): Route[] => [...reading(deps), ...deciding(deps)];

const reading = (deps: ReviewDeps): Route[] => [
  route({
    method: 'GET',
    path: '/operator/reviews',
    operationId: 'operatorListReviews',
    tag,
    summary: 'List verifications that wait for a decision',
    description: 'First in, first out.',
    access: 'OPERATOR',
    query: Type.Object({
      platformId: Type.Optional(IdOf('Platform', { description: 'Only reviews of this platform.' })),
      ...PageQuery,
    }),
    answers: { 200: ReviewList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query }) => ok(await listWaitingReviews(deps.db, query)),
  }),
  route({
    method: 'GET',
    path: '/operator/reviews/{verificationId}',
    operationId: 'operatorReadReview',
    tag,
    summary: 'Read all data of an applicant',
    description: 'The response contains identifiers in plain text, so this is recorded in the log of actions.',
    access: 'OPERATOR',
    params: ReviewPath,
    secretAnswer: true,
    answers: { 200: Review },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) =>
      ok(await openReview(deps, params.verificationId, { ...operator, now })),
  }),
  route({
    method: 'GET',
    path: '/operator/documents/{documentId}/content',
    operationId: 'operatorReadDocument',
    tag,
    summary: 'Download the file of a document',
    description: 'This is recorded in the log of actions.',
    access: 'OPERATOR',
    params: Type.Object({ documentId: IdOf('Document') }),
    answers: { 200: null },
    fileTypes: Object.keys(fileTypes),
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) => {
      const { name, type, size, chunks } = await openDocument(deps, params.documentId, { ...operator, now });
      const headers = { 'content-disposition': `attachment; filename="${name}"`, 'content-length': String(size) };
      return { status: 200, headers, file: { type, chunks } };
    },
  }),
];

const deciding = (deps: ReviewDeps): Route[] => [
  route({
    method: 'POST',
    path: '/operator/reviews/{verificationId}/approve',
    operationId: 'operatorApproveReview',
    tag,
    summary: 'Approve an applicant',
    description: 'The customer is APPROVED and gets its accounts.',
    access: 'OPERATOR',
    params: ReviewPath,
    body: ReviewApproval,
    bodyOptional: true,
    answers: { 200: Verification },
    errors: decisionErrors,
    handle: async ({ operator, params, body, now }) =>
      ok(await approve(deps, { ...params, ...body }, { ...operator, now })),
  }),
  route({
    method: 'POST',
    path: '/operator/reviews/{verificationId}/reject',
    operationId: 'operatorRejectReview',
    tag,
    summary: 'Reject an applicant',
    description: 'Final: the customer is REJECTED and cannot be submitted again.',
    access: 'OPERATOR',
    params: ReviewPath,
    body: ReviewRejection,
    answers: { 200: Verification },
    errors: decisionErrors,
    handle: async ({ operator, params, body, now }) =>
      ok(await reject(deps, { ...params, ...body }, { ...operator, now })),
  }),
  route({
    method: 'POST',
    path: '/operator/reviews/{verificationId}/request-changes',
    operationId: 'operatorRequestChanges',
    tag,
    summary: 'Request other or further documents of an applicant',
    description:
      'Documents with a problem can then be replaced. The verification is RESOLVE_ERRORS until it is submitted again.',
    access: 'OPERATOR',
    params: ReviewPath,
    body: ReviewChanges,
    answers: { 200: Verification },
    errors: decisionErrors,
    handle: async ({ operator, params, body, now }) =>
      ok(await requestChanges(deps, { ...params, ...body }, { ...operator, now })),
  }),
];
