import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { bech32 } from '@scure/base';

interface InvoiceRequest {
  seed: string;
  satoshis: bigint;
  at: Date;
}

/** Types of tagged fields (BOLT 11). */
const PAYMENT_HASH = 1;
const DESCRIPTION = 13;
const PAYMENT_SECRET = 16;
/** Feature field: bits 8 (var_onion_optin) and 14 (payment_secret). */
const FEATURES = [5, 0, 3, 0b10000, 0b01000, 0b00000];

/** Valid invoice of the test network, signed by a key derived from the seed. It cannot be paid. */
export function testInvoice({ seed, satoshis, at }: InvoiceRequest): string {
  const prefix = `lnbcrt${amountOf(satoshis)}`;
  const data = [
    ...bigEndianWords(Math.floor(at.getTime() / 1_000), 7),
    ...field(PAYMENT_HASH, hash(`${seed}/preimage`)),
    ...field(PAYMENT_SECRET, hash(`${seed}/secret`)),
    ...field(DESCRIPTION, Buffer.from('Causeway sandbox')),
    ...FEATURES,
  ];
  const signed = hash(Buffer.concat([Buffer.from(prefix), packed(data)]));
  const signature = secp256k1.sign(signed, hash(`${seed}/key`));
  const words = bech32.toWords(Uint8Array.of(...signature.toCompactRawBytes(), signature.recovery));
  return bech32.encode(prefix, [...data, ...words], false);
}

/** Amount in the largest multiplier of bitcoin that gives an integer. A satoshi is ten nano-bitcoin. */
function amountOf(satoshis: bigint): string {
  let amount = satoshis * 10n;
  const units = ['n', 'u', 'm', ''];
  while (units.length > 1 && amount % 1_000n === 0n) {
    amount /= 1_000n;
    units.shift();
  }
  return `${amount}${units[0]}`;
}

function field(tag: number, value: Uint8Array): number[] {
  const words = bech32.toWords(value);
  return [tag, ...bigEndianWords(words.length, 2), ...words];
}

const bigEndianWords = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.floor(value / 32 ** (count - 1 - i)) % 32);

/** Packs 5-bit words into bytes for the signature, padded with zeros. */
function packed(words: readonly number[]): Buffer {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('');
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

const hash = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
