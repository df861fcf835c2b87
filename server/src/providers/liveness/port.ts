interface LivenessRequest {
  platformId: string;
  /** The platform's id of the account or customer. */
  reference: string | undefined;
  now: Date;
  expiresAt: Date;
}

/** REVIEW: a person has to decide. */
export type LivenessVerdict = 'PASSED' | 'FAILED' | 'REVIEW';

interface LivenessSession {
  /** Page of the check. */
  verificationLink: string;
  /** For platforms that embed the check in their own page. */
  token: string;
  /** Predicted outcome and its time. */
  outcome: { at: Date; verdict: LivenessVerdict };
}

/** Checks that the verified person controls an account. */
export interface Liveness {
  /** Throws NOT_IMPLEMENTED without a provider. */
  start(request: LivenessRequest): LivenessSession;
}
