import { cancelJobs, enqueue, type NewJob } from '../../engine/jobs/queue.ts';
import { AccountUnavailable, type Entry, isTouched, type Ledger, Overdraft } from '../../engine/ledger/post.ts';
import { nthPhase } from '../../engine/ledger/recipes.ts';
import type { CardVerdict } from '../../engine/providers/card-network/port.ts';
import type { Banking, CardProviders } from '../../engine/providers/services.ts';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { brokenConstraint } from '../../foundation/db/database.ts';
import { apply, type Change, type Effect } from '../../foundation/db/effects.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { balancesUpdated } from '../../parties/accounts/internal-accounts.ts';
import {
  advanceCardTransaction,
  beginCardTransaction,
  type CardTransaction,
  getCardTransaction,
  keyOf,
} from '../card-transactions/record.ts';
import { type CardTransactionStatus, isOpen } from '../card-transactions/status.ts';
import { writeDispute } from './dispute-record.ts';
import { SOURCE_GONE, writeEvents } from './transaction-events.ts';
import { byCard, type CardFunding, getFunding, readAccounts } from './transaction-funding.ts';
import { applyEvents } from './transaction-sums.ts';
import type { PurchaseTransition } from './transaction-transitions.ts';

export interface PurchaseDeps {
  db: Database;
  ledger: Ledger;
  banking: Banking;
  cards: CardProviders;
}

/** An authorization reserves money for at most this long. */
const EXPIRY_MS = 7 * DAY_MS;
export const EXPIRY_JOB = 'card-transaction.expire';
export const CONFIRMATION_JOB = 'card-transaction.confirm-pull';

/** Further effects of the statement that writes the purchase, computed from its new state. */
export type PurchaseEffects = (changed: CardTransaction, transition: PurchaseTransition) => Effect[];

interface TransitionWrite {
  funding: CardFunding;
  at: Date;
  transition: PurchaseTransition;
  /** Determines when a pending pull of the transition is confirmed. */
  verdict?: CardVerdict | undefined;
  effects?: PurchaseEffects | undefined;
}

interface NewPurchase extends TransitionWrite {
  purchase: CardTransaction;
  /** Requires that the card is unchanged. */
  guard?: Effect | undefined;
}

/** Writes a new purchase with its first events in one statement. Returns undefined when the guard fails. */
export async function createPurchase(deps: PurchaseDeps, write: NewPurchase): Promise<CardTransaction | undefined> {
  const { purchase, guard, funding } = write;
  const { next, entries } = nextState(purchase, write);
  const effects = [...beginCardTransaction(next), ...(await effectsOf(deps, write, { purchase, next, entries }))];
  const expiry = isOpen(next.status) ? [enqueue([expiryJob(next, funding)])] : [];
  const change = { effects: [...effects, ...expiry], ...(guard && { guard }) };
  return (await post(deps, change, { next, entries, write })) ? next : undefined;
}

interface PurchaseUpdate {
  platformId: string;
  id: string;
  at: Date;
  /** Returns the change, or undefined for none. Called again after a conflict or a rejection by the ledger. */
  decide: (
    purchase: CardTransaction,
    context: PurchaseContext,
  ) => PurchaseDecision | undefined | Promise<PurchaseDecision | undefined>;
  /** Statuses in which the change applies; in others the purchase stays unchanged. */
  statuses?: readonly CardTransactionStatus[] | undefined;
  effects?: PurchaseEffects | undefined;
}

export interface PurchaseContext {
  funding: CardFunding;
  /** Whether the last attempt failed on insufficient funds, an inactive account, or a detached source. */
  wasRejected: boolean;
}

export type PurchaseDecision = Pick<TransitionWrite, 'transition' | 'verdict'>;

/** Applies a transition to an existing purchase in one statement. Returns undefined when nothing changes. */
export async function changePurchase(
  deps: PurchaseDeps,
  { platformId, id, at, decide, statuses, effects }: PurchaseUpdate,
): Promise<CardTransaction | undefined> {
  let wasRejected = false;
  const { changed } = await retryOnConflict<{ changed?: CardTransaction }>('card transaction', async () => {
    const purchase = await getCardTransaction(deps.db, platformId, id);
    if (statuses && !statuses.includes(purchase.status)) return {};
    const funding = await getFunding(deps.db, byCard(platformId, purchase.cardId));
    const decision = await decide(purchase, { funding, wasRejected });
    if (!decision) return {};
    try {
      const written = await updatePurchase(deps, purchase, { ...decision, funding, at, effects });
      return written && { changed: written };
    } catch (error) {
      if (!isFundingRejected(error)) throw error;
      wasRejected = true;
      return undefined;
    }
  });
  return changed;
}

