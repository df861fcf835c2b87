import { type AccountNeeds, balancesUpdated } from '../accounts/internal-accounts.ts';
import { brokenConstraint } from '../db/database.ts';
import { apply, type Change, type Effect } from '../db/effects.ts';
import { callOff, enqueue, type NewJob } from '../jobs/queue.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { addMs, DAY_MS } from '../kernel/clock.ts';
import { ApiError, assert } from '../kernel/errors.ts';
import { AccountUnavailable, isTouched, type Ledger, type Move, Overdraft } from '../ledger/post.ts';
import { nthPhase } from '../ledger/recipes.ts';
import type { SystemAccounts } from '../ledger/system-accounts.ts';
import type { CardNetwork, CardVerdict } from '../providers/card-network/port.ts';
import {
  advanceCardTransaction,
  beginCardTransaction,
  type CardTransaction,
  findCardTransaction,
  keyOf,
} from '../transactions/card-record.ts';
import { type CardTransactionStatus, isOpen } from '../transactions/card-status.ts';
import { emit } from '../webhooks/events.ts';
import { SOURCE_GONE, writeEvents } from './transaction-events.ts';
import { after } from './transaction-fold.ts';
import { ofCard, type Purse, readFaces, readPurse } from './transaction-sources.ts';
import type { Turn } from './transaction-turns.ts';

export interface PurchaseNeeds extends AccountNeeds {
  ledger: Ledger;
  systemAccounts: SystemAccounts;
  /** The adapter of each mode. */
  cardNetwork: Record<PlatformMode, CardNetwork>;
}

/** What an authorization keeps reserved at most. */
export const EXPIRY_MS = 7 * DAY_MS;
export const EXPIRY_JOB = 'card-transaction.expire';
export const CONFIRMATION_JOB = 'card-transaction.confirm-pull';

export const TRIES = 20;

/** What belongs into the same statement, knowing what has become of the purchase, and how. */
export type Beside = (changed: CardTransaction, turn: Turn) => Effect[];

interface Occasion {
  purse: Purse;
  at: Date;
  turn: Turn;
  /** Of a pull that is not certain at once: when it will be. */
  verdict?: CardVerdict;
  beside?: Beside;
}

interface Beginning extends Occasion {
  purchase: CardTransaction;
  /** Holds while the card is as it was read. */
  guard?: Effect;
}

/** A new purchase with its first events. Undefined: the card has changed since it was read. */
export async function begin(needs: PurchaseNeeds, beginning: Beginning): Promise<CardTransaction | undefined> {
  const { purchase, guard, turn, at, purse } = beginning;
  const { changed: next, moves } = outcome(purchase, turn, at);
  const effects = [...beginCardTransaction(next), ...(await besides(needs, beginning, { purchase, next, moves }))];
  const expiry = isOpen(next.status) ? [enqueue([expiryJob(next, purse)])] : [];
  const change = { effects: [...effects, ...expiry], ...(guard && { guard }) };
  return (await write(needs, change, { next, turn, moves, at })) ? next : undefined;
}

interface Changing {
  platformId: string;
  id: string;
  at: Date;
  /** What is to happen, or undefined for nothing. Asked again where somebody was faster, or money was refused. */
  decide: (purchase: CardTransaction, seen: Seen) => Decision | undefined | Promise<Decision | undefined>;
  /** Nothing happens to it in any other. */
  statuses?: readonly CardTransactionStatus[] | undefined;
  beside?: Beside | undefined;
}

export interface Seen {
  purse: Purse;
  /** The last try was refused: not enough money, an account that is not active, or a source that was taken away. */
  wasRefused: boolean;
}

export type Decision = Pick<Occasion, 'turn' | 'verdict'>;

/** Lets something happen to a purchase, all at once or not at all. Undefined: there was nothing to do. */
export async function change(
  needs: PurchaseNeeds,
  { platformId, id, at, decide, statuses, beside }: Changing,
): Promise<CardTransaction | undefined> {
  let wasRefused = false;
  for (let i = 0; i < TRIES; i++) {
    const purchase = await findCardTransaction(needs.db, platformId, id);
    if (statuses && !statuses.includes(purchase.status)) return undefined;
    const purse = await readPurse(needs.db, ofCard(platformId, purchase.cardId));
    const decision = await decide(purchase, { purse, wasRefused });
    if (!decision) return undefined;
    try {
      const changed = await take(needs, purchase, { ...decision, purse, at, ...(beside && { beside }) });
      if (changed) return changed;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      wasRefused = true;
    }
  }
  throw new ApiError('CONFLICT', 'The card transaction is being changed by many requests at once.');
}

