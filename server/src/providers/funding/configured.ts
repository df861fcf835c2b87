import { walletInstructions } from './embedded.ts';
import type { Funding } from './port.ts';

/** The house's own bank accounts and addresses, by currency, as the operator has written them down. */
export type HouseAccounts = Readonly<Record<string, readonly { accountType: string; [name: string]: unknown }[]>>;

/** Real money goes to the accounts the house has; the reference tells for whom it is. */
export const configuredFunding = (house: HouseAccounts): Funding => ({
  instructionsFor: (account) =>
    account.type === 'EMBEDDED_WALLET'
      ? walletInstructions(account, `Send ${account.currency} on Spark.`)
      : (house[account.currency] ?? []).map((info) => ({
          instructionsNotes: 'Include the reference with every transfer.',
          isPlatformAccount: account.isPlatformAccount,
          accountOrWalletInfo: { ...info, reference: account.id },
        })),
  instructionsForPayment: ({ currency, network, reference, isPlatformAccount }) =>
    (house[currency] ?? [])
      .filter(({ accountType }) => network === undefined || accountType.startsWith(network))
      .map((info) => ({
        instructionsNotes: 'Send exactly the amount of the quote, with the reference.',
        isPlatformAccount,
        accountOrWalletInfo: { ...info, reference },
      })),
});
