interface TotpRequest {
  /** Shared secret in base32. */
  secret: string;
  code: string;
  now: Date;
  /** Time step of the last accepted code. Codes of this or an earlier step are rejected. */
  lastStep: number;
}

/** Delivery and verification of one-time codes. */
export interface Authenticators {
  /** Returns the phone number for SMS codes; undefined if the customer has no verified number. */
  textTo(phone: { number: string | null; isVerified: boolean }): string | undefined;
  /** Returns the time step of an authenticator code; undefined if the code is wrong or was used before. */
  totpStep(request: TotpRequest): number | undefined;
}
