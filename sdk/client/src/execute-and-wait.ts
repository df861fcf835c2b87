import { CausewayError } from './causeway-error.ts';
import type { Client } from './generated/client.ts';
import type { OutgoingTransaction, Quote, QuoteId } from './generated/types.ts';
import { pause } from './pause.ts';

export interface WaitOptions {
  /** `EXECUTED` returns as soon as the source is debited, `SETTLED` when the receiver is paid (the default). */
  until?: 'EXECUTED' | 'SETTLED';
  /** Longest wait for the payment, counted from its execution: 60,000 by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Signs `payloadToSign` if the source is an embedded wallet, and returns the stamp. */
  sign?: (payloadToSign: string) => string | Promise<string>;
}

export type PaymentErrorCode =
  /** The payment has ended without reaching the receiver; `reason` is its failure reason. */
  | 'PAYMENT_FAILED'
  /** The payment has not ended yet. */
  | 'WAIT_TIMED_OUT'
  /** The source is an embedded wallet, and `sign` is missing. */
  | 'SIGNATURE_REQUIRED';

interface PaymentErrorParts {
  code: PaymentErrorCode;
  message: string;
  transaction?: OutgoingTransaction;
}

/** A payment that was not settled, with its transaction as last read. */
export class PaymentError extends Error {
  readonly code: PaymentErrorCode;
  readonly reason: OutgoingTransaction['failureReason'];
  readonly transaction: OutgoingTransaction | undefined;

  constructor({ code, message, transaction }: PaymentErrorParts) {
    super(message);
    this.name = 'PaymentError';
    this.code = code;
    this.reason = transaction?.failureReason;
    this.transaction = transaction;
  }
}

type Progress = 'OPEN' | 'EXECUTED' | 'SETTLED' | 'FAILED';

const progressOf: Readonly<Record<OutgoingTransaction['status'], Progress>> = {
  CREATED: 'OPEN',
  PENDING: 'OPEN',
  PENDING_AUTHORIZATION: 'OPEN',
  PROCESSING: 'EXECUTED',
  COMPLETED: 'SETTLED',
  FAILED: 'FAILED',
  REFUNDED: 'FAILED',
  EXPIRED: 'FAILED',
};

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

export async function executeAndWait(client: Client, quoteId: QuoteId, options: WaitOptions = {}) {
  const { until = 'SETTLED', timeoutMs = 60_000, signal } = options;
  const { transactionId } = await execute(client, quoteId, options);
  const deadline = Date.now() + timeoutMs;
  const reached: readonly Progress[] = until === 'EXECUTED' ? ['EXECUTED', 'SETTLED'] : ['SETTLED'];
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    const read = await client.transactions.get(transactionId, { ...(signal && { signal }) });
    const transaction = read as OutgoingTransaction;
    const { status, failureReason } = transaction;
    const progress = progressOf[status];
    if (reached.includes(progress)) return transaction;
    if (progress === 'FAILED') {
      const message = `the payment is ${status}${failureReason ? `: ${failureReason}` : ''}`;
      throw new PaymentError({ code: 'PAYMENT_FAILED', message, transaction });
    }
    if (Date.now() + delayMs > deadline) {
      const message = `the payment is still ${status} after ${timeoutMs} ms`;
      throw new PaymentError({ code: 'WAIT_TIMED_OUT', message, transaction });
    }
    await pause(delayMs, signal);
  }
}

async function execute(
  client: Client,
  quoteId: QuoteId,
  { signal, sign }: WaitOptions,
): Promise<Pick<Quote, 'transactionId'>> {
  const options = { ...(signal && { signal }) };
  try {
    let outcome = await client.quotes.execute(quoteId, undefined, options);
    for (let delayMs = FIRST_DELAY_MS; outcome.kind !== 'done'; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      if (outcome.kind === 'processing') {
        await pause(delayMs, signal);
        outcome = await outcome.retry();
      } else if (sign) {
        outcome = await outcome.retry(await sign(outcome.payloadToSign));
      } else {
        const message = 'the source is an embedded wallet: pass the option sign';
        throw new PaymentError({ code: 'SIGNATURE_REQUIRED', message });
      }
    }
    return outcome.value;
  } catch (error) {
    // An earlier call has executed the quote: this one waits for the same payment.
    const isExecuted = error instanceof CausewayError && error.details.reason === 'ALREADY_EXECUTED';
    if (isExecuted) return client.quotes.get(quoteId, options);
    throw error;
  }
}
