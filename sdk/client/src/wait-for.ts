import type { Client } from './generated/client.ts';
import type { AnyTransactionId, TransactionOneOf } from './generated/types.ts';
import { checkOptions } from './options.ts';
import { pause } from './pause.ts';
import { PaymentError } from './payment-error.ts';

/** Status of a payment or of a card transaction. */
export type TransactionStatus = TransactionOneOf['status'];

export interface WaitForOptions {
  /** One status or several. Default: all final statuses, of success and of failure. */
  until?: TransactionStatus | readonly TransactionStatus[];
  /** Longest wait: 60,000 by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Final statuses, each with the statuses that may still follow: banks and merchants return money. */
const ends: Readonly<Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  ...{ COMPLETED: ['FAILED', 'REFUNDED'], FAILED: [], REJECTED: [], REFUNDED: [], EXPIRED: [] },
  ...{ SETTLED: ['REFUNDED', 'EXCEPTION'], DECLINED: [], EXCEPTION: [] },
};
const ENDS = Object.keys(ends) as TransactionStatus[];

export const FIRST_DELAY_MS = 100;
export const MAX_DELAY_MS = 2_000;

/** Reads a transaction with growing pauses until it has one of the statuses. */
export async function waitFor(
  client: Client,
  id: AnyTransactionId,
  options: WaitForOptions = {},
): Promise<TransactionOneOf> {
  checkOptions('transactions.waitFor', options, ['until', 'timeoutMs', 'signal']);
  const { until = ENDS, timeoutMs = 60_000, signal } = options;
  const wanted = [until].flat();
  const deadline = Date.now() + timeoutMs;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    const transaction = await client.transactions.get(id, { ...(signal && { signal }) });
    const { status } = transaction;
    if (wanted.includes(status)) return transaction;
    if (ends[status] && !ends[status].some((later) => wanted.includes(later))) {
      throw new PaymentError({ code: 'PAYMENT_FAILED', message: endOf(transaction), transaction });
    }
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) {
      const message = `the payment is still ${status} after ${timeoutMs} ms, not ${wanted.join(' or ')}`;
      throw new PaymentError({ code: 'WAIT_TIMED_OUT', message, transaction });
    }
    await pause(Math.min(delayMs, leftMs), signal);
  }
}

function endOf(transaction: TransactionOneOf): string {
  const reason = 'failureReason' in transaction && transaction.failureReason;
  return `the payment is ${transaction.status}${reason ? `: ${reason}` : ''}`;
}
