import { type IdType, idTypes } from '../../foundation/kernel/ids.ts';

/** Number of final characters of an id that the indexes contain. */
export const INDEXED_END = 8;
const UUID_DIGITS = 32;
const GROUPS = [8, 12, 16, 20];

/** Part of an id, possibly copied incompletely. */
export interface IdPart {
  type: IdType | undefined;
  /** Bounds of the UUIDs that begin with the given digits. */
  from: string;
  to: string;
  /** Given final digits of the id, at least `INDEXED_END`; undefined for a complete UUID. */
  end: string | undefined;
}

export interface Term {
  text: string;
  id: IdPart | undefined;
}

/** `Customer:0193...`, a UUID, its beginning or its end (`...9f3a21bc`). Dashes may be missing. */
const idLike = /^(?:([A-Za-z]+):)?(?:…|\.{3})?([0-9a-f-]+)$/i;

export function termOf(query: string): Term {
  const text = query.trim();
  return { text, id: idPartOf(text) };
}

function idPartOf(text: string): IdPart | undefined {
  const [, typeName, given = ''] = idLike.exec(text) ?? [];
  const digits = given.toLowerCase().replaceAll('-', '');
  if (digits.length < INDEXED_END || digits.length > UUID_DIGITS) return undefined;
  const type = typeName === undefined ? undefined : typeNamed(typeName);
  if (typeName !== undefined && !type) return undefined;
  return {
    type,
    from: uuidOf(digits.padEnd(UUID_DIGITS, '0')),
    to: uuidOf(digits.padEnd(UUID_DIGITS, 'f')),
    end: digits.length === UUID_DIGITS ? undefined : endOf(digits),
  };
}

function endOf(digits: string): string {
  const skipped = UUID_DIGITS - digits.length;
  const dashes = GROUPS.filter((start) => start > skipped).length;
  return uuidOf(digits.padStart(UUID_DIGITS, '0')).slice(-digits.length - dashes);
}

const typeNamed = (name: string): IdType | undefined =>
  idTypes.find((type) => type.toLowerCase() === name.toLowerCase());

const uuidOf = (digits: string): string =>
  [0, ...GROUPS].map((start, i) => digits.slice(start, GROUPS[i] ?? UUID_DIGITS)).join('-');
