import type { Effect } from './effects.ts';

/** Response of a write, as it is stored under its Idempotency-Key. */
export interface StoredResponse {
  status: number;
  text: string;
  /** Account whose balances the text reports. */
  accountId?: string;
  /** Reference from which `rebuildResponse` of the server makes exactly this text again: it is stored in its place. */
  rebuiltFrom?: string;
}

/**
 * Stores the response of a write under its Idempotency-Key. `record` returns the effect for the statement of the
 * change, or none without a key.
 */
export interface Receipt {
  record(response: StoredResponse): Effect[];
  /** For handlers with side effects before their write: throws the stored response if there is one. */
  requireFirst(): Promise<void>;
}

export const noReceipt: Receipt = { record: () => [], requireFirst: async () => {} };
