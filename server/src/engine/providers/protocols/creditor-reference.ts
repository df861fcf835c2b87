/** Crockford's Base32, which omits letters that resemble digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5n;
/** Number of hexadecimal id digits in a reference: 60 random bits, encoded as 12 characters. */
const ID_DIGITS = 15;
const DATA_LENGTH = 12;
const CHECK_LENGTH = 2;
const PREFIX = 'RF';
const REFERENCE_LENGTH = PREFIX.length + CHECK_LENGTH + DATA_LENGTH;

/** Structured creditor reference (ISO 11649) for an id: 16 characters with check digits (ISO 7064, MOD 97-10). */
export function creditorReference(id: string): string {
  let rest = BigInt(`0x${idTail(id)}`);
  let data = '';
  for (let i = 0; i < DATA_LENGTH; i++) {
    data = ALPHABET.charAt(Number(rest & 31n)) + data;
    rest >>= BITS;
  }
  const check = 98 - remainder(`${data}${PREFIX}00`);
  return `${PREFIX}${`${check}`.padStart(CHECK_LENGTH, '0')}${data}`;
}

/** Last digits of an id. The index accounts_funding_reference uses the same expression. */
const idTail = (id: string): string => id.replaceAll('-', '').slice(-ID_DIGITS);

/** Joins texts and removes spaces, line breaks and punctuation added by payers and banks. */
export const withoutNoise = (texts: readonly (string | undefined)[]): string =>
  texts
    .join('')
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

/** Finds all references with valid check digits in a text from `withoutNoise`, and returns their id tails. */
export function idTailsIn(text: string): string[] {
  const found = new Set<string>();
  for (let at = text.indexOf(PREFIX); at >= 0; at = text.indexOf(PREFIX, at + 1)) {
    const tail = readReference(text.slice(at, at + REFERENCE_LENGTH));
    if (tail !== undefined) found.add(tail);
  }
  return [...found];
}

function readReference(candidate: string): string | undefined {
  if (candidate.length < REFERENCE_LENGTH) return undefined;
  // Crockford decodes the letters I and L as 1, and O as 0.
  const body = candidate.slice(PREFIX.length).replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  const [check, data] = [body.slice(0, CHECK_LENGTH), body.slice(CHECK_LENGTH)];
  if (!/^[0-9]{2}$/.test(check) || [...data].some((character) => !ALPHABET.includes(character))) return undefined;
  if (remainder(`${data}${PREFIX}${check}`) !== 1) return undefined;
  const value = [...data].reduce((sum, character) => (sum << BITS) | BigInt(ALPHABET.indexOf(character)), 0n);
  return value.toString(16).padStart(ID_DIGITS, '0');
}

/** Letters have the values A = 10 to Z = 35 (ISO 7064, MOD 97-10). */
function remainder(text: string): number {
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  return Number(BigInt(digits) % 97n);
}
