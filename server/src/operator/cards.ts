import { changeCard, moved } from '../cards/change.ts';
import { cardJson } from '../cards/record.ts';
import type { Database } from '../db/database.ts';
import { addMs } from '../kernel/clock.ts';
import { findPlatform, readClockOffset } from '../platforms/platforms.ts';
import { recordAction } from './actions.ts';
import type { Hand } from './interventions.ts';

interface CloseWish {
  platformId: string;
  cardId: string;
  reason: string;
}

/** Closes a card over the head of its platform. */
export async function closeCard(db: Database, { platformId, cardId, reason }: CloseWish, { operatorId, now }: Hand) {
  await findPlatform(db, platformId);
  const clockOffsetMs = await readClockOffset(db, platformId);
  const action = recordAction({
    operatorId,
    action: 'CARD_CLOSED',
    platformId,
    resourceId: cardId,
    details: { reason },
    at: now,
  });
  const card = await changeCard(db, {
    platform: { id: platformId, clockOffsetMs },
    id: cardId,
    at: addMs(now, clockOffsetMs),
    change: (current) => moved(current, { to: 'CLOSED', by: 'OPERATOR' }),
    effects: () => [action],
  });
  return cardJson(card);
}
