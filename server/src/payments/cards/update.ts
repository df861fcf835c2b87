import type { Static } from '@sinclair/typebox';
import type { Platform } from '../../foundation/kernel/callers.ts';
import { type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { changeCard, transitioned } from './card-change.ts';
import { requireMutable } from './card-states.ts';
import type { CardDeps } from './deps.ts';
import { duplicateProblems, requireEligible, sourcesOf } from './funding-sources.ts';
import { type Card, cardJson } from './record.ts';
import type { CardUpdate } from './schemas.ts';
import { limitIn } from './transaction-amounts.ts';

type CardPatch = Static<typeof CardUpdate>;

interface CardPatchRequest {
  platform: Platform;
  id: string;
  input: CardPatch;
  now: Date;
}

/** Applies all members of the request, or none. Absent members stay unchanged. */
export async function patchCard(deps: CardDeps, { platform, id, input, now }: CardPatchRequest) {
  requireChange(input);
  const card = await changeCard(deps.db, {
    platform,
    id,
    at: now,
    change: (current) => patched(deps, platform, { current, input }),
  });
  return cardJson(card);
}

const fields = ['state', 'fundingSources', 'maxSpendPerTransaction'] as const;

function requireChange(input: CardPatch): void {
  if (presentIn(input).length === 0) {
    throw new InvalidFields([{ field: 'state', message: `At least one of ${fields.join(', ')} is required.` }]);
  }
  const problems = contradictions(input);
  if (problems.length > 0) throw new InvalidFields(problems);
}

const presentIn = (input: CardPatch) => fields.filter((field) => input[field] !== undefined);

function contradictions(input: CardPatch): FieldError[] {
  if (input.state !== 'CLOSED') return [];
  const others = presentIn(input).filter((field) => field !== 'state');
  return others.map((field) => ({ field, message: `${field} cannot be changed together with state CLOSED.` }));
}

/** Problems of a request whose shape may be incomplete. */
export const cardPatchProblems = (input: CardPatch): FieldError[] => [
  ...contradictions(input),
  ...duplicateProblems(input.fundingSources ?? []),
];

async function patched(
  deps: CardDeps,
  platform: Platform,
  { current, input }: { current: Card; input: CardPatch },
): Promise<Card> {
  const { state, fundingSources: accountIds, maxSpendPerTransaction: limit } = input;
  const card = state ? transitioned(current, { to: state, by: 'PLATFORM' }) : current;
  if (!state) requireMutable(card.state);
  const funded = accountIds ? await fundedBy(deps, platform, { card, accountIds }) : card;
  return {
    ...funded,
    ...(limit !== undefined && { maxSpendPerTransaction: limit === null ? null : BigInt(limit) }),
  };
}

/** The card with these sources and their currency. The limit is converted at par. */
async function fundedBy(
  deps: CardDeps,
  platform: Platform,
  { card, accountIds }: { card: Card; accountIds: readonly string[] },
): Promise<Card> {
  const { cardholderId, maxSpendPerTransaction: limit } = card;
  const { currency } = await requireEligible(deps, { platform, cardholderId, accountIds });
  const maxSpendPerTransaction = limit === null ? null : limitIn(currency, { limit, currency: card.currency });
  return { ...card, fundingSources: sourcesOf(card, accountIds), currency, maxSpendPerTransaction };
}
