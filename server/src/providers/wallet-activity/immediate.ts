import type { WalletActivities } from './port.ts';

/** The keys are kept in this house: everything is done at once. */
export const immediateWallets: WalletActivities = { isAtWork: async () => false };
