export const cardBrands = ['VISA', 'MASTERCARD'] as const;
export type CardBrand = (typeof cardBrands)[number];

/** Card number drawn from our ranges. */
export interface DrawnNumber {
  brand: CardBrand;
  number: string;
}

/** Secret details of a card. */
export interface CardDetails extends DrawnNumber {
  securityCode: string;
  expMonth: number;
  expYear: number;
}

/** A card to register with the issuer. */
export interface NewCard {
  /** Idempotency key of the registration. */
  cardId: string;
  cardholderName: string;
  currency: string;
  details: CardDetails;
  /** The platformCardId, or else the id of the cardholder. */
  reference: string;
  at: Date;
}

export type Registration = { isAccepted: true; processorRef: string; issuerRef: string } | { isAccepted: false };

/** Issuer of cards, which registers their numbers with the card network. */
export interface Issuer {
  /** Throws NOT_IMPLEMENTED if cards are not available. */
  requireEnabled(): void;
  /** Reason why an account cannot be a funding source; undefined if it can. */
  objectionTo(accountId: string): string | undefined;
  /** Time to register a new card; undefined if it is never registered. */
  registersAt(reference: string, now: Date): Date | undefined;
  /** Draws a number from our ranges. Another card may already use the number. */
  draw(reference: string): DrawnNumber;
  /** Origins that may frame the card details page if the platform has configured none. */
  readonly revealOrigins: readonly string[];
  /** Throws if the issuer cannot be reached; the registration is then retried. */
  register(card: NewCard): Promise<Registration>;
}
