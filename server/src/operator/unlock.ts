import { findCustomer } from '../customers/record.ts';
import type { Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import { ApiError } from '../kernel/errors.ts';
import { findPlatform } from '../platforms/platforms.ts';
import { liftLock, readLock } from '../sca/standing.ts';
import { recordAction } from './actions.ts';
import type { Hand } from './interventions.ts';

interface UnlockWish {
  platformId: string;
  customerId: string;
  reason: string;
}

/** Lets a customer in again who was locked out or suspended after failed logins. */
export async function unlockCustomer(db: Database, wish: UnlockWish, { operatorId, now }: Hand) {
  const { platformId, customerId, reason } = wish;
  await findPlatform(db, platformId);
  await findCustomer(db, platformId, customerId);
  const key = { platformId, customerId };
  const before = await readLock(db, key);
  const action = recordAction({
    operatorId,
    action: 'CUSTOMER_UNLOCKED',
    platformId,
    resourceId: customerId,
    details: { reason, ...before },
    at: now,
  });
  if (await apply(db, { guard: liftLock(key), effects: [action] })) return { customerId, ...(await readLock(db, key)) };
  throw new ApiError('INVALID_STATE_TRANSITION', 'The customer is neither locked nor suspended.');
}
