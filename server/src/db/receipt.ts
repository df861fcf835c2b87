import type { Effect } from './effects.ts';

/**
 * How a write remembers its answer: `remember` gives the effect that belongs into the same statement as the change.
 * For a request without an Idempotency-Key it gives none. `accountId` is the account whose balances the text reports.
 */
export interface Receipt {
  remember(answer: { status: number; text: string; accountId?: string }): Effect[];
  /** For a handler that tries first: ends it where the request was answered before. */
  requireFirst(): Promise<void>;
}

export const noReceipt: Receipt = { remember: () => [], requireFirst: async () => {} };
