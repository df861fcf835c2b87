import { changeCard, transitioned } from '../cards/change.ts';
import { cardJson } from '../cards/record.ts';
import type { Database } from '../db/database.ts';
import { addMs } from '../kernel/clock.ts';
import { getPlatform, readClockOffset } from '../platforms/platforms.ts';
import { recordAction } from './actions.ts';
import type { OperatorContext } from './interventions.ts';

interface CardClosure {
  platformId: string;
  cardId: string;
  reason: string;
}

/** Closes a card by decision of an operator, with an entry in the operators' log. */
export async function closeCard(
  db: Database,
  { platformId, cardId, reason }: CardClosure,
  { operatorId, now }: OperatorContext,
) {
  await getPlatform(db, platformId);
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
    change: (current) => transitioned(current, { to: 'CLOSED', by: 'OPERATOR' }),
    effects: () => [action],
  });
  return cardJson(card);
}
