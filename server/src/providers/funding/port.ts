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
}

/** Where money for an internal account can be sent. */
export interface Funding {
  instructionsFor(account: FundedAccount): readonly PaymentInstructions[];
}
