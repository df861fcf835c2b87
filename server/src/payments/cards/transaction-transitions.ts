import type { RecurringPhase } from '../../engine/ledger/recipes/phases.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import type { CardDispute } from '../card-transactions/dispute.ts';
import type { CardTransaction, Draw } from '../card-transactions/record.ts';
import { type CardTransactionStatus, isOpen } from '../card-transactions/status.ts';
import type { CardEvent } from './transaction-events.ts';
import { drawOf, PAID_BY_SERVICE, reservedOf } from './transaction-sums.ts';

/** Events and new status of a purchase, written together. Transitions are pure functions, so retries are safe. */
export interface PurchaseTransition {
  phase: RecurringPhase;
  events: readonly CardEvent[];
  status: CardTransactionStatus;
  /** The dispute after the transition, and the event that reports the change. */
  dispute?: {
    next: CardDispute;
    event: 'OPENED' | 'PROVISIONALLY_CREDITED' | 'PROVISIONAL_CREDIT_REVERSED' | 'WON' | 'LOST';
  };
}

/** A pull to make: the account, its funding source, and whether the pull is confirmed at once. */
export type Pull = Pick<CardEvent, 'accountId' | 'source' | 'status'>;

/** Payer of an amount that was not authorized: a pull, or the service when no account can cover the amount. */
export type Payer = Pull | 'SERVICE';

/** The part of a clearing above the reserve. */
export const excessOf = (purchase: CardTransaction, amount: bigint): bigint =>
  purchase.direction === 'CREDIT' ? 0n : max(amount - reservedOf(purchase), 0n);

/** Collects an amount for the network, in full or in part; the excess is pulled or advanced first. */
export function clearing(purchase: CardTransaction, amount: bigint, payer: Payer = 'SERVICE'): PurchaseTransition {
  const excess = excessOf(purchase, amount);
  const isOwed = excess > 0n && payer === 'SERVICE';
  const events: CardEvent[] = [
    ...(excess > 0n ? [payer === 'SERVICE' ? advance(excess) : pull(payer, excess)] : []),
    { kind: 'CLEARING', amount },
  ];
  return { phase: 'clear', events, status: isOwed ? 'EXCEPTION' : statusAfterClearing(purchase, amount) };
}

/** Authorized amount that has not cleared. */
export const outstandingOf = (purchase: CardTransaction): bigint =>
  purchase.direction === 'CREDIT' ? purchase.authorized - purchase.settled : reservedOf(purchase);

function statusAfterClearing(purchase: CardTransaction, amount: bigint): CardTransactionStatus {
  if (purchase.status === 'EXCEPTION') return 'EXCEPTION';
  return isOpen(purchase.status) && amount < outstandingOf(purchase) ? 'PARTIALLY_SETTLED' : 'SETTLED';
}

const advance = (amount: bigint): CardEvent => ({ kind: 'ADVANCE', amount });
const pull = (payer: Pull, amount: bigint): CardEvent => ({ kind: 'PULL', amount, ...payer });

/** Releases the reserve of an authorization that expired or was reversed, or whose card was closed. */
export function expiry(purchase: CardTransaction): PurchaseTransition {
  const reserved = reservedOf(purchase);
  return {
    phase: 'release',
    events: [{ kind: 'EXPIRY', amount: reserved }, ...releases(purchase, reserved)],
    status: finalStatus(purchase),
  };
}

const finalStatus = ({ settlements }: CardTransaction): CardTransactionStatus =>
  settlements > 0 ? 'SETTLED' : 'EXPIRED';

/** Releases the latest draws first. */
function releases({ draws }: CardTransaction, amount: bigint): CardEvent[] {
  let left = amount;
  const events = [...draws].reverse().flatMap(({ accountId, reserved }: Draw): CardEvent[] => {
    const part = min(reserved, left);
    left -= part;
    return part > 0n && accountId !== null ? [{ kind: 'RELEASE', amount: part, accountId }] : [];
  });
  assert(left === 0n, 'no more is released than is reserved');
  return events;
}

/** The change of the reserve that a new total requires; negative amounts are released. */
export const reserveChange = (purchase: CardTransaction, total: bigint): bigint =>
  purchase.direction === 'CREDIT' ? 0n : max(total - purchase.settled, 0n) - reservedOf(purchase);

