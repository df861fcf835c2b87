import { randomDigits } from '../../foundation/kernel/ids.ts';
import type { Json } from './api.ts';
import { connect, type ServerOptions } from './connect.ts';
import type { Ended, Invocation } from './invocation.ts';

interface MagicOptions extends ServerOptions {
  clabe?: string;
  iban?: string;
}

/** Lists the magic values of the sandbox, or generates a valid account number with an ending. */
export async function magic(invocation: Invocation<MagicOptions>): Promise<Ended> {
  const { options, print } = invocation;
  const made = options.clabe ? clabeEnding(options.clabe) : options.iban ? ibanEnding(options.iban) : undefined;
  if (made) {
    print({ value: made }, made);
    return { exit: 'OK' };
  }
  const { data } = await (await connect(invocation)).get('/sandbox/magic-values');
  for (const value of data as Json[]) print(value, `${value.area}: ${value.field} ${value.value}: ${value.effect}`);
  return { exit: 'OK' };
}

const CLABE_WEIGHTS = [3, 7, 1];

/** Generates CLABEs (18 digits, the last a check digit) until one has the wanted ending. */
export function clabeEnding(ending: string): string {
  for (;;) {
    const digits = `032180${randomDigits(9)}${ending.slice(0, 2)}`;
    const sum = [...digits].reduce((all, digit, i) => all + ((Number(digit) * (CLABE_WEIGHTS[i % 3] ?? 0)) % 10), 0);
    if (String((10 - (sum % 10)) % 10) === ending[2]) return digits + ending[2];
  }
}

const DE = '1314';
const MODULUS = 97n;

/** Generates a German IBAN, whose check digits come first (ISO 13616). */
export function ibanEnding(ending: string): string {
  const account = `37040044${randomDigits(7)}${ending}`;
  const check = 98n - (BigInt(`${account}${DE}00`) % MODULUS);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
