import * as crypto from 'node:crypto';

/** Uses the one-shot function of Node 20.12 and later, which takes a third of the time. */
export const sha256: (text: string, encoding: crypto.BinaryToTextEncoding) => string =
  crypto.hash === undefined
    ? (text, encoding) => crypto.createHash('sha256').update(text).digest(encoding)
    : (text, encoding) => crypto.hash('sha256', text, encoding);
