import { setTimeout as sleep } from 'node:timers/promises';
import type { JobHandlers } from '../../engine/jobs/worker.ts';
import { payments, phases } from '../../engine/ledger/recipes.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import { noReceipt } from '../../foundation/db/idempotency-receipt.ts';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { begin, findTransaction, getTransaction, type Transaction } from '../transactions/record.ts';
import type { PaymentTransition } from '../transactions/transition.ts';
import { applyTransition, type PaymentContext, type PaymentDeps, untilApplied } from '../transitions/apply.ts';
import { AWAITED_JOB, awaitEffects, getInformation } from './announced-record.ts';
import { decisionSignal } from './approvals.ts';
import { depositEffects } from './deposit-orders.ts';
import { PENDING, prepareArrival, requestApproval, type UmaArrival, type UmaArrivalDeps } from './uma.ts';

/** Time for the platform's response, its later decision, and the writes of both. */
const DECISION_LIMIT_MS = 12_000;
/** Interval for rereading the transaction, because other processes decide without a signal to this one. */
const REREAD_MS = 500;

interface AnnouncedPayment extends Omit<UmaArrival, 'receipt'> {
  /** Written in the statement that writes the payment. */
  effects: readonly Effect[];
}

/**
 * Writes a payment that another provider announces, and resolves once the platform has decided on it. An approved one
 * is PENDING and awaits its money. `information`: the receiver information that the platform approved.
 */
export async function receiveAnnouncedPayment(
  deps: UmaArrivalDeps,
  { effects, ...announced }: AnnouncedPayment,
): Promise<{ transaction: Transaction; information: Readonly<Record<string, unknown>> }> {
  const { id: platformId, clockOffsetMs } = announced.platform;
  const arrival: UmaArrival = { ...announced, receipt: noReceipt };
  const { transaction, needsApproval } = await prepareArrival(deps, arrival, 'UMA');
  if (!needsApproval) {
    const { changed, effects: begun } = begin({ ...transaction, pull: 'PENDING' }, [PENDING]);
    await apply(deps.db, { effects: [...begun, ...awaitEffects(changed, { clockOffsetMs }), ...effects] });
    return { transaction: changed, information: {} };
  }
  const { ask } = await requestApproval(deps, arrival, { transaction, effects });
  await ask();
  const decided = await awaitDecision(deps, transaction);
  return { transaction: decided, information: await getInformation(deps.db, platformId, decided.id) };
}

/** Returns the transaction after the decision, or undecided when the time limit is over. */
async function awaitDecision({ db }: UmaArrivalDeps, { platformId, id }: Transaction): Promise<Transaction> {
  const deadline = monotonicMs() + DECISION_LIMIT_MS;
  let wake = (): void => {};
  const onDecision = (): void => wake();
  db.signals.on(decisionSignal(id), onDecision);
  try {
    for (;;) {
      // Listens before it reads: a decision in between is not missed.
      const signalled = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const transaction = await getTransaction(db, platformId, id);
      const isDecided = transaction.status !== 'PENDING' || transaction.pull !== null;
      const leftMs = deadline - monotonicMs();
      if (isDecided || leftMs < 0) return transaction;
      await Promise.race([signalled, sleep(Math.min(REREAD_MS, leftMs), undefined, { ref: false })]);
    }
  } finally {
    db.signals.off(decisionSignal(id), onDecision);
  }
}

interface Settled {
  transactionId: string;
  effects: readonly Effect[];
}

/** Credits an announced payment when its money arrives. Returns false when the payment awaits no money. */
export async function creditAnnouncedPayment(
  deps: PaymentDeps,
  context: PaymentContext & { clockOffsetMs: number },
  { transactionId, effects }: Settled,
): Promise<boolean> {
  let isCredited = false;
  await untilApplied(async () => {
    const transaction = await findTransaction(deps.db, context.platformId, transactionId);
    if (!transaction || !isAwaited(transaction)) return true;
    const deposit = await depositEffects(deps.db, context, transaction);
    const transition = creditTransition(transaction, context.at);
    isCredited = await applyTransition(deps, context, { transaction, transition, effects: [...deposit, ...effects] });
    return isCredited;
  });
  return isCredited;
}

const isAwaited = ({ type, status, pull, terms }: Transaction): boolean =>
  type === 'INCOMING' && status === 'PENDING' && pull === 'PENDING' && terms?.rail === 'UMA';

/** Forced, because arrived money belongs to the receiver even if the account was frozen since. */
function creditTransition({ destinationAccount, received }: Transaction, at: Date): PaymentTransition {
  assert(destinationAccount && received, 'an incoming payment has an account and an amount');
  return {
    steps: [{ event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: at } }],
    pull: 'COLLECTED',
    phase: phases.fund,
    entries: payments.fund({ account: destinationAccount, ...received }),
    isForced: true,
  };
}

const EXPIRED: PaymentTransition = {
  steps: [
    {
      event: 'INCOMING_PAYMENT.FAILED',
      changes: { status: 'FAILED', details: { failureReason: 'QUOTE_EXPIRED' } },
    },
  ],
  pull: 'FAILED',
  entries: [],
};

/** Ends announced payments whose money has not arrived in time. */
export const awaitedHandlers = (deps: PaymentDeps): JobHandlers => ({
  [AWAITED_JOB]: {
    run: ({ platformId, mode, resourceId }, at) =>
      untilApplied(async () => {
        const transaction = await findTransaction(deps.db, platformId, resourceId);
        if (!transaction || !isAwaited(transaction)) return true;
        return applyTransition(deps, { platformId, mode, at }, { transaction, transition: EXPIRED });
      }),
  },
});
