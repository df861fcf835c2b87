import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import { wallMs } from './clock.ts';

/** Every resource type that has an identifier of the form `<Type>:<uuid>`. */
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
  'TimedJob',
  'Message',
  'Job',
  'BeneficialOwner',
  'Document',
  'Verification',
  'KycLink',
  'BankFile',
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
  'Agent',
  'AgentAction',
  'Stablecoin',
  'StablecoinOperation',
  'StablecoinProviderAccount',
] as const;
export type IdType = (typeof idTypes)[number];

/** An identifier that knows its type: `Id<'Customer'>` cannot be passed where a quote is wanted. */
export type Id<T extends IdType = IdType> = `${T}:${string}`;

export const newId = <T extends IdType>(type: T): Id<T> => newText(type) as Id<T>;

/** Not above any id that was made at this moment or later. */
export function earliestId<T extends IdType>(type: T, at: Date): Id<T> {
  const time = Math.max(at.getTime(), 0).toString(16).padStart(12, '0');
  return `${type}:${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The JSON Schema pattern of an identifier of this type. */
export const idPattern = (type: IdType): string => `^${type}:${UUID}$`;

export const uuidPattern = `^${UUID}$`;

/** RFC 9562 version 7: time-ordered, so that keys append to their indexes. */
export const uuidv7 = (): string => newText('');

/** The bytes of the last one that was made. */
const uuid = Buffer.alloc(16);
const BLANK = '00000000-0000-0000-0000-000000000000';
/** Where the two digits of each byte stand. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const DIGITS = Buffer.from('0123456789abcdef');
/** The text of an id of each type, in which the digits are still to be written. */
const texts = new Map<IdType | '', Buffer>([
  ['', Buffer.from(BLANK)],
  ...idTypes.map((type) => [type, Buffer.from(`${type}:${BLANK}`)] as const),
]);

/** Written digit by digit and read at once: a text of pieces is put together again wherever it is used. */
function newText(type: IdType | ''): string {
  const text = texts.get(type) as Buffer;
  passTime();
  drawTail();
  const start = text.length - BLANK.length;
  for (let i = 0; i < uuid.length; i++) {
    const byte = uuid[i] as number;
    const place = start + (PLACES[i] as number);
    text[place] = DIGITS[byte >> 4] as number;
    text[place + 1] = DIGITS[byte & 0xf] as number;
  }
  return text.toString('latin1');
}

let lastMs = 0;
let counter = 0;

/**
 * Ids made in one process never run backwards: 12 bits of counter follow the millisecond, and a full counter borrows the
 * next millisecond.
 */
function passTime(): void {
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

// Random bytes are drawn in bulk: one system call per 512 ids instead of one each.
const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * The variant and 62 random bits. Never ends in 00 and one more: the sandbox takes scenarios from such endings, and
 * nobody is to meet one by chance.
 */
function drawTail(): void {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (let i = 8; i < 16; i++) uuid[i] = pool[used++] as number;
  uuid[8] = ((uuid[8] as number) & 0x3f) | 0x80;
  if (((uuid[14] as number) & 0xf) === 0 && (uuid[15] as number) < 0x10) drawTail();
}

/** A one-time code of decimal digits, each equally likely. */
export const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** A one-time code of characters of an alphabet, each equally likely. */
export const randomText = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A secret of `bits` random bits as lower-case hex. */
export const randomHex = (bits: number): string => randomBytes(bits / 8).toString('hex');
