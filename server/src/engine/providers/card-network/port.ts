/** Decision of the network and the funding side before a pull. */
export interface CardVerdict {
  /** Declines the pull regardless of the balance. */
  decline?: 'INSUFFICIENT_FUNDS' | 'CARD_PAUSED';
  /** Delay and outcome of a pull that is confirmed later. */
  confirmation?: { afterMs: number; isConfirmed: boolean };
}

/** Card network and funding side of a purchase. */
export interface CardNetwork {
  /** Returns the id of a new transaction, chosen from candidates that `draw` generates. */
  uuidFor(draw: () => string, mcc: string | undefined): string;
  authorizationVerdict(descriptor: string): CardVerdict;
  /** Decision on a later pull, above the authorized amount. */
  laterPullVerdict(transactionId: string): CardVerdict;
  /** Sandbox rule that selected the verdict; undefined if none applied. */
  authorizationRule(descriptor: string): string | undefined;
  laterPullRule(transactionId: string): string | undefined;
}
