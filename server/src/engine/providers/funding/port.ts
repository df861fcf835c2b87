/** Instructions for a payer. `accountType` selects the variant. */
export interface FundingInstructions {
  instructionsNotes?: string;
  isPlatformAccount?: boolean;
  accountOrWalletInfo: { accountType: string; [name: string]: unknown };
}

export interface FundedAccount {
  id: string;
  currency: string;
  type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  isPlatformAccount: boolean;
  /** Address of an embedded wallet; null until it is open. */
  depositAddress: string | null;
}

/** A payment that is funded by an external payer. */
export interface FundedPayment {
  id: string;
  /** Identifies the payment when the funds arrive. */
  reference: string;
  currency: string;
  /** Blockchain of a crypto currency. */
  network?: string;
  amount: bigint;
  isPlatformAccount: boolean;
  expiresAt: Date;
}

/** Funding instructions: for an internal account at any time, for a payment until it expires. */
export interface FundingProvider {
  instructionsFor(account: FundedAccount): readonly FundingInstructions[];
  instructionsForPayment(payment: FundedPayment): readonly FundingInstructions[];
}
