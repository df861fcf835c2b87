import { Causeway, type Client, createClient, type Quote } from '@causeway/client';

/** Compiled, never run: each marked line must be a compile error, and no other line may be one. */
export async function misuse(cw: Client, quote: Quote): Promise<void> {
  // @ts-expect-error the id of a quote is no id of a transaction
  cw.transactions.get(quote.id);
  cw.transactions.get(quote.transactionId);
  const fromDatabase: string = quote.transactionId;
  cw.transactions.get(fromDatabase);

  // @ts-expect-error unknown member of a body
  cw.tokens.create({ name: 'x', permissions: ['VIEW'], colour: 'red' });
  // @ts-expect-error unknown value of a member
  cw.tokens.create({ name: 'x', permissions: ['EVERYTHING'] });
  // @ts-expect-error a member is missing
  cw.tokens.create({ name: 'x' });
  cw.quotes.create({
    // @ts-expect-error member of another kind of source
    source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1', cryptoNetwork: 'BASE' },
    destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1' },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1,
  });

  // @ts-expect-error unknown name in a query
  cw.transactions.list({ state: 'FAILED' });
  // @ts-expect-error unknown status
  cw.transactions.list({ status: 'BROKEN' });
  // @ts-expect-error an operation without a key
  cw.config.get({ idempotencyKey: 'x' });
  // @ts-expect-error unknown operation
  cw.quotes.destroy(quote.id);
  // @ts-expect-error an option is missing
  createClient({ baseUrl: 'https://pay.example', clientId: 'x' });

  const result = await cw.quotes.get(quote.id).asResult();
  if (!result.ok) {
    switch (result.error.code) {
      case 'QUOTE_NOT_FOUND':
      case 'RATE_LIMITED':
      case 'NO_RESPONSE':
        break;
      // @ts-expect-error a code of other operations
      case 'AMOUNT_OUT_OF_RANGE':
        break;
      default:
        throw result.error;
    }
    // @ts-expect-error a failed result has no value
    result.value.id;
  }

  cw.quotes.execute(quote.id, { idempotencyKey: 'x' });
  cw.quotes.execute(quote.id, undefined, { idempotencyKey: 'x' });
  cw.transactions.list({ timeoutMs: 1 });
  // @ts-expect-error a misspelt option
  cw.quotes.execute(quote.id, { idempotencykey: 'x' });
  // @ts-expect-error an option in the place of a required body
  cw.quotes.create({ idempotencyKey: 'x' });
  // @ts-expect-error executeAndWait executes once without a key
  cw.quotes.executeAndWait(quote.id, { idempotencyKey: 'x' });
  const ended = await cw.transactions.waitFor(quote.transactionId, { until: ['COMPLETED', 'SETTLED'], timeoutMs: 1 });
  if (ended.type === 'OUTGOING') ended.failureReason;
  // @ts-expect-error unknown status
  cw.transactions.waitFor(quote.transactionId, { until: 'DONE' });
  Causeway.fromEnvironment({ env: { CAUSEWAY_URL: 'https://pay.example' }, maxRetries: 1 });
  // @ts-expect-error the address comes from the environment
  Causeway.fromEnvironment({ baseUrl: 'https://pay.example' });

  const outcome = await cw.quotes.execute(quote.id);
  // @ts-expect-error an outcome has a value only if its kind is `done`
  outcome.value.id;
  if (outcome.kind === 'challenge') await outcome.retry('stamp');
  if (outcome.kind === 'done') cw.transactions.get(outcome.value.transactionId);

  // @ts-expect-error only lists are iterable
  for await (const _ of cw.config.get()) break;
  const executed = await cw.quotes.execute('Quote:1').asResult();
  if (!executed.ok && executed.error.details.reason === 'QUOTE_EXPIRED') return;
  // @ts-expect-error the execution of a quote never has this reason
  if (!executed.ok && executed.error.details.reason === 'LINK_EXPIRED') return;
  const event = await cw.webhooks.unwrap('', {});
  if (event.type === 'OUTGOING_PAYMENT.COMPLETED') cw.transactions.get(event.data.id);
  const { type, data } = event;
  if (type === 'OUTGOING_PAYMENT.COMPLETED') cw.transactions.get(data.id);
  // @ts-expect-error an amount of a payment is no text
  if (type === 'OUTGOING_PAYMENT.COMPLETED') data.sentAmount.amount.trim();
  if (type === 'CARD.STATE_CHANGE') cw.cards.get(data.id);
  // @ts-expect-error a test event has no data
  if (type === 'TEST') data.id;
  if ('sentAmount' in data) cw.transactions.get(data.id);
  // @ts-expect-error the data of a payment has known members only
  if ('sentAmount' in data) data.nothing;
  // @ts-expect-error ids of webhooks have kinds as well
  if (event.type === 'OUTGOING_PAYMENT.COMPLETED') cw.quotes.get(event.data.id);
}
