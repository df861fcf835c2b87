import { Type } from '@sinclair/typebox';
import { PageQuery } from '../../engine/http/paging.ts';
import { noContent, ok, type Route, route } from '../../engine/http/route.ts';
import { IdOf } from '../../engine/http/schemas.ts';
import type { ErrorCode } from '../../foundation/kernel/errors.ts';
import { type FileType, fileTypes } from '../../parties/onboarding/inspection.ts';
import { listWaitingReviews } from '../../parties/onboarding/record.ts';
import { Verification } from '../../parties/onboarding/schemas.ts';
import { CLAIM_MINUTES, claimReview, releaseReview, withClaims } from './review-claims.ts';
import { Review, ReviewApproval, ReviewChanges, ReviewClaim, ReviewList, ReviewRejection } from './review-schemas.ts';
import { approve, openDocument, openReview, type ReviewDeps, reject, requestChanges } from './reviews.ts';

const tag = 'Operator';
const ReviewPath = Type.Object({ verificationId: IdOf('Verification') });
const decisionErrors: readonly ErrorCode[] = ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT', 'CUSTOMER_DELETED'];
const decisionReasons = ['NOT_WAITING', 'SUBMITTED_AGAIN', 'CLAIMED_BY_ANOTHER'] as const;

export const reviewRoutes = (deps: ReviewDeps): Route[] => [...reading(deps), ...claiming(deps), ...deciding(deps)];

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
    responses: { 200: ReviewList },
    errors: ['INVALID_INPUT'],
    handle: async ({ query, now }) => ok(await withClaims(deps.db, await listWaitingReviews(deps.db, query), now)),
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
    secretResponse: true,
    responses: { 200: Review },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) =>
      ok(await openReview(deps, params.verificationId, { ...operator, now })),
  }),
  route({
    method: 'GET',
    path: '/operator/documents/{documentId}/content',
    operationId: 'operatorReadDocument',
    tag,
    summary: 'Read the file of a document',
    description:
      'Every reading is recorded in the log of actions. Content-Disposition is inline, and a sandbox without scripts is the policy of the file.',
    access: 'OPERATOR',
    params: Type.Object({ documentId: IdOf('Document') }),
    responses: { 200: null },
    fileTypes: Object.keys(fileTypes),
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) => {
      const { name, type, size, chunks } = await openDocument(deps, params.documentId, { ...operator, now });
      const headers = {
        'content-disposition': `${dispositions[type]}; filename="${name}"`,
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'content-length': String(size),
      };
      return { status: 200, headers, file: { type, chunks } };
    },
  }),
];

/** Inline only for types that browsers show without executing content of the file. */
const dispositions: Readonly<Record<FileType, 'inline' | 'attachment'>> = {
  'application/pdf': 'inline',
  'image/jpeg': 'inline',
  'image/png': 'inline',
};

const claiming = ({ db }: ReviewDeps): Route[] => [
  route({
    method: 'POST',
    path: '/operator/reviews/{verificationId}/claim',
    operationId: 'operatorClaimReview',
    tag,
    summary: 'Claim a review',
    description: `Keeps other operators from deciding about it for ${CLAIM_MINUTES} minutes. Claiming it again renews the claim, and the decision ends it.`,
    access: 'OPERATOR',
    params: ReviewPath,
    responses: { 200: ReviewClaim },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND', 'CONFLICT'],
    reasons: { CONFLICT: ['NOT_WAITING', 'CLAIMED_BY_ANOTHER'] },
    handle: async ({ operator, params, now }) => ok(await claimReview(db, params.verificationId, { ...operator, now })),
  }),
  route({
    method: 'DELETE',
    path: '/operator/reviews/{verificationId}/claim',
    operationId: 'operatorReleaseReview',
    tag,
    summary: 'Give up the claim of a review',
    description: 'Without a claim of this operator it changes nothing.',
    access: 'OPERATOR',
    params: ReviewPath,
    responses: { 204: null },
    errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
    handle: async ({ operator, params, now }) => {
      await releaseReview(db, params.verificationId, { ...operator, now });
      return noContent;
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
    responses: { 200: Verification },
    errors: decisionErrors,
    reasons: { CONFLICT: [...decisionReasons, 'CHANGED_SINCE_SUBMISSION'] },
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
    responses: { 200: Verification },
    errors: decisionErrors,
    reasons: { CONFLICT: decisionReasons },
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
    responses: { 200: Verification },
    errors: decisionErrors,
    reasons: { CONFLICT: decisionReasons },
    handle: async ({ operator, params, body, now }) =>
      ok(await requestChanges(deps, { ...params, ...body }, { ...operator, now })),
  }),
];
