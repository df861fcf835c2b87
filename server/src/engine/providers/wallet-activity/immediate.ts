import type { WalletActivities } from './port.ts';

/** Keys are stored in this service: every operation completes at once. */
export const immediateWallets: WalletActivities = { isProcessing: async () => false };
