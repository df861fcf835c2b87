import { newId } from '../../foundation/kernel/ids.ts';
import type { CardDispute, DisputeReason } from '../card-transactions/dispute.ts';
import type { CardTransaction } from '../card-transactions/record.ts';
import type { CardEvent } from './transaction-events.ts';
import { type PurchaseTransition, paidBy, type ReversalPayer } from './transaction-transitions.ts';

/** Cleared amount that the customer has paid, less amounts credited for disputes. */
export const disputableOf = ({ draws, disputed }: CardTransaction): bigint =>
  draws.reduce(
    (sum, { accountId, settled, refunded }) => (accountId === null ? sum : sum + settled - refunded),
    -disputed,
  );

/** Excludes purchases with a pending pull: if the pull fails, the customer has paid nothing. */
export const isDisputable = ({ status, pulls, dispute }: CardTransaction): boolean =>
  (status === 'SETTLED' || status === 'PARTIALLY_SETTLED') && pulls.pending === 0 && dispute?.status !== 'OPEN';

interface OpenedDispute {
  amount: bigint;
  reason: DisputeReason;
  at: Date;
}

export const opened = ({ status }: CardTransaction, { amount, reason, at }: OpenedDispute): PurchaseTransition => ({
  phase: 'dispute',
  events: [{ kind: 'DISPUTE_OPENED', amount }],
  status,
  dispute: {
    event: 'OPENED',
    next: {
      id: newId('CardDispute'),
      status: 'OPEN',
      creditStatus: 'NONE',
      reason,
      amount,
      version: 1,
      openedAt: at,
      closedAt: null,
    },
  },
});

interface DisputedPurchase {
  purchase: CardTransaction;
  dispute: CardDispute;
  /** Party that pays for a reversed credit. */
  by: ReversalPayer;
  at: Date;
}

interface DisputeRule {
  isPossible: (disputed: Pick<DisputedPurchase, 'purchase' | 'dispute'>) => boolean;
  transition: (disputed: DisputedPurchase) => PurchaseTransition;
}

/** OWED counts too: the customer keeps the disputed amount and owes it. */
const isCredited = ({ creditStatus }: CardDispute): boolean => creditStatus === 'GRANTED' || creditStatus === 'OWED';

/** The merchant may have returned part of the purchase since the dispute was opened. */
const isCovered = ({ purchase, dispute }: { purchase: CardTransaction; dispute: CardDispute }): boolean =>
  dispute.amount <= disputableOf(purchase);

const credit = ({ purchase, dispute }: DisputedPurchase): CardEvent => ({
  kind: 'DISPUTE_CREDIT',
  amount: dispute.amount,
  accountId: purchase.accountId,
});

const creditReversal = ({ purchase, dispute, by }: DisputedPurchase): CardEvent => ({
  kind: 'DISPUTE_CREDIT_REVERSAL',
  amount: dispute.amount,
  accountId: purchase.accountId,
  ...paidBy(by),
});

const reversed = (by: ReversalPayer) => (by === 'SERVICE' ? 'OWED' : 'REVERSED');

type Change = Pick<PurchaseTransition, 'events'> & { event: DisputeEventName; changes: Partial<CardDispute> };
type DisputeEventName = NonNullable<PurchaseTransition['dispute']>['event'];

const changed = ({ purchase, dispute }: DisputedPurchase, { events, event, changes }: Change): PurchaseTransition => ({
  phase: 'dispute',
  events,
  status: purchase.status,
  dispute: { event, next: { ...dispute, ...changes, version: dispute.version + 1 } },
});

/** Rules of each step of an open dispute. */
export const disputeSteps = {
  CREDIT: {
    isPossible: (disputed) => disputed.dispute.creditStatus === 'NONE' && isCovered(disputed),
    transition: (disputed) =>
      changed(disputed, {
        events: [credit(disputed)],
        event: 'PROVISIONALLY_CREDITED',
        changes: { creditStatus: 'GRANTED' },
      }),
  },
  CREDIT_REVERSAL: {
    isPossible: ({ dispute }) => dispute.creditStatus === 'GRANTED',
    transition: (disputed) =>
      changed(disputed, {
        events: [creditReversal(disputed)],
        event: 'PROVISIONAL_CREDIT_REVERSED',
        changes: { creditStatus: reversed(disputed.by) },
      }),
  },
  WON: {
    isPossible: (disputed) => isCredited(disputed.dispute) || isCovered(disputed),
    transition: (disputed) =>
      changed(disputed, {
        events: [
          ...(isCredited(disputed.dispute) ? [] : [credit(disputed)]),
          { kind: 'DISPUTE_WON', amount: disputed.dispute.amount },
        ],
        event: 'WON',
        changes: { status: 'WON', creditStatus: 'GRANTED', closedAt: disputed.at },
      }),
  },
  LOST: {
    isPossible: () => true,
    transition: (disputed) => {
      const isGranted = disputed.dispute.creditStatus === 'GRANTED';
      return changed(disputed, {
        events: [
          ...(isGranted ? [creditReversal(disputed)] : []),
          { kind: 'DISPUTE_LOST', amount: disputed.dispute.amount },
        ],
        event: 'LOST',
        changes: {
          status: 'LOST',
          closedAt: disputed.at,
          ...(isGranted && { creditStatus: reversed(disputed.by) }),
        },
      });
    },
  },
} satisfies Record<string, DisputeRule>;
export type DisputeStep = keyof typeof disputeSteps;
