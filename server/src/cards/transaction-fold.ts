import { assert } from '../kernel/errors.ts';
import type { Move } from '../ledger/post.ts';
import { cards } from '../ledger/recipes.ts';
import { currencyInfo } from '../rates/currencies.ts';
import type { CardTransaction, Draw } from '../transactions/card-record.ts';
import type { CardEvent, CardEventKind } from './transaction-events.ts';

/** What a purchase is after some events, and the moves that they make. The summaries are sums of events and nothing else. */
export function after(purchase: CardTransaction, events: readonly CardEvent[]) {
  let changed = purchase;
  const moves: Move[] = [];
  for (const event of events) {
    const step = rules[event.kind](changed, event);
    changed = { ...changed, ...step.changes, events: changed.events + 1 };
    moves.push(...(step.moves ?? []).map((move) => ({ isForced: !mayBeRefused.has(event.kind), ...move })));
  }
  return { changed, moves };
}

/** Money that is already on its way moves even where an account is frozen; what is yet to be drawn does not. */
const mayBeRefused = new Set<CardEventKind>(['PULL', 'RETURN_REVERSAL', 'CREDIT_REVERSAL']);

/** Smallest units of the ledger per smallest unit of the purchase: dollars are drawn as USDB one for one. */
export const scaleOf = ({ currency, ledgerCurrency }: Pick<CardTransaction, 'currency' | 'ledgerCurrency'>): bigint =>
  10n ** BigInt(currencyInfo(ledgerCurrency).decimals - currencyInfo(currency).decimals);

export const reservedOf = ({ draws }: CardTransaction): bigint => draws.reduce((sum, draw) => sum + draw.reserved, 0n);

interface Effect {
  changes: Partial<CardTransaction>;
  moves?: Move[];
}
type Rule = (purchase: CardTransaction, event: CardEvent) => Effect;

const nothing: Rule = () => ({ changes: {} });
const authorizes: Rule = (_purchase, { amount }) => ({ changes: { authorized: amount } });

const rules: Record<CardEventKind, Rule> = {
  AUTHORIZATION: authorizes,
  ADVICE: authorizes,
  INQUIRY: nothing,
  DECLINE: nothing,
  EXPIRY: nothing,
  TAKEOVER: nothing,
  PULL: (purchase, { amount, accountId = null, status }) => {
    const { pulls, draws, events } = purchase;
    const pending = pulls.pending + (status === 'PENDING' ? 1 : 0);
    return {
      changes: {
        draws: [...draws, { ...nothingGiven, accountId, pull: events + 1, reserved: amount }],
        pulls: { count: pulls.count + 1, total: pulls.total + amount, pending },
      },
      moves: cards.authorize(inLedger(purchase, amount, accountId)),
    };
  },
  PULL_CONFIRMED: ({ pulls }) => ({ changes: { pulls: { ...pulls, pending: pulls.pending - 1 } } }),
  PULL_FAILED: failedPull,
  ADVANCE: (purchase, { amount }) => ({
    changes: { draws: byTheHouse(purchase.draws, ({ reserved }) => ({ reserved: reserved + amount })) },
    moves: cards.advance(inLedger(purchase, amount)),
  }),
  RELEASE: released,
  CLEARING: (purchase, event) => (purchase.direction === 'DEBIT' ? paid : credited)(purchase, event),
  RETURN: returned,
  RETURN_REVERSAL: takenBack,
  CREDIT_REVERSAL: (purchase, { amount, reason }) => ({
    changes: { refunds: purchase.refunds + 1, refunded: purchase.refunded + amount },
    moves: cards.takeBackCredit(inLedger(purchase, amount, reason === BY_THE_HOUSE ? null : purchase.accountId)),
  }),
};

/** The last that was pulled from an account goes back to it first. */
function released(purchase: CardTransaction, { amount, accountId }: CardEvent): Effect {
  const { draws, pulls } = purchase;
  const ofAccount = lastFirst(draws).filter((draw) => draw.accountId === accountId);
  const parts = split(draws, { amount, order: ofAccount, available: ({ reserved }) => reserved });
  return {
    changes: {
      draws: draws.map((draw, i) => ({ ...draw, reserved: draw.reserved - (parts[i] ?? 0n) })),
      pulls: { ...pulls, total: pulls.total - amount },
    },
    moves: cards.release(inLedger(purchase, amount, accountId)),
  };
}

const counted = ({ settlements, settled }: CardTransaction, amount: bigint) => ({
  settlements: settlements + 1,
  settled: settled + amount,
});

function paid(purchase: CardTransaction, { amount }: CardEvent): Effect {
  const parts = split(purchase.draws, { amount, available: ({ reserved }) => reserved });
  const draws = purchase.draws.map((draw, i) => {
    const part = parts[i] ?? 0n;
    return { ...draw, reserved: draw.reserved - part, settled: draw.settled + part };
  });
  const moves = each(purchase, parts, ({ accountId, reserved }, part) =>
    accountId === null
      ? cards.settleAdvance(inLedger(purchase, part))
      : cards.clear({
          ...inLedger(purchase, part, accountId),
          authorized: reserved * scaleOf(purchase),
          isFinal: false,
          excessFrom: 'customer',
        }),
  );
  return { changes: { ...counted(purchase, amount), draws }, moves };
}

