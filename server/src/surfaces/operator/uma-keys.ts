import type { UmaBanking } from '../../engine/providers/services.ts';
import type { OperatorKeys } from '../../engine/providers/uma/port.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply } from '../../foundation/db/effects.ts';
import { getPlatform } from '../../parties/platforms/platforms.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

export interface UmaKeyDeps {
  db: Database;
  banking: Pick<UmaBanking, 'uma'>;
}

/** Replaces the signing and encryption keys of a platform. */
export async function setUmaKeys(
  { db, banking: { uma } }: UmaKeyDeps,
  { platformId, ...keys }: OperatorKeys & { platformId: string },
  { operatorId, now }: OperatorContext,
): Promise<void> {
  const { mode } = await getPlatform(db, platformId);
  const keysStored = await uma.network[mode].replaceKeys(platformId, keys);
  const { signingCertChainPem, encryptionCertChainPem } = keys;
  const details = { signingCertChainPem, encryptionCertChainPem };
  const resourceId = platformId;
  const action = recordAction({ operatorId, action: 'UMA_KEYS_GIVEN', platformId, resourceId, details, at: now });
  await apply(db, { effects: [keysStored, action] });
}
