import type { Database } from '../../foundation/db/database.ts';
import { addMs } from '../../foundation/kernel/clock.ts';
import { getClockOffset, getPlatform } from '../../parties/platforms/platforms.ts';
import { changeCard, transitioned } from '../../payments/cards/card-change.ts';
import { cardJson } from '../../payments/cards/record.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

interface CardClosure {
  platformId: string;
  cardId: string;
  reason: string;
}

/** Closes a card for an operator and records the action. */
export async function closeCard(
  db: Database,
  { platformId, cardId, reason }: CardClosure,
  { operatorId, now }: OperatorContext,
) {
  await getPlatform(db, platformId);
  const clockOffsetMs = await getClockOffset(db, platformId);
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
    change: (current) => transitioned(current, { to: 'CLOSED', by: 'OPERATOR' }),
    effects: () => [action],
  });
  return cardJson(card);
}
