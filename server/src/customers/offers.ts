import type { Effect } from '../db/effects.ts';
import { enqueue } from '../jobs/queue.ts';

/** For those who have offered the customer something. */
export const VOID_OFFERS_JOB = 'customer.offers.void';

interface Voided {
  platform: { id: string; clockOffsetMs: number };
  customerId: string;
  /** Only what was offered for paying this external account; everything, where it is left out. */
  payeeId?: string;
  at: Date;
}

/** Ends what the customer was offered, or was about to be, and has not accepted, where it relies on what has just changed. */
export const voidOffers = ({ platform, customerId, payeeId, at }: Voided): Effect =>
  enqueue([
    {
      platformId: platform.id,
      kind: VOID_OFFERS_JOB,
      resourceId: customerId,
      payload: payeeId === undefined ? {} : { payeeId },
      runAt: at,
      createdAt: at,
      clockOffsetMs: platform.clockOffsetMs,
    },
  ]);
