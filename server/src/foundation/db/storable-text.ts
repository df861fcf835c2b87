import type { FieldError } from '../kernel/errors.ts';

const MAX_ERRORS = 100;

/** Characters that PostgreSQL cannot store: NUL and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** Replaces characters that cannot be stored with U+FFFD, for logs and messages. */
export const legible = (text: string): string => text.replace(EACH_UNSTORABLE, '\uFFFD');

/** Lists the fields with text that cannot be stored. Iterative, because a body may be nested very deeply. */
export function unstorable(body: unknown): FieldError[] {
  const problems: FieldError[] = [];
  const pending = [{ field: '', value: body }];
  for (let next = pending.pop(); next && problems.length < MAX_ERRORS; next = pending.pop()) {
    const { field, value } = next;
    if (typeof value === 'string' && !isStorable(value)) problems.push(problem(field || 'body'));
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value)) {
      if (!isStorable(name)) problems.push(problem(field || 'body'));
      pending.push({ field: field ? `${field}.${name}` : name, value: item });
    }
  }
  return problems;
}

const problem = (field: string): FieldError => ({
  field,
  message: `${field} must not contain NUL characters or lone surrogates.`,
});