async function take(
  needs: PurchaseNeeds,
  purchase: CardTransaction,
  occasion: Occasion,
): Promise<CardTransaction | undefined> {
  const { turn, at } = occasion;
  const { changed: next, moves } = outcome(purchase, turn, at);
  const { guard, event } = advanceCardTransaction(purchase, next);
  const isEnded = isOpen(purchase.status) && !isOpen(next.status);
  const effects = [
    event,
    ...(await besides(needs, occasion, { purchase, next, moves })),
    ...(isEnded ? [callOff(purchase.platformId, [expiryJobId(purchase)])] : []),
  ];
  return (await write(needs, { guard, effects }, { next, turn, moves, at })) ? next : undefined;
}

/** The money was not to be had this way; another may be open. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Overdraft || error instanceof AccountUnavailable || brokenConstraint(error) === SOURCE_GONE;

function outcome(purchase: CardTransaction, { events, status }: Turn, at: Date) {
  const { changed, moves } = after(purchase, events);
  const next: CardTransaction = {
    ...changed,
    status,
    version: purchase.version + 1n,
    lastEventAt: at,
    updatedAt: at,
    settledAt: status === 'SETTLED' ? (purchase.settledAt ?? at) : purchase.settledAt,
  };
  return { changed: next, moves };
}

interface Outcome {
  purchase: CardTransaction;
  next: CardTransaction;
  moves: readonly Move[];
}

async function besides(
  needs: PurchaseNeeds,
  occasion: Occasion,
  { purchase, next, moves }: Outcome,
): Promise<Effect[]> {
  const { purse, at, turn, beside = () => [] } = occasion;
  const { platformId, mode } = purse;
  const known = purse.funds.map(({ face }) => face).filter(({ id }) => isTouched(id, moves));
  const drawn = [next.accountId, ...next.draws.flatMap(({ accountId }) => accountId ?? [])];
  const missing = drawn.filter((id) => isTouched(id, moves) && !known.some((face) => face.id === id));
  const faces = [...known, ...(await readFaces(needs.db, platformId, [...new Set(missing)]))];
  const confirmations = confirmationJobs(purchase, occasion);
  return [
    writeEvents(purchase, turn.events, at),
    emit(balancesUpdated(needs, faces, { platformId, mode, at })),
    ...(confirmations.length > 0 ? [enqueue(confirmations)] : []),
    ...beside(next, turn),
  ];
}

interface Written {
  next: CardTransaction;
  turn: Turn;
  moves: readonly Move[];
  at: Date;
}

async function write(needs: PurchaseNeeds, change: Change, { next, turn, moves, at }: Written): Promise<boolean> {
  if (moves.length === 0) return apply(needs.db, change);
  const posting = {
    guard: change.guard,
    effects: change.effects,
    platformId: next.platformId,
    transactionId: keyOf(next.id),
    phase: nthPhase(turn.phase, Number(next.version)),
    at,
    moves,
  };
  return (await needs.ledger.post(posting)) !== undefined;
}

/** Known beforehand, so that whatever ends the purchase can call it off. */
const expiryJobId = ({ id }: CardTransaction): string => id.replace('CardTransaction:', 'TimedJob:');

const expiryJob = (purchase: CardTransaction, { clockOffsetMs }: Purse): NewJob => ({
  id: expiryJobId(purchase),
  platformId: purchase.platformId,
  kind: EXPIRY_JOB,
  resourceId: purchase.id,
  runAt: addMs(purchase.createdAt, EXPIRY_MS),
  createdAt: purchase.createdAt,
  clockOffsetMs,
});

function confirmationJobs(purchase: CardTransaction, { purse, at, turn, verdict }: Occasion): NewJob[] {
  return turn.events.flatMap(({ kind, status }, i) => {
    if (kind !== 'PULL' || status !== 'PENDING') return [];
    assert(verdict?.confirmation, 'a pending pull will be confirmed or not');
    const { afterMs, isConfirmed } = verdict.confirmation;
    return [
      {
        platformId: purchase.platformId,
        kind: CONFIRMATION_JOB,
        resourceId: purchase.id,
        payload: { pull: purchase.events + i + 1, isConfirmed },
        runAt: addMs(at, afterMs),
        createdAt: at,
        clockOffsetMs: purse.clockOffsetMs,
      },
    ];
  });
}
