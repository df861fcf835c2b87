import { enqueue } from '../../engine/jobs/queue.ts';
import { payments, phases } from '../../engine/ledger/recipes.ts';
import type { RailPayment } from '../../engine/providers/rails/port.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { assert } from '../../foundation/kernel/errors.ts';
import { railIdOf, submitJob } from '../transactions/legs.ts';
import { quoteIdOf, transactionIdOf } from '../transactions/quote-content.ts';
import type { QuotedTransaction, Step, Transaction } from '../transactions/record.ts';
import type { PaymentTransition } from '../transactions/transition.ts';
import { countVolume } from './daily-volumes.ts';
import { PENDING, PROCESSING } from './outcomes.ts';

/** Ends a quote that was not started in time, or whose customer was deleted. */
export const EXPIRED: Step = {
  event: 'OUTGOING_PAYMENT.EXPIRED',
  changes: { status: 'EXPIRED', details: { failureReason: 'QUOTE_EXPIRED' } },
};

/**
 * Starts a payment: debits the source and enqueues the payout for its rail. When a pull funds the payment, only the
 * pull is enqueued; its completion posts the entries and enqueues the payout (pulls.ts).
 */
export function startTransition(
  transaction: QuotedTransaction,
  { at, clockOffsetMs }: { at: Date; clockOffsetMs: number },
): { transition: PaymentTransition; effects: Effect[] } {
  const { platformId, id, status, terms, quote } = transaction;
  assert(terms, 'a quote has terms');
  const { amount, currency } = terms.payment.sent;
  const effects = [
    enqueue([
      submitJob({ ...firstRailPayment(transaction), at }, { runAt: at, createdAt: at, clockOffsetMs }, quoteIdOf(id)),
    ]),
    countVolume({ platformId, ownerId: quote.payerId, currency, amount, maximum: quote.dailyMax, at }),
  ];
  // Execution implies acceptance, which may be reported after it.
  const steps = status === 'CREATED' ? [PENDING, PROCESSING] : [PROCESSING];
  return { transition: { steps, isStart: true, ...entriesOf(transaction) }, effects };
}

/** Real-time funding passes through transit.funding. */
function entriesOf({ terms, pull }: Transaction): Pick<PaymentTransition, 'phase' | 'entries' | 'next'> {
  assert(terms, 'a quote has terms');
  if (pull === 'PENDING') return { entries: [] };
  const execute = { phase: phases.execute, entries: payments.execute(terms.payment) };
  if (terms.payment.source) return execute;
  return { phase: phases.fund, entries: payments.receiveFunding(terms.payment.sent), next: execute };
}

/** First payment submitted to the rail: the payout, or the pull that funds it. */
export function firstRailPayment(transaction: QuotedTransaction): RailPayment {
  const { platformId, id, terms, reference, createdAt, quote } = transaction;
  assert(terms, 'a quote has terms');
  const { payment, pull } = terms;
  const direction = pull ? 'PULL' : 'PAYOUT';
  return {
    platformId,
    id: railIdOf(id, direction),
    direction,
    origin: 'QUOTE',
    ...(pull ? payment.sent : payment.received),
    rail: (pull ?? terms).rail,
    ...quote.railPayment,
    reference,
    at: createdAt,
  };
}

/** Some seconds of a busy platform, at about 4 kB per quote. At most two generations are cached. */
const GENERATION_SIZE = 4_000;

/**
 * Cache of quotes that this process created, by transaction, so that a quick execution reads nothing. Evicted by
 * generation: deleting the oldest key of a Map scans the slots of all deleted keys.
 */
export class FreshQuotes {
  #fresh = new Map<string, QuotedTransaction>();
  #older = new Map<string, QuotedTransaction>();

  add(transaction: QuotedTransaction): void {
    if (this.#fresh.size >= GENERATION_SIZE) {
      this.#older = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(transaction.id, transaction);
  }

  /** Removes a quote and returns it as created; the guard of its execution detects a stale copy. */
  take(platformId: string, quoteId: string): QuotedTransaction | undefined {
    const id = transactionIdOf(quoteId);
    const transactions = this.#fresh.has(id) ? this.#fresh : this.#older;
    const transaction = transactions.get(id);
    if (transaction?.platformId !== platformId) return undefined;
    transactions.delete(id);
    return transaction;
  }
}
