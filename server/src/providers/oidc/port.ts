/** Who somebody is, by the word of an issuer. */
export interface OidcIdentity {
  issuer: string;
  audience: string;
  subject: string;
  email: string | undefined;
  nonce: string | undefined;
  /** What people call the issuer. */
  providerName: string;
}

/** Why a token proves nothing. MALFORMED: it is no token of a supported issuer at all. */
export interface OidcFlaw {
  kind: 'MALFORMED' | 'UNTRUSTED' | 'BAD_SIGNATURE';
  reason: string;
}

/** Reads ID tokens. `now` is the time on the wall: issuers know no other. */
export interface Oidc {
  read(token: string, now: Date): Promise<OidcIdentity | OidcFlaw>;
}

/** How old a token may be, and how far clocks may be apart. */
export const MAX_TOKEN_AGE_SECONDS = 60;
export const CLOCK_TOLERANCE_SECONDS = 5;
