import { setTimeout as sleep } from 'node:timers/promises';
import { apply, type Effect } from '../db/effects.ts';
import { noReceipt } from '../db/receipt.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { assert } from '../kernel/errors.ts';
import { payments, phases } from '../ledger/recipes.ts';
import { askFirst, PENDING, prepareArrival, type UmaArrival, type UmaNeeds } from './arrivals-uma.ts';
import { AWAITED_JOB, awaitEffects, readInformation } from './awaited.ts';
import { depositEffects } from './deposits.ts';
import { type PaymentNeeds, type Place, take, untilTaken } from './lifecycle.ts';
import type { Turn } from './outcomes.ts';
import { begin, findTransaction, readTransaction, type Transaction } from './record.ts';

/** The platform's answer, the time it may take to decide after it, and some for those who write that down. */
const PATIENCE_MS = 12_000;
const PAUSE_MS = 40;

export interface Announcement extends Omit<UmaArrival, 'receipt'> {
  /** What else belongs into the statement that writes the payment down. */
  effectsOf: (transaction: Transaction) => readonly Effect[];
}

/**
 * Another institution announces a payment, whose money comes once we have agreed to it. Resolves when the platform has
 * decided: an approved one is PENDING and its money awaited, a refused one is over.
 */
export async function umaAnnounced(needs: UmaNeeds, { effectsOf, ...announced }: Announcement) {
  const arrival: UmaArrival = { ...announced, receipt: noReceipt };
  const { platform } = arrival;
  const { transaction, isAsked } = await prepareArrival(needs, arrival, 'UMA');
  const effects = effectsOf(transaction);
  if (!isAsked) {
    const { changed, effects: begun } = begin({ ...transaction, pull: 'PENDING' }, [PENDING]);
    const { clockOffsetMs } = platform;
    await apply(needs.db, { effects: [...begun, ...awaitEffects(changed, { clockOffsetMs }), ...effects] });
    return { transaction: changed, information: {} };
  }
  const { changed, ask } = await askFirst(needs, arrival, { transaction, effects });
  await ask();
  const decided = await decision(needs, changed);
  return { transaction: decided, information: await readInformation(needs.db, platform.id, decided.id) };
}

/** It may come with another call, at another process. */
async function decision(needs: UmaNeeds, { platformId, id }: Transaction): Promise<Transaction> {
  const until = monotonicMs() + PATIENCE_MS;
  for (;;) {
    const transaction = await findTransaction(needs.db, platformId, id);
    const isDecided = transaction.status !== 'PENDING' || transaction.pull !== null;
    if (isDecided || monotonicMs() > until) return transaction;
    await sleep(PAUSE_MS);
  }
}

interface Settled {
  transactionId: string;
  effects: readonly Effect[];
}

/** The money of an announced payment is here. False: nobody waits for it (any more), and it must go back. */
export async function umaSettled(
  needs: PaymentNeeds,
  place: Place & { clockOffsetMs: number },
  { transactionId, effects }: Settled,
): Promise<boolean> {
  let isCredited = false;
  await untilTaken(async () => {
    const transaction = await readTransaction(needs.db, place.platformId, transactionId);
    if (!transaction || !isAwaited(transaction)) return true;
    const deposit = await depositEffects(needs.db, place, transaction);
    const turn = creditTurn(transaction, place.at);
    isCredited = await take(needs, place, { transaction, turn, effects: [...deposit, ...effects] });
    return isCredited;
  });
  return isCredited;
}

const isAwaited = ({ type, status, pull, terms }: Transaction): boolean =>
  type === 'INCOMING' && status === 'PENDING' && pull === 'PENDING' && terms?.rail === 'UMA';

/** What has come is the receiver's, also where the account was frozen meanwhile. */
function creditTurn({ destinationAccount, received }: Transaction, at: Date): Turn {
  assert(destinationAccount && received, 'an incoming payment has an account and an amount');
  return {
    steps: [{ event: 'INCOMING_PAYMENT.COMPLETED', changes: { status: 'COMPLETED', settledAt: at } }],
    pull: 'COLLECTED',
    phase: phases.fund,
    moves: payments.fund({ account: destinationAccount, ...received }),
    isForced: true,
  };
}

const EXPIRED: Turn = {
  steps: [
    {
      event: 'INCOMING_PAYMENT.FAILED',
      changes: { status: 'FAILED', details: { failureReason: 'QUOTE_EXPIRED' } },
    },
  ],
  pull: 'FAILED',
  moves: [],
};

/** Money that was announced and has not come. */
export const awaitedHandlers = (needs: PaymentNeeds): JobHandlers => ({
  [AWAITED_JOB]: {
    run: ({ platformId, mode, resourceId }, at) =>
      untilTaken(async () => {
        const transaction = await readTransaction(needs.db, platformId, resourceId);
        if (!transaction || !isAwaited(transaction)) return true;
        return take(needs, { platformId, mode, at }, { transaction, turn: EXPIRED });
      }),
  },
});
