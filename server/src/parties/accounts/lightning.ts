import { bech32, utils } from '@scure/base';

const TIMESTAMP_WORDS = 7;
const SIGNATURE_WORDS = 104;
const PAYMENT_HASH = { type: 1, words: 52 };

/** BOLT 11: bech32 of any length with `<network><amount>`, tagged fields with the payment hash, and a signature. */
export function isBolt11(invoice: string, networks: readonly string[]): boolean {
  const decoded = bech32.decodeUnsafe(invoice, false);
  if (!decoded || !isInvoicePrefix(decoded.prefix, networks)) return false;
  const { words } = decoded;
  if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) return false;
  const fields = taggedFields(words.slice(TIMESTAMP_WORDS, -SIGNATURE_WORDS));
  return fields?.some(({ type, length }) => type === PAYMENT_HASH.type && length === PAYMENT_HASH.words) ?? false;
}

/** A multiplier may follow the digits. Pico-bitcoin amounts end in 0, because the smallest unit is 1 msat. */
function isInvoicePrefix(prefix: string, networks: readonly string[]): boolean {
  return networks.some((network) => {
    const amount = prefix.startsWith(network) ? prefix.slice(network.length) : undefined;
    return amount !== undefined && /^(|[1-9][0-9]*[mun]?|[1-9][0-9]*0p)$/.test(amount);
  });
}

/** Undefined if the last field is longer or shorter than the remaining data. */
function taggedFields(words: readonly number[]): { type: number; length: number }[] | undefined {
  const fields = [];
  let at = 0;
  while (at + 3 <= words.length) {
    const [type = 0, high = 0, low = 0] = words.slice(at, at + 3);
    const length = high * 32 + low;
    fields.push({ type, length });
    at += 3 + length;
  }
  return at === words.length ? fields : undefined;
}

const OFFER = 'lno1';
const offerWords = utils.chain(utils.alphabet('qpzry9x8gf2tvdw0s3jn54khce6mua7l'), utils.join(''));
/** An offer must name its target: blinded paths (16) or the key of a node (22). */
const OFFER_TARGETS = [16n, 22n];

/** BOLT 12: TLV records in bech32 without a checksum; parts are joined by `+`. */
export function isBolt12(offer: string): boolean {
  if (offer !== offer.toLowerCase() && offer !== offer.toUpperCase()) return false;
  const joined = offer.toLowerCase().replaceAll(/\+\s*/g, '');
  if (!joined.startsWith(OFFER)) return false;
  try {
    const types = recordTypes(bech32.fromWords(offerWords.decode(joined.slice(OFFER.length))));
    return types.every(isOfferType) && types.some((type) => OFFER_TARGETS.includes(type));
  } catch {
    // Text that cannot be decoded is not an offer.
    return false;
  }
}

const isOfferType = (type: bigint): boolean =>
  (type >= 1n && type <= 79n) || (type >= 1_000_000_000n && type <= 1_999_999_999n);

/** Record types of a TLV stream. They must ascend. */
function recordTypes(bytes: Uint8Array): bigint[] {
  const types: bigint[] = [];
  let at = 0;
  while (at < bytes.length) {
    const type = readBigSize(bytes, at);
    const length = readBigSize(bytes, type.end);
    if (type.value <= (types.at(-1) ?? -1n)) throw new RangeError('the types do not ascend');
    types.push(type.value);
    at = length.end + Number(length.value);
  }
  if (at !== bytes.length) throw new RangeError('the last record is cut');
  return types;
}

/** BOLT 1 BigSize: one byte up to 0xfc, otherwise a length byte first. Only the shortest form is valid. */
function readBigSize(bytes: Uint8Array, at: number): { value: bigint; end: number } {
  const first = bytes[at];
  if (first === undefined) throw new RangeError('the record is cut');
  if (first < 0xfd) return { value: BigInt(first), end: at + 1 };
  const size = 2 ** (first - 0xfc);
  const end = at + 1 + size;
  if (end > bytes.length) throw new RangeError('the record is cut');
  const value = BigInt(`0x${Buffer.from(bytes.subarray(at + 1, end)).toString('hex')}`);
  if (value < (size === 2 ? 0xfdn : 1n << BigInt(size * 4))) throw new RangeError('not the shortest form');
  return { value, end };
}

/** LUD-16: an internet identifier whose server returns invoices. */
export const isLightningAddress = (address: string): boolean =>
  /^[a-z0-9._+-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(address);
