/** A payout with the types of openapi-typescript. `npm run check:openapi` compiles it and runs it. */
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript';

export async function pay(baseUrl: string, authorization: string): Promise<string> {
  const client = createClient<paths>({ baseUrl, headers: { authorization } });

  const accounts = await client.GET('/api/2025-10-13/platform/internal-accounts', {
    params: { query: { currency: 'USD' } },
  });
  const source = accounts.data?.data[0];
  if (!source) throw new Error('the platform has no account');
  await client.POST('/api/2025-10-13/sandbox/internal-accounts/{accountId}/fund', {
    params: { path: { accountId: source.id } },
    body: { amount: 50_000 },
  });

  const payee = await client.POST('/api/2025-10-13/platform/external-accounts', {
    body: {
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '000123456',
        routingNumber: '021000021',
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Grace Hopper',
          address: { line1: '1 Main St', city: 'Arlington', postalCode: '22201', country: 'US' },
        },
      },
    },
  });
  if (!payee.data) throw new Error(payee.error.code);

  const quote = await client.POST('/api/2025-10-13/quotes', {
    params: { header: { 'Idempotency-Key': 'payout-1' } },
    body: {
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'ACCOUNT', accountId: payee.data.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    },
  });
  if (!quote.data) throw new Error(quote.error.code === 'AMOUNT_OUT_OF_RANGE' ? 'too much' : quote.error.message);
  // @ts-expect-error: this operation never returns this code.
  if (quote.error?.code === 'TOKEN_NOT_FOUND') throw new Error('not reached');

  const executed = await client.POST('/api/2025-10-13/quotes/{quoteId}/execute', {
    params: { path: { quoteId: quote.data.id } },
  });
  if (!executed.data) {
    const { code, details, message } = executed.error;
    if (code === 'CONFLICT' && details?.reason === 'QUOTE_EXPIRED') throw new Error('too late');
    // @ts-expect-error: this operation never returns this reason.
    if (code === 'CONFLICT' && details?.reason === 'LINK_EXPIRED') throw new Error('not reached');
    throw new Error(message);
  }

  const transaction = await client.GET('/api/2025-10-13/transactions/{transactionId}', {
    params: { path: { transactionId: quote.data.transactionId } },
  });
  if (!transaction.data) throw new Error(transaction.error.code);
  if (transaction.data.type !== 'OUTGOING') throw new Error(transaction.data.type);
  return `${transaction.data.sentAmount.amount} ${transaction.data.sentAmount.currency.code}`;
}
