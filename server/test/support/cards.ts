import { newId } from '../../src/kernel/ids.ts';
import type { FundingSourceOf } from '../../src/wallets/delegated-keys.ts';

const known = new Set<string>();

/** A card that draws on any account it is asked about. */
export function newCard(): string {
  const id = newId('Card');
  known.add(id);
  return id;
}

export const fundingSourceOf: FundingSourceOf = async ({ cardId }) =>
  known.has(cardId) ? cardId.replace('Card:', 'CardFundingSource:') : undefined;
