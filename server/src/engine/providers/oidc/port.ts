/** Identity asserted by an issuer. */
export interface OidcIdentity {
  issuer: string;
  audience: string;
  subject: string;
  email: string | undefined;
  nonce: string | undefined;
  /** Display name of the issuer. */
  providerName: string;
}

/** Reason to reject a token. MALFORMED: the text is not an ID token. */
export interface OidcFlaw {
  kind: 'MALFORMED' | 'UNTRUSTED' | 'BAD_SIGNATURE';
  reason: string;
}

/** Verifies ID tokens. `now` is real time, because issuers do not follow sandbox clocks. */
export interface Oidc {
  read(token: string, now: Date): Promise<OidcIdentity | OidcFlaw>;
}

export const MAX_TOKEN_AGE_SECONDS = 60;
export const CLOCK_TOLERANCE_SECONDS = 5;
