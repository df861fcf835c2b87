/** What the network and the funding side have to say before a pull is made. */
export interface CardVerdict {
  /** Refused, whatever the balance. */
  decline?: 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED';
  /** Where a pull is not certain at once: when it is, and how it ends. */
  confirmation?: { afterMs: number; isConfirmed: boolean };
}

/** The world that card payments come from. */
export interface CardNetwork {
  /** The name of a new transaction, drawn as often as it takes. */
  uuidFor(draw: () => string, mcc: string | undefined): string;
  /** Of a new authorization at this merchant. */
  ofAuthorization(descriptor: string): CardVerdict;
  /** Of a pull for more than was authorized. */
  ofLaterPull(transactionId: string): CardVerdict;
}
