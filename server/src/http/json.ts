import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { ApiError, type FieldError, InvalidFields } from '../kernel/errors.ts';

const MAX_ERRORS = 100;

/** A body from outside: one JSON document in UTF-8, no keys that reach a prototype, nothing that cannot be stored. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8');
  const body = parseText(text, isUtf8(bytes));
  // What cannot be stored can only come as an escape, so most bodies need no second look.
  const problems = /\\u(0000|d[89a-f])/i.test(text) ? unstorable(body) : [];
  if (problems.length > 0) throw new InvalidFields(problems);
  return body;
}

function parseText(text: string, isText: boolean): unknown {
  try {
    if (isText) return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    // Falls through: the parser's own words would quote the body.
  }
  const hint = 'Send one JSON document in UTF-8, and no keys named __proto__ or constructor.prototype.';
  throw new ApiError('INVALID_INPUT', 'The body is not valid JSON.', { hint });
}

/** PostgreSQL holds no NUL character and no half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** What of it cannot be stored. Walks without recursion: a body may be nested as deeply as it is long. */
export function unstorable(body: unknown): FieldError[] {
  const problems: FieldError[] = [];
  const waiting = [{ field: '', value: body }];
  for (let next = waiting.pop(); next && problems.length < MAX_ERRORS; next = waiting.pop()) {
    const { field, value } = next;
    if (typeof value === 'string' && UNSTORABLE.test(value)) problems.push(problem(field || 'body'));
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value)) {
      if (UNSTORABLE.test(name)) problems.push(problem(field || 'body'));
      waiting.push({ field: field ? `${field}.${name}` : name, value: item });
    }
  }
  return problems;
}

const problem = (field: string): FieldError => ({
  field,
  message: `${field} holds a character that cannot be stored.`,
});
