import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import { wallMs } from './clock.ts';

/** Resource types with identifiers of the form `<Type>:<uuid>`. */
export const idTypes = [
  'Platform',
  'PlatformConfig',
  'Token',
  'Operator',
  'OperatorAction',
  'Customer',
  'InternalAccount',
  'ExternalAccount',
  'Transaction',
  'Quote',
  'Webhook',
  'WebhookKey',
  'WebhookListener',
  'TimedJob',
  'Message',
  'Job',
  'BeneficialOwner',
  'Document',
  'Verification',
  'KycLink',
  'BankFile',
  'BankCredit',
  'BankReturn',
  'Lookup',
  'ScaChallenge',
  'AuthMethod',
  'Session',
  'Request',
  'Operation',
  'DelegatedKey',
  'Card',
  'CardFundingSource',
  'CardReveal',
  'CardTransaction',
  'CardDispute',
  'Agent',
  'AgentAction',
  'Stablecoin',
  'StablecoinOperation',
  'StablecoinProviderAccount',
  'Fault',
  'ConsoleSession',
] as const;
export type IdType = (typeof idTypes)[number];

/** Typed identifier: `Id<'Customer'>` is not assignable to `Id<'Quote'>`. */
export type Id<T extends IdType = IdType> = `${T}:${string}`;

export const newId = <T extends IdType>(type: T): Id<T> => newText(type) as Id<T>;

/** Lower bound of all ids created at or after this time. */
export const earliestId = <T extends IdType>(type: T, at: Date): Id<T> => `${type}:${earliestUuid(at)}`;

/** Lower bound of all UUIDs created at or after this time. */
export function earliestUuid(at: Date): string {
  const time = Math.max(at.getTime(), 0).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The UUID of an id. Tables with many rows store it instead of the id. */
export const uuidOf = (id: string): string => id.slice(id.indexOf(':') + 1);

/** Creation time (real time) of an id or of a UUID of version 7; undefined for other texts. */
export function creationOf(id: string): Date | undefined {
  const [, first = '', second = ''] = /^(?:\w+:)?([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return first ? new Date(Number.parseInt(first + second, 16)) : undefined;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ANY_ID = new RegExp(`^[A-Za-z]+:${UUID}$`);

/** True if the text has the form of an id of any type. */
export const isId = (text: string): boolean => ANY_ID.test(text);

/** JSON Schema pattern of an identifier of this type. */
export const idPattern = (type: IdType): string => `^${type}:${UUID}$`;

export const uuidPattern = `^${UUID}$`;

/** UUID version 7 (RFC 9562): time-ordered, so that new keys append to their indexes. */
export const uuidv7 = (): string => newText('');

/** Bytes of the most recent UUID. */
const uuid = Buffer.alloc(16);
const BLANK = '00000000-0000-0000-0000-000000000000';
/** Offset of the two hex digits of each byte. */
const OFFSETS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const DIGITS = Buffer.from('0123456789abcdef');
/** Buffer per type, reused for every new id: it contains the prefix, and the digits are overwritten. */
const buffers = new Map<IdType | '', Buffer>([
  ['', Buffer.from(BLANK)],
  ...idTypes.map((type) => [type, Buffer.from(`${type}:${BLANK}`)] as const),
]);

/** Fills a buffer instead of concatenating: V8 would flatten a concatenated string at its first use. */
function newText(type: IdType | ''): string {
  const text = buffers.get(type) as Buffer;
  writeTime();
  writeRandom();
  const start = text.length - BLANK.length;
  for (let i = 0; i < uuid.length; i++) {
    const byte = uuid[i] as number;
    const at = start + (OFFSETS[i] as number);
    text[at] = DIGITS[byte >> 4] as number;
    text[at + 1] = DIGITS[byte & 0xf] as number;
  }
  return text.toString('latin1');
}

let lastMs = 0;
let counter = 0;

/**
 * Makes the ids of a process monotonic: a 12-bit counter follows the millisecond; when it is full, the time advances to
 * the next millisecond.
 */
function writeTime(): void {
  const ms = wallMs();
  if (ms > lastMs) setTime(ms, randomInt(0x800));
  else if (++counter > 0xfff) setTime(lastMs + 1, 0);
  uuid[6] = 0x70 | (counter >> 8);
  uuid[7] = counter & 0xff;
}

function setTime(ms: number, first: number): void {
  lastMs = ms;
  counter = first;
  uuid.writeUIntBE(ms, 0, 6);
}

// Fetches random bytes for 512 ids with one system call.
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Writes the variant and 62 random bits. Avoids the suffixes 000 to 00f, which select sandbox scenarios. */
function writeRandom(): void {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (let i = 8; i < 16; i++) uuid[i] = pool[used++] as number;
  uuid[8] = ((uuid[8] as number) & 0x3f) | 0x80;
  if (((uuid[14] as number) & 0xf) === 0 && (uuid[15] as number) < 0x10) writeRandom();
}

/** Uniformly random decimal digits, for one-time codes. */
export const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Uniformly random characters of an alphabet. */
export const randomText = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Random bits as lower-case hex. */
export const randomHex = (bits: number): string => randomBytes(bits / 8).toString('hex');
