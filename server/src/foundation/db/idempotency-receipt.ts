import type { Effect } from './effects.ts';

/** Response of a write, stored under its Idempotency-Key. */
export interface StoredResponse {
  status: number;
  text: string;
  /** Account whose balances the text reports. */
  accountId?: string;
  /** Reference stored instead of the text; `rebuildResponse` of the server recreates exactly the same text from it. */
  rebuiltFrom?: string;
}

/**
 * Stores the response of a write under its Idempotency-Key. `record` returns the effect that the change adds to its
 * statement, or undefined without a key.
 */
export interface Receipt {
  record(response: StoredResponse): Effect[];
  /** For handlers with side effects before their write: throws the stored response if the request is a replay. */
  requireFirst(): Promise<void>;
}

export const noReceipt: Receipt = { record: () => [], requireFirst: async () => {} };
