export interface TotpQuestion {
  /** The shared secret in base32. */
  secret: string;
  code: string;
  now: Date;
  /** The newest time step whose code was used before: it and those before it are spent. */
  lastStep: number;
}

/** How the one-time codes of customers reach them, and are checked. */
export interface Authenticators {
  /** The number that codes are texted to; undefined where the customer has none that was proved. */
  textTo(phone: { number: string | null; isVerified: boolean }): string | undefined;
  /** The time step that the code of an authenticator app belongs to; undefined where it is wrong or spent. */
  totpStep(question: TotpQuestion): number | undefined;
}
