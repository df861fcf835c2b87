export interface WalletActivity {
  platformId: string;
  /** Wallet, identified by account, credential, or the owner's email if that was read before. */
  wallet: { accountId: string } | { credentialId: string } | { ownerEmail: string | null };
  /** Same key for repeated requests. */
  key: string;
  at: Date;
}

/** Progress of wallet operations at the key custodian. */
export interface WalletActivities {
  /** Returns true while the operation is not complete; the client then repeats the request. */
  isProcessing(activity: WalletActivity): Promise<boolean>;
}
