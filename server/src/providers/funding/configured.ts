import type { Funding } from './port.ts';

/** The house's own bank accounts and addresses, by currency, as the operator has written them down. */
export type HouseAccounts = Readonly<Record<string, readonly { accountType: string; [name: string]: unknown }[]>>;

/** Real money goes to the accounts the house has; the reference tells for whom it is. */
export const configuredFunding = (house: HouseAccounts): Funding => ({
  instructionsFor: ({ id, currency, type, isPlatformAccount }) =>
    type === 'EMBEDDED_WALLET'
      ? []
      : (house[currency] ?? []).map((info) => ({
          instructionsNotes: 'Include the reference with every transfer.',
          isPlatformAccount,
          accountOrWalletInfo: { ...info, reference: id },
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
