import type { Entry } from '../../engine/ledger/post.ts';
import { cards } from '../../engine/ledger/recipes.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import type { CardTransaction, Draw } from '../card-transactions/record.ts';
import { scaleOf } from './transaction-amounts.ts';
import type { CardEvent, CardEventKind } from './transaction-events.ts';

/** Adds events to a purchase, whose summaries are sums of its events, and returns their ledger entries as well. */
export function applyEvents(purchase: CardTransaction, events: readonly CardEvent[]) {
  let changed = purchase;
  const entries: Entry[] = [];
  for (const event of events) {
    const step = rules[event.kind](changed, event);
    changed = { ...changed, ...step.changes, events: changed.events + 1 };
    entries.push(...(step.entries ?? []).map((entry) => ({ isForced: !mayBeRejected.has(event.kind), ...entry })));
  }
  return { changed, entries };
}

/** Events whose entries require an active account; all other events post to frozen accounts too. */
const mayBeRejected = new Set<CardEventKind>(['PULL', 'RETURN_REVERSAL', 'CREDIT_REVERSAL', 'DISPUTE_CREDIT_REVERSAL']);

export const reservedOf = ({ draws }: CardTransaction): bigint => draws.reduce((sum, draw) => sum + draw.reserved, 0n);

interface EventEffect {
  changes: Partial<CardTransaction>;
  entries?: Entry[];
}
type EventRule = (purchase: CardTransaction, event: CardEvent) => EventEffect;

const noChange: EventRule = () => ({ changes: {} });
const authorizes: EventRule = (_purchase, { amount }) => ({ changes: { authorized: amount } });

const rules: Record<CardEventKind, EventRule> = {
  AUTHORIZATION: authorizes,
  ADVICE: authorizes,
  INQUIRY: noChange,
  DECLINE: noChange,
  EXPIRY: noChange,
  TAKEOVER: noChange,
  PULL: (purchase, { amount, accountId = null, status }) => {
    const { pulls, draws, events } = purchase;
    const pending = pulls.pending + (status === 'PENDING' ? 1 : 0);
    return {
      changes: {
        draws: [...draws, { ...emptyDraw, accountId, pull: events + 1, reserved: amount }],
        pulls: { count: pulls.count + 1, total: pulls.total + amount, pending },
      },
      entries: cards.authorize(inLedger(purchase, amount, accountId)),
    };
  },
  PULL_CONFIRMED: ({ pulls }) => ({ changes: { pulls: { ...pulls, pending: pulls.pending - 1 } } }),
  PULL_FAILED: failedPull,
  ADVANCE: (purchase, { amount }) => ({
    changes: { draws: withServiceDraw(purchase.draws, ({ reserved }) => ({ reserved: reserved + amount })) },
    entries: cards.advance(inLedger(purchase, amount)),
  }),
  RELEASE: released,
  CLEARING: (purchase, event) => (purchase.direction === 'DEBIT' ? paid : credited)(purchase, event),
  RETURN: returned,
  RETURN_REVERSAL: returnReversed,
  CREDIT_REVERSAL: (purchase, { amount, reason }) => ({
    changes: { refunds: purchase.refunds + 1, refunded: purchase.refunded + amount },
    entries: cards.takeBackCredit(inLedger(purchase, amount, reason === PAID_BY_SERVICE ? null : purchase.accountId)),
  }),
  DISPUTE_OPENED: noChange,
  DISPUTE_CREDIT: (purchase, { amount, accountId }) => ({
    changes: { disputed: purchase.disputed + amount },
    entries: cards.creditDispute(inLedger(purchase, amount, accountId)),
  }),
  // A customer who cannot cover the reversal keeps the credit and owes it: the receivable from the credit remains.
  DISPUTE_CREDIT_REVERSAL: (purchase, { amount, accountId, reason }) =>
    reason === PAID_BY_SERVICE
      ? { changes: {} }
      : {
          changes: { disputed: purchase.disputed - amount },
          entries: cards.takeBackDisputeCredit(inLedger(purchase, amount, accountId)),
        },
  DISPUTE_WON: (purchase, { amount }) => ({ changes: {}, entries: cards.chargeBack(inLedger(purchase, amount)) }),
  DISPUTE_LOST: noChange,
};

/** Releases the pulls of the account, the latest first. */
function released(purchase: CardTransaction, { amount, accountId }: CardEvent): EventEffect {
  const { draws, pulls } = purchase;
  const ofAccount = latestFirst(draws).filter((draw) => draw.accountId === accountId);
  const parts = split(draws, { amount, order: ofAccount, available: ({ reserved }) => reserved });
  return {
    changes: {
      draws: draws.map((draw, i) => ({ ...draw, reserved: draw.reserved - (parts[i] ?? 0n) })),
      pulls: { ...pulls, total: pulls.total - amount },
    },
    entries: cards.release(inLedger(purchase, amount, accountId)),
  };
}

const counted = ({ settlements, settled }: CardTransaction, amount: bigint) => ({
  settlements: settlements + 1,
  settled: settled + amount,
});

function paid(purchase: CardTransaction, { amount }: CardEvent): EventEffect {
  const parts = split(purchase.draws, { amount, available: ({ reserved }) => reserved });
  const draws = purchase.draws.map((draw, i) => {
    const part = parts[i] ?? 0n;
    return { ...draw, reserved: draw.reserved - part, settled: draw.settled + part };
  });
  const entries = entriesOfParts(purchase, parts, ({ accountId, reserved }, part) =>
    accountId === null
      ? cards.settleAdvance(inLedger(purchase, part))
      : cards.clear({
          ...inLedger(purchase, part, accountId),
          authorized: reserved * scaleOf(purchase),
          isFinal: false,
          excessFrom: 'customer',
        }),
  );
  return { changes: { ...counted(purchase, amount), draws }, entries };
}

