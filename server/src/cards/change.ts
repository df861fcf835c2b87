import type { Database } from '../db/database.ts';
import { apply, type Effect } from '../db/effects.ts';
import type { Platform } from '../kernel/callers.ts';
import { ApiError } from '../kernel/errors.ts';
import { type EventType, emit } from '../webhooks/events.ts';
import { writeSources } from './funding-sources.ts';
import { type Card, cardJson, findCard, updateCard } from './record.ts';
import { type CardState, type Mover, requireMove } from './states.ts';
import { releaseOnClose } from './transaction-closing.ts';

const TRIES = 10;

interface Changing {
  platform: Pick<Platform, 'id' | 'clockOffsetMs'>;
  id: string;
  at: Date;
  /** What the card is to become, or undefined to leave it; asked again where somebody was faster. */
  change: (card: Card) => Card | undefined | Promise<Card | undefined>;
  /** What belongs into the same statement. */
  effects?: (changed: Card) => Effect[];
}

/** Changes a card all at once or not at all, with its events. */
export async function changeCard(
  db: Database,
  { platform, id, at, change, effects = () => [] }: Changing,
): Promise<Card> {
  for (let i = 0; i < TRIES; i++) {
    const before = await findCard(db, platform.id, id);
    const changed = await change(before);
    if (!changed) return before;
    const { card, news } = versioned(before, { ...changed, updatedAt: at });
    const all = [
      ...sourceEffects(before, card, at),
      ...(isClosing(before, card) ? [release(platform, card)] : []),
      ...news,
      ...effects(card),
    ];
    if (await apply(db, { guard: updateCard(card, before), effects: all })) return card;
  }
  throw new ApiError('CONFLICT', 'The card is being changed by many requests at once.');
}

const isClosing = (before: Card, { state }: Card): boolean => state === 'CLOSED' && before.state !== 'CLOSED';

/** What its open authorizations hold goes back, once it is closed. */
const release = ({ clockOffsetMs }: Changing['platform'], { platformId, id: cardId, updatedAt: at }: Card): Effect =>
  releaseOnClose({ platformId, cardId, at, clockOffsetMs });

interface Moving {
  to: CardState;
  by: Mover;
}

/** A card in another state. A closed one draws on nothing, and nobody needs its number any more. */
export function moved(card: Card, { to, by }: Moving): Card {
  const { reason } = requireMove(card.state, to, by);
  const inState = { ...card, state: to, stateReason: reason };
  return to === 'CLOSED' ? { ...inState, fundingSources: [], detailsSealed: null } : inState;
}

/** Each event has a number of its own in the order of the card's events, which is a version. */
function versioned(before: Card, changed: Card) {
  const types = typesOf(before, changed);
  const card = { ...changed, version: before.version + BigInt(Math.max(types.length, 1)) };
  const { platformId, id: resourceId, updatedAt: at } = card;
  const data = cardJson(card);
  const events = types.map((type, i) => {
    return { platformId, type, resourceId, data, sequence: Number(before.version) + i + 1, at };
  });
  return { card, news: events.length > 0 ? [emit(events)] : [] };
}

/** That a closed card draws on nothing goes without saying. */
function typesOf(before: Card, card: Card): EventType[] {
  const isClosed = card.state === 'CLOSED';
  return [
    ...(card.state !== before.state ? (['CARD.STATE_CHANGE'] as const) : []),
    ...(!isClosed && drawsOtherwise(before, card) ? (['CARD.FUNDING_SOURCE_CHANGE'] as const) : []),
  ];
}

const sourceEffects = (before: Card, card: Card, at: Date): Effect[] =>
  drawsOtherwise(before, card) ? writeSources(card, before.fundingSources, at) : [];

const drawsOtherwise = (before: Card, { fundingSources }: Card): boolean =>
  fundingSources.length !== before.fundingSources.length ||
  fundingSources.some(({ id }, i) => id !== before.fundingSources[i]?.id);
