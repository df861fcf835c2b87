/** Ids and times in JSON texts, which short-text.ts stores as numbers. */

const DASH = 0x2d;
const COLON = 0x3a;
const DOT = 0x2e;
const CAPITAL_T = 0x54;
const CAPITAL_Z = 0x5a;
const ZERO = 0x30;

export const UUID_CHARACTERS = 36;
export const UUID_BYTES = 16;
export const TIME_CHARACTERS = 24;
export const TIME_BYTES = 6;

const HEX_DIGITS = Buffer.from('0123456789abcdef');
/** Value of a lowercase hexadecimal digit by its character; -1 for others. */
const digitValues = new Int8Array(256).fill(-1);
for (const [value, character] of HEX_DIGITS.entries()) digitValues[character] = value;

/** Whether the character at this place of a UUID is a dash. */
const isDash = (place: number): boolean => place === 8 || place === 13 || place === 18 || place === 23;

export function hasUuidAt(text: Buffer, at: number, end: number): boolean {
  if (text[at + 8] !== DASH || at + UUID_CHARACTERS > end) return false;
  for (let i = 0; i < UUID_CHARACTERS; i++) {
    const character = text[at + i] as number;
    if (isDash(i) ? character !== DASH : (digitValues[character] as number) < 0) return false;
  }
  return true;
}

/** Writes the bytes of the UUID in a text, and returns the end. */
export function packUuid(text: Buffer, at: number, packed: Buffer, to: number): number {
  let [read, write] = [at, to];
  while (write < to + UUID_BYTES) {
    if (isDash(read - at)) read++;
    const high = digitValues[text[read++] as number] as number;
    packed[write++] = (high << 4) | (digitValues[text[read++] as number] as number);
  }
  return write;
}

export function unpackUuid(packed: Buffer, at: number, text: Buffer, to: number): number {
  let write = to;
  for (let i = 0; i < UUID_BYTES; i++) {
    if (isDash(write - to)) text[write++] = DASH;
    const value = packed[at + i] as number;
    text[write++] = HEX_DIGITS[value >>> 4] as number;
    text[write++] = HEX_DIGITS[value & 15] as number;
  }
  return write;
}

/** Fields of a time: their digits, the character behind them, their lowest value and the number of values. */
const timeFields = [
  { digits: 4, end: DASH, first: 2_000, values: 128 },
  { digits: 2, end: DASH, first: 0, values: 16 },
  { digits: 2, end: CAPITAL_T, first: 0, values: 32 },
  { digits: 2, end: COLON, first: 0, values: 32 },
  { digits: 2, end: COLON, first: 0, values: 64 },
  { digits: 2, end: DOT, first: 0, values: 64 },
  { digits: 3, end: CAPITAL_Z, first: 0, values: 1_000 },
] as const;

/** A time such as 2026-11-18T04:25:14.605Z as one number, from which its digits are restored; -1 if there is none. */
export function timeAt(text: Buffer, at: number, end: number): number {
  if (text[at + 10] !== CAPITAL_T || at + TIME_CHARACTERS > end) return -1;
  let read = at;
  let time = 0;
  for (const { digits, end, first, values } of timeFields) {
    let value = 0;
    for (let i = 0; i < digits; i++) {
      const digit = (text[read++] as number) - ZERO;
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    if (text[read++] !== end || value < first || value >= first + values) return -1;
    time = time * values + value - first;
  }
  return time;
}

export function unpackTime(time: number, text: Buffer, to: number): number {
  let rest = time;
  let write = to + TIME_CHARACTERS;
  for (let i = timeFields.length - 1; i >= 0; i--) {
    const { digits, end, first, values } = timeFields[i] as (typeof timeFields)[number];
    let value = (rest % values) + first;
    rest = Math.floor(rest / values);
    text[--write] = end;
    for (let digit = 0; digit < digits; digit++) {
      text[--write] = ZERO + (value % 10);
      value = Math.floor(value / 10);
    }
  }
  return to + TIME_CHARACTERS;
}
