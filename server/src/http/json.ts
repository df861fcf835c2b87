import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { ApiError, type FieldError } from '../kernel/errors.ts';
import { unstorable } from '../kernel/storable.ts';

interface Parsed {
  body: unknown;
  /** What of it cannot be stored: the request is to be refused for it. */
  problems: FieldError[];
}

/** A body from outside: one JSON document in UTF-8, no keys that reach a prototype. */
export function parseBody(bytes: Buffer): Parsed {
  if (bytes.length === 0) return { body: undefined, problems: [] };
  const text = bytes.toString('utf8');
  const body = parseText(text, isUtf8(bytes));
  // What cannot be stored can only come as an escape, so most bodies need no second look.
  return { body, problems: /\\u(0000|d[89a-f])/i.test(text) ? unstorable(body) : [] };
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
