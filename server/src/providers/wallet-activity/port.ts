export interface WalletActivity {
  platformId: string;
  /** By its account, by one of its credentials, or, where that was read already, by the email of its owner. */
  wallet: { accountId: string } | { credentialId: string } | { ownerEmail: string | null };
  /** The same when the same request is sent again. */
  key: string;
  at: Date;
}

/** How far the keeper of the keys is with what it was asked to do. */
export interface WalletActivities {
  /** True: ask again with the very same request. */
  isAtWork(activity: WalletActivity): Promise<boolean>;
}
