import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import { systemClock } from './clock.ts';

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
let counter = 0;

/**
 * RFC 9562 version 7: time-ordered, so that keys append to their indexes. Ids made in one process never
 * run backwards: 12 bits of counter follow the millisecond, and a full counter borrows the next millisecond.
 */
export function uuidv7(): string {
  const ms = systemClock.now().getTime();
  if (ms > lastMs) {
    lastMs = ms;
    counter = nextRandom16() & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = nextTail();
  const variant = (8 + (Number.parseInt(random.charAt(0), 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`;
}

// Random bytes are drawn in bulk: one system call per 512 ids instead of one each.
const pool = Buffer.alloc(4096);
let used = pool.length;

function nextRandomHex(): string {
  if (used + 8 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 8;
  return pool.toString('hex', used - 8, used);
}

/** Never ends in 00 and one more: the sandbox takes scenarios from such endings, and nobody is to meet one by chance. */
function nextTail(): string {
  const tail = nextRandomHex();
  return tail.startsWith('00', tail.length - 3) ? nextTail() : tail;
}

const nextRandom16 = (): number => Number.parseInt(nextRandomHex().slice(0, 4), 16);

/** A one-time code of decimal digits, each equally likely. */
export const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** A one-time code of characters of an alphabet, each equally likely. */
export const randomText = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A secret of `bits` random bits as lower-case hex. */
export const randomHex = (bits: number): string => randomBytes(bits / 8).toString('hex');