async function updatePurchase(
  deps: PurchaseDeps,
  purchase: CardTransaction,
  write: TransitionWrite,
): Promise<CardTransaction | undefined> {
  const { next, entries } = nextState(purchase, write);
  const { guard, effects: advanced } = advanceCardTransaction(purchase, next);
  const isEnded = isOpen(purchase.status) && !isOpen(next.status);
  const effects = [
    ...advanced,
    ...(await effectsOf(deps, write, { purchase, next, entries })),
    ...(isEnded ? [cancelJobs(purchase.platformId, [expiryJobId(purchase)])] : []),
  ];
  return (await post(deps, { guard, effects }, { next, entries, write })) ? next : undefined;
}

/** The chosen account could not be debited; another one may cover the amount. */
export const isFundingRejected = (error: unknown): boolean =>
  error instanceof Overdraft || error instanceof AccountUnavailable || brokenConstraint(error) === SOURCE_GONE;

function nextState(purchase: CardTransaction, { transition: { events, status, dispute }, at }: TransitionWrite) {
  const { changed, entries } = applyEvents(purchase, events);
  const next: CardTransaction = {
    ...changed,
    dispute: dispute?.next ?? changed.dispute,
    status,
    version: purchase.version + 1n,
    lastEventAt: at,
    updatedAt: at,
    settledAt: status === 'SETTLED' ? (purchase.settledAt ?? at) : purchase.settledAt,
  };
  return { next, entries };
}

interface StateChange {
  purchase: CardTransaction;
  next: CardTransaction;
  entries: readonly Entry[];
}

async function effectsOf(
  deps: PurchaseDeps,
  write: TransitionWrite,
  { purchase, next, entries }: StateChange,
): Promise<Effect[]> {
  const { funding, at, transition, effects = () => [] } = write;
  const { platformId, mode } = funding;
  const known = funding.accounts.map(({ account }) => account).filter(({ id }) => isTouched(id, entries));
  const drawn = [next.accountId, ...next.draws.flatMap(({ accountId }) => accountId ?? [])];
  const missing = drawn.filter((id) => isTouched(id, entries) && !known.some((account) => account.id === id));
  const accounts = [...known, ...(await readAccounts(deps.db, platformId, [...new Set(missing)]))];
  const confirmations = confirmationJobs(purchase, write);
  return [
    writeEvents(purchase, transition.events, at),
    emit(balancesUpdated(deps, accounts, { platformId, mode, at })),
    ...(confirmations.length > 0 ? [enqueue(confirmations)] : []),
    ...writeDispute(next, transition),
    ...effects(next, transition),
  ];
}

interface PostedState {
  next: CardTransaction;
  entries: readonly Entry[];
  write: TransitionWrite;
}

async function post(deps: PurchaseDeps, change: Change, { next, entries, write }: PostedState): Promise<boolean> {
  if (entries.length === 0) return apply(deps.db, change);
  const posting = {
    guard: change.guard,
    effects: change.effects,
    platformId: next.platformId,
    transactionId: keyOf(next.id),
    phase: nthPhase(write.transition.phase, Number(next.version)),
    at: write.at,
    entries,
  };
  return (await deps.ledger.post(posting)) !== undefined;
}

/** Derived from the id of the purchase, so that the end of the purchase can cancel the job. */
const expiryJobId = ({ id }: CardTransaction): string => id.replace('CardTransaction:', 'TimedJob:');

const expiryJob = (purchase: CardTransaction, { clockOffsetMs }: CardFunding): NewJob => ({
  id: expiryJobId(purchase),
  platformId: purchase.platformId,
  kind: EXPIRY_JOB,
  resourceId: purchase.id,
  runAt: addMs(purchase.createdAt, EXPIRY_MS),
  createdAt: purchase.createdAt,
  clockOffsetMs,
});

function confirmationJobs(purchase: CardTransaction, { funding, at, transition, verdict }: TransitionWrite): NewJob[] {
  return transition.events.flatMap(({ kind, status }, i) => {
    if (kind !== 'PULL' || status !== 'PENDING') return [];
    assert(verdict?.confirmation, 'a pending pull has a confirmation');
    const { afterMs, isConfirmed } = verdict.confirmation;
    return [
      {
        platformId: purchase.platformId,
        kind: CONFIRMATION_JOB,
        resourceId: purchase.id,
        payload: { pull: purchase.events + i + 1, isConfirmed },
        runAt: addMs(at, afterMs),
        createdAt: at,
        clockOffsetMs: funding.clockOffsetMs,
      },
    ];
  });
}
