import type { Database } from '../db/database.ts';
import { apply } from '../db/effects.ts';
import type { PlatformMode } from '../kernel/callers.ts';
import { findPlatform } from '../platforms/platforms.ts';
import type { GivenKeys, UmaNetwork } from '../providers/uma/port.ts';
import { recordAction } from './actions.ts';
import type { Hand } from './interventions.ts';

export interface UmaKeyNeeds {
  db: Database;
  umaNetwork: Record<PlatformMode, Pick<UmaNetwork, 'keysGiven'>>;
}

/** A platform signs with these keys from now on, and is written to under them. */
export async function giveUmaKeys(
  { db, umaNetwork }: UmaKeyNeeds,
  { platformId, ...keys }: GivenKeys & { platformId: string },
  { operatorId, now }: Hand,
): Promise<void> {
  const { mode } = await findPlatform(db, platformId);
  const given = await umaNetwork[mode].keysGiven(platformId, keys);
  const { signingCertChainPem, encryptionCertChainPem } = keys;
  const details = { signingCertChainPem, encryptionCertChainPem };
  const resourceId = platformId;
  const action = recordAction({ operatorId, action: 'UMA_KEYS_GIVEN', platformId, resourceId, details, at: now });
  await apply(db, { effects: [given, action] });
}
