import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { paymentDictionary } from './packed-dictionary.ts';

/** First byte of a text that is stored as it is: migrations cannot pack. */
const PLAIN = 0;
/** Number of the dictionary, as the first byte of a packed text. */
const PAYMENTS = 1;
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

export function unpackText(packed: Buffer): string {
  if (packed[0] === PLAIN) return packed.toString('utf8', 1);
  const dictionary = dictionaries[packed[0] ?? -1];
  if (!dictionary) throw new Error(`a stored text was packed by a newer release (format ${packed[0]})`);
  const chunkSize = packed.length < CHUNK_BYTES / 2 ? CHUNK_BYTES : LONG_CHUNK_BYTES;
  return inflateRawSync(packed.subarray(1), { dictionary, chunkSize }).toString();
}

/** Text form of a packed text as a parameter of a statement, where PostgreSQL reads it as bytea. */
export const packedParameter = (text: string): string => `\\x${packText(text).toString('hex')}`;
