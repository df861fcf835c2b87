/** The verdict of the network and the funding side before a pull is made. */
export interface CardVerdict {
  /** Declines whatever the balance. */
  decline?: 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED';
  /** When a pull that is not certain at once ends, and how. */
  confirmation?: { afterMs: number; isConfirmed: boolean };
}

/** The card network and the funding side of a purchase. */
export interface CardNetwork {
  /** The id of a new transaction; `draw` generates candidates. */
  uuidFor(draw: () => string, mcc: string | undefined): string;
  authorizationVerdict(descriptor: string): CardVerdict;
  /** For a pull above the authorized amount. */
  laterPullVerdict(transactionId: string): CardVerdict;
  /** Names the rule of the sandbox that selected a verdict; undefined without one. */
  authorizationRule(descriptor: string): string | undefined;
  laterPullRule(transactionId: string): string | undefined;
}
