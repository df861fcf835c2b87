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

/** API members beyond the columns: returned as stored, and rarely searched. */
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
  /** Fields that the sending institution requests and the service does not have. */
  requestedReceiverCustomerInfoFields?: readonly { name: string; mandatory: boolean }[];
  rejectionReason?: string;
}

/** Terms of a payment, locked by its quote and used by every later phase. Never returned by the API. */
export interface Terms {
  payment: Payment;
  /** Internal account of the receiver; undefined for payments over a rail. */
  destination?: string;
  /** Account for refunds of crypto funding; other funding returns over its rail. */
  creditTo?: string;
  /** Internal accounts of the payment, needed for balance events. */
  accounts: readonly AccountIdentity[];
  rail: string;
  /** UMA address of our customer. `source` or `destination` contains the address of the other end. */
  umaAddress?: string;
  /** Collection from an external account: its rail, and the payout that it funds. */
  pull?: { rail: string; payout?: RailPayment };
  /** Outgoing payment of the same platform that funds this incoming one and ends with it. */
  paidBy?: string;
}
