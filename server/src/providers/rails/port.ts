/** Rails that are chains: what is paid over them has a hash that everybody can see. */
export const cryptoNetworks = [
  'BITCOIN',
  'ETHEREUM',
  'SOLANA',
  'BASE',
  'POLYGON',
  'TRON',
  'PLASMA',
  'SPARK',
  'LIGHTNING',
] as const;

/** A payment as a rail is told of it. Everything a file or a message needs is in it: a rail reads no table of ours. */
export interface RailPayment {
  platformId: string;
  /** Of this leg of the transaction: a rail that is told of it again does nothing new. */
  id: string;
  /** PAYOUT pushes money to the destination, PULL collects it from there. */
  direction: 'PAYOUT' | 'PULL';
  /** What asked for it: quotes and same-currency transfers have outcomes of their own in the sandbox. */
  origin: 'QUOTE' | 'TRANSFER';
  amount: bigint;
  currency: string;
  /** ACH, SEPA, SOLANA, ...; BOOK inside the house; UMA between providers. */
  rail: string;
  counterparty: Counterparty;
  /** Who pays, as the receiver is told. */
  sender: Party;
  remittanceInformation?: string;
  purposeOfPayment?: string;
  /** What reconciles the payment with the bank's statement. */
  reference: string;
  at: Date;
}

export type Counterparty =
  | { type: 'EXTERNAL'; accountId: string; identifier: string; accountInfo: Readonly<Record<string, unknown>> }
  | {
      type: 'UMA';
      umaAddress: string;
      /** What the receiving provider wants to have paid, and where it is told that it was. */
      invoice?: string;
      callback?: { url: string; domain: string };
    }
  | {
      type: 'INTERNAL';
      accountId: string;
      /** Of a customer who is paid at an address: the transaction that it arrives as, and whose. */
      arrival?: { transactionId: string; customerId: string };
    };

export interface Party {
  name: string;
  country?: string;
  accountId?: string;
  /** What the receiving side asked to know, by the names of the wire. */
  information?: Readonly<Record<string, unknown>>;
}

export const payoutFailures = [
  'QUOTE_EXECUTION_FAILED',
  'PAYOUT_RETURNED',
  'LIMIT_EXCEEDED',
  'ACCOUNT_CANNOT_RECEIVE',
  'ACCOUNT_INVALID',
  'COMPLIANCE_REJECTED',
] as const;
export type PayoutFailure = (typeof payoutFailures)[number];

/** What became of a payment. Told by the rail as often as it likes: each takes effect once. */
export type Outcome =
  /** Paid out, or collected. */
  | { type: 'COMPLETED'; onChainTransaction?: { transactionHash: string; network: string } }
  /** Never paid out, or sent back after it was: refunded. */
  | { type: 'FAILED'; reason: PayoutFailure }
  /** Stopped on the user's wish: refunded, and COMPLETED. */
  | { type: 'CANCELLED' }
  /** Neither paid out nor to be refunded: an operator must decide. */
  | { type: 'LOST'; reason: PayoutFailure };

/** What a rail foresees: the outcome comes after this long on the platform's clock. */
export interface Foreseen {
  afterMs: number;
  outcome: Outcome;
}

/** A payment of a kind: what a quote asks for before it promises anything. */
export type RailWay = Pick<RailPayment, 'rail' | 'currency'> & Partial<Pick<RailPayment, 'direction'>>;

export interface Rail {
  /** Whether payments of this kind can be made here at all. */
  supports(way: RailWay): boolean;
  /**
   * Hands a payment over. After a crash the same payment is handed over again: idempotent by its id. A rail that
   * knows what will happen (the sandbox, the house's own books) says so; a real one answers with nothing and reports
   * later, through `report` of the transactions slice.
   */
  submit(payment: RailPayment): Promise<readonly Foreseen[]>;
  /** A payment that this rail is known to refuse, before anything is written. */
  refusal?(payment: RailPayment): Promise<PayoutFailure | undefined>;
  /** Asks to stop a payment that is on its way; false: too late, or this rail cannot. */
  cancel(payment: Pick<RailPayment, 'platformId' | 'id' | 'rail'>): Promise<boolean>;
}
