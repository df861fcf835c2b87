export const cardBrands = ['VISA', 'MASTERCARD'] as const;
export type CardBrand = (typeof cardBrands)[number];

/** Drawn from a range of ours. */
export interface DrawnNumber {
  brand: CardBrand;
  number: string;
}

/** What is printed on a card. */
export interface CardDetails extends DrawnNumber {
  securityCode: string;
  expMonth: number;
  expYear: number;
}

/** A card that its holder is to be given. */
export interface NewCard {
  /** The same card is registered once, however often it is sent. */
  cardId: string;
  cardholderName: string;
  currency: string;
  details: CardDetails;
  /** What the platform calls the card, or its holder where it has no name for it. */
  reference: string;
  at: Date;
}

export type Registration = { isAccepted: true; processorRef: string; issuerRef: string } | { isAccepted: false };

/** Whoever stands behind the cards: takes their numbers into use, and lets merchants ask for money by them. */
export interface Issuer {
  /** Refuses with NOT_IMPLEMENTED where no cards are issued. */
  requireEnabled(): void;
  /** Why this account cannot be drawn on, where the issuer knows of a reason. */
  objectionTo(accountId: string): string | undefined;
  /** When a new card is to be registered; undefined: not at all. */
  registersAt(reference: string, now: Date): Date | undefined;
  /** A number of ours, which may have been given to another card before. */
  draw(reference: string): DrawnNumber;
  /** Who may frame the page that shows a number, where the platform has named nobody. */
  readonly revealOrigins: readonly string[];
  /** Fails where the issuer cannot be asked: it is asked again later. */
  register(card: NewCard): Promise<Registration>;
}
