import { type AccountNeeds, balancesUpdated, findInternalAccount } from '../accounts/internal-accounts.ts';
import { apply, type Change, type Effect } from '../db/effects.ts';
import { enqueue } from '../jobs/queue.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import {
  AccountUnavailable,
  AlreadyPosted,
  isTouched,
  type Ledger,
  type Move,
  Overdraft,
  type Posting,
} from '../ledger/post.ts';
import type { Outcome } from '../providers/rails/port.ts';
import { emit } from '../webhooks/events.ts';
import { type Leg, submitJob } from './legs.ts';
import { type Turn, turnOf } from './outcomes.ts';
import { pullTurnOf } from './pulls.ts';
import { advance, readTransaction, type Transaction } from './record.ts';

export interface PaymentNeeds extends AccountNeeds {
  ledger: Ledger;
}

/** Where and when something happens to a transaction. */
export interface Place {
  platformId: string;
  mode: PlatformMode;
  at: Date;
}

export interface Report extends Place {
  transactionId: string;
  outcome: Outcome;
  /** Of a transaction whose money is collected from outside: which of its legs the rail speaks of. */
  leg?: Leg;
  clockOffsetMs?: number;
}

/** A rail tells what became of a payment: as often as it likes, in any order, each takes effect once. */
export async function report(needs: PaymentNeeds, told: Report): Promise<void> {
  const { transactionId, outcome, leg = 'PAYOUT', ...place } = told;
  if (leg === 'PULL') return reportPull(needs, told);
  return untilTaken(async () => {
    const transaction = await readTransaction(needs.db, place.platformId, transactionId);
    const turn = transaction && turnOf(transaction, outcome, place.at);
    if (!transaction || !turn) return true;
    const isPaid = outcome.type === 'COMPLETED';
    try {
      return await take(needs, place, { transaction, turn });
    } catch (error) {
      if (!(error instanceof AccountUnavailable) || !isPaid) throw error;
      if (await canReceive(needs, transaction)) {
        return take(needs, place, { transaction, turn: { ...turn, isForced: true } });
      }
      await report(needs, { ...place, transactionId, outcome: { type: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' } });
      return true;
    }
  });
}

/** The same of the money that is collected first; what it was collected for follows in the same statement. */
function reportPull(needs: PaymentNeeds, { transactionId, outcome, clockOffsetMs = 0, ...place }: Report) {
  return untilTaken(async () => {
    const transaction = await readTransaction(needs.db, place.platformId, transactionId);
    const turn = transaction && (await pullTurnOf(needs, transaction, { outcome, at: place.at }));
    if (!transaction || !turn) return true;
    const { at } = place;
    const payout = turn.pull === 'COLLECTED' ? transaction.terms?.pull?.payout : undefined;
    const times = { runAt: at, createdAt: at, clockOffsetMs };
    const effects = payout ? [enqueue([submitJob({ ...payout, at }, times)])] : [];
    try {
      return await take(needs, place, { transaction, turn, effects });
    } catch (error) {
      // What was still there has been spent meanwhile: looked at again, it is owed.
      if (error instanceof Overdraft) return false;
      throw error;
    }
  });
}

const TRIES = 20;

/** Once more from the reading on, whenever somebody has changed the transaction meanwhile; true: its turn is over. */
export async function untilTaken(attempt: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < TRIES; i++) if (await attempt()) return;
  throw changedByMany();
}

export const changedByMany = (): ApiError =>
  new ApiError('CONFLICT', 'The transaction is being changed by many requests at once.');

interface Taken {
  transaction: Transaction;
  turn: Turn;
  /** What else belongs into the statement. */
  effects?: readonly Effect[];
}

/** Steps and moves in one statement. False: somebody has changed the transaction since it was read. */
export async function take(
  needs: PaymentNeeds,
  place: Place,
  { transaction, turn, effects = [] }: Taken,
): Promise<boolean> {
  const { guard, events } = advance(transaction, turn.steps, place.at, turn);
  try {
    return await carryOut(needs, place, { transaction, turn, change: { guard, effects: [events, ...effects] } });
  } catch (error) {
    if (error instanceof AlreadyPosted) return false;
    if (!(error instanceof Overdraft) || !turn.otherwise) throw error;
    return take(needs, place, { transaction, turn: turn.otherwise, effects });
  }
}

interface CarriedOut {
  transaction: Transaction;
  turn: Turn;
  change: Change;
}

/** A change with the moves of its turn and the events of the balances that they touch. False: its guard did not hold. */
export async function carryOut(needs: PaymentNeeds, place: Place, { transaction, turn, change }: CarriedOut) {
  const posting = postingOf(needs, place, { transaction, turn, change });
  return posting ? (await needs.ledger.post(posting)) !== undefined : apply(needs.db, change);
}

/** Undefined where no money moves. */
export function postingOf(
  needs: AccountNeeds,
  place: Place,
  { transaction, turn, change }: CarriedOut,
): Posting | undefined {
  const { phase, moves, next, isForced = false } = turn;
  if (phase === undefined || moves.length === 0) return undefined;
  const moved = next ? [...moves, ...next.moves] : moves;
  return {
    guard: change.guard,
    effects: [emit(balanceEvents(needs, place, transaction, moved)), ...change.effects],
    platformId: place.platformId,
    transactionId: transaction.id,
    phase,
    moves,
    at: place.at,
    isForced,
    ...(next && { next }),
  };
}

/** Of the accounts that belong to somebody and are touched. */
export function balanceEvents(needs: AccountNeeds, place: Place, { terms }: Transaction, moves: readonly Move[]) {
  const faces = (terms?.accounts ?? []).filter(({ id }) => isTouched(id, moves));
  return balancesUpdated(needs, faces, place);
}

/** An account that is frozen or closed cannot be paid; one that has only paid does not stand in the way. */
async function canReceive(needs: PaymentNeeds, { platformId, terms }: Transaction): Promise<boolean> {
  if (!terms?.destination) return true;
  const { status } = await findInternalAccount(needs, platformId, terms.destination);
  return status === 'ACTIVE';
}
