import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import { unstorable } from '../kernel/storable.ts';

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
