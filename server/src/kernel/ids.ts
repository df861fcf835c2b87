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

export const newId = <T extends IdType>(type: T): Id<T> => `${type}:${uuidv7()}`;

/** Not above any id that was made at this moment or later. */
export function earliestId<T extends IdType>(type: T, at: Date): Id<T> {
  const time = Math.max(at.getTime(), 0).toString(16).padStart(12, '0');
  return `${type}:${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The JSON Schema pattern of an identifier of this type. */
export const idPattern = (type: IdType): string => `^${type}:${UUID}$`;

export const uuidPattern = `^${UUID}$`;

let lastMs = 0;
let time = '';
let counter = 0;

/**
 * RFC 9562 version 7: time-ordered, so that keys append to their indexes. Ids made in one process never
 * run backwards: 12 bits of counter follow the millisecond, and a full counter borrows the next millisecond.
 */
export function uuidv7(): string {
  const ms = wallMs();
  if (ms > lastMs) setTime(ms, randomInt(0x800));
  else if (++counter > 0xfff) setTime(lastMs + 1, 0);
  const tail = nextTail();
  return `${time}-${(0x7000 + counter).toString(16)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

function setTime(ms: number, first: number): void {
  lastMs = ms;
  counter = first;
  const hex = ms.toString(16).padStart(12, '0');
  time = `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

// Random bytes are drawn in bulk: one system call per 512 ids instead of one each.
const pool = Buffer.alloc(4096);
let used = pool.length;
const TAIL_BYTES = 8;

/**
 * The variant and 62 random bits. Never ends in 00 and one more: the sandbox takes scenarios from such endings, and
 * nobody is to meet one by chance.
 */
function nextTail(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  pool.writeUInt8((pool.readUInt8(used) & 0x3f) | 0x80, used);
  used += TAIL_BYTES;
  const tail = pool.toString('hex', used - TAIL_BYTES, used);
  return tail.startsWith('00', tail.length - 3) ? nextTail() : tail;
}

/** A one-time code of decimal digits, each equally likely. */
export const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** A one-time code of characters of an alphabet, each equally likely. */
export const randomText = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A secret of `bits` random bits as lower-case hex. */
export const randomHex = (bits: number): string => randomBytes(bits / 8).toString('hex');
