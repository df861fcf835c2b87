import { CausewayError, createClient } from '@causeway/client';

const cw = createClient({ baseUrl: 'https://pay.example', clientId: 'id', clientSecret: 'secret', maxRetries: 3 });

export async function pay(from: string, to: string, invoice: string, signal: AbortSignal) {
  const body = {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 5000,
  } as const;
  const quote = await cw.quotes.create(body, { idempotencyKey: `invoice-${invoice}` });
  const transaction = await cw.quotes.executeAndWait(quote.id, { until: 'SETTLED', timeoutMs: 60_000, signal });
  const { value, isReplayed, requestId } = await cw.quotes.create(body).withResponse();
  const result = await cw.quotes.create(body).asResult();
  if (!result.ok) {
    switch (result.error.code) {
      case 'AMOUNT_OUT_OF_RANGE':
        return result.error.details.hint;
      default:
        throw result.error;
    }
  }
  for await (const failed of cw.transactions.list({ status: 'FAILED' })) if (failed.id === value.transactionId) break;
  const outcome = await cw.quotes.execute(value.id);
  if (outcome.kind === 'challenge') await outcome.retry(outcome.payloadToSign);
  return { transaction, isReplayed, requestId };
}

export const isRejected = (error: unknown): boolean => error instanceof CausewayError && error.status === 400;
