import { bech32m } from '@scure/base';

/** A network of Spark: the prefix of its addresses, and the account number that wallets use on it. */
export interface SparkNetwork {
  prefix: string;
  account: number;
}

/** Spark's own purpose, then the account, then the identity key. */
export const sparkPath = ({ account }: SparkNetwork): string => `m/8797555'/${account}'/0'`;

/** Field 1 of a record, with its length: the owner's public key. */
const KEY_FIELD = [0x0a, 33];

export const sparkAddress = (publicKey: Uint8Array, { prefix }: SparkNetwork): string =>
  bech32m.encode(prefix, bech32m.toWords(Uint8Array.of(...KEY_FIELD, ...publicKey)), false);
