import type { WalletActivities } from './port.ts';

/** This service stores the keys itself, so that every operation completes immediately. */
export const immediateWallets: WalletActivities = { isProcessing: async () => false };
