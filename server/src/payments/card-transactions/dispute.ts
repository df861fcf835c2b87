import type { Id } from '../../foundation/kernel/ids.ts';
import { toJsonAmount } from '../../foundation/kernel/money.ts';

export const disputeStatuses = ['OPEN', 'WON', 'LOST'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Credit of the disputed amount to the customer. */
export const disputeCreditStatuses = ['NONE', 'GRANTED', 'REVERSED', 'OWED'] as const;
export type DisputeCreditStatus = (typeof disputeCreditStatuses)[number];

export const disputeReasons = ['FRAUD', 'DUPLICATE', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'CANCELLED', 'OTHER'] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** Dispute as stored with its purchase, without the members that the purchase has as well. */
export interface CardDispute {
  id: Id<'CardDispute'>;
  status: DisputeStatus;
  creditStatus: DisputeCreditStatus;
  reason: DisputeReason;
  /** In the currency of the purchase. */
  amount: bigint;
  version: number;
  openedAt: Date;
  closedAt: Date | null;
}

/** The dispute in the details of its purchase. */
export type StoredDispute = Pick<CardDispute, 'id' | 'status' | 'creditStatus' | 'reason' | 'version'> & {
  amount: number;
  openedAt: string;
  closedAt: string | null;
};

export const storedDispute = (dispute: CardDispute): StoredDispute => ({
  ...dispute,
  amount: toJsonAmount(dispute.amount),
  openedAt: dispute.openedAt.toISOString(),
  closedAt: dispute.closedAt?.toISOString() ?? null,
});

export const toDispute = (stored: StoredDispute): CardDispute => ({
  ...stored,
  amount: BigInt(stored.amount),
  openedAt: new Date(stored.openedAt),
  closedAt: stored.closedAt === null ? null : new Date(stored.closedAt),
});
