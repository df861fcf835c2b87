import { enqueue } from '../../engine/jobs/queue.ts';
import type { Effect } from '../../foundation/db/effects.ts';

/** Job for modules that make offers, such as quotes. */
export const VOID_OFFERS_JOB = 'customer.offers.void';

interface VoidedOffers {
  platform: { id: string; clockOffsetMs: number };
  customerId: string;
  /** If given, voids only offers that pay this external account. */
  payeeId?: string;
  at: Date;
}

/** Voids offers that the customer has not accepted, because facts that they depend on have changed. */
export const voidOffers = ({ platform, customerId, payeeId, at }: VoidedOffers): Effect =>
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
