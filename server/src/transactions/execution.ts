import type { Database } from '../db/database.ts';
import type { Effect } from '../db/effects.ts';
import type { Finder } from '../db/gather.ts';
import { sql } from '../db/sql.ts';
import { callOff, enqueue } from '../jobs/queue.ts';
import { assert } from '../kernel/errors.ts';
import { payments, phases } from '../ledger/recipes.ts';
import type { RailPayment } from '../providers/rails/port.ts';
import { readPayment, type StoredPayment, submitJob } from './legs.ts';
import type { Turn } from './outcomes.ts';
import { type Step, type Transaction, type TransactionRow, toTransaction, transactionColumns } from './record.ts';
import { countVolume } from './volumes.ts';

/** Where the body of a quote leaves its status open. No text inside it can look like this: JSON escapes quotes. */
export const OPEN_STATUS = '"status":"~"';

/** What sets a quote in motion: a call, a call after strong authentication, a wallet's stamp, or the money's arrival. */
export type SetOff = 'EXECUTE' | 'SCA' | 'STAMP' | 'FUNDING';

/** What is kept with a quote for the moment when it is set in motion. */
export interface Prepared {
  id: string;
  /** What its rail is told first: the payout, or the pull that it waits for. */
  handedOver: RailPayment;
  /** How much its owner may send of the currency in a day. */
  dailyMax: bigint;
  transaction: Transaction;
}

/** Calls the quote off when its time is over; called off itself when the quote is set in motion. */
export const expiryJobId = (quoteId: string): string => quoteId.replace(/^\w+:/, 'TimedJob:');

export const PROCESSING = {
  event: 'OUTGOING_PAYMENT.PROCESSING',
  changes: { status: 'PROCESSING' },
} as const satisfies Step;

/**
 * What happens when a quote is set in motion: its money leaves the source, and its payout is handed to the rail. Money
 * that is collected from outside has to arrive first: then only the pull is handed over, and the rest follows from it.
 */
export function startOf(
  { id, handedOver, dailyMax, transaction }: Prepared,
  { at, clockOffsetMs }: { at: Date; clockOffsetMs: number },
): { turn: Turn; effects: Effect[] } {
  const { platformId, customerId, terms } = transaction;
  assert(terms, 'a quote has terms');
  const { amount, currency } = terms.payment.sent;
  const effects = [
    enqueue([submitJob({ ...handedOver, at }, { runAt: at, createdAt: at, clockOffsetMs })]),
    callOff(platformId, [expiryJobId(id)]),
    countVolume({ platformId, ownerId: customerId, currency, amount, maximum: dailyMax, at }),
  ];
  return { turn: { steps: [PROCESSING], isStart: true, ...movesOf(transaction) }, effects };
}

/** Money that arrives for this payment alone passes through the house on its way. */
function movesOf({ terms, pull }: Transaction): Pick<Turn, 'phase' | 'moves' | 'next'> {
  assert(terms, 'a quote has terms');
  if (pull === 'PENDING') return { moves: [] };
  const execute = { phase: phases.execute, moves: payments.execute(terms.payment) };
  if (terms.payment.source) return execute;
  return { phase: phases.fund, moves: payments.receiveFunding(terms.payment.sent), next: execute };
}

/** A quote with its transaction, as it waits for what sets it in motion. */
export interface Waiting extends Prepared {
  setOffBy: SetOff;
  /** As the API shows it, its status left open. */
  body: string;
  expiresAt: Date;
}

/** Some seconds of a busy platform, four kilobytes each; at most twice as many are remembered. */
const REMEMBERED = 4_000;

/**
 * Quotes that this process has made, as long as nobody asked for them: one that is executed soon need not be read. They are
 * forgotten many at a time, for a map whose oldest goes one by one looks through all the places of those that went before.
 */
export class FreshQuotes {
  #fresh = new Map<string, Waiting>();
  #older = new Map<string, Waiting>();

  add(quote: Waiting): void {
    if (this.#fresh.size >= REMEMBERED) {
      this.#older = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(quote.id, quote);
  }

  /** As it was made; what has become of it since is for a guard to tell. */
  take(platformId: string, id: string): Waiting | undefined {
    const quotes = this.#fresh.has(id) ? this.#fresh : this.#older;
    const quote = quotes.get(id);
    if (quote?.transaction.platformId !== platformId) return undefined;
    quotes.delete(id);
    return quote;
  }
}

export async function findWaiting(db: Database, platformId: string, id: string): Promise<Waiting | undefined> {
  const row = await db.pick<WaitingRow>(waitingById, { platform_id: platformId, id });
  return (
    row && {
      id,
      setOffBy: row.set_off_by,
      body: row.body,
      expiresAt: row.expires_at,
      handedOver: readPayment(JSON.parse(row.handed_over) as StoredPayment),
      dailyMax: row.daily_max,
      transaction: toTransaction(row),
    }
  );
}

interface WaitingRow extends TransactionRow {
  set_off_by: SetOff;
  body: string;
  expires_at: Date;
  handed_over: string;
  daily_max: bigint;
}

// LATERAL and LIMIT make it two index probes for each, whatever the planner thinks of the tables.
const waitingById: Finder = {
  statement: (keys) => sql`
    SELECT k.n, q.*, t.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT transaction_id, set_off_by, body, expires_at, handed_over, daily_max
      FROM quotes WHERE platform_id = k.platform_id AND id = k.id LIMIT 1
    ) q
    CROSS JOIN LATERAL (
      SELECT ${transactionColumns} FROM transactions WHERE platform_id = k.platform_id AND id = q.transaction_id LIMIT 1
    ) t`,
};
