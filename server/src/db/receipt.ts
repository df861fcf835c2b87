import type { Effect } from './effects.ts';

/**
 * Stores the response of a write under its Idempotency-Key. `remember` returns the effect for the statement of the
 * change, or none without a key. `accountId` is the account whose balances the text reports.
 */
export interface Receipt {
  remember(answer: { status: number; text: string; accountId?: string }): Effect[];
  /** For handlers with side effects before their write: throws the stored response if there is one. */
  requireFirst(): Promise<void>;
}

export const noReceipt: Receipt = { remember: () => [], requireFirst: async () => {} };
