export const cardBrands = ['VISA', 'MASTERCARD'] as const;
export type CardBrand = (typeof cardBrands)[number];

/** A number from one of our ranges. */
export interface DrawnNumber {
  brand: CardBrand;
  number: string;
}

/** The secret details of a card. */
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
  /** The platformCardId, or the id of the cardholder where the platform gave none. */
  reference: string;
  at: Date;
}

export type Registration = { isAccepted: true; processorRef: string; issuerRef: string } | { isAccepted: false };

/** The issuer of the cards, which registers their numbers with the card network. */
export interface Issuer {
  /** Throws NOT_IMPLEMENTED where no cards are issued. */
  requireEnabled(): void;
  /** The reason why this account cannot be a funding source, if there is one. */
  objectionTo(accountId: string): string | undefined;
  /** The time to register a new card; undefined: never. */
  registersAt(reference: string, now: Date): Date | undefined;
  /** A number from our ranges, which another card may already have. */
  draw(reference: string): DrawnNumber;
  /** Origins that may frame the page that shows a number, where the platform has configured none. */
  readonly revealOrigins: readonly string[];
  /** Throws where the issuer cannot be reached; the registration is retried. */
  register(card: NewCard): Promise<Registration>;
}
