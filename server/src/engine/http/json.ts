import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { unstorable } from '../../foundation/db/storable-text.ts';
import { ApiError, type FieldError, InvalidFields } from '../../foundation/kernel/errors.ts';
import { exceededBound } from './json-bounds.ts';

interface Parsed {
  body: unknown;
  /** Fields that PostgreSQL cannot store; the request is rejected for them. */
  problems: FieldError[];
}

/** Parses a JSON document in UTF-8 within the limits, without keys that reach a prototype. */
export function parseBody(bytes: Buffer): Parsed {
  if (bytes.length === 0) return { body: undefined, problems: [] };
  requireBounds(bytes);
  const text = bytes.toString('utf8');
  const body = parseText(text, isUtf8(bytes));
  // Only escapes can produce characters that PostgreSQL cannot store, so most bodies need no scan.
  return { body, problems: /\\u(0000|d[89a-f])/i.test(text) ? unstorable(body) : [] };
}

function requireBounds(bytes: Buffer): void {
  const exceeded = exceededBound(bytes);
  if (!exceeded) return;
  const hint = 'Split the request into smaller ones, and leave out members that the operation does not take.';
  throw new InvalidFields([{ field: 'body', message: `The body has ${exceeded}.` }], hint);
}

function parseText(text: string, isText: boolean): unknown {
  try {
    if (isText) return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    // Rejected below, because the message of the parser would quote the body.
  }
  const hint = 'Send one JSON document in UTF-8, and no keys named __proto__ or constructor.prototype.';
  throw new ApiError('INVALID_INPUT', 'The body is not valid JSON.', { hint });
}
