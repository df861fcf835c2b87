interface CodeRules {
  length: number;
  isAlphanumeric: boolean;
}

/** Creates one-time codes for wallets, and accepts the fixed proofs of the sandbox. */
export interface WalletProofs {
  newCode(rules: CodeRules): string;
  /** True if the stamp is accepted instead of a session signature. */
  isAcceptedSignature(stamp: string): boolean;
  /** True if the signature is accepted instead of a WebAuthn assertion. */
  isAcceptedAssertion(signature: string): boolean;
}
