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

/** Check that a link belongs to. */
export interface LivenessLink {
  platformId: string;
  /** On the clock of the platform. */
  expiresAt: Date;
}

/** Finds the check of the token in a link; undefined for a token that this service has not issued. */
export interface LivenessLinkFinder {
  find(token: string): Promise<LivenessLink | undefined>;
}

/** Checks that the verified person controls an account. */
export interface Liveness {
  /** Throws NOT_IMPLEMENTED without a provider. */
  start(request: LivenessRequest): LivenessSession;
}
