import { assert } from '../kernel/errors.ts';
import type { RecurringPhase } from '../ledger/recipes/phases.ts';
import type { CardTransaction, Draw } from '../transactions/card-record.ts';
import { type CardTransactionStatus, isOpen } from '../transactions/card-status.ts';
import type { CardEvent } from './transaction-events.ts';
import { BY_THE_HOUSE, drawOf, reservedOf } from './transaction-fold.ts';

/** What happens to a purchase at once: pure, and so the same however often it is tried. */
export interface Turn {
  phase: RecurringPhase;
  events: readonly CardEvent[];
  status: CardTransactionStatus;
}

/** A pull that is to be made: by whom, and whether it is certain at once. */
export type Pull = Pick<CardEvent, 'accountId' | 'source' | 'status'>;

/** Who pays for what was not authorized; the house where no customer can. */
export type Payer = Pull | 'HOUSE';

/** What a clearing takes beyond what is reserved. */
export const excessOf = (purchase: CardTransaction, amount: bigint): bigint =>
  purchase.direction === 'CREDIT' ? 0n : max(amount - reservedOf(purchase), 0n);

/** The network takes its money, in one part of several or at last; more than was authorized is pulled first. */
export function clearing(purchase: CardTransaction, amount: bigint, payer: Payer = 'HOUSE'): Turn {
  const excess = excessOf(purchase, amount);
  const isOwed = excess > 0n && payer === 'HOUSE';
  const events: CardEvent[] = [
    ...(excess > 0n ? [payer === 'HOUSE' ? advance(excess) : pull(payer, excess)] : []),
    { kind: 'CLEARING', amount },
  ];
  return { phase: 'clear', events, status: isOwed ? 'EXCEPTION' : statusAfterClearing(purchase, amount) };
}

function statusAfterClearing(purchase: CardTransaction, amount: bigint): CardTransactionStatus {
  if (purchase.status === 'EXCEPTION') return 'EXCEPTION';
  const awaited = purchase.direction === 'CREDIT' ? purchase.authorized - purchase.settled : reservedOf(purchase);
  return isOpen(purchase.status) && amount < awaited ? 'PARTIALLY_SETTLED' : 'SETTLED';
}

const advance = (amount: bigint): CardEvent => ({ kind: 'ADVANCE', amount });
const pull = (payer: Pull, amount: bigint): CardEvent => ({ kind: 'PULL', amount, ...payer });

/** Nothing more will clear: by its time, by word of the network, or because the card was closed. */
export function expiry(purchase: CardTransaction): Turn {
  const reserved = reservedOf(purchase);
  return {
    phase: 'release',
    events: [{ kind: 'EXPIRY', amount: reserved }, ...releases(purchase, reserved)],
    status: statusAtTheEnd(purchase),
  };
}

const statusAtTheEnd = ({ settlements }: CardTransaction): CardTransactionStatus =>
  settlements > 0 ? 'SETTLED' : 'EXPIRED';

/** The last that was drawn on gets its money back first. */
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

/** How much more a new total wants reserved; negative: how much less. */
export const wantedBy = (purchase: CardTransaction, total: bigint): bigint =>
  purchase.direction === 'CREDIT' ? 0n : max(total - purchase.settled, 0n) - reservedOf(purchase);

/** A new total; one that is no more than what has cleared is the end of it. */
export function advice(purchase: CardTransaction, total: bigint, payer?: Pull): Turn {
  const wanted = wantedBy(purchase, total);
  assert(wanted <= 0n || payer, 'more is pulled from somebody');
  const events: CardEvent[] = [
    { kind: 'ADVICE', amount: total },
    ...(wanted > 0n && payer ? [pull(payer, wanted)] : []),
    ...(wanted < 0n ? releases(purchase, -wanted) : []),
  ];
  const status = total <= purchase.settled ? statusAtTheEnd(purchase) : purchase.status;
  return { phase: wanted > 0n ? 'authorize' : 'release', events, status };
}

/** An advice that is not followed: nothing changes, and that it came is kept. */
export const refusedAdvice = ({ status }: CardTransaction, amount: bigint, reason: string): Turn => ({
  phase: 'authorize',
  events: [{ kind: 'DECLINE', amount, reason }],
  status,
});

/** What has cleared and was not undone. */
export const standingOf = ({ settled, refunded }: CardTransaction): bigint => settled - refunded;

/** What a merchant can still return, and what it can take back of that: a credit is nothing that it had. */
export const returnableOf = (purchase: CardTransaction): bigint =>
  purchase.direction === 'DEBIT' ? standingOf(purchase) : 0n;
export const returnedOf = ({ direction, refunded }: CardTransaction): bigint => (direction === 'DEBIT' ? refunded : 0n);

export const merchantReturn = (purchase: CardTransaction, amount: bigint): Turn => ({
  phase: 'merchant-refund',
  events: [{ kind: 'RETURN', amount }],
  status: statusAfterReturn(purchase, amount),
});

function statusAfterReturn(purchase: CardTransaction, amount: bigint): CardTransactionStatus {
  const isAll = amount === standingOf(purchase);
  return isAll && purchase.status === 'SETTLED' ? 'REFUNDED' : purchase.status;
}

/** Who gives back what came to a customer: the house where that one cannot. */
type Giver = 'CUSTOMER' | 'HOUSE';
const givenBy = (giver: Giver): Pick<CardEvent, 'reason'> => (giver === 'HOUSE' ? { reason: BY_THE_HOUSE } : {});

export const returnReversal = (purchase: CardTransaction, amount: bigint, by: Giver): Turn => ({
  phase: 'merchant-refund',
  events: [{ kind: 'RETURN_REVERSAL', amount, ...givenBy(by) }],
  status: purchase.status === 'REFUNDED' ? 'SETTLED' : purchase.status,
});

/** The network withdraws a credit that has cleared. */
export const creditReversal = (purchase: CardTransaction, amount: bigint, by: Giver): Turn => ({
  phase: 'merchant-refund',
  events: [{ kind: 'CREDIT_REVERSAL', amount, ...givenBy(by) }],
  status: statusAfterReturn(purchase, amount),
});

interface MadePull {
  n: number;
  amount: bigint;
  accountId: string;
}

export const pullConfirmed = ({ status }: CardTransaction, { n, amount, accountId }: MadePull): Turn => ({
  phase: 'authorize',
  events: [{ kind: 'PULL_CONFIRMED', amount, accountId, pull: n }],
  status,
});

/**
 * What was paid in the meantime is owed; what is reserved by other pulls goes back, for this purchase is at its end. A
 * pull of which all was released before ends, and nothing else does.
 */
export function pullFailed(purchase: CardTransaction, { n, accountId }: Pick<MadePull, 'n' | 'accountId'>): Turn {
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
