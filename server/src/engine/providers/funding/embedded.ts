import type { FundedAccount, FundingInstructions } from './port.ts';

/** An embedded wallet is funded at its deposit address, which exists once the wallet is open. */
export const walletInstructions = (account: FundedAccount, notes: string): readonly FundingInstructions[] => {
  const { depositAddress: address, currency: assetType, isPlatformAccount } = account;
  if (!address) return [];
  const accountOrWalletInfo = { accountType: 'SPARK_WALLET', address, assetType };
  return [{ instructionsNotes: notes, isPlatformAccount, accountOrWalletInfo }];
};
