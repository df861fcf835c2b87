import type { Platform } from '../kernel/callers.ts';
import { type FieldError, InvalidFields } from '../kernel/errors.ts';
import { changeCard, moved } from './change.ts';
import { repeatProblems, requireEligible, sourcesOf } from './funding-sources.ts';
import type { CardNeeds } from './needs.ts';
import { type Card, cardJson } from './record.ts';
import { requireMutable } from './states.ts';

export interface CardUpdate {
  state?: 'ACTIVE' | 'FROZEN' | 'CLOSED';
  fundingSources?: string[];
  maxSpendPerTransaction?: number | null;
}

interface Update {
  platform: Platform;
  id: string;
  input: CardUpdate;
  now: Date;
}

/** All that is asked for, or nothing of it. Members left out keep their values. */
export async function updateCard(needs: CardNeeds, { platform, id, input, now }: Update) {
  requireChange(input);
  const card = await changeCard(needs.db, {
    platform,
    id,
    at: now,
    change: (current) => changed(needs, platform, { current, input }),
  });
  return cardJson(card);
}

const fields = ['state', 'fundingSources', 'maxSpendPerTransaction'] as const;

function requireChange(input: CardUpdate): void {
  if (givenIn(input).length === 0) {
    throw new InvalidFields([{ field: 'state', message: `At least one of ${fields.join(', ')} is required.` }]);
  }
  const problems = contradictions(input);
  if (problems.length > 0) throw new InvalidFields(problems);
}

const givenIn = (input: CardUpdate) => fields.filter((field) => input[field] !== undefined);

function contradictions(input: CardUpdate): FieldError[] {
  if (input.state !== 'CLOSED') return [];
  const others = givenIn(input).filter((field) => field !== 'state');
  return others.map((field) => ({ field, message: `${field} cannot be changed together with state CLOSED.` }));
}

/** Of a request that is not whole yet. */
export const updateProblems = (input: CardUpdate): FieldError[] => [
  ...contradictions(input),
  ...repeatProblems(input.fundingSources ?? []),
];

async function changed(
  needs: CardNeeds,
  platform: Platform,
  { current, input }: { current: Card; input: CardUpdate },
): Promise<Card> {
  const { state, fundingSources: accountIds, maxSpendPerTransaction: limit } = input;
  const card = state ? moved(current, { to: state, by: 'PLATFORM' }) : current;
  if (!state) requireMutable(card.state);
  if (accountIds) {
    const { cardholderId, currency } = card;
    await requireEligible(needs, { platform, cardholderId, accountIds, currency });
  }
  return {
    ...card,
    ...(accountIds && { fundingSources: sourcesOf(card, accountIds) }),
    ...(limit !== undefined && { maxSpendPerTransaction: limit === null ? null : BigInt(limit) }),
  };
}
