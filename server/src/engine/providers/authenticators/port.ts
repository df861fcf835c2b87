interface TotpRequest {
  /** The shared secret in base32. */
  secret: string;
  code: string;
  now: Date;
  /** Time step of the last accepted code. Codes of this and earlier steps are rejected. */
  lastStep: number;
}

/** Delivery and verification of one-time codes. */
export interface Authenticators {
  /** The phone number for SMS codes; undefined when the customer has no verified one. */
  textTo(phone: { number: string | null; isVerified: boolean }): string | undefined;
  /** Time step of a code of an authenticator app; undefined when the code is wrong or was used before. */
  totpStep(request: TotpRequest): number | undefined;
}
