import { creditorReference } from '../protocols/creditor-reference.ts';
import { walletInstructions } from './embedded.ts';
import type { FundingProvider } from './port.ts';

/** Our configured bank accounts and addresses, by currency. */
type NostroAccounts = Readonly<Record<string, readonly { accountType: string; [name: string]: unknown }[]>>;

/** Payers send funds to our own accounts. The reference identifies the internal account or the payment. */
export const configuredFunding = (nostro: NostroAccounts): FundingProvider => ({
  instructionsFor: (account) =>
    account.type === 'EMBEDDED_WALLET'
      ? walletInstructions(account, `Send ${account.currency} on Spark.`)
      : (nostro[account.currency] ?? []).map((info) => ({
          instructionsNotes: 'Include the reference with every transfer.',
          isPlatformAccount: account.isPlatformAccount,
          accountOrWalletInfo: { ...info, reference: creditorReference(account.id) },
        })),
  instructionsForPayment: ({ currency, network, reference, isPlatformAccount }) =>
    (nostro[currency] ?? [])
      .filter(({ accountType }) => network === undefined || accountType.startsWith(network))
      .map((info) => ({
        instructionsNotes: 'Send exactly the amount of the quote, with the reference.',
        isPlatformAccount,
        accountOrWalletInfo: { ...info, reference },
      })),
});
