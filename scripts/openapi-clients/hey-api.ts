/** A payout with the client of hey-api. `npm run check:openapi` compiles it and runs it. */

import {
  createPlatformExternalAccount,
  createQuote,
  executeQuote,
  getTransactionById,
  listPlatformInternalAccounts,
  sandboxFundInternalAccount,
} from './generated/hey-api';
import { createClient } from './generated/hey-api/client';

export async function pay(baseUrl: string, authorization: string): Promise<string> {
  const client = createClient({ baseUrl, headers: { authorization } });

  const accounts = await listPlatformInternalAccounts({ client, query: { currency: 'USD' } });
  const source = accounts.data?.data[0];
  if (!source) throw new Error('the platform has no account');
  await sandboxFundInternalAccount({ client, path: { accountId: source.id }, body: { amount: 50_000 } });

  const payee = await createPlatformExternalAccount({
    client,
    body: {
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '000123457',
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

  const quote = await createQuote({
    client,
    headers: { 'Idempotency-Key': 'payout-2' },
    body: {
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'ACCOUNT', accountId: payee.data.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    },
  });
  if (!quote.data) throw new Error(quote.error.code === 'AMOUNT_OUT_OF_RANGE' ? 'too much' : quote.error.message);

  const executed = await executeQuote({ client, path: { quoteId: quote.data.id } });
  if (!executed.data) {
    const { code, details, message } = executed.error;
    if (code === 'CONFLICT' && details?.reason === 'QUOTE_EXPIRED') throw new Error('too late');
    // @ts-expect-error: this operation never returns this reason.
    if (code === 'CONFLICT' && details?.reason === 'LINK_EXPIRED') throw new Error('not reached');
    throw new Error(message);
  }

  const transaction = await getTransactionById({ client, path: { transactionId: quote.data.transactionId } });
  if (!transaction.data) throw new Error(transaction.error.code);
  if (transaction.data.type !== 'OUTGOING') throw new Error(transaction.data.type);
  return `${transaction.data.sentAmount.amount} ${transaction.data.sentAmount.currency.code}`;
}
