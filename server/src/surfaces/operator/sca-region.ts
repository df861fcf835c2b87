import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { getActiveCustomer, updateCustomer } from '../../parties/customers/record.ts';
import { contactsToVerify, needsSca, regionEffects } from '../../parties/customers/sca-region.ts';
import { getClockOffset, getPlatform } from '../../parties/platforms/platforms.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

interface RegionChange {
  platformId: string;
  customerId: string;
  region: string;
  reason: string;
}

/** Changes the country that determines whether strong authentication applies. Platforms cannot change it. */
export async function changeScaRegion(db: Database, change: RegionChange, { operatorId, now }: OperatorContext) {
  const { platformId, customerId, region, reason } = change;
  await getPlatform(db, platformId);
  const clockOffsetMs = await getClockOffset(db, platformId);
  const at = addMs(now, clockOffsetMs);
  return retryOnConflict('customer', async () => {
    const before = await getActiveCustomer(db, platformId, customerId);
    const after = {
      ...before,
      scaRegion: region,
      contactVerification: contactsToVerify({ ...before, scaRegion: region }, before),
      version: before.version + 1n,
      updatedAt: at,
    };
    const action = recordAction({
      operatorId,
      action: 'CUSTOMER_SCA_REGION_CHANGED',
      platformId,
      resourceId: customerId,
      details: { reason, from: before.scaRegion, to: region },
      at: now,
    });
    const voided = regionEffects({ platform: { id: platformId, clockOffsetMs }, before, after, at });
    const isChanged = await apply(db, { guard: updateCustomer(after), effects: [...voided, action] });
    return isChanged ? { customerId, region, requiresSca: needsSca(after) } : undefined;
  });
}
