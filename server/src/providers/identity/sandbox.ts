import { businessOutcomes, individualOutcomes, ownerOutcomes, type Submission, suffixed } from '../magic-values.ts';
import type { Identity, Outcome } from './port.ts';

/** Decides by the magic suffixes. A business is decided when it is submitted, never at creation. */
export const sandboxIdentity: Identity = {
  atCreation: ({ customerType, fullName = '' }) =>
    customerType === 'BUSINESS' ? 'UNVERIFIED' : suffixed(individualOutcomes, fullName).atCreation,
  atOnce: ({ customerType, registrationNumber = '' }) =>
    customerType === 'BUSINESS' ? atOnce[suffixed(businessOutcomes, registrationNumber)] : undefined,
  onComplete: ({ customerType, fullName = '' }, identityDocumentIds) =>
    onComplete[customerType === 'BUSINESS' ? 'REVIEW' : suffixed(individualOutcomes, fullName).onSubmission](
      identityDocumentIds,
    ),
  ownerState: ({ lastName }) => suffixed(ownerOutcomes, lastName),
};

const approved = { status: 'APPROVED' } as const;
const rejected = { status: 'REJECTED', type: 'APPLICANT_REJECTED' } as const;

const atOnce = { CHECKED: undefined, APPROVED: approved, REJECTED: rejected };

const onComplete: Record<Submission, (identityDocumentIds: readonly string[]) => Outcome> = {
  APPROVED: () => approved,
  REJECTED: () => rejected,
  REVIEW: () => ({ status: 'PENDING_MANUAL_REVIEW' }),
  POOR_QUALITY: (documentIds) => ({
    status: 'RESOLVE_ERRORS',
    problem: 'POOR_QUALITY_DOCUMENT',
    documentIds,
    reason: 'The image is too poor to be read',
  }),
};
