import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';

export type Chain = 'SPARK' | 'BITCOIN' | 'SOLANA' | 'EVM' | 'TRON';

/** An address of the right encoding on a test network, made from the seed alone. Nobody can spend from it. */
export const addressOn = (chain: Chain, seed: string): string => encode[chain](keyOf(chain, seed));

/** What an address is made from. */
export const keyOf = (chain: Chain, seed: string): Buffer => createHash('sha256').update(`${chain}/${seed}`).digest();

const ACCOUNT_BYTES = 20;
const TRON_VERSION = 0x41;
/** Field 1 of a record, with its length: the owner's public key. */
const SPARK_KEY_FIELD = [0x0a, 33];

const encode: Readonly<Record<Chain, (hash: Buffer) => string>> = {
  EVM: (hash) => `0x${hash.subarray(0, ACCOUNT_BYTES).toString('hex')}`,
  SOLANA: (hash) => base58.encode(hash),
  TRON: (hash) => createBase58check(sha256).encode(Uint8Array.of(TRON_VERSION, ...hash.subarray(0, ACCOUNT_BYTES))),
  BITCOIN: (hash) => bech32.encode('bcrt', [0, ...bech32.toWords(hash.subarray(0, ACCOUNT_BYTES))]),
  SPARK: (hash) => {
    const record = Uint8Array.of(...SPARK_KEY_FIELD, ...secp256k1.getPublicKey(hash, true));
    return bech32m.encode('sparkrt', bech32m.toWords(record), false);
  },
};
