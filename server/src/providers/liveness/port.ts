export interface LivenessQuestion {
  /** The platform's own name for what is checked. */
  reference: string | undefined;
  now: Date;
  /** Until when the person may take part. */
  expiresAt: Date;
}

export interface LivenessSession {
  /** Where the owner of the account shows their face. */
  verificationLink: string;
  /** For those who show the check inside their own page. */
  token: string;
  /** When the outcome arrives by itself, and which. */
  outcome: { at: Date; isPassed: boolean };
}

/** Checks that a living person, the one who was identified before, stands behind an account. */
export interface Liveness {
  /** Refuses with NOT_IMPLEMENTED where nobody offers the check. */
  start(question: LivenessQuestion): LivenessSession;
}
