interface CodeRules {
  length: number;
  isAlphanumeric: boolean;
}

/** Creates one-time codes of wallets, and accepts the fixed proofs of the sandbox. */
export interface WalletProofs {
  newCode(rules: CodeRules): string;
  /** Whether the stamp is accepted in place of a signature of the session. */
  isAcceptedSignature(stamp: string): boolean;
  /** Whether the signature is accepted in place of a WebAuthn assertion. */
  isAcceptedAssertion(signature: string): boolean;
}
