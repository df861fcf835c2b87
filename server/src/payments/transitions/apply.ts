import { enqueue } from '../../engine/jobs/queue.ts';
import {
  AccountUnavailable,
  AlreadyPosted,
  type Entry,
  isTouched,
  type Ledger,
  Overdraft,
  type Posting,
} from '../../engine/ledger/post.ts';
import type { PaymentOutcome } from '../../engine/providers/rails/port.ts';
import type { Banking } from '../../engine/providers/services.ts';
import { emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Change } from '../../foundation/db/effects.ts';
import type { PlatformMode } from '../../foundation/kernel/callers.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { type AccountDeps, balancesUpdated, getInternalAccount } from '../../parties/accounts/internal-accounts.ts';
import { refundByBank } from '../bank-credits/refunds.ts';
import { type Leg, submitJob } from '../transactions/legs.ts';
import { railReport } from '../transactions/rail-reports.ts';
import { advance, findTransaction, type Transaction } from '../transactions/record.ts';
import type { PaymentTransition, TransitionRequest } from '../transactions/transition.ts';
import { transitionOf } from './outcomes.ts';
import { pullTransitionOf } from './pulls.ts';

export interface PaymentDeps {
  db: Database;
  ledger: Ledger;
  banking: Banking;
}

/** Platform and time of a change of a transaction. */
export interface PaymentContext {
  platformId: string;
  mode: PlatformMode;
  at: Date;
}

export interface OutcomeReport extends PaymentContext {
  transactionId: string;
  outcome: PaymentOutcome;
  /** Leg of the outcome; PAYOUT by default. */
  leg?: Leg;
  /** Sandbox rule that selected the outcome. */
  rule?: string;
  clockOffsetMs?: number;
}

/**
 * Applies an outcome that a rail reports. Outcomes may repeat and arrive in any order: outcomes.ts and pulls.ts define
 * which apply, each at most once. Safe to repeat after a crash.
 */
export async function reportOutcome(deps: PaymentDeps, reported: OutcomeReport): Promise<void> {
  const { transactionId, outcome, leg = 'PAYOUT', rule, ...context } = reported;
  if (leg === 'PULL') return reportPull(deps, reported);
  const report = railReport({ outcome, leg, ...(rule && { rule }) }, context.at);
  return untilApplied(async () => {
    const transaction = await findTransaction(deps.db, context.platformId, transactionId);
    const transition = transaction && transitionOf(transaction, outcome, context.at);
    if (!transaction || !transition) return true;
    const isPaid = outcome.type === 'COMPLETED';
    try {
      return await applyTransition(deps, context, { transaction, transition, report });
    } catch (error) {
      if (!(error instanceof AccountUnavailable) || !isPaid) throw error;
      // A frozen receiver fails the payment; a frozen payer does not stop a payout that has been made.
      if (await canReceive(deps, transaction)) {
        return applyTransition(deps, context, { transaction, transition: { ...transition, isForced: true }, report });
      }
      await reportOutcome(deps, {
        ...context,
        transactionId,
        outcome: { type: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' },
      });
      return true;
    }
  });
}

/** Reports an outcome of a pull. The payout that the pull funds is enqueued in the same statement. */
function reportPull(deps: PaymentDeps, reported: OutcomeReport) {
  const { transactionId, outcome, rule, clockOffsetMs = 0, ...context } = reported;
  const report = railReport({ outcome, leg: 'PULL', ...(rule && { rule }) }, context.at);
  return untilApplied(async () => {
    const transaction = await findTransaction(deps.db, context.platformId, transactionId);
    const transition = transaction && (await pullTransitionOf(deps, transaction, { outcome, at: context.at }));
    if (!transaction || !transition) return true;
    const { at } = context;
    const payout = transition.pull === 'COLLECTED' ? transaction.terms?.pull?.payout : undefined;
    const times = { runAt: at, createdAt: at, clockOffsetMs };
    const effects = payout ? [enqueue([submitJob({ ...payout, at }, times)])] : [];
    try {
      return await applyTransition(deps, context, { transaction, transition, report, effects });
    } catch (error) {
      // The balance fell since it was read: the next attempt posts the missing part as receivable.
      if (error instanceof Overdraft) return false;
      throw error;
    }
  });
}

/** Repeats an attempt until it returns true: the transition is applied or not needed. Each attempt reads again. */
export async function untilApplied(attempt: () => Promise<boolean>): Promise<void> {
  await retryOnConflict('transaction', async () => (await attempt()) || undefined);
}

/** Writes steps, events and ledger entries in one statement. Returns false after a concurrent change. */
export async function applyTransition(
  deps: PaymentDeps,
  context: PaymentContext,
  request: TransitionRequest,
): Promise<boolean> {
  const { transaction, transition, effects = [] } = await refundByBank(deps.db, request, context.at);
  const { report } = request;
  const advanced = advance(transaction, transition.steps, context.at, { ...transition, report });
  try {
    return await writeTransition(deps, context, {
      transaction,
      transition,
      change: { guard: advanced.guard, effects: [...advanced.effects, ...effects] },
    });
  } catch (error) {
    if (error instanceof AlreadyPosted) return false;
    if (!(error instanceof Overdraft) || !transition.onOverdraft) throw error;
    return applyTransition(deps, context, { ...request, transition: transition.onOverdraft });
  }
}

interface TransitionChange {
  transaction: Transaction;
  transition: PaymentTransition;
  change: Change;
}

/** Writes a change with the ledger entries of its transition and balance events. Returns false when its guard fails. */
export async function writeTransition(
  deps: PaymentDeps,
  context: PaymentContext,
  { transaction, transition, change }: TransitionChange,
) {
  const posting = postingOf(deps, context, { transaction, transition, change });
  return posting ? (await deps.ledger.post(posting)) !== undefined : apply(deps.db, change);
}

/** Returns undefined when no money moves. */
export function postingOf(
  deps: AccountDeps,
  context: PaymentContext,
  { transaction, transition, change }: TransitionChange,
): Posting | undefined {
  const { phase, entries, next, otherBook, isForced = false } = transition;
  if (phase === undefined || entries.length === 0) return undefined;
  const posted = next ? [...entries, ...next.entries] : entries;
  return {
    guard: change.guard,
    effects: [emit(balanceEvents(deps, context, transaction, posted)), ...change.effects],
    platformId: context.platformId,
    transactionId: transaction.id,
    phase,
    entries,
    at: context.at,
    isForced,
    ...(next && { next }),
    ...(otherBook && { otherBook }),
  };
}

/** Events for the internal accounts whose balance the entries change. */
export function balanceEvents(
  deps: AccountDeps,
  context: PaymentContext,
  { terms }: Transaction,
  entries: readonly Entry[],
) {
  const touched = (terms?.accounts ?? []).filter(({ id }) => isTouched(id, entries));
  return balancesUpdated(deps, touched, context);
}

/** Frozen and closed accounts cannot be paid. The state of the paying account is irrelevant. */
async function canReceive(deps: PaymentDeps, { platformId, terms }: Transaction): Promise<boolean> {
  if (!terms?.destination) return true;
  const { status } = await getInternalAccount(deps, platformId, terms.destination);
  return status === 'ACTIVE';
}
