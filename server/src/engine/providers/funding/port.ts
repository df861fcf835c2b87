/** Funding instructions for a payer. `accountType` selects the variant. */
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
  /** Address of an embedded wallet; null before the wallet is open. */
  depositAddress: string | null;
}

/** A payment funded by an external payer. */
export interface FundedPayment {
  id: string;
  /** Reference by which arriving funds are assigned to the payment. */
  reference: string;
  currency: string;
  /** Blockchain, for a crypto currency. */
  network?: string;
  amount: bigint;
  isPlatformAccount: boolean;
  expiresAt: Date;
}

/** Creates funding instructions: permanent ones for an internal account, temporary ones for a payment. */
export interface FundingProvider {
  instructionsFor(account: FundedAccount): readonly FundingInstructions[];
  instructionsForPayment(payment: FundedPayment): readonly FundingInstructions[];
}
