/** How somebody outside pays into an account: which variant, `accountType` says. */
export interface PaymentInstructions {
  instructionsNotes?: string;
  isPlatformAccount?: boolean;
  accountOrWalletInfo: { accountType: string; [name: string]: unknown };
}

export interface FundedAccount {
  id: string;
  currency: string;
  type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  isPlatformAccount: boolean;
  /** Of an embedded wallet that was opened; one that was not has nowhere to send money to. */
  depositAddress: string | null;
}

/** One payment that somebody outside funds. */
export interface FundedPayment {
  id: string;
  /** What tells the payment apart when the money arrives. */
  reference: string;
  currency: string;
  /** Of a crypto currency: over which chain. */
  network?: string;
  amount: bigint;
  isPlatformAccount: boolean;
  expiresAt: Date;
}

/** Where money can be sent: for an internal account at any time, for one payment until it expires. */
export interface Funding {
  instructionsFor(account: FundedAccount): readonly PaymentInstructions[];
  instructionsForPayment(payment: FundedPayment): readonly PaymentInstructions[];
}
