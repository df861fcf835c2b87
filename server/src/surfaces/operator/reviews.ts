import type { Blobs } from '../../engine/providers/blobs/port.ts';
import type { RejectionReason } from '../../engine/providers/identity/port.ts';
import type { Banking, VerificationProviders } from '../../engine/providers/services.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { getDocumentAnywhere } from '../../parties/onboarding/documents.ts';
import { fileTypes } from '../../parties/onboarding/inspection.ts';
import type { Verification } from '../../parties/onboarding/record.ts';
import {
  decideVerification,
  getReview,
  type ReviewDecision,
  type ReviewFinding,
} from '../../parties/onboarding/reviews.ts';
import { type ActionName, recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';
import { endClaim, requireNoOtherClaim } from './review-claims.ts';

export interface ReviewDeps {
  db: Database;
  vault: Vault;
  blobs: Blobs;
  banking: Banking;
  verification: VerificationProviders;
}

interface ReviewRemark {
  verificationId: string;
  /** Version of the review as read by the operator. */
  version?: number | undefined;
  note?: string | undefined;
}

export const approve = (deps: ReviewDeps, remark: ReviewRemark, context: OperatorContext) =>
  decideAs(deps, { verb: 'APPROVE' }, { remark, context });

export const reject = (
  deps: ReviewDeps,
  { reason, ...remark }: ReviewRemark & { reason: RejectionReason },
  context: OperatorContext,
) => decideAs(deps, { verb: 'REJECT', reason }, { remark, context });

export const requestChanges = (
  deps: ReviewDeps,
  { errors, ...remark }: ReviewRemark & { errors: readonly ReviewFinding[] },
  context: OperatorContext,
) => decideAs(deps, { verb: 'REQUEST_CHANGES', findings: errors }, { remark, context });

const actions: Record<ReviewDecision['verb'], ActionName> = {
  APPROVE: 'REVIEW_APPROVED',
  REJECT: 'REVIEW_REJECTED',
  REQUEST_CHANGES: 'REVIEW_CHANGES_REQUESTED',
};

/** Writes the decision and the audit log entry in one statement, which also ends the claim. */
async function decideAs(
  deps: ReviewDeps,
  decision: ReviewDecision,
  { remark, context }: { remark: ReviewRemark; context: OperatorContext },
) {
  const { verificationId, version, note } = remark;
  const { verb, ...particulars } = decision;
  const { operatorId, now } = context;
  await requireNoOtherClaim(deps.db, verificationId, context);
  const effects = ({ platformId, id, customerId }: Verification) => [
    endClaim({ platformId, id }),
    recordAction({
      operatorId,
      action: actions[verb],
      platformId,
      resourceId: verificationId,
      details: { customerId, ...particulars, ...(note !== undefined && { note }) },
      at: now,
    }),
  ];
  return decideVerification(deps, { verificationId, version, decision, now, effects });
}

/** All data of an applicant, with identifiers in plain text. The access is logged before the data is returned. */
export async function openReview(deps: ReviewDeps, verificationId: string, { operatorId, now }: OperatorContext) {
  const review = await getReview(deps, verificationId);
  const { platformId, customer, identifier, beneficialOwners } = review;
  const people = [...(identifier === undefined ? [] : [customer.id]), ...beneficialOwners.map(({ id }) => id)];
  const details = { customerId: customer.id, identifiersOf: people };
  const action = recordAction({
    operatorId,
    action: 'REVIEW_READ',
    platformId,
    resourceId: verificationId,
    details,
    at: now,
  });
  await apply(deps.db, { effects: [action] });
  return review;
}

/** Content of a document under a generated name. The access is logged before the content is returned. */
export async function openDocument(
  { db, blobs }: ReviewDeps,
  documentId: string,
  { operatorId, now }: OperatorContext,
) {
  const document = await getDocumentAnywhere(db, documentId);
  const { platformId, customerId, holderId, contentType, size, blobId } = document;
  const details = { customerId, documentHolder: holderId, documentType: document.documentType };
  const action = recordAction({
    operatorId,
    action: 'DOCUMENT_READ',
    platformId,
    resourceId: documentId,
    details,
    at: now,
  });
  await apply(db, { effects: [action] });
  const name = `${documentId.replace(':', '-')}.${fileTypes[contentType]}`;
  return { name, type: contentType, size, chunks: blobs.read(platformId, blobId) };
}
