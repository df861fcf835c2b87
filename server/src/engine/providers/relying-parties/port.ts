/** WebAuthn relying party: a domain with the origins of its pages and apps. */
export interface RelyingParty {
  id: string;
  origins: readonly string[];
  /** True to accept passkeys of every origin. */
  takesAnyOrigin?: boolean;
}

export interface RelyingParties {
  /** Default relying party; undefined if the platform must configure one. */
  readonly unconfigured: RelyingParty | undefined;
  /** True if user verification is required, unless the platform's configuration accepts user presence. */
  readonly requiresVerification: boolean;
}
