/** Default of HEADER_PREFIX: the product word in headers, members and values of the API. */
export const DEFAULT_WORD = 'Service';

/** Spelling of the product word in a header, a member and a value: Acme-Pay, acmePay, ACME_PAY. */
interface Spellings {
  header: string;
  member: string;
  value: string;
}

function spellingsOf(word: string): Spellings {
  const parts = word.split('-').filter(Boolean);
  const member = parts.map((part, i) => (i === 0 ? uncapitalized(part) : capitalized(part))).join('');
  return { header: word, member, value: parts.join('_').toUpperCase() };
}

const capitalized = (part: string): string => part.slice(0, 1).toUpperCase() + part.slice(1);
const uncapitalized = (part: string): string =>
  part === part.toUpperCase() ? part.toLowerCase() : part.slice(0, 1).toLowerCase() + part.slice(1);

/** Names with the product word, and their form for another word. Clients of this API expect `Api` in rate details. */
const members: Readonly<Record<string, (word: Spellings) => string>> = {
  serviceMultiplier: ({ member }) => `${member}ApiMultiplier`,
  serviceFixedFee: ({ member }) => `${member}ApiFixedFee`,
  serviceVariableFeeRate: ({ member }) => `${member}ApiVariableFeeRate`,
  serviceVariableFeeAmount: ({ member }) => `${member}ApiVariableFeeAmount`,
  serviceOperationsStatus: ({ member }) => `${member}OperationsStatus`,
};
const values: Readonly<Record<string, (word: Spellings) => string>> = {
  SERVICE_INTERNAL_ACCOUNT: ({ value }) => `${value}_INTERNAL_ACCOUNT`,
  CLOSED_BY_SERVICE: ({ value }) => `CLOSED_BY_${value}`,
  SERVICE_SWITCH_ERROR: ({ value }) => `${value}_SWITCH_ERROR`,
};
const headers: Readonly<Record<string, (word: Spellings) => string>> = {
  'Service-Wallet-Signature': ({ header }) => `${header}-Wallet-Signature`,
};

/** Members whose values contain the word. None of them contains text from a caller. */
const VALUED = ['code', 'stateReason', 'type'];

/** Replaces the product word in names of the API. Code and stored data always use the default word. */
export interface WireWords {
  /** Spelling in headers. */
  readonly word: string;
  /** Spelling of the word in headers. */
  outward(text: string): string;
  /** Renames every occurrence in schemas, documentation and errors, none of which contain text from callers. */
  renamed<T>(own: T): T;
  /** Restores the default names in a request. */
  inward<T>(given: T): T;
  /** True if the value contains any of the names. */
  concerns(own: unknown): boolean;
}

const same = <T>(value: T): T => value;
const defaultWords: WireWords = {
  word: DEFAULT_WORD,
  outward: same,
  renamed: same,
  inward: same,
  concerns: () => false,
};

/** With the default word nothing is renamed, and no text is parsed or copied. */
export function wireWordsOf(word: string): WireWords {
  if (word === DEFAULT_WORD) return defaultWords;
  const spellings = spellingsOf(word);
  const named = (table: typeof members) =>
    Object.entries(table).map(([name, form]) => [name, form(spellings)] as const);
  const [ofMembers, ofValues, ofHeaders] = [named(members), named(values), named(headers)];
  const all = new Map([...ofMembers, ...ofValues, ...ofHeaders]);
  const back = new Map([...all].map(([ours, theirs]) => [theirs, ours]));
  const onWire = new Map<string, string>([
    ...ofMembers.map(([ours, theirs]) => [`"${ours}":`, `"${theirs}":`] as const),
    ...VALUED.flatMap((member) =>
      ofValues.map(([ours, theirs]) => [`"${member}":"${ours}"`, `"${member}":"${theirs}"`] as const),
    ),
  ]);
  // Inside of JSON strings quotes are escaped, so the pattern matches members only.
  const wirePattern = new RegExp([...onWire.keys()].join('|'), 'g');
  const namePattern = new RegExp(`\\b(?:${[...all.keys()].join('|')})\\b`, 'g');
  const everyName = (text: string): string => text.replace(namePattern, (name) => all.get(name) ?? name);
  return {
    word,
    outward: (text) => text.replace(wirePattern, (found) => onWire.get(found) ?? found),
    renamed: (own) => mapped(own, everyName),
    inward: (given) => mapped(given, (text) => back.get(text) ?? text),
    concerns: (own) => everyName(JSON.stringify(own ?? null)) !== JSON.stringify(own ?? null),
  };
}

/** Deep copy that maps every string and member name. Keeps symbols, because TypeBox marks schemas with them. */
function mapped<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapped(item, map)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string | symbol, unknown> = {};
  for (const name of Reflect.ownKeys(value)) {
    const member = (value as Record<string | symbol, unknown>)[name];
    copy[typeof name === 'string' ? map(name) : name] = typeof name === 'symbol' ? member : mapped(member, map);
  }
  return copy as T;
}
