import { newExternalAccount, quoted } from '../../../../server/test/support/payment-world.ts';
import { fund } from '../../../../server/test/support/payments.ts';
import type { Wallet } from '../../../../server/test/support/wallets.ts';

/** Quotes of 5.00 USDB from a wallet that can pay them. */
export async function payingFrom({ client, accountId, customerId }: Wallet): Promise<() => Promise<any>> {
  await fund(client, accountId, 50_000_000);
  const payee = await newExternalAccount(client, { customerId, type: 'USD_ACCOUNT' });
  return () =>
    quoted(client, {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000_000,
    });
}