/** Sets a new total. A total up to the settled amount ends the purchase. */
export function advice(purchase: CardTransaction, total: bigint, payer?: Pull): PurchaseTransition {
  const change = reserveChange(purchase, total);
  assert(change <= 0n || payer, 'an increase has a payer');
  const events: CardEvent[] = [
    { kind: 'ADVICE', amount: total },
    ...(change > 0n && payer ? [pull(payer, change)] : []),
    ...(change < 0n ? releases(purchase, -change) : []),
  ];
  const status = total <= purchase.settled ? finalStatus(purchase) : purchase.status;
  return { phase: change > 0n ? 'authorize' : 'release', events, status };
}

/** Records a declined advice; the purchase stays unchanged. */
export const rejectedAdvice = ({ status }: CardTransaction, amount: bigint, reason: string): PurchaseTransition => ({
  phase: 'authorize',
  events: [{ kind: 'DECLINE', amount, reason }],
  status,
});

/** Amount that the network has received, less returns and credited disputes. */
export const netSettledOf = ({ settled, refunded, disputed }: CardTransaction): bigint => settled - refunded - disputed;

/** Amount that a merchant can still return. A credit cannot be returned. */
export const returnableOf = (purchase: CardTransaction): bigint =>
  purchase.direction === 'DEBIT' ? netSettledOf(purchase) : 0n;
export const returnedOf = ({ direction, refunded }: CardTransaction): bigint => (direction === 'DEBIT' ? refunded : 0n);

export const merchantReturn = (purchase: CardTransaction, amount: bigint): PurchaseTransition => ({
  phase: 'merchant-refund',
  events: [{ kind: 'RETURN', amount }],
  status: statusAfterReturn(purchase, amount),
});

function statusAfterReturn(purchase: CardTransaction, amount: bigint): CardTransactionStatus {
  const isAll = amount === netSettledOf(purchase);
  return isAll && purchase.status === 'SETTLED' ? 'REFUNDED' : purchase.status;
}

/** Payer of a reversal: the customer, or the service when the customer cannot cover it. */
export type ReversalPayer = 'CUSTOMER' | 'SERVICE';
export const paidBy = (payer: ReversalPayer): Pick<CardEvent, 'reason'> =>
  payer === 'SERVICE' ? { reason: PAID_BY_SERVICE } : {};

export const returnReversal = (purchase: CardTransaction, amount: bigint, by: ReversalPayer): PurchaseTransition => ({
  phase: 'merchant-refund',
  events: [{ kind: 'RETURN_REVERSAL', amount, ...paidBy(by) }],
  status: purchase.status === 'REFUNDED' ? 'SETTLED' : purchase.status,
});

/** The network withdraws a credit that has cleared. */
export const creditReversal = (purchase: CardTransaction, amount: bigint, by: ReversalPayer): PurchaseTransition => ({
  phase: 'merchant-refund',
  events: [{ kind: 'CREDIT_REVERSAL', amount, ...paidBy(by) }],
  status: statusAfterReturn(purchase, amount),
});

interface MadePull {
  n: number;
  amount: bigint;
  accountId: string;
}

export const pullConfirmed = ({ status }: CardTransaction, { n, amount, accountId }: MadePull): PurchaseTransition => ({
  phase: 'authorize',
  events: [{ kind: 'PULL_CONFIRMED', amount, accountId, pull: n }],
  status,
});

/**
 * Ends the purchase: the service takes over the settled part, and the reserves of other pulls are released. If the pull
 * was released in full before, nothing else changes.
 */
export function pullFailed(
  purchase: CardTransaction,
  { n, accountId }: Pick<MadePull, 'n' | 'accountId'>,
): PurchaseTransition {
  const { reserved, settled } = drawOf(purchase, n);
  const amount = reserved + settled;
  const failed: CardEvent = { kind: 'PULL_FAILED', amount, accountId, pull: n };
  if (amount === 0n) return { phase: 'release', events: [failed], status: purchase.status };
  const others = { ...purchase, draws: purchase.draws.filter(({ pull }) => pull !== n) };
  return {
    phase: 'release',
    events: [
      failed,
      ...(settled > 0n ? [{ kind: 'TAKEOVER' as const, amount: settled }] : []),
      ...releases(others, reservedOf(others)),
    ],
    status: 'EXCEPTION',
  };
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
