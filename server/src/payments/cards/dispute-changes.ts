import type { CardDispute, DisputeReason } from '../card-transactions/dispute.ts';
import type { CardTransaction } from '../card-transactions/record.ts';
import { type DisputeStep, disputableOf, disputeSteps, isDisputable, opened } from './dispute-transitions.ts';
import type { AmountChange, PurchaseChange } from './transaction-changes.ts';
import { changePurchase, type PurchaseDeps } from './transaction-write.ts';

/** The purchase after the change; undefined when its state does not allow the change. */
type Changed = Promise<CardTransaction | undefined>;

export const canOpenDispute = (purchase: CardTransaction, amount: bigint): boolean =>
  isDisputable(purchase) && amount > 0n && amount <= disputableOf(purchase);

export const openDispute = (
  deps: PurchaseDeps,
  { reason = 'OTHER', ...change }: AmountChange & { reason?: DisputeReason },
): Changed =>
  changePurchase(deps, {
    ...change,
    decide: (purchase) =>
      canOpenDispute(purchase, change.amount)
        ? { transition: opened(purchase, { amount: change.amount, reason, at: change.at }) }
        : undefined,
  });

/** Returns the open dispute of the purchase if it allows the step. */
export function disputeFor(step: DisputeStep, purchase: CardTransaction): CardDispute | undefined {
  const { dispute } = purchase;
  return dispute?.status === 'OPEN' && disputeSteps[step].isPossible({ purchase, dispute }) ? dispute : undefined;
}

/** Applies a step. A customer who cannot cover the reversal of a credit owes the amount to the service. */
export const applyDisputeStep = (
  deps: PurchaseDeps,
  { step, disputeId, ...change }: PurchaseChange & { step: DisputeStep; disputeId?: string },
): Changed =>
  changePurchase(deps, {
    ...change,
    decide: (purchase, { wasRejected }) => {
      const dispute = disputeFor(step, purchase);
      if (!dispute || (disputeId !== undefined && dispute.id !== disputeId)) return undefined;
      const by = wasRejected ? 'SERVICE' : 'CUSTOMER';
      return { transition: disputeSteps[step].transition({ purchase, dispute, by, at: change.at }) };
    },
  });
