/** WebAuthn relying party: a domain, and the origins of its pages and apps. */
export interface RelyingParty {
  id: string;
  origins: readonly string[];
  /** Accepts passkeys of every origin. */
  takesAnyOrigin?: boolean;
}

export interface RelyingParties {
  /** Default relying party; undefined when the platform has to configure one. */
  readonly unconfigured: RelyingParty | undefined;
  /** Whether user verification is required unless the platform's configuration allows user presence only. */
  readonly requiresVerification: boolean;
}
