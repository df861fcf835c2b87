import { ApiError } from '../kernel/errors.ts';

export const cardStates = ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'] as const;
export type CardState = (typeof cardStates)[number];

export const cardStateReasons = ['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE'] as const;
export type CardStateReason = (typeof cardStateReasons)[number];

/** Who moves a card: the issuer that accepts or refuses it, its platform, or the service: its operator, or a cardholder's end. */
export type Mover = 'ISSUER' | 'PLATFORM' | 'OPERATOR';

interface CardMove {
  from: readonly CardState[];
  by: Mover;
  to: CardState;
  reason: CardStateReason | null;
}

/** Every legal move; CLOSED is for good. */
export const cardMoves: readonly CardMove[] = [
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

/** The move that is meant, or the refusal that says why there is none. */
export function requireMove(from: CardState, to: CardState, by: Mover): CardMove {
  const move = cardMoves.find((one) => one.by === by && one.to === to && one.from.includes(from));
  if (move) return move;
  if (from === 'CLOSED' && to === 'CLOSED') {
    throw new ApiError('CARD_ALREADY_CLOSED', 'The card is closed already.', { from, to });
  }
  requireMutable(from);
  throw new ApiError('INVALID_STATE_TRANSITION', `A card that is ${from} cannot become ${to}.`, {
    from,
    to,
    hint: hints[from] ?? 'ACTIVE cards can be frozen or closed, FROZEN ones made ACTIVE again or closed.',
  });
}

const hints: Partial<Record<CardState, string>> = {
  PROCESSING: 'The issuer has not decided yet: CARD.STATE_CHANGE tells when the card is ACTIVE.',
};

/** Nothing about a closed card changes any more. */
export function requireMutable(state: CardState): void {
  if (state !== 'CLOSED') return;
  throw new ApiError('CARD_NOT_MUTABLE', 'The card is closed: nothing about it changes any more.', {
    hint: 'POST /cards issues a new one.',
  });
}
