export interface WalletActivity {
  platformId: string;
  /** Identified by account, by credential, or by the email of the owner where it was read before. */
  wallet: { accountId: string } | { credentialId: string } | { ownerEmail: string | null };
  /** Identical for repeated requests. */
  key: string;
  at: Date;
}

/** Progress of wallet operations at the key custodian. */
export interface WalletActivities {
  /** True: the operation is not done; send the same request again. */
  isProcessing(activity: WalletActivity): Promise<boolean>;
}
