import { CausewayError } from './causeway-error.ts';
import type { Client } from './generated/client.ts';
import type { OutgoingTransaction, Quote, QuoteId } from './generated/types.ts';
import { checkOptions } from './options.ts';
import { pause } from './pause.ts';
import { PaymentError } from './payment-error.ts';
import { FIRST_DELAY_MS, MAX_DELAY_MS, waitFor } from './wait-for.ts';

export interface WaitOptions {
  /** `EXECUTED` returns as soon as the source is debited, `SETTLED` when the receiver is paid (the default). */
  until?: 'EXECUTED' | 'SETTLED';
  /** Longest wait for the payment, counted from its execution: 60,000 by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Signs `payloadToSign` if the source is an embedded wallet, and returns the stamp. */
  sign?: (payloadToSign: string) => string | Promise<string>;
}

const OPTIONS = ['until', 'timeoutMs', 'signal', 'sign'];

export async function executeAndWait(client: Client, quoteId: QuoteId, options: WaitOptions = {}) {
  checkOptions('quotes.executeAndWait', options, OPTIONS);
  const { until = 'SETTLED', sign: _, ...waiting } = options;
  const { transactionId } = await execute(client, quoteId, options);
  const statuses = until === 'EXECUTED' ? (['PROCESSING', 'COMPLETED'] as const) : 'COMPLETED';
  return (await waitFor(client, transactionId, { ...waiting, until: statuses })) as OutgoingTransaction;
}

async function execute(
  client: Client,
  quoteId: QuoteId,
  { signal, sign }: WaitOptions,
): Promise<Pick<Quote, 'transactionId'>> {
  const options = { ...(signal && { signal }) };
  try {
    let outcome = await client.quotes.execute(quoteId, options);
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
    // An earlier call has executed the quote: this call waits for the same payment.
    const isExecuted = error instanceof CausewayError && error.details.reason === 'ALREADY_EXECUTED';
    if (isExecuted) return client.quotes.get(quoteId, options);
    throw error;
  }
}