const credited = (purchase: CardTransaction, { amount }: CardEvent): Effect => ({
  changes: counted(purchase, amount),
  moves: cards.creditCard(inLedger(purchase, amount, purchase.accountId)),
});

/** What the house has advanced is paid back first, then what was pulled, the last of it first. */
function returned(purchase: CardTransaction, { amount }: CardEvent): Effect {
  const order = lastFirst(purchase.draws).sort((a, b) => Number(isOfHouse(b)) - Number(isOfHouse(a)));
  const parts = split(purchase.draws, { amount, order, available: ({ settled, refunded }) => settled - refunded });
  const draws = purchase.draws.map((draw, i) => ({ ...draw, refunded: draw.refunded + (parts[i] ?? 0n) }));
  return {
    changes: { refunds: purchase.refunds + 1, refunded: purchase.refunded + amount, draws },
    moves: each(purchase, parts, ({ accountId }, part) => cards.refundPurchase(inLedger(purchase, part, accountId))),
  };
}

/** From those who had it, or, where a customer cannot cover that any more, from the house. */
function takenBack(purchase: CardTransaction, { amount, reason }: CardEvent): Effect {
  const refunded = purchase.refunded - amount;
  if (reason === BY_THE_HOUSE) {
    const draws = byTheHouse(purchase.draws, ({ settled }) => ({ settled: settled + amount }));
    return { changes: { refunded, draws }, moves: cards.takeBackRefund(inLedger(purchase, amount)) };
  }
  const parts = split(purchase.draws, { amount, available: (draw) => draw.refunded });
  const draws = purchase.draws.map((draw, i) => ({ ...draw, refunded: draw.refunded - (parts[i] ?? 0n) }));
  const moves = each(purchase, parts, ({ accountId }, part) =>
    cards.takeBackRefund(inLedger(purchase, part, accountId)),
  );
  return { changes: { refunded, draws }, moves };
}

/** In place of a customer who cannot. */
export const BY_THE_HOUSE = 'RECEIVABLE';

/**
 * The customer has the money still. What is reserved goes back; what was paid to the network is the house's to get: it
 * takes the place of the customer, in what it paid and in what came back of it.
 */
function failedPull(purchase: CardTransaction, { amount, accountId, pull }: CardEvent): Effect {
  const { pulls } = purchase;
  const { reserved, settled, refunded } = drawOf(purchase, pull);
  const others = purchase.draws.filter((draw) => draw.pull !== pull);
  const takenOver = byTheHouse(others, (house) => ({
    settled: house.settled + settled,
    refunded: house.refunded + refunded,
  }));
  return {
    changes: {
      draws: settled > 0n ? takenOver : others,
      pulls: { ...pulls, total: pulls.total - amount, pending: pulls.pending - 1 },
    },
    moves: [
      ...cards.release(inLedger(purchase, reserved, accountId)),
      ...cards.returnFailedPull(inLedger(purchase, settled - refunded, accountId)),
    ],
  };
}

/** What a pull has given, less what of it was released. */
export function drawOf({ draws }: CardTransaction, pull: number | undefined): Draw {
  const draw = draws.find((one) => one.pull === pull);
  assert(draw, 'a pull has left its draw');
  return draw;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const lastFirst = (draws: readonly Draw[]): Draw[] => [...draws].reverse();
const nothingGiven: Draw = { accountId: null, pull: null, reserved: 0n, settled: 0n, refunded: 0n };

/** The draws with that of the house changed. */
function byTheHouse(draws: readonly Draw[], change: (draw: Draw) => Partial<Draw>): Draw[] {
  const known = draws.some(isOfHouse) ? draws : [...draws, nothingGiven];
  return known.map((draw) => (isOfHouse(draw) ? { ...draw, ...change(draw) } : draw));
}

const isOfHouse = ({ accountId }: Draw): boolean => accountId === null;

interface Splitting {
  amount: bigint;
  available: (draw: Draw) => bigint;
  order?: readonly Draw[];
}

/** What each draw gives of the amount: in an order, and at most what it has. */
function split(draws: readonly Draw[], { amount, available, order = draws }: Splitting): bigint[] {
  let left = amount;
  const parts = new Map<Draw, bigint>();
  for (const draw of order) {
    const part = min(available(draw), left);
    parts.set(draw, part);
    left -= part;
  }
  assert(left === 0n, `${left} of ${amount} is nobody's`);
  return draws.map((draw) => parts.get(draw) ?? 0n);
}

const each = (
  { draws }: CardTransaction,
  parts: readonly bigint[],
  movesOf: (draw: Draw, part: bigint) => Move[],
): Move[] =>
  draws.flatMap((draw, i) => {
    const part = parts[i] ?? 0n;
    return part > 0n ? movesOf(draw, part) : [];
  });

/** Without an account, that of what customers owe. */
function inLedger(purchase: CardTransaction, amount: bigint, accountId?: string | null) {
  const { ledgerCurrency: currency } = purchase;
  return { account: accountId ?? cards.owed(currency), currency, amount: amount * scaleOf(purchase) };
}
