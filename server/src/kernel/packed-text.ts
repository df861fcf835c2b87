import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { paymentDictionary } from './packed-dictionary.ts';

/** First byte of a text that is stored as it is: migrations cannot pack. */
const PLAIN = 0;
/** Number of the dictionary, as the first byte of a packed text. */
const PAYMENTS = 1;
/** Packed texts, each behind its length in four bytes: migrations cannot repack them into one. */
const JOINED = 2;
/** Against the first dictionary followed by a context, which the reader passes again. */
const IN_CONTEXT = 3;
const dictionary = Buffer.from(paymentDictionary);
const dictionaries: Readonly<Record<number, Buffer>> = { [PAYMENTS]: dictionary };

/** A window of 8 kB holds the dictionary; for short texts a larger one costs more to set up than it saves. */
const shortText = { dictionary, windowBits: 13, level: 3, memLevel: 5, chunkSize: 1_024 } as const;
/** Blocks of many texts repeat over longer distances. */
const longText = { dictionary, windowBits: 15, level: 3, memLevel: 8, chunkSize: 16_384 } as const;
const LONG_CHARACTERS = 16_384;
const CHUNK_BYTES = 4_096;
const LONG_CHUNK_BYTES = 65_536;

/**
 * Compresses a text that is stored and never searched, such as the body of an event. The JSON of a payment takes an
 * eighth of its length. PostgreSQL alone compresses no value below two kilobytes, and none against a dictionary.
 */
export const packText = (text: string): Buffer =>
  Buffer.concat([Buffer.of(PAYMENTS), deflateRawSync(text, text.length < LONG_CHARACTERS ? shortText : longText)]);

/** The same for a text that repeats values of its row: the context contains them and is never stored. */
const packInContext = (text: string, context: string): Buffer =>
  Buffer.concat([Buffer.of(IN_CONTEXT), deflateRawSync(text, { ...shortText, dictionary: dictionaryWith(context) })]);

const dictionaryWith = (context: string): Buffer => Buffer.concat([dictionary, Buffer.from(context)]);

/** `context`: the one that the text was packed with, if it has one. */
export function unpackText(packed: Buffer, context = ''): string {
  if (packed[0] === PLAIN) return packed.toString('utf8', 1);
  if (packed[0] === JOINED) return joinedTexts(packed).join('\n');
  const known = packed[0] === IN_CONTEXT ? dictionaryWith(context) : dictionaries[packed[0] ?? -1];
  if (!known) throw new Error(`a stored text was packed by a newer release (format ${packed[0]})`);
  const chunkSize = packed.length < CHUNK_BYTES / 2 ? CHUNK_BYTES : LONG_CHUNK_BYTES;
  return inflateRawSync(packed.subarray(1), { dictionary: known, chunkSize }).toString();
}

function joinedTexts(packed: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 1; at < packed.length; ) {
    const start = at + 4;
    at = start + packed.readUInt32BE(at);
    texts.push(unpackText(packed.subarray(start, at)));
  }
  return texts;
}

/** Text form of a packed text as a parameter of a statement, where PostgreSQL reads it as bytea. */
export const packedParameter = (text: string, context?: string): string =>
  `\\x${(context === undefined ? packText(text) : packInContext(text, context)).toString('hex')}`;
