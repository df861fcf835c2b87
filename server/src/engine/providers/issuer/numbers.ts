import { randomInt } from 'node:crypto';
import { randomDigits } from '../../../foundation/kernel/ids.ts';

const LENGTH = 16;

interface NumberShape {
  /** First digits, which identify the issuer. One of these ranges is chosen at random. */
  bins: readonly string[];
  /** Fixed last digits. */
  ending?: string;
}

/** Card number with a valid check digit (ISO/IEC 7812-1). Digits that are not fixed are random. */
export function drawNumber({ bins, ending = '' }: NumberShape): string {
  const bin = bins[randomInt(bins.length)] ?? '';
  const drawn = bin + randomDigits(LENGTH - bin.length - ending.length - 1);
  // The check digit precedes the fixed ending. At any position exactly one of ten digits makes the number valid.
  for (let digit = 0; digit <= 9; digit++) {
    const number = `${drawn}${digit}${ending}`;
    if (isCardNumber(number)) return number;
  }
  throw new Error('no digit makes a card number');
}

/** Luhn check (ISO/IEC 7812-1): every second digit from the right is doubled. */
export function isCardNumber(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, i) => {
    const value = Number(character) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
