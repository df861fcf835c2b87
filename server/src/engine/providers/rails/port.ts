/** Blockchains. A payment over a blockchain has a public transaction hash. */
export const chainRails = [
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

export const isChainRail = (rail: string): boolean => (chainRails as readonly string[]).includes(rail);

/** All bank rails of the API. */
export const paymentRails = [
  'ACH',
  'ACH_COLOMBIA',
  'ACH_SAME_DAY',
  'BANK_TRANSFER',
  'BRE_B',
  'CIPS',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'INSTAPAY',
  'MOBILE_MONEY',
  'NEFT',
  'PAYNOW',
  'PESONET',
  'PIX',
  'RTGS',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UNIONPAY',
  'UPI',
  'WIRE',
] as const;

/** A payment with all data for the files and messages of a rail, because rails do not read tables of other modules. */
export interface RailPayment {
  platformId: string;
  /** Identifies this leg of the transaction; also the idempotency key. */
  id: string;
  /** PAYOUT pays the counterparty, PULL debits it. */
  direction: 'PAYOUT' | 'PULL';
  /** Quotes and same-currency transfers have different sandbox outcomes. */
  origin: 'QUOTE' | 'TRANSFER';
  amount: bigint;
  currency: string;
  /** ACH, SEPA, SOLANA, ...; BOOK for internal accounts; UMA for other providers. */
  rail: string;
  counterparty: Counterparty;
  /** Payer, as shown to the receiver. */
  sender: Party;
  remittanceInformation?: string;
  purposeOfPayment?: string;
  /** Reference for reconciliation with bank statements. */
  reference: string;
  at: Date;
}

export type Counterparty =
  | { type: 'EXTERNAL'; accountId: string; identifier: string; accountInfo: Readonly<Record<string, unknown>> }
  | {
      type: 'UMA';
      umaAddress: string;
      /** Invoice of the receiving provider, and the URL to notify after payment. */
      invoice?: string;
      callback?: { url: string; domain: string };
    }
  | {
      type: 'INTERNAL';
      accountId: string;
      /** Incoming transaction of the customer who is paid at a UMA address. */
      arrival?: { transactionId: string; customerId: string };
    };

interface Party {
  name: string;
  country?: string;
  accountId?: string;
  /** Data that the receiving side requires, by field name of the API. */
  information?: Readonly<Record<string, unknown>>;
}

export const payoutFailures = [
  'QUOTE_EXECUTION_FAILED',
  'PAYOUT_RETURNED',
  'LIMIT_EXCEEDED',
  'ACCOUNT_CANNOT_RECEIVE',
  'ACCOUNT_INVALID',
  'COMPLIANCE_REJECTED',
  'INSUFFICIENT_FUNDS',
  'ACCOUNT_CLOSED',
  'COLLECTION_FAILED',
  'LNURLP_FAILED',
  'PAY_REQUEST_FAILED',
  'OFFRAMP_FAILED',
] as const;
export type PayoutFailure = (typeof payoutFailures)[number];

/** Reasons for the delay of a payment. */
export const settlementDelays = [
  'COUNTERPARTY_DECLARATION_REQUIRED',
  'WALLET_VERIFICATION_REQUIRED',
  'COUNTERPARTY_INFORMATION_REQUIRED',
  'COMPLIANCE_REVIEW',
] as const;
export type SettlementDelay = (typeof settlementDelays)[number];

/** Outcome of a payment. A rail may report an outcome repeatedly; it takes effect once. */
export type PaymentOutcome =
  /** Accepted by a rail that accepts payments asynchronously. */
  | { type: 'ACCEPTED' }
  /** In progress, but delayed. */
  | { type: 'DELAYED'; reason: SettlementDelay }
  /** Paid out, or collected. */
  | { type: 'COMPLETED'; onChainTransaction?: { transactionHash: string; network: string } }
  /** Not paid, or returned after payment. The payment is refunded. */
  | { type: 'FAILED'; reason: PayoutFailure }
  /** Returned in full later, without failure. */
  | { type: 'REFUNDED' }
  /** Cancelled by the user. The payment is refunded and COMPLETED. */
  | { type: 'CANCELLED' }
  /** Neither paid nor refundable, so an operator must decide. */
  | { type: 'LOST'; reason: PayoutFailure };

/** A payment for which a quote is requested. */
export interface QuotedPayment {
  counterparty: Counterparty;
  description?: string | undefined;
  remittanceInformation?: string | undefined;
}

/** An outcome that a rail can predict, and the time until it occurs on the clock of the platform. */
export interface ExpectedOutcome {
  afterMs: number;
  outcome: PaymentOutcome;
  /** Sandbox rule that selected the outcome, as text for people. */
  rule?: string;
}

/** Rail, currency and direction of a payment, to check whether they are supported. */
export type RailRoute = Pick<RailPayment, 'rail' | 'currency'> & Partial<Pick<RailPayment, 'direction'>>;

export interface Rail {
  supports(route: RailRoute): boolean;
  /**
   * Submits a payment. Idempotent by id, because it is called again after a crash. Returns known outcomes (sandbox,
   * BOOK); other rails return none and report outcomes later.
   */
  submit(payment: RailPayment): Promise<readonly ExpectedOutcome[]>;
  /** Reason why the rail will reject the payment. Called before anything is written. */
  rejection?(payment: RailPayment): Promise<PayoutFailure | undefined>;
  /** Sandbox rule that selects the outcome of the payment, as text for people; undefined if none applies. */
  ruleOf?(payment: RailPayment): string | undefined;
  /** Throws an ApiError if no quote is possible, because the route fails or the other provider rejects the payment. */
  requireRoute?(payment: QuotedPayment): void;
  /** Time until an asynchronous rail accepts the payment; undefined if it is accepted immediately. */
  acceptanceMs?(payment: RailPayment): number | undefined;
  /** Returns false if it is too late to cancel, or the rail does not support cancelling. */
  cancel(payment: Pick<RailPayment, 'platformId' | 'id' | 'rail'>): Promise<boolean>;
}
