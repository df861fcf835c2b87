import type { FieldError } from './errors.ts';

const MAX_ERRORS = 100;

/** PostgreSQL holds no NUL character and no half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** The text with signs in place of what cannot be stored, where it is only told about. */
export const legible = (text: string): string => text.replace(EACH_UNSTORABLE, '\uFFFD');

/** What of it cannot be stored. Walks without recursion: a body may be nested as deeply as it is long. */
export function unstorable(body: unknown): FieldError[] {
  const problems: FieldError[] = [];
  const waiting = [{ field: '', value: body }];
  for (let next = waiting.pop(); next && problems.length < MAX_ERRORS; next = waiting.pop()) {
    const { field, value } = next;
    if (typeof value === 'string' && !isStorable(value)) problems.push(problem(field || 'body'));
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value)) {
      if (!isStorable(name)) problems.push(problem(field || 'body'));
      waiting.push({ field: field ? `${field}.${name}` : name, value: item });
    }
  }
  return problems;
}

const problem = (field: string): FieldError => ({
  field,
  message: `${field} holds a character that cannot be stored.`,
});
