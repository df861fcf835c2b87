import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';

export type Chain = 'SPARK' | 'BITCOIN' | 'SOLANA' | 'EVM' | 'TRON';

/** Valid test network address, derived from the seed. Funds sent there cannot be spent. */
export const addressOn = (chain: Chain, seed: string): string => encode[chain](addressKey(chain, seed));

/** Key material of an address. */
export const addressKey = (chain: Chain, seed: string): Buffer =>
  createHash('sha256').update(`${chain}/${seed}`).digest();

const ACCOUNT_BYTES = 20;
const TRON_VERSION = 0x41;
/** Protocol buffer field 1 and its length: the public key of the owner. */
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
