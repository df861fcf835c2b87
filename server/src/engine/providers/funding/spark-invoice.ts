import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { bech32m } from '@scure/base';

interface SparkInvoiceRequest {
  /** Key of the receiving address. */
  key: Uint8Array;
  seed: string;
  /** Satoshis, or a token whose units are sent. */
  asset: 'BTC' | { token: string };
  amount: bigint;
  expiresAt: Date;
}

/** Spark address with invoice fields: a protocol buffer in bech32m. For the test network; it cannot be paid. */
export function sparkInvoice({ key, seed, asset, amount, expiresAt }: SparkInvoiceRequest): string {
  const payment =
    asset === 'BTC'
      ? bytes(SATS_PAYMENT, varint(1, amount))
      : bytes(TOKENS_PAYMENT, [...bytes(1, hash(asset.token)), ...bytes(2, bigEndian(amount))]);
  const fields = [
    ...varint(VERSION, 1n),
    ...bytes(ID, hash(seed).subarray(0, 16)),
    ...payment,
    ...bytes(EXPIRY, varint(1, BigInt(Math.floor(expiresAt.getTime() / 1_000)))),
  ];
  const record = Uint8Array.of(...bytes(1, secp256k1.getPublicKey(key, true)), ...bytes(2, fields));
  return bech32m.encode('sparkrt', bech32m.toWords(record), false);
}

/** Field numbers of the protocol buffer. */
const VERSION = 1;
const ID = 2;
const TOKENS_PAYMENT = 3;
const SATS_PAYMENT = 4;
const EXPIRY = 7;

const VARINT = 0;
const LENGTH_DELIMITED = 2;

const varint = (field: number, value: bigint): number[] => [(field << 3) | VARINT, ...base128(value)];

const bytes = (field: number, value: ArrayLike<number>): number[] => [
  (field << 3) | LENGTH_DELIMITED,
  ...base128(BigInt(value.length)),
  ...Array.from(value),
];

function base128(value: bigint): number[] {
  const low = Number(value & 0x7fn);
  return value < 0x80n ? [low] : [low | 0x80, ...base128(value >> 7n)];
}

function bigEndian(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
