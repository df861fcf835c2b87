/** Blockchains: a payment over them has a public transaction hash. */
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

/** Every bank rail of the API. */
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

/** A payment with all data that a rail uses for files and messages. Rails do not read tables of other modules. */
export interface RailPayment {
  platformId: string;
  /** Identifies this leg of the transaction. Idempotency key. */
  id: string;
  /** PAYOUT pays the counterparty, PULL debits it. */
  direction: 'PAYOUT' | 'PULL';
  /** Sandbox outcomes of quotes and of same-currency transfers differ. */
  origin: 'QUOTE' | 'TRANSFER';
  amount: bigint;
  currency: string;
  /** ACH, SEPA, SOLANA, ...; BOOK between internal accounts; UMA between providers. */
  rail: string;
  counterparty: Counterparty;
  /** The payer, as shown to the receiver. */
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
      /** Invoice of the receiving provider, and the URL that is notified once it is paid. */
      invoice?: string;
      callback?: { url: string; domain: string };
    }
  | {
      type: 'INTERNAL';
      accountId: string;
      /** Incoming transaction of a customer who is paid at a UMA address. */
      arrival?: { transactionId: string; customerId: string };
    };

interface Party {
  name: string;
  country?: string;
  accountId?: string;
  /** Data that the receiving side requires, by the field names of the API. */
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

/** Reasons why a payment is delayed. */
export const settlementDelays = [
  'COUNTERPARTY_DECLARATION_REQUIRED',
  'WALLET_VERIFICATION_REQUIRED',
  'COUNTERPARTY_INFORMATION_REQUIRED',
  'COMPLIANCE_REVIEW',
] as const;
export type SettlementDelay = (typeof settlementDelays)[number];

/** Outcome of a payment. A rail may report it repeatedly: it takes effect once. */
export type PaymentOutcome =
  /** Accepted by a rail that accepts payments asynchronously. */
  | { type: 'ACCEPTED' }
  /** In progress, delayed for this reason. */
  | { type: 'DELAYED'; reason: SettlementDelay }
  /** Paid out, or collected. */
  | { type: 'COMPLETED'; onChainTransaction?: { transactionHash: string; network: string } }
  /** Not paid, or returned after it was paid: refunded. */
  | { type: 'FAILED'; reason: PayoutFailure }
  /** Returned in full later, without a failure. */
  | { type: 'REFUNDED' }
  /** Cancelled by the user: refunded, and COMPLETED. */
  | { type: 'CANCELLED' }
  /** Not paid and not refundable: an operator must decide. */
  | { type: 'LOST'; reason: PayoutFailure };

/** A payment that a quote is requested for. */
export interface QuotedPayment {
  counterparty: Counterparty;
  description?: string | undefined;
  remittanceInformation?: string | undefined;
}

/** An outcome that a rail can predict, and the time until then on the clock of the platform. */
export interface ExpectedOutcome {
  afterMs: number;
  outcome: PaymentOutcome;
  /** Sandbox rule that selected the outcome, for people. */
  rule?: string;
}

/** Rail, currency and direction of a payment, for the check whether it is supported. */
export type RailRoute = Pick<RailPayment, 'rail' | 'currency'> & Partial<Pick<RailPayment, 'direction'>>;

export interface Rail {
  supports(route: RailRoute): boolean;
  /**
   * Submits a payment. Idempotent by its id: called again after a crash. Returns the outcomes that are already known
   * (sandbox, BOOK); other rails return none and report later.
   */
  submit(payment: RailPayment): Promise<readonly ExpectedOutcome[]>;
  /** Reason why the rail will reject the payment, checked before anything is written. */
  rejection?(payment: RailPayment): Promise<PayoutFailure | undefined>;
  /** Sandbox rule that selects the outcome of the payment, for people; undefined without one. */
  ruleOf?(payment: RailPayment): string | undefined;
  /** Throws an ApiError when a quote is not possible, because the route fails or the other provider disagrees. */
  requireRoute?(payment: QuotedPayment): void;
  /** Time until an asynchronous rail accepts the payment; undefined when it is accepted at once. */
  acceptanceMs?(payment: RailPayment): number | undefined;
  /** Returns false when it is too late or the rail does not support it. */
  cancel(payment: Pick<RailPayment, 'platformId' | 'id' | 'rail'>): Promise<boolean>;
}
