import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { paymentDictionary } from './packed-dictionary.ts';
import { ShortTexts } from './short-text.ts';

/** First byte of a stored text. PLAIN: as it is, because migrations cannot pack. */
const PLAIN = 0;
const DEFLATED = 1;
const SHORT = 2;

const SHORT_CHARACTERS = 16_384;
const shortTexts = new ShortTexts(Buffer.from(paymentDictionary, 'latin1'), SHORT_CHARACTERS);
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;
const isShort = (text: string): boolean => text.length <= SHORT_CHARACTERS && !BEYOND_LATIN_1.test(text);

const dictionary = Buffer.from(paymentDictionary);
const deflating = { dictionary, level: 3 } as const;
const CHUNK_BYTES = 4_096;
const LONG_CHUNK_BYTES = 65_536;

/**
 * Compresses a text that is stored and never searched, such as the body of an event. The JSON of a payment takes a
 * sixth of its length. PostgreSQL alone compresses no value below two kilobytes, and none against a dictionary.
 */
export const packText = (text: string): Buffer =>
  isShort(text)
    ? Buffer.concat([Buffer.of(SHORT), shortTexts.pack(text)])
    : Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(text, deflating)]);

export function unpackText(packed: Buffer): string {
  const content = packed.subarray(1);
  if (packed[0] === SHORT) return shortTexts.unpack(content);
  if (packed[0] === PLAIN) return content.toString();
  if (packed[0] !== DEFLATED) throw new Error(`a stored text was packed by a newer release (format ${packed[0]})`);
  const chunkSize = packed.length < CHUNK_BYTES / 2 ? CHUNK_BYTES : LONG_CHUNK_BYTES;
  return inflateRawSync(content, { dictionary, chunkSize }).toString();
}

/** Text form of a packed text as a parameter of a statement, where PostgreSQL reads it as bytea. */
export const packedParameter = (text: string): string =>
  isShort(text) ? `\\x0${SHORT}${shortTexts.pack(text).toString('hex')}` : `\\x${packText(text).toString('hex')}`;
