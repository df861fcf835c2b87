import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { paymentDictionary } from './packed-dictionary.ts';
import { ShortTexts } from './short-text.ts';

/** First byte of a stored text. PLAIN: as it is, because migrations cannot pack. */
const PLAIN = 0;
const DEFLATED = 1;
/** Packed texts, each behind its length in four bytes: migrations cannot repack them into one. */
const JOINED = 2;
/** Deflated against the dictionary followed by the context. */
const DEFLATED_IN_CONTEXT = 3;
const SHORT = 4;
const SHORT_IN_CONTEXT = 5;

const SHORT_CHARACTERS = 16_384;
const MAX_CONTEXT = 4_096;
const shortTexts = new ShortTexts(Buffer.from(paymentDictionary, 'latin1'), MAX_CONTEXT + SHORT_CHARACTERS);
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

const dictionary = Buffer.from(paymentDictionary);
const dictionaryWith = (context: string): Buffer => Buffer.concat([dictionary, Buffer.from(context)]);
const LEVEL = 3;
const CHUNK_BYTES = 4_096;
const LONG_CHUNK_BYTES = 65_536;

/**
 * Compresses a text that is stored and never searched, such as the body of an event. The JSON of a payment takes a
 * sixth of its length. PostgreSQL alone compresses no value below two kilobytes, and none against a dictionary.
 * `context`: values of the same row that the text repeats.
 */
export const packText = (text: string, context = ''): Buffer =>
  isShort(text, context)
    ? Buffer.concat([Buffer.of(context ? SHORT_IN_CONTEXT : SHORT), shortTexts.pack(text, context)])
    : deflated(text, context);

const isShort = (text: string, context: string): boolean =>
  text.length <= SHORT_CHARACTERS &&
  context.length <= MAX_CONTEXT &&
  !BEYOND_LATIN_1.test(text) &&
  !BEYOND_LATIN_1.test(context);

function deflated(text: string, context: string): Buffer {
  const format = context ? DEFLATED_IN_CONTEXT : DEFLATED;
  return Buffer.concat([
    Buffer.of(format),
    deflateRawSync(text, { dictionary: dictionaryWith(context), level: LEVEL }),
  ]);
}

/** `context`: the one that the text was packed with, if any. */
export function unpackText(packed: Buffer, context = ''): string {
  const format = packed[0];
  const content = packed.subarray(1);
  if (format === SHORT) return shortTexts.unpack(content, '');
  if (format === SHORT_IN_CONTEXT) return shortTexts.unpack(content, context);
  if (format === PLAIN) return content.toString();
  if (format === JOINED) return joinedTexts(content).join('\n');
  if (format === DEFLATED) return inflated(content, dictionary);
  if (format === DEFLATED_IN_CONTEXT) return inflated(content, dictionaryWith(context));
  throw new Error(`a stored text was packed by a newer release (format ${format})`);
}

function inflated(content: Buffer, dictionary: Buffer): string {
  const chunkSize = content.length < CHUNK_BYTES / 2 ? CHUNK_BYTES : LONG_CHUNK_BYTES;
  return inflateRawSync(content, { dictionary, chunkSize }).toString();
}

function joinedTexts(content: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < content.length; ) {
    const start = at + 4;
    at = start + content.readUInt32BE(at);
    texts.push(unpackText(content.subarray(start, at)));
  }
  return texts;
}

/** Text form of a packed text as a parameter of a statement, where PostgreSQL reads it as bytea. */
export const packedParameter = (text: string, context?: string): string =>
  `\\x${packText(text, context).toString('hex')}`;
