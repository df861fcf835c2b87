import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** EIP-55: mixed case contains a checksum; a single case contains none. */
export function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const hex = address.slice(2);
  return [hex.toLowerCase(), hex.toUpperCase(), withChecksum(hex.toLowerCase())].includes(hex);
}

function withChecksum(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  return [...hex].map((digit, i) => (Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit)).join('');
}

export const isSolanaAddress = (address: string): boolean => decoded(() => base58.decode(address))?.length === 32;

const TRON_VERSION = 0x41;

export const isTronAddress = (address: string): boolean => tronAccount(address) !== undefined;

/** The 20-byte account id of the address. */
export function tronAccount(address: string): Uint8Array | undefined {
  const bytes = decoded(() => base58check.decode(address));
  return bytes?.length === 21 && bytes[0] === TRON_VERSION ? bytes.subarray(1) : undefined;
}

/** Longer than the 90 characters of bech32, because the address may contain an invoice. */
const MAX_SPARK_ADDRESS = 1_024;
const KEY_BYTES = 33;
/** First field of the record with its length: the owner's public key. */
const SPARK_KEY_FIELD = [0x0a, KEY_BYTES];
/** Fields that may follow the key: an invoice and its signature. */
const SPARK_OTHER_FIELDS = [0x12, 0x1a];

export function isSparkAddress(address: string, networks: readonly string[]): boolean {
  const record = decoded(() => {
    const { prefix, words } = bech32m.decode(address as Bech32, MAX_SPARK_ADDRESS);
    return networks.includes(prefix) ? bech32m.fromWords(words) : undefined;
  });
  if (!record || SPARK_KEY_FIELD.some((byte, i) => record[i] !== byte)) return false;
  const end = SPARK_KEY_FIELD.length + KEY_BYTES;
  const isWhole = record.length === end || SPARK_OTHER_FIELDS.includes(record[end] ?? 0);
  return isWhole && isPublicKey(record.subarray(SPARK_KEY_FIELD.length, end));
}

const isPublicKey = (bytes: Uint8Array): boolean =>
  decoded(() => secp256k1.ProjectivePoint.fromHex(bytes)) !== undefined;

export interface BitcoinAddress {
  readonly kind: 'P2PKH' | 'P2SH' | 'P2WPKH';
  /** Hash of the public key or of the script. */
  readonly hash: Uint8Array;
}

/** Address kinds by version byte, for main and test networks. */
const base58Kinds: Readonly<Record<number, BitcoinAddress['kind']>> = {
  0: 'P2PKH',
  111: 'P2PKH',
  5: 'P2SH',
  196: 'P2SH',
};
const BITCOIN_PREFIXES = ['bc', 'tb', 'bcrt'];

export function bitcoinAddress(address: string): BitcoinAddress | undefined {
  return decoded(() => segwitAddress(address)) ?? decoded(() => base58Address(address));
}

/** Accepts any kind, including Taproot and later versions: payments do not require a known signature scheme. */
export const isBitcoinAddress = (address: string): boolean =>
  bitcoinAddress(address) !== undefined || decoded(() => isWitnessProgram(address)) === true;

/** BIP 173 specifies the encoding of version 0, BIP 350 that of later versions. */
function isWitnessProgram(address: string): boolean {
  const first = decoded(() => bech32.decode(address as Bech32));
  const { prefix, words } = first ?? bech32m.decode(address as Bech32);
  const [version = -1, ...program] = words;
  const { length } = bech32.fromWords(program);
  if (!BITCOIN_PREFIXES.includes(prefix)) return false;
  return first
    ? version === 0 && [20, 32].includes(length)
    : version >= 1 && version <= 16 && length >= 2 && length <= 40;
}

type Bech32 = `${string}1${string}`;

function segwitAddress(address: string): BitcoinAddress | undefined {
  const { prefix, words } = bech32.decode(address as Bech32);
  const [version, ...program] = words;
  const hash = bech32.fromWords(program);
  const isKeyHash = BITCOIN_PREFIXES.includes(prefix) && version === 0 && hash.length === 20;
  return isKeyHash ? { kind: 'P2WPKH', hash } : undefined;
}

function base58Address(address: string): BitcoinAddress | undefined {
  const bytes = base58check.decode(address);
  const kind = base58Kinds[bytes[0] ?? -1];
  return kind && bytes.length === 21 ? { kind, hash: bytes.subarray(1) } : undefined;
}

/** Undefined if decoding throws. */
function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
