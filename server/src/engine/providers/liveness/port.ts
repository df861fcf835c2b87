interface LivenessRequest {
  platformId: string;
  /** Id of the account or customer at the platform. */
  reference: string | undefined;
  now: Date;
  expiresAt: Date;
}

/** REVIEW: a person must decide. */
export type LivenessVerdict = 'PASSED' | 'FAILED' | 'REVIEW';

interface LivenessSession {
  /** URL of the hosted page for the check. */
  verificationLink: string;
  /** Token for platforms that embed the check in their own page. */
  token: string;
  /** Predicted outcome and its time. */
  outcome: { at: Date; verdict: LivenessVerdict };
}

/** A check, as identified by its link. */
export interface LivenessLink {
  platformId: string;
  /** Time on the clock of the platform. */
  expiresAt: Date;
}

/** Finds the check by the token of its link. Returns undefined for a token that this service did not issue. */
export interface LivenessLinkFinder {
  find(token: string): Promise<LivenessLink | undefined>;
}

/** Checks that the verified person controls an account. */
export interface Liveness {
  /** Throws NOT_IMPLEMENTED if no provider is configured. */
  start(request: LivenessRequest): LivenessSession;
}
