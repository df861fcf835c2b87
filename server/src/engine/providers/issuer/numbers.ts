import { randomInt } from 'node:crypto';
import { randomDigits } from '../../../foundation/kernel/ids.ts';

const LENGTH = 16;

interface NumberShape {
  /** The first digits identify the issuer: one of these ranges is chosen at random. */
  bins: readonly string[];
  /** Fixed last digits. */
  ending?: string;
}

/** A card number with a valid check digit (ISO/IEC 7812-1); the digits that are not fixed are random. */
export function drawNumber({ bins, ending = '' }: NumberShape): string {
  const bin = bins[randomInt(bins.length)] ?? '';
  const drawn = bin + randomDigits(LENGTH - bin.length - ending.length - 1);
  // The check digit stands before the ending: at any position, exactly one of the ten digits makes the sum right.
  for (let digit = 0; digit <= 9; digit++) {
    const number = `${drawn}${digit}${ending}`;
    if (isCardNumber(number)) return number;
  }
  throw new Error('no digit makes a card number');
}

/** Luhn check of ISO/IEC 7812-1: from the right, every second digit is doubled and its digits are summed. */
export function isCardNumber(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, i) => {
    const value = Number(character) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
