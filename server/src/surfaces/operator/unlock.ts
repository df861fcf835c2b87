import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { getCustomer } from '../../parties/customers/record.ts';
import { getPlatform } from '../../parties/platforms/platforms.ts';
import { getLoginLock, liftLock } from '../../parties/sca/locks.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

interface UnlockRequest {
  platformId: string;
  customerId: string;
  reason: string;
}

/** Ends locks and a suspension caused by failed logins and proofs. */
export async function unlockCustomer(db: Database, request: UnlockRequest, { operatorId, now }: OperatorContext) {
  const { platformId, customerId, reason } = request;
  await getPlatform(db, platformId);
  await getCustomer(db, platformId, customerId);
  const key = { platformId, customerId };
  const before = await getLoginLock(db, key);
  const action = recordAction({
    operatorId,
    action: 'CUSTOMER_UNLOCKED',
    platformId,
    resourceId: customerId,
    details: { reason, ...before },
    at: now,
  });
  if (await apply(db, { guard: liftLock(key), effects: [action] }))
    return { customerId, ...(await getLoginLock(db, key)) };
  throw new ApiError('INVALID_STATE_TRANSITION', 'The customer is neither locked nor suspended.');
}
