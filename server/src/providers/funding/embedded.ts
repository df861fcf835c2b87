import type { FundedAccount, PaymentInstructions } from './port.ts';

/** An embedded wallet takes money at the address of its own seed, once it has one. */
export const walletInstructions = (account: FundedAccount, notes: string): readonly PaymentInstructions[] => {
  const { depositAddress: address, currency: assetType, isPlatformAccount } = account;
  if (!address) return [];
  const accountOrWalletInfo = { accountType: 'SPARK_WALLET', address, assetType };
  return [{ instructionsNotes: notes, isPlatformAccount, accountOrWalletInfo }];
};
