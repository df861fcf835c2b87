import { businessOutcomes, documentRejections, individualOutcomes, ownerOutcomes, suffixed } from '../magic-values.ts';
import { type Identity, isRejectionReason, isUndecided } from './port.ts';

/** Magic suffixes select the decision. Businesses are decided at submission, never at creation. */
export const sandboxIdentity: Identity = {
  atCreation: ({ customerType, fullName = '', registrationNumber = '' }) => {
    if (customerType === 'INDIVIDUAL') return suffixed(individualOutcomes, fullName).atCreation;
    return suffixed(businessOutcomes, registrationNumber) === 'HELD' ? 'HOLD' : 'UNVERIFIED';
  },
  atOnce: ({ customerType, registrationNumber = '' }) =>
    customerType === 'BUSINESS' ? atOnce[suffixed(businessOutcomes, registrationNumber)] : undefined,
  onComplete: ({ customerType, fullName = '' }, documentIds) => {
    if (customerType === 'BUSINESS') return { status: 'PENDING_MANUAL_REVIEW' };
    const { onSubmission } = suffixed(individualOutcomes, fullName);
    if (onSubmission === 'APPROVED') return approved;
    if (isUndecided(onSubmission)) return { status: onSubmission };
    if (isRejectionReason(onSubmission)) return { status: 'REJECTED', type: onSubmission };
    return { status: 'RESOLVE_ERRORS', problem: onSubmission, documentIds, reason: 'The document was not accepted' };
  },
  rejectionOf: ({ documentNumber = '' }) => suffixed(documentRejections, documentNumber),
  ownerState: ({ lastName }) => suffixed(ownerOutcomes, lastName),
};

const approved = { status: 'APPROVED' } as const;
const rejected = { status: 'REJECTED', type: 'APPLICANT_REJECTED' } as const;

const atOnce = { CHECKED: undefined, HELD: undefined, APPROVED: approved, REJECTED: rejected };
