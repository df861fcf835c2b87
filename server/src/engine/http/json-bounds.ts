/** Limits are larger than any valid request. All later processing is linear in these limits. */
const MAX_VALUES = 10_000;
export const MAX_ITEMS = 1_000;
export const MAX_DEPTH = 32;
const MAX_NAME_BYTES = 256;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Returns the limit that a JSON text exceeds, without parsing the text. Text that is not JSON may pass. */
export function exceededBound(bytes: Buffer): string | undefined {
  /** Number of items of each open list or object, outermost first. */
  const counts: number[] = [];
  let values = 1;
  let textStart = 0;
  let textEnd = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      textStart = i + 1;
      i = textEnd = endOfText(bytes, textStart);
    } else if (byte === COLON) {
      if (textEnd - textStart > MAX_NAME_BYTES) return `a member name longer than ${MAX_NAME_BYTES} bytes`;
    } else if (byte === COMMA) {
      const count = (counts[counts.length - 1] ?? 0) + 1;
      if (count >= MAX_ITEMS) return `a list or an object with more than ${MAX_ITEMS} items`;
      counts[counts.length - 1] = count;
      values += 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (counts.push(0) > MAX_DEPTH) return `more than ${MAX_DEPTH} levels of nesting`;
      values += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      counts.pop();
    }
    if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`;
  }
  return undefined;
}

/** Position of the closing quote, or the end of the input if the quote is missing. */
function endOfText(bytes: Buffer, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  return end;
}
