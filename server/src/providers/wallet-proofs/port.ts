export interface CodeRules {
  length: number;
  isAlphanumeric: boolean;
}

/** How the proofs of wallet holders are made, and which are taken at their word. */
export interface WalletProofs {
  newCode(rules: CodeRules): string;
  /** Stands for the signature of any session. */
  isAcceptedSignature(stamp: string): boolean;
  /** Stands for the answer of an authenticator. */
  isAcceptedAssertion(signature: string): boolean;
}
