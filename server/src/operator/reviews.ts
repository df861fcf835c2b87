import { apply } from '../db/effects.ts';
import { findDocumentAnywhere } from '../onboarding/documents.ts';
import { fileTypes } from '../onboarding/inspection.ts';
import type { Verification } from '../onboarding/record.ts';
import { decide, type Finding, type ReviewDecision, readReview } from '../onboarding/reviews.ts';
import type { VerificationNeeds } from '../onboarding/verifications.ts';
import type { Blobs } from '../providers/blobs/port.ts';
import type { RejectionReason } from '../providers/identity/port.ts';
import { type ActionName, recordAction } from './actions.ts';
import type { Hand } from './interventions.ts';

export interface ReviewNeeds extends VerificationNeeds {
  blobs: Blobs;
}

interface Remark {
  verificationId: string;
  /** As it was read. */
  version?: number | undefined;
  note?: string | undefined;
}

export const approve = (needs: ReviewNeeds, remark: Remark, hand: Hand) =>
  decideAs(needs, { verb: 'APPROVE' }, { remark, hand });

export const reject = (needs: ReviewNeeds, { reason, ...remark }: Remark & { reason: RejectionReason }, hand: Hand) =>
  decideAs(needs, { verb: 'REJECT', reason }, { remark, hand });

export const requestChanges = (
  needs: ReviewNeeds,
  { errors, ...remark }: Remark & { errors: readonly Finding[] },
  hand: Hand,
) => decideAs(needs, { verb: 'REQUEST_CHANGES', findings: errors }, { remark, hand });

const actions: Record<ReviewDecision['verb'], ActionName> = {
  APPROVE: 'REVIEW_APPROVED',
  REJECT: 'REVIEW_REJECTED',
  REQUEST_CHANGES: 'REVIEW_CHANGES_REQUESTED',
};

/** The decision and the line in the log are one statement. */
function decideAs(needs: ReviewNeeds, decision: ReviewDecision, { remark, hand }: { remark: Remark; hand: Hand }) {
  const { verificationId, version, note } = remark;
  const { verb, ...particulars } = decision;
  const { operatorId, now } = hand;
  const effects = ({ platformId, customerId }: Verification) => [
    recordAction({
      operatorId,
      action: actions[verb],
      platformId,
      resourceId: verificationId,
      details: { customerId, ...particulars, ...(note !== undefined && { note }) },
      at: now,
    }),
  ];
  return decide(needs, { verificationId, version, decision, now, effects });
}

/** Everything about an applicant, identifiers open. Whoever sees that is logged before. */
export async function openReview(needs: ReviewNeeds, verificationId: string, { operatorId, now }: Hand) {
  const review = await readReview(needs, verificationId);
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
  await apply(needs.db, { effects: [action] });
  return review;
}

/** The file itself, under a name of our own. Whoever sees it is logged before. */
export async function openDocument({ db, blobs }: ReviewNeeds, documentId: string, { operatorId, now }: Hand) {
  const document = await findDocumentAnywhere(db, documentId);
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