const credited = (purchase: CardTransaction, { amount }: CardEvent): EventEffect => ({
  changes: counted(purchase, amount),
  entries: cards.creditCard(inLedger(purchase, amount, purchase.accountId)),
});

/** Repays the advance of the service first, then the pulls, the latest first. */
function returned(purchase: CardTransaction, { amount }: CardEvent): EventEffect {
  const order = latestFirst(purchase.draws).sort((a, b) => Number(isServiceDraw(b)) - Number(isServiceDraw(a)));
  const parts = split(purchase.draws, { amount, order, available: ({ settled, refunded }) => settled - refunded });
  const draws = purchase.draws.map((draw, i) => ({ ...draw, refunded: draw.refunded + (parts[i] ?? 0n) }));
  return {
    changes: { refunds: purchase.refunds + 1, refunded: purchase.refunded + amount, draws },
    entries: entriesOfParts(purchase, parts, ({ accountId }, part) =>
      cards.refundPurchase(inLedger(purchase, part, accountId)),
    ),
  };
}

/** Debits the accounts that received the return, or the service when the customer cannot cover it. */
function returnReversed(purchase: CardTransaction, { amount, reason }: CardEvent): EventEffect {
  const refunded = purchase.refunded - amount;
  if (reason === PAID_BY_SERVICE) {
    const draws = withServiceDraw(purchase.draws, ({ settled }) => ({ settled: settled + amount }));
    return { changes: { refunded, draws }, entries: cards.takeBackRefund(inLedger(purchase, amount)) };
  }
  const parts = split(purchase.draws, { amount, available: (draw) => draw.refunded });
  const draws = purchase.draws.map((draw, i) => ({ ...draw, refunded: draw.refunded - (parts[i] ?? 0n) }));
  const entries = entriesOfParts(purchase, parts, ({ accountId }, part) =>
    cards.takeBackRefund(inLedger(purchase, part, accountId)),
  );
  return { changes: { refunded, draws }, entries };
}

/** Stored as reason of events that the service pays for because the customer cannot. */
export const PAID_BY_SERVICE = 'RECEIVABLE';

/**
 * A failed pull took no money: its reserve is released. The service takes over the settled and refunded amounts of the
 * draw, and is owed their difference.
 */
function failedPull(purchase: CardTransaction, { amount, accountId, pull }: CardEvent): EventEffect {
  const { pulls } = purchase;
  const { reserved, settled, refunded } = drawOf(purchase, pull);
  const others = purchase.draws.filter((draw) => draw.pull !== pull);
  const takenOver = withServiceDraw(others, (advance) => ({
    settled: advance.settled + settled,
    refunded: advance.refunded + refunded,
  }));
  return {
    changes: {
      draws: settled > 0n ? takenOver : others,
      pulls: { ...pulls, total: pulls.total - amount, pending: pulls.pending - 1 },
    },
    entries: [
      ...cards.release(inLedger(purchase, reserved, accountId)),
      ...cards.returnFailedPull(inLedger(purchase, settled - refunded, accountId)),
    ],
  };
}

/** The draw that a pull creates: its amounts, less the released part. */
export function drawOf({ draws }: CardTransaction, pull: number | undefined): Draw {
  const draw = draws.find((one) => one.pull === pull);
  assert(draw, 'every pull has a draw');
  return draw;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const latestFirst = (draws: readonly Draw[]): Draw[] => [...draws].reverse();
const emptyDraw: Draw = { accountId: null, pull: null, reserved: 0n, settled: 0n, refunded: 0n };

/** Changes the draw of the service, which has no account, or adds one. */
function withServiceDraw(draws: readonly Draw[], change: (draw: Draw) => Partial<Draw>): Draw[] {
  const known = draws.some(isServiceDraw) ? draws : [...draws, emptyDraw];
  return known.map((draw) => (isServiceDraw(draw) ? { ...draw, ...change(draw) } : draw));
}

const isServiceDraw = ({ accountId }: Draw): boolean => accountId === null;

interface SplitOptions {
  amount: bigint;
  available: (draw: Draw) => bigint;
  order?: readonly Draw[];
}

/** Splits the amount over the draws in `order`, each up to its available amount. */
function split(draws: readonly Draw[], { amount, available, order = draws }: SplitOptions): bigint[] {
  let left = amount;
  const parts = new Map<Draw, bigint>();
  for (const draw of order) {
    const part = min(available(draw), left);
    parts.set(draw, part);
    left -= part;
  }
  assert(left === 0n, `${left} of ${amount} is covered by no draw`);
  return draws.map((draw) => parts.get(draw) ?? 0n);
}

const entriesOfParts = (
  { draws }: CardTransaction,
  parts: readonly bigint[],
  entriesOf: (draw: Draw, part: bigint) => Entry[],
): Entry[] =>
  draws.flatMap((draw, i) => {
    const part = parts[i] ?? 0n;
    return part > 0n ? entriesOf(draw, part) : [];
  });

/** Converts to ledger amounts; without an account, entries use the receivable from customers. */
function inLedger(purchase: CardTransaction, amount: bigint, accountId?: string | null) {
  const { ledgerCurrency: currency } = purchase;
  return { account: accountId ?? cards.owed(currency), currency, amount: amount * scaleOf(purchase) };
}
