import type { Customer } from './state.ts';

export const nameOf = ({ id, fullName, legalName }: Customer): string => fullName ?? legalName ?? id;

/** Words of a search. */
export const wordsIn = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

/** True if the name or the email contains every word. */
export function hasWords(customer: Customer, words: readonly string[]): boolean {
  const text = `${nameOf(customer)} ${customer.email ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
