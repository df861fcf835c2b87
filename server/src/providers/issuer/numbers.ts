import { randomInt } from 'node:crypto';
import { randomDigits } from '../../kernel/ids.ts';

const LENGTH = 16;

interface Shape {
  /** The first digits, which tell the issuer: one of these ranges. */
  bins: readonly string[];
  /** The last digits, where they are given. */
  ending?: string;
}

/** A card number that passes the check of ISO/IEC 7812-1; the digits that are not given are drawn. */
export function drawNumber({ bins, ending = '' }: Shape): string {
  const bin = bins[randomInt(bins.length)] ?? '';
  const drawn = bin + randomDigits(LENGTH - bin.length - ending.length - 1);
  // One digit is left to make the sum right: wherever it stands, exactly one of the ten does.
  for (let digit = 0; digit <= 9; digit++) {
    const number = `${drawn}${digit}${ending}`;
    if (isCardNumber(number)) return number;
  }
  throw new Error('no digit makes a card number');
}

/** The check of ISO/IEC 7812-1: from the right, every second digit counts double, by its own digits. */
export function isCardNumber(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, i) => {
    const value = Number(character) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
