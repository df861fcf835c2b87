import { ApiError } from '../../foundation/kernel/errors.ts';

export const cardStates = ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'] as const;
export type CardState = (typeof cardStates)[number];

export const cardStateReasons = ['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE'] as const;
export type CardStateReason = (typeof cardStateReasons)[number];

/** Party that changes the state of a card. OPERATOR also stands for the deletion of the cardholder. */
export type Initiator = 'ISSUER' | 'PLATFORM' | 'OPERATOR';

interface CardStateTransition {
  from: readonly CardState[];
  by: Initiator;
  to: CardState;
  reason: CardStateReason | null;
}

/** Every legal transition; CLOSED is final. */
const cardTransitions: readonly CardStateTransition[] = [
  { from: ['PROCESSING'], by: 'ISSUER', to: 'ACTIVE', reason: null },
  { from: ['PROCESSING'], by: 'ISSUER', to: 'CLOSED', reason: 'ISSUER_REJECTED' },
  { from: ['ACTIVE'], by: 'PLATFORM', to: 'FROZEN', reason: null },
  { from: ['FROZEN'], by: 'PLATFORM', to: 'ACTIVE', reason: null },
  { from: ['ACTIVE', 'FROZEN'], by: 'PLATFORM', to: 'CLOSED', reason: 'CLOSED_BY_PLATFORM' },
  {
    from: ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN'],
    by: 'OPERATOR',
    to: 'CLOSED',
    reason: 'CLOSED_BY_SERVICE',
  },
];

/** Returns the transition, or throws an error that explains why it is not allowed. */
export function getCardStateTransition(from: CardState, to: CardState, by: Initiator): CardStateTransition {
  const transition = cardTransitions.find((one) => one.by === by && one.to === to && one.from.includes(from));
  if (transition) return transition;
  if (from === 'CLOSED' && to === 'CLOSED') {
    throw new ApiError('CARD_ALREADY_CLOSED', 'The card is already closed.', { from, to });
  }
  requireMutable(from);
  throw new ApiError('INVALID_STATE_TRANSITION', `A card that is ${from} cannot become ${to}.`, {
    from,
    to,
    hint: hints[from] ?? 'ACTIVE cards can be frozen or closed, FROZEN ones made ACTIVE again or closed.',
  });
}

const hints: Partial<Record<CardState, string>> = {
  PROCESSING: 'The issuer has not decided yet: CARD.STATE_CHANGE reports when the card is ACTIVE.',
};

export function requireMutable(state: CardState): void {
  if (state !== 'CLOSED') return;
  throw new ApiError('CARD_NOT_MUTABLE', 'The card is closed and cannot be changed.', {
    hint: 'POST /cards issues a new one.',
  });
}
