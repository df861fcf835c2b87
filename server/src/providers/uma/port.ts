export interface UmaQuery {
  platformId: string;
  /** Well-formed, in lower case. */
  umaAddress: string;
  /** The domain that the platform has configured for its customers. */
  umaDomain: string | undefined;
  /** Who asks, as the counterparty is told. */
  sender: { umaAddress: string };
}

export interface UmaReceiver {
  /** BOOK: a customer of ours, whose money never leaves the house. */
  rail: 'UMA' | 'BOOK';
  /** In the receiver's order of preference; limits in smallest units, where the counterparty names any. */
  currencies: readonly { code: string; min?: bigint; max?: bigint }[];
  requiredPayerDataFields: readonly { name: string; mandatory: boolean }[];
}

export interface Uma {
  /** None: nobody has this address. What keeps us from knowing is an ApiError: 412 and 424. */
  lookup(query: UmaQuery): Promise<UmaReceiver | undefined>;
}

export const domainOf = (umaAddress: string): string => umaAddress.slice(umaAddress.indexOf('@') + 1);
