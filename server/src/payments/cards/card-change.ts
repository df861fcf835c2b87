import { type EventType, emit } from '../../engine/webhooks/events.ts';
import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect } from '../../foundation/db/effects.ts';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { retryOnConflict } from '../../foundation/kernel/retry.ts';
import { type CardState, getCardStateTransition, type Initiator } from './card-states.ts';
import { writeFundingSources } from './funding-sources.ts';
import { type Card, cardJson, getCard, updateCard } from './record.ts';
import { releaseOnClose } from './transaction-jobs.ts';

interface CardChange {
  platform: Pick<Platform, 'id' | 'clockOffsetMs'>;
  id: string;
  at: Date;
  /** Returns the changed card, or undefined to leave the card unchanged. Called again after a conflict. */
  change: (card: Card) => Card | undefined | Promise<Card | undefined>;
  /** Further effects of the same statement. */
  effects?: (changed: Card) => Effect[];
}

/** Changes a card and emits its events in one statement. */
export function changeCard(db: Database, { platform, id, at, change, effects = () => [] }: CardChange): Promise<Card> {
  return retryOnConflict('card', async () => {
    const before = await getCard(db, platform.id, id);
    const changed = await change(before);
    if (!changed) return before;
    const { card, events } = versioned(before, { ...changed, updatedAt: at });
    const all = [
      ...sourceEffects(before, card, at),
      ...(isClosing(before, card) ? [release(platform, card)] : []),
      ...events,
      ...effects(card),
    ];
    return (await apply(db, { guard: updateCard(card, before), effects: all })) ? card : undefined;
  });
}

const isClosing = (before: Card, { state }: Card): boolean => state === 'CLOSED' && before.state !== 'CLOSED';

const release = ({ clockOffsetMs }: CardChange['platform'], { platformId, id: cardId, updatedAt: at }: Card): Effect =>
  releaseOnClose({ platformId, cardId, at, clockOffsetMs });

/** The card in its new state. Closing it removes its funding sources and erases its number. */
export function transitioned(card: Card, { to, by }: { to: CardState; by: Initiator }): Card {
  const { reason } = getCardStateTransition(card.state, to, by);
  const inState = { ...card, state: to, stateReason: reason };
  return to === 'CLOSED' ? { ...inState, fundingSources: [], detailsSealed: null } : inState;
}

/** Numbers the events with consecutive versions of the card. */
function versioned(before: Card, changed: Card) {
  const types = typesOf(before, changed);
  const card = { ...changed, version: before.version + BigInt(Math.max(types.length, 1)) };
  const { platformId, id: resourceId, updatedAt: at } = card;
  const data = cardJson(card);
  const events = types.map((type, i) => {
    return { platformId, type, resourceId, data, sequence: Number(before.version) + i + 1, at };
  });
  return { card, events: events.length > 0 ? [emit(events)] : [] };
}

/** A closed card loses its sources without an event of their own. */
function typesOf(before: Card, card: Card): EventType[] {
  const isClosed = card.state === 'CLOSED';
  return [
    ...(card.state !== before.state ? (['CARD.STATE_CHANGE'] as const) : []),
    ...(!isClosed && hasOtherSources(before, card) ? (['CARD.FUNDING_SOURCE_CHANGE'] as const) : []),
  ];
}

const sourceEffects = (before: Card, card: Card, at: Date): Effect[] =>
  hasOtherSources(before, card) ? writeFundingSources(card, before.fundingSources, at) : [];

const hasOtherSources = (before: Card, { fundingSources }: Card): boolean =>
  fundingSources.length !== before.fundingSources.length ||
  fundingSources.some(({ id }, i) => id !== before.fundingSources[i]?.id);
