export interface Applicant {
  customerType: 'INDIVIDUAL' | 'BUSINESS';
  fullName?: string | undefined;
  registrationNumber?: string | undefined;
  /** True for a regulated institution, which verifies its customers itself. */
  isRegulatedPlatform: boolean;
}

export type ApplicantState = 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'HOLD';

export const documentProblems = [
  'INVALID_DOCUMENT',
  'EXPIRED_DOCUMENT',
  'POOR_QUALITY_DOCUMENT',
  'SUSPECTED_FRAUD_DOCUMENT',
  'WRONG_DOCUMENT_TYPE',
  'INCOMPLETE_DOCUMENT',
  'UNREADABLE_DOCUMENT',
  'DOCUMENT_VERIFICATION_FAILED',
] as const;
export type DocumentProblem = (typeof documentProblems)[number];

/** Reasons of a final rejection. */
export const rejectionReasons = [
  'APPLICANT_SANCTIONED',
  'APPLICANT_FRAUD',
  'APPLICANT_CRIMINAL_RECORD',
  'APPLICANT_REJECTED',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export const isRejectionReason = (type: string): type is RejectionReason =>
  (rejectionReasons as readonly string[]).includes(type);

export type IdentityDecision = { status: 'APPROVED' } | { status: 'REJECTED'; type: RejectionReason };

/** States of a complete application before the decision: in review, in progress or queued. */
const undecided = ['PENDING_MANUAL_REVIEW', 'IN_PROGRESS', 'READY_FOR_VERIFICATION'] as const;
export type Undecided = (typeof undecided)[number];

export const isUndecided = (status: string): status is Undecided => (undecided as readonly string[]).includes(status);

export type IdentityOutcome =
  | IdentityDecision
  | { status: Undecided }
  | { status: 'RESOLVE_ERRORS'; problem: DocumentProblem; documentIds: readonly string[]; reason: string };

/** Reasons why an upload of a document is rejected. */
export type DocumentRejection = 'DATA_MISMATCH' | 'EXPIRED' | 'SUSPECTED_FRAUD' | 'LOW_QUALITY';

/** Decides on the verification of customers. */
export interface Identity {
  /** State of a new customer. */
  atCreation(applicant: Applicant): ApplicantState;
  /** Decision without documents; undefined if the application must be checked first. */
  atOnce(applicant: Applicant): IdentityDecision | undefined;
  /** Outcome for a complete application. */
  onComplete(applicant: Applicant, identityDocumentIds: readonly string[]): IdentityOutcome;
  /** Reason to reject a document at upload; undefined if the document is checked with the application. */
  rejectionOf(document: { documentNumber?: string }): DocumentRejection | undefined;
  /** State of a beneficial owner after the decision on the business. */
  ownerState(owner: { lastName: string }, business: IdentityDecision['status']): ApplicantState;
}
