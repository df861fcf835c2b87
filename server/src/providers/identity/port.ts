/** What an identity provider is told of an applicant. */
export interface Applicant {
  customerType: 'INDIVIDUAL' | 'BUSINESS';
  fullName?: string | undefined;
  registrationNumber?: string | undefined;
  /** The platform checks its customers itself, as a regulated institution. */
  isRegulatedPlatform: boolean;
}

export type ApplicantState = 'UNVERIFIED' | 'PENDING' | 'APPROVED' | 'REJECTED';

/** What can be wrong with a document that is there. */
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

/** Why somebody is turned away for good. */
export const rejectionReasons = [
  'APPLICANT_SANCTIONED',
  'APPLICANT_FRAUD',
  'APPLICANT_CRIMINAL_RECORD',
  'APPLICANT_REJECTED',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export type Decision = { status: 'APPROVED' } | { status: 'REJECTED'; type: RejectionReason };

export type Outcome =
  | Decision
  | { status: 'PENDING_MANUAL_REVIEW' }
  | { status: 'RESOLVE_ERRORS'; problem: DocumentProblem; documentIds: readonly string[]; reason: string };

/** Who decides that somebody is who they say. */
export interface Identity {
  /** The state of a customer that was just created. */
  atCreation(applicant: Applicant): ApplicantState;
  /** The decision on an applicant of whom nothing is asked; everybody else's application is checked first. */
  atOnce(applicant: Applicant): Decision | undefined;
  /** What becomes of an application that lacks nothing. */
  onComplete(applicant: Applicant, identityDocumentIds: readonly string[]): Outcome;
  /** The state of an owner whose business was decided. */
  ownerState(owner: { lastName: string }, business: Decision['status']): ApplicantState;
}
