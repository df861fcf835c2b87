import type { Payment } from '../../engine/ledger/recipes/payments.ts';
import type { RailPayment, SettlementDelay } from '../../engine/providers/rails/port.ts';
import type { AccountIdentity } from '../../parties/accounts/internal-accounts.ts';
import type { FailureReason, refundReasons, refundStatuses } from './status.ts';

export interface Money {
  amount: bigint;
  currency: string;
}

export interface Refund {
  reference: string;
  initiatedAt: Date | string;
  settledAt?: Date | string;
  status: (typeof refundStatuses)[number];
  reason?: (typeof refundReasons)[number];
}

/** Members of the API beyond the columns: returned as stored, never searched. */
export interface Details {
  description?: string;
  /** Reason of a settlement delay, while it lasts. */
  pendingReason?: SettlementDelay;
  exchangeRate?: number;
  platformFees?: number;
  failureReason?: FailureReason;
  refund?: Refund;
  counterpartyInformation?: Record<string, unknown>;
  paymentInstructions?: readonly object[];
  rateDetails?: object;
  paymentRail?: string | null;
  railSelectionMode?: 'AUTO' | 'MANUAL' | null;
  expectedSettlementAt?: Date | string | null;
  settlementTimelineSeconds?: number | null;
  agentId?: string;
  /** Fields that the sending institution requests and that are unknown to the service. */
  requestedReceiverCustomerInfoFields?: readonly { name: string; mandatory: boolean }[];
  rejectionReason?: string;
}

/** Terms of a payment as its quote locked them: input of every later phase. Never shown. */
export interface Terms {
  payment: Payment;
  /** Internal account that receives the payment; undefined when it leaves over a rail. */
  destination?: string;
  /** Account that refunds of crypto funding are credited to; otherwise funding returns over its rail. */
  creditTo?: string;
  /** Internal accounts of the payment, for their balance events. */
  accounts: readonly AccountIdentity[];
  rail: string;
  /** UMA address of our customer. The other end is in `source` or `destination`. */
  umaAddress?: string;
  /** Collection from an external account: its rail, and the payout that it funds. */
  pull?: { rail: string; payout?: RailPayment };
  /** Outgoing payment of the same platform that funds this incoming one and ends with it. */
  paidBy?: string;
}
